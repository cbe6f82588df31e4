"""A board as a picture for one viewer: the shapes, what happened, the title and the words."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.render.alt import LIMIT, described
from bot.render.png import paint
from rules.display.telling import Roll, Traces, Zone
from rules.display.view import Picture


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything of a picture but its pixels."""

    picture: Picture
    traces: Traces
    name: str
    roll: Roll | None = None
    zones: tuple[Zone, ...] = ()

    @property
    def alt(self) -> str:
        """The same in at most 1,024 characters."""
        return self.spoken(LIMIT)

    def spoken(self, most: int) -> str:
        """The same in words, changes first."""
        return described(self.picture, self.traces, self.roll, self.name, most)

    def png(self) -> bytes:
        """The file, which takes a moment: never in the loop of a chat.

        Raises `PictureError` where nothing can be drawn.
        """
        return paint(self.picture, self.traces, self.name, self.zones)


def scene_of(
    game: Any,
    state: Any,
    viewer: int | None,
    name: str = "",
    before: Any = None,
    events: Sequence[Any] = (),
) -> Scene | None:
    """The board of a match of this name as a viewer may see it; None: its system draws none.

    `before` and `events`: the turn whose ways, attacks and deaths are drawn; `state` follows it.
    """
    if not game.shapes:
        return None
    traces = Traces()
    if before is not None and events and game.traces:
        traces = game.traces(before, events, state, viewer)
    picture = game.shapes(state, viewer)
    roll = game.roll(state, viewer) if game.roll else None
    return Scene(picture, traces, name, roll)
