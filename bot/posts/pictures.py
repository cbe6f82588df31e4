"""The picture of a board that is attached to a post, drawn outside the event loop."""

import logging
import re
from typing import Any

from bot.history.looks import last_turn
from bot.referee.beside import SCENES
from bot.referee.service import OpenMatch, Referee, RefereeError
from bot.render.png import PictureError
from bot.render.scene import scene_of
from rules.line.frozen import Frozen

log = logging.getLogger("referee.living")


class PictureFile(Frozen):
    """A picture to attach: its file name, its bytes, and its description in words."""

    name: str
    png: bytes
    words: str


async def drawn(referee: Referee, table: OpenMatch, state: Any, number: int) -> PictureFile | None:
    """The public board after entry `number`, with what happened in its turn; None if no picture can
    be made."""
    before, events = await last_turn(referee, table, number)
    about = (table.game, state, None, table.record.name, before, events)
    try:
        scene = await SCENES.make(scene_of, *about)
        if scene is None:
            return None
        png = await referee.easel.png(scene)
    except (PictureError, RefereeError) as problem:
        log.info("match %d: no picture of #%d: %s", table.record.id, number, problem)
        return None
    stem = re.sub(r"[^a-z0-9]+", "-", table.record.name.lower()).strip("-") or "match"
    return PictureFile(f"{stem}-{number}.png", png, scene.alt)
