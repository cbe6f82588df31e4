"""What a system may offer beyond the protocol: narrow protocols, asked for by `isinstance`."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from rules.events import Event
from rules.game import Seat
from rules.orders import Order
from rules.things import Thing
from rules.view import Picture

__all__ = [
    "AnswersOffers",
    "HasDescribe",
    "HasOdds",
    "HasOpponent",
    "HasPerft",
    "HasShapes",
    "HasSummary",
    "HasThings",
    "HasTimed",
    "Opponent",
]


@runtime_checkable
class HasShapes(Protocol):
    """A board that can be drawn."""

    def shapes(self, state: Any, viewer: Seat | None) -> Picture:
        """The board as this viewer may see it."""
        ...


@runtime_checkable
class HasDescribe(Protocol):
    """A table that can be told in words."""

    def describe(self, state: Any, viewer: Seat | None, reference: str) -> tuple[str, ...]:
        """What something is and what is near it."""
        ...


@runtime_checkable
class HasOdds(Protocol):
    """Orders whose outcome can be reckoned before they are given."""

    def odds(self, state: Any, seat: Seat, order: Order) -> tuple[str, ...]:
        """What an order would bring, with chances; nothing is drawn."""
        ...


@runtime_checkable
class HasSummary(Protocol):
    """Phases that can be summed up."""

    def summary(self, state: Any, events: Sequence[Event], viewer: Seat | None) -> tuple[str, ...]:
        """Losses, resources, who is next, after these events of a phase."""
        ...


@runtime_checkable
class HasTimed(Protocol):
    """A game whose clock does not always run."""

    def timed(self, state: Any) -> bool:
        """Does a clock run in this state?"""
        ...


@runtime_checkable
class HasPerft(Protocol):
    """Positions whose continuations can be counted."""

    def perft(
        self, text: str, depth: int, options: Mapping[str, str]
    ) -> tuple[tuple[str, int], ...]:
        """The counts, by name."""
        ...


class Opponent(Protocol):
    """Plays a seat against people, knowing no more than the seat does."""

    def order(
        self,
        state: Any,
        seat: Seat,
        seed: int,
        nodes: int = 0,
        stop: Callable[[], bool] = ...,
    ) -> Order:
        """What it orders now; the same nodes and seed give the same order, `stop` may end its
        thinking early."""
        ...


@runtime_checkable
class AnswersOffers(Protocol):
    """An opponent that answers what it is offered, also when it is not its turn."""

    def answer(self, state: Any, seat: Seat) -> Order | None:
        """What it says to a draw offer that stands against this seat; None: there is none."""
        ...


@runtime_checkable
class HasOpponent(Protocol):
    """A game that can be played against the computer."""

    def opponent(self, level: str) -> Opponent:
        """An opponent of this level; a `ValueError` names the levels."""
        ...


@runtime_checkable
class HasThings(Protocol):
    """A system that tells what is on the table, so that `my archers` and `the rest` can be read."""

    def things(self, state: Any, viewer: Seat) -> tuple[Thing, ...]:
        """What this viewer may know of, in order of reference."""
        ...

    def nouns(self, state: Any, viewer: Seat) -> Mapping[str, tuple[str, ...]]:
        """The names of this match by class of noun (`weapon`, `spell`, `condition` ...)."""
        ...
