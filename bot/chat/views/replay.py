"""The buttons of a match that is over: replay page, luck, the GM's overrides, the whole log."""

import hashlib

from bot.chat.adapt import file_of, respond
from bot.chat.views.base import Interaction, OfMatch, opened, seen, show
from bot.history.exchange import export_for
from bot.history.log import ledger_lines
from bot.history.luck import MEANING, luck_lines
from bot.referee.gate import Caller
from bot.referee.service import OpenMatch, Referee, RefereeError
from bot.render.wording import plain
from bot.replay import replay_page
from bot.replay.film import TOO_LARGE

MOST_SHOWN = 400_000
"""Most shapes and lines that the boards of a page may have, summed over its steps: a match of 1,300
orders with 300 each."""

LARGEST = 8_000_000
"""Bytes that may be attached to a message on any server, with room to spare."""


class Replay(OfMatch, id="rp", label="Replay"):
    """The whole match as a page to look at, as everybody may see it."""

    async def act(self, interaction: Interaction) -> None:
        """Answer whoever presses; they may show the page to anybody."""
        table, _ = await opened(interaction, self.match)
        await send_page(interaction, table, None)


class Luck(OfMatch, id="lk", label="Luck"):
    """Dice expected against dice rolled."""

    async def act(self, interaction: Interaction) -> None:
        """Show it as far as the caller may know it."""
        table, viewer = await seen(interaction, self.match)
        await show(interaction, await luck_text(interaction.client.referee, table, viewer))


class Overrides(OfMatch, id="ov", label="Overrides"):
    """Every override with its reason."""

    async def act(self, interaction: Interaction) -> None:
        """Show them as the caller may read them."""
        table, viewer = await seen(interaction, self.match)
        lines = await ledger_lines(interaction.client.referee, table, viewer)
        await show(interaction, "\n".join(map(plain, lines)))


class Export(OfMatch, id="ex", label="Export and seed"):
    """The whole log with the seed, as a file."""

    async def act(self, interaction: Interaction) -> None:
        """Answer whoever asks, with what they may see."""
        table, caller = await opened(interaction, self.match)
        told = "The match with its seed: `referee verify` checks every die."
        await send_export(interaction, table, caller, told)


async def send_export(
    interaction: Interaction, table: OpenMatch, caller: Caller, told: str
) -> None:
    """Answer with the log of a match as a file, as far as the caller may see it."""
    text = await export_for(interaction.client.referee, table, caller)
    await respond(interaction, told, file=file_of(text, f"match{table.record.id}.json"))


async def send_page(interaction: Interaction, table: OpenMatch, viewer: int | None) -> None:
    """Answer with the page of a match as a file, and with its SHA-256, by which a copy is known.
    Raises `RefereeError` if it is too large to attach."""
    page = await replay_page(interaction.client.referee, table, viewer, MOST_SHOWN)
    raw = page.encode()
    if len(raw) > LARGEST:
        raise RefereeError(TOO_LARGE)
    told = PAGE.format(digest=hashlib.sha256(raw).hexdigest())
    await respond(interaction, told, file=file_of(page, f"match{table.record.id}.html"))


async def luck_text(referee: Referee, table: OpenMatch, viewer: int | None) -> str:
    """The table of luck in a code block.  Raises `RefereeError`."""
    lines = await luck_lines(referee, table, viewer)
    block = "\n".join(lines).replace("`", "'")
    return f"```\n{block}\n```\n-# {MEANING}"


PAGE = (
    "The whole match as a page: open the file in any browser. It asks nobody for anything.\n"
    "-# SHA-256 of the file: {digest}"
)
