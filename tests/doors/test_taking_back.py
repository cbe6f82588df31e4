"""Orders can be taken back in any order, if `undo` reaches them and nothing builds on them."""

import random
from collections.abc import Iterator
from functools import reduce
from typing import Any

import pytest

from bot.history.verify import faces_drawn
from bot.match.dice import recorded
from bot.match.going_back import Depends, WayBack
from bot.match.tree import LogEntry, Match, Return, as_counted, base_of
from rules import GAMES
from rules.line.errors import Refusal
from rules.line.events import Refused
from rules.line.orders import Undo
from tests.fuzz import RandomMatch, played
from tests.sample import lot

each_game = pytest.mark.parametrize(
    "system",
    [game.id for game in GAMES],
)
EARLIER = 8
"""How many entries back an order may be that is taken back."""

LOOKS = lot(8, 4)
"""How many moments of each match are tested."""


def moments(system: str) -> Iterator[tuple[RandomMatch, Match, dict[int, LogEntry]]]:
    """Random matches as they stood after some of their entries."""
    rng = random.Random(11)
    for match in played(system)[0]:
        numbers = [entry.number for entry in match.entries[1:]]
        for number in rng.sample(numbers, min(LOOKS, len(numbers))):
            links = match.match.links[: number + 1]
            then = Match(match.game, match.options, dict(match.match.states), links=links)
            yield match, then, {entry.number: entry for entry in match.entries[: number + 1]}


def tried(match: Match, seat: int, order: Undo, written: dict[int, LogEntry]) -> Return | Refusal:
    """Where an undo leads, or why it is refused."""
    for number in WayBack(match, seat).reach(order):
        base = WayBack(match, seat).without([number])[0]
        match.states.setdefault(base, match.states[match.resolve(base)])
    try:
        return WayBack(match, seat, written).leads(order)
    except Refusal as refusal:
        return refusal


def within_reach(match: Match, seat: int, written: dict[int, LogEntry]) -> list[int]:
    """The orders that `undo`, one after the other, would take back."""
    found: list[int] = []
    for count in range(1, EARLIER + 1):
        back = tried(match, seat, Undo(count), written)
        if isinstance(back, Refusal):
            return found
        left = {*match.path(back.to), *(one for one, _ in back.carried)}
        found += [one for one in match.path() if one not in left and one not in found]
    return found


def played_without(match: Match, gone: set[int], written: dict[int, LogEntry]) -> Any:
    """The state after playing all lines but these from the beginning, with the dice that each line
    drew."""
    state = match.states[0]
    for number in match.path():
        if number not in gone:
            entry = written[number]
            dice = recorded(faces_drawn(entry))
            events = match.game.adjudicate(state, entry.seat, entry.orders, dice)
            state = reduce(match.game.apply, events, state)
    return state


def refusals(entries: list[LogEntry]) -> list[list[str]]:
    """The rules that refused something in each entry."""
    return [[one.rule for one in entry.events if isinstance(one, Refused)] for entry in entries]


def taken(match: Match, seat: int, order: Undo, written: dict[int, LogEntry], back: Return) -> int:
    """Append the undo to the log; returns its number."""
    number = len(match.links)
    entry = LogEntry(
        *(number, match.head, seat, str(order), (order,), back.events),
        to=back.to,
        carried=back.carried,
    )
    match.append(entry)
    written[number] = entry
    return number


@each_game
def test_any_order_within_reach_is_as_if_it_had_not_been_given(system: str) -> None:
    """The state is what the other lines alone lead to, and all other entries still count."""
    granted = refused = 0
    for _, match, written in moments(system):
        before = match.path()
        for seat in match.game.seats(match.options):
            reach = within_reach(match, seat, written)
            for number in [one for one in before[-EARLIER:] if written[one].seat == seat]:
                back = tried(match, seat, Undo(entries=(number,)), written)
                if isinstance(back, Refusal):
                    refused += number in reach
                    continue
                granted += 1
                assert number in reach, "what no undo reaches is not taken back out of turn either"
                state = reduce(match.game.apply, back.events, match.states[back.to])
                assert state == played_without(match, {number}, written)
                left = [*match.path(back.to), *(one for one, _ in back.carried)]
                assert left == [one for one in before if one != number]
    assert granted > 20, (granted, refused)


@each_game
def test_what_stands_comes_out_as_before(system: str) -> None:
    """The seat's own later lines, which are played again, lead to the same events as before."""
    for _, match, written in moments(system):
        for seat in match.game.seats(match.options):
            for number in within_reach(match, seat, written):
                back = tried(match, seat, Undo(entries=(number,)), written)
                if isinstance(back, Depends):
                    assert back.by > number
                    assert number in back.gone
                if isinstance(back, Refusal):
                    continue
                start = 0
                own = [written[one] for one, _ in back.carried]
                own = as_counted(own, match.carriers(), written)
                for entry, (_, count) in zip(own, back.carried, strict=True):
                    if entry.seat == seat:
                        assert back.events[start : start + count] == entry.events
                    start += count


@each_game
def test_two_orders_may_be_taken_back_in_either_order(system: str) -> None:
    """Either order, or both at once, leads to the same state, also across undos that carried other
    entries."""
    pairs = 0
    for source, match, written in moments(system):
        for seat in match.game.seats(match.options):
            reach = within_reach(match, seat, written)[:4]
            for first in reach:
                for second in reach:
                    if first >= second:
                        continue
                    states = []
                    for row in ([(first,), (second,)], [(second,), (first,)], [(second, first)]):
                        links = list(match.links)
                        copy = Match(source.game, source.options, dict(match.states), links=links)
                        log = dict(written)
                        for entries in row:
                            order = Undo(entries=entries)
                            back = tried(copy, seat, order, log)
                            if isinstance(back, Refusal):
                                break
                            taken(copy, seat, order, log, back)
                        else:
                            states.append(copy.state)
                            assert first not in copy.path()
                            assert base_of(copy.links[-1]) < first
                    assert all(state == states[0] for state in states)
                    pairs += len(states) > 1
    assert pairs or system == "crusade8x8", pairs


@each_game
def test_only_own_orders_that_count_are_taken_back(system: str) -> None:
    """Orders of the other side, void ones, the set-up and unknown numbers get the same refusal."""
    for _, match, written in moments(system):
        counted = match.path()
        for seat in match.game.seats(match.options):
            others = [one for one in written if one not in counted or written[one].seat != seat]
            for number in (others[0], others[-1], len(match.links) + 5):
                refused = tried(match, seat, Undo(entries=(number,)), written)
                assert isinstance(refused, Refusal)
                assert refused.why == f"#{number} is no order of yours that counts"
