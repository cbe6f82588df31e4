"""A scene for tests, as in a conformance case: GM lines and orders in words, and what they lead
to."""

from dataclasses import dataclass, field
from typing import Any

import grammar
from rules import find
from rules.border.game import read_options
from rules.line.adjudication import Die
from rules.line.errors import Refusal
from rules.line.events import Event, Refused
from rules.line.orders import GM
from rules.rulescrusade.state import State

GAME = find("rulescrusade")


def no_dice(die: Die) -> int:
    """Fail: in a scene every die must be loaded."""
    raise AssertionError(f"no face is loaded for {die.name}")


@dataclass
class Scene:
    """A match that begins as conformance cases do (RC-SETUP-7), or with the muster (`match`)."""

    options: dict[str, str] = field(default_factory=dict)
    match: bool = False

    def __post_init__(self) -> None:
        chosen = read_options(GAME, self.options)
        library = grammar.library("rulescrusade")
        events = GAME.setup(chosen, library, no_dice, scene=not self.match)
        self.state: State = GAME.blank
        self.events: tuple[Event, ...] = ()
        self.take(events)

    def take(self, events: tuple[Event, ...]) -> None:
        """Apply these events, and remember the state before each."""
        self.befores: list[State] = []
        for event in events:
            self.befores.append(self.state)
            self.state = GAME.apply(self.state, event)
        self.events = events

    def gm(self, *lines: str) -> "Scene":
        """Play lines of the GM; fails if one is refused."""
        for line in lines:
            assert self.say(GM, line) == "", line
        return self

    def say(self, seat: int, text: str) -> str:
        """Play a message of a seat; returns the rule that refused it, or nothing."""
        names = GAME.names(self.state)
        for written in grammar.read("rulescrusade", text, names, gm=seat == GM):
            try:
                self.take(GAME.adjudicate(self.state, seat, written.orders, no_dice))
            except Refusal as refusal:
                self.why = refusal.why
                return refusal.rule
            for event in self.events:
                if isinstance(event, Refused):
                    self.why = event.why
                    return event.rule
        return ""

    def told(self, viewer: int | None = GM) -> list[str]:
        """The report of the last message, for this viewer."""
        pairs = zip(self.befores, self.events, strict=True)
        return [text for before, event in pairs for text in GAME.report(event, before, viewer)]

    def unfolded(self) -> list[str]:
        """The explanation (`why`) of the last message."""
        pairs = zip(self.befores, self.events, strict=True)
        return [text for before, event in pairs for text in GAME.why(event, before)]

    def is_so(self, text: str) -> bool:
        """Does an expectation hold?"""
        answer: Any = GAME.expect(self.state, text)
        return bool(answer.holds)
