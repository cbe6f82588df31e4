"""An order that a button gives goes through the same door as a typed one."""

from typing import Any

from discord import ui

from bot.chat.views.base import Interaction
from bot.chat.views.confirm import answers_to
from bot.doors.doors import Heard
from bot.referee.gate import Caller
from bot.referee.service import OpenMatch


async def file_sentence(
    interaction: Interaction, table: OpenMatch, caller: Caller, seat: int, text: str, key: str
) -> tuple[str, list[ui.Item[Any]]]:
    """File one sentence for a seat; returns the receipt, and the buttons that it asks with."""
    heard = Heard(
        key,
        caller,
        str(interaction.channel_id),
        f"{seat}> {text}",
        "command",
        f"#{table.record.id}",
    )
    answer = await interaction.client.doors.hear(heard)
    return answer.text or "Nothing was filed.", answers_to(answer.ask)
