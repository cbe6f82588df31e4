"""Days off: weekends of a match, holidays of a person, and how many of them a match allows."""

from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
import pytest_asyncio

from bot.clocks import clockroom
from bot.clocks.calendar import Calendar, days_of, spans_of
from bot.clocks.timewords import clock_lines
from bot.lobby import proposals
from bot.match.pending import Proposal
from bot.referee.clock import policy_of, terms_of
from bot.referee.gate import Caller
from bot.referee.news import MatchChanged
from bot.referee.service import OpenMatch, RefereeError
from bot.referee.settings import change_settings
from bot.store.times import open_turns
from tests.clocks.test_deadlines import DAY, HOUR, Hall
from tests.support import NOON

MONDAY = date(2026, 6, 1)


@pytest_asyncio.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Hall]:
    """A referee on a file, on Monday at noon."""
    made = await Hall(tmp_path / "r.sqlite").open()
    yield made
    await made.close()


async def due(hall: Hall, table: OpenMatch) -> datetime | None:
    """The deadline of the only open turn."""
    (turn,) = open_turns(await hall.deadlines.sync(table))
    return turn.due


def test_time_stands_still_on_days_off() -> None:
    """With weekends off, one day from Friday noon ends on Monday noon; adding time and measuring it
    agree, also where the clocks go forward on that Sunday."""
    friday = datetime(2026, 3, 27, 12, tzinfo=UTC)
    for zone in ("UTC", "Europe/Berlin", "Pacific/Auckland"):
        calendar = Calendar(zone, weekends=True)
        end = calendar.after(friday, DAY)
        assert calendar.between(friday, end) == DAY
        assert calendar.between(end, friday) == 0
    assert Calendar("UTC", True).after(friday, DAY) == friday + timedelta(days=3)
    assert Calendar("Europe/Berlin", True).after(friday, DAY) == friday + timedelta(
        days=2, hours=23
    )
    assert Calendar().after(friday, 90) == friday + timedelta(seconds=90)
    saturday = friday + timedelta(days=1)
    assert Calendar("UTC", True).after(saturday, 0).isoformat() == "2026-03-30T00:00:00+00:00"


@pytest.mark.asyncio
async def test_weekends_of_a_match(desk: Hall) -> None:
    """Five days from Monday noon end the next Monday at noon if Saturday and Sunday do not
    count."""
    table = await desk.match("5d", weekends=True)
    assert await due(desk, table) == NOON + timedelta(days=7)
    assert "Saturdays and Sundays do not count" in "\n".join(clock_lines(table, []))
    await desk.later(5 * DAY)
    assert await desk.said(table) == []
    await desk.later(2 * DAY)
    assert len(await desk.said(table)) == 1


@pytest.mark.asyncio
async def test_a_holiday_rests_the_clock_of_one(desk: Hall) -> None:
    """Ana is away from Tuesday to Thursday: her deadline moves by three days, Ben's does not.  When
    she cancels the rest, the time she had left counts from now."""
    table = await desk.match("3d")
    lines = await clockroom.take_holidays(
        desk.deadlines, "ana", "2026-06-02", "2026-06-04", drop=False
    )
    assert lines[0] == "Holidays: 2026-06-02 to 2026-06-04."
    assert lines[-1] == "- **duel** allows 14 days; 0 taken, 3 to come"
    assert await due(desk, table) == NOON + timedelta(days=6)
    await desk.later(2 * DAY)
    await clockroom.take_holidays(desk.deadlines, "ana", None, None, drop=True)
    assert await due(desk, table) == datetime(2026, 6, 6, 12, tzinfo=UTC)
    await desk.order(table, 1, "end phase")
    assert await due(desk, table) == desk.now + timedelta(days=3)


@pytest.mark.asyncio
async def test_a_match_allows_so_many_days(desk: Hall) -> None:
    """Of four days of holiday one counts in a match that allows one day, and none where none is
    allowed."""
    table, strict = await desk.match("3d", holidays=1), await desk.match("3d", "no", holidays=0)
    await clockroom.take_holidays(desk.deadlines, "ana", "2026-06-01", "2026-06-04", drop=False)
    assert await due(desk, table) == datetime(2026, 6, 5, 0, tzinfo=UTC)
    assert await due(desk, strict) == NOON + timedelta(days=3)


@pytest.mark.asyncio
async def test_days_that_cannot_be_taken(desk: Hall) -> None:
    """Holidays in the past, ending before they begin, too long or too far ahead are refused in one
    sentence each, and change nothing."""
    for first, last, why in (
        ("2026-05-31", None, "today or later"),
        ("2026-06-05", "2026-06-04", "not before its first"),
        ("2026-06-05", "2026-12-24", "at most 60 days"),
        ("2027-12-01", None, "a year ahead"),
        ("soon", None, "write 2026-12-24"),
        (None, "2026-06-05", "has a first day"),
    ):
        with pytest.raises(RefereeError, match=why):
            await clockroom.take_holidays(desk.deadlines, "ana", first, last, drop=False)
    assert await desk.referee.mail.person("ana") == {}


@pytest.mark.asyncio
async def test_the_days_of_a_zone(desk: Hall) -> None:
    """Holidays follow the owner's time zone.  Days already taken stay on record when the rest is
    cancelled, so that they still count against the limit."""
    table = await desk.match("1d")
    await desk.referee.mail.remember("ana", {"time zone": "America/New_York"})
    await clockroom.take_holidays(desk.deadlines, "ana", "2026-06-01", "2026-06-10", drop=False)
    assert await due(desk, table) == datetime(2026, 6, 12, 4, tzinfo=UTC)
    await clockroom.take_holidays(desk.deadlines, "ana", None, None, drop=True)
    assert days_of(spans_of(await desk.referee.mail.person("ana"))) == [MONDAY]


@pytest.mark.asyncio
async def test_a_turn_keeps_what_counts(desk: Hall) -> None:
    """A turn paused over a weekend off has as much time left as before."""
    table = await desk.match("5d", weekends=True)
    await desk.later(3 * DAY)
    gm = Caller("gm")
    await clockroom.pause(desk.deadlines, table, gm, "7d")
    (turn,) = await desk.deadlines.sync(table)
    assert turn.left == 2 * DAY
    await clockroom.resume(desk.deadlines, table, gm)
    assert await due(desk, table) == NOON + timedelta(days=7)


@pytest.mark.asyncio
async def test_chosen_days_off(desk: Hall) -> None:
    """Chosen settings of a clock are read back; those that are not named keep their values."""
    table = await desk.match("3d")
    terms = clockroom.chosen(table, {"weekends": True, "holidays": 5})
    await change_settings(desk.referee, table, table.record.settings.under(terms))
    assert (policy_of(table).weekends, policy_of(table).holidays) == (True, 5)
    terms = clockroom.chosen(table, {"clock": "1d"})
    assert terms == terms_of("1d", 1, "", 3, "1d", True, 5)


@pytest.mark.asyncio
async def test_what_nobody_answers_lapses(desk: Hall) -> None:
    """A proposal that nobody answers lapses after a day by itself."""
    table = await desk.match("3d")
    made = await proposals.propose(desk.referee, table, Caller("ana"), "set L1 hp 20")
    assert isinstance(made, Proposal)
    acted: list[int] = []
    desk.referee.news.hear(MatchChanged, lambda event: acted.append(event.table.record.id))
    await desk.later(23 * HOUR)
    assert not acted
    await desk.later(HOUR)
    assert acted == [table.record.id]
    assert [one.outcome for one in table.record.settings.proposals] == ["lapsed"]
