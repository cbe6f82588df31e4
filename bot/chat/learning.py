"""`/setup words`, `/setup learning`: a server teaches its matches words; where it wants, the reader
learns from play, and the players are told."""

import asyncio
from typing import TYPE_CHECKING

import discord

from bot.chat.adapt import NET_TROUBLE
from bot.chat.views.base import Interaction
from bot.doors.learning import ENDED, TOLD, Names
from bot.referee.gate import OPEN, check_manages_server, status
from bot.referee.open_match import needed
from bot.referee.service import OpenMatch, RefereeError
from bot.referee.settings import change_settings
from bot.render.wording import plain
from bot.store import PhraseStore
from rules.display.words import counted

if TYPE_CHECKING:
    from bot.chat.client import RefereeBot

NO_WORDS = (
    "This server has taught no words. `/setup words phrase: the big guy means: WR1` teaches, for "
    "who manages it or has its GM role."
)
ON = "on"
NOW_ON = (
    "From now on I learn from play on this server: where I offer what somebody may have meant, I "
    "keep what was typed and what became of it, without names. {told} `/setup learning on: False` "
    "ends it, and erases what was kept."
)
NOW_OFF = "I do not learn from play on this server. {gone} erased."


async def change_words(interaction: Interaction, phrase: str, means: str, remove: str) -> str:
    """Teach the server a phrase, forget one, or (all empty) list what it has been taught. Everybody
    there may list, its managers and GMs may teach.  Raises `RefereeError`."""
    bot = interaction.client
    guild = needed(interaction.guild_id, "these words belong to a server: say this there")
    caller, words = bot.caller_of(interaction), bot.referee.server_words
    bot.looking.check(caller.user)
    if not (phrase or means or remove):
        known = [f"- {plain(said)} = {plain(meant)}" for said, meant in words.of(str(guild))]
        return "\n".join(("Every match of this server knows:", *known)) if known else NO_WORDS
    if not (caller.manager or caller.referee_role):
        raise RefereeError("only someone who manages the server, or has its GM role, may do that")
    if remove:
        if phrase or means:
            raise RefereeError("one thing at a time: remove, or phrase and means")
        return f"This server has forgotten: {plain(await words.forget(str(guild), remove))}"
    said, meant = await words.teach(str(guild), phrase, means)
    return f"In every match of this server: {plain(said)} = {plain(meant)}"


async def change_learning(interaction: Interaction, on: bool) -> str:
    """Switch learning from play on or off for a server; returns the answer.  Raises `RefereeError`
    unless the caller manages the server."""
    bot = interaction.client
    guild = needed(interaction.guild_id, "matches of a server teach: say this there")
    caller = bot.caller_of(interaction)
    bot.looking.check(caller.user)
    check_manages_server(caller)
    await bot.habits.change(str(guild), learning=ON if on else "")
    known = [one for one in await bot.referee.store.all() if one.settings.server == str(guild)]
    told = 0
    for record in known:
        if record.settings.learning is not on:
            told += await change(bot, f"#{record.id}", on)
    if on:
        matches = counted(told, "match", "matches")
        return NOW_ON.format(told=f"The players of {matches} are told, and those of new ones.")
    gone = await PhraseStore(bot.referee.store.database).erase([one.id for one in known])
    verb = "is" if gone == 1 else "are"
    return NOW_OFF.format(gone=f"{counted(gone, 'phrase', 'phrases')} {verb}")


async def change(bot: "RefereeBot", match: str, on: bool) -> bool:
    """Switch learning on or off for a match, after telling its players; returns whether they were
    told.  In a match that is over, or played nowhere, they are not, and it is not switched on."""
    try:
        table = await bot.referee.open(match)
    except RefereeError:
        return False
    place = await bot.referee.mail.place_of(table.record.id)
    goes_on = place is not None and not table.is_over
    if goes_on:
        said = TOLD if on else ENDED
        await bot.referee.mail.notice(table.record.id, table.last, "public", said)
    if goes_on or not on:
        await change_settings(bot.referee, table, learning=on)
        bot.changed(table)
    return goes_on


async def settled(bot: "RefereeBot", table: OpenMatch) -> None:
    """A match has got its channel: switch learning on if its server wants that.  Before the start
    the posts for its players show it; in the middle of play it is announced."""
    settings = table.record.settings
    if settings.learning or not bot.habits.of(settings.server).learning:
        return
    if status(table) == OPEN:
        await change_settings(bot.referee, table, learning=True)
    else:
        await change(bot, f"#{table.record.id}", True)


async def names_in(bot: "RefereeBot", table: OpenMatch, user: str) -> Names | None:
    """The names of everybody at a match and of `user`, each with the name of the seat that is to
    replace it; None where Discord does not tell them."""
    server = table.record.settings.server
    guild = bot.get_guild(int(server)) if server.isdecimal() else None
    seats = {who: table.name_of(seat) for seat, who in reversed(table.record.seats)}
    people = {user: table.name_of(0), **seats}
    accounts = [who for who in people if who.isdecimal()]
    try:
        found = await asyncio.gather(*(_names(bot, guild, int(who)) for who in accounts))
    except NET_TROUBLE:
        return None
    return {name: people[who] for who, names in zip(accounts, found, strict=True) for name in names}


async def _names(bot: "RefereeBot", guild: discord.Guild | None, user: int) -> list[str]:
    """The names of an account: its nickname on a server, its display name, its user name."""
    person: discord.Member | discord.User | None = None
    try:
        person = await guild.fetch_member(user) if guild is not None else None
    except discord.NotFound:
        person = None
    person = person or await bot.fetch_user(user)
    nick = person.nick if isinstance(person, discord.Member) else None
    return [one for one in (nick, person.global_name, person.name) if one]
