"""Clocks on a real database, with a time that the test sets: nothing here really waits."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy import inspect
from sqlalchemy.ext.asyncio import create_async_engine

from bot.clocks.deadlines import Deadlines, key_of
from bot.clocks.reminders import ReminderHabits, habits_of, read_ladder, read_quiet, read_zone
from bot.clocks.timekeeper import Timekeeper
from bot.clocks.timewords import clock_lines
from bot.lobby import lobby
from bot.lobby.proposals import propose
from bot.match.pending import Proposal
from bot.referee.clock import (
    Clock,
    clock_of,
    duration,
    policy_of,
    read_clock,
    read_duration,
    terms_of,
)
from bot.referee.gate import LOCAL, PAUSED, PLAYING, Caller
from bot.referee.news import MatchChanged, SettingsChanged
from bot.referee.petition import open_proposal
from bot.referee.service import OpenMatch, Referee, RefereeError
from bot.referee.settings import change_settings, set_status
from bot.store import PlanRow, Store, StoreError, TurnTime
from bot.store.migrate import FOLDER
from bot.store.schema import VERSION
from bot.store.times import open_turns
from tests.support import NOON, PATIENCE, SEED, duel, keep, must

HOUR = 3600
DAY = 24 * HOUR


@dataclass
class Hall:
    """A referee whose time the test sets, and the timekeeper that watches its clocks."""

    file: Path
    now: datetime = NOON
    referee: Referee = field(init=False)
    deadlines: Deadlines = field(init=False)
    keeper: Timekeeper = field(init=False)
    told: list[str] = field(default_factory=list)

    async def open(self) -> "Hall":
        """Start the process."""
        store = await Store.open(str(self.file))
        self.referee = Referee(store, now=lambda: self.now, seed=lambda: SEED)
        self.deadlines = Deadlines(self.referee)
        self.keeper = Timekeeper(self.referee, self.deadlines)
        self.referee.news.hear(SettingsChanged, lambda event: self.keeper.moved(event.table))
        self.referee.news.hear(
            MatchChanged, lambda event: self.told.append(event.table.record.name)
        )
        return self

    async def close(self) -> None:
        """End the process."""
        await self.referee.store.close()

    async def later(self, seconds: float, look: bool = True) -> None:
        """Let time pass, then check the clocks (unless `look` is false)."""
        self.now += timedelta(seconds=seconds)
        if look:
            await self.keeper.round()

    async def away(self, seconds: float) -> None:
        """The process is down for so many seconds, then starts again."""
        await self.close()
        self.now += timedelta(seconds=seconds)
        await self.open()
        await self.keeper.returned()
        await self.keeper.round()

    async def match(self, clock: str = "3d", name: str = "duel", **settings: Any) -> OpenMatch:
        """The duel in army 1's Move turn, with a clock."""
        table = await duel(self.referee, name)
        await keep(self.referee, table, clock=clock, **settings)
        await self.keeper.round()
        return table

    async def order(self, table: OpenMatch, seat: int, text: str) -> None:
        """A seat (0: the GM) gives an order that is accepted."""
        must(await self.referee.submit(table, seat, text))
        self.keeper.moved(table)
        await self.keeper.round()

    async def turns(self, table: OpenMatch) -> list[TurnTime]:
        """All stored turns."""
        return await self.deadlines.times.turns(table.record.id)

    async def running(self, table: OpenMatch) -> dict[int, float]:
        """The seconds left of each open turn, by seat (negative if overdue)."""
        return {
            turn.seat: (turn.due - self.now).total_seconds() if turn.due else turn.left
            for turn in open_turns(await self.turns(table))
        }

    async def said(self, table: OpenMatch, audience: str = "public") -> list[str]:
        """The notices so far."""
        waiting = await self.referee.mail.waiting(table.record.id)
        return [post.content for post in waiting if post.audience == audience]

    def texts(self, table: OpenMatch) -> int:
        """How many entries the log has."""
        return len(table.match.links)


@pytest_asyncio.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    """A referee on a file."""
    made = await Hall(tmp_path / "r.sqlite").open()
    yield made
    await made.close()


async def plan(hall: Hall, table: OpenMatch, text: str) -> None:
    """Ana leaves a plan."""
    await hall.keeper.plans.plans.keep(PlanRow(table.record.id, 1, "ana", text))


