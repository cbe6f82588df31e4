"""Replay whole recorded matches order by order and compare every sentence of every report."""

from pathlib import Path

import pytest

import grammar
from bot.cases.casefile import PREFIX, Witness, no_dice
from bot.match.tree import LogEntry, Match
from rules import find
from rules.border.game import read_options
from rules.line.orders import GM
from tests.places import GAMES

FILES = sorted(GAMES.rglob("*.txt"))


def replayed(text: str) -> tuple[Match, list[LogEntry]]:
    """A recorded match, and its entries after the set-up."""
    match, entries = begun(text.splitlines()), list[LogEntry]()
    for line in text.splitlines():
        found = PREFIX.fullmatch(line)
        if found and not line.startswith("|"):
            names = match.game.names(match.state)
            seat = GM if found[1] else int(found[2])
            (read,) = grammar.read(match.game.id, found[3], names, gm=seat == GM)
            events = match.play(seat, read.orders, no_dice)
            number = len(match.links)
            entries.append(LogEntry(number, match.head, seat, found[3], read.orders, events))
            match.append(entries[-1])
    return match, entries


def begun(lines: list[str]) -> Match:
    """The match that a record starts with."""
    header = next(line for line in lines if line.startswith("game:")).split()[1:]
    game = find(header[0])
    options = read_options(game, dict(word.split("=", 1) for word in header[1:]))
    dice = (line.split()[1:] for line in lines if line.startswith("dice:"))
    tray = tuple(int(face) for faces in dice for face in faces)
    events = game.setup(options, grammar.library(game.id), no_dice, tray=tray)
    return Match.begin(game, options, LogEntry(0, 0, GM, "", events=events))


def replay(text: str) -> list[str]:
    """Play the order lines of a record; returns the record as it is played now.

    Lines: `game: ...`; `dice: ...` of the set-up; `N> ...` and `gm> ...` orders; `| ...` what the
    report says; `= ...`.
    """
    lines = text.splitlines()
    match = begun(lines)
    witness = Witness(match)
    played = []
    for line in lines:
        found = PREFIX.fullmatch(line)
        if line.startswith("|"):
            continue
        played.append(line)
        if found:
            seat = GM if found[1] else int(found[2])
            played += [f"| {one}" for one in _play(match, seat, found[3])]
        elif line.startswith("= "):
            answer = witness.expect(line[2:])
            assert answer.holds, f"{line}: {answer.found}"
    return played


def _play(match: Match, seat: int, text: str) -> list[str]:
    names = match.game.names(match.state)
    (line,) = grammar.read(match.game.id, text, names, gm=seat == GM)
    events = match.play(seat, line.orders, no_dice)
    report, state = [], match.state
    for event in events:
        report += match.game.report(event, state, GM)
        state = match.game.apply(state, event)
    number = len(match.links)
    match.append(LogEntry(number, match.head, seat, text, line.orders, events))
    return report


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_recorded_match(file: Path, request: pytest.FixtureRequest) -> None:
    """Everything comes out exactly as it was recorded, from the first line to the last."""
    text = file.read_text(encoding="utf-8")
    played = "\n".join(replay(text)) + "\n"
    if request.config.getoption("--bless", default=False):
        file.write_text(played, encoding="utf-8")
    assert played == file.read_text(encoding="utf-8")


def test_every_system_has_a_whole_match() -> None:
    """Every system has a recorded match from set-up to an outcome."""
    from rules import GAMES as SYSTEMS

    for game in SYSTEMS:
        records = (GAMES / game.id).glob("*.txt")
        assert any("= winner army" in one.read_text(encoding="utf-8") for one in records), game.id
