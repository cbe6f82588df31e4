"""Buttons of GM tools: taking an import in, and agreeing to a proposal in a match without a GM."""

import discord
from discord import ui

from bot.chat.adapt import NOBODY, respond
from bot.chat.views.base import NUMBER, Interaction, Pressed, begin, panel, show, table_of
from bot.doors.importing import as_line, preview
from bot.lobby import proposals
from bot.referee.gate import check_is_gm
from bot.referee.service import RefereeError
from rules.flow import seat_name
from rules.game import GM


class TakeIn(Pressed, template=rf"cr:i:(?P<match>{NUMBER})"):
    """Take in what the preview shows; the text is the file that hangs below it."""

    def __init__(self, match: int | str) -> None:
        self.match = str(match)
        style = discord.ButtonStyle.success
        super().__init__(ui.Button(label="Take it in", style=style, custom_id=f"cr:i:{match}"))

    async def act(self, interaction: Interaction) -> None:
        """Read again, checked again, filed as a GM line under the message's own key."""
        await begin(interaction)
        table, caller = await table_of(interaction, self.match)
        check_is_gm(table, caller)
        message = interaction.message
        if message is None or not message.attachments:
            raise RefereeError("the text of this import is gone: /gm import it again")
        text = (await message.attachments[0].read()).decode("utf-8")
        referee = interaction.client.referee
        if not preview(referee, table, text).ok:
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


class Agree(Pressed, template=rf"cr:g:(?P<match>{NUMBER}):(?P<number>{NUMBER})"):
    """A seat agrees to a proposal; when all have, it is carried out."""

    def __init__(self, match: int | str, number: int | str) -> None:
        self.match, self.number = str(match), int(number)
        style = discord.ButtonStyle.success
        name = f"cr:g:{match}:{number}"
        super().__init__(ui.Button(label="Agree", style=style, custom_id=name))

    async def act(self, interaction: Interaction) -> None:
        """Said to whoever agrees; what comes of it is on the status post."""
        await begin(interaction)
        table, caller = await table_of(interaction, self.match)
        bot = interaction.client
        async with table.lock:
            proposal = await proposals.agree(bot.referee, table, caller, self.number)
        waits = proposals.missing(table, proposal)
        if waits:
            names = ", ".join(map(seat_name, waits))
            await show(interaction, f"Noted; {names} has not agreed yet.")
            return
        reply = await proposals.carry_out(bot.referee, table, proposal)
        bot.changed(table)
        await respond(interaction, reply)
        await close(interaction, "All agree." if reply.accepted else "It could not be done.")


class Reject(Pressed, template=rf"cr:r:(?P<match>{NUMBER}):(?P<number>{NUMBER})"):
    """A seat is against it."""

    def __init__(self, match: int | str, number: int | str) -> None:
        self.match, self.number = str(match), int(number)
        super().__init__(ui.Button(label="Reject", custom_id=f"cr:r:{match}:{number}"))

    async def act(self, interaction: Interaction) -> None:
        """The proposal is closed."""
        await begin(interaction)
        table, caller = await table_of(interaction, self.match)
        referee = interaction.client.referee
        await proposals.reject(referee, table, caller, self.number)
        await show(interaction, "The proposal is closed.")
        await close(interaction, "Not agreed.")


async def close(interaction: Interaction, how: str) -> None:
    """Take the buttons off a public proposal and say how it ended."""
    message = interaction.message
    if message is not None and not message.flags.ephemeral:
        text = f"{message.content}\n{how}"[:2000]
        await message.edit(content=text, view=None, allowed_mentions=NOBODY)


def import_panel(match: int) -> ui.View | None:
    """The button below a preview."""
    return panel([TakeIn(match)])


def proposal_panel(match: int, number: int) -> ui.View:
    """The buttons below a proposal."""
    view = ui.View(timeout=None)
    for item in (Agree(match, number), Reject(match, number)):
        view.add_item(item)
    return view


GM_TOOLS: tuple[type[Pressed], ...] = (TakeIn, Agree, Reject)
"""What is registered at start."""
