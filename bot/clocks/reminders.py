"""When an account wants to be reminded: a list of times before a deadline, and quiet hours."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from bot.referee.clock import duration, read_duration
from bot.referee.service import RefereeError
from rules.line.frozen import Frozen

USUAL = "24h 8h 2h"
MOST = 6
LADDER, QUIET, ZONE, WHERE = "reminders", "quiet hours", "time zone", "reminders where"
"""Names of settings of an account."""

ZONES = sorted(zone for zone in available_timezones() if "/" in zone or zone == "UTC")
"""The time zones that are suggested."""


class ReminderHabits(Frozen):
    """How an account wants to be reminded.

    `ladder`: seconds before the deadline, one for each reminder; `quiet`: begin and end of the
    quiet hours, in the time zone `zone`; `in_channel`: in the match's channel, not by direct
    message.
    """

    ladder: tuple[int, ...]
    quiet: tuple[time, time] | None = None
    zone: str = "UTC"
    in_channel: bool = False

    def times(self, began: datetime, due: datetime) -> list[datetime]:
        """The times of all reminders of a deadline, earliest first.

        A reminder in quiet hours is moved to their end or, if that is too late, to their beginning.
        """
        found = set()
        for rung in self.ladder:
            at = self._shifted(due - timedelta(seconds=rung), due)
            if began < at < due:
                found.add(at)
        return sorted(found)

    def next(self, began: datetime, due: datetime, now: datetime) -> datetime | None:
        """The time of the next reminder after `now`; None if there is none."""
        return next((at for at in self.times(began, due) if at > now), None)

    def _shifted(self, at: datetime, due: datetime) -> datetime:
        if self.quiet is None:
            return at
        start, end = self.quiet
        local = at.astimezone(ZoneInfo(self.zone))
        clock = local.timetz().replace(tzinfo=None)
        if not (start <= clock < end if start < end else clock >= start or clock < end):
            return at
        day = local.date()
        ends = day if start < end or clock < end else day + timedelta(days=1)
        wakes = datetime.combine(ends, end, local.tzinfo).astimezone(UTC)
        if wakes < due:
            return wakes
        began = day if start < end or clock >= start else day - timedelta(days=1)
        return datetime.combine(began, start, local.tzinfo).astimezone(UTC)

    def lines(self) -> list[str]:
        """The habits in words."""
        ladder = ", ".join(duration(one) for one in self.ladder)
        quiet = f"{self.quiet[0]:%H:%M}-{self.quiet[1]:%H:%M}" if self.quiet else "none"
        where = "in the match's channel" if self.in_channel else "in a direct message"
        return [
            f"Reminders: {f'{ladder} before a deadline, {where}' if ladder else 'none'}.",
            f"Quiet hours: {quiet} ({self.zone}).",
        ]


def read_ladder(text: str) -> tuple[int, ...]:
    """Parse a ladder of reminders: `24h 8h 2h`, or `off`.  Raises `RefereeError`."""
    words = text.lower().replace(",", " ").split()
    if words == ["off"]:
        return ()
    if not 1 <= len(words) <= MOST:
        raise RefereeError(f"a ladder is 1 to {MOST} durations, such as {USUAL}; or off")
    return tuple(sorted({read_duration(word) for word in words}, reverse=True))


def read_quiet(text: str) -> tuple[time, time] | None:
    """Parse quiet hours: `22:00-07:00`, or `off` (None).  Raises `RefereeError`."""
    words = "".join(text.lower().split())
    if words == "off":
        return None
    found = re.fullmatch(r"(\d{1,2})(?::(\d\d))?-(\d{1,2})(?::(\d\d))?", words)
    try:
        if found is None:
            raise ValueError
        first, one, last, other = (int(part or 0) for part in found.groups())
        quiet = time(first, one), time(last % 24, other)
    except ValueError:
        raise RefereeError(f"{text[:30]!r} are no quiet hours; write 22:00-07:00, or off") from None
    return quiet if quiet[0] != quiet[1] else None


def read_zone(text: str) -> str:
    """Check the name of a time zone: `Europe/Berlin`.  Raises `RefereeError`."""
    try:
        return ZoneInfo(text.strip()).key
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise RefereeError(
            f"I do not know the time zone {text[:40]!r}; write one such as Europe/Berlin"
        ) from None


def habits_of(settings: Mapping[str, str]) -> ReminderHabits:
    """The habits in the settings of an account, with defaults for what is not set.

    If a setting is invalid, all are the defaults.
    """
    try:
        return ReminderHabits(
            read_ladder(settings.get(LADDER, USUAL)),
            read_quiet(settings.get(QUIET, "off")),
            read_zone(settings.get(ZONE, "UTC")),
            settings.get(WHERE) == "channel",
        )
    except RefereeError:
        return ReminderHabits(read_ladder(USUAL))
