"""The ready-made battle, played by written lines and told in its short form."""

from dataclasses import dataclass, field
from typing import Any

import grammar
from rules import find
from rules.border.game import read_options
from rules.display.view import Line
from rules.line.adjudication import Die
from rules.line.events import Event
from rules.line.orders import Order


def lowest(die: Die) -> int:
    """Roll the lowest face; faces loaded by the GM come first."""
    return die.faces[0]


def shown(line: Line) -> str:
    """A line as a chat shows it, with strong text between stars."""
    return "".join(f"**{span.text}**" if span.strong else span.text for span in line)


@dataclass
class Fords:
    """The ready-made battle under way, with the orders and events of the last line."""

    game: Any = field(default_factory=lambda: find("crusade7"))
    lines: tuple[str, ...] | None = None
    """What has been played; None: the whole set-up of the ready-made battle."""
    state: Any = None
    before: Any = None
    orders: tuple[Order, ...] = ()
    events: tuple[Event, ...] = ()

    def __post_init__(self) -> None:
        self.state = self.game.blank
        options = read_options(self.game, {})
        self._follow(self.game.setup(options, grammar.library("crusade7"), lowest))
        self.play(*(self.game.starter if self.lines is None else self.lines))

    def _follow(self, events: tuple[Event, ...]) -> None:
        self.before, self.events = self.state, events
        for event in events:
            self.state = self.game.apply(self.state, event)

    def play(self, *lines: str) -> list[str]:
        """Play lines; returns the last one's short telling for everybody."""
        for line in lines:
            who, text = line.split("> ", 1)
            seat = 0 if who == "gm" else int(who)
            (written,) = grammar.read("crusade7", text, self.game.names(self.state), gm=not seat)
            self.orders = written.orders
            self._follow(self.game.adjudicate(self.state, seat, written.orders, lowest))
        return self.told(None) if lines else []

    def told(self, viewer: int | None) -> list[str]:
        """The short telling of the last line."""
        return [
            shown(line) for line in self.game.brief(self.before, self.orders, self.events, viewer)
        ]

    def until(self, phase: str, seat: int) -> None:
        """End turns until it is this seat's turn in the next phase of that name."""
        while True:
            self.play(f"{self.state.flow.turn}> end phase")
            if (self.state.flow.phase, self.state.flow.turn) == (phase, seat):
                return
