"""The console: a local table, with the usual service and a terminal or a pipe as its chat."""

import re
import traceback
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import takewhile
from pathlib import Path

from bot.cases.casefile import PREFIX, Witness
from bot.doors.conversation import DROPPED, answer_to, question_again
from bot.doors.freely import Meant, meant, with_typed
from bot.doors.sandbox import FiledLine, Sandboxes, Trying, as_filed
from bot.history import log
from bot.history.log import short_receipts
from bot.history.possible import legal_lines
from bot.history.secrets import SECRET
from bot.lessons.pupil import LEARNER
from bot.match.reply import AT_ONCE, Reply, leaf, within
from bot.opponents import practise
from bot.plans.planroom import PlanRoom, asked_of
from bot.posts.announce import passed_notes
from bot.posts.facts import beginnings
from bot.posts.headings import DOT, place
from bot.referee.beside import beside
from bot.referee.gate import LOCAL
from bot.referee.service import OpenMatch, Referee, RefereeError
from bot.referee.settings import mix_words
from bot.render import reply_text
from bot.render.compact import TERMINAL
from bot.render.tally import tally_text
from bot.render.wording import without_controls
from bot.store import StoreError
from bot.terminal import lookups
from bot.terminal.helping import NOTHING_ASKED, help_text
from bot.terminal.school import School, asked_for
from grammar import Written
from rules.line.errors import Refusal
from rules.line.orders import GM

CRASHES = "referee-crashes.log"

VIEWED = re.compile(r"(?:board|key)(?: +(full))?(?: +(\d{1,4}))?", re.I)
UNFOLDED = re.compile(r"#?(\d{1,9})(?: +(\d{1,4}))?")
SANDY = re.compile(r"(board|report) +(\d{1,4})", re.I)
"""What is too long to be shown at once has pages: `board 2`, `key full 3`, `why #17 2`."""

ROOM = 200
IN_REPORT = "... the rest is in `try report`"
BROUGHT = "... and more than is said at once: `report` tells what came last"
"""Characters kept free for what a phase brought, and the lines that stand for what is cut off."""


def write_down(database: Path | None, line: str) -> Path:
    """Append the line and the traceback of the exception being handled to a file beside the
    database; returns the file."""
    folder = Path.cwd() if database is None else database.resolve().parent
    file = folder / CRASHES
    with suppress(OSError), file.open("a", encoding="utf-8") as crashes:
        at = datetime.now(UTC).isoformat(timespec="seconds")
        crashes.write(f"{at} {line[:500]!r}\n{traceback.format_exc()}\n")
    return file


def nothing_to_tell(reply: Reply) -> bool:
    """Is everything in a reply secret, and nothing of it reported?"""
    told = [one for one in reply.accepted if one.orders != (SECRET,) or one.report or one.refused]
    return bool(reply.accepted) and not told and reply.ok


