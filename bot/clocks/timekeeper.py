"""One task that sleeps until the next deadline, reminder or end of a pause, and acts on it.

What a missed deadline does is filed under a key of its own, so it happens only once, even if the
process is killed in the middle, or was not running when the deadline passed.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial

from bot.clocks import timewords
from bot.clocks.deadlines import Deadlines, key_of
from bot.lobby import lobby
from bot.lobby.proposals import lapse
from bot.match.settings import Settings
from bot.plans.planroom import PlanRoom
from bot.posts.workers import come_to_an_end
from bot.referee.clock import Policy, clock_in, clock_of, policy_of
from bot.referee.gate import OPEN, PAUSED, PLAYING, status
from bot.referee.news import MatchChanged
from bot.referee.petition import waits_until
from bot.referee.service import OpenMatch, Referee, RefereeError
from bot.referee.settings import change_settings
from bot.store import MatchRecord, StoreError, Times, TurnTime
from bot.store.leases import AGAIN
from bot.store.times import open_turns
from rules import find
from rules.line.orders import GM

# Missed turns: how often a player's deadline can still be put off, and when a seat is opened.


ENDS_ROW = ("orders", "opened")
"""Values of `TurnTime.how` that end a row of missed turns: a player who left a plan has not gone,
and one who came back to an opened seat begins again from 0."""


def graces_left(turns: Sequence[TurnTime], turn: TurnTime, policy: Policy) -> int:
    """How often a player's missed deadline will still be put off."""
    same = [one for one in turns if one.seat == turn.seat and one.holder == turn.holder]
    return policy.grace - sum(one.graces for one in same)


def missed_in_a_row(turns: Sequence[TurnTime], seat: int, holder: str) -> list[TurnTime]:
    """A player's latest consecutive turns that were ended by a missed deadline, newest first."""
    own = [one for one in turns if one.seat == seat and one.state in ("met", "missed")]
    found = []
    for turn in reversed(own):
        if turn.state != "missed" or turn.holder != holder or turn.how in ENDS_ROW:
            break
        found.append(turn)
    return found


def to_open(table: OpenMatch, turns: Sequence[TurnTime]) -> list[TurnTime]:
    """The latest missed turn of each seat that the policy now opens for a substitute."""
    after = policy_of(table).open_after
    found = []
    for seat, user in table.record.seats:
        row = missed_in_a_row(turns, seat, user) if seat != GM and after else []
        if after and len(row) >= after:
            found.append(row[0])
    return found


# After a start: find the matches whose deadlines are out of date, without opening any of them.


Running = Sequence[tuple[int, str, bool]]
"""The open turns of a match: seat, the account that held it, and whether its time runs."""


async def out_of_date(times: Times, records: Sequence[MatchRecord]) -> set[int]:
    """The numbers of the matches whose deadlines must be brought up to date.

    Their log went on, they have a clock but no deadlines yet (or the other way round), a seat has a
    new holder, or time runs that should rest.
    """
    clocked, turns = {*await times.clocked()}, await times.all_open()
    found = {*await times.behind()}
    for record in records:
        timed = record.settings.status != OPEN and clock_in(record, find(record.system)) is not None
        changed = has_changed(record, turns.get(record.id, ()))
        if timed != (record.id in clocked) or (timed and changed):
            found.add(record.id)
    return found


def has_changed(record: MatchRecord, turns: Running) -> bool:
    """Do the open turns of a match contradict its seats and settings?

    Also true if a challenge is open, since only the log can tell whether time runs then.
    """
    settings = record.settings
    if turns and any(not one.outcome for one in settings.challenges):
        return True
    runs = settings.status == PLAYING and not settings.locked
    holders = dict(reversed(record.seats))
    return any(running != runs or holders.get(seat, held) != held for seat, held, running in turns)


log = logging.getLogger("referee.time")

TICK = 60.0
LOOK = 10.0
"""Seconds between two looks if the database is shared with bots that also set deadlines."""
MOST = 100
"""How many changed matches are brought up to date before looking again for what is due."""
BEAT = timedelta(seconds=30)
OTHERS = timedelta(minutes=2)
"""After how long this process brings matches of other processes up to date if they have not."""
SHORT = timedelta(minutes=2)
"""Absences shorter than this are ignored."""
ALIVE = "alive"
"""The name under which the store keeps when the clocks were last looked at."""

