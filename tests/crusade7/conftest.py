"""A battle for tests, played by written lines through the real grammar."""

from collections.abc import Callable
from typing import Any

import pytest

import grammar
from rules import find
from rules.border.game import read_options
from rules.line.adjudication import Die
from rules.line.errors import Refusal
from rules.line.events import Event, Refused
from rules.line.road import Entry


def lowest(die: Die) -> int:
    """Roll the lowest face; faces loaded by the GM come first."""
    return die.faces[0]


class Table:
    """A battle under way, played by lines such as `play("1> ready")`; `events` are those of the
    last line."""

    def __init__(self, **options: str) -> None:
        self.game = find("crusade7")
        given = {name.replace("_", "-"): value for name, value in options.items()}
        library = grammar.library("crusade7")
        self.state = self.game.blank
        self.live: list[Entry] = []
        self.events: tuple[Event, ...] = ()
        self._follow(self.game.setup(read_options(self.game, given), library, lowest))

    def _follow(self, events: tuple[Event, ...]) -> None:
        for event in events:
            self.state = self.game.apply(self.state, event)
        self.events = events

    def play(self, *lines: str) -> str:
        """Play lines of seats or the GM up to the first refusal; returns the rule it breaks, or
        nothing."""
        for line in lines:
            who, text = line.split("> ", 1)
            seat = 0 if who == "gm" else int(who)
            names = self.game.names(self.state)
            for written in grammar.read("crusade7", text, names, gm=not seat):
                refused = self._line(seat, written.orders)
                if refused:
                    return refused
        return ""

    def _line(self, seat: int, orders: Any) -> str:
        try:
            events = self.game.adjudicate(self.state, seat, orders, lowest)
        except Refusal as refusal:
            return refusal.rule
        self._follow(events)
        drew = any(event.draws for event in events)
        revealed = any(event.bars_undo for event in events)
        ended = any(event.ends_phase for event in events)
        self.live.append(Entry(len(self.live) + 1, seat, drew, revealed, ended))
        return next((event.rule for event in events if isinstance(event, Refused)), "")

    def see(self, attribute: str) -> str:
        """The value of an attribute: `phase`, `army 1 cp`, `L1 hp`."""
        return self.find(f"{attribute} ?")

    def find(self, words: str) -> str:
        """What an expectation finds in the state."""
        return str(self.game.expect(self.state, words).found)

    def holds(self, words: str) -> bool:
        """Is an expectation met?"""
        return self.game.expect(self.state, words).holds


@pytest.fixture
def table() -> Callable[..., Table]:
    """Makes a new battle, with house rules as arguments."""
    return Table
