"""The buttons to join and start a match, and those below the bot's greeting on a server."""

import discord
from discord import ui

from bot.chat.views.base import PRIMARY, SEAT, Button, Interaction, OfMatch, panel
from bot.chat.views.forms import new_match
from bot.chat.views.lesson import TryLesson
from bot.chat.views.server import tell_setup


class Join(OfMatch, id="j", label="Join", style=discord.ButtonStyle.success):
    """Takes a free seat."""

    async def act(self, interaction: Interaction) -> None:
        """Do as `/match join`."""
        await interaction.client.seating.join(interaction, f"#{self.match}", None)


class Start(OfMatch, id="s", label="Start"):
    """Starts the match, when all seats are taken."""

    async def act(self, interaction: Interaction) -> None:
        """Do as `/match start`."""
        await interaction.client.seating.start(interaction, f"#{self.match}")


class TakeSeat(OfMatch, id="ts", label="Take it", style=discord.ButtonStyle.success, seat=SEAT):
    """Takes over a seat that was opened; 0: the first that is free."""

    async def act(self, interaction: Interaction) -> None:
        """Do as `/match take-seat`."""
        await interaction.client.seating.join(interaction, f"#{self.match}", self.seat or None)


class SetMeUp(Button, id="su", label="Set me up"):
    """Shows what the bot lacks on a server, and what to do about it."""

    async def act(self, interaction: Interaction) -> None:
        """Do as `/setup check`."""
        await tell_setup(interaction)


class NewHere(Button, id="nm", label="New match\u2026", style=PRIMARY):
    """Opens the form of a new match."""

    async def act(self, interaction: Interaction) -> None:
        """Do as `/match new` without a name."""
        await interaction.response.send_modal(new_match("public", None))


def hello() -> ui.View | None:
    """The buttons below the bot's greeting on a server."""
    return panel([TryLesson(), NewHere(), SetMeUp()])


def gathering(match: int, join_only: bool = False) -> ui.View | None:
    """The buttons to join and to start, or only the one to join."""
    return panel([Join(match)] if join_only else [Join(match), Start(match)])
