"""`/try`: a dry run of one's own turn that nobody else sees."""

from discord import app_commands

from bot.chat.cogs import common
from bot.chat.cogs.common import BaseCog, Choices, Interaction, MatchName, Seat, playing_seat
from bot.chat.views.sandbox import answer_try
from bot.doors.sandbox import LONGEST
from bot.doors.suggest import begins
from bot.doors.trying import WORDS


async def tries(interaction: Interaction, current: str) -> Choices:
    """Completions: `board`, `report`, `undo`, `keep`, `drop`, and whole orders."""
    return (common.choices(begins(WORDS, current)) + await common.sentences(interaction, current))[
        :25
    ]


class SandboxGroup(BaseCog):
    """Every answer is for whoever asks, and begins with **Your sandbox**."""

    @app_commands.command(name="try")
    @app_commands.describe(
        order="An order to try, or board, report, undo, keep, drop; left out: how it stands",
        match=common.WHICH,
        seat="As which of your seats, if you hold several",
    )
    @app_commands.autocomplete(order=tries, match=common.matches)
    async def attempt(
        self,
        interaction: Interaction,
        order: app_commands.Range[str, 1, LONGEST] | None = None,
        match: MatchName | None = None,
        seat: Seat | None = None,
    ) -> None:
        """A dry run of your turn: nobody sees it, nothing is filed until you keep it."""
        table, caller = await common.begun(interaction, match)
        chosen = playing_seat(table, caller, seat)
        key = f"i{interaction.id}"
        await answer_try(interaction, table, caller, chosen, order or "", key)
