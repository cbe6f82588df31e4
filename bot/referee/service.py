"""The application service: every door - console, forum, Discord - comes through here."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import grammar
from bot import __version__
from bot.match.chain import SHOWN
from bot.match.dice import new_seed, seeded
from bot.match.receipts import read_reply, write_reply
from bot.match.reply import Accepted, RefusedLine, Reply, Unreadable
from bot.match.tree import LogEntry, Return, fold
from bot.referee.nearest import nearest_legal
from bot.referee.open_match import (
    RefereeError,
    Table,
    canonical,
    learn,
    report_entry,
)
from bot.referee.opening import Opening
from bot.store import Post, Receipt, StaleError, Store, Submission
from grammar import Written
from rules.errors import Refusal
from rules.events import Event, Refused
from rules.game import GM
from rules.orders import Undo, Unread
from rules.overrides import Rewind

__all__ = ["Announce", "Referee", "RefereeError", "Table", "canonical", "report_entry"]

SNAPSHOT_EVERY, STATES_KEPT = 100, 64
ATTEMPTS, PAUSE = 40, 0.02
"""How often a line is tried while other processes write to its match, and how long it rests."""

Announce = Callable[["Table", LogEntry, Any, Any], Awaitable[tuple[Post, ...]]]
"""What the shell wants posted about an entry, given the states before and after it; the posts
are written in the entry's own transaction, so that none is lost and none is made twice."""


