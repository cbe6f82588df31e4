"""The buttons below a match that gathers its players: join and start."""

import discord
from discord import ui

from bot.chat.views.base import SEAT, Interaction, OfMatch, Pressed, panel
from bot.chat.views.forms import NewMatch
from bot.chat.views.lesson import TryLesson
from bot.chat.views.server import tell_setup


class Join(OfMatch, id="j", label="Join", style=discord.ButtonStyle.success):
    """Take a free seat."""

    async def act(self, interaction: Interaction) -> None:
        """As `/match join`."""
        await interaction.client.seating.join(interaction, f"#{self.match}", None)


class Start(OfMatch, id="s", label="Start"):
    """Begin, when all seats are taken."""

    async def act(self, interaction: Interaction) -> None:
        """As `/match start`."""
        await interaction.client.seating.start(interaction, f"#{self.match}")


class TakeSeat(OfMatch, id="ts", label="Take it", style=discord.ButtonStyle.success, seat=SEAT):
    """Take over a seat that was opened; 0: the first that is free."""

    async def act(self, interaction: Interaction) -> None:
        """As `/match take-seat`."""
        await interaction.client.seating.join(interaction, f"#{self.match}", self.seat or None)


class SetMeUp(Pressed, template="cr:su"):
    """What the bot lacks in a server, and what to do about it."""

    def __init__(self) -> None:
        label = "Set me up"
        super().__init__(ui.Button(label=label, custom_id="cr:su"))

    async def act(self, interaction: Interaction) -> None:
        """As `/setup check`, with the next steps."""
        await tell_setup(interaction)


class NewHere(Pressed, template="cr:nm"):
    """The form of a new match."""

    def __init__(self) -> None:
        style = discord.ButtonStyle.primary
        label = "New match\u2026"
        super().__init__(ui.Button(label=label, style=style, custom_id="cr:nm"))

    async def act(self, interaction: Interaction) -> None:
        """As `/match new` without a name."""
        await interaction.response.send_modal(NewMatch("public", None))


def hello() -> ui.View | None:
    """The buttons below the first words in a server."""
    return panel([TryLesson(), NewHere(), SetMeUp()])


def gathering(match: int, join_only: bool = False) -> ui.View | None:
    """Both buttons, or the one that lets in."""
    return panel([Join(match)] if join_only else [Join(match), Start(match)])


SEATS: tuple[type[Pressed], ...] = (Join, Start, TakeSeat, SetMeUp, NewHere)
"""What is registered at start."""
