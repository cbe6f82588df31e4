"""The last question before an account is erased."""

import discord

from bot.chat.views.base import Button, Interaction, begin, show
from bot.lobby.privacy import erase


class Erase(Button, id="e", label="Erase it", style=discord.ButtonStyle.danger):
    """Erases the account that presses."""

    async def act(self, interaction: Interaction) -> None:
        """Erase all that names the account; the log keeps its seat."""
        await begin(interaction)
        said = await erase(interaction.client.referee, str(interaction.user.id))
        await show(interaction, said)
