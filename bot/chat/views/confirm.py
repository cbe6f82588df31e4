"""The question before an order that cannot be taken back, and the buttons that answer it."""

from typing import Any

import discord
from discord import ui

from bot.chat.adapt import NOBODY
from bot.chat.views import base
from bot.chat.views.base import MARK, NUMBER, SEAT, Interaction, OfMatch, Pressed
from bot.doors.confirming import SETTING, Question, moment_mark, sentence_of
from bot.referee.service import RefereeError

LABELS = {"r": "Resign", "d": "Accept the draw", "e": "End the phase"}
WORD = "[a-z][a-z ]{0,29}"
TEMPLATE = rf"cr:n:(?P<match>{NUMBER}):(?P<seat>{SEAT})(?P<offer>(?::{MARK})?)"
PASSED = "the match has moved on since; nothing was filed"


class Sure(OfMatch, id="y", style=discord.ButtonStyle.danger, seat=SEAT, word=WORD, moment=MARK):
    """Yes: file the order, if round, phase and turn are still those of the question."""

    async def act(self, interaction: Interaction) -> None:
        """Only the holder of the seat may answer; the receipt is for them."""
        table = await base.ordering(interaction, self.match, self.seat)
        if moment_mark(table) != self.moment:
            raise RefereeError(PASSED)
        await self.before(interaction)
        key = source_of(interaction, f"{self.word.replace(' ', '-')}-{self.moment}")
        line = f"{self.seat}> {sentence_of(self.word)}"
        answer = await base.said(interaction, table, key, line, sure=True)
        await done(interaction, answer.text or "Nothing was filed.", answer.done)

    async def before(self, interaction: Interaction) -> None:
        """Nothing; a subclass may act before the order is filed."""


class SureForGood(Sure, id="q", seat=SEAT, word=WORD, moment=MARK):
    """Yes, and this account is not asked about waiting units any more."""

    async def before(self, interaction: Interaction) -> None:
        """Remember the choice; `/setup asking` takes it back."""
        mail = interaction.client.referee.mail
        user = str(interaction.user.id)
        await mail.remember(user, {SETTING: "no"})


class NotSure(Pressed, template=TEMPLATE):
    """No: file nothing of what was asked, or of the `offer` with this id."""

    def __init__(
        self, match: int | str, seat: int | str, label: str = "No", offer: str = ""
    ) -> None:
        self.match, self.seat, self.offer = str(match), int(seat), offer.removeprefix(":")
        name = f"cr:n:{match}:{seat}" + f":{self.offer}" * bool(self.offer)
        super().__init__(ui.Button(label=label, custom_id=name))

    async def act(self, interaction: Interaction) -> None:
        """Only the holder of the seat may answer."""
        table = await base.ordering(interaction, self.match, self.seat)
        user = str(interaction.user.id)
        await interaction.client.doors.learning.declined(table, user, self.offer)
        await done(interaction, "Nothing was filed.")


def source_of(interaction: Interaction, what: str) -> str:
    """The key of what a button below an answer files.  It belongs to the message of the order that
    was answered, so that editing or deleting that message takes it back too."""
    asked = asked_about(interaction)
    return f"m{asked}/{what}" if asked else base.pressed_key(interaction, what)


def asked_about(interaction: Interaction) -> int:
    """The message that the button's own message answers; 0 if there is none."""
    message = interaction.message
    if message is None or message.flags.ephemeral or message.guild is None:
        return 0
    reference = message.reference
    return (reference.message_id or 0) if reference is not None else 0


async def done(interaction: Interaction, text: str, filed: bool = False) -> None:
    """Show the answer to whoever pressed, remove the question, and put its sign on the order."""
    message, asked = interaction.message, asked_about(interaction)
    await interaction.edit_original_response(
        content=text[:2000], view=None, allowed_mentions=NOBODY
    )
    if message is None or message.flags.ephemeral:
        return
    if not asked:
        await message.edit(view=None, allowed_mentions=NOBODY)
        return
    bot, channel = interaction.client, str(interaction.channel_id)
    if filed:
        bot.marks.put(channel, asked, ["filed"])
    await bot.replies.answered(channel, asked)


def answers_to(question: Question | None) -> list[ui.Item[Any]]:
    """The buttons below a question."""
    if question is None:
        return []
    ids = (question.match, question.seat, question.word, question.moment)
    does = question.label or LABELS.get(question.word, question.word.capitalize())
    buttons: list[ui.Item[Any]] = [Sure(*ids, label=base.short(does, 80))]
    if question.label:
        return [*buttons, NotSure(*ids[:2], "Not yet")]
    if question.word not in ("r", "d"):
        buttons.append(SureForGood(*ids, label=f"{does}, and do not ask me again"))
    return [*buttons, NotSure(*ids[:2])]
