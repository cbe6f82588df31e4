"""Making matches on Discord: with thread and greeting, or as a practice battle with armies."""

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord

from bot.cases.starter import deal
from bot.chat import places
from bot.chat.adapt import NET_TROUBLE, defer, respond
from bot.chat.sparring import levels_of, opponents_of
from bot.chat.views.base import Interaction
from bot.doors.pace import Pace
from bot.lobby import lobby
from bot.lobby.draft import MatchDraft
from bot.lobby.welcome import first_note
from bot.referee.clock import PRACTICE
from bot.referee.service import OpenMatch, Referee, RefereeError
from bot.referee.settings import change_settings
from bot.render.wording import plain
from rules import games

if TYPE_CHECKING:
    from bot.chat.client import RefereeBot


# --- practice battles -----------------------------------------------------------------------------


async def make_practice(
    interaction: Interaction, system: str, level: str | None, seat: int = 1, beside: bool = False
) -> None:
    """Make a ready-made battle in which the caller plays `seat`; without a `level`, all seats.

    `beside`: in a thread of its own, next to that of the battle before.
    """
    bot, referee = interaction.client, interaction.client.referee
    caller = bot.caller_of(interaction)
    bot.founding.pace.check(caller.user)
    other = rival(system, level) or caller.user
    name = await free_name(referee, "practice")
    made = caller, caller.user, other
    table = await lobby.new_match(referee, name, system, {}, *made, seat=seat)
    board = bot.habits.of(str(interaction.guild_id or "")).board
    opponents = () if level is None else ((3 - seat, level),)
    settings = replace(table.record.settings, board=board, opponents=opponents)
    if settings != table.record.settings:
        await change_settings(referee, table, settings)
    if len(table.seats) > 2:
        for free in table.free:
            await lobby.join(referee, table, caller, free)
    home = await places.settle(interaction, table, beside)
    try:
        await places.bring(home, caller.user)
        await deal(referee, table)
        await lobby.start(referee, table, caller)
        await bot.announcer.open_match(table)
    except Exception:
        await take_back(interaction, table, home)
        raise
    bot.changed(table)
    seats = ", ".join(f"`{one}> ...`" for one in table.plays(caller.user))
    who = "both armies" if level is None else table.name_of(seat)
    await respond(
        interaction,
        f"Your battle is ready in <#{home.id}>. You are {who} and the GM: begin a line with "
        f"{seats} or `gm> ...`. `/help` shows what you can type.",
    )


async def take_back(interaction: Interaction, table: OpenMatch, home: Any) -> None:
    """Delete a battle that could not be set up, and the thread that was made for it; a thread that
    may not be deleted says so and is archived."""
    bot, referee = interaction.client, interaction.client.referee
    await referee.store.delete(table.record.id, referee.timestamp())
    await referee.mail.vacate(table.record.id)
    bot.changed(table)
    if not isinstance(home, discord.Thread) or home.id == interaction.channel_id:
        return
    try:
        await home.delete()
    except NET_TROUBLE:
        with suppress(*NET_TROUBLE):
            await home.send("This battle could not be made ready: nothing is played here.")
            await home.edit(archived=True)


async def free_name(referee: Referee, wanted: str) -> str:
    """A name that no match has yet."""
    name, number = wanted, 1
    while await referee.store.find(name) is not None:
        number += 1
        name = f"{wanted} {number}"
    return name


def rival(system: str, level: str | None) -> str | None:
    """The account that an opponent plays under; None without a level.  Raises `RefereeError` if the
    system has no such opponent."""
    if level is None:
        return None
    game = next((game for game in games() if game.id == system), None)
    if game is not None and level not in levels_of(game):
        raise RefereeError(f"{game.title} has no opponent that could play you: leave it out")
    return PRACTICE


async def once_more(interaction: Interaction, table: OpenMatch) -> None:
    """Play the practice battle of a finished match again, with sides changed.

    Raises `RefereeError` unless the caller played it against the machine.
    """
    seats = table.plays(interaction.client.caller_of(interaction).user)
    ((machine, level),) = tuple(opponents_of(table).items()) or ((0, ""),)
    if not seats or not machine or len(seats) > 1:
        raise RefereeError("this is for whoever played the machine here; others: /match practice")
    await make_practice(interaction, table.game.id, level, machine, beside=True)


# --- matches with a thread and a greeting ---------------------------------------------------------


class Founding:
    """Makes matches for commands, forms and buttons; `pace` limits how many an account makes."""

    def __init__(self, bot: "RefereeBot") -> None:
        self.bot = bot
        self.referee = bot.referee
        self.pace = Pace(burst=10, every=60.0)

    async def make(
        self,
        interaction: discord.Interaction[Any],
        draft: MatchDraft,
        rules: dict[str, str],
        audience: str,
    ) -> None:
        """Make a match with its thread, its greeting, and a note for newcomers.  Raises
        `RefereeError` where no match can be played."""
        places.check_can_be_home(interaction.channel, audience == "public")
        await defer(interaction)
        caller = self.bot.caller_of(interaction)
        self.pace.check(caller.user)
        guild = str(interaction.guild_id or "")
        people = (caller, draft.gm or None, draft.opponent or None)
        table = await lobby.new_match(
            self.referee, draft.name, draft.system, rules, *people, audience, guild
        )
        await change_settings(self.referee, table, draft.applied(table.record.settings))
        home = await places.settle(interaction, table)
        await self.bot.seating.greet(home, table)
        where = "" if home.id == interaction.channel_id else f" It is played in <#{home.id}>."
        await respond(interaction, f"Match **{plain(table.record.name)}** is made.{where}")
        if note := await first_note(self.referee, table, caller.user, 1, self.bot.content):
            await respond(interaction, note)
