"""What the commands share: completions, and saying in a match what somebody did to it."""

import logging
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat.adapt import defer
from bot.chat.client import RefereeBot
from bot.doors.suggest import begins, units
from bot.lobby.listing import names
from bot.referee.gate import Caller, no_seat, viewer_of
from bot.referee.service import OpenMatch, RefereeError
from rules import games
from rules.border.game import Game
from rules.line.orders import GM

log = logging.getLogger("referee.discord")

Interaction = discord.Interaction[RefereeBot]
Choices = list[app_commands.Choice[str]]
MatchName = app_commands.Range[str, 1, 60]
Seat = app_commands.Range[int, 1, 20]
EYES = "As which of your seats, if you hold several"
WHICH = "Which match: its name or #number. Left out: the match of this channel."


Work = Callable[[Interaction, str], Awaitable[None]]
"""What is done with a form that was sent, and with what stands behind its name in its id."""


class Part(commands.Cog):
    """Commands and listeners; each adapts, asks a room below, and adapts back."""

    def __init__(self, bot: RefereeBot) -> None:
        super().__init__()
        self.bot = bot
        self.referee = bot.referee

    def forms(self) -> dict[str, Work]:
        """The forms that this part reads, by their names."""
        return {}


def choices(texts: Iterable[str]) -> Choices:
    """Texts as completions; those that are too long to be one are left out."""
    fitting = [text for text in texts if 0 < len(text) <= 100]
    return [app_commands.Choice(name=text, value=text) for text in fitting[:25]]


async def matches(interaction: Interaction, current: str) -> Choices:
    """Matches of this server and one's own, by name."""
    bot = interaction.client
    found = await names(bot.referee, str(interaction.guild_id or ""), bot.caller_of(interaction))
    return choices(begins(found, current))


def match_command(name: str, /, **about: str) -> Callable[[Any], Any]:
    """A command about a match, which is completed by its name; `about` says of the parameters
    besides it what they are."""

    def made(answer: Any) -> Any:
        described = app_commands.describe(match=WHICH, **about)(answer)
        return app_commands.command(name=name)(app_commands.autocomplete(match=matches)(described))

    return made


async def begun(interaction: Interaction, match: str | None) -> tuple[OpenMatch, Caller]:
    """The match and the caller of a command, of which it is said at once that it was heard."""
    await defer(interaction)
    table = await interaction.client.table_here(interaction, match)
    return table, interaction.client.caller_of(interaction)


async def table_or_none(interaction: Interaction, match: str | None) -> OpenMatch | None:
    """The match that is meant, if there is one; a wrong name is said."""
    try:
        return await interaction.client.table_here(interaction, match)
    except RefereeError:
        if match is not None:
            raise
        return None


def eyes(table: OpenMatch, caller: Caller, seat: int | None) -> int | None:
    """Through whose eyes somebody sees a match; of several seats one may be named."""
    if seat is None:
        return viewer_of(table, caller)
    if not table.holds(caller.user, seat):
        raise RefereeError(f"{table.name_of(seat)} is not your seat")
    return seat


async def looked_at(
    interaction: Interaction, match: str | None, seat: int | None = None, share: bool = False
) -> tuple[OpenMatch, int | None]:
    """The match of a command that shows something, and through whose eyes it is shown."""
    await defer(interaction, ephemeral=not share)
    table = await interaction.client.table_here(interaction, match)
    caller = interaction.client.caller_of(interaction)
    return table, None if share else eyes(table, caller, seat)


def playing_seat(table: OpenMatch, caller: Caller, seat: int | None) -> int:
    """The seat that an account gives orders for now."""
    held = table.plays(caller.user)
    if seat is not None and seat not in held:
        raise RefereeError(f"{table.name_of(seat)} is not your seat")
    if not held:
        raise RefereeError(no_seat(table, caller))
    return seat or table.acts_for(caller.user)[0]


def titled(known: Iterable[Game[Any]], current: str) -> Choices:
    """Rule systems by their titles, as far as they go on from what was typed."""
    wanted = current.strip().lower()
    return [
        app_commands.Choice(name=game.title[:100], value=game.id)
        for game in known
        if wanted in game.title.lower() or wanted in game.id
    ][:25]


async def systems(_: Interaction, current: str) -> Choices:
    """The rule systems."""
    return titled(games(), current)


async def seen_here(interaction: Interaction) -> tuple[OpenMatch, int] | None:
    """The match of a half-typed command, and the seat that completions are for."""
    bot = interaction.client
    named = getattr(interaction.namespace, "match", None)
    caller = bot.caller_of(interaction)
    try:
        table = await bot.doors.tables.table_for(str(interaction.channel_id), caller, named or None)
    except RefereeError:
        return None
    seats = table.acts_for(caller.user)
    return table, (seats[0] if seats else GM)


async def own_units(interaction: Interaction, current: str) -> Choices:
    """References of units as one may see them."""
    found = await seen_here(interaction)
    if found is None:
        return []
    table, seat = found
    return choices(begins(units(table, seat or None), current))


async def sentences(interaction: Interaction, current: str) -> Choices:
    """Whole legal orders that go on from what was typed; several orders: the last one."""
    found = await seen_here(interaction)
    if found is None or found[1] == GM:
        return []
    table, seat = found
    before, sign, last = current.rpartition(";")
    start = f"{before}{sign} " if sign else ""
    known = interaction.client.doors.suggestions
    return choices(start + text for text in await known.sentences(table, seat, last))