# --- the texts of clocks ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("3d", Clock(3 * DAY)),
        ("1d 12h", Clock(36 * HOUR)),
        ("30s", Clock(30)),
        ("3d + 12h max 5d", Clock(3 * DAY, 12 * HOUR, 5 * DAY)),
        ("3d+12h", Clock(3 * DAY, 12 * HOUR, 6 * DAY)),
        ("1d bank 7d", Clock(DAY, bank=7 * DAY)),
        ("off", None),
        ("none", None),
    ],
)
def test_clocks_are_read_and_written(text: str, clock: Clock | None) -> None:
    """The text of a clock is understood, and a printed clock reads back the same."""
    assert read_clock(text) == clock
    assert clock is None or read_clock(str(clock)) == clock


@pytest.mark.parametrize("text", ["soon", "3", "0d", "3d + soon", "bank 3d", "3d max 2d", "999d"])
def test_what_is_no_clock(text: str) -> None:
    """A text that is no clock is refused in one sentence that says what would do."""
    with pytest.raises(RefereeError, match=r"duration|clock"):
        read_clock(text)


def test_durations() -> None:
    """A duration is a sum of days, hours, minutes and seconds."""
    assert read_duration("1d12h") == 36 * HOUR
    assert duration(36 * HOUR + 5) == "1d 12h 5s"
    assert duration(0) == "0s"


def test_increment_and_bank() -> None:
    """An increment never goes above its cap, and a bank never refills, so no time can be farmed."""
    clock = Clock(100, plus=20, cap=130)
    assert clock.grant() == (100, 0)
    assert clock.grant(70) == (90, 0)
    assert clock.grant(120) == (130, 0)
    assert clock.grant(0) == (20, 0)
    bank = Clock(100, bank=500)
    assert bank.grant() == (600, 500)
    assert bank.grant(550, 500) == (600, 500)
    assert bank.grant(300, 500) == (400, 300)
    assert bank.grant(0, 300) == (100, 0)
    assert bank.grant(100, 0) == (100, 0)


@pytest.mark.asyncio
async def test_a_system_presets_the_clock(hall: Hall) -> None:
    """A system's option `clock` applies until the match gets a clock of its own."""
    seats = ((1, "ana"), (2, "ben"))
    table = await hall.referee.create("eight", "crusade8x8", {"clock": "12h"}, seats)
    assert clock_of(table) == Clock(12 * HOUR)
    settings = table.record.settings.under(terms_of("1d", 0, "1h", 2, "act"))
    await change_settings(hall.referee, table, settings)
    assert clock_of(table) == Clock(DAY)
    assert policy_of(table).away == 0
    alone = await hall.referee.create("alone", "crusade8x8", {}, ((1, "ana"), (2, "ana")))
    assert clock_of(alone) is None


@pytest.mark.asyncio
async def test_no_clock_in_the_setup_of_crusade8x8(hall: Hall) -> None:
    """C8-FORF-4: the clock runs in phase play only."""
    seats = ((1, "ana"), (2, "ben"))
    table = await hall.referee.create("eight", "crusade8x8", {"placement": "hidden"}, seats)
    hall.keeper.moved(table)
    await hall.keeper.round()
    assert table.game.awaits(table.match.state) == (1, 2)
    assert await hall.running(table) == {}
    must(await hall.referee.submit(table, 0, table.game.starter[0].removeprefix("gm> ")))
    hall.keeper.moved(table)
    await hall.keeper.round()
    assert await hall.running(table) == {1: 3 * DAY}
    await hall.later(2 * DAY)
    await hall.order(table, 1, "pass")
    assert await hall.running(table) == {2: 3 * DAY}


# --- rows follow the log ------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_each_turn_has_its_time(hall: Hall) -> None:
    """Giving orders does not change the clock; ending a turn starts the other seat's with its full
    time."""
    table = await hall.match()
    assert await hall.running(table) == {1: 3 * DAY}
    await hall.later(DAY)
    await hall.order(table, 1, "L1 moves to 5,8")
    assert await hall.running(table) == {1: 2 * DAY}
    await hall.order(table, 1, "end phase")
    assert await hall.running(table) == {2: 3 * DAY}
    assert [(turn.seat, turn.state, turn.left) for turn in await hall.turns(table)] == [
        (1, "met", 2 * DAY),
        (2, "open", 3 * DAY),
    ]


