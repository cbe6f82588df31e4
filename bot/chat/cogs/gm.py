"""`/gm`: whatever a GM may write, imports with a preview, rulings, rewinding, seats, the lock."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat.adapt import defer, file_of, respond, tell
from bot.chat.cogs.common import BaseCog, Interaction, MatchName, Seat, Work, match_command
from bot.chat.cogs.time import extend
from bot.chat.seating import person
from bot.chat.views.base import panel
from bot.chat.views.challenge import ASKED, DECIDED, asks, decides
from bot.chat.views.forms import IMPORT, LONG, REASON, asked, form, typed
from bot.chat.views.gm import TakeIn, put_to_others
from bot.chat.views.offer import answer_panel
from bot.doors.confirming import with_reason
from bot.doors.importing import MOST_CHARACTERS, Preview, preview
from bot.doors.saying import IncomingText
from bot.history.log import branch_lines, ledger_lines
from bot.lobby import lobby, proposals
from bot.match.reply import Reply, latest
from bot.referee.beside import READERS
from bot.referee.gate import Caller, check_is_gm, is_gm, viewer_of
from bot.referee.service import OpenMatch, RefereeError
from bot.referee.settings import change_settings
from bot.render.wording import plain
from bot.rulings import precedents

Reason = app_commands.Range[str, 1, 300]
SHOWN = 15
FILE = "import.txt"


class Gm(BaseCog, commands.GroupCog, name="gm", description="For the GM of a match"):
    """Every GM act is an entry of the log with its reason, and can be taken back."""

    async def asked(self, interaction: Interaction, match: str | None) -> tuple[OpenMatch, Caller]:
        """Defer a GM's command; returns its match and the GM.  Raises `RefereeError` for others."""
        await defer(interaction)
        return await self.checked(interaction, match)

    async def checked(
        self, interaction: Interaction, match: str | None
    ) -> tuple[OpenMatch, Caller]:
        """The match of a command, and its GM.  Raises `RefereeError` for anybody else."""
        table = await self.bot.table_here(interaction, match)
        caller = self.bot.caller_of(interaction)
        check_is_gm(table, caller)
        return table, caller

    async def file(
        self, interaction: Interaction, table: OpenMatch, caller: Caller, text: str
    ) -> None:
        """Pass GM lines through the same doors as all orders, and answer."""
        heard = IncomingText(
            f"i{interaction.id}",
            caller,
            str(interaction.channel_id),
            f"gm> {text}",
            "command",
            f"#{table.record.id}",
        )
        answer = await self.bot.doors.hear(heard)
        await respond(interaction, answer.text or "Nothing was filed.", view=answer_panel(answer))

    @match_command(
        "line", text="A GM line, such as: set round 2", reason="Why; it stands in the ledger"
    )
    async def line(
        self,
        interaction: Interaction,
        text: app_commands.Range[str, 1, 4000],
        reason: Reason | None = None,
        match: MatchName | None = None,
    ) -> None:
        """Change what a match holds. Without a GM it is proposed to the other seats."""
        await defer(interaction)
        text = f"{text} // {' '.join(reason.split())}" if reason else text
        table = await self.bot.table_here(interaction, match)
        caller = self.bot.caller_of(interaction)
        if is_gm(table, caller) or table.has_gm:
            check_is_gm(table, caller)
            await self.file(interaction, table, caller, text)
            return
        async with table.lock:
            made = await proposals.propose(self.referee, table, caller, text)
        if isinstance(made, Reply):
            await respond(interaction, made)
            return
        await put_to_others(interaction, table, made)

    @match_command(
        "import",
        file="A text file with statblocks or a faction",
        text="The same as text; without both a form opens",
    )
    async def import_(
        self,
        interaction: Interaction,
        file: discord.Attachment | None = None,
        text: app_commands.Range[str, 1, 6000] | None = None,
        match: MatchName | None = None,
    ) -> None:
        """Read statblocks or a whole faction; you see what it gives before it counts."""
        table, _ = await self.checked(interaction, match)
        if file is None and text is None:
            about = "As in the forum; you will see it before anything is taken in."
            block = asked("text", "Statblock or faction", about, style=LONG, max_length=4000)
            await interaction.response.send_modal(
                form("Import", f"{IMPORT}:{table.record.id}", block)
            )
            return
        await defer(interaction)
        if file is not None:
            text = await read_file(file)
        await self.preview(interaction, table, (text or "").replace(" | ", "\n"))

    async def preview(self, interaction: Interaction, table: OpenMatch, text: str) -> None:
        """Answer with what an import would do and a button that does it, or with every line that
        cannot be read."""
        found = await READERS.make(preview, self.referee, table, text)
        if not found.ok:
            await respond(interaction, problem_text(found))
            return
        lines = [f"- {plain(line)}" for line in found.lines[:SHOWN]]
        more = len(found.lines) - SHOWN
        if more > 0:
            lines.append(f"... and {more} more lines")
        said = "\n".join(("This can be read. It would be taken in as follows:", *lines))
        view = panel([TakeIn(table.record.id)])
        await respond(interaction, said, view=view, file=file_of(text, FILE))

    def forms(self) -> dict[str, Work]:
        """An import, a reason, a challenge and the answer to it."""
        return {IMPORT: self.pasted, REASON: self.reasoned, ASKED: asks, DECIDED: decides}

    async def pasted(self, interaction: Interaction, number: str) -> None:
        """Preview an import that was pasted into the form."""
        table, _ = await self.asked(interaction, f"#{number}")
        await self.preview(interaction, table, typed(interaction, "text"))

    async def reasoned(self, interaction: Interaction, number: str) -> None:
        """File GM lines with the reason given in the form."""
        table, caller = await self.asked(interaction, f"#{number}")
        text = with_reason(typed(interaction, "lines"), typed(interaction, "reason"))
        await self.file(interaction, table, caller, text.removeprefix("gm> "))

    @match_command("rewind", to="The entry whose state the match returns to", reason="Why")
    async def rewind(
        self,
        interaction: Interaction,
        to: app_commands.Range[int, 0, 1_000_000],
        reason: Reason | None = None,
        match: MatchName | None = None,
    ) -> None:
        """Go back to the state after an entry; what came after it stays in the log."""
        table, caller = await self.asked(interaction, match)
        why = f" // {' '.join(reason.split())}" if reason else ""
        await self.file(interaction, table, caller, f"rewind to #{to}{why}")

    @match_command("ledger")
    async def ledger(self, interaction: Interaction, match: MatchName | None = None) -> None:
        """Every override with its reason, and the branches that were left by going back."""
        table, caller = await self.asked(interaction, match)
        viewer = viewer_of(table, caller)
        ledger = await ledger_lines(self.referee, table, viewer)
        lines = latest((*ledger, *await branch_lines(self.referee, table, viewer)))
        await respond(interaction, "\n".join(map(plain, lines)))

    @match_command(
        "rule",
        text="The ruling, in a sentence; #57 in it names an order, #spear is a tag",
        tags="Words that it is found by: spear, reach",
    )
    async def rule(
        self,
        interaction: Interaction,
        text: app_commands.Range[str, 1, 1000],
        tags: app_commands.Range[str, 1, 100] | None = None,
        match: MatchName | None = None,
    ) -> None:
        """Record a ruling; its id is the number of its entry, `/rule #17` shows it."""
        table, caller = await self.asked(interaction, match)
        marks = (f"#{one.lstrip('#')}" for one in (tags or "").replace(",", " ").split())
        said = " ".join((*text.replace('"', "'").split(), *marks))
        await self.file(interaction, table, caller, f'rule "{said}"')

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

    @match_command("substitute", seat="Which seat", who="Who plays it from now on")
    async def substitute(
        self,
        interaction: Interaction,
        seat: Seat,
        who: discord.User,
        match: MatchName | None = None,
    ) -> None:
        """Give a seat to somebody."""
        table, caller = await self.asked(interaction, match)
        before = dict(table.record.seats).get(seat, "")
        async with table.lock:
            await lobby.substitute(self.referee, table, caller, seat, str(who.id))
        name = person(before) if before else ""
        await self.bot.seating.sits_down(interaction, table, seat, str(who.id), name)

    @match_command("extend", by="How much: 12h, 2d", seat="Whose; left out: all who are awaited")
    async def extend(
        self,
        interaction: Interaction,
        by: app_commands.Range[str, 2, 20],
        seat: Seat | None = None,
        match: MatchName | None = None,
    ) -> None:
        """More time for a deadline, or a new one where it was missed."""
        await self.checked(interaction, match)
        await extend(interaction, by, seat, match)

    @match_command("lock", on="True: no orders but yours; False: as before")
    async def lock(
        self, interaction: Interaction, on: bool = True, match: MatchName | None = None
    ) -> None:
        """Lock all orders of the seats while you sort something out."""
        table, _ = await self.asked(interaction, match)
        async with table.lock:
            await change_settings(self.referee, table, locked=on)
        said = "The GM has locked all orders." if on else "Orders are free again."
        await tell(interaction, table, said)


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
