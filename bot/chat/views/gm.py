"""Buttons of GM tools: taking an import in, asking the other side, agreeing and refusing."""

import re
from typing import Any

import discord
from discord import ui

from bot.chat.adapt import respond
from bot.chat.views.base import NUMBER, SEAT, Interaction, OfMatch, opened, show, table_of
from bot.chat.views.forms import LONG, asked, form
from bot.chat.views.forms import REASON as FORM
from bot.doors.confirming import REASON
from bot.doors.importing import as_line, preview
from bot.lobby import proposals
from bot.match.pending import Proposal
from bot.posts.asked import awaited_from, put
from bot.referee.beside import READERS
from bot.referee.gate import check_is_gm
from bot.referee.petition import missing
from bot.referee.service import OpenMatch, RefereeError
from rules.line.orders import GM

LONGEST = 60
"""Most characters of entry numbers that fit into the id of a button."""


FENCE = re.compile(r"```\n(.*?)\n```", re.DOTALL)
ENTRIES = r"[0-9.]{1,60}"


class TakeIn(OfMatch, id="i", label="Take it in", style=discord.ButtonStyle.success):
    """Takes in what the preview shows; the text is the file attached to it."""

    async def act(self, interaction: Interaction) -> None:
        """Read and check it again, and file it as a GM line under the message's own key."""
        table, caller = await opened(interaction, self.match)
        check_is_gm(table, caller)
        message = interaction.message
        if message is None or not message.attachments:
            raise RefereeError("the text of this import is gone: /gm import it again")
        text = (await message.attachments[0].read()).decode("utf-8")
        referee = interaction.client.referee
        if not (await READERS.make(preview, referee, table, text)).ok:
            raise RefereeError("this cannot be taken in any more: /gm import it again")
        source = f"i{message.id}"
        reply = await referee.submit(
            table, GM, as_line(text), user=caller.user, source=source, report=False
        )
        interaction.client.changed(table)
        done = ", ".join(f"#{one.number}" for one in reply.accepted)
        if not done:
            await respond(interaction, reply)
            return
        await show(interaction, f"Taken in as {done}. `/gm line undo` takes it back.")


class Agree(OfMatch, id="g", label="Agree", style=discord.ButtonStyle.success, number=NUMBER):
    """A seat agrees to a proposal; when all have, it is carried out."""

    async def act(self, interaction: Interaction) -> None:
        """Answer whoever agrees; the result is on the turn's post."""
        table, caller = await opened(interaction, self.match)
        bot = interaction.client
        async with table.lock:
            proposal = await proposals.agree(bot.referee, table, caller, self.number)
        waits = missing(table, proposal)
        bot.changed(table)
        if waits:
            names = ", ".join(map(table.name_of, waits))
            await show(interaction, f"Noted; {names} has not agreed yet.")
            return
        reply = await proposals.carry_out(bot.referee, table, proposal)
        bot.changed(table)
        await respond(interaction, reply)


class Reject(OfMatch, id="r", label="Refuse", number=NUMBER):
    """A seat refuses a proposal."""

    async def act(self, interaction: Interaction) -> None:
        """Close the proposal."""
        table, caller = await opened(interaction, self.match)
        bot = interaction.client
        async with table.lock:
            closed = await proposals.reject(bot.referee, table, caller, self.number)
        bot.changed(table)
        await show(interaction, f"Closed: {closed.outcome}.")


class Ask(OfMatch, id="as", label="Ask", seat=SEAT, entries=ENTRIES, whom="[og]"):
    """Ask the other side (`o`) or the GM (`g`) to let orders be taken back."""

    async def act(self, interaction: Interaction) -> None:
        """Post the request where the match is played; a practice opponent agrees at once."""
        table, caller = await opened(interaction, self.match)
        entries = tuple(int(one) for one in self.entries.split(".") if one)
        referee = interaction.client.referee
        async with table.lock:
            made = await proposals.ask_back(
                referee, table, caller, self.seat, entries, self.whom == "g"
            )
        await put_to_others(interaction, table, made)


async def put_to_others(interaction: Interaction, table: OpenMatch, made: Proposal) -> None:
    """Post a proposal where the match is played; if nobody has to agree, carry it out.  Raises
    `RefereeError`."""
    bot = interaction.client
    if not made.to_gm and not missing(table, made):
        await respond(interaction, await proposals.carry_out(bot.referee, table, made))
        bot.changed(table)
        return
    if await bot.referee.mail.place_of(table.record.id) is None:
        raise RefereeError("this match is played nowhere: /match here")
    await put(bot.referee, table, made)
    bot.changed(table)
    whom = "the GM" if made.to_gm else ", ".join(map(table.name_of, awaited_from(table, made)))
    await show(interaction, f"Asked {whom}.")


class GiveReason(
    OfMatch, id="rs", label="Give the reason\u2026", style=discord.ButtonStyle.primary
):
    """Opens the form for the reason of an override, whose lines are in the message."""

    async def act(self, interaction: Interaction) -> None:
        """For the GM alone."""
        table, caller = await table_of(interaction, self.match)
        check_is_gm(table, caller)
        message = interaction.message
        found = FENCE.findall(message.content) if message is not None else []
        if not found:
            raise RefereeError("these lines are gone: send them again with a reason after //")
        lines = found[-1].replace("\u200b", "")
        why = "It stands with the override, for everybody"
        modal = form(
            "Why?",
            f"{FORM}:{table.record.id}",
            asked("reason", "The reason", max_length=300, placeholder=why),
            asked("lines", "GM lines", style=LONG, max_length=4000, default=lines),
        )
        await interaction.response.send_modal(modal)


def ask_items(table: OpenMatch | None, match: int, seat: int, plea: str) -> list[ui.Item[Any]]:
    """The buttons below a refused undo, and below an override that lacks its reason."""
    if plea == REASON:
        return [GiveReason(match)]
    entries = ".".join(re.findall(r"#(\d+)", plea))
    if not entries or len(entries) > LONGEST:
        return []
    others, gm = "the other side", True
    if table is not None:
        seats = [one for one in table.seats if one != seat]
        others = table.name_of(seats[0]) if len(seats) == 1 else "the others"
        gm = table.has_gm
    items: list[ui.Item[Any]] = [Ask(match, seat, entries, "o", label=f"Ask {others}")]
    return [*items, Ask(match, seat, entries, "g", label="Ask the GM")] if gm else items
