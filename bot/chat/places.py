"""Where a match can be played, and making the thread for it."""

from contextlib import suppress
from typing import Any

import discord

from bot.chat.adapt import NET_TROUBLE
from bot.chat.views.base import Interaction
from bot.referee.service import OpenMatch, RefereeError

NOT_HERE = "a match needs a text channel, a thread or a forum post: say it again in one"


def check_can_be_home(channel: Any, public: bool) -> None:
    """Raise `RefereeError` if a match cannot be played in this channel or in a thread below it."""
    if isinstance(channel, discord.DMChannel):
        if public:
            return
    elif not isinstance(channel, discord.TextChannel | discord.Thread):
        raise RefereeError(NOT_HERE)
    elif not public and is_open_to_all(channel):
        raise RefereeError(
            "everybody can read this channel: make a members-only match in a private thread or a "
            "channel that only its members see"
        )


def is_open_to_all(channel: discord.TextChannel | discord.Thread) -> bool:
    """May every member of the server read here?"""
    if isinstance(channel, discord.Thread):
        parent = channel.parent
        if channel.type is discord.ChannelType.private_thread or parent is None:
            return False
        return parent.permissions_for(channel.guild.default_role).view_channel
    return channel.permissions_for(channel.guild.default_role).view_channel


async def settle(interaction: Interaction, table: OpenMatch, beside: bool = False) -> Any:
    """Give a match its thread; if that fails, the match is deleted."""
    bot = interaction.client
    try:
        home = await home_for(interaction, table.record.name, beside)
        await bot.settle(table, home, interaction.id, interaction.guild_id)
    except Exception:
        await bot.referee.store.delete(table.record.id, bot.referee.timestamp())
        raise
    return home


async def home_for(interaction: Interaction, name: str, beside: bool = False) -> Any:
    """The thread where a command was given, or a new one in the channel (`beside`: next to that
    thread); a DM as it is.  Raises `RefereeError`."""
    channel = usual_home(interaction)
    if beside and isinstance(channel, discord.Thread):
        channel = channel.parent
    if isinstance(channel, discord.DMChannel):
        return channel
    if isinstance(channel, discord.Thread):
        mail = interaction.client.referee.mail
        if await mail.place_at(str(channel.id)) is not None:
            raise RefereeError("another match is played in this thread already")
        return channel
    if not isinstance(channel, discord.TextChannel):
        raise RefereeError(NOT_HERE)
    try:
        return await channel.create_thread(name=name[:100], type=discord.ChannelType.public_thread)
    except discord.Forbidden as error:
        raise RefereeError(
            "I may not make a thread here: give me Create Public Threads and Send Messages in "
            "Threads, or say it again in a thread (/setup check names what is missing)"
        ) from error


def usual_home(interaction: Interaction) -> Any:
    """The channel that the server has chosen for its matches, if the command was given in a text
    channel that everybody can read; else the channel of the command."""
    said, guild = interaction.channel, interaction.guild
    home = interaction.client.habits.of(str(interaction.guild_id or "")).home
    if not home or guild is None or not isinstance(said, discord.TextChannel):
        return said
    found = guild.get_channel(int(home))
    usual = isinstance(found, discord.TextChannel) and is_open_to_all(said)
    return found if usual else said


async def bring(home: Any, user: str) -> None:
    """Add an account to a thread, so that it finds it; a failure is ignored."""
    if isinstance(home, discord.Thread) and user.isdecimal():
        with suppress(*NET_TROUBLE):
            await home.add_user(discord.Object(int(user)))