@pytest.mark.asyncio
async def test_following_twice_is_following_once(hall: Hall) -> None:
    """Syncing with the log again, even by another process, changes no row."""
    table = await hall.match()
    must(await hall.referee.submit(table, 1, "end phase"))
    first = await hall.deadlines.sync(table)
    other = Deadlines(hall.referee)
    assert await other.sync(table) == first
    assert await hall.deadlines.sync(table) == first


@pytest.mark.asyncio
async def test_a_log_that_went_on_unseen(hall: Hall) -> None:
    """After a crash, a turn's time counts from the entry that began it, not from the restart."""
    table = await hall.match()
    must(await hall.referee.submit(table, 1, "end phase"))
    await hall.away(60)
    assert await hall.running(table) == {2: 3 * DAY - 60}


@pytest.mark.asyncio
async def test_undo_and_rewind_fill_no_clock(hall: Hall) -> None:
    """After a rewind a seat has only the time it had left; rewinding again gains nothing."""
    table = await hall.match(clock="3d + 12h max 5d")
    await hall.later(2 * DAY)
    await hall.order(table, 1, "end phase")
    ended = table.match.head
    for _ in range(3):
        await hall.order(table, 0, f"rewind to #{ended - 1}")
        assert await hall.running(table) == {1: DAY}
        await hall.order(table, 0, f"rewind to #{ended}")
        assert await hall.running(table) == {2: 3 * DAY}
    states = {(turn.seat, turn.state) for turn in await hall.turns(table)}
    assert states == {(1, "void"), (2, "open")} or states == {(1, "met"), (2, "open")}


@pytest.mark.asyncio
async def test_rewinding_a_missed_deadline_forgives_it(hall: Hall) -> None:
    """If the GM rewinds to before a time-out, the seat has time again and can miss it again."""
    table = await hall.match(grace=0)
    before = table.match.head
    await hall.later(3 * DAY)
    assert await hall.running(table) == {2: 3 * DAY}
    await hall.order(table, 0, f"rewind to #{before}")
    assert await hall.running(table) == {1: 3 * DAY}
    count = hall.texts(table)
    await hall.later(3 * DAY)
    assert hall.texts(table) == count + 1
    assert 2 in await hall.running(table)


@pytest.mark.asyncio
async def test_pause_does_not_refill(hall: Hall) -> None:
    """Clocks stop during a pause and under the GM's lock, then go on with the time they had
    left."""
    table = await hall.match()
    await hall.later(DAY)
    await set_status(hall.referee, table, PAUSED)
    await hall.keeper.round()
    await hall.later(30 * DAY)
    assert await hall.running(table) == {1: 2 * DAY}
    await set_status(hall.referee, table, PLAYING)
    await hall.keeper.round()
    assert await hall.running(table) == {1: 2 * DAY}
    await keep(hall.referee, table, locked=True)
    await hall.keeper.round()
    await hall.later(30 * DAY)
    await keep(hall.referee, table, locked=False)
    await hall.keeper.round()
    await hall.later(HOUR)
    assert await hall.running(table) == {1: 2 * DAY - HOUR}


@pytest.mark.asyncio
async def test_a_substitute_begins_anew(hall: Hall) -> None:
    """A substitute gets the full time for the turn."""
    table = await hall.match()
    await hall.later(2 * DAY)
    await lobby.substitute(hall.referee, table, LOCAL, 1, "dan")
    hall.keeper.moved(table)
    await hall.keeper.round()
    assert await hall.running(table) == {1: 3 * DAY}


@pytest.mark.asyncio
async def test_the_end_of_a_match_ends_its_clock(hall: Hall) -> None:
    """Nothing is due once a match is resigned or deleted, or its clock is off."""
    table = await hall.match(name="one")
    await hall.order(table, 1, "resign")
    assert await hall.running(table) == {}
    other = await hall.match(name="two")
    await hall.referee.store.delete(other.record.id, "now")
    count = hall.texts(other)
    await hall.later(9 * DAY)
    assert hall.texts(other) == count
    third = await hall.match(name="three")
    await keep(hall.referee, third, clock="off")
    await hall.keeper.round()
    assert await hall.turns(third) == []


