"""The application service: every door - console, forum, Discord - comes through here."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from weakref import WeakValueDictionary

import grammar
from bot import __version__
from bot.match.dice import commitment, new_seed, seeded
from bot.match.receipts import read_reply, write_reply
from bot.match.reply import Accepted, RefusedLine, Reply, Unreadable
from bot.match.tree import LogEntry, Match, Return, as_counted, base_of, fold
from bot.referee.nearest import nearest_legal
from bot.referee.open_match import (
    RefereeError,
    Table,
    canonical,
    check_name,
    learn,
    no_match,
    report_entry,
)
from bot.store import Mail, MatchRecord, Post, Receipt, StaleError, Store, Submission
from grammar import Written
from rules import find
from rules.codec import Codec
from rules.errors import Refusal
from rules.events import Event, Refused
from rules.game import GM, read_options
from rules.orders import Undo, Unread
from rules.overrides import Rewind

__all__ = ["Announce", "Referee", "RefereeError", "Table", "canonical", "report_entry"]

SNAPSHOT_EVERY, STATES_KEPT, MATCHES_KEPT, ENTRIES_KEPT = 100, 64, 200, 4000

Announce = Callable[["Table", LogEntry, Any, Any], Awaitable[tuple[Post, ...]]]
"""What the shell wants posted about an entry, given the states before and after it; the posts
are written in the entry's own transaction, so that none is lost and none is made twice."""


