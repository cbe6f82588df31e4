"""`/match`: make, join, start, pause, hand over and delete a match."""

import asyncio
from contextlib import suppress
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat import places
from bot.chat.adapt import NET_TROUBLE, defer, respond
from bot.chat.cogs.common import (
    BaseCog,
    Interaction,
    MatchName,
    MatchRequest,
    Seat,
    Work,
    at_hand,
    begun,
    called,
    choices,
    match_command,
    matches,
    systems,
)
from bot.chat.founding import make_practice
from bot.chat.seating import person, seat_lines
from bot.chat.views import forms
from bot.chat.views.draft import draft_panel, typed
from bot.chat.views.replay import send_export
from bot.lobby import consent, lobby, removal
from bot.lobby.draft import BOARD, WATCHERS, MatchDraft, draft_text
from bot.lobby.listing import open_lines, server_lines, waiting_lines
from bot.referee.clock import seats_text
from bot.referee.gate import is_public
from bot.referee.open_match import check_name
from bot.referee.service import RefereeError
from bot.render.wording import plain
from rules import games
from rules.border.game import LEVELS

# Making a match, with its thread.


LEVEL_CHOICES = choices(LEVELS)
AUDIENCES = called(public="everybody may watch", members="members only")


def read_options(text: str) -> dict[str, str]:
    """Read house rules: `gold=1500 engaged=strict`, in one line or several.  Raises
    `RefereeError`."""
    found = {}
    for word in text.replace(",", " ").split():
        name, sign, value = word.partition("=")
        if not sign or not name or not value:
            raise RefereeError(f"{word[:40]!r} is no house rule; write name=value")
        found[name] = value
    return found


LISTS = called(
    here="the matches of this server",
    mine="my matches, everywhere",
    open="open seats of this server",
)


ALSO = "`/match take-seat`, also under `/match list which: open`"
FREE = "Which seat; left out: the first free one"
SEVERAL = "Which seat, if you hold several"