@dataclass(eq=False)
class Console:
    """Answers typed lines.  `out` prints a text; `viewer` is the seat whose view boards show;
    `opponents` are the seats that a practice opponent plays, with its level; `own` is the seat that
    lines without a prefix belong to, if it is always the same."""

    referee: Referee
    table: OpenMatch
    out: Callable[[str], None]
    colour: bool = False
    viewer: int = GM
    key: str | None = None
    opponents: Mapping[int, str] = field(default_factory=dict)
    width: Callable[[], int] = lambda: TERMINAL
    own: int | None = None
    short: bool = False
    """Are orders acknowledged in few words?"""
    lines: int = field(default=0, init=False)
    failed: bool = field(default=False, init=False)
    due: dict[str, None] = field(default_factory=dict, init=False)
    """Board or key, to be shown once everything that happens now is told."""
    pending: tuple[int, tuple[str, ...]] | None = field(default=None, init=False)
    """A seat, and the sentences that it was offered last."""
    replied: Reply | None = field(default=None, init=False)
    """The reply to the last order, or to a question that failed."""

    def __post_init__(self) -> None:
        self.witness = Witness(self.table.match)
        self.school = School(self.out, self._desk, self.referee.mail)
        self.trying = Trying(Sandboxes(self.referee), "text")
        self.plans = PlanRoom(self.referee, "text")

    def _desk(self, referee: Referee, table: OpenMatch) -> "Console":
        """Make a console for the table of a lesson."""
        return Console(
            referee, table, self.out, self.colour, viewer=LEARNER, own=LEARNER, width=self.width
        )

    @property
    def desk(self) -> "Console":
        """The console that the next line goes to: this one, or that of a lesson."""
        return self.school.desk or self

    @property
    def prompt(self) -> str:
        """`1> `: the seat of the next line; in a lesson `lesson> `."""
        return "lesson> " if self.school.is_open else f"{self.seat()}> "

    def seat(self) -> int:
        """The seat that a line without a prefix belongs to."""
        if self.own is not None:
            return self.own
        seats = self.table.seats
        awaited = (*self.table.awaited, *seats)
        return next((seat for seat in awaited if seat not in self.opponents), awaited[0])

    async def survive(self, line: str) -> bool:
        """The same as `answer`, but an error is printed and costs this line alone."""
        try:
            return await self.answer(line)
        except (RefereeError, StoreError) as error:
            self.out(f"{error}")
        except Exception as error:
            where = write_down(self.referee.store.database.file, line)
            self.out(
                f"Something is wrong with the program ({type(error).__name__}): this line had no "
                f"effect, the match goes on. What happened is written in {where}."
            )
        self.failed = True
        return True

    async def answer(self, line: str) -> bool:
        """Answer one typed line; False when the player wants to leave."""
        self.lines += 1
        text = line.strip()
        if not text or text.startswith("#"):
            return True
        if self.school.is_open:
            await self.school.answer(text)
            return True
        if text.lower() in ("quit", "exit", "q"):
            return False
        if text.startswith("="):
            self._question(text[1:].strip())
        elif not await self._command(text):
            found = PREFIX.fullmatch(text)
            seat = self.seat() if not found else GM if found[1] else int(found[2])
            await self._order(seat, found[3] if found else text)
        return True

    async def _order(self, seat: int, text: str) -> None:
        if seat != GM and seat not in self.table.seats:
            self.out(f"there is no {self.table.name_of(seat)} in this match")
            return
        if seat in self.opponents:
            self.out(f"{self.table.name_of(seat)} is played by the practice opponent")
            return
        if seat != GM and (words := asked_of(text)) is not None:
            await self._plan(seat, words)
            return
        if seat == GM:
            text = re.sub(r"\n(?:gm\| ?)?", "\n", text)
        source = f"{self.key}/{self.lines}" if self.key else None
        said = self._chosen(seat, text) or meant(self.table, seat, text)
        self.pending = None
        if seat != GM and (words := asked_of(said.text)) is not None:
            await self._plan(seat, words)
            return
        if said.reply is not None:
            options = ("\n".join(said.reply.offer),) if said.reply.offer else said.reply.options
            self.pending = (seat, options) if options else None
            self.show(seat, said.reply)
            if options:
                self.out("y files it" if len(options) == 1 else "its number or its words file it")
            return
        lines = with_typed(self.referee.read(self.table, seat, said.text), said)
        about, after = (self.table, seat, said.text), said.read_after
        reply = await self.referee.submit(
            *about, user="console", source=source, lines=lines, read_after=after
        )
        await self._tell(seat, reply)
        if reply.offer:
            self.pending = (seat, ("\n".join(reply.offer),))
            self.out("y files it")
        if reply.accepted:
            await self.let_opponents_play()
            await self.draw_due()

    async def _plan(self, seat: int, words: str) -> None:
        """Change, show or use a seat's plan, as the words say."""
        self.out(await self.plans.answer(self.table, LOCAL.user, seat, words))
        await self.let_opponents_play()
        await self.draw_due()

    def _chosen(self, seat: int, text: str) -> Meant | None:
        """Read a line as an answer to the last offer; None if it is something else."""
        if self.pending is None or self.pending[0] != seat:
            return None
        options = self.pending[1]
        left = answer_to(self.table, seat, options, text)
        if left is None:
            return None
        if left.refused:
            return Meant(reply=Reply(problem=DROPPED))
        if left.only is None:
            return Meant(reply=question_again(options, left))
        chosen = options[left.only].replace(" ; ", "\n")
        lines = chosen.split("\n")
        return Meant(chosen, tuple((line, text) for line in lines) if " " in text else ())

    async def let_opponents_play(self) -> None:
        """Let practice opponents, and plans, order until somebody else must.  The orders of each
        opponent are printed below one heading; the board follows in `draw_due`."""
        for seat, level in self.opponents.items():
            replies = await practise(self.referee, self.table, seat, level)
            seen = [reply for reply in replies if not nothing_to_tell(reply)]
            name = f"{self.table.name_of(seat)} ({level})"
            if seen:
                self.out(f"{name}:")
            for reply in seen:
                await self._tell(seat, reply)
            if len(seen) < len(replies):
                self.out(f"{name} is at work in secret")
            self._owe(*("board",) * bool(replies and self.colour))
        for use in await self.plans.follow(self.table):
            self.out(use.text)
            self._owe(*("board",) * self.colour)

    def _owe(self, *names: str) -> None:
        """Have board or key shown once everything that happens now is told."""
        self.due.update(dict.fromkeys(names))

    async def draw_due(self) -> None:
        """Show board and key as they are now, each once, if they are due."""
        for name in ("board", "key"):
            if name in self.due:
                await self._view(name)

    async def _tell(self, seat: int, reply: Reply) -> None:
        links = self.table.match.links
        ends = any(links[one.number].ended_phase for one in reply.accepted)
        short = None
        if self.short or (ends and len(reply.accepted) == 1):
            short = await short_receipts(self.referee, self.table, reply, self.viewer)
        said = self.show(seat, reply, "\n".join(short or ()))
        noticed = [line for one in reply.accepted for line in await self._notice(one.number)]
        self._brought(within(noticed, BROUGHT, max(ROOM, AT_ONCE - len(said))))
        if reply.accepted:
            await self._passed(reply.accepted[-1].number)

    async def _passed(self, last: int) -> None:
        """Print half a line about each phase that passed by itself right after an entry."""
        later = self.table.match.links[last + 1 :]
        links = list(takewhile(lambda link: link.passed, later))
        notes = await passed_notes(self.referee, self.table, links)
        if notes:
            self.out(" ".join(f"{note}." for note in notes))
        for link in links:
            if await log.ends_round(self.referee, self.table, link.number):
                self._brought(await self._notice(link.number))

    def _brought(self, lines: Sequence[str]) -> None:
        if lines:
            self._print(lines)

    async def _notice(self, number: int) -> list[str]:
        """What a phase has brought, if this entry ended one; the board becomes due, at the end of a
        round with the key."""
        if not self.table.match.links[number].ended_phase:
            return []
        if self.short and self.table.game.losses:
            lines = await brought(self.referee, self.table, number, self.viewer)
        else:
            found = await log.summary_lines(self.referee, self.table, number, self.viewer)
            lines = [f"--- {line}" for line in found]
        if not (lines or self.short):
            return []
        if await log.ends_round(self.referee, self.table, number):
            self._owe("board", "key")
        elif self.colour:
            self._owe("board")
        return lines

    def show(self, seat: int, reply: Reply, short: str = "") -> str:
        """Print and return a reply, or `short` in its place, and remember it for `=` lines."""
        self.replied = reply
        if seat != GM:
            self.witness.reports.clear()
        self.witness.match = self.table.match
        for accepted in reply.accepted:
            self.witness.reports.extend(accepted.report)
        for answer in reply.answers:
            self.witness.reports.extend(answer.report)
        refused = (*reply.refused, *reply.parts_refused)
        self.witness.refusal = None
        if refused:
            self.witness.refusal = Refusal(refused[0].rule, refused[0].why)
        elif reply.unreadable:
            self.witness.refusal = Refusal(reply.unreadable[0].rule, "it could not be read")
        said = short or reply_text(reply, "text")
        self.out(said)
        return said

    def _question(self, text: str) -> None:
        try:
            answer = self.witness.expect(text)
        except ValueError as error:
            self.out(f"not a question I know: {error}")
            return
        self.out("true" if answer.holds else f"false: {answer.found}")

    async def _command(self, text: str) -> bool:
        word, _, rest = text.partition(" ")
        word, rest = word.lower(), rest.strip()
        service, table = self.referee, self.table
        if (lesson := asked_for(text, table.game.id)) is not None:
            await self._learn(lesson)
        elif (asked := VIEWED.fullmatch(text)) is not None:
            await self._view(word, asked[1] is not None, int(asked[2] or 1))
        elif lookups.is_lookup(table, self.viewer, text):
            await self._answered(self._looked_up(text))
        elif word == "report" and not rest:
            self._print(await log.phase_report(service, table, self.viewer))
        elif word == "log" and not rest:
            self._print(await log.log_lines(service, table, self.viewer))
        elif word == "why":
            asked = UNFOLDED.fullmatch(rest)
            if asked is None:
                self.out("why takes the number of an entry: why #17")
            else:
                await self._answered(self._why(int(asked[1]), int(asked[2] or 1)))
        elif word == "legal":
            await self._answered(self._legal(rest))
        elif word == "try":
            await self._try(rest)
        elif word == "help":
            self.out(help_text(table, self.seat(), rest))
        elif word == "salt":
            await self._salt(rest)
        elif text.lower() == "override ledger":
            self._print(await log.ledger_lines(service, table, self.viewer))
        elif text.lower() == "branches":
            self._print(await log.branch_lines(service, table, self.viewer))
        elif self.pending is None and NOTHING_ASKED.fullmatch(text):
            self.out("Nothing was asked just now. `help` lists what can be typed.")
        else:
            return False
        return True

    def _print(self, lines: Sequence[str]) -> None:
        self.out("\n".join(lines))

    async def _learn(self, system: str) -> None:
        try:
            await self.school.begin(system)
        except RefereeError as error:
            self.out(str(error))

    async def _answered(self, answer: Awaitable[str]) -> None:
        """Print the answer to a question, or why it has none."""
        try:
            self.out(await answer)
        except RefereeError as error:
            self.replied = Reply(problem=str(error))
            self.out(str(error))

    async def _looked_up(self, text: str) -> str:
        about = self.seat(), self.viewer, text, self.width()
        found = await lookups.look_up(self.referee, self.table, *about)
        return "\n".join(within(found.split("\n")))

    async def _legal(self, words: str) -> str:
        table, seat = self.table, self.seat()
        return "\n".join(within(await beside(table, seat, legal_lines, table, seat, words)))

    async def _try(self, words: str) -> None:
        """A dry run of the seat's own turn; `keep` files what was tried as if it were typed."""
        table, seat = self.table, self.seat()
        numbers: list[int] = []

        async def file(written: Written) -> FiledLine:
            reply = await self.referee.submit(table, seat, written.text, user="console")
            numbers.extend(one.number for one in reply.accepted)
            return as_filed(reply, "text")

        asked = SANDY.fullmatch(words)
        words, page = (words, 1) if asked is None else (asked[1], int(asked[2]))
        told = await self.trying.answer("console", table, seat, words, file)
        if told.box is not None and told.board:
            board = lookups.sand_board(table, told.box, self.width())
            self.out(leaf(f"{told.text}\n{board}", page, "try board"))
        elif words.lower() == "report":
            self.out(leaf(told.text, page, "try report"))
        else:
            self._print(within(told.text.split("\n"), IN_REPORT))
        noticed = [line for number in numbers for line in await self._notice(number)]
        self._brought(within(noticed, BROUGHT))
        if numbers:
            await self.let_opponents_play()
        await self.draw_due()

    async def _why(self, number: int, page: int) -> str:
        lines = await log.why_lines(self.referee, self.table, number, self.viewer)
        return leaf("\n".join(lines), page, f"why #{number}")

    async def _salt(self, words: str) -> None:
        """Mix words of a seat into the dice: `salt blue skies`, `salt 2 red earth`."""
        number, _, rest = words.partition(" ")
        named = number.isdecimal() and len(number) < 3 and bool(rest.strip())
        seat = int(number) if named else self.seat()
        try:
            await mix_words(self.referee, self.table, seat, rest if named else words)
        except RefereeError as error:
            self.out(str(error))
            return
        self.witness = Witness(self.table.match)
        self.out(
            f"{self.table.name_of(seat)} mixes its words into every die; the set-up is rolled anew."
        )

    async def _view(self, name: str, full: bool = False, page: int = 1) -> None:
        """Show board or key, fitted to the terminal; `full`: as the system itself prints it."""
        self.due.pop(name, None)
        service, table, seat = self.referee, self.table, self.seat()
        width, text = self.width(), None
        if not full and name == "key":
            text = await lookups.key_text(service, table, self.viewer, seat, width)
        elif not full:
            board = await lookups.board_text(service, table, self.viewer, seat, width)
            muster = lookups.muster_text(table, self.viewer) if board else ""
            head = [self._head()] if self.colour and board else []
            text = board and "\n".join(part for part in (*head, board, muster) if part)
        whole = text or lookups.full_text(table, self.viewer, name, self.colour)
        above = "" if text or name == "key" else lookups.above(table, self.viewer, self.colour)
        self.out(leaf(whole, page, f"{name} full" if full else name, above))

    def _head(self) -> str:
        """`Fords   round 2, fight phase, army 1   #81   ? help   quit`."""
        table = self.table
        parts = table.record.name, table.game.moment(table.state), f"#{table.match.head}"
        return "   ".join((*(part for part in parts if part), "? help", "quit"))


