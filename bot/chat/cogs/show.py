"""`/board`, `/key`, `/report`, `/log`, `/why`, `/legal`, `/forum-pack`: what a match looks like."""

import re

from discord import app_commands

from bot.chat.adapt import file_of
from bot.chat.cogs.common import (
    EYES,
    BaseCog,
    EntryNumber,
    MatchRequest,
    Short,
    looking,
    looking_or_sharing,
    match_command,
    own_units,
    playing,
)
from bot.chat.looking import key_answer, show_board, whole_pages
from bot.chat.views.base import panel
from bot.chat.views.menu import Orders
from bot.doors.answers import fenced
from bot.history.log import log_lines, phase_report, phase_starts, why_lines
from bot.history.possible import legal_lines
from bot.posts.turns import pack_of
from bot.referee.beside import beside
from bot.referee.service import OpenMatch, RefereeError
from bot.render.compact import WIDEST
from bot.render.wording import arrows, plain

SHARE = "Let everybody here see it (the public view)"
FULL = "As the system itself prints it, wide"
BACK = "0: this phase so far; 1: the one before, and so on"
Back = app_commands.Range[int, 0, 200]
Last = app_commands.Range[int, 1, 200]
MOST_LINES = 20
"""Most lines of possible orders on a page."""

AS_COMMAND = re.compile(r"(: )legal\b ?((?!page\b)\S.*?)?(?: ?page (\d+))?$")
"""The end of a line that tells what to type: `: legal M1 moves page 2`."""


class Show(BaseCog):
    """Answers are for whoever asks, cut to what they may see; shared ones are the public view."""

    @match_command("board", looking_or_sharing, full=FULL, seat=EYES, share=SHARE)
    async def board(self, asked: MatchRequest, full: bool = False) -> None:
        """The board as you may see it, as text and as a picture."""
        if full:
            pages = whole_pages(self.bot, asked.table, asked.viewer, "board")
            await asked.respond(pages)
        else:
            user = None if asked.shared else asked.interaction.user.id
            await show_board(asked.interaction, asked.table, asked.viewer, user)

    @match_command("key", looking_or_sharing, full=FULL, seat=EYES, share=SHARE)
    async def key(self, asked: MatchRequest, full: bool = False) -> None:
        """The units on the board with their numbers, equal ones together."""
        pages = whole_pages(self.bot, asked.table, asked.viewer, "key")
        if not full:
            pages = await key_answer(self.bot, asked.table, asked.viewer)
        await asked.respond(pages)

    @match_command("report", looking, back=BACK, seat=EYES)
    async def report(self, asked: MatchRequest, back: Back = 0) -> None:
        """What happened in this phase, or in an earlier one."""
        check_was(asked.table, back)
        lines = await phase_report(self.referee, asked.table, asked.viewer, back, short=True)
        title = "" if back else f"**{plain(asked.table.now)}**\n"
        await asked.respond(title + "\n".join(plain(arrows(line)) for line in lines))

    @match_command("log", looking, last="How many entries", seat=EYES)
    async def log(self, asked: MatchRequest, last: Last = 20) -> None:
        """The newest entries, one line each."""
        lines = await log_lines(self.referee, asked.table, asked.viewer, last)
        await asked.respond("\n".join(map(plain, lines)))

    @match_command("why", looking, entry="The number of an entry, as in #17", seat=EYES)
    async def why(self, asked: MatchRequest, entry: EntryNumber) -> None:
        """One entry unfolded: who ordered it, every number and every rule."""
        lines = await why_lines(self.referee, asked.table, entry, asked.viewer)
        await asked.respond("\n".join(map(plain, lines)))

    @match_command(
        "legal",
        playing,
        unit="Of which unit, or with its verb (L1 moves); left out: who could act",
        page="Which page of it",
        seat=EYES,
    )
    @app_commands.autocomplete(unit=own_units)
    async def legal(
        self,
        asked: MatchRequest,
        unit: Short | None = None,
        page: app_commands.Range[int, 1, 999] = 1,
    ) -> None:
        """Orders that would be accepted now, verbs first, and a menu that types them for you."""
        said = await beside(asked.table, asked.seat, possible, asked.table, asked.seat, unit, page)
        await asked.respond(said, view=panel([Orders(asked.table.record.id, asked.seat)]))

    @match_command("forum-pack", looking, back=BACK, seat=EYES)
    async def forum_pack(self, asked: MatchRequest, back: Back = 0) -> None:
        """Report, board and key as BBCode in a file, ready for a forum."""
        text, when = await self.pack(asked.table, asked.viewer, back)
        file = file_of(text, f"match{asked.table.record.id}.txt")
        await asked.respond(f"Forum pack: {plain(when)}", file=file)

    async def pack(self, table: OpenMatch, viewer: int | None, back: int) -> tuple[str, str]:
        """The forum pack of a phase as a viewer may read it, and the moment it begins at.  Raises
        `RefereeError` if there was no such phase."""
        starts = [*phase_starts(table), table.match.head]
        check_was(table, back)
        start, end = starts[-2 - back], starts[-1 - back]
        when = table.game.moment(await self.referee.state_at(table, start))
        return await pack_of(self.bot.announcer.turns, table, start, end, viewer), when


def check_was(table: OpenMatch, back: int) -> None:
    """Raise `RefereeError` unless the match has had so many phases before the present one."""
    if back >= (count := len(phase_starts(table))):
        raise RefereeError(f"the match has had only {count} phases so far")


def possible(table: OpenMatch, seat: int, unit: str | None, page: int) -> str:
    """What could be ordered: the verbs of each unit, those of one unit, or all of a verb."""
    words = f"{unit} page {page}" if unit is not None else ""
    try:
        lines = legal_lines(table, seat, words, WIDEST)
    except RefereeError:
        return nothing_for(table, seat, unit)
    if lines[0].startswith("no legal order"):
        return nothing_for(table, seat, unit)
    if len(lines) > MOST_LINES:
        start = MOST_LINES * min(page - 1, (len(lines) - 1) // MOST_LINES)
        rest = lines[start + MOST_LINES :]
        asked = f"legal {unit} page {page + 1}" if unit else f"legal page {page + 1}"
        lines = [*lines[start : start + MOST_LINES], *([f"more: {asked}"] if rest else [])]
    return fenced("\n".join(AS_COMMAND.sub(as_command, line) for line in lines))


def as_command(found: re.Match[str]) -> str:
    """`: legal M1 moves page 2` as a command of chat: `: /legal unit: M1 moves page: 2`."""
    unit = f" unit: {found[2]}" if found[2] else ""
    page = f" page: {found[3]}" if found[3] else ""
    return f"{found[1]}/legal{unit}{page}"


def nothing_for(table: OpenMatch, seat: int, unit: str | None) -> str:
    """Why there is nothing to order: nobody is there, or it has done what it may."""
    if unit is None:
        return f"{table.name_of(seat)} has nothing to order now."
    known = [one.lower() for one in table.game.references(table.state, seat)]
    if unit.strip().lower() in known:
        return f"{plain(unit)} has nothing left to do now."
    return f"There is no {plain(unit)} in this match; `/key` lists what is there."