class Lobby(
    BaseCog, commands.GroupCog, name="match", description="Matches: make, join, start, list"
):
    """Each command calls one thing of the lobby and shows its answer."""

    # --- making ---------------------------------------------------------------------------------

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
            await interaction.response.send_modal(forms.new_match(audience, system))
            return
        given = {"name": [name], "system": [system or games()[0].id], "options": [options or ""]}
        given |= {"opponent": [str(opponent.id)] if opponent else []}
        given |= {"gm": [str(gm.id)] if gm else []}
        await self.make(interaction, given, audience)

    async def make(
        self, interaction: Interaction, given: dict[str, list[str]], audience: str
    ) -> None:
        """Make a match from a filled-in form, or show its draft if options are to be chosen."""
        draft = MatchDraft(
            forms.one(given, "name") or "",
            forms.one(given, "system") or games()[0].id,
            forms.one(given, "opponent") or "",
            forms.one(given, "gm") or "",
        )
        if any(game.id == draft.system for game in games()):
            habits = self.bot.habits.of(str(interaction.guild_id or ""))
            draft = draft.choosing(BOARD, habits.board)
        if forms.one(given, "rules") == forms.CHOOSE:
            check_name(draft.name)
            draft = draft.choosing(WATCHERS, audience)
            await defer(interaction)
            await respond(interaction, draft_text(draft), view=draft_panel(draft))
            return
        rules = read_options(forms.one(given, "options") or "")
        await self.bot.founding.make(interaction, draft, rules, audience)

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
        await make_practice(interaction, system or games()[0].id, opponent)

    # --- seats ----------------------------------------------------------------------------------

    @match_command("join", seat=FREE)
    async def join(
        self, interaction: Interaction, seat: Seat | None = None, match: MatchName | None = None
    ) -> None:
        """Take a free seat."""
        await self.bot.seating.join(interaction, match, seat)

    @match_command("take-seat", seat=FREE)
    async def take_seat(
        self, interaction: Interaction, seat: Seat | None = None, match: MatchName | None = None
    ) -> None:
        """Take over a seat that was opened for a substitute."""
        await self.bot.seating.join(interaction, match, seat)

    @match_command("leave", begun)
    async def leave(self, asked: MatchRequest) -> None:
        """Give up your seat; somebody else may take it."""
        seats = await asked.locked(lobby.leave)
        await self.bot.seating.gathered(asked.table)
        await asked.tell(f"{seats_text(asked.table, seats)} is free: {ALSO}.", kind="seat")

    @match_command("open-seat", begun, seat="The seat that somebody else may take")
    async def open_seat(self, asked: MatchRequest, seat: Seat) -> None:
        """Free a seat for a substitute (the GM any, a player their own)."""
        await asked.locked(lobby.open_seat, seat)
        name = asked.table.name_of(seat)
        await asked.tell(f"{name} looks for a substitute: {ALSO}.", kind="seat")

    @match_command("hand-over", begun, to="The new GM")
    async def hand_over(self, asked: MatchRequest, to: discord.User) -> None:
        """Make somebody else the GM (for the GM; without one, for who manages the server)."""
        await asked.locked(lobby.name_gm, str(to.id))
        await asked.tell(f"The GM is now {person(str(to.id))}.")

    @match_command("salt", begun, words="Any words of your own", seat=SEVERAL)
    async def salt(
        self,
        asked: MatchRequest,
        words: app_commands.Range[str, 1, 200],
        seat: app_commands.Range[int, 1, 99] | None = None,
    ) -> None:
        """Mix words of your own into the dice, before the match starts."""
        chosen = await lobby.salt(self.referee, asked.table, asked.caller, seat, words)
        given = plain(dict(asked.table.record.settings.salts)[str(chosen)])
        await asked.tell(f"{asked.table.name_of(chosen)} mixes into the dice: \u201c{given}\u201d")

    # --- life -----------------------------------------------------------------------------------

    @match_command("start")
    async def start(self, interaction: Interaction, match: MatchName | None = None) -> None:
        """Begin: orders count from now on."""
        await self.bot.seating.start(interaction, match)

    @match_command("autopass", begun, on="Do phases pass in which nobody can do anything?")
    async def autopass(self, asked: MatchRequest, on: bool) -> None:
        """Let phases pass by themselves, or end each by hand."""
        await asked.locked(lobby.let_pass, on)
        await self.referee.pass_idle(asked.table)
        how = "pass by themselves" if on else "are ended by hand"
        await asked.tell(f"Phases in which nobody can do anything {how}.")

    @match_command("pause", begun)
    async def pause(self, asked: MatchRequest) -> None:
        """Let the match rest: no orders until it is resumed."""
        await asked.locked(lobby.pause)
        await asked.tell("The match is paused: `/match resume`.")

    @match_command("resume", begun)
    async def resume(self, asked: MatchRequest) -> None:
        """Go on with a match that was paused."""
        await asked.locked(lobby.resume)
        await asked.tell("The match goes on.")

    @match_command("delete", at_hand)
    async def delete(self, asked: MatchRequest) -> None:
        """Put a match away for good; a form asks for its name first."""
        lobby.check_may_put_away(asked.table, asked.caller)
        label = f"Type its name: {asked.table.record.name}"
        label = label if len(label) <= 45 else "Type the name of the match"
        about = "Nobody will find it any more; its log is kept."
        typed_name = forms.asked("name", label, about, max_length=60)
        name = f"{forms.DELETE}:{asked.table.record.id}"
        await asked.interaction.response.send_modal(
            forms.form("Delete this match?", name, typed_name)
        )

    async def put_away(self, interaction: Interaction, number: str) -> None:
        """Delete a match whose name was typed into the form."""
        asked = await begun(interaction, f"#{number}")
        name = forms.typed(interaction, "name")
        await lobby.put_away(self.referee, asked.table, asked.caller, name)
        await self.referee.mail.vacate(asked.table.record.id)
        await asked.respond(f"Match **{plain(asked.table.record.name)}** is deleted.")

    @app_commands.command(name="here")
    @app_commands.describe(match="Which match: its name or #number")
    @app_commands.autocomplete(match=matches)
    async def here(self, interaction: Interaction, match: MatchName) -> None:
        """Play a match in this channel from now on, if its GM says so or all seats agree."""
        asked = await begun(interaction, match)
        table = asked.table
        lobby.check_takes_part(table, asked.caller)
        places.check_can_be_home(interaction.channel, is_public(table))
        number, channel = table.record.id, str(interaction.channel_id)
        there = await self.referee.mail.place_at(channel)
        if there is not None and there.match_id == number:
            await respond(interaction, f"**{plain(table.record.name)}** is played here already.")
            return
        missing = await asked.locked(consent.agree, f"here {channel}")
        if missing:
            agreed = seats_text(table, table.record.settings.agreed.seats)
            others = seats_text(table, missing)
            text = f"{agreed} asks to play on in <#{channel}>; it holds when {others} says there: "
            await asked.tell(f"{text}`/match here match: #{number}`.")
            return
        old = await self.referee.mail.place_of(number)
        home: Any = interaction.channel
        await self.bot.settle(table, home, interaction.id, interaction.guild_id)
        name = plain(table.record.name)
        if old is not None:
            where = f"https://discord.com/channels/{interaction.guild_id or '@me'}/{channel}"
            with suppress(*NET_TROUBLE):
                before = self.bot.get_partial_messageable(int(old.channel))
                await before.send(f"**{name}** is played elsewhere now: {where}")
        await respond(interaction, f"**{name}** is played here from now on.")

    @match_command("share", begun, on="False: the name that was shared opens nothing more")
    async def share(self, asked: MatchRequest, on: bool = True) -> None:
        """A name of a public match under which anybody may look on, from any server (the GM)."""
        if not on:
            await asked.locked(lobby.unshare)
            await asked.respond("What was shared of this match opens nothing any more.")
            return
        key = await asked.locked(lobby.share)
        await asked.respond(
            f"Whoever has this name of the match may look on from anywhere: `/board match: {key}` "
            "(or `/report`, `/log`, ...). `/match share on: False` takes it back.",
        )

    # --- looking --------------------------------------------------------------------------------

    @app_commands.command(name="list")
    @app_commands.describe(which="Those of this server, or yours in all servers")
    @app_commands.choices(which=LISTS)
    async def list_(self, interaction: Interaction, which: str = "here") -> None:
        """Matches, and what waits for you."""
        await defer(interaction)
        caller = self.bot.caller_of(interaction)
        if which == "open":
            lines = await open_lines(self.referee, str(interaction.guild_id or ""), caller)
            lines = lines or ["No seat is open here."]
        elif which == "mine" or interaction.guild_id is None:
            lines = await waiting_lines(self.referee, caller)
        else:
            lines = await server_lines(self.referee, str(interaction.guild_id), caller)
        empty = "There is no match yet: `/match new`, or `/match practice` to try it out."
        await respond(interaction, "\n".join(lines) or empty)

    @match_command("info", begun)
    async def info(self, asked: MatchRequest) -> None:
        """What a match is, who plays, where it stands, what its dice are committed to."""
        lines = [*map(plain, lobby.describe_match(asked.table)), *seat_lines(asked.table)]
        await asked.respond("\n".join(lines))

    @match_command("export", begun)
    async def export(self, asked: MatchRequest) -> None:
        """The whole match as a file, as far as you may see it; `referee verify` checks it."""
        told = f"**{plain(asked.table.record.name)}**:"
        await send_export(asked.interaction, asked.table, asked.caller, told)

    # --- forms and servers ----------------------------------------------------------------------

    def forms(self) -> dict[str, Work]:
        """A new match, a choice about it, the name of one that is to be deleted."""
        return {forms.NEW: self.sent, forms.CHOICE: typed, forms.DELETE: self.put_away}

    async def sent(self, interaction: Interaction, audience: str) -> None:
        """The form of a new match was sent: make it."""
        await self.make(interaction, forms.fields(interaction), audience)

    async def cog_load(self) -> None:
        """Start to erase matches of servers that were left long ago, now and daily."""
        self.sweeping = asyncio.create_task(removal.sweep_daily(self.referee))

    async def cog_unload(self) -> None:
        """Stop erasing."""
        self.sweeping.cancel()

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed from a server: its matches rest and are kept for a while."""
        await removal.left(self.referee, str(guild.id))

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot is back: nothing is erased."""
        await removal.returned(self.referee, str(guild.id))