# --- missed deadlines ---------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_the_steps_of_policy(hall: Hall) -> None:
    """First a period of grace, then the turn is ended, then the seat becomes free; each step is
    announced once, in one line."""
    table = await hall.match(grace=1, grace_time="12h", open_after=2)
    await hall.later(3 * DAY)
    assert await hall.running(table) == {1: 12 * HOUR}
    await hall.later(12 * HOUR)
    assert await hall.running(table) == {2: 3 * DAY}
    assert table.match.state.flow.turn == 2
    await hall.order(table, 2, "end phase")
    while table.match.state.flow.turn != 1:
        await hall.order(table, 2, "end phase")
    await hall.later(3 * DAY)
    assert table.free == [1]
    said = await hall.said(table)
    assert [line.split(":")[0] for line in said] == [
        "**army 1** missed its deadline; it is put off once, until <t",
        "**army 1** missed its deadline",
        "**army 1** missed its deadline",
        "army 1 missed 2 turns",
    ]
    assert all("\n" not in line and "<@" not in line for line in said)
    await hall.later(0)
    assert await hall.said(table) == said
    await lobby.join(hall.referee, table, Caller("ana"))
    hall.keeper.moved(table)
    await hall.keeper.round()
    assert table.free == []


@pytest.mark.asyncio
async def test_a_plan(hall: Hall) -> None:
    """A missed deadline carries out the player's plan as the player's own orders and ends the rest
    of the turn; the player does not count as absent."""
    table = await hall.match(grace=0, open_after=1)
    await plan(hall, table, "L1 moves to 5,8")
    count = hall.texts(table)
    await hall.later(3 * DAY)
    entries = await hall.referee.store.entries(table.record.id, table.codec)
    assert [(one.seat, one.text, one.holder) for one in entries[count:]] == [
        (1, "L1 moves to 5,8", "ana"),
        (0, "timeout army 1", ""),
    ]
    (line,) = await hall.said(table)
    assert line == "**army 1** missed its deadline: its plan was carried out."
    assert table.free == []


@pytest.mark.asyncio
async def test_plans_that_end_the_turn_or_do_not_stand(hall: Hall) -> None:
    """A plan that ends the turn needs no time-out; if all its orders are refused, the turn times
    out as usual."""
    table = await hall.match(grace=0, name="one")
    await plan(hall, table, "end phase")
    count = hall.texts(table)
    await hall.later(3 * DAY)
    assert hall.texts(table) == count + 1
    assert "its plan" in (await hall.said(table))[-1]
    table = await hall.match(grace=0, name="two")
    await plan(hall, table, "L9 moves to 5,8")
    count = hall.texts(table)
    await hall.later(3 * DAY)
    assert hall.texts(table) == count + 1
    assert (await hall.said(table))[-1].endswith("its turn was ended, nothing filed.")


@pytest.mark.asyncio
async def test_orders_left_by_somebody_else_are_not_filed(hall: Hall) -> None:
    """A plan belongs to a player, not to the seat: a substitute's deadline does not carry it
    out."""
    table = await hall.match(grace=0)
    await plan(hall, table, "L1 moves to 5,8")
    await lobby.substitute(hall.referee, table, LOCAL, 1, "dan")
    hall.keeper.moved(table)
    await hall.later(0)
    count = hall.texts(table)
    await hall.later(3 * DAY)
    assert hall.texts(table) == count + 1


@pytest.mark.asyncio
async def test_time_out_in_the_setup(hall: Hall) -> None:
    """In the set-up no turn can be ended: the missed deadline is announced, the time starts again,
    and after the next one the seat becomes free."""
    seats = ((0, "gim"), (1, "ana"), (2, "ben"))
    table = await hall.referee.create("fords", "crusade7", seats=seats)
    await keep(hall.referee, table, clock="1d", grace=0, open_after=2)
    await hall.keeper.round()
    assert await hall.running(table) == {1: DAY, 2: DAY}
    await hall.later(DAY)
    assert await hall.running(table) == {1: DAY, 2: DAY}
    await hall.later(DAY)
    assert table.free == [1, 2]
    count = hall.texts(table)
    for _ in range(5):
        await hall.later(DAY)
    assert hall.texts(table) <= count + 2


@pytest.mark.asyncio
async def test_killed_in_the_middle_of_a_time_out(hall: Hall) -> None:
    """If the process dies after filing a time-out but before noting it, the restarted bot does not
    file it again, and announces it once."""
    table = await hall.match(grace=0)
    (turn,) = open_turns(await hall.turns(table))
    hall.now += timedelta(days=3)
    line = "timeout army 1 // missed deadline"
    must(await hall.referee.submit(table, 0, line, source=key_of(turn)))
    count = hall.texts(table)
    hall.told.clear()
    await hall.away(1)
    assert hall.told == ["duel"]
    table = await hall.referee.open("duel")
    assert hall.texts(table) == count
    assert [one.state for one in await hall.turns(table)] == ["missed", "open"]
    assert len(await hall.said(table)) == 1
    await hall.deadlines.sync(table)
    assert len(await hall.said(table)) == 1


