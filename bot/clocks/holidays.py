"""What somebody does about holidays: take some, see them, drop those that are still to come."""

from datetime import date
from zoneinfo import ZoneInfo

from bot.clocks.calendar import (
    HOLIDAYS,
    holiday_lines,
    read_day,
    spans_of,
    with_holiday,
    without_holidays,
    written,
    zone_of,
)
from bot.clocks.deadlines import Deadlines
from bot.referee.clock import policy_of
from bot.referee.service import RefereeError
from bot.render.escape import plain


async def take(
    deadlines: Deadlines, user: str, first: str | None, last: str | None, drop: bool
) -> list[str]:
    """One more holiday, or none of the coming ones; returns what stands now.  Raises
    `RefereeError`."""
    mail = deadlines.referee.mail
    before = await mail.person(user)
    today = deadlines.now().astimezone(ZoneInfo(zone_of(before))).date()
    if last is not None and first is None:
        raise RefereeError("a holiday has a first day: `first: 2026-12-24`")

    def changed(kept: dict[str, str]) -> dict[str, str]:
        spans = spans_of(kept)
        if drop:
            spans = without_holidays(spans, today)
        if first is not None:
            begins = read_day(first)
            spans = with_holiday(spans, begins, read_day(last) if last else begins, today)
        return {**kept, HOLIDAYS: written(spans)}

    if drop or first is not None:
        before = await mail.change(user, changed)
        await deadlines.rehabit(user, before)
        before = await mail.person(user)
    spans = spans_of(before)
    lines = [*holiday_lines(spans, today), f"Days are those of your time zone: {zone_of(before)}."]
    return [*lines, *await _matches(deadlines, user, today)]


async def _matches(deadlines: Deadlines, user: str, today: date) -> list[str]:
    """What each match that waits for this account allows, and what of that is taken."""
    lines = []
    for turn in await deadlines.times.open_of(user):
        table = await deadlines.referee.open(f"#{turn.match_id}")
        most = policy_of(table).holidays
        free = (await deadlines.calendar(table, user)).free
        past = sum(day <= today for day in free)
        name = plain(table.record.name)
        lines.append(f"- **{name}** allows {most} days; {past} taken, {len(free) - past} to come")
    return lines