def head_line(table: OpenMatch, width: int) -> str:
    """`Fords   round 2, Fight, army 1   6 CP   #81       ? help   q quit`, in this width."""
    game, state = table.game, table.state
    parts = [table.record.name, *place(table, state).split(DOT)]
    awaited = game.awaits(state)
    if len(awaited) == 1:
        parts.append(f"{table.name_of(awaited[0])} to act")
        if game.situation:
            parts += game.situation(state, awaited[0], awaited[0])[:1]
    parts.append(f"#{table.match.head}")
    ways = "? help   q quit"
    line = without_controls("   ".join(parts))
    room = width - len(ways) - 3
    return f"{line[:room]:<{room}}   {ways}" if room > 20 else line[:width]


async def brought(referee: Referee, table: OpenMatch, number: int, viewer: int | None) -> list[str]:
    """What each side lost in the phase that an entry ended; at the end of a round, that it is over,
    and its table.  Empty if nothing changed."""
    game, link = table.game, table.match.links[number]
    if not game.losses or not link.ended_phase:
        return []
    before = await referee.state_at(table, link.parent)
    after = await referee.state_at(table, number)
    phase, whole = await beginnings(referee, table, number, before, after)
    if whole is None:
        lost = game.losses(phase, after, viewer)
        named = ", ".join(f"{table.name_of(seat)} {what}" for seat, what in lost.items())
        return [f"Lost: {without_controls(named)}"] if named else []
    tally = game.tally(whole, after, viewer) if game.tally else None
    over = f"Round {before.flow.round} is over."
    return [over, *([tally_text(tally, table.name_of, "text")] if tally is not None else [])]
