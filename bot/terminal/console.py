"""The local table: the same service as everywhere, with a terminal or a pipe as its chat."""

import re
import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

import grammar
from bot.cases.casefile import PREFIX, Witness
from bot.doors.freely import Meant, meant, with_typed
from bot.history.log import (
    branch_lines,
    ends_round,
    ledger_lines,
    log_lines,
    phase_report,
    summary_lines,
    why_lines,
)
from bot.match.reply import Reply
from bot.opponents import practise
from bot.referee.service import Referee, RefereeError, Table
from bot.render import reply_text, view_text
from bot.store import StoreError
from bot.terminal.lookups import is_lookup, look_up
from rules.errors import Refusal
from rules.flow import seat_name
from rules.game import GM
from rules.view import View

LEGAL_SHOWN = 60
CRASHES = "referee-crashes.log"
HELP = """\
  1> ORDER       an order of army 1 (2> of army 2); without a prefix: of the army whose turn it is
  gm> LINE       an override of the GM; // gives its reason
  = QUESTION     is it so?  = L1 hp 27
  board  key  report  log  why #17  legal L1  override ledger  branches
  salt WORDS     words of a seat, mixed into the dice; before its first order (salt 2 WORDS)
  how to play  rule ID  describe L1  odds ORDER   look something up
  help TOPIC     how an order is written; topics: {topics}
  quit"""