@pytest.mark.asyncio
async def test_orders_at_the_last_moment(hall: Hall) -> None:
    """If the seat ends its turn while its time-out is being processed, it has missed nothing."""
    table = await hall.match(grace=0)
    (turn,) = open_turns(await hall.turns(table))
    hall.now += timedelta(days=3)
    must(await hall.referee.submit(table, 1, "end phase"))
    count = hall.texts(table)
    await hall.keeper.expire(table, turn)
    assert hall.texts(table) == count
    assert await hall.said(table) == []
    assert [one.state for one in await hall.turns(table)] == ["met", "open"]


# --- having been away ---------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_a_deadline_that_passed_while_the_bot_was_away(hall: Hall) -> None:
    """It is put off by the length of the absence, with one notice; from then on it is an ordinary
    deadline."""
    table = await hall.match(grace=0)
    await hall.later(3 * DAY - 600)
    await hall.away(5 * HOUR)
    table = await hall.referee.open("duel")
    assert await hall.running(table) == {1: 600}
    (line,) = await hall.said(table)
    assert line.startswith("I was away when the deadline of **army 1** passed")
    await hall.keeper.returned()
    await hall.keeper.round()
    assert await hall.running(table) == {1: 600}
    await hall.later(600)
    assert await hall.running(table) == {2: 3 * DAY}


@pytest.mark.asyncio
async def test_an_absence_that_is_longer_than_policy_puts_off(hall: Hall) -> None:
    """An absence puts a deadline off by a day at most: after four days away it has passed all the
    same."""
    table = await hall.match(grace=0, away="1d")
    await hall.later(2 * DAY)
    await hall.away(4 * DAY)
    table = await hall.referee.open("duel")
    assert await hall.running(table) == {2: 3 * DAY}
    assert len([one for one in table.match.links if one.number > 5]) == 1


@pytest.mark.asyncio
async def test_policy_may_be_to_act(hall: Hall) -> None:
    """With the policy `act`, a deadline that passed while the bot was away counts as missed,
    once."""
    table = await hall.match(grace=0, away="act")
    await hall.later(2 * DAY)
    await hall.away(2 * DAY)
    table = await hall.referee.open("duel")
    count = hall.texts(table)
    assert await hall.running(table) == {2: 3 * DAY}
    await hall.away(10)
    assert hall.texts(await hall.referee.open("duel")) == count


@pytest.mark.asyncio
async def test_a_deadline_that_had_passed_before(hall: Hall) -> None:
    """A deadline that passed before the bot went away is not put off."""
    table = await hall.match(grace=0)
    await hall.later(2 * DAY)
    await hall.later(DAY + 60, look=False)
    await hall.referee.mail.advance("alive", hall.now.isoformat())
    await hall.away(5 * HOUR)
    table = await hall.referee.open("duel")
    assert await hall.running(table) == {2: 3 * DAY}


# --- reminders ----------------------------------------------------------------------------------


DUE = datetime(2026, 6, 10, 12, 0, tzinfo=UTC)


def hours(found: list[datetime]) -> list[str]:
    """Day and time of each."""
    return [f"{at:%d %H:%M}" for at in found]


def test_the_ladder() -> None:
    """Reminders come 24, 8 and 2 hours before the deadline; those before the turn began are left
    out."""
    usual = habits_of({})
    early = DUE - timedelta(days=3)
    assert hours(usual.times(early, DUE)) == ["09 12:00", "10 04:00", "10 10:00"]
    assert hours(usual.times(DUE - timedelta(hours=5), DUE)) == ["10 10:00"]
    assert habits_of({"reminders": "off"}).times(early, DUE) == []
    assert usual.next(early, DUE, DUE - timedelta(hours=8)) == DUE - timedelta(hours=2)
    assert usual.next(early, DUE, DUE - timedelta(hours=1)) is None


