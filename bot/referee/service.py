"""The application service: every door - console, forum, Discord - comes through here."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any

import grammar
from bot import __version__
from bot.match.chain import SHOWN
from bot.match.dice import new_seed, seeded
from bot.match.entry import PASSED
from bot.match.going_back import Depends, WayBack
from bot.match.line import entry_for, way_back
from bot.match.reply import Accepted, Answered, RefusedLine, Reply, at_once, read_reply, write_reply
from bot.match.tree import LogEntry, Return
from bot.reading.branching import Branch, Branching
from bot.referee import passing
from bot.referee.beside import at_hand, in_thread
from bot.referee.news import News
from bot.referee.open_match import (
    OpenMatch,
    RefereeError,
    canonical,
    in_the_way,
    learn,
    report_entry,
)
from bot.referee.opening import Opening
from bot.referee.unread import answer_unread
from bot.store import Post, Receipt, StaleError, Store, Submission
from grammar import Written
from rules.line.adjudication import Dice
from rules.line.errors import Refusal
from rules.line.events import Refused
from rules.line.frozen import Frozen
from rules.line.orders import GM, Undo
from rules.line.overrides import Rewind

__all__ = ["Announce", "OpenMatch", "Referee", "RefereeError", "canonical", "report_entry"]

SNAPSHOT_EVERY, STATES_KEPT = 100, 24
MANY_EVENTS = 200
"""Of an entry with more events it is told beside the event loop what happened."""

ATTEMPTS, PAUSE = 40, 0.02
"""How often a line is tried while other processes write to its match, and how long it rests."""

Announce = Callable[["OpenMatch", LogEntry, Any, Any], Awaitable[tuple[Post, ...]]]
"""What the shell wants posted about an entry, given the states before and after it; the posts
are written in the entry's own transaction, so that none is lost and none is made twice."""


def dice_of_entry(table: OpenMatch, number: int) -> Dice:
    """The dice that follow from the seed of a match for the entry of this number."""
    return seeded(table.seed_of(number), table.dice_name, number)


class Message(Frozen):
    """What a seat wrote: under which account, under which key of its own, and whether the answer
    is to tell what happened."""

    seat: int
    user: str = ""
    source: str | None = None
    report: bool = False


