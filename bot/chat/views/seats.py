"""The buttons below a match that gathers its players: join and start."""

from typing import Any

import discord
from discord import ui

from bot.chat.views.base import NUMBER, Interaction, Pressed, panel


class Join(Pressed, template=rf"cr:j:(?P<match>{NUMBER})"):
    """Take a free seat."""

    def __init__(self, match: int | str) -> None:
        self.match = str(match)
        style = discord.ButtonStyle.success
        super().__init__(ui.Button(label="Join", style=style, custom_id=f"cr:j:{match}"))

    async def act(self, interaction: Interaction) -> None:
        """As `/match join`."""
        cog: Any = interaction.client.get_cog("match")
        await cog.do_join(interaction, f"#{self.match}", None)


class Start(Pressed, template=rf"cr:s:(?P<match>{NUMBER})"):
    """Begin, when all seats are taken."""

    def __init__(self, match: int | str) -> None:
        self.match = str(match)
        super().__init__(ui.Button(label="Start", custom_id=f"cr:s:{match}"))

    async def act(self, interaction: Interaction) -> None:
        """As `/match start`."""
        cog: Any = interaction.client.get_cog("match")
        await cog.do_start(interaction, f"#{self.match}")


def gathering(match: int) -> ui.View | None:
    """Both buttons."""
    return panel([Join(match), Start(match)])


SEATS: tuple[type[Pressed], ...] = (Join, Start)
"""What is registered at start."""
