"""What was perhaps meant, with buttons: file it, edit it first, or one of several."""

import re
from typing import Any

import discord
from discord import ui

from bot.chat.views.base import (
    MARK,
    NUMBER,
    Interaction,
    Pressed,
    begin,
    panel,
    pressed_key,
    short,
    table_of,
)
from bot.chat.views.confirm import PASSED, answers_to, done
from bot.chat.views.forms import ORDERS
from bot.doors.confirming import moment_mark
from bot.doors.doors import Answer, Heard
from bot.doors.offers import Offer, mark_of
from bot.referee.gate import check_may_order
from bot.referee.service import RefereeError

FENCE = re.compile(r"```\n(.*?)\n```", re.DOTALL)
WORD = re.compile(r"^`([^`\n]+)`: is that an order")
NUMBERED = re.compile(r"^\d\. ")
IDS = (
    rf"(?P<match>{NUMBER}):(?P<seat>[0-9]{{1,2}}):(?P<pick>[0-9]):"
    rf"(?P<text>{MARK}):(?P<moment>{MARK})"
)


def offered(content: str) -> tuple[str, ...]:
    """The sentences that a message of ours offers, as it shows them."""
    word = WORD.match(content)
    if word is not None:
        return (word[1],)
    fences = FENCE.findall(content)
    for fence in reversed(fences):
        lines = fence.replace("\u200b", "").split("\n")
        if all(NUMBERED.match(line) for line in lines):
            return tuple(NUMBERED.sub("", line) for line in lines)
        if "^" not in fence:
            return ("\n".join(lines),)
    return ()


class FileIt(Pressed, template=rf"cr:of:{IDS}"):
    """File what was offered, if the match still stands where it stood."""

    def __init__(
        self, match: int | str, seat: int | str, pick: int | str, text: str, moment: str,
        label: str = "File it",
    ) -> None:  # fmt: skip
        self.match, self.seat, self.pick = str(match), int(seat), int(pick)
        self.text, self.moment = text, moment
        name = f"cr:of:{match}:{seat}:{pick}:{text}:{moment}"
        style = discord.ButtonStyle.primary
        super().__init__(ui.Button(label=short(label, 80), style=style, custom_id=name))

    async def act(self, interaction: Interaction) -> None:
        """Only the holder of the seat may press it."""
        await begin(interaction)
        table, caller = await table_of(interaction, self.match)
        check_may_order(table, caller, self.seat)
        sentence = sentence_of(interaction, self.text, self.pick)
        if moment_mark(table) != self.moment:
            raise RefereeError(PASSED)
        prefix = f"{self.seat}> " if self.seat else "gm> "
        heard = Heard(
            pressed_key(interaction, f"of{self.pick}{self.text}"),
            caller,
            str(interaction.channel_id),
            "\n".join(prefix + line for line in sentence.replace(" ; ", "\n").split("\n")),
            "command",
            f"#{table.record.id}",
        )
        answer = await interaction.client.doors.hear(heard)
        if answer.ask is not None:
            await interaction.followup.send(
                answer.text[:2000], view=panel(answers_to(answer.ask)) or discord.utils.MISSING,
                ephemeral=True,
            )  # fmt: skip
            return
        await done(interaction, answer.text or "Nothing was filed.")


class EditIt(Pressed, template=rf"cr:oe:{IDS}"):
    """Show what was offered in a form, to be changed and filed."""

    def __init__(
        self, match: int | str, seat: int | str, pick: int | str, text: str, moment: str
    ) -> None:
        self.match, self.seat, self.pick = str(match), int(seat), int(pick)
        self.text, self.moment = text, moment
        name = f"cr:oe:{match}:{seat}:{pick}:{text}:{moment}"
        super().__init__(ui.Button(label="Edit", custom_id=name))

    async def act(self, interaction: Interaction) -> None:
        """Only the holder of the seat is shown the form."""
        table, caller = await table_of(interaction, self.match)
        check_may_order(table, caller, self.seat)
        sentence = sentence_of(interaction, self.text, self.pick)
        prefix = f"{self.seat}> " if self.seat else "gm> "
        lines = "\n".join(prefix + line for line in sentence.split("\n"))
        modal = ui.Modal(title="Your orders", custom_id=f"{ORDERS}:#{table.record.id}")
        modal.add_item(
            ui.TextInput[Any](
                label="Orders, one per line",
                custom_id="lines",
                style=discord.TextStyle.paragraph,
                default=lines[:4000],
            )
        )
        await interaction.response.send_modal(modal)


def sentence_of(interaction: Interaction, mark: str, pick: int) -> str:
    """What a button offers, out of the message that it hangs on.  Raises `RefereeError`."""
    message = interaction.message
    options = offered(message.content) if message is not None else ()
    if mark_of(options) != mark or not 0 <= pick < len(options):
        raise RefereeError(PASSED)
    return options[pick]


def offer_items(offer: Offer | None) -> list[ui.Item[Any]]:
    """The buttons below an offer."""
    if offer is None:
        return []
    ids = (offer.mark, offer.moment)
    several = len(offer.options) > 1
    items: list[ui.Item[Any]] = [
        FileIt(offer.match, offer.seat, number, *ids, str(number + 1) if several else "File it")
        for number in range(len(offer.options))
    ]
    if not several:
        items.append(EditIt(offer.match, offer.seat, 0, *ids))
    return items


def answer_panel(answer: Answer) -> ui.View | None:
    """The buttons of whatever an answer asks or offers."""
    return panel([*answers_to(answer.ask), *offer_items(answer.offer)])


OFFERS: tuple[type[Pressed], ...] = (FileIt, EditIt)
