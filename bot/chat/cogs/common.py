"""What the commands share: finding match and seat of a command, and completions."""

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
from bot.referee.gate import Caller, check_holds, no_seat, viewer_of
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
"""The handler of a form that was sent; it is given what follows the form's name in its id."""


class BaseCog(commands.Cog):
    """A cog: each of its commands and listeners calls one thing below and shows its answer."""

    def __init__(self, bot: RefereeBot) -> None:
        super().__init__()
        self.bot = bot
        self.referee = bot.referee

    def forms(self) -> dict[str, Work]:
        """The forms that this cog handles, by their names."""
        return {}


def choices(texts: Iterable[str]) -> Choices:
    """Texts as completions, 25 at most; those that are too long to be one are left out."""
    fitting = [text for text in texts if 0 < len(text) <= 100]
    return [app_commands.Choice(name=text, value=text) for text in fitting[:25]]


def called(**names: str) -> Choices:
    """The values that an option takes, each with the name that is shown for it."""
    return [app_commands.Choice(name=name, value=value) for value, name in names.items()]


async def matches(interaction: Interaction, current: str) -> Choices:
    """Completions: the names of the matches of this server and of the caller's own."""
    bot = interaction.client
    found = await names(bot.referee, str(interaction.guild_id or ""), bot.caller_of(interaction))
    return choices(begins(found, current))


def match_command(name: str, /, **about: str) -> Callable[[Any], Any]:
    """Decorator: a command with a `match`, completed by name; `about` describes its other
    parameters."""

    def made(answer: Any) -> Any:
        described = app_commands.describe(match=WHICH, **about)(answer)
        return app_commands.command(name=name)(app_commands.autocomplete(match=matches)(described))

    return made


async def begun(interaction: Interaction, match: str | None) -> tuple[OpenMatch, Caller]:
    """Defer a command; returns its match and its caller.  Raises `RefereeError`."""
    await defer(interaction)
    table = await interaction.client.table_here(interaction, match)
    return table, interaction.client.caller_of(interaction)


async def table_or_none(interaction: Interaction, match: str | None) -> OpenMatch | None:
    """The match that a command means; None if there is none here.  Raises `RefereeError` for a
    wrong name."""
    try:
        return await interaction.client.table_here(interaction, match)
    except RefereeError:
        if match is not None:
            raise
        return None


def eyes(table: OpenMatch, caller: Caller, seat: int | None) -> int | None:
    """The seat through whose eyes the caller sees a match (None: the public view); `seat` chooses
    among several.  Raises `RefereeError` if that is another's."""
    if seat is None:
        return viewer_of(table, caller)
    check_holds(table, caller, seat)
    return seat


async def looked_at(
    interaction: Interaction, match: str | None, seat: int | None = None, share: bool = False
) -> tuple[OpenMatch, int | None]:
    """Defer a command that shows something; returns its match, and the seat through whose eyes it
    is shown (None: the public view).  Raises `RefereeError`."""
    await defer(interaction, ephemeral=not share)
    table = await interaction.client.table_here(interaction, match)
    caller = interaction.client.caller_of(interaction)
    return table, None if share else eyes(table, caller, seat)


def playing_seat(table: OpenMatch, caller: Caller, seat: int | None) -> int:
    """The seat for which the caller gives orders now; `seat` chooses among several.  Raises
    `RefereeError` if they hold none, or not that one."""
    held = table.plays(caller.user)
    if seat is not None and seat not in held:
        raise RefereeError(f"{table.name_of(seat)} is not your seat")
    if not held:
        raise RefereeError(no_seat(table, caller))
    return seat or table.acts_for(caller.user)[0]


def titled(known: Iterable[Game[Any]], current: str) -> Choices:
    """Completions: the systems whose title or id contains what was typed."""
    wanted = current.strip().lower()
    return [
        app_commands.Choice(name=game.title[:100], value=game.id)
        for game in known
        if wanted in game.title.lower() or wanted in game.id
    ][:25]


async def systems(_: Interaction, current: str) -> Choices:
    """Completions: the rule systems."""
    return titled(games(), current)


async def seen_here(interaction: Interaction) -> tuple[OpenMatch, int] | None:
    """The match of a half-typed command, and the seat to complete for; None without one."""
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
    """Completions: the references of units that the caller may see."""
    found = await seen_here(interaction)
    if found is None:
        return []
    table, seat = found
    return choices(begins(units(table, seat or None), current))


async def sentences(interaction: Interaction, current: str) -> Choices:
    """Completions: legal orders with the words that were typed (of several orders, the last)."""
    found = await seen_here(interaction)
    if found is None or found[1] == GM:
        return []
    table, seat = found
    before, sign, last = current.rpartition(";")
    start = f"{before}{sign} " if sign else ""
    known = interaction.client.doors.suggestions
    return choices(start + text for text in await known.sentences(table, seat, last))
