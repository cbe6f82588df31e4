"""`/plan`: orders that are filed for players while they are away; nobody else sees them."""

from discord import app_commands

from bot.chat.adapt import respond
from bot.chat.cogs import common
from bot.chat.cogs.common import BaseCog, Choices, Interaction, MatchName, Seat, playing_seat
from bot.doors.suggest import begins
from grammar.plans import LONGEST, examples

WORDS = ("now", "on", "off", "clear", "help")


async def lines(interaction: Interaction, current: str) -> Choices:
    """Completions: the words of the command, orders, and examples of the lines of plans."""
    known = common.choices(begins(WORDS, current))
    orders = await common.sentences(interaction, current)
    return (known + orders + common.choices(begins(examples(), current)))[:25]


class Planning(BaseCog):
    """Every answer is for whoever asks."""

    @app_commands.command(name="plan")
    @app_commands.describe(
        text="Its lines, `;` between them; or now, on, off, clear, help; left out: how it stands",
        match=common.WHICH,
        seat="For which of your seats, if you hold several",
    )
    @app_commands.autocomplete(text=lines, match=common.matches)
    async def plan(
        self,
        interaction: Interaction,
        text: app_commands.Range[str, 1, LONGEST] | None = None,
        match: MatchName | None = None,
        seat: Seat | None = None,
    ) -> None:
        """What is done for you if you miss a deadline, or as soon as it is your turn."""
        table, caller = await common.begun(interaction, match)
        chosen = playing_seat(table, caller, seat)
        await respond(
            interaction, await self.bot.plans.answer(table, caller.user, chosen, text or "")
        )
