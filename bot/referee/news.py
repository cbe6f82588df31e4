"""What rooms below tell those above: each event is a type of its own; who wants to, hears of it.

An import points down; what happens below is told upwards here and nowhere else.  The place that
builds the house says who hears of what, and no room knows who hears it.
"""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from bot.referee.open_match import OpenMatch
from rules.line.frozen import Frozen

E = TypeVar("E")


class Changed(Frozen):
    """Something about a match changed: what waits is to be sent, what shows it to be renewed."""

    table: OpenMatch


class SettingsChanged(Frozen):
    """What the shell keeps with a match changed: its clock, its status."""

    table: OpenMatch


class News:
    """Who hears of which events, in the order in which they asked to."""

    def __init__(self) -> None:
        self._ears: dict[type, list[Callable[[Any], object]]] = {}
        self._attendants: dict[type, list[Callable[[Any], Awaitable[None]]]] = {}

    def hear(self, kind: type[E], ear: Callable[[E], object]) -> None:
        """Be told of these events; `ear` returns at once."""
        self._ears.setdefault(kind, []).append(ear)

    def attend(self, kind: type[E], work: Callable[[E], Awaitable[None]]) -> None:
        """Have something done about these events before whoever tells of them goes on."""
        self._attendants.setdefault(kind, []).append(work)

    def tell(self, event: object) -> None:
        """Something happened.  Returns at once."""
        for ear in self._ears.get(type(event), ()):
            ear(event)

    async def told(self, event: object) -> None:
        """The same, and what is done about it is done."""
        self.tell(event)
        for work in self._attendants.get(type(event), ()):
            await work(event)

    def close(self) -> None:
        """Nobody hears any more."""
        self._ears.clear()
        self._attendants.clear()
