"""Days on which a player's clock rests: weekends, if the match has them off, and own holidays.

A day is a day in the player's time zone.  On such days the time that a turn has left does not go
down, and no deadline falls on one.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from bot.clocks.reminders import ZONE, read_zone
from bot.referee.clock import Policy
from bot.referee.service import RefereeError
from rules.line.frozen import Frozen

HOLIDAYS = "holidays"
"""The setting of an account with its holidays: `2026-12-24/2027-01-02 2027-03-01/2027-03-01`."""

MOST = 10
LONGEST = 60
AHEAD = 366
SATURDAY = 5
DAY = timedelta(days=1)

Span = tuple[date, date]
"""The first and the last day of a holiday."""


class Calendar(Frozen):
    """The days on which a clock rests: weekends, if set, and the days in `free`."""

    zone: str = "UTC"
    weekends: bool = False
    free: frozenset[date] = frozenset()

    def rests(self, day: date) -> bool:
        """Does the clock rest on that day?"""
        return day in self.free or (self.weekends and day.weekday() >= SATURDAY)

    def after(self, start: datetime, seconds: int) -> datetime:
        """The moment when the clock has run for so many seconds since `start`."""
        if not (self.weekends or self.free):
            return start + timedelta(seconds=seconds)
        at, left = start.astimezone(UTC), timedelta(seconds=max(0, seconds))
        while True:
            day, ends = self._day(at)
            if not self.rests(day):
                if left <= ends - at:
                    return at + left
                left -= ends - at
            at = ends

    def between(self, start: datetime, end: datetime) -> int:
        """The seconds for which the clock runs between two moments."""
        if end <= start or not (self.weekends or self.free):
            return max(0, int((end - start).total_seconds()))
        at, counted = start.astimezone(UTC), timedelta()
        while at < end:
            day, ends = self._day(at)
            if not self.rests(day):
                counted += min(ends, end) - at
            at = ends
        return int(counted.total_seconds())

    def _day(self, at: datetime) -> tuple[date, datetime]:
        """The day of a moment in this time zone, and when that day ends."""
        day = at.astimezone(ZoneInfo(self.zone)).date()
        midnight = datetime.combine(day + DAY, time(), ZoneInfo(self.zone))
        return day, midnight.astimezone(UTC)


def calendar_of(settings: Mapping[str, str], policy: Policy, since: datetime) -> Calendar:
    """The calendar of an account in a match that began at `since`.

    Weekends rest if the match's policy says so; of the account's holidays, the earliest count, up
    to as many days as the policy allows.
    """
    zone = zone_of(settings)
    first = since.astimezone(ZoneInfo(zone)).date()
    own = [day for day in days_of(spans_of(settings)) if day >= first]
    return Calendar(zone, policy.weekends, frozenset(own[: policy.holidays]))


def zone_of(settings: Mapping[str, str]) -> str:
    """The time zone of an account; UTC if it has none, or an unknown one."""
    try:
        return read_zone(settings.get(ZONE, "UTC"))
    except RefereeError:
        return "UTC"


def spans_of(settings: Mapping[str, str]) -> list[Span]:
    """The holidays of an account, by first day."""
    found = []
    for word in settings.get(HOLIDAYS, "").split():
        first, _, last = word.partition("/")
        found.append((date.fromisoformat(first), date.fromisoformat(last)))
    return sorted(found)


def days_of(spans: Iterable[Span]) -> list[date]:
    """All days of these holidays, each once, in order."""
    days = {
        first + DAY * number for first, last in spans for number in range((last - first).days + 1)
    }
    return sorted(days)


def written(spans: Sequence[Span]) -> str:
    """Holidays as the text of the setting `HOLIDAYS`."""
    return " ".join(f"{first.isoformat()}/{last.isoformat()}" for first, last in sorted(spans))


def read_day(text: str) -> date:
    """Parse a day: `2026-12-24`.  Raises `RefereeError`."""
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise RefereeError(f"{text[:20]!r} is no day; write 2026-12-24") from None


def with_holiday(spans: Sequence[Span], first: date, last: date, today: date) -> list[Span]:
    """The holidays with one more, which may not begin before today.  Raises `RefereeError`."""
    if first < today:
        raise RefereeError("a holiday begins today or later: what is past is past")
    if last < first:
        raise RefereeError("the last day of a holiday is not before its first")
    if (last - first).days >= LONGEST:
        raise RefereeError(f"a holiday has at most {LONGEST} days")
    if (last - today).days > AHEAD:
        raise RefereeError("a holiday is entered at most a year ahead")
    kept = [one for one in spans if (today - one[1]).days <= AHEAD]
    if len([one for one in kept if one[1] >= today]) >= MOST:
        raise RefereeError(f"at most {MOST} holidays can be entered: drop one first")
    return sorted({*kept, (first, last)})


def without_holidays(spans: Sequence[Span], today: date) -> list[Span]:
    """The holidays without all days after today."""
    return [(first, min(last, today)) for first, last in spans if first <= today]


def holiday_lines(spans: Sequence[Span], today: date) -> list[str]:
    """The present and coming holidays, in words."""
    coming = [one for one in spans if one[1] >= today]
    named = [f"{first.isoformat()} to {last.isoformat()}" for first, last in coming]
    return [f"Holidays: {', '.join(named) or 'none'}."]
