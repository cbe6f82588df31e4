"""Between the referee's values and Discord: replies become messages, ids become numbers."""

import io
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import aiohttp
import discord

from bot.outbox import Forbidden, Gone, Later, Letter
from bot.render import reply_text
from bot.render.pages import split
from bot.reply import Reply

if TYPE_CHECKING:
    from bot.client import RefereeBot

log = logging.getLogger("referee.discord")

NOBODY = discord.AllowedMentions.none()
LOOK_BACK = 200
ALREADY_ANSWERED = 40060
DM_CLOSED = 50007
GONE_CODES = (10003, 10004)
"""Unknown channel, unknown server."""


def text_of(answer: Reply | str) -> str:
    """What an answer says, for Discord."""
    return answer if isinstance(answer, str) else reply_text(answer, "markdown")


def file_of(text: str, name: str) -> discord.File:
    """A text as a file to attach."""
    return discord.File(io.BytesIO(text.encode()), name)


async def respond(
    interaction: discord.Interaction[Any],
    answer: Reply | str | Sequence[str],
    ephemeral: bool = True,
    view: discord.ui.View | None = None,
    file: discord.File | None = None,
) -> None:
    """Answer an interaction, deferred or not, with as many messages as it takes.

    A list is sent as it stands, page by page; a text or a reply is split.  The last message
    carries the buttons and the file.
    """
    pages = split(text_of(answer)) if isinstance(answer, Reply | str) else list(answer)
    pages = pages or ["(nothing)"]
    for number, page in enumerate(pages):
        extra: dict[str, Any] = {}
        if number == len(pages) - 1:
            extra = {"view": view} if view is not None else {}
            extra |= {"file": file} if file is not None else {}
        await _say(interaction, page, ephemeral, extra)


async def _say(
    interaction: discord.Interaction[Any], page: str, ephemeral: bool, extra: dict[str, Any]
) -> None:
    try:
        if interaction.response.is_done():
            await interaction.followup.send(
                page, ephemeral=ephemeral, allowed_mentions=NOBODY, **extra
            )
        else:
            await interaction.response.send_message(
                page, ephemeral=ephemeral, allowed_mentions=NOBODY, **extra
            )
    except discord.HTTPException as error:
        if error.code != ALREADY_ANSWERED:
            raise
        log.info("an interaction was answered already, or Discord says so (40060)")
