"""Events that are told together, each with the state before it."""

from rules.candlebre.state import State
from rules.line.events import Event
from rules.line.frozen import Frozen


class Passage(Frozen):
    """One event, or several of a kind, or all of a battle; and the state after the last."""

    events: tuple[tuple[Event, State], ...]
    after: State

    @property
    def first(self) -> tuple[Event, State]:
        """The first event and the state before it."""
        return self.events[0]
