"""`/screen`: how a match shows its board to all, and how one wants one's own answers shown."""

from discord import app_commands
from discord.ext import commands

from bot.chat.adapt import defer, respond
from bot.chat.cogs.common import BaseCog, Interaction, MatchRequest, at_hand, called, match_command
from bot.chat.views.server import BOARD_WORDS
from bot.history.looks import BY_EAR, FORMS, ON_PHONE, ViewerLook, board_form
from bot.referee.gate import is_gm, is_player
from bot.referee.service import RefereeError
from bot.referee.settings import change_settings

SAID = {
    "both": "The board is shown as text and as a picture.",
    "text": "The board is shown as text only; `/board` shows no picture.",
    "picture": "The board is shown as a picture only; `/board full: True` has the text.",
}
assert tuple(SAID) == FORMS


class Screen(
    BaseCog, commands.GroupCog, name="screen", description="Boards: for a match, or for you alone"
):
    """Each command keeps one choice and says what it does."""

    @app_commands.command(name="mine")
    @app_commands.describe(
        phone="Boards of at most 45 columns in the answers that only you see",
        reader="I use a screen reader: boards in words, no picture",
    )
    async def mine(
        self, interaction: Interaction, phone: bool | None = None, reader: bool | None = None
    ) -> None:
        """How you want to see the answers that only you see; what you leave out stays."""
        await defer(interaction)
        mail, user = self.bot.referee.mail, str(interaction.user.id)
        given = {
            name: "on" if chosen else "off"
            for name, chosen in ((ON_PHONE, phone), (BY_EAR, reader))
            if chosen is not None
        }
        kept = await mail.remember(user, given)
        await respond(interaction, mine_text(ViewerLook.of({**kept, **given})))

    @match_command("match", at_hand, board="How everybody sees the board")
    @app_commands.choices(board=called(**BOARD_WORDS))
    async def match_(self, asked: MatchRequest, board: str) -> None:
        """How a match shows its board: as text, as a picture, or both (its players and GM)."""
        if not (is_player(asked.table, asked.caller) or is_gm(asked.table, asked.caller)):
            raise RefereeError("only those who play or referee a match change how it is shown")
        if board not in FORMS:
            raise RefereeError(f"a board is shown as {', '.join(FORMS[:-1])} or {FORMS[-1]}")
        await defer(asked.interaction)
        if board != board_form(asked.table):
            await change_settings(self.bot.referee, asked.table, board=board)
            await asked.tell(SAID[board])
        else:
            await asked.respond(SAID[board])


def mine_text(sight: ViewerLook) -> str:
    """The choices of an account, in words."""
    if sight.reader:
        return "Boards come to you in words, without a picture. `/describe` tells of one place."
    if sight.phone:
        return "Boards that only you see have at most 45 columns, and a picture."
    return "Boards that only you see have at most 60 columns, and a picture."
