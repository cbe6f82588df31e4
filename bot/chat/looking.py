"""Board, picture and key as an answer to whoever asks for them, by command or by button."""

import asyncio
import io
import logging
import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import discord

from bot.history.looks import (
    Sight,
    aloud,
    board_form,
    board_now,
    key_now,
    last_turn,
    scene_now,
)
from bot.referee.service import OpenMatch, Referee
from bot.render import markdown
from bot.render.escape import plain
from bot.render.pages import split
from bot.render.png import PictureError
from bot.render.scene import Scene
from rules.view import View

if TYPE_CHECKING:
    from bot.chat.client import RefereeBot

log = logging.getLogger("referee.discord")

Answer = tuple[list[str], discord.File | None]
"""Messages, and the picture that hangs on the last one."""


async def board_answer(
    bot: "RefereeBot", table: OpenMatch, viewer: int | None, user: int | None
) -> Answer:
    """The board in a few lines and the picture of it; for who hears it, all of it in words.

    `user` is who alone sees the answer; without one everybody does.
    """
    sight = Sight() if user is None else Sight.of(await bot.referee.mail.person(str(user)))
    form, scene = board_form(table), await scene_now(bot.referee, table, viewer)
    if sight.reader and scene is not None:
        return split(plain(aloud(scene))), None
    file = None if form == "text" or scene is None else await picture_of(bot.referee, scene)
    text: str | None = ""
    if form != "picture" or file is None:
        text = board_now(table, viewer, sight, private=user is not None)
    if text is None:
        return own_pages(bot, table, viewer, lambda name: name in ("board", "title")), file
    head = f"**{plain(table.record.name)}** \u00b7 {plain(table.now)}"
    more = own_pages(bot, table, viewer, lambda name: name not in ("board", "key", "title"))
    return split("\n".join(part for part in (head, text, *more) if part)), file


async def key_answer(bot: "RefereeBot", table: OpenMatch, viewer: int | None) -> list[str]:
    """Every unit with its numbers, who changed in this turn first; else the system's own key."""
    before, _ = await last_turn(bot.referee, table)
    grouped = key_now(table, viewer, before)
    return whole_pages(bot, table, viewer, "key") if grouped is None else split(grouped)


def whole_pages(bot: "RefereeBot", table: OpenMatch, viewer: int | None, what: str) -> list[str]:
    """The system's own key, or everything else that it shows."""
    return own_pages(bot, table, viewer, lambda name: (name == "key") == (what == "key"))


def own_pages(
    bot: "RefereeBot", table: OpenMatch, viewer: int | None, shown: Callable[[str], bool]
) -> list[str]:
    """Blocks of the system's own view as messages."""
    view = table.game.view(table.match.state, viewer, "markdown")
    blocks = tuple(block for block in view.blocks if shown(block.name))
    return markdown.messages(View(blocks), bot.config.colour_level)


async def picture_of(referee: Referee, scene: Scene) -> discord.File | None:
    """A picture with its words, drawn beside the event loop; None where none can be drawn."""
    try:
        async with referee.drawing:
            png = await asyncio.to_thread(scene.png)
    except PictureError as problem:
        log.info("no picture: %s", problem)
        return None
    name = re.sub(r"[^a-z0-9]+", "-", scene.name.lower()).strip("-") or "board"
    return discord.File(io.BytesIO(png), f"{name}.png", description=scene.alt)
