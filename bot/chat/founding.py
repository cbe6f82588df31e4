"""Making a match on Discord, with its thread, its greeting, and a note for newcomers."""

from typing import TYPE_CHECKING, Any

import discord

from bot.chat import places
from bot.chat.adapt import defer, respond
from bot.doors.pace import Pace
from bot.lobby import lobby
from bot.lobby.draft import MatchDraft
from bot.lobby.welcome import first_note
from bot.referee.settings import change_settings
from bot.render.wording import plain

if TYPE_CHECKING:
    from bot.chat.client import RefereeBot


class Founding:
    """Makes matches for commands, forms and buttons; `pace` limits how many an account makes."""

    def __init__(self, bot: "RefereeBot") -> None:
        self.bot = bot
        self.referee = bot.referee
        self.pace = Pace(burst=10, every=60.0)

    async def make_of(self, interaction: discord.Interaction[Any], draft: MatchDraft) -> None:
        """Make a match from a draft.  Raises `RefereeError`."""
        await self.make(interaction, draft, draft.house_rules, draft.audience)

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