Nap = Callable[[asyncio.Event, float], Awaitable[None]]


async def nap(woken: asyncio.Event, seconds: float) -> None:
    """Wait for so many seconds, or until `woken` is set."""
    with suppress(TimeoutError):
        await asyncio.wait_for(woken.wait(), seconds)


async def always() -> bool:
    """The default of `ready`: there is nothing to wait for, and orders are always read in time."""
    return False


class Watched:
    """Which parts of Discord (shards) this process reads; this class: everything.

    Only the process that reads a match's orders knows whether a deadline was missed.  Each part has
    a name, under which the store keeps when its clocks were last looked at.
    """

    def names(self) -> tuple[str, ...]:
        """The names of the parts that this process reads."""
        return (ALIVE,)

    async def names_of(self, numbers: Collection[int]) -> Mapping[int, str]:
        """The names of the parts that these matches belong to, by match."""
        return dict.fromkeys(numbers, ALIVE)


@dataclass(eq=False)
class Timekeeper:
    """Acts on the deadlines of all matches.

    `ready` returns once orders that were written in time have been read; its result says whether it
    had to wait for that.  `MatchChanged` is told for every match in which something was done.
    """

    referee: Referee
    deadlines: Deadlines
    _ready: Callable[[], Awaitable[bool]] = always
    _sleep: Nap = nap
    watched: Watched | None = None

    def __post_init__(self) -> None:
        self._watched = self.watched or Watched()
        self.times = self.deadlines.times
        self.plans = PlanRoom(self.referee)
        self._woken = asyncio.Event()
        self._moved: set[int] = set()
        self._missed: set[int] = set()
        """Matches that changed and could not be brought up to date; the next look tries again."""
        self._known: set[int] = set()
        self._asked: dict[int, datetime] = {}
        """Matches with an open proposal, and when it lapses."""
        self._not_before: dict[int, datetime] = {}
        self._beaten: datetime | None = None
        self._left_to_others: datetime | None = None
        """When to check whether other processes have brought their matches up to date."""
        self._open = False
        self._busy = False
        self._task: asyncio.Task[None] | None = None

    # --- life -----------------------------------------------------------------------------------

    def start(self) -> None:
        """Start the task."""
        self._open = True
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop the task after it has finished what it is doing."""
        self._open = False
        self._woken.set()
        if self._task is not None:
            if not self._busy:
                self._task.cancel()
            await come_to_an_end([self._task])

    def moved(self, table: OpenMatch) -> None:
        """Have the deadlines of a changed match brought up to date.  Returns at once."""
        self._ask(table.record.id, table.record.settings)
        if clock_of(table) is None and table.record.id not in self._known:
            return
        self._known.add(table.record.id)
        self._moved.add(table.record.id)
        self._woken.set()

    def _ask(self, match_id: int, settings: Settings) -> None:
        """Note when the open proposal of a match lapses, if it has one."""
        until = waits_until(settings)
        if until is None:
            self._asked.pop(match_id, None)
        else:
            self._asked[match_id] = until

    async def _run(self) -> None:
        away = True
        while self._open:
            pause, well = TICK, False
            try:
                away = await self._ready() or away
                self._busy = True
                if away:
                    await self.returned()
                    away = False
                self._woken.clear()
                pause, well = await self.round(), True
            except StoreError as problem:
                log.info("the clocks could not be looked at: %s", problem)
                pause = AGAIN
            except Exception:
                log.exception("the clocks could not be looked at")
                self._moved.clear()
            finally:
                self._busy = False
            if self._open and not (well and self._moved):
                self._woken.clear()
                await self._sleep(self._woken, pause)

    # --- one look at all clocks -----------------------------------------------------------------

    async def round(self) -> float:
        """Do all that is due; returns how many seconds to sleep until the next look."""
        now = self.deadlines.now()
        if self._beaten is None or now - self._beaten >= BEAT:
            for name in {ALIVE, *self._watched.names()}:
                await self.referee.mail.advance(name, now.isoformat())
            self._beaten = now
        if self._left_to_others is not None and self._left_to_others <= now:
            self._left_to_others = None
            self._moved |= await out_of_date(self.times, await self.referee.store.all())
        late = {
            one for one in await self.times.waiting(now) if self._not_before.get(one, now) <= now
        }
        again = {one for one in self._missed if self._not_before.get(one, now) <= now}
        rest = sorted((self._moved | again) - late)
        moved, self._moved = (self._moved | again) - {*rest[MOST:]}, {*rest[MOST:]}
        self._missed |= moved
        ours = await self._ours((*late, *rest[:MOST]))
        for match_id in (*sorted(late), *rest[:MOST]):
            if match_id in ours:
                well = await self._guarded(match_id, self.attend)
            else:
                well = match_id not in moved or await self._guarded(match_id, self._follow)
            if well:
                self._missed.discard(match_id)
        for match_id in [one for one, until in self._asked.items() if until <= now]:
            del self._asked[match_id]
            if not await self._guarded(match_id, self._lapse):
                self._asked.setdefault(match_id, now + timedelta(seconds=TICK))
        following = await self.times.next(now)
        coming = [*self._asked.values(), *([following] if following is not None else [])]
        longest = LOOK if self.referee.store.database.shared else TICK
        longest = AGAIN if self._missed else longest
        if not coming:
            return longest
        return max(0.05, min(longest, (min(coming) - now).total_seconds()))

    async def _ours(self, numbers: Collection[int]) -> set[int]:
        """Those of these matches whose orders this process reads."""
        own, names = self._watched.names(), await self._watched.names_of(numbers)
        return {number for number in numbers if names[number] in own}

    async def _guarded(self, match_id: int, work: Callable[[OpenMatch], Awaitable[None]]) -> bool:
        """Run `work` on a match; True if all went well.

        An error is logged and the match tried again later, so that it stops no other match.
        """
        try:
            async with self.referee.leases.held("clock", match_id) as taken:
                if taken == "no":
                    self._put_back(match_id, AGAIN)
                    return False
                await work(await self.referee.open(f"#{match_id}"))
            self._not_before.pop(match_id, None)
            return True
        except RefereeError as problem:
            log.info("match %d: its clock was not looked at: %s", match_id, problem)
            self._put_back(match_id)
            self._missed.discard(match_id)
        except StoreError as problem:
            log.info("match %d: its clock is looked at again: %s", match_id, problem)
            self._put_back(match_id, AGAIN)
        except Exception:
            log.exception("match %d: its clock could not be looked at", match_id)
            self._put_back(match_id)
        return False

    def _put_back(self, match_id: int, seconds: float = TICK) -> None:
        self._not_before[match_id] = self.deadlines.now() + timedelta(seconds=seconds)

    async def _follow(self, table: OpenMatch) -> None:
        """Bring the deadlines of a match up to date, if another process acts on them."""
        await self.deadlines.sync(table)

    async def attend(self, table: OpenMatch) -> None:
        """Do everything that is due in one match."""
        acted = await self._resume(table)
        for turn in open_turns(await self.deadlines.sync(table)):
            if turn.due is not None and turn.due <= self.deadlines.now():
                await self.expire(table, turn)
                acted = True
        turns = await self.deadlines.sync(table)
        for turn in open_turns(turns):
            if turn.remind_at is not None and turn.remind_at <= self.deadlines.now():
                await self.deadlines.remind(table, turn)
                acted = True
        for turn in to_open(table, turns):
            await self._open_seat(table, turn)
            acted = True
        if acted:
            self.referee.news.tell(MatchChanged(table))

    async def _lapse(self, table: OpenMatch) -> None:
        """Let a proposal lapse that was not answered in time, and have its post updated."""
        async with table.lock:
            lapsed = await lapse(self.referee, table)
        if lapsed:
            self.referee.news.tell(MatchChanged(table))

    async def _resume(self, table: OpenMatch) -> bool:
        """End an agreed pause if its time is over; True if it was."""
        row = await self.times.clock(table.record.id)
        if row is None or row.resume_at is None or row.resume_at > self.deadlines.now():
            return False
        if status(table) == PAUSED and table.record.settings.rests:
            await change_settings(self.referee, table, status=PLAYING, rests=False)
            said = "The agreed pause is over: the match goes on, each clock where it stood."
            await self.referee.mail.notice(table.record.id, table.last, "public", said)
        await self.times.resume_at(table.record.id, None)
        return True

    # --- a missed deadline ----------------------------------------------------------------------

    async def expire(self, table: OpenMatch, turn: TurnTime) -> None:
        """Handle a missed deadline: put it off if there is grace, else carry out the player's plan,
        then end the turn if it is still open.

        It holds the match's lock, so nobody can give orders meanwhile; if the turn has just been
        ended, nothing is done.
        """
        async with table.lock:
            if not await self._is_over(table, turn):
                await self._expire(table, turn)

    async def _expire(self, table: OpenMatch, turn: TurnTime) -> None:
        policy = policy_of(table)
        turns = await self.times.turns(table.record.id)
        if graces_left(turns, turn, policy) > 0 and turn.holder:
            await self.deadlines.put_off(table, turn, policy.grace_time, "grace")
            return
        key, holder = key_of(turn), table.holder(turn.seat)
        if holder and await self.plans.at_deadline(table, holder, turn.seat, f"{key}o"):
            if await self._is_over(table, turn):
                return
            await self.deadlines.note(turn, how="orders")
        line = f"timeout {table.name_of(turn.seat)} // missed deadline"
        await self.referee.submit(table, GM, line, source=key, locked=True)
        if not await self._is_over(table, turn):
            await self.deadlines.lapse(table, turn)

    async def _is_over(self, table: OpenMatch, turn: TurnTime) -> bool:
        """Has this turn ended by now?"""
        turns = await self.deadlines.sync(table)
        return not any(
            (one.seat, one.began, one.since) == (turn.seat, turn.began, turn.since)
            for one in open_turns(turns)
        )

    async def _open_seat(self, table: OpenMatch, turn: TurnTime) -> None:
        """Open a seat for a substitute because its player does not answer; posted once."""
        if turn.how != "opening":
            turn = replace(turn, how="opening")
            await self.deadlines.change(table, turn, timewords.opened(table, turn))
        await lobby.vacate(self.referee, table, turn.seat)
        await self.deadlines.change(table, replace(turn, how="opened"))

    # --- having been away -----------------------------------------------------------------------

    async def returned(self) -> None:
        """The first look after a start or an absence.

        Deadlines that passed meanwhile are put off, once.  Matches whose deadlines are out of date
        are noted to be updated; those of other processes only later, if those have not done it.
        """
        records = await self.referee.store.all()
        self._known |= {*await self.times.clocked()}
        for record in records:
            self._ask(record.id, record.settings)
        found = await out_of_date(self.times, records)
        ours = await self._ours(found)
        self._moved |= ours
        if found - ours:
            self._left_to_others = self.deadlines.now() + OTHERS
        now, mail = self.deadlines.now(), self.referee.mail
        names = self._watched.names()
        seen = {name: await mail.cursor(name) or await mail.cursor(ALIVE) for name in names}
        away = {name: last for name, last in seen.items() if last and _since(last, now) >= SHORT}
        if not away:
            return
        log.info("the clocks were not looked at since %s", min(away.values()))
        waiting = await self.times.waiting(now)
        names_of = await self._watched.names_of(waiting)
        for match_id in waiting:
            last = away.get(names_of[match_id])
            if last is not None:
                waive = partial(self._waive, last=last, gone=_since(last, now))
                await self._guarded(match_id, waive)

    async def _waive(self, table: OpenMatch, last: str, gone: timedelta) -> None:
        """Put off the deadlines that passed while the bot was away, as the policy says.

        `last`: the time of the last look; `gone`: the length of the absence.
        """
        away = policy_of(table).away
        seconds = min(int(gone.total_seconds()), away)
        for turn in open_turns(await self.deadlines.sync(table)):
            passed = turn.due is not None and (
                datetime.fromisoformat(last) < turn.due <= self.deadlines.now()
            )
            if passed and seconds and turn.waived != last:
                await self.deadlines.put_off(table, turn, seconds, "away", last)
                self.referee.news.tell(MatchChanged(table))


def _since(last: str, now: datetime) -> timedelta:
    return now - datetime.fromisoformat(last)
