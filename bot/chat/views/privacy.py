"""The last question before an account is erased."""

import discord
from discord import ui

from bot.chat.views.base import Interaction, Pressed, begin, panel, show
from bot.lobby.privacy import erase


class Erase(Pressed, template=r"cr:e"):
    """Erase whoever presses."""

    def __init__(self) -> None:
        style = discord.ButtonStyle.danger
        super().__init__(ui.Button(label="Erase it", style=style, custom_id="cr:e"))

    async def act(self, interaction: Interaction) -> None:
        """Nothing that names the account is left; the log keeps its seat."""
        await begin(interaction)
        said = await erase(interaction.client.referee, str(interaction.user.id))
        await show(interaction, said)


def erase_panel() -> ui.View | None:
    """The button."""
    return panel([Erase()])
