"""Saying that a command was heard, and in a match what somebody did to it."""

from typing import Any

from bot.chat.adapt import respond
from bot.chat.views.base import Interaction
from bot.referee.service import OpenMatch
from bot.store import Kind


async def tell(
    interaction: Interaction,
    table: OpenMatch,
    text: str,
    private: str = "",
    kind: Kind = "",
    pings: tuple[int, ...] = (),
    **more: Any,
) -> None:
    """Say in a match's own channel what was done to it, and to whoever did it that it is done.

    The public word goes through the outbox, so that it is said once whatever happens.
    """
    bot = interaction.client
    number = table.match.links[-1].number
    await bot.referee.mail.notice(table.record.id, number, "public", text, kind, pings)
    await respond(interaction, text, **more)
    if private:
        await respond(interaction, private, ephemeral=True)
    bot.changed(table)


async def defer(interaction: Interaction, ephemeral: bool = True) -> None:
    """Say at once that the command was heard."""
    if not interaction.response.is_done():
        await interaction.response.defer(ephemeral=ephemeral, thinking=True)
