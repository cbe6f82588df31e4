"""`/match new` and `/match practice`: a match is made and gets its thread."""

from contextlib import suppress
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.cases.starter import deal
from bot.chat.adapt import NET_TROUBLE, NOBODY, respond
from bot.chat.client import RefereeBot
from bot.chat.cogs import places
from bot.chat.cogs.common import Interaction, MatchName, defer, systems
from bot.chat.sparring import SETTING as OPPONENTS
from bot.chat.sparring import levels_of
from bot.chat.views.forms import NewMatch, one
from bot.chat.views.seats import gathering
from bot.doors.pace import Pace
from bot.lobby import lobby
from bot.lobby.welcome import first_note
from bot.opponents import LEVELS
from bot.referee.clock import PRACTICE
from bot.referee.gate import OPEN, status
from bot.referee.service import Referee, RefereeError, Table
from bot.referee.settings import change_settings
from bot.render.escape import plain
from rules import GAMES
from rules.flow import seat_name
from rules.game import GM

LEVEL_CHOICES = [app_commands.Choice(name=level, value=level) for level in LEVELS]
AUDIENCES = [
    app_commands.Choice(name="everybody may watch", value="public"),
    app_commands.Choice(name="members only", value="members"),
]


class Making(commands.Cog):
    """The part of `/match` that makes matches."""

    bot: RefereeBot
    referee: Referee
    making: Pace

    @app_commands.command(name="new")
    @app_commands.describe(
        name="What the match is called. Left out, a form asks for everything.",
        system="The rule system",
        opponent="Who plays against you; left out: whoever joins first",
        gm="Who referees what no rule says; left out: nobody",
        options="House rules: name=value name=value",
        audience="Who may watch",
    )
    @app_commands.choices(audience=AUDIENCES)
    @app_commands.autocomplete(system=systems)
    async def new(
        self,
        interaction: Interaction,
        name: MatchName | None = None,
        system: app_commands.Range[str, 1, 40] | None = None,
        opponent: discord.User | None = None,
        gm: discord.User | None = None,
        options: app_commands.Range[str, 1, 500] | None = None,
        audience: str = "public",
    ) -> None:
        """Make a match; it gets a thread of its own here."""
        places.check_can_be_home(interaction.channel, audience == "public")
        if name is None:
            await interaction.response.send_modal(NewMatch(audience, system))
            return
        given = {"name": [name], "system": [system or GAMES[0].id], "options": [options or ""]}
        given |= {"opponent": [str(opponent.id)] if opponent else []}
        given |= {"gm": [str(gm.id)] if gm else []}
        await self.make(interaction, given, audience)

    async def make(
        self, interaction: Interaction, given: dict[str, list[str]], audience: str
    ) -> None:
        """A match from a filled-in form."""
        places.check_can_be_home(interaction.channel, audience == "public")
        await defer(interaction)
        caller = self.bot.caller_of(interaction)
        self.making.check(caller.user)
        name = one(given, "name") or ""
        table = await lobby.new_match(
            self.referee,
            name,
            one(given, "system") or GAMES[0].id,
            read_options(one(given, "options") or ""),
            caller,
            one(given, "gm"),
            one(given, "opponent"),
            audience,
            str(interaction.guild_id or ""),
        )
        home = await self.settle(interaction, table)
        await self.greet(home, table)
        where = "" if home.id == interaction.channel_id else f" It is played in <#{home.id}>."
        await respond(interaction, f"Match **{plain(table.record.name)}** is made.{where}")
        if note := await first_note(self.referee, table, caller.user, 1, self.bot.content):
            await respond(interaction, note)

    async def settle(self, interaction: Interaction, table: Table) -> Any:
        """A thread for a match; without one there is no match either."""
        try:
            home = await places.home_for(interaction, table.record.name)
            await self.bot.settle(table, home, interaction.id, interaction.guild_id)
        except Exception:
            await self.referee.store.delete(table.record.id, self.referee.timestamp())
            raise
        return home

    async def greet(self, home: Any, table: Table) -> None:
        """The first post: who sits where, and the buttons to join and to start."""
        with suppress(*NET_TROUBLE):
            view = gathering(table.record.id)
            made = await home.send(self.gathering_text(table), view=view)
            await self.referee.mail.note(table.record.id, {"gathering": str(made.id)})
        for _, user in table.record.seats:
            await places.bring(home, user)

    async def gathered(self, table: Table) -> None:
        """Somebody came or went, or the match has begun: the first post says so."""
        place = await self.referee.mail.place_of(table.record.id)
        message = place.details.get("gathering") if place is not None else None
        if place is None or not message:
            return
        home = self.bot.get_partial_messageable(int(place.channel))
        view = gathering(table.record.id) if status(table) == OPEN else None
        with suppress(*NET_TROUBLE):
            post = home.get_partial_message(int(message))
            text = self.gathering_text(table)
            await post.edit(content=text, view=view, allowed_mentions=NOBODY)

    def gathering_text(self, table: Table) -> str:
        """Which match, who sits where, and how one comes in, while one can."""
        if status(table) != OPEN:
            title = f"**{plain(table.record.name)}** \u00b7 {plain(table.game.title)} has begun."
            return "\n".join((title, *self.seat_lines(table)))
        lines = [
            f"**{plain(table.record.name)}** \u00b7 {plain(table.game.title)} gathers its players.",
            *self.seat_lines(table),
            f"The dice are fixed by a secret seed whose SHA-256 is `{table.uid}`; before the start "
            "each seat may mix in words of its own: `/match salt`.",
            "`/match join` or the button takes a free seat, `/match start` begins.",
        ]
        return "\n".join(lines)

    def seat_lines(self, table: Table) -> list[str]:
        """Who holds which seat."""
        held = {seat: user for seat, user in table.record.seats if seat != GM}
        lines = []
        for seat in table.game.seats(table.record.options):
            lines.append(f"{seat_name(seat)}: {person(held.get(seat))}")
        referees = [person(user) for seat, user in table.record.seats if seat == GM]
        return [*lines, f"GM: {', '.join(referees) or 'nobody'}"]

    @app_commands.command(name="practice")
    @app_commands.describe(
        system="The rule system",
        opponent="Who plays army 2; left out, or where a system has no opponent: you do",
    )
    @app_commands.autocomplete(system=systems)
    @app_commands.choices(opponent=LEVEL_CHOICES)
    async def practice(
        self,
        interaction: Interaction,
        system: app_commands.Range[str, 1, 40] | None = None,
        opponent: str | None = None,
    ) -> None:
        """A ready-made battle against yourself, or against the machine."""
        places.check_can_be_home(interaction.channel, public=True)
        await defer(interaction)
        caller = self.bot.caller_of(interaction)
        self.making.check(caller.user)
        chosen = system or GAMES[0].id
        name = await self.free_name("practice")
        other = rival(chosen, opponent) or caller.user
        table = await lobby.new_match(self.referee, name, chosen, {}, caller, caller.user, other)
        if opponent is not None:
            await change_settings(self.referee, table, {OPPONENTS: f"2:{opponent}"})
        if len(table.game.seats(table.record.options)) > 2:
            for seat in lobby.free_seats(table):
                await lobby.join(self.referee, table, caller, seat)
        home = await self.settle(interaction, table)
        await places.bring(home, caller.user)
        await lobby.start(self.referee, table, caller)
        await self.bot.announcer.open_match(table)
        await deal(self.referee, table)
        self.bot.changed(table)
        seats = ", ".join(f"`{one}> ...`" for one in table.seats_of(caller.user) if one)
        both = "You are both armies and the GM" if opponent is None else "You are army 1 and the GM"
        await respond(
            interaction,
            f"Your battle is ready in <#{home.id}>. {both}: begin a line with {seats} or "
            "`gm> ...`. `/help` shows what you can type.",
        )

    async def free_name(self, wanted: str) -> str:
        """A name that no match has yet."""
        name, number = wanted, 1
        while await self.referee.store.find(name) is not None:
            number += 1
            name = f"{wanted} {number}"
        return name


def rival(system: str, level: str | None) -> str | None:
    """The account that an opponent plays under.  Raises `RefereeError` if there is none."""
    if level is None:
        return None
    game = next((game for game in GAMES if game.id == system), None)
    if game is not None and level not in levels_of(game):
        raise RefereeError(f"{game.title} has no opponent that could play you: leave it out")
    return PRACTICE


def person(user: str | None) -> str:
    """An account as Discord shows it; nobody is called by it."""
    if user is None:
        return "free"
    return f"<@{user}>" if user.isdecimal() else plain(user)


def read_options(text: str) -> dict[str, str]:
    """`gold=1500 engaged=strict`, one per line or in one.  Raises `RefereeError`."""
    found = {}
    for word in text.replace(",", " ").split():
        name, sign, value = word.partition("=")
        if not sign or not name or not value:
            raise RefereeError(f"{word[:40]!r} is no house rule; write name=value")
        found[name] = value
    return found