class Console:
    """Answers typed lines.  `out` prints a text; `viewer` is whose eyes the boards are for;
    `opponents` are the seats that a practice opponent plays, with its level."""

    def __init__(
        self,
        referee: Referee,
        table: Table,
        out: Callable[[str], None],
        colour: bool = False,
        viewer: int = GM,
        key: str | None = None,
        opponents: Mapping[int, str] | None = None,
    ) -> None:
        self.referee = referee
        self.table = table
        self.out = out
        self.colour = colour
        self.viewer = viewer
        self.key = key
        self.opponents = dict(opponents or {})
        self.lines = 0
        self.failed = False
        self.pending: tuple[int, tuple[str, ...]] | None = None
        """A seat, and what it was offered last."""
        self.witness = Witness(table.match)

    def seat(self) -> int:
        """Who a line without a prefix belongs to."""
        seats = self.table.game.seats(self.table.record.options)
        awaited = (*self.table.game.awaits(self.table.match.state), *seats)
        return next((seat for seat in awaited if seat not in self.opponents), awaited[0])

    async def survive(self, line: str) -> bool:
        """`answer`, whatever happens: a trouble or a defect costs this line and no other."""
        try:
            return await self.answer(line)
        except (RefereeError, StoreError) as error:
            self.out(f"{error}")
        except Exception as error:
            where = write_down(self.referee.store.file, line)
            self.out(
                f"Something is wrong with the program ({type(error).__name__}): this line had no "
                f"effect, the match goes on. What happened is written in {where}."
            )
        self.failed = True
        return True

    async def answer(self, line: str) -> bool:
        """One typed line; False when the player wants to leave."""
        self.lines += 1
        text = line.strip()
        if not text or text.startswith("#"):
            return True
        if text.lower() in ("quit", "exit"):
            return False
        if text.startswith("="):
            self._question(text[1:].strip())
        elif not await self._command(text):
            found = PREFIX.fullmatch(text)
            seat = self.seat() if not found else GM if found[1] else int(found[2])
            await self._order(seat, found[3] if found else text)
        return True

    async def _order(self, seat: int, text: str) -> None:
        if seat != GM and seat not in self.table.game.seats(self.table.record.options):
            self.out(f"there is no {seat_name(seat)} in this match")
            return
        if seat in self.opponents:
            self.out(f"{seat_name(seat)} is played by the practice opponent")
            return
        if seat == GM:
            text = re.sub(r"\n(?:gm\| ?)?", "\n", text)
        source = f"{self.key}/{self.lines}" if self.key else None
        chosen = self._picked(seat, text)
        said = Meant(chosen) if chosen else meant(self.table, seat, text)
        self.pending = None
        if said.reply is not None:
            options = ("\n".join(said.reply.offer),) if said.reply.offer else said.reply.options
            self.pending = (seat, options) if options else None
            self.show(seat, said.reply)
            if options:
                self.out("y files it" if len(options) == 1 else "its number files it")
            return
        lines = with_typed(self.referee.read(self.table, seat, said.text), said)
        reply = await self.referee.submit(
            self.table, seat, said.text, user="console", source=source, lines=lines
        )
        await self._tell(seat, reply)
        if reply.accepted:
            await self.let_opponents_play()

    def _picked(self, seat: int, text: str) -> str:
        """What `y` or a number takes of the last offer; empty if the line is something else."""
        if self.pending is None or self.pending[0] != seat:
            return ""
        options = self.pending[1]
        word = text.strip().lower().rstrip(".!")
        number = 1 if word in ("y", "yes") and len(options) == 1 else 0
        if word.isdecimal() and len(word) == 1:
            number = int(word)
        return options[number - 1].replace(" ; ", "\n") if 0 < number <= len(options) else ""

    async def let_opponents_play(self) -> None:
        """Everything that the practice opponents order until somebody else must."""
        played = False
        for seat, level in self.opponents.items():
            for reply in await practise(self.referee, self.table, seat, level):
                self.out(f"{seat_name(seat)} ({level}):")
                await self._tell(seat, reply)
                played = True
        if played and self.colour:
            self._view("board")

    async def _tell(self, seat: int, reply: Reply) -> None:
        self.show(seat, reply)
        for accepted in reply.accepted:
            await self._notice(accepted.number)

    async def _notice(self, number: int) -> None:
        """At the end of a phase what it has brought; at the end of a round also board and key."""
        lines = await summary_lines(self.referee, self.table, number, self.viewer)
        if not lines:
            return
        self.out("\n".join(f"--- {line}" for line in lines))
        if await ends_round(self.referee, self.table, number):
            self._view("board")
            self._view("key")

    def show(self, seat: int, reply: Reply) -> None:
        """Print a reply, and remember it for `=` lines."""
        if seat != GM:
            self.witness.reports.clear()
        self.witness.match = self.table.match
        for accepted in reply.accepted:
            self.witness.reports.extend(accepted.report)
        refused = [*reply.refused, *(r for one in reply.accepted for r in one.refused)]
        self.witness.refusal = None
        if refused:
            self.witness.refusal = Refusal(refused[0].rule, refused[0].why)
        elif reply.unreadable:
            self.witness.refusal = Refusal(reply.unreadable[0].rule, "it could not be read")
        self.out(reply_text(reply, "text"))

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
        if is_lookup(text):
            await self._look_up(text)
        elif word in ("board", "key") and not rest:
            self._view(word)
        elif word == "report" and not rest:
            self._print(await phase_report(service, table, self.viewer))
        elif word == "log" and not rest:
            self._print(await log_lines(service, table, self.viewer))
        elif word == "why":
            number = rest.removeprefix("#")
            if not re.fullmatch(r"\d{1,9}", number):
                self.out("why takes the number of an entry: why #17")
            else:
                await self._why(int(number))
        elif word == "legal":
            self._legal(rest)
        elif word == "help":
            self._help(rest)
        elif word == "salt":
            await self._salt(rest)
        elif text.lower() == "override ledger":
            self._print(await ledger_lines(service, table, self.viewer))
        elif text.lower() == "branches":
            self._print(await branch_lines(service, table, self.viewer))
        else:
            return False
        return True

    def _print(self, lines: tuple[str, ...]) -> None:
        self.out("\n".join(lines))

    async def _look_up(self, text: str) -> None:
        try:
            self.out(await look_up(self.referee, self.table, self.seat(), self.viewer, text))
        except RefereeError as error:
            self.out(str(error))

    async def _why(self, number: int) -> None:
        try:
            self._print(await why_lines(self.referee, self.table, number, self.viewer))
        except RefereeError as error:
            self.out(str(error))

    async def _salt(self, words: str) -> None:
        """Words of a seat for the dice: `salt blue skies`, `salt 2 red earth`."""
        number, _, rest = words.partition(" ")
        named = number.isdecimal() and len(number) < 3 and bool(rest.strip())
        seat = int(number) if named else self.seat()
        try:
            await self.referee.salt(self.table, seat, rest if named else words)
        except RefereeError as error:
            self.out(str(error))
            return
        self.witness = Witness(self.table.match)
        self.out(f"{seat_name(seat)} mixes its words into every die; the set-up is rolled anew.")

    def _view(self, name: str) -> None:
        view = self.table.game.view(self.table.match.state, self.viewer, "text")
        blocks = tuple(b for b in view.blocks if (b.name == "key") == (name == "key"))
        self.out(view_text(View(blocks), "text", colour=self.colour))

    def _legal(self, unit: str) -> None:
        game, state = self.table.game, self.table.match.state
        orders = list(islice(game.legal(state, self.seat(), unit or None), LEGAL_SHOWN + 1))
        lines = [f"  {order}" for order in orders[:LEGAL_SHOWN]]
        if len(orders) > LEGAL_SHOWN:
            lines.append("  ... and more")
        self.out("\n".join(lines) or f"no legal order for {unit or seat_name(self.seat())} now")

    def _help(self, topic: str) -> None:
        topics = grammar.topics(self.table.game.id)
        wanted = topic.lower()
        near = [name for name in topics if wanted and name.startswith(wanted.rstrip("s"))]
        if not topic:
            self.out(HELP.format(topics=", ".join(topics)))
        elif near:
            self.out("\n".join(topics[name] for name in near))
        else:
            self.out(f"no topic {topic[:40]!r}; topics: {', '.join(topics)}")


def write_down(database: Path | None, line: str) -> Path:
    """The defect that is being handled goes into a file beside the database."""
    folder = Path.cwd() if database is None else database.resolve().parent
    file = folder / CRASHES
    with suppress(OSError), file.open("a", encoding="utf-8") as crashes:
        at = datetime.now(UTC).isoformat(timespec="seconds")
        crashes.write(f"{at} {line[:500]!r}\n{traceback.format_exc()}\n")
    return file
