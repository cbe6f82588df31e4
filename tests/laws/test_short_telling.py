"""The short telling of the grid systems, held against their reports, in recorded and random
matches."""

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import grammar
from bot.cases.casefile import PREFIX, no_dice
from bot.match.tree import LogEntry, Match
from rules import find
from rules.border.game import read_options
from rules.display.view import unstyled
from rules.line.orders import GM, AcceptDraw, DeclineDraw, OfferDraw, Order, Resign
from tests.fuzz import played
from tests.laws.test_laws import twins
from tests.places import GAMES

SYSTEMS = ("crusade7", "crusade8x8")
RECORDED = sorted(file for name in SYSTEMS for file in (GAMES / name).glob("*.txt"))

Told = tuple[Any, Any, tuple[Order, ...], tuple[Any, ...]]
"""A system, a state, the orders of an entry in it, and its events."""


def random_entries(system: str) -> Iterator[Told]:
    """Every accepted entry of the random matches, with the state before it."""
    for match in played(system)[0]:
        yield match.game, match.game.blank, (), match.entries[0].events
        for entry in match.entries[1:]:
            if entry.to is None:
                yield match.game, match.match.states[entry.parent], entry.orders, entry.events


def recorded_entries(file: Path) -> Iterator[Told]:
    """Every order line of a recorded match."""
    lines = file.read_text(encoding="utf-8").splitlines()
    header = next(line for line in lines if line.startswith("game:")).split()[1:]
    game = find(header[0])
    options = read_options(game, dict(word.split("=", 1) for word in header[1:]))
    dice = (line.split()[1:] for line in lines if line.startswith("dice:"))
    tray = tuple(int(face) for faces in dice for face in faces)
    events = game.setup(options, grammar.library(game.id), no_dice, tray=tray)
    match = Match.begin(game, options, LogEntry(0, 0, GM, "", events=events))
    for line in lines:
        found = PREFIX.fullmatch(line)
        if found:
            seat = GM if found[1] else int(found[2])
            names = game.names(match.state)
            (written,) = grammar.read(game.id, found[3], names, gm=seat == GM)
            events = match.play(seat, written.orders, no_dice)
            yield game, match.state, written.orders, events
            number = len(match.links)
            match.append(LogEntry(number, match.head, seat, found[3], written.orders, events))


def check_told(told: Told) -> None:
    """Whoever gets a report of an entry gets at least one short line, and no more lines than the
    report has."""
    game, state, orders, events = told
    for viewer in (None, GM, 1, 2):
        report, before = [], state
        for event in events:
            report += game.report(event, before, viewer)
            before = game.apply(before, event)
        lines = [unstyled(line) for line in game.brief(state, orders, events, viewer)]
        assert bool(lines) == bool(report), (orders, lines, report)
        assert len(lines) <= len(report), (orders, lines, report)
        for line in lines:
            check_line(line)


def check_line(line: str) -> None:
    """The line is prose: no internal form, no sentinel, no blank at its ends, no doubled
    punctuation."""
    assert line.strip() == line
    assert line[:1] == line[:1].upper()
    assert not re.search(r"None|-999|[A-Za-z]+\(.*=|\\|_|\.\.|: ·|· ·|  |->|\{|\[", line), line


@pytest.mark.parametrize("file", RECORDED, ids=lambda file: file.stem)
def test_recorded_matches_are_told_shortly(file: Path) -> None:
    """Whoever has a report of an entry gets a short line too, and never more lines than the report
    has."""
    for told in recorded_entries(file):
        check_told(told)


@pytest.mark.parametrize("system", SYSTEMS)
def test_random_matches_are_told_shortly(system: str) -> None:
    """The same holds for entries that nobody would write, including the GM's."""
    for told in random_entries(system):
        check_told(told)


@pytest.mark.parametrize("system", SYSTEMS)
def test_boards_and_keys_of_random_matches(system: str) -> None:
    """Every cell is on the board and named once, every row of the key is complete, and every named
    card exists."""
    for match in played(system)[0]:
        game = match.game
        states = [match.match.states[key] for key in sorted(match.match.states)]
        for number, state in list(enumerate(states))[::31]:
            since = states[number // 2]
            for viewer in (None, GM, 1, 2):
                board = game.compact(state, viewer, since)
                if board is not None:
                    places = [(cell.row, cell.column) for cell in board.cells if cell.anchor]
                    assert len(places) == len(set(places))
                    assert all(0 <= row < len(board.rows) for row, _ in places)
                    assert all(0 <= column < len(board.columns) for _, column in places)
                check_cards(game, state, viewer)
                roll = game.roll(state, viewer, since)
                for side in roll.sides:
                    assert all(len(line.values) == len(roll.columns) for line in side.lines)


def check_cards(game: Any, state: Any, viewer: int | None) -> None:
    """Every name that is said to have a card has one, and its lines are prose."""
    for name in game.card_names(state, viewer)[::5]:
        card = game.card(state, viewer, name)
        assert card is not None, name
        for line in card.lines:
            assert not re.search(r"None|-999|\bFalse\b|\bTrue\b", unstyled(line)), unstyled(line)


@pytest.mark.parametrize("system", SYSTEMS)
def test_who_is_idle_can_only_pass(system: str) -> None:
    """A seat that is called idle can only pass, agree on a draw or resign."""
    found = 0
    for match in played(system)[0]:
        game, states = match.game, match.match.states
        for number in sorted(states)[::11]:
            told = game.idle(states[number]) if game.idle else None
            if told is not None:
                found += 1
                seat, order, why = told
                assert seat in game.awaits(states[number])
                assert why
                for one in game.legal(states[number], seat):
                    free = isinstance(one, OfferDraw | AcceptDraw | DeclineDraw | Resign)
                    waits = why == "nobody casts" and type(one).__name__ == "UseTactic"
                    assert one.passes or free or waits, (one, why)
                game.adjudicate(states[number], seat, (order,), lambda die: die.faces[0])
    assert found or system != "crusade7"


@pytest.mark.parametrize("system", SYSTEMS)
def test_losses_of_random_matches(system: str) -> None:
    """The table of a stretch of play lists the same losses as `losses`, and none of its rows is
    empty."""
    for match in played(system)[0]:
        game = match.game
        states = [match.match.states[key] for key in sorted(match.match.states)]
        for before, after in zip(states[::40], states[40::40], strict=False):
            tally = game.tally(before, after, None) if game.tally else None
            if tally is not None:
                rows = dict(tally.rows)
                assert all(rows.values())
                assert rows.get("lost", {}) == game.losses(before, after, None)


@pytest.mark.parametrize("system", SYSTEMS)
def test_nothing_secret_is_told(system: str) -> None:
    """A seat and the public are shown the same, whatever the other seat hides."""
    for plain_, other, seat in islice(twins(system), 40):
        for viewer in (seat, None):
            one, two = (shown_to(system, state, viewer) for state in (plain_, other))
            assert one == two


def shown_to(system: str, state: Any, viewer: int | None) -> list[Any]:
    """Everything that is shown of a state when nothing has happened."""
    game: Any = find(system)
    names = [*game.card_names(state, viewer), "L1", "G1", "O1", "a3", "c2", "Archer d7"]
    return [
        game.compact(state, viewer),
        game.roll(state, viewer),
        game.idle and game.idle(state),
        game.price_list(state, viewer),
        game.losses(game.blank, state, viewer),
        game.tally and game.tally(state, state, viewer),
        *(game.situation(state, seat, viewer) for seat in (1, 2)),
        *(game.waiting(state, seat, viewer) for seat in (1, 2)),
        *(game.card(state, viewer, name) for name in names),
    ]
