"""Bases for events: what an event is about, as its first field, and whether it changes anything."""

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, TypeVar

from rules.line.events import Event
from rules.line.orders import Seat

S = TypeVar("S")


class AboutSeat(Event):
    """What a seat did, or what happened to it."""

    seat: Seat


class AboutUnit(Event):
    """What a unit did, or what happened to it."""

    unit: str
    """Its reference."""


class AboutRef(Event):
    """The same, in a system that calls the reference of a unit `ref`."""

    ref: str


class OnlyTold(Event):
    """What changes nothing in the state: a roll, a total; what it leads to are other events."""


def only_told(events: ModuleType, kind: type[S]) -> Mapping[type[Any], Callable[..., S]]:
    """A row of `apply` for each event in a module that is only told; `kind`: of the state."""

    def unchanged(state: S, event: OnlyTold) -> S:
        return state

    told = (one for one in vars(events).values() if isinstance(one, type))
    return {one: unchanged for one in told if issubclass(one, OnlyTold) and one is not OnlyTold}
