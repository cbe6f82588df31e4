"""Board, picture and key as an answer to whoever asks for them, by command or by button."""

import io
import logging
import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import discord

from bot.chat.adapt import NOBODY, Sent, only_logged, respond
from bot.history.looks import (
    ViewerLook,
    aloud,
    board_form,
    board_now,
    key_now,
    last_turn,
    scene_now,
)
from bot.referee.service import OpenMatch, Referee
from bot.render import markdown
from bot.render.compact import NOBODY_SEEN, is_empty
from bot.render.pages import split
from bot.render.png import PictureError
from bot.render.scene import Scene
from bot.render.wording import plain
from rules.display.view import View

if TYPE_CHECKING:
    from bot.chat.client import RefereeBot
    from bot.chat.views.base import Interaction

log = logging.getLogger("referee.discord")


async def show_board(
    interaction: "Interaction", table: OpenMatch, viewer: int | None, user: int | None
) -> None:
    """Answer with the board as text at once, and with its picture as soon as it is drawn; for a
    screen reader, with all of it in words.

    `user` is the account that alone sees the answer; None: everybody does.
    """
    bot, private = interaction.client, user is not None
    sight = (
        ViewerLook() if user is None else ViewerLook.of(await bot.referee.mail.person(str(user)))
    )
    form, scene = board_form(table), await scene_now(bot.referee, table, viewer)
    if sight.reader and scene is not None:
        await respond(interaction, split(plain(aloud(scene))), ephemeral=private)
        return
    wanted = scene if form != "text" else None
    file = None
    if wanted is not None and (form == "picture" or bot.referee.easel.has(wanted)):
        file, wanted = await picture_of(bot.referee, wanted), None
    pages = board_pages(bot, table, viewer, sight, private, form == "picture" and file is not None)
    sent = await respond(interaction, pages, ephemeral=private, file=file)
    if wanted is None or sent is None:
        return
    if (file := await picture_of(bot.referee, wanted)) is not None:
        await hang(sent, file)


def board_pages(
    bot: "RefereeBot",
    table: OpenMatch,
    viewer: int | None,
    sight: ViewerLook,
    private: bool,
    is_drawn: bool,
) -> list[str]:
    """The board as compact text, or where there is none as the system itself prints it; without a
    board if the picture is drawn and nothing else is wanted (`is_drawn`)."""
    text = "" if is_drawn else board_now(table, viewer, sight, private=private)
    if text is None and is_empty(table.game, table.state, viewer):
        text = NOBODY_SEEN
    if text is None:
        return own_pages(bot, table, viewer, lambda name: name in ("board", "title"))
    head = f"**{plain(table.record.name)}** \u00b7 {plain(table.now)}"
    more = own_pages(bot, table, viewer, lambda name: name not in ("board", "key", "title"))
    return split("\n".join(part for part in (head, text, *more) if part))


async def hang(sent: Sent, file: discord.File) -> None:
    """Attach a picture to an answer that was sent; if that fails, the answer goes without it."""
    with only_logged(log.warning, "a picture could not be hung"):
        await sent.edit(attachments=[*sent.attachments, file], allowed_mentions=NOBODY)


async def key_answer(bot: "RefereeBot", table: OpenMatch, viewer: int | None) -> list[str]:
    """Every unit with its numbers, those changed in this turn first; else the system's own key."""
    before, _ = await last_turn(bot.referee, table)
    grouped = key_now(table, viewer, before)
    return whole_pages(bot, table, viewer, "key") if grouped is None else split(grouped)


def whole_pages(bot: "RefereeBot", table: OpenMatch, viewer: int | None, what: str) -> list[str]:
    """The system's own view in full: its key, or everything but its key."""
    if what == "board" and is_empty(table.game, table.state, viewer):
        return [f"**{plain(table.record.name)}** \u00b7 {plain(table.now)}\n{NOBODY_SEEN}"]
    return own_pages(bot, table, viewer, lambda name: (name == "key") == (what == "key"))


def own_pages(
    bot: "RefereeBot", table: OpenMatch, viewer: int | None, shown: Callable[[str], bool]
) -> list[str]:
    """The blocks of the system's own view whose names are to be shown, as messages."""
    view = table.game.view(table.state, viewer, "markdown")
    blocks = tuple(block for block in view.blocks if shown(block.name))
    return markdown.messages(View(blocks), bot.config.colour_level)


async def picture_of(referee: Referee, scene: Scene) -> discord.File | None:
    """A picture as a file with its alt text, drawn beside the event loop; None if that fails."""
    try:
        png = await referee.easel.png(scene)
    except PictureError as problem:
        log.info("no picture: %s", problem)
        return None
    name = re.sub(r"[^a-z0-9]+", "-", scene.name.lower()).strip("-") or "board"
    return discord.File(io.BytesIO(png), f"{name}.png", description=scene.alt)
