"""The question before a word that cannot be taken back, and its answers."""

from typing import Any

import discord
from discord import ui

from bot.chat.adapt import NOBODY
from bot.chat.views.base import (
    MARK,
    NUMBER,
    Interaction,
    Pressed,
    begin,
    pressed_key,
    table_of,
)
from bot.doors.confirming import SETTING, Question, moment_mark, sentence_of
from bot.doors.doors import Heard
from bot.referee.gate import check_may_order
from bot.referee.service import RefereeError

LABELS = {"r": "Resign", "d": "Accept the draw", "e": "End the phase"}
IDS = (
    rf"(?P<match>{NUMBER}):(?P<seat>[0-9]{{1,2}}):(?P<word>[a-z][a-z ]{{0,29}}):(?P<moment>{MARK})"
)
PASSED = "the match has moved on since; nothing was filed"


class Sure(Pressed, template=rf"cr:y:{IDS}"):
    """Yes: file the word, if round, phase and turn are still those of the question."""

    def __init__(
        self, match: int | str, seat: int | str, word: str, moment: str, quiet: bool = False
    ) -> None:
        self.match, self.seat, self.word, self.moment = str(match), int(seat), word, moment
        does = LABELS.get(word, word.capitalize())
        label = f"{does}, and do not ask me again" if quiet else does
        kind = "q" if quiet else "y"
        style = discord.ButtonStyle.secondary if quiet else discord.ButtonStyle.danger
        name = f"cr:{kind}:{match}:{seat}:{word}:{moment}"
        super().__init__(ui.Button(label=label, style=style, custom_id=name))

    async def act(self, interaction: Interaction) -> None:
        """Only the holder of the seat may answer; the receipt is for them."""
        await begin(interaction)
        table, caller = await table_of(interaction, self.match)
        check_may_order(table, caller, self.seat)
        if moment_mark(table) != self.moment:
            raise RefereeError(PASSED)
        await self.before(interaction)
        heard = Heard(
            pressed_key(interaction, f"{self.word.replace(' ', '-')}-{self.moment}"),
            caller,
            str(interaction.channel_id),
            f"{self.seat}> {sentence_of(self.word)}",
            "command",
            f"#{table.record.id}",
            sure=True,
        )
        answer = await interaction.client.doors.hear(heard)
        await done(interaction, answer.text or "Nothing was filed.")

    async def before(self, interaction: Interaction) -> None:
        """Nothing but the order."""


class SureForGood(Sure, template=rf"cr:q:{IDS}"):
    """Yes, and this account is not asked about waiting units any more."""

    def __init__(self, match: int | str, seat: int | str, word: str, moment: str) -> None:
        super().__init__(match, seat, word, moment, quiet=True)

    async def before(self, interaction: Interaction) -> None:
        """Remember the choice; `/setup asking` takes it back."""
        mail = interaction.client.referee.mail
        user = str(interaction.user.id)
        await mail.remember(user, {**await mail.person(user), SETTING: "no"})


class NotSure(Pressed, template=rf"cr:n:(?P<match>{NUMBER}):(?P<seat>[0-9]{{1,2}})"):
    """No: nothing is filed."""

    def __init__(self, match: int | str, seat: int | str) -> None:
        self.match, self.seat = str(match), int(seat)
        super().__init__(ui.Button(label="No", custom_id=f"cr:n:{match}:{seat}"))

    async def act(self, interaction: Interaction) -> None:
        """Only the holder of the seat may answer."""
        await begin(interaction)
        table, caller = await table_of(interaction, self.match)
        check_may_order(table, caller, self.seat)
        await done(interaction, "Nothing was filed.")


async def done(interaction: Interaction, text: str) -> None:
    """Show the answer, and take the buttons off the question."""
    message = interaction.message
    await interaction.edit_original_response(
        content=text[:2000], view=None, allowed_mentions=NOBODY
    )
    if message is not None and not message.flags.ephemeral:
        await message.edit(view=None, allowed_mentions=NOBODY)


def answers_to(question: Question | None) -> list[ui.Item[Any]]:
    """The buttons below a question."""
    if question is None:
        return []
    ids = (question.match, question.seat, question.word, question.moment)
    buttons: list[ui.Item[Any]] = [Sure(*ids)]
    if question.word not in ("r", "d"):
        buttons.append(SureForGood(*ids))
    return [*buttons, NotSure(question.match, question.seat)]


CONFIRMATIONS: tuple[type[Pressed], ...] = (Sure, SureForGood, NotSure)
