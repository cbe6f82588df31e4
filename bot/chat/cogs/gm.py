"""`/gm`: whatever a GM may write, imports with a preview, rulings, rewinding, seats, the lock."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat.adapt import defer, file_of, respond
from bot.chat.cogs.common import (
    BaseCog,
    EntryNumber,
    Interaction,
    MatchRequest,
    Seat,
    Work,
    at_hand,
    begun,
    by_gm,
    match_command,
)
from bot.chat.cogs.time import EXTEND, Length, extend
from bot.chat.seating import person
from bot.chat.views import forms
from bot.chat.views.base import panel
from bot.chat.views.challenge import ASKED, DECIDED, asks, decides
from bot.chat.views.forms import IMPORT, LONG, REASON, form, typed
from bot.chat.views.gm import TakeIn, put_to_others
from bot.chat.views.offer import answer_panel
from bot.doors.confirming import with_reason
from bot.doors.importing import MOST_CHARACTERS, Preview, preview
from bot.doors.saying import IncomingText
from bot.history.log import branch_lines, ledger_lines
from bot.lobby import lobby, proposals
from bot.match.reply import Reply, latest
from bot.referee.beside import READERS
from bot.referee.gate import check_is_gm, is_gm, viewer_of
from bot.referee.service import RefereeError
from bot.referee.settings import change_settings
from bot.render.wording import plain
from bot.rulings import precedents

Reason = app_commands.Range[str, 1, 300]
A_LINE = "A GM line, such as: set round 2"
SHOWN = 15
FILE = "import.txt"


class Gm(BaseCog, commands.GroupCog, name="gm", description="For the GM of a match"):
    """Every GM act is an entry of the log with its reason, and can be taken back."""

    async def file(self, asked: MatchRequest, text: str) -> None:
        """Pass GM lines through the same doors as all orders, and answer."""
        heard = IncomingText(
            f"i{asked.interaction.id}",
            asked.caller,
            str(asked.interaction.channel_id),
            f"gm> {text}",
            "command",
            f"#{asked.table.record.id}",
        )
        answer = await self.bot.doors.hear(heard)
        await asked.respond(answer.text or "Nothing was filed.", view=answer_panel(answer))

    @match_command("line", begun, text=A_LINE, reason="Why; it stands in the ledger")
    async def line(
        self,
        asked: MatchRequest,
        text: app_commands.Range[str, 1, 4000],
        reason: Reason | None = None,
    ) -> None:
        """Change what a match holds. Without a GM it is proposed to the other seats."""
        text = f"{text} // {' '.join(reason.split())}" if reason else text
        if is_gm(asked.table, asked.caller) or asked.table.has_gm:
            check_is_gm(asked.table, asked.caller)
            await self.file(asked, text)
            return
        made = await asked.locked(proposals.propose, text)
        if isinstance(made, Reply):
            await asked.respond(made)
            return
        await put_to_others(asked.interaction, asked.table, made)

    @match_command(
        "import",
        at_hand,
        file="A text file with statblocks or a faction",
        text="The same as text; without both a form opens",
    )
    async def import_(
        self,
        asked: MatchRequest,
        file: discord.Attachment | None = None,
        text: app_commands.Range[str, 1, 6000] | None = None,
    ) -> None:
        """Read statblocks or a whole faction; you see what it gives before it counts."""
        check_is_gm(asked.table, asked.caller)
        if file is None and text is None:
            about = "As in the forum; you will see it before anything is taken in."
            block = forms.asked("text", "Statblock or faction", about, style=LONG, max_length=4000)
            await asked.interaction.response.send_modal(
                form("Import", f"{IMPORT}:{asked.table.record.id}", block)
            )
            return
        await defer(asked.interaction)
        if file is not None:
            text = await read_file(file)
        await self.preview(asked, (text or "").replace(" | ", "\n"))

    async def preview(self, asked: MatchRequest, text: str) -> None:
        """Answer with what an import would do and a button that does it, or with every line that
        cannot be read."""
        found = await READERS.make(preview, self.referee, asked.table, text)
        if not found.ok:
            await asked.respond(problem_text(found))
            return
        lines = [f"- {plain(line)}" for line in found.lines[:SHOWN]]
        more = len(found.lines) - SHOWN
        if more > 0:
            lines.append(f"... and {more} more lines")
        said = "\n".join(("This can be read. It would be taken in as follows:", *lines))
        view = panel([TakeIn(asked.table.record.id)])
        await asked.respond(said, view=view, file=file_of(text, FILE))

    def forms(self) -> dict[str, Work]:
        """An import, a reason, a challenge and the answer to it."""
        return {IMPORT: self.pasted, REASON: self.reasoned, ASKED: asks, DECIDED: decides}

    async def pasted(self, interaction: Interaction, number: str) -> None:
        """Preview an import that was pasted into the form."""
        await self.preview(await by_gm(interaction, f"#{number}"), typed(interaction, "text"))

    async def reasoned(self, interaction: Interaction, number: str) -> None:
        """File GM lines with the reason given in the form."""
        asked = await by_gm(interaction, f"#{number}")
        text = with_reason(typed(interaction, "lines"), typed(interaction, "reason"))
        await self.file(asked, text.removeprefix("gm> "))

    @match_command("rewind", by_gm, to="The entry whose state the match returns to", reason="Why")
    async def rewind(
        self, asked: MatchRequest, to: EntryNumber, reason: Reason | None = None
    ) -> None:
        """Go back to the state after an entry; what came after it stays in the log."""
        why = f" // {' '.join(reason.split())}" if reason else ""
        await self.file(asked, f"rewind to #{to}{why}")

    @match_command("ledger", by_gm)
    async def ledger(self, asked: MatchRequest) -> None:
        """Every override with its reason, and the branches that were left by going back."""
        viewer = viewer_of(asked.table, asked.caller)
        ledger = await ledger_lines(self.referee, asked.table, viewer)
        lines = latest((*ledger, *await branch_lines(self.referee, asked.table, viewer)))
        await asked.respond("\n".join(map(plain, lines)))

    @match_command(
        "rule",
        by_gm,
        text="The ruling, in a sentence; #57 in it names an order, #spear is a tag",
        tags="Words that it is found by: spear, reach",
    )
    async def rule(
        self,
        asked: MatchRequest,
        text: app_commands.Range[str, 1, 1000],
        tags: app_commands.Range[str, 1, 100] | None = None,
    ) -> None:
        """Record a ruling; its id is the number of its entry, `/rule #17` shows it."""
        marks = (f"#{one.lstrip('#')}" for one in (tags or "").replace(",", " ").split())
        said = " ".join((*text.replace('"', "'").split(), *marks))
        await self.file(asked, f'rule "{said}"')

    @app_commands.command(name="precedents")
    @app_commands.describe(text="Words, or beginnings of words, that the ruling has")
    async def precedents(
        self, interaction: Interaction, text: app_commands.Range[str, 1, 100]
    ) -> None:
        """What GMs have ruled in the matches of this server; anybody may look."""
        await defer(interaction)
        caller = self.bot.caller_of(interaction)
        self.bot.looking.check(caller.user)
        guild = str(interaction.guild_id or "")
        numbers = await precedents.in_reach(self.referee, guild, caller)
        found = await precedents.search(self.referee, numbers, caller, text)
        lines = [f"- {plain(str(one))}" for one in found]
        await respond(interaction, "\n".join(lines) or "No ruling has all these words.")

    @match_command("substitute", by_gm, seat="Which seat", who="Who plays it from now on")
    async def substitute(self, asked: MatchRequest, seat: Seat, who: discord.User) -> None:
        """Give a seat to somebody."""
        before = asked.table.holder(seat)
        await asked.locked(lobby.substitute, seat, str(who.id))
        name = person(before) if before else ""
        await self.bot.seating.sits_down(asked.interaction, asked.table, seat, str(who.id), name)

    @match_command("extend", by_gm, **EXTEND)
    async def extend(self, asked: MatchRequest, by: Length, seat: Seat | None = None) -> None:
        """More time for a deadline, or a new one where it was missed."""
        await extend(asked, by, seat)

    @match_command("lock", by_gm, on="True: no orders but yours; False: as before")
    async def lock(self, asked: MatchRequest, on: bool = True) -> None:
        """Lock all orders of the seats while you sort something out."""
        async with asked.table.lock:
            await change_settings(self.referee, asked.table, locked=on)
        said = "The GM has locked all orders." if on else "Orders are free again."
        await asked.tell(said)


def quoted(text: str) -> str:
    """A text on one line, without backticks, to be put between backticks."""
    return " / ".join(text.splitlines()).replace("`", "'")


def problem_text(found: Preview) -> str:
    """Each line that cannot be read, and why."""
    count = len(found.problems)
    lines = [f"{count} line{'s' * (count != 1)} cannot be read; nothing was taken in:"]
    for number, text, why in found.problems:
        where = f"line {number}: `{quoted(text)}` - " if number else ""
        lines.append(f"- {where}{plain(why)}")
    return "\n".join(lines)


async def read_file(file: discord.Attachment) -> str:
    """The text of an attached file.  Raises `RefereeError` if it is none, or too long."""
    if file.size > 4 * MOST_CHARACTERS:
        raise RefereeError(f"the file is too long: at most {MOST_CHARACTERS:,} characters")
    raw = await file.read()
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RefereeError("the file is not plain text in UTF-8") from None
