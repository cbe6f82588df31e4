"""What the commands share: finding match and seat of a command, and completions."""

import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import replace
from functools import wraps
from inspect import Signature, signature
from typing import Any, TypeVar

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat.adapt import defer, respond, tell
from bot.chat.client import RefereeBot
from bot.doors.suggest import begins, units
from bot.lobby.listing import names
from bot.match.reply import Reply
from bot.referee.gate import Caller, check_holds, check_is_gm, no_seat, viewer_of
from bot.referee.service import OpenMatch, RefereeError
from rules import games
from rules.border.game import Game
from rules.line.frozen import Frozen
from rules.line.orders import GM

log = logging.getLogger("referee.discord")
T = TypeVar("T")

Interaction = discord.Interaction[RefereeBot]
Choices = list[app_commands.Choice[str]]
MatchName = app_commands.Range[str, 1, 60]
Seat = app_commands.Range[int, 1, 20]
EntryNumber = app_commands.Range[int, 0, 1_000_000]
Short = app_commands.Range[str, 1, 60]
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


class MatchRequest(Frozen):
    """A command about a match, and who gave it.  `viewer` is the seat through whose eyes they look
    (None: the public view), `seat` the one that they play, where the command asks for these; it is
    `shared` if everybody sees the answer."""

    interaction: Interaction
    table: OpenMatch
    caller: Caller
    viewer: int | None = None
    seat: int = 0
    shared: bool = False

    async def respond(self, answer: Reply | str | Sequence[str], **more: Any) -> None:
        """Answer whoever gave the command, or everybody if it is shared."""
        await respond(self.interaction, answer, ephemeral=not self.shared, **more)

    async def locked(self, work: Callable[..., Awaitable[T]], *about: Any) -> T:
        """Do what the caller asks for, while nobody else writes to the match."""
        async with self.table.lock:
            return await work(self.interaction.client.referee, self.table, self.caller, *about)

    async def tell(self, text: str, **more: Any) -> None:
        """Announce it in the match's own channel, and answer."""
        await tell(self.interaction, self.table, text, **more)


Finds = Callable[..., Awaitable[MatchRequest]]
"""Finds the match of a command; its parameters, but for the interaction, are options."""


def match_command(name: str, /, finds: Finds | None = None, **about: str) -> Callable[[Any], Any]:
    """Decorator: a command with a `match`, completed by name; `about` describes its other options.
    With `finds` it is given the `MatchRequest` that this returns, not the interaction."""

    def made(answer: Any) -> Any:
        answer = answer if finds is None else finding(finds, answer)
        described = app_commands.describe(match=WHICH, **about)(answer)
        return app_commands.command(name=name)(app_commands.autocomplete(match=matches)(described))

    return made


def finding(finds: Finds, answer: Any) -> Any:
    """A command that finds its match before it answers.  Its options are the parameters of `answer`
    behind the request, then those of `finds`."""
    _, *asked = signature(finds).parameters.values()
    itself, request, *own = signature(answer).parameters.values()

    @wraps(answer)
    async def run(cog: BaseCog, interaction: Interaction, **given: Any) -> None:
        found = await finds(interaction, **{one.name: given.pop(one.name) for one in asked})
        await answer(cog, found, **given)

    command: Any = run
    command.__signature__ = Signature([itself, request, *own, *asked])
    return command


async def at_hand(interaction: Interaction, match: MatchName | None = None) -> MatchRequest:
    """A command that is not deferred, so that a form may be its answer.  Raises `RefereeError`."""
    table = await interaction.client.table_here(interaction, match)
    return MatchRequest(interaction, table, interaction.client.caller_of(interaction))


async def begun(interaction: Interaction, match: MatchName | None = None) -> MatchRequest:
    """A command, deferred.  Raises `RefereeError`."""
    await defer(interaction)
    return await at_hand(interaction, match)


async def by_gm(interaction: Interaction, match: MatchName | None = None) -> MatchRequest:
    """A GM's command, deferred.  Raises `RefereeError` for others."""
    asked = await begun(interaction, match)
    check_is_gm(asked.table, asked.caller)
    return asked


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


async def looking(
    interaction: Interaction, match: MatchName | None = None, seat: Seat | None = None
) -> MatchRequest:
    """A command that shows something, deferred.  Raises `RefereeError`."""
    asked = await begun(interaction, match)
    return replace(asked, viewer=eyes(asked.table, asked.caller, seat))


async def looking_or_sharing(
    interaction: Interaction,
    match: MatchName | None = None,
    seat: Seat | None = None,
    share: bool = False,
) -> MatchRequest:
    """As `looking`, or for everybody (`share`), who see the public view."""
    await defer(interaction, ephemeral=not share)
    asked = await at_hand(interaction, match)
    viewer = None if share else eyes(asked.table, asked.caller, seat)
    return replace(asked, viewer=viewer, shared=share)


async def playing(
    interaction: Interaction, match: MatchName | None = None, seat: Seat | None = None
) -> MatchRequest:
    """A command of a player, deferred.  Raises `RefereeError`."""
    asked = await begun(interaction, match)
    return replace(asked, seat=playing_seat(asked.table, asked.caller, seat))


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


def named_here(known: Callable[[OpenMatch, int | None], Sequence[str]]) -> Any:
    """Completions: what is `known` by name in the match, as far as the caller may see it."""

    async def complete(interaction: Interaction, current: str) -> Choices:
        found = await seen_here(interaction)
        return choices(begins(known(found[0], found[1] or None), current)) if found else []

    return complete


own_units = named_here(units)
"""Completions: the references of units."""


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
