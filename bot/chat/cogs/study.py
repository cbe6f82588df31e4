"""`/odds`, `/describe`, `/catch-up`: looking before and back."""

from discord import app_commands
from discord.ext import commands

from bot.chat.adapt import respond
from bot.chat.client import RefereeBot
from bot.chat.cogs.common import WHICH, Interaction, MatchName, defer, matches, own_units, sentences
from bot.chat.cogs.show import eyes, playing_seat
from bot.history import study
from bot.match.reply import Reply
from bot.render.escape import plain
from rules.flow import seat_name

Seat = app_commands.Range[int, 1, 20]
EYES = "As which of your seats, if you hold several"


class Study(commands.Cog):
    """Answers are for whoever asks, and say no more than they may see."""

    def __init__(self, bot: RefereeBot) -> None:
        self.bot = bot
        self.referee = bot.referee

    @app_commands.command(name="odds")
    @app_commands.describe(
        order="An attack, a spell or a test, as you would order it", match=WHICH, seat=EYES
    )
    @app_commands.autocomplete(match=matches, order=sentences)
    async def odds(
        self,
        interaction: Interaction,
        order: app_commands.Range[str, 1, 300],
        match: MatchName | None = None,
        seat: Seat | None = None,
    ) -> None:
        """What an order would bring, exactly, before you give it; nothing is rolled."""
        await defer(interaction)
        table = await self.bot.table_here(interaction, match)
        chosen = playing_seat(table, self.bot.caller_of(interaction), seat)
        found = await study.odds_of(self.referee, table, chosen, order)
        if isinstance(found, Reply):
            await respond(interaction, found)
            return
        head, *lines = map(plain, found)
        text = "\n".join(f"- {line}" for line in lines)
        await respond(interaction, f"**{head}** (nothing was ordered or rolled)\n{text}")

    @app_commands.command(name="describe")
    @app_commands.describe(what="A unit or a place: L1, or 5,12", match=WHICH, seat=EYES)
    @app_commands.autocomplete(match=matches, what=own_units)
    async def describe(
        self,
        interaction: Interaction,
        what: app_commands.Range[str, 1, 60],
        match: MatchName | None = None,
        seat: Seat | None = None,
    ) -> None:
        """What is near a unit or a place, in words: bearing and distance of each thing."""
        await defer(interaction)
        table = await self.bot.table_here(interaction, match)
        viewer = eyes(table, self.bot.caller_of(interaction), seat)
        lines = study.described(table, viewer, what)
        await respond(interaction, "\n".join(map(plain, lines)))

    @app_commands.command(name="catch-up")
    @app_commands.describe(match=WHICH, seat=EYES)
    @app_commands.autocomplete(match=matches)
    async def catch_up(
        self, interaction: Interaction, match: MatchName | None = None, seat: Seat | None = None
    ) -> None:
        """What changed for you since your last act."""
        await defer(interaction)
        table = await self.bot.table_here(interaction, match)
        chosen = playing_seat(table, self.bot.caller_of(interaction), seat)
        turns = await self.bot.deadlines.sync(table)
        start, lines = await study.caught_up(self.referee, table, chosen, turns)
        since = f"since your #{start}" if start else "so far"
        head = f"**{plain(table.record.name)}**, {seat_name(chosen)}, {since}:"
        told = [line if "<t:" in line else plain(line) for line in lines]
        await respond(interaction, "\n".join((head, *told)))


async def setup(bot: RefereeBot) -> None:
    """Called when the bot loads this part."""
    await bot.add_cog(Study(bot))
