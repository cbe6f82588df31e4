"""The application service that every door (console, forum, Discord) uses.

It creates matches, opens each of them once, and adjudicates, stores and answers their lines.
"""

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any

import grammar
from bot import __version__
from bot.match.dice import new_seed
from bot.match.going_back import Depends, WayBack
from bot.match.reckoned import codec_of
from bot.match.reply import Accepted, Answered, RefusedLine, Reply, read_reply, write_reply
from bot.match.settings import Settings
from bot.match.tree import (
    PASSED,
    Link,
    LogEntry,
    Match,
    Return,
    as_counted,
    base_of,
    entry_for,
    fold,
    way_back,
)
from bot.reading.branching import Branching
from bot.referee import passing
from bot.referee.beside import at_hand, in_thread
from bot.referee.calm import Calm
from bot.referee.memory import MEMORY, Cache
from bot.referee.news import News
from bot.referee.open_match import (
    MovedOnError,
    OpenMatch,
    OrderMessage,
    RefereeError,
    accepted_as,
    check_name,
    first_entry,
    in_the_way,
    learn,
    no_match,
    report_entry,
)
from bot.referee.recent import KEPT
from bot.referee.server_words import ServerWords
from bot.referee.unread import answer_unread
from bot.render.easel import Easel
from bot.store import Leases, Mail, MatchRecord, Post, Receipt, StaleError, Store, Submission
from grammar import Written
from rules import find
from rules.border.game import read_options
from rules.line.adjudication import Dice
from rules.line.codec import CodecError
from rules.line.errors import Refusal
from rules.line.orders import GM, Undo
from rules.line.overrides import Rewind

__all__ = ["Announce", "OpenMatch", "Referee", "RefereeError", "report_entry"]

log = logging.getLogger("referee.matches")

AS_USUAL = Settings()
SNAPSHOT_EVERY, STATES_KEPT = 100, 24
READ_AT_ONCE = 100
"""How many entries of a log are read at a time, before other work may go on."""

BACKWARDS = 24
"""How many states before a requested one are kept, for readers who go backwards in a log."""

MANY_EVENTS = 200
"""If an entry has more events than this, its report is made in a thread."""

ATTEMPTS, PAUSE = 40, 0.02
"""How often a line is retried while other processes write to its match, and the seconds by which
the longest possible pause grows with each retry."""

Announce = Callable[["OpenMatch", LogEntry, Any, Any], Awaitable[tuple[Post, ...]]]
"""Makes the posts about an entry, given the states before and after it.  They are written in the
entry's own transaction, so that none is lost and none is made twice."""