def test_quiet_hours() -> None:
    """A reminder in quiet hours waits for the morning, or comes the evening before if that is too
    late."""
    early = DUE - timedelta(days=3)
    berlin = ReminderHabits((24 * HOUR, 8 * HOUR, 2 * HOUR), (time(22), time(7)), "Europe/Berlin")
    assert hours(berlin.times(early, DUE)) == ["09 12:00", "10 05:00", "10 10:00"]
    dawn = datetime(2026, 6, 10, 4, 0, tzinfo=UTC)
    assert hours(berlin.times(early, dawn)) == ["09 05:00", "09 20:00"]
    noon = ReminderHabits((2 * HOUR,), (time(9), time(17)), "UTC")
    assert hours(noon.times(early, DUE)) == ["10 09:00"]
    assert hours(noon.times(early, DUE + timedelta(hours=6))) == ["10 17:00"]


def test_summer_time() -> None:
    """Quiet hours follow local time, also on the day when the clocks go forward."""
    habits = ReminderHabits((HOUR,), (time(22), time(7)), "Europe/Berlin")
    due = datetime(2026, 3, 29, 5, 30, tzinfo=UTC)
    assert hours(habits.times(due - timedelta(days=2), due)) == ["29 05:00"]
    due = datetime(2026, 3, 28, 6, 30, tzinfo=UTC)
    assert hours(habits.times(due - timedelta(days=2), due)) == ["28 06:00"]


@pytest.mark.parametrize("text", ["", "1x", "1h 2h 3h 4h 5h 6h 7h", "soon"])
def test_what_is_no_ladder(text: str) -> None:
    """A list of reminders that cannot be read is refused in one sentence."""
    with pytest.raises(RefereeError):
        read_ladder(text)


@pytest.mark.parametrize("text", ["night", "25:00-07:00", "22-7-8", "22:61-7"])
def test_what_are_no_quiet_hours(text: str) -> None:
    """Quiet hours that cannot be read are refused in one sentence."""
    with pytest.raises(RefereeError, match="quiet hours"):
        read_quiet(text)


@pytest.mark.parametrize("text", ["Mars", "../etc/passwd", "", "/etc/localtime", "a\x00b"])
def test_what_is_no_time_zone(text: str) -> None:
    """An unknown time zone is refused in one sentence, and no name can reach a file outside the
    time zone data."""
    with pytest.raises(RefereeError, match="time zone"):
        read_zone(text)
    assert read_quiet("22-7") == (time(22), time(7))
    assert read_quiet("22:30-24") == (time(22, 30), time(0))


@pytest.mark.asyncio
async def test_reminders_come_once_and_stop(hall: Hall) -> None:
    """Each reminder comes once, even after a restart, and none comes once the orders are in."""
    table = await hall.match()
    await hall.later(2 * DAY)
    assert len(await hall.said(table, "seat 1")) == 1
    assert "(match #1, Crusade 7th Edition)" in (await hall.said(table, "seat 1"))[0]
    await hall.away(10)
    assert len(await hall.said(table, "seat 1")) == 1
    await hall.later(16 * HOUR)
    assert len(await hall.said(table, "seat 1")) == 2
    table = await hall.referee.open("duel")
    await hall.order(table, 1, "end phase")
    await hall.later(12 * HOUR)
    assert len(await hall.said(table, "seat 1")) == 2
    assert await hall.said(table) == []


@pytest.mark.asyncio
async def test_reminders_in_the_channel_and_other_habits(hall: Hall) -> None:
    """People may choose to be reminded in the channel, and changed settings apply at once."""
    table = await hall.match()
    await hall.referee.mail.remember("ana", {"reminders": "2d", "reminders where": "channel"})
    await hall.deadlines.rehabit("ana")
    await hall.later(DAY)
    assert await hall.said(table, "seat 1") == []
    assert len(await hall.said(table)) == 1
    await hall.later(DAY + 23 * HOUR)
    assert len(await hall.said(table)) == 1


