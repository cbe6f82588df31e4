"""`/plan` and `/try`: orders left for later, and a dry run of one's turn; nobody else sees them."""

from discord import app_commands

from bot.chat.cogs import common
from bot.chat.cogs.common import BaseCog, Choices, Interaction, MatchRequest, playing
from bot.chat.views.sandbox import answer_try
from bot.doors import sandbox
from bot.doors.suggest import begins
from grammar.plans import LONGEST, examples

WORDS = ("now", "on", "off", "clear", "help")


async def lines(interaction: Interaction, current: str) -> Choices:
    """Completions: the words of the command, orders, and examples of the lines of plans."""
    known = common.choices(begins(WORDS, current))
    orders = await common.sentences(interaction, current)
    return (known + orders + common.choices(begins(examples(), current)))[:25]


async def tries(interaction: Interaction, current: str) -> Choices:
    """Completions: `board`, `report`, `undo`, `keep`, `drop`, and whole orders."""
    known = common.choices(begins(sandbox.WORDS, current))
    return (known + await common.sentences(interaction, current))[:25]


class Planning(BaseCog):
    """Every answer is for whoever asks; those to `/try` begin with **Your sandbox**."""

    @common.match_command(
        "plan",
        playing,
        text="Its lines, `;` between them; or now, on, off, clear, help; left out: how it stands",
        seat="For which of your seats, if you hold several",
    )
    @app_commands.autocomplete(text=lines)
    async def plan(
        self, asked: MatchRequest, text: app_commands.Range[str, 1, LONGEST] | None = None
    ) -> None:
        """What is done for you if you miss a deadline, or as soon as it is your turn."""
        said = await self.bot.plans.answer(asked.table, asked.caller.user, asked.seat, text or "")
        await asked.respond(said)

    @common.match_command(
        "try",
        playing,
        order="An order to try, or board, report, undo, keep, drop; left out: how it stands",
        seat=common.EYES,
    )
    @app_commands.autocomplete(order=tries)
    async def attempt(
        self, asked: MatchRequest, order: app_commands.Range[str, 1, sandbox.LONGEST] | None = None
    ) -> None:
        """A dry run of your turn: nobody sees it, nothing is filed until you keep it."""
        about = asked.interaction, asked.table, asked.caller, asked.seat
        await answer_try(*about, order or "", f"i{asked.interaction.id}")