class Referee:
    """Reads, adjudicates, keeps and answers.  `now` and `seed` can be replaced in tests."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        seed: Callable[[], str] = new_seed,
    ) -> None:
        self.store = store
        self.mail = Mail(store)
        self.announce: Announce | None = None
        self.moved: Callable[[Table], None] = lambda _: None
        self._now = now
        self._seed = seed
        self._tables: OrderedDict[int, Table] = OrderedDict()
        self._entries: OrderedDict[tuple[int, int], LogEntry] = OrderedDict()
        self._alive: WeakValueDictionary[int, Table] = WeakValueDictionary()
        self._loading: dict[int, asyncio.Future[Table]] = {}

    # --- opening --------------------------------------------------------------------------------

    async def create(
        self,
        name: str,
        system: str,
        options: Mapping[str, str] | None = None,
        seats: tuple[tuple[int, str], ...] = (),
        scene: bool = False,
        settings: dict[str, str] | None = None,
    ) -> Table:
        """A new match.  Raises `RefereeError` for a bad name, system or option."""
        check_name(name)
        try:
            game = find(system)
            chosen = read_options(game, options or {})
        except ValueError as error:
            raise RefereeError(str(error)) from error
        seed = self._seed()
        dice = seeded(seed, commitment(seed), 0)
        events = game.setup(chosen, grammar.library(game.id), dice, scene)
        at = self.timestamp()
        first = LogEntry(0, 0, GM, "", events=events, at=at, rules=__version__, secret=())
        record = MatchRecord(0, name, game.id, chosen, seed, __version__, at, seats, settings or {})
        codec = Codec(game.types)
        record = await self.store.create(record, first, codec)
        return self._keep(Table(record, Match.begin(game, chosen, first), codec))

    async def replace_log(self, table: Table, entries: list[LogEntry]) -> None:
        """Give a match that has only its entry #0 the log of another copy of itself."""
        if len(table.match.links) > 1:
            raise RefereeError("this match has a log of its own already")
        await self.store.take_log(table.record.id, entries, table.codec)
        self._tables.pop(table.record.id, None)
        self._alive.pop(table.record.id, None)

    async def open(self, name: str) -> Table:
        """The match of that name (or `#number`).  Raises `RefereeError` if there is none."""
        if name.startswith("#") and name[1:].isdecimal() and int(name[1:12]) in self._alive:
            table = self._alive[int(name[1:12])]
            if await self.refresh(table):
                return self._keep(table)
        before = {number: table.record for number, table in self._alive.items()}
        record = await self.store.find(name)
        if record is None:
            raise no_match(name)
        table = self._alive.get(record.id) or await self._loaded(record)
        self._keep(table)
        if before.get(record.id) is table.record:  # else somebody changed it meanwhile
            await self.refresh(table)
        return table

    def known(self, match_id: int) -> Table | None:
        """A match that is open in this process."""
        return self._alive.get(match_id)

    async def entries(self, table: Table, numbers: Sequence[int]) -> list[LogEntry]:
        """Entries in full, in order; an entry never changes, so the latest are kept in memory."""
        own = table.record.id
        missing = [number for number in numbers if (own, number) not in self._entries]
        found: dict[int, LogEntry] = {
            number: self._entries[own, number] for number in numbers if number not in missing
        }
        for entry in await self.store.entries(own, table.codec, missing) if missing else ():
            found[entry.number] = entry
            self._remember(table, entry)
        return [found[number] for number in sorted(found)]

    def _remember(self, table: Table, entry: LogEntry) -> None:
        self._entries[table.record.id, entry.number] = entry
        while len(self._entries) > ENTRIES_KEPT:
            self._entries.popitem(last=False)

    async def refresh(self, table: Table) -> bool:
        """Take over what another process wrote to this match; False if it was put away.

        While a line of it is being filed here, whoever files it has looked already.
        """
        if table.lock.locked():
            return True
        async with table.lock:
            return await self._refreshed(table)

    async def _refreshed(self, table: Table) -> bool:
        """The same for whoever holds the match's lock."""
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

    async def _loaded(self, record: MatchRecord) -> Table:
        """A match from the store: whoever asks meanwhile gets the same one, with the same lock."""
        loading = self._loading.get(record.id)
        if loading is None:
            loading = self._loading[record.id] = asyncio.ensure_future(self._load(record))
            loading.add_done_callback(lambda _: self._loading.pop(record.id, None))
        return await asyncio.shield(loading)

    def _keep(self, table: Table) -> Table:
        self._tables[table.record.id] = table
        self._tables.move_to_end(table.record.id)
        self._alive[table.record.id] = table
        while len(self._tables) > MATCHES_KEPT:
            self._tables.popitem(last=False)
        return table

    async def _load(self, record: MatchRecord) -> Table:
        game = find(record.system)
        match = Match(game, record.options, await self.store.links(record.id))
        table = Table(record, match, Codec(game.types))
        await self._reckon_secrets(table)
        await self.state_at(table, match.head)
        learn(table, *await self.store.gm_entries_with(record.id, "words", table.codec))
        return self._keep(table)

    async def _reckon_secrets(self, table: Table) -> None:
        """What entries of an older version, or of an import, hide and open is written down."""
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

    async def _reload(self, table: Table) -> None:
        """Somebody else wrote to this match: take over what is in the store now."""
        match, links = table.match, await self.store.links(table.record.id)
        if len(links) == len(match.links):
            return
        fresh = Match(match.game, match.options, links, match.states)
        await self.state_at(replace(table, match=fresh), fresh.head)
        match.links = links

    async def state_at(self, table: Table, number: int) -> Any:
        """The state just after an entry: from memory, from a snapshot, or by replay."""
        match = table.match
        number = match.resolve(number)
        if number in match.states:
            return match.states[number]
        kept = await self.store.snapshot_numbers(table.record.id, __version__)
        path: list[int] = []
        while number not in match.states and number not in kept and number:
            path.append(number)
            number = base_of(match.links[number])
        if number in match.states:
            state = match.states[number]
        elif number in kept:
            state = await self.store.snapshot(table.record.id, number, table.codec)
        else:
            path.append(0)
            state = match.game.blank
        numbers = path[::-1]
        for entry in await self.entries(table, numbers):
            state = fold(match.game, state, entry.events)
            number = entry.number
        match.states[number] = state
        return state

    async def counted(self, table: Table, numbers: Sequence[int]) -> list[LogEntry]:
        """Live entries in full, oldest first, with the events that count: one that an undo carried
        along has them from there."""
        found = await self.entries(table, list(numbers))
        return await self.as_counted(table, found)

    async def as_counted(
        self, table: Table, found: Sequence[LogEntry], head: int | None = None
    ) -> list[LogEntry]:
        """The same for entries that were read already; they count after entry `head`."""
        carriers = table.match.carriers(head)
        undos = sorted({carriers[one.number][0] for one in found if one.number in carriers})
        read = await self.entries(table, undos) if undos else []
        return as_counted(found, carriers, {one.number: one for one in read})

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
        return Reply(refused=tuple(refused), unreadable=tuple(unreadable))

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
        for attempt in (0, 1):
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
                if attempt:
                    raise RefereeError(
                        "this match is being written to by someone else; send the line again"
                    ) from None
                await self._reload(table)
                continue
            table.match.append(entry)
            learn(table, entry)
            self._remember(table, entry)
            return accepted
        raise AssertionError("a line is tried twice at most")

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
            dice = seeded(table.record.seed, table.uid, number)
            events = match.play(seat, written.orders, dice)
            secret = match.secret(events, match.state)
        return LogEntry(
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
        before = table.match.state
        if entry.to is not None:
            after = fold(table.game, table.match.states[entry.to], entry.events)
        else:
            after = fold(table.game, before, entry.events)
        return await self.announce(table, entry, before, after)

    def _accept(self, table: Table, entry: LogEntry, report: bool) -> Accepted:
        refused = tuple(
            RefusedLine(entry.text, event.rule, event.why)
            for event in entry.events
            if isinstance(event, Refused)
        )
        lines: tuple[str, ...] = ()
        if report:
            lines = report_entry(table, entry, table.match.state, entry.seat)
        return Accepted(entry.number, entry.seat, canonical(entry.orders), lines, refused)

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

    def timestamp(self) -> str:
        """Now, in UTC, to the second."""
        return self._now().astimezone(UTC).isoformat(timespec="seconds")


def _repeated(reply: Reply) -> Reply:
    return replace(reply, accepted=tuple(replace(one, repeated=True) for one in reply.accepted))