@pytest.mark.asyncio
async def test_habits_do_not_reopen_a_turn(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """A turn that ends while its player changes reminder settings stays ended."""
    table = await hall.match()
    read = await hall.deadlines.times.open_of("ana")
    await hall.order(table, 1, "end phase")
    turns = await hall.deadlines.times.turns(table.record.id)

    async def as_read(_: str) -> list[TurnTime]:
        return read

    monkeypatch.setattr(hall.deadlines.times, "open_of", as_read)
    await hall.referee.mail.remember("ana", {"reminders": "2d"})
    await hall.deadlines.rehabit("ana")
    assert len(read) == 1
    assert await hall.deadlines.times.turns(table.record.id) == turns


# --- the one task -------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_one_failing_match_stops_no_other(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two deadlines pass: an error in the first match does not keep the second from being
    handled."""
    bad, good = await hall.match(grace=0, name="bad"), await hall.match(grace=0, name="good")
    expire = hall.keeper.expire

    async def failing(table: OpenMatch, turn: TurnTime) -> None:
        if table.record.name == "bad":
            raise OSError("the disk")
        await expire(table, turn)

    monkeypatch.setattr(hall.keeper, "expire", failing)
    await hall.later(3 * DAY)
    assert await hall.running(good) == {2: 3 * DAY}
    assert await hall.running(bad) == {1: 0}
    monkeypatch.setattr(hall.keeper, "expire", expire)
    await hall.later(10)
    assert await hall.running(bad) == {1: -10}
    await hall.later(60)
    assert await hall.running(bad) == {2: 3 * DAY}


@pytest.mark.asyncio
async def test_what_is_due_comes_first(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a start every match with a clock is checked, but a deadline that is due does not wait
    for the others."""
    monkeypatch.setattr("bot.clocks.timekeeper.MOST", 1)
    tables = [await hall.match(name=f"match {at}") for at in range(3)]
    last = await hall.match(clock="1h", name="last", grace=0)
    numbers = [table.record.id for table in tables]
    for table in tables:
        must(await hall.referee.submit(table, 1, "end phase"))
    await hall.close()
    await hall.open()
    await hall.keeper.returned()
    hall.now += timedelta(hours=1)
    await hall.keeper.round()
    assert [turn.state for turn in await hall.turns(last)] == ["missed", "open"]
    synced = [await hall.deadlines.times.turns(number) for number in numbers]
    assert [len(turns) for turns in synced] == [2, 1, 1]
    for _ in numbers:
        await hall.keeper.round()
    synced = [await hall.deadlines.times.turns(number) for number in numbers]
    assert [len(turns) for turns in synced] == [2, 2, 2]


@pytest.mark.asyncio
async def test_the_task_sleeps_until_the_earliest(hall: Hall) -> None:
    """The task sleeps until the next deadline, a minute at most, and a change wakes it."""
    naps: list[float] = []
    reached = asyncio.Event()

    async def sleep(woken: asyncio.Event, seconds: float) -> None:
        naps.append(seconds)
        hall.now += timedelta(seconds=seconds)
        if len(naps) >= 3:
            reached.set()
            await woken.wait()

    table = await hall.match(clock="90s", grace=0)
    hall.keeper._sleep = sleep
    hall.keeper.start()
    await asyncio.wait_for(reached.wait(), PATIENCE)
    assert naps == [60.0, 30.0, 60.0]
    assert await hall.running(table) == {2: 30}
    await hall.keeper.close()


@pytest.mark.asyncio
async def test_nothing_is_done_before_orders_were_read(hall: Hall) -> None:
    """Deadlines are checked only after the orders that were written in time have been read."""
    table = await hall.match(grace=0)
    gate = asyncio.Event()
    looked = asyncio.Event()

    async def ready() -> bool:
        await gate.wait()
        return True

    async def sleep(woken: asyncio.Event, seconds: float) -> None:
        looked.set()
        await woken.wait()

    hall.keeper._ready, hall.keeper._sleep = ready, sleep
    hall.now += timedelta(days=3, seconds=30)
    hall.keeper.start()
    await asyncio.sleep(0)
    must(await hall.referee.submit(table, 1, "end phase"))
    gate.set()
    await asyncio.wait_for(looked.wait(), PATIENCE)
    assert [turn.state for turn in await hall.turns(table)] == ["met", "open"]
    await hall.keeper.close()


# --- giving time, showing it --------------------------------------------------------------------


@pytest.mark.asyncio
async def test_more_time(hall: Hall) -> None:
    """An extension is added to the time left; a turn that is over cannot be extended."""
    table = await hall.match()
    (turn,) = open_turns(await hall.turns(table))
    await hall.deadlines.put_off(table, turn, DAY, "extended")
    assert await hall.running(table) == {1: 4 * DAY}
    await hall.order(table, 1, "end phase")
    assert await hall.deadlines.put_off(table, turn, DAY, "extended") is None
    assert await hall.running(table) == {2: 3 * DAY}
    lines = clock_lines(table, await hall.turns(table))
    assert lines[0] == "Clock: 3d for each turn"
    assert any(line.startswith("deadline of army 2: <t:") for line in lines)


@pytest.mark.asyncio
async def test_a_bank_over_several_turns(hall: Hall) -> None:
    """Time that a turn takes beyond its own is gone from the bank for good."""
    table = await hall.match(clock="1d bank 2d")
    assert await hall.running(table) == {1: 3 * DAY}
    await hall.later(2 * DAY)
    await hall.order(table, 1, "end phase")
    await hall.order(table, 2, "end phase")
    while table.match.state.flow.turn != 1:
        await hall.order(table, 2, "end phase")
    assert await hall.running(table) == {1: 2 * DAY}


# --- keeping ------------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_a_database_without_clocks_gets_them(tmp_path: Path) -> None:
    """A file with the first schema is copied, then upgraded."""
    from alembic import command
    from alembic.config import Config

    file = tmp_path / "r.sqlite"
    engine = create_async_engine(f"sqlite+aiosqlite:///{file}")

    def first(connection: object) -> None:
        config = Config()
        config.set_main_option("script_location", str(FOLDER))
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")

    async with engine.begin() as connection:
        await connection.run_sync(first)
    await engine.dispose()
    hall = await Hall(file).open()
    assert (tmp_path / f"r.sqlite.before-{VERSION}").exists()
    async with hall.referee.store.database.engine.connect() as opened:
        names = await opened.run_sync(lambda one: inspect(one).get_table_names())
    assert {"clocks", "deadlines", "standing_orders"} <= set(names)
    table = await hall.match()
    assert await hall.running(table) == {1: 3 * DAY}
    await hall.close()


@pytest.mark.asyncio
async def test_erasing_an_account(hall: Hall) -> None:
    """Afterwards no clock names the account, and its plan is gone."""
    table = await hall.match()
    await plan(hall, table, "end phase")
    assert await hall.keeper.plans.plans.of_user("ana") == [(table.record.id, 1)]
    await hall.referee.mail.forget("ana")
    assert await hall.keeper.plans.plans.of_user("ana") == []
    assert [turn.holder for turn in await hall.turns(table)] == [""]


@pytest.mark.asyncio
async def test_killed_at_random_moments(hall: Hall) -> None:
    """Whichever transaction of a time-out fails, the time-out has happened exactly once after the
    next look."""
    for broken in range(1, 24):
        table = await hall.match(grace=0, name=f"match {broken}")
        await plan(hall, table, "L1 moves to 5,8")
        count = hall.texts(table)
        hall.now += timedelta(days=3)
        statements = 0
        original = hall.referee.store.database.write

        async def failing(
            job: Any, notable: bool = True, broken: int = broken, original: Any = original
        ) -> Any:
            nonlocal statements
            statements += 1
            if statements == broken:
                raise OSError("killed")
            return await original(job, notable)

        hall.referee.store.database.write = failing  # type: ignore[method-assign]
        with contextlib.suppress(OSError):
            await hall.keeper.round()
        hall.referee.store.database.write = original  # type: ignore[method-assign]
        await hall.later(61)
        await hall.later(61)
        assert hall.texts(table) == count + 2, broken
        said = [line for line in await hall.said(table) if "missed" in line]
        assert len(said) == 1, broken
        await keep(hall.referee, table, clock="off")
        await hall.keeper.round()


# --- what is asked --------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_a_lapse_that_fails_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A proposal that nobody answers lapses in time; if that fails, it is tried again a minute
    later without any other event in the match."""
    hall = await Hall(tmp_path / "r.sqlite").open()
    try:
        table = await hall.match("off")
        made = await propose(hall.referee, table, Caller("ana"), "set L1 hp 9 // a graze")
        assert isinstance(made, Proposal)
        hall.keeper.moved(table)
        failed = []

        async def fails(*_: Any) -> bool:
            failed.append(1)
            raise StoreError("the disk is full")

        with monkeypatch.context() as patched:
            patched.setattr("bot.clocks.timekeeper.lapse", fails)
            await hall.later(30 * DAY)
        assert failed == [1]
        assert open_proposal(table) is not None
        await hall.later(HOUR)
        assert open_proposal(table) is None
        assert [one.outcome for one in table.record.settings.proposals] == ["lapsed"]
    finally:
        await hall.close()