class Referee:
    """Reads, adjudicates, stores, answers.  `now`, `seed` and `dice` can be replaced in tests."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        seed: Callable[[], str] = new_seed,
        dice: Callable[[OpenMatch, int], Dice] = OpenMatch.dice_of,
    ) -> None:
        self.store = store
        self.mail = Mail(store.database)
        self.leases = Leases(store.database)
        self.server_words = ServerWords(self.mail)
        self.calm = Calm()
        self.easel = Easel()
        self.cache = Cache()
        self.news = News()
        self._now = now
        self._seed = seed
        self._dice = dice
        self._announce: Announce | None = None
        self._loading: dict[int, asyncio.Future[OpenMatch]] = {}
        MEMORY.keeps(self.easel)

    def subscribe(self, announce: Announce) -> None:
        """Store the posts of `announce` with each entry from now on; it replaces an earlier one."""
        self._announce = announce

    def timestamp(self) -> str:
        """Now, in UTC, to the second."""
        return self._now().astimezone(UTC).isoformat(timespec="seconds")

    async def create(
        self,
        name: str,
        system: str,
        options: Mapping[str, str] | None = None,
        seats: tuple[tuple[int, str], ...] = (),
        scene: bool = False,
        settings: Settings = AS_USUAL,
    ) -> OpenMatch:
        """Create a match.  Raises `RefereeError` for a bad name, system or option."""
        check_name(name)
        try:
            game = find(system)
            chosen = read_options(game, options or {})
        except ValueError as error:
            raise RefereeError(str(error)) from error
        at, kept = self.timestamp(), replace(settings, scene=settings.scene or scene)
        seed = self._seed()
        record = MatchRecord(0, name, game.id, chosen, seed, __version__, at, seats, kept)
        table = OpenMatch(record, Match(game, chosen), codec_of(game))
        first = first_entry(table)
        record = await self.store.create(record, first, table.codec)
        return self.cache.keep(self._table(record, Match.begin(game, chosen, first)))

    async def open(self, name: str) -> OpenMatch:
        """The match of that name (or `#number`).  Raises `RefereeError` if there is none."""
        numbered = name.startswith("#") and name[1:].isdecimal()
        table = self.cache.match(int(name[1:12])) if numbered else None
        if table is not None and await self.refresh(table):
            return self.cache.keep(table)
        record = await self.store.find(name)
        if record is None:
            raise no_match(name)
        return await self.open_row(record)

    async def open_row(self, record: MatchRecord) -> OpenMatch:
        """The open match for a row that was just read from the store."""
        table = self.cache.match(record.id)
        if table is None:
            table = await self._loaded(record)
        else:
            await self.refresh(table)
        return self.cache.keep(table)

    async def entries(self, table: OpenMatch, numbers: Sequence[int]) -> list[LogEntry]:
        """Full entries, ordered by number.  Entries never change, so the latest ones are cached."""
        own = table.record.id
        found = self.cache.entries(own, numbers)
        missing = [number for number in dict.fromkeys(numbers) if number not in found]
        for entry in await self.store.entries(own, table.codec, missing) if missing else ():
            found[entry.number] = entry
            self.cache.remember(own, entry)
        return [found[number] for number in sorted(found)]

    async def refresh(self, table: OpenMatch) -> bool:
        """Take over what other processes wrote to this match; False if it has been deleted.

        Nothing is done while a line is being filed here: whoever files it has just refreshed.
        """
        if table.lock.locked():
            return True
        async with table.lock:
            return await self._refreshed(table)

    async def _refreshed(self, table: OpenMatch) -> bool:
        """As `refresh`, for a caller that holds the match's lock."""
        version = await self.store.version(table.record.id)
        if version == table.record.version:
            return True
        self.mail.forget_place(table.record.id)
        record = None if version is None else await self.store.find(f"#{table.record.id}")
        if record is None:
            return False
        if record.version != table.record.version:
            await self._reload(table)
            table.record = record
        return True

    async def _loaded(self, record: MatchRecord) -> OpenMatch:
        """Load a match from the store; concurrent callers get the same object, with one lock."""
        loading = self._loading.get(record.id)
        if loading is None:
            loading = self._loading[record.id] = asyncio.ensure_future(self._load(record))
            loading.add_done_callback(lambda _: self._loading.pop(record.id, None))
        return await asyncio.shield(loading)

    def _table(self, record: MatchRecord, match: Match) -> OpenMatch:
        codec = codec_of(match.game)
        return OpenMatch(record, match, codec, server_words=self.server_words.known)

    async def _load(self, record: MatchRecord) -> OpenMatch:
        game = find(record.system)
        await self.server_words.read(record.settings.server)
        match = Match(game, record.options, links=await self.store.links(record.id))
        table = self._table(record, match)
        await self._reckon_secrets(table)
        await self.state_at(table, match.head)
        late = len(match.links) - KEPT
        wanted = [one.number for one in match.links if one.seat == GM or one.number > late]
        learn(table, *await self.entries(table, wanted))
        return self.cache.keep(table)

    async def _reckon_secrets(self, table: OpenMatch) -> None:
        """Work out and store the secrets of entries from an older version or an import."""
        match = table.match
        if all(link.secret is not None for link in match.links):
            return
        fresh = Match(match.game, match.options)
        for entry in await self.store.entries(table.record.id, table.codec):
            if entry.number:
                fresh.append(replace(entry, secret=None))
            else:
                fresh = Match.begin(match.game, match.options, entry)
        match.links = fresh.links
        await self.store.save_secrets(table.record.id, fresh.links)

    async def _reload(self, table: OpenMatch) -> None:
        """Take over the log from the store, because somebody else wrote to this match."""
        match, links = table.match, await self.store.links(table.record.id)
        if links == match.links:
            return
        if links[:1] != match.links[:1]:  # the set-up was rolled anew
            match.states.clear()
            self.cache.forget(table.record.id)
        fresh = Match(match.game, match.options, match.states, links=links)
        await self.state_at(replace(table, match=fresh), fresh.head)
        table.foreign += [link.number for link in links[len(match.links) :]]
        fresh_from = len(match.links)
        match.links = links
        learn(table, *await self.entries(table, [link.number for link in links[fresh_from:]]))

    async def state_at(self, table: OpenMatch, number: int) -> Any:
        """The state just after an entry: from memory, from a snapshot, or by replay.

        A replay to an entry in the past also keeps the states just before it, since whoever reads a
        log backwards asks for them next.
        """
        match, own = table.match, table.record.id
        number = match.resolve(number)
        kept_from = max(0, number - BACKWARDS) if number != match.head else number
        if number in match.states:
            return match.states[number]
        kept = await self.store.snapshot_numbers(own, __version__)
        path: list[int] = []
        state = None
        while number and number not in match.states:
            if number in kept:
                try:
                    state = await self.store.snapshot(own, number, table.codec)
                except CodecError as error:  # another build of this version has written it
                    log.warning("match %d: snapshot #%d is passed over: %s", own, number, error)
                if state is not None:
                    break
            path.append(number)
            number = base_of(match.links[number])
        else:
            if number not in match.states:
                path.append(0)
            state = match.states.get(number, match.game.blank)
        numbers = path[::-1]
        for entry in await self.entries(table, numbers):
            state = fold(match.game, state, entry.events)
            number = entry.number
            if number >= kept_from:
                match.states[number] = state
        match.states[number] = state
        return state

    async def in_parts(self, table: OpenMatch, count: int) -> AsyncIterator[list[LogEntry]]:
        """Yield the first `count` full entries in batches, so that a long log delays nobody."""
        for start in range(0, count, READ_AT_ONCE):
            numbers = range(start, min(start + READ_AT_ONCE, count))
            yield await self.store.entries(table.record.id, table.codec, numbers)

    async def counted(self, table: OpenMatch, numbers: Sequence[int]) -> list[LogEntry]:
        """Full live entries, oldest first, with the events that count now: if an undo carried an
        entry along, the events as that undo resolved them again."""
        found = await self.entries(table, list(numbers))
        return await self.as_counted(table, found)

    async def as_counted(
        self, table: OpenMatch, found: Sequence[LogEntry], head: int | None = None
    ) -> list[LogEntry]:
        """As `counted`, for entries already read; `head`: as if this had been the last entry."""
        carriers = table.match.carriers(head)
        undos = sorted({carriers[one.number][0] for one in found if one.number in carriers})
        read = await self.entries(table, undos) if undos else []
        return as_counted(found, carriers, {one.number: one for one in read})

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
        locked: bool = False,
        read_after: Link | None = None,
    ) -> Reply:
        """File the orders of one message of a seat (0: GM lines), read whole, run line by line.

        `source` is the message's own key.  A message sent again under the same key has no second
        effect and gets the first answer; one that was interrupted continues at the next line.
        `lines`: the message as already read.  `locked`: the caller holds the match's lock.
        `read_after`: the last entry when free words were read; raises `MovedOnError`, and files
        nothing, if there is a newer one now.
        """
        message = OrderMessage(seat, user, source, report, read_after)
        async with nullcontext() if locked else table.lock:
            await self._refreshed(table)
            lines = self.read(table, seat, text) if lines is None else lines
            return await self._submitted(table, message, text, lines)

    async def _submitted(
        self, table: OpenMatch, message: OrderMessage, text: str, lines: tuple[Written, ...]
    ) -> Reply:
        """Run a message and return the reply, or the earlier reply if it was sent before."""
        start, reply, source = 0, Reply(), message.source
        if source is not None:
            receipt = await self.store.receipt(table.record.id, source)
            if receipt is not None:
                reply, start = read_reply(receipt.reply), receipt.lines_done
                if receipt.complete:
                    again = (replace(one, repeated=True) for one in reply.accepted)
                    return replace(reply, accepted=tuple(again))
        if not start:
            message.check_read(table)
        if not lines and text.strip() and not text.lstrip().startswith("//"):
            reply = Reply(problem="there is no order in this message")
        reply = await self._run(table, message, lines, start, reply)
        if reply.accepted:
            await self.pass_idle_locked(table)
        await self._tidy(table)
        return reply

    async def pass_idle(self, table: OpenMatch) -> int:
        """Pass all phases in which the seat to act can do nothing; returns how many passed."""
        async with table.lock:
            await self._refreshed(table)
            return await self.pass_idle_locked(table)

    async def pass_idle_locked(self, table: OpenMatch) -> int:
        """As `pass_idle`, for a caller that holds the match's lock."""
        for count in range(passing.MOST):
            found = passing.idle_in(table, table.state)
            if found is None:
                return count
            seat, order, _ = found
            message = OrderMessage(seat, passing.HOLDER)
            try:
                line = Written(str(order), (order,), PASSED)
                await self._line(table, message, line, Reply(), 0, True)
            except Refusal:
                return count
        return passing.MOST

    def read(self, table: OpenMatch, seat: int, text: str) -> tuple[Written, ...]:
        """Parse the lines of a message into orders, with the names of this match."""
        system = table.match.game.id
        if seat == GM:
            return grammar.read(system, text, table.names, gm=True)
        return grammar.read_given(system, text, table.names)

    def unread(self, table: OpenMatch, seat: int, text: str) -> Reply | None:
        """The answer to a message with unreadable lines; None if all lines can be read."""
        return answer_unread(table, seat, self.read(table, seat, text))

    async def _run(
        self,
        table: OpenMatch,
        message: OrderMessage,
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
            branch = branching.decide(written, table.state, bool(reply.accepted))
            if not branch.taken:
                reply = branch.passed_by(reply, [one.text for one in lines[index:]])
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
                reply = reply.with_line(done, written.typed)
                if isinstance(done, Answered) or not done.refused:
                    continue
            unrun = tuple(one.text for one in lines[index + 1 :])
            reply = replace(reply, unrun=unrun)
            await self._finish(table, source, index + 1, reply)
            break
        return reply

    async def _branching(
        self, table: OpenMatch, message: OrderMessage, lines: tuple[Written, ...], start: int
    ) -> Branching:
        """What decides the conditions in a message.

        A message that was interrupted continues after a line that was carried out; its conditions
        are still compared with the state before its first line.
        """
        before = table.state
        if start and message.source is not None and any(line.given for line in lines):
            entries = await self.store.entries_of(table.record.id, message.source, table.codec)
            before = await self.state_at(table, entries[0].parent) if entries else before
        return Branching(table.game, message.seat, before, taken=start > 0)

    async def _line(
        self,
        table: OpenMatch,
        message: OrderMessage,
        written: Written,
        reply: Reply,
        index: int,
        last: bool,
    ) -> Accepted | Answered:
        """Adjudicate one line, store it in one transaction, and answer it.

        Raises `Refusal`, or `MovedOnError` if other processes kept changing the match.
        """
        source = message.source
        for attempt in range(ATTEMPTS):
            entry = await self._entry(table, message, written)
            accept = partial(accepted_as, table, entry, message.report)
            many = len(entry.events) > MANY_EVENTS
            accepted = await in_thread(accept) if many else accept()
            if entry.asks:
                answer = Answered(accepted.report)
                if last:
                    await self._finish(table, source, index + 1, reply.with_line(answer))
                return answer
            receipt = None
            if source is not None:
                so_far = replace(reply, accepted=(*reply.accepted, accepted))
                receipt = Receipt(index + 1, write_reply(so_far), last)
            about = table, entry, table.state, self.after(table, entry)
            posts = await self._announce(*about) if self._announce is not None else ()
            submission = Submission(entry, source, index, receipt, posts)
            try:
                await self._append(table, submission)
            except StaleError:
                if attempt == ATTEMPTS - 1 or written.given is not None:
                    raise MovedOnError from None
                await asyncio.sleep(PAUSE * random.random() * attempt)
                await self._reload(table)
                if not index:
                    message.check_read(table)
                continue
            table.match.append(entry)
            learn(table, entry)
            self.cache.remember(table.record.id, entry)
            return accepted
        raise AssertionError("the last attempt returns or raises")

    async def _entry(self, table: OpenMatch, message: OrderMessage, written: Written) -> LogEntry:
        match, seat, order = table.match, message.seat, way_back(written.orders)
        passed = message.user == passing.HOLDER or written.reason != PASSED
        back = await self.leads(table, seat, order) if order is not None else None
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
        """A new secret seed if the old one is public, else an empty text.

        The seed is shown when a match ends, so its dice need another one if it goes on.  If an
        older version ended the match without a new seed, the next entry gets it.
        """
        match = table.match
        before = match.game.outcome(match.state)
        after = match.game.outcome(self.after(table, entry))
        shown = before is not None and not any(link.next_seed for link in match.links)
        return self._seed() if shown or (before is None and after is not None) else ""

    def after(self, table: OpenMatch, entry: LogEntry) -> Any:
        """The state after an entry that is about to be stored."""
        start = table.state if entry.to is None else table.match.states[entry.to]
        return table.match.ahead(entry.events, start).state

    async def leads(self, table: OpenMatch, seat: int, order: Undo | Rewind) -> Return:
        """Where an undo or a rewind would lead; files nothing.  Raises `Refusal`."""
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
        """The reply if entries cannot be taken back alone: what is in the way, and a way out.

        It offers to take the seat's own later entries back too; else the others may be asked.
        """
        (by,) = await self.entries(table, [stands.by])
        refused = RefusedLine(written.text, stands.rule, in_the_way(table, seat, stands, by))
        reply = replace(reply, refused=(*reply.refused, refused))
        wanted = set(stands.gone)
        while table.match.links[stands.by].seat == seat and stands.by not in wanted:
            wanted.add(stands.by)
            try:
                await self.leads(table, seat, Undo(entries=tuple(sorted(wanted))))
            except Depends as further:
                stands = further
                continue
            except Refusal:
                break
            return replace(reply, offer=(str(Undo(entries=tuple(sorted(wanted)))),))
        return replace(reply, ask=str(Undo(entries=tuple(sorted(stands.gone))))) if seat else reply

    async def _finish(
        self, table: OpenMatch, source: str | None, lines_done: int, reply: Reply
    ) -> None:
        """Store the final reply to a message, so that sending it again changes nothing."""
        if source is not None:
            receipt = Receipt(lines_done, write_reply(reply), True)
            submission = Submission(None, source, 0, receipt)
            await self._append(table, submission)

    async def _append(self, table: OpenMatch, submission: Submission) -> None:
        """Store it, and note the match's new version if nobody else has changed it meanwhile."""
        version = await self.store.append(table.record.id, submission, table.codec)
        if version == table.record.version + 1:
            table.record = replace(table.record, version=version)

    async def _tidy(self, table: OpenMatch) -> None:
        """Save a snapshot every `SNAPSHOT_EVERY` entries; drop old states from memory."""
        match, own = table.match, table.record.id
        head = match.head
        if head and head % SNAPSHOT_EVERY == 0 and match.links[-1].number == head:
            await self.store.save_snapshot(own, head, __version__, match.state, table.codec)
        if len(match.states) > 2 * STATES_KEPT:
            kept = match.ancestors(head, STATES_KEPT) | {0}
            match.states = {number: match.states[number] for number in kept & set(match.states)}
