"""The buttons with which one looks back at a match that is over: the page, and the luck."""

import discord
from discord import ui

from bot.chat.adapt import file_of, respond
from bot.chat.views.base import NUMBER, Interaction, Pressed, begin, show, table_of
from bot.history.luck import MEANING, luck_lines
from bot.referee.gate import viewer_of
from bot.referee.service import OpenMatch, Referee, RefereeError
from bot.replay import replay_page

LARGEST = 8_000_000
"""So many bytes may be attached to a message on any server, with room to spare."""


class Replay(Pressed, template=rf"cr:rp:(?P<match>{NUMBER})"):
    """The whole match as a page to look at, as everybody may see it."""

    def __init__(self, match: int | str) -> None:
        self.match = str(match)
        super().__init__(ui.Button(label="Replay", custom_id=f"cr:rp:{match}"))

    async def act(self, interaction: Interaction) -> None:
        """For whoever presses; it may be shown to anybody."""
        await begin(interaction)
        table, _ = await table_of(interaction, self.match)
        page = await page_file(interaction.client.referee, table, None)
        await respond(interaction, PAGE, file=page)


class Luck(Pressed, template=rf"cr:lk:(?P<match>{NUMBER})"):
    """Dice expected against dice rolled."""

    def __init__(self, match: int | str) -> None:
        self.match = str(match)
        super().__init__(ui.Button(label="Luck", custom_id=f"cr:lk:{match}"))

    async def act(self, interaction: Interaction) -> None:
        """As one may know it."""
        await begin(interaction)
        table, caller = await table_of(interaction, self.match)
        viewer = viewer_of(table, caller)
        await show(interaction, await luck_text(interaction.client.referee, table, viewer))


async def page_file(referee: Referee, table: OpenMatch, viewer: int | None) -> discord.File:
    """The page of a match, to attach.  Raises `RefereeError` if it is too large for that."""
    page = await replay_page(referee, table, viewer)
    if len(page.encode()) > LARGEST:
        raise RefereeError(
            "the page of this match is too large for a message; whoever runs the bot can write it "
            "with `referee replay`"
        )
    return file_of(page, f"match{table.record.id}.html")


async def luck_text(referee: Referee, table: OpenMatch, viewer: int | None) -> str:
    """The table of luck in a block of letters of one width.  Raises `RefereeError`."""
    lines = await luck_lines(referee, table, viewer)
    block = "\n".join(lines).replace("`", "'")
    return f"```\n{block}\n```\n-# {MEANING}"


PAGE = "The whole match as a page: open the file in any browser. It asks nobody for anything."
REPLAYS: tuple[type[Pressed], ...] = (Replay, Luck)
"""What is registered at start."""
