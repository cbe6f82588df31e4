"""The buttons below a question (file it all the same?) and below an offer (file, edit, choose)."""

import re
from typing import Any

import discord
from discord import ui

from bot.chat.adapt import NOBODY
from bot.chat.views import base
from bot.chat.views.base import MARK, NUMBER, SEAT, Interaction, OfMatch, Pressed
from bot.chat.views.forms import LONG, ORDERS, form
from bot.chat.views.gm import FENCE, ask_items
from bot.doors.confirming import SETTING, Question, moment_mark, sentence_of
from bot.doors.conversation import asked_anew
from bot.doors.saying import Answer, Offer, mark_of
from bot.referee.gate import check_may_order
from bot.referee.service import OpenMatch, RefereeError

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


# --- offers ---------------------------------------------------------------------------------------


ONE_WORD = re.compile(r"^`([^`\n]+)`: is that an order")
BOLD = re.compile(r"^(?:\*\*.+\*\*: )?Did you mean \*\*(.+)\*\*\?$", re.MULTILINE)
ESCAPED = re.compile(r"\\(.)|\u200b")
NUMBERED = re.compile(r"^\d\. ")


def offered(content: str) -> tuple[str, ...]:
    """The sentences that a message of the bot offers, read from its text."""
    word = ONE_WORD.match(content)
    if word is not None:
        return (word[1],)
    bold = BOLD.findall(content)
    if bold:
        return (ESCAPED.sub(lambda found: found[1] or "", bold[-1]),)
    fences = FENCE.findall(content)
    for fence in reversed(fences):
        lines = fence.replace("\u200b", "").split("\n")
        if all(NUMBERED.match(line) for line in lines):
            return tuple(NUMBERED.sub("", line) for line in lines)
        if "^" not in fence:
            return ("\n".join(lines),)
    return ()


class FileIt(
    OfMatch,
    id="of",
    label="File it",
    style=base.PRIMARY,
    seat=SEAT,
    pick="[0-9]",
    text=MARK,
    moment=MARK,
):
    """Files what was offered, if the match still stands where it stood."""

    async def act(self, interaction: Interaction) -> None:
        """Only the holder of the seat may press it."""
        table = await base.ordering(interaction, self.match, self.seat)
        sentence = offered_sentence(interaction, self.text, self.pick)
        if moment_mark(table, self.seat) != self.moment:
            await ask(interaction, asked_anew(table, self.seat, (sentence,)))
            return
        prefix = f"{self.seat}> " if self.seat else "gm> "
        key = source_of(interaction, f"of{self.pick}{self.text}")
        lines = "\n".join(prefix + line for line in sentence.replace(" ; ", "\n").split("\n"))
        answer = await base.said(interaction, table, key, lines, offer=self.text)
        if answer.ask is not None:
            await ask(interaction, answer)
            return
        await done(interaction, answer.text or "Nothing was filed.", answer.done)


class EditIt(OfMatch, id="oe", label="Edit", seat=SEAT, pick="[0-9]", text=MARK, moment=MARK):
    """Shows what was offered in a form, to be changed and filed."""

    async def act(self, interaction: Interaction) -> None:
        """Only the holder of the seat is shown the form."""
        table, caller = await base.table_of(interaction, self.match)
        check_may_order(table, caller, self.seat)
        sentence = offered_sentence(interaction, self.text, self.pick)
        prefix = f"{self.seat}> " if self.seat else "gm> "
        lines = "\n".join(prefix + line for line in sentence.split("\n"))
        text = ui.TextInput[Any](
            label="Orders, one per line", custom_id="lines", style=LONG, default=lines[:4000]
        )
        name = f"{ORDERS}:#{table.record.id}:{self.text}"
        await interaction.response.send_modal(form("Your orders", name, text))


async def ask(interaction: Interaction, answer: Answer) -> None:
    """Put the question of an answer to whoever pressed."""
    view = answer_panel(answer) or discord.utils.MISSING
    await interaction.followup.send(answer.text[:2000], view=view, ephemeral=True)


def offered_sentence(interaction: Interaction, mark: str, pick: int) -> str:
    """The sentence that a button offers, read from the message below which it hangs or from a
    label.  Raises `RefereeError` if it is not there."""
    message = interaction.message
    options = offered(message.content) if message is not None else ()
    if mark_of(options) == mark and 0 <= pick < len(options):
        return options[pick]
    labels = labels_of(message) if message is not None else ()
    for label in labels:
        if mark_of((label,)) == mark:
            return label
    raise RefereeError(PASSED)


def labels_of(message: discord.Message) -> tuple[str, ...]:
    """The labels of the buttons of a message."""
    return tuple(
        part.label or ""
        for row in message.components
        if isinstance(row, discord.ActionRow)
        for part in row.children
        if isinstance(part, discord.Button)
    )


def offer_items(offer: Offer | None, table: OpenMatch | None = None) -> list[ui.Item[Any]]:
    """The buttons below an offer."""
    if offer is None:
        return []
    if not offer.options:
        return ask_items(table, offer.match, offer.seat, offer.plea)
    match, seat, moment = offer.match, offer.seat, offer.moment
    items: list[ui.Item[Any]]
    if offer.instead:
        items = [
            FileIt(match, seat, number, mark_of((text,)), moment, label=base.short(text, 80))
            for number, text in enumerate(offer.options)
        ]
        return [*items, NotSure(match, seat)] if offer.asks else items
    several = len(offer.options) > 1
    items = [
        FileIt(match, seat, number, offer.mark, moment, label=str(number + 1) * several)
        for number in range(min(len(offer.options), 4 if several else 1))
    ]
    if not several:
        items.append(EditIt(match, seat, 0, offer.mark, moment))
    return [*items, NotSure(match, seat, offer=offer.mark)]


def answer_panel(answer: Answer) -> ui.View | None:
    """The buttons for what an answer asks or offers."""
    return base.panel([*answers_to(answer.ask), *offer_items(answer.offer, answer.table)])
