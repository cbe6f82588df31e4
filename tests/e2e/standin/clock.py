"""The stand-in's own time, which a test moves; every id is made from it."""

from datetime import UTC, datetime, timedelta

START = datetime(2030, 1, 1, 12, 0, tzinfo=UTC)
DISCORD_EPOCH = datetime(2015, 1, 1, tzinfo=UTC)
A_MILLISECOND = timedelta(milliseconds=1)


class Clock:
    """A clock that stands still unless it is moved.  Each id moves it by one millisecond, so that
    ids rise with time."""

    def __init__(self, start: datetime = START) -> None:
        self._now = start
        self._count = 0

    def now(self) -> datetime:
        """The time that everybody inside the stand-in agrees on."""
        return self._now

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self._now += timedelta(seconds=seconds)

    def snowflake(self) -> int:
        """A new id, larger than all before it."""
        self._now += A_MILLISECOND
        self._count += 1
        return ((self._now - DISCORD_EPOCH) // A_MILLISECOND << 22) | (self._count & 0xFFF)


def born(snowflake: int) -> datetime:
    """When an id was made."""
    return DISCORD_EPOCH + (snowflake >> 22) * A_MILLISECOND
