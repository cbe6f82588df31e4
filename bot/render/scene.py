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
    """All that is needed to draw a picture or to describe it."""

    picture: Picture
    traces: Traces
    name: str
    roll: Roll | None = None
    zones: tuple[Zone, ...] = ()

    @property
    def alt(self) -> str:
        """The description of the picture, in at most 1,024 characters."""
        return self.spoken(LIMIT)

    def spoken(self, most: int) -> str:
        """The description of the picture in at most `most` characters, changes first."""
        return described(self.picture, self.traces, self.roll, self.name, most)

    def png(self) -> bytes:
        """Draw the picture as a PNG file.  This is slow: never call it in the event loop.

        Raises `PictureError` if it cannot be drawn.
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
    """The board of the match called `name` as a viewer may see it; None: its system draws none.

    `before` and `events`: the state before a turn and its events, which lead to `state`; the ways,
    attacks and deaths in it are drawn.
    """
    if not game.shapes:
        return None
    traces = Traces()
    if before is not None and events and game.traces:
        traces = game.traces(before, events, state, viewer)
    picture = game.shapes(state, viewer)
    roll = game.roll(state, viewer) if game.roll else None
    return Scene(picture, traces, name, roll)