class Referee(Opening):
    """Reads, adjudicates, keeps and answers."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        seed: Callable[[], str] = new_seed,
        dice: Callable[[OpenMatch, int], Dice] = dice_of_entry,
    ) -> None:
        super().__init__(store, now, seed)
        self.news = News()
        self._dice = dice
        self._announce: Announce | None = None

    def subscribe(self, announce: Announce) -> None:
        """From now on these posts are stored with each entry; an earlier subscription ends."""
        self._announce = announce

    # --- submitting -----------------------------------------------------------------------------

    async def submit(
        self,
        table: OpenMatch,
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
        table: OpenMatch,
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
        message = Message(seat, user, source, report)
        reply = await self._run(table, message, lines, start, reply)
        if reply.accepted:
            await self.pass_idle_locked(table)
        await self._tidy(table)
        return reply

    async def pass_idle(self, table: OpenMatch) -> int:
        """Phases in which nobody can do anything pass; how many did."""
        async with table.lock:
            await self._refreshed(table)
            return await self.pass_idle_locked(table)

    async def pass_idle_locked(self, table: OpenMatch) -> int:
        """The same for whoever holds the match's lock."""
        for count in range(passing.MOST):
            found = passing.idle_in(table, table.match.state)
            if found is None:
                return count
            seat, order, _ = found
            message = Message(seat, passing.HOLDER)
            try:
                await self._line(table, message, passing.written_for(order), Reply(), 0, True)
            except Refusal:
                return count
        return passing.MOST

    def read(self, table: OpenMatch, seat: int, text: str) -> tuple[Written, ...]:
        """The lines of a message as orders, with the names of this match."""
        system = table.match.game.id
        if seat == GM:
            return grammar.read(system, text, table.names, gm=True)
        return grammar.read_given(system, text, table.names)

    def unread(self, table: OpenMatch, seat: int, text: str) -> Reply | None:
        """The answer to a message of which some line cannot be read; None if all can."""
        return answer_unread(table, seat, self.read(table, seat, text))

    async def _run(
        self,
        table: OpenMatch,
        message: Message,
        lines: tuple[Written, ...],
        start: int,
        reply: Reply,
    ) -> Reply:
        source = message.source
        answer = answer_unread(table, message.seat, lines) if not start else None
        if answer is not None:
            await self._finish(table, source, 0, answer)
            return answer
        if not lines[start:]:
            await self._finish(table, source, start, reply)
        branching = await self._branching(table, message, lines, start)
        for index, written in enumerate(lines[start:], start):
            last = index == len(lines) - 1
            branch = branching.decide(written, table.match.state, bool(reply.accepted))
            if not branch.taken:
                reply = _passed_by(reply, branch, lines[index:])
                if last or branch.taken is None:
                    await self._finish(table, source, index + 1, reply)
                    break
                continue
            written = branching.as_plain(written)
            try:
                done = await self._line(table, message, written, reply, index, last)
            except Depends as stands:
                reply = await self._stands(table, message.seat, written, reply, stands)
            except Refusal as refusal:
                which = f"line {written.number}: " if written.apart and len(lines) > 1 else ""
                refused = RefusedLine(written.text, refusal.rule, which + refusal.why)
                reply = replace(reply, refused=(*reply.refused, refused))
                if written.apart and not last:
                    continue
            else:
                reply = with_line(reply, done, written.typed)
                if isinstance(done, Answered) or not done.refused:
                    continue
            unrun = tuple(one.text for one in lines[index + 1 :])
            reply = replace(reply, unrun=unrun)
            await self._finish(table, source, index + 1, reply)
            break
        return reply

    async def _branching(
        self, table: OpenMatch, message: Message, lines: tuple[Written, ...], start: int
    ) -> Branching:
        """What decides the conditions of a message.  One that was cut off in the middle goes on
        behind a line that was carried out, and compares with what was before its first."""
        before = table.match.state
        if start and message.source is not None and any(line.given for line in lines):
            entries = await self.store.entries_of(table.record.id, message.source, table.codec)
            before = await self.state_at(table, entries[0].parent) if entries else before
        return Branching(table.game, message.seat, before, taken=start > 0)

    async def _line(
        self,
        table: OpenMatch,
        message: Message,
        written: Written,
        reply: Reply,
        index: int,
        last: bool,
    ) -> Accepted | Answered:
        """One line: adjudicated, stored in one transaction, answered.  Raises `Refusal`."""
        source = message.source
        for attempt in range(ATTEMPTS):
            entry = await self._entry(table, message, written)
            accept = partial(self._accept, table, entry, message.report)
            many = len(entry.events) > MANY_EVENTS
            accepted = await in_thread(accept) if many else accept()
            if entry.asks:
                answer = Answered(accepted.report)
                if last:
                    await self._finish(table, source, index + 1, with_line(reply, answer))
                return answer
            receipt = None
            if source is not None:
                so_far = replace(reply, accepted=(*reply.accepted, accepted))
                receipt = Receipt(index + 1, write_reply(so_far), last)
            posts = await self._posts(table, entry)
            submission = Submission(entry, source, index, receipt, posts)
            try:
                await self._append(table, submission)
            except StaleError:
                if attempt == ATTEMPTS - 1 or written.given is not None:
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

    async def _entry(self, table: OpenMatch, message: Message, written: Written) -> LogEntry:
        match, seat, order = table.match, message.seat, way_back(written.orders)
        passed = message.user == passing.HOLDER or written.reason != PASSED
        back = await self._back(table, seat, order) if order is not None else None
        number = len(match.links)
        about = (match, seat, written.typed or written.text, written.orders, back)
        entry = replace(
            await at_hand(entry_for, *about, dice=self._dice(table, number)),
            reason=written.reason if passed else "",
            holder=message.user,
            key=message.source or "",
            at=self.timestamp(),
            rules=__version__,
        )
        return table.chained(replace(entry, next_seed=self._next_seed(table, entry)))

    def _next_seed(self, table: OpenMatch, entry: LogEntry) -> str:
        """The end of a match shows the seed: should it go on, its dice need another one.

        Of a match that an older version ended the seed was shown without one.
        """
        match = table.match
        before = match.game.outcome(match.state)
        after = match.game.outcome(self.after(table, entry))
        shown = before is not None and not any(link.next_seed for link in match.links)
        return self._seed() if shown or (before is None and after is not None) else ""

    def after(self, table: OpenMatch, entry: LogEntry) -> Any:
        """The state after an entry that is about to be stored."""
        start = table.match.state if entry.to is None else table.match.states[entry.to]
        return table.match.ahead(entry.events, start).state

    async def leads(self, table: OpenMatch, seat: int, order: Undo | Rewind) -> Return:
        """Where an undo or a rewind would lead; nothing is filed.  Raises `Refusal`."""
        return await self._back(table, seat, order)

    async def _back(self, table: OpenMatch, seat: int, order: Undo | Rewind) -> Return:
        """Where an undo or a rewind leads.  Raises `Refusal`."""
        match = table.match
        numbers = WayBack(match, seat).reach(order)
        written = await self.counted(table, numbers)
        for number in numbers:
            await self.state_at(table, WayBack(match, seat).without([number])[0])
        back = WayBack(match, seat, {entry.number: entry for entry in written}).leads(order)
        await self.state_at(table, back.to)
        return back

    async def _stands(
        self, table: OpenMatch, seat: int, written: Written, reply: Reply, stands: Depends
    ) -> Reply:
        """What is answered where entries cannot be taken back alone: what is in the way, and what
        can be done."""
        (by,) = await self.entries(table, [stands.by])
        refused = RefusedLine(written.text, stands.rule, in_the_way(table, seat, stands, by))
        reply = replace(reply, refused=(*reply.refused, refused))
        wanted = set(stands.gone)
        while table.match.links[stands.by].seat == seat and stands.by not in wanted:
            wanted.add(stands.by)
            try:
                await self._back(table, seat, Undo(entries=tuple(sorted(wanted))))
            except Depends as further:
                stands = further
                continue
            except Refusal:
                break
            return replace(reply, offer=(str(Undo(entries=tuple(sorted(wanted)))),))
        return replace(reply, ask=str(Undo(entries=tuple(sorted(stands.gone))))) if seat else reply

    async def _posts(self, table: OpenMatch, entry: LogEntry) -> tuple[Post, ...]:
        if self._announce is None:
            return ()
        after = self.after(table, entry)
        return await self._announce(table, entry, table.match.state, after)

    def _accept(self, table: OpenMatch, entry: LogEntry, report: bool) -> Accepted:
        refused = tuple(
            RefusedLine(entry.text, event.rule, event.why)
            for event in entry.events
            if isinstance(event, Refused)
        )
        lines: tuple[str, ...] = ()
        if report:
            whole = report_entry(table, entry, table.match.state, entry.seat)
            lines = at_once(whole, entry.number)
        mark = entry.hash[:SHOWN]
        return Accepted(
            entry.number, entry.seat, canonical(entry.orders), lines, refused, mark=mark
        )

    async def _finish(
        self, table: OpenMatch, source: str | None, lines_done: int, reply: Reply
    ) -> None:
        """The last answer to a message is kept, so that sending it again changes nothing."""
        if source is not None:
            receipt = Receipt(lines_done, write_reply(reply), True)
            submission = Submission(None, source, 0, receipt)
            await self._append(table, submission)

    async def _append(self, table: OpenMatch, submission: Submission) -> None:
        """Store it; the version that nobody else has raised meanwhile is known from then on."""
        version = await self.store.append(table.record.id, submission, table.codec)
        if version == table.record.version + 1:
            table.record = replace(table.record, version=version)

    async def _tidy(self, table: OpenMatch) -> None:
        """Snapshots for quick loading; old states are let go of."""
        match = table.match
        head = match.head
        if head and head % SNAPSHOT_EVERY == 0 and match.links[-1].number == head:
            await self.store.save_snapshot(
                table.record.id, head, __version__, match.state, table.codec
            )
        if len(match.states) > 2 * STATES_KEPT:
            kept = match.ancestors(head, STATES_KEPT) | {0}
            match.states = {number: match.states[number] for number in kept & set(match.states)}


def with_line(reply: Reply, line: Accepted | Answered, typed: str = "") -> Reply:
    """The reply with one more line that went through."""
    if isinstance(line, Answered):
        return replace(reply, answers=(*reply.answers, line))
    return replace(reply, accepted=(*reply.accepted, replace(line, typed=typed)))


def _passed_by(reply: Reply, branch: Branch, lines: tuple[Written, ...]) -> Reply:
    """The reply where a line is not carried out: it is not so, or that cannot be told, and then
    nothing that is written after it is done either."""
    here = lines[0].text
    if branch.taken is not None:
        return replace(reply, untaken=(*reply.untaken, here))
    unrun = tuple(one.text for one in lines)
    return replace(reply, problem=f"{here}: {branch.why}", unrun=unrun)


def _repeated(reply: Reply) -> Reply:
    return replace(reply, accepted=tuple(replace(one, repeated=True) for one in reply.accepted))