class Referee(Opening):
    """Reads, adjudicates, keeps and answers."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        seed: Callable[[], str] = new_seed,
    ) -> None:
        super().__init__(store, now, seed)
        self.announce: Announce | None = None
        self.moved: Callable[[Table], None] = lambda _: None

    # --- submitting -----------------------------------------------------------------------------

    async def submit(
        self,
        table: Table,
        seat: int,
        text: str,
        *,
        user: str = "",
        source: str | None = None,
        report: bool = True,
        lines: tuple[Written, ...] | None = None,
    ) -> Reply:
        """The orders of one message of a seat (0: GM lines), read as a whole, run line by line.

        `source` is the message's own key: sent again under it, a message has no second effect
        and gets its first answer; cut off in the middle, it goes on at the next line.
        """
        async with table.lock:
            return await self.submit_locked(
                table, seat, text, user=user, source=source, report=report, lines=lines
            )

    async def submit_locked(
        self,
        table: Table,
        seat: int,
        text: str,
        *,
        user: str = "",
        source: str | None = None,
        report: bool = True,
        lines: tuple[Written, ...] | None = None,
    ) -> Reply:
        """`submit` for a caller that holds the match's lock; `lines` are read already."""
        await self._refreshed(table)
        start, reply = 0, Reply()
        if source is not None:
            receipt = await self.store.receipt(table.record.id, source)
            if receipt is not None:
                reply, start = read_reply(receipt.reply), receipt.lines_done
                if receipt.complete:
                    return _repeated(reply)
        lines = self.read(table, seat, text) if lines is None else lines
        if not lines and text.strip() and not text.lstrip().startswith("//"):
            reply = Reply(problem="there is no order in this message")
        reply = await self._run(table, seat, lines, start, reply, user, source, report)
        await self._tidy(table)
        return reply

    def read(self, table: Table, seat: int, text: str) -> tuple[Written, ...]:
        """The lines of a message as orders, with the names of this match."""
        match = table.match
        return grammar.read(match.game.id, text, table.names, gm=seat == GM)

    def unread(self, table: Table, seat: int, text: str) -> Reply | None:
        """The answer to a message of which some line cannot be read; None if all can."""
        return self.answer_unread(table, seat, self.read(table, seat, text))

    async def _run(
        self,
        table: Table,
        seat: int,
        lines: tuple[Written, ...],
        start: int,
        reply: Reply,
        user: str,
        source: str | None,
        report: bool,
    ) -> Reply:
        answer = self.answer_unread(table, seat, lines) if not start else None
        if answer is not None:
            await self._finish(table, source, 0, answer)
            return answer
        if not lines[start:]:
            await self._finish(table, source, start, reply)
        for index, written in enumerate(lines[start:], start):
            last = index == len(lines) - 1
            try:
                accepted = await self._line(
                    table, seat, written, reply, index, last, user, source, report
                )
                accepted = replace(accepted, typed=written.typed)
            except Refusal as refusal:
                refused = RefusedLine(written.text, refusal.rule, refusal.why)
                reply = replace(reply, refused=(*reply.refused, refused))
            else:
                reply = replace(reply, accepted=(*reply.accepted, accepted))
                if not accepted.refused:
                    continue
            unrun = tuple(one.text for one in lines[index + 1 :])
            reply = replace(reply, unrun=unrun)
            await self._finish(table, source, index + 1, reply)
            break
        return reply

    def answer_unread(self, table: Table, seat: int, lines: tuple[Written, ...]) -> Reply | None:
        """One unreadable line and nothing runs; all bad lines are answered together."""
        unreadable, refused = [], []
        for written in lines:
            if written.problem is None:
                continue
            rule, why = self._rule_for(table, seat, written)
            problem = written.problem
            if isinstance(written.orders[0], Unread) and written.orders[0].rule:
                refused.append(RefusedLine(written.text, rule, why))
                continue
            form = nearest_legal(table.match, seat, problem.line, problem.form)
            advice = (problem.fits, problem.nearest, form, problem.why)
            unreadable.append(Unreadable(problem.line, rule, problem.column, *advice))
        if not unreadable and not refused:
            return None
        held = tuple(one.text for one in lines if one.problem is None)
        return Reply(refused=tuple(refused), unreadable=tuple(unreadable), unrun=held)

    def _rule_for(self, table: Table, seat: int, written: Written) -> tuple[str, str]:
        """The system's own rule ID for a line that cannot be read."""
        try:
            table.match.play(seat, written.orders, seeded("", "", 0))
        except Refusal as refusal:
            return refusal.rule, refusal.why
        return table.game.gm_rule, "this line cannot be read"

    async def _line(
        self,
        table: Table,
        seat: int,
        written: Written,
        reply: Reply,
        index: int,
        last: bool,
        user: str,
        source: str | None,
        report: bool,
    ) -> Accepted:
        """One line: adjudicated, stored in one transaction, answered.  Raises `Refusal`."""
        for attempt in range(ATTEMPTS):
            entry = await self._entry(table, seat, written, user, source)
            accepted = self._accept(table, entry, report)
            if entry.asks:
                if last:
                    answered = replace(reply, accepted=(*reply.accepted, accepted))
                    await self._finish(table, source, index + 1, answered)
                return accepted
            receipt = None
            if source is not None:
                so_far = replace(reply, accepted=(*reply.accepted, accepted))
                receipt = Receipt(index + 1, write_reply(so_far), last)
            posts = await self._posts(table, entry)
            submission = Submission(entry, source, index, receipt, posts)
            try:
                await self._append(table, submission)
            except StaleError:
                if attempt == ATTEMPTS - 1:
                    raise RefereeError(
                        "this match is being written to by someone else; send the line again"
                    ) from None
                await asyncio.sleep(PAUSE * random.random() * attempt)
                await self._reload(table)
                continue
            table.match.append(entry)
            learn(table, entry)
            self._remember(table, entry)
            return accepted
        raise AssertionError("the last attempt returns or raises")

    async def _entry(
        self, table: Table, seat: int, written: Written, user: str, source: str | None
    ) -> LogEntry:
        match = table.match
        number = len(match.links)
        events: tuple[Event, ...] = ()
        back: Return | None = None
        order = written.orders[0] if len(written.orders) == 1 else None
        if isinstance(order, Undo | Rewind):
            back = await self._back(table, seat, order)
            events = back.events
            secret = match.secret(events, match.states[back.to])
        else:
            dice = seeded(table.seed_of(number), table.dice_name, number)
            events = match.play(seat, written.orders, dice)
            secret = match.secret(events, match.state)
        entry = LogEntry(
            number,
            match.head,
            seat,
            written.typed or written.text,
            written.orders,
            events,
            written.reason,
            user,
            source or "",
            self.timestamp(),
            __version__,
            None if back is None else back.to,
            () if back is None else back.carried,
            secret,
        )
        return table.chained(replace(entry, next_seed=self._next_seed(table, entry)))

    def _next_seed(self, table: Table, entry: LogEntry) -> str:
        """The end of a match shows the seed: should it go on, its dice need another one.

        Of a match that an older version ended the seed was shown without one.
        """
        match = table.match
        before = match.game.outcome(match.state)
        after = match.game.outcome(self.after(table, entry))
        shown = before is not None and not any(link.next_seed for link in match.links)
        return self._seed() if shown or (before is None and after is not None) else ""

    def after(self, table: Table, entry: LogEntry) -> Any:
        """The state after an entry that is about to be stored."""
        start = table.match.state if entry.to is None else table.match.states[entry.to]
        return fold(table.game, start, entry.events)

    async def _back(self, table: Table, seat: int, order: Undo | Rewind) -> Return:
        """Where an undo or a rewind leads.  Raises `Refusal`."""
        match = table.match
        numbers = match.reach(seat, order)
        written = await self.entries(table, numbers)
        for number in numbers:
            await self.state_at(table, match.without([number])[0])
        back = match.goes_back(seat, order, {entry.number: entry for entry in written})
        await self.state_at(table, back.to)
        return back

    async def _posts(self, table: Table, entry: LogEntry) -> tuple[Post, ...]:
        if self.announce is None:
            return ()
        after = self.after(table, entry)
        return await self.announce(table, entry, table.match.state, after)

    def _accept(self, table: Table, entry: LogEntry, report: bool) -> Accepted:
        refused = tuple(
            RefusedLine(entry.text, event.rule, event.why)
            for event in entry.events
            if isinstance(event, Refused)
        )
        lines: tuple[str, ...] = ()
        if report:
            lines = report_entry(table, entry, table.match.state, entry.seat)
        mark = entry.hash[:SHOWN]
        return Accepted(
            entry.number, entry.seat, canonical(entry.orders), lines, refused, mark=mark
        )

    async def _finish(
        self, table: Table, source: str | None, lines_done: int, reply: Reply
    ) -> None:
        """The last answer to a message is kept, so that sending it again changes nothing."""
        if source is not None:
            receipt = Receipt(lines_done, write_reply(reply), True)
            submission = Submission(None, source, 0, receipt)
            await self._append(table, submission)

    async def _append(self, table: Table, submission: Submission) -> None:
        """Store it; the version that nobody else has raised meanwhile is known from then on."""
        version = await self.store.append(table.record.id, submission, table.codec)
        if version == table.record.version + 1:
            table.record = replace(table.record, version=version)

    async def _tidy(self, table: Table) -> None:
        """Snapshots for quick loading; old states are let go of."""
        match = table.match
        head = match.head
        if head and head % SNAPSHOT_EVERY == 0 and match.links[-1].number == head:
            await self.store.save_snapshot(
                table.record.id, head, __version__, match.state, table.codec
            )
        if len(match.states) > 2 * STATES_KEPT:
            kept = match.ancestors(head, STATES_KEPT)
            match.states = {number: match.states[number] for number in kept & set(match.states)}


def _repeated(reply: Reply) -> Reply:
    return replace(reply, accepted=tuple(replace(one, repeated=True) for one in reply.accepted))
