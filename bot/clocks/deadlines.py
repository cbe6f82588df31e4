"""Deadlines that follow the log: each turn of a seat has its time, and every change is stored.

Nothing here runs by itself; the timekeeper calls it.  Bringing deadlines up to date is safe to
repeat: the store remembers up to which entry of the log it was done.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from bot.clocks import timewords
from bot.clocks.calendar import Calendar, calendar_of
from bot.clocks.reminders import ReminderHabits, habits_of
from bot.match.tree import LogEntry
from bot.posts.turns import ends_turn
from bot.referee.clock import Clock, awaited, clock_of, policy_of, runs
from bot.referee.gate import OPEN, status
from bot.referee.news import MatchChanged, SettingsChanged
from bot.referee.service import OpenMatch, Referee
from bot.store import ClockRow, Kind, Post, Times, TurnTime
from bot.store.times import open_turns


def key_of(turn: TurnTime) -> str:
    """The key under which the `timeout` of a turn is filed, so that it is filed only once."""
    return f"t{turn.seat}.{turn.began}.{int(turn.since.timestamp())}.{turn.tries}"


class Deadlines:
    """The turns and deadlines of all seats in all matches."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        self.times = Times(referee.store.database)
        self._locks: dict[int, asyncio.Lock] = {}

    def lock(self, match_id: int) -> asyncio.Lock:
        """The lock to hold while changing the turns of a match."""
        return self._locks.setdefault(match_id, asyncio.Lock())

    def now(self) -> datetime:
        """The present time, as for the timestamps of entries."""
        return datetime.fromisoformat(self.referee.timestamp())

    # --- following the log ----------------------------------------------------------------------

    async def sync(self, table: OpenMatch) -> list[TurnTime]:
        """Bring a match's turns up to date with log, seats and clock; returns all of them."""
        async with self.lock(table.record.id):
            return await self._sync(table)

    async def _sync(self, table: OpenMatch) -> list[TurnTime]:
        clock, match_id = clock_of(table), table.record.id
        row = await self.times.clock(match_id)
        last = table.last
        if clock is None or status(table) == OPEN:
            if row is not None:
                await self.times.drop(match_id)
            return []
        if row is None or row.synced > last:
            await self.times.begin(match_id, last, await self._first(table, clock, last), row)
        else:
            await self._follow(table, clock, row, last)
        turns = await self.times.turns(match_id)
        for turn in open_turns(turns):
            if (kept := await self._kept(table, turn)) != turn:
                await self.times.change(match_id, [kept], before=turn)
                turns = await self.times.turns(match_id)
        return turns

    async def _first(self, table: OpenMatch, clock: Clock, last: int) -> list[TurnTime]:
        """New turns, beginning now, for all awaited seats: for when a clock is set."""
        now, seats = self.now(), awaited(table, table.state)
        return [await self._fresh(table, clock, [], seat, last, now) for seat in seats]

    async def restart(self, table: OpenMatch) -> None:
        """Begin again with another clock: earlier turns are forgotten."""
        async with self.lock(table.record.id):
            clock, match_id = clock_of(table), table.record.id
            if clock is None or status(table) == OPEN:
                await self.times.drop(match_id)
            else:
                last = table.last
                await self.times.restart(match_id, last, await self._first(table, clock, last))

    async def _follow(self, table: OpenMatch, clock: Clock, row: ClockRow, last: int) -> None:
        """Follow the log entry by entry, each in one transaction.

        `MatchChanged` is told if an entry led to posts, so that they are sent even if the process
        that filed the entry died before.
        """
        numbers = list(range(row.synced + 1, last + 1))
        if not numbers:
            return
        for entry in await self.referee.entries(table, numbers):
            turns = await self.times.turns(table.record.id)
            changed, posts = await self._step(table, clock, turns, entry)
            if not await self.times.follow(row, entry.number, changed, posts):
                return
            if posts:
                self.referee.news.tell(MatchChanged(table))
            row = replace(row, synced=entry.number)

    async def _step(
        self, table: OpenMatch, clock: Clock, turns: list[TurnTime], entry: LogEntry
    ) -> tuple[list[TurnTime], list[Post]]:
        """The turns that one entry changes or begins, and the posts about it."""
        at = datetime.fromisoformat(entry.at)
        after = awaited(table, await self.referee.state_at(table, entry.number))
        if entry.to is not None:
            return await self._back(table, clock, turns, entry, after), []
        head = table.match.resolve(entry.number - 1)
        before = awaited(table, await self.referee.state_at(table, head))
        ends = ends_turn(entry)
        changed: list[TurnTime] = []
        posts: list[Post] = []
        renewed = {seat for seat in after if seat not in before or ends}
        for turn in open_turns(turns):
            ours = entry.key == key_of(turn)
            if turn.seat in after and not ends and not ours:
                continue
            missed = ours or entry.key.partition("/")[0] == f"{key_of(turn)}o"
            how = turn.how or ("" if ours else "orders")
            state = "missed" if missed else "met"
            closed = await self._closed(table, turn, at, state, how if missed else "")
            changed.append(closed)
            if missed:
                posts.append(Post(entry.number, 0, "public", timewords.missed(table, closed)))
            if ours and turn.seat in after and table.holder(turn.seat):
                renewed.add(turn.seat)
        for seat in after:
            if seat in renewed:
                known = [*turns, *changed]
                changed.append(await self._fresh(table, clock, known, seat, entry.number, at))
        return changed, posts

    async def _back(
        self,
        table: OpenMatch,
        clock: Clock,
        turns: list[TurnTime],
        entry: LogEntry,
        after: tuple[int, ...],
    ) -> list[TurnTime]:
        """The turns that an undo or rewind changes or begins.

        Open turns that are gone become void; turns that are open again continue with the time they
        had left.  Nobody gains time by it.
        """
        at = datetime.fromisoformat(entry.at)
        path = _path(table, table.match.resolve(entry.number))
        changed = [
            await self._closed(table, turn, at, "void", "")
            for turn in open_turns(turns)
            if turn.seat not in after or turn.began not in path
        ]
        for seat in after:
            own = [turn for turn in turns if turn.seat == seat and turn.began in path]
            if not own:
                changed.append(await self._fresh(table, clock, [], seat, entry.number, at))
            elif own[-1].state != "open":
                changed.append(await self._again(table, own[-1], at))
        return changed

    async def _again(self, table: OpenMatch, turn: TurnTime, at: datetime) -> TurnTime:
        """Reopen a closed turn with the time it had left.

        A missed one gets its full time again, since that is why the GM went back.
        """
        left = turn.granted if turn.state == "missed" else turn.left
        tries = turn.tries + (turn.state == "missed")
        turn = replace(turn, state="open", how="", left=left, due=None, tries=tries)
        return await self._running(table, turn, at) if runs(table) else turn

    async def _fresh(
        self,
        table: OpenMatch,
        clock: Clock,
        turns: Sequence[TurnTime],
        seat: int,
        number: int,
        at: datetime,
    ) -> TurnTime:
        """A new turn of a seat, with the time that the clock gives after its earlier `turns`."""
        granted, bank = self.granted(table, clock, turns, seat, number)
        holder = table.holder(seat)
        turn = TurnTime(table.record.id, seat, number, holder, at, granted, bank, None, granted)
        return await self._running(table, turn, at) if runs(table) else turn

    def granted(
        self, table: OpenMatch, clock: Clock, turns: Sequence[TurnTime], seat: int, number: int
    ) -> tuple[int, int]:
        """The seconds for a turn that begins with this entry, and how many of them are the bank."""
        path = _path(table, number if number < len(table.match.links) else table.match.head)
        had = {turn.began: turn for turn in turns if turn.seat == seat and turn.began in path}
        closed = [had[began] for began in sorted(had) if had[began].state in ("met", "missed")]
        if not closed:
            return clock.grant()
        return clock.grant(closed[-1].left, closed[-1].bank)

    async def calendar(self, table: OpenMatch, holder: str) -> Calendar:
        """The days on which this account's clock rests in this match."""
        settings = await self.referee.mail.person(holder) if holder else {}
        return self._calendar(table, settings)

    def _calendar(self, table: OpenMatch, settings: Mapping[str, str]) -> Calendar:
        since = datetime.fromisoformat(table.record.created_at)
        return calendar_of(settings, policy_of(table), since)

    async def _running(self, table: OpenMatch, turn: TurnTime, at: datetime) -> TurnTime:
        """A turn whose time runs from `at` on: with its deadline and next reminder."""
        due = (await self.calendar(table, turn.holder)).after(at, turn.left)
        habits = await self.habits(turn.holder)
        return replace(turn, due=due, remind_at=habits.next(turn.since, due, at))

    async def _kept(self, table: OpenMatch, turn: TurnTime) -> TurnTime:
        """An open turn as it must be now: stopped or running as the match is.

        If somebody else holds the seat now, it has its full time again.
        """
        now, holder = self.now(), table.holder(turn.seat)
        if holder and holder != turn.holder:
            turn = replace(turn, holder=holder, left=turn.granted, since=now, due=None, graces=0)
        if turn.due is None and runs(table):
            return await self._running(table, turn, now)
        if turn.due is not None and not runs(table):
            left = (await self.calendar(table, turn.holder)).between(now, turn.due)
            return replace(turn, left=left, due=None, remind_at=None)
        return turn

    async def _closed(
        self, table: OpenMatch, turn: TurnTime, at: datetime, state: Any, how: str
    ) -> TurnTime:
        """A turn closed with this state; the time it has left is kept."""
        left = turn.left
        if turn.due is not None:
            left = (await self.calendar(table, turn.holder)).between(at, turn.due)
        return replace(turn, state=state, how=how, left=left, due=None, remind_at=None)

    async def habits(self, user: str) -> ReminderHabits:
        """How this account wants to be reminded."""
        return habits_of(await self.referee.mail.person(user) if user else {})

    # --- changes by hand and by policy ----------------------------------------------------------

    async def foresee(
        self, table: OpenMatch, after: Any, seats: Sequence[int]
    ) -> dict[int, datetime]:
        """The deadlines that these seats will have once an entry leads to the state `after`."""
        clock = clock_of(table)
        if clock is None or not runs(table):
            return {}
        turns = await self.times.turns(table.record.id)
        number, now = len(table.match.links), self.now()
        timed = [seat for seat in seats if seat in awaited(table, after)]
        found = {}
        for seat in timed:
            calendar = await self.calendar(table, table.holder(seat))
            granted, _ = self.granted(table, clock, turns, seat, number)
            found[seat] = calendar.after(now, granted)
        return found

    async def put_off(
        self, table: OpenMatch, turn: TurnTime, seconds: int, why: str, waived: str = ""
    ) -> TurnTime | None:
        """Give an open turn more time and post a notice; None if the turn is over by now.

        `why` is `grace` (which uses up one of the player's graces), `away` (the bot was away since
        `waived`) or `extended` (a gift).
        """
        async with self.lock(table.record.id):
            now, found = self.now(), await self._newest(turn)
            if found is None:
                return None
            turn = replace(found, waived=waived or found.waived)
            if turn.due is None:
                turn = replace(turn, left=turn.left + seconds)
            else:
                start = turn.due if why == "away" else max(now, turn.due)
                due = (await self.calendar(table, turn.holder)).after(start, seconds)
                habits = await self.habits(turn.holder)
                turn = replace(turn, due=due, remind_at=habits.next(turn.since, due, now))
            if why == "grace":
                turn = replace(turn, graces=turn.graces + 1)
            told = await self._tell(table, [turn], timewords.put_off(table, turn, why), was=found)
            return turn if told else None

    async def _newest(self, turn: TurnTime) -> TurnTime | None:
        """A turn as stored now, if it is still open."""
        for one in await self.times.turns(turn.match_id):
            if (one.seat, one.began, one.state) == (turn.seat, turn.began, "open"):
                return one
        return None

    async def give_turn(self, table: OpenMatch, seat: int, seconds: int) -> TurnTime:
        """Give a deadline to a seat that is awaited without one, for example after a missed one."""
        async with self.lock(table.record.id):
            number, now = table.last, self.now()
            holder = table.holder(seat)
            turn = TurnTime(table.record.id, seat, number, holder, now, seconds, 0, None, seconds)
            if runs(table):
                turn = await self._running(table, turn, now)
            await self._tell(table, [turn], timewords.put_off(table, turn, "extended"))
            return turn

    async def change(self, table: OpenMatch, turn: TurnTime, notice: str = "") -> None:
        """Store a closed turn; a `notice` (that its seat is open) is posted in public."""
        async with self.lock(table.record.id):
            await self._tell(table, [turn], notice, "seat")

    async def note(self, turn: TurnTime, **facts: Any) -> TurnTime | None:
        """Store facts about an open turn; None if it is over by now."""
        async with self.lock(turn.match_id):
            found = await self._newest(turn)
            if found is not None:
                was, found = found, replace(found, **facts)
                if not await self.times.change(turn.match_id, [found], before=was):
                    return None
            return found

    async def lapse(self, table: OpenMatch, turn: TurnTime) -> None:
        """Close a turn as missed although its seat is still awaited, and post a notice."""
        async with self.lock(table.record.id):
            found = await self._newest(turn)
            if found is not None:
                closed = await self._closed(table, found, self.now(), "missed", "nothing")
                await self._tell(table, [closed], timewords.missed(table, closed), was=found)

    async def remind(self, table: OpenMatch, turn: TurnTime) -> None:
        """Send the reminder that is due, and schedule the next one."""
        async with self.lock(table.record.id):
            found, now = await self._newest(turn), self.now()
            if found is None or found.due is None or found.remind_at is None:
                return
            habits = await self.habits(found.holder)
            changed = replace(found, remind_at=habits.next(found.since, found.due, now))
            audience = "public" if habits.in_channel else f"seat {found.seat}"
            text = timewords.reminder(table, found, habits.in_channel)
            rings = habits.in_channel and found.holder.isdecimal()
            pings = (int(found.holder),) if rings else ()
            posts = [Post(table.last, 0, audience, text, pings=pings)]
            send = found.holder and found.remind_at <= now < found.due
            sent = posts if send else []
            await self.times.change(table.record.id, [changed], sent, before=found)

    async def _tell(
        self,
        table: OpenMatch,
        turns: Sequence[TurnTime],
        notice: str,
        kind: Kind = "",
        was: TurnTime | None = None,
    ) -> bool:
        """Store turns and post a notice; False, and nothing is done, if another process has changed
        the turn that `was`."""
        posts = [Post(table.last, 0, "public", notice, kind=kind)] if notice else []
        return await self.times.change(table.record.id, turns, posts, before=was)

    async def rehabit(self, user: str, before: Mapping[str, str] | None = None) -> None:
        """Adjust reminders and deadlines after an account changed its reminders or days off.

        Each turn keeps the time it has left.  `before`: the settings until now.
        """
        habits, now = await self.habits(user), self.now()
        settings = await self.referee.mail.person(user)
        for turn in await self.times.open_of(user):
            if await self.referee.store.find(f"#{turn.match_id}") is None:
                continue
            table = await self.referee.open(f"#{turn.match_id}")
            was = self._calendar(table, settings if before is None else before)
            new = self._calendar(table, settings)
            async with self.lock(turn.match_id):
                found = await self._newest(turn)
                if found is not None and found.holder == user and found.due is not None:
                    left = was.between(now, found.due)
                    due = found.due if was == new else new.after(now, left)
                    at = habits.next(found.since, due, now)
                    changed = replace(found, due=due, remind_at=at)
                    await self.times.change(found.match_id, [changed], before=found)
            self.referee.news.tell(SettingsChanged(table))


def _path(table: OpenMatch, number: int) -> set[int]:
    """The numbers of an entry and of all entries that it continues from."""
    return table.match.ancestors(number, len(table.match.links) + 1)
