"""How lower rooms notify higher ones: events, each a type of its own, and who listens to them.

Imports only point down, so this is the one way upwards.  The place that builds all rooms says who
listens to what; the room that tells an event does not know who hears it.
"""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from bot.referee.open_match import OpenMatch
from rules.line.frozen import Frozen

E = TypeVar("E")


class MatchChanged(Frozen):
    """Something about a match changed: send the posts that wait, and update those that show it."""

    table: OpenMatch


class SettingsChanged(Frozen):
    """The settings of a match changed: its clock, its status."""

    table: OpenMatch


class News:
    """An event bus: listeners by type of event, called in the order in which they registered."""

    def __init__(self) -> None:
        self._ears: dict[type, list[Callable[[Any], object]]] = {}
        self._attendants: dict[type, list[Callable[[Any], Awaitable[None]]]] = {}

    def hear(self, kind: type[E], ear: Callable[[E], object]) -> None:
        """Call `ear` for each event of this type; it must return at once."""
        self._ears.setdefault(kind, []).append(ear)

    def attend(self, kind: type[E], work: Callable[[E], Awaitable[None]]) -> None:
        """Await `work` for each event of this type that is told by `told`."""
        self._attendants.setdefault(kind, []).append(work)

    def tell(self, event: object) -> None:
        """Tell an event to the ears.  Returns at once, without the work of `attend`."""
        for ear in self._ears.get(type(event), ()):
            ear(event)

    async def told(self, event: object) -> None:
        """As `tell`, then wait until all work registered by `attend` is done."""
        self.tell(event)
        for work in self._attendants.get(type(event), ()):
            await work(event)

    def close(self) -> None:
        """Remove all listeners."""
        self._ears.clear()
        self._attendants.clear()
