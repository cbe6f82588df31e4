"""A round of a large battle, and how the time per order grows with the units on the field."""

from collections.abc import Iterator
from typing import Any

import grammar
from bot.match.tree import LogEntry, Match
from rules import find
from rules.border.game import read_options
from rules.line.adjudication import Die
from rules.line.errors import Refusal
from tests.bench.common import Row, best

SIZES = (25, 50, 100, 200)


def lowest(die: Die) -> int:
    """The lowest face of a die; this battle needs no dice."""
    return die.faces[0]


def battle(units: int) -> Match:
    """Legionnaires in columns 1-9 against Orc Raiders in columns 13-21, ten rows apart at most."""
    game = find("crusade7")
    options = read_options(game, {})
    events = game.setup(options, grammar.library(game.id), lowest, scene=True)
    match = Match.begin(game, options, LogEntry(0, 0, 0, "", events=events))
    names = game.names(match.state)
    lines = []
    for number in range(units):
        row, column = 1 + number % 24, number // 24
        lines.append(f"put Legionnaire L{number + 1} for army 1 at {row},{10 - column}")
        lines.append(f"put Orc Raider O{number + 1} for army 2 at {row},{15 + column}")
    lines += ["set phase move", "set turn army 1"]
    for line in lines:
        play(match, 0, line, names, gm=True)
    return match


def play(match: Match, seat: int, text: str, names: Any, gm: bool = False) -> bool:
    """Play a line through grammar and rules; False if it was refused."""
    (written,) = grammar.read(match.game.id, text, names, gm=gm)
    try:
        events = match.play(seat, written.orders, lowest)
    except Refusal:
        return False
    entry = LogEntry(len(match.links), match.head, seat, text, written.orders, events)
    match.append(entry)
    return True


def a_round(match: Match, units: int) -> int:
    """Everybody moves up, charges and fights; returns how many orders were accepted."""
    names = match.game.names(match.state)
    accepted = 0
    for phase in ("move", "charge", "fight"):
        play(match, 0, f"set phase {phase}", names, gm=True)
        for seat, mine, other in ((1, "L", "O"), (2, "O", "L")):
            play(match, 0, f"set turn army {seat}", names, gm=True)
            for number in range(1, units + 1):
                line = {
                    "move": f"{mine}{number} moves 1 forward",
                    "charge": f"{mine}{number} charges {other}{number}",
                    "fight": f"{mine}{number} attacks {other}{number}",
                }[phase]
                accepted += play(match, seat, line, names)
    return accepted


def measure() -> Iterator[Row]:
    """Milliseconds per order, for four sizes."""
    per_order = {}
    for units in SIZES:
        match = battle(units)
        start = (list(match.links), dict(match.states))
        orders = units * 6

        def once(match: Match = match, start: Any = start, units: int = units) -> None:
            match.links, match.states = list(start[0]), dict(start[1])
            a_round(match, units)

        seconds = best(once, 2)
        per_order[units] = 1000 * seconds / orders
        yield Row(
            f"a round of 2 x {units} units, {orders} orders",
            f"{seconds:.2f} s",
            "",
            f"{per_order[units]:.2f} ms per order",
        )
    growth = per_order[SIZES[-1]] / per_order[SIZES[0]]
    yield Row(
        "growth of the time per order from 2 x 25 to 2 x 200 units",
        f"{growth:.1f} times",
        "units 8 times",
        "",
        "at most 2 times",
    )
