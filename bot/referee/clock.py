"""Clock settings: how long a seat may take for a turn, and what happens if it takes longer."""

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from bot.match.settings import ClockTerms
from bot.referee.challenged import open_in
from bot.referee.gate import PLAYING, is_locked, status
from bot.referee.service import OpenMatch, RefereeError
from bot.store import MatchRecord
from rules.border.game import Game
from rules.line.frozen import Frozen
from rules.line.orders import GM

UNITS = {"d": 86_400, "h": 3_600, "m": 60, "s": 1}
DURATION = re.compile(r"(?:[1-9][0-9]{0,4}[smhd])+")
PRACTICE = "practice"
"""The account of a seat that the program plays."""

LONGEST = 366 * UNITS["d"]
FORMS = "off, 3d (for each turn), 3d + 12h max 5d (increment), or 1d bank 7d (time bank)"
USUAL_HOLIDAYS = 14


def read_duration(text: str) -> int:
    """Parse a duration (`3d`, `1d12h`, `30s`) into seconds.  Raises `RefereeError`."""
    words = "".join(text.lower().split())
    if not DURATION.fullmatch(words):
        raise RefereeError(f"{text[:30]!r} is no duration; write 30s, 12h, 3d or 1d12h")
    seconds = sum(int(one) * UNITS[unit] for one, unit in re.findall(r"([0-9]+)([smhd])", words))
    if seconds > LONGEST:
        raise RefereeError("a duration is at most 366 days")
    return seconds


def duration(seconds: int) -> str:
    """Write seconds as `1d 12h`, in all units that are needed."""
    return " ".join(f"{count}{unit}" for count, unit in _parts(seconds)) or "0s"


def spoken(seconds: int) -> str:
    """Write seconds for a sentence, in the two largest units: `21 h 10 min`."""
    said = {"d": "d", "h": "h", "m": "min"}
    parts = [f"{count} {said[unit]}" for count, unit in _parts(seconds) if unit in said]
    return " ".join(parts[:2]) or "0 min"


def _parts(seconds: int) -> Iterator[tuple[int, str]]:
    """Split seconds into (count, unit), the largest unit first; units with count 0 are left out."""
    rest = max(0, int(seconds))
    for unit, size in UNITS.items():
        count, rest = divmod(rest, size)
        if count:
            yield count, unit


class Clock(Frozen):
    """The times of a clock, in seconds; `each` is the time for a turn.

    With `plus`, unused time is kept, and each further turn adds `plus`, up to `cap` in all.  With
    `bank`, a turn that takes longer is paid from a bank that is never refilled.
    """

    each: int
    plus: int = 0
    cap: int = 0
    bank: int = 0

    def grant(self, left: int | None = None, bank: int = 0) -> tuple[int, int]:
        """The seconds that a turn begins with, and how many of them are the bank.

        `left` is the time that the seat's previous turn had left at its end (None: there was none),
        `bank` the bank that it began with.
        """
        if self.bank:
            kept = self.bank if left is None else min(bank, left)
            return self.each + kept, kept
        if self.plus and left is not None:
            return min(self.cap, left + self.plus), 0
        return self.each, 0

    def __str__(self) -> str:
        each = duration(self.each)
        if self.bank:
            return f"{each} bank {duration(self.bank)}"
        if self.plus:
            return f"{each} + {duration(self.plus)} max {duration(self.cap)}"
        return each


OPTION = re.compile(r"\b(grace_time|grace|open_after|away|weekends|holidays)\b *[:=]? *(\w{1,9})?")
"""Options written into the text of a clock though they are separate options of the command."""


def read_clock(text: str) -> Clock | None:
    """Parse a clock; None for `off`, `none` and an empty text.  Raises `RefereeError`."""
    words = " ".join(text.lower().split())
    if words in ("off", "none", ""):
        return None
    if (option := OPTION.search(words)) is not None:
        raise RefereeError(
            f"{option[1]} is an option of its own beside the clock: choose it in the command and "
            f"write {option[2] or 'its value'} there"
        )
    found = re.fullmatch(r"(.+?)(?: ?\+ ?(.+?)(?: max (.+))?| bank (.+))?", words)
    if found is None:
        raise RefereeError(f"a clock is {FORMS}")
    try:
        each, plus, cap, bank = (read_duration(one) if one else 0 for one in found.groups())
    except RefereeError as error:
        raise RefereeError(f"{error}; a clock is {FORMS}") from None
    if plus and not cap:
        cap = 2 * each
    if plus and cap < each:
        raise RefereeError("the most that a clock may hold is not less than what it begins with")
    return Clock(each, plus, cap if plus else 0, bank)


class Policy(Frozen):
    """What a missed deadline does, step by step.

    The first `grace` deadlines that a player misses are put off by `grace_time` seconds.  After
    that the player's plan is carried out; if there is none, or it leaves the turn open, the turn is
    ended.  After `open_after` turns in a row that were ended like that, the seat is open for a
    substitute (0: never).  A deadline that passed while the bot was away is put off by the time of
    the absence, at most by `away` seconds (0: it counts as missed).  With `weekends`, no clock runs
    on Saturdays and Sundays.  Each player may take so many days of `holidays`, on which that
    player's clock rests.
    """

    grace: int = 1
    grace_time: int = UNITS["d"]
    open_after: int = 3
    away: int = UNITS["d"]
    weekends: bool = False
    holidays: int = USUAL_HOLIDAYS


def terms_of(
    clock: str,
    grace: int,
    grace_time: str,
    open_after: int,
    away: str,
    weekends: bool = False,
    holidays: int = USUAL_HOLIDAYS,
) -> ClockTerms:
    """Check a clock and its policy, and return them as a match stores them.

    An empty `grace_time` stands for the usual one.  Raises `RefereeError`.
    """
    read = read_clock(clock)
    if grace_time:
        read_duration(grace_time)
    if away != "act":
        read_duration(away)
    written = str(read) if read else "off"
    return ClockTerms(written, grace, grace_time, open_after, away, weekends, holidays)


def clock_of(table: OpenMatch) -> Clock | None:
    """The clock of a match: its own, or else the default of its system's option `clock`."""
    return clock_in(table.record, table.game)


def clock_in(record: MatchRecord, game: Game[Any]) -> Clock | None:
    """As `clock_of`, for a match that is not open.

    If one person plays alone (all seats, or against the program), the system's default is not used.
    """
    kept = record.settings.clock
    holders = [user for seat, user in record.seats if seat != GM]
    alone = len(holders) == len(game.seats(record.options)) and len(set(holders) - {PRACTICE}) < 2
    text = kept or ("off" if alone else record.options.get("clock", "off"))
    try:
        return read_clock(text)
    except RefereeError:
        return None


def options_of(table: OpenMatch) -> dict[str, str]:
    """The house rules in force; the option `clock` is left out if the match has no clock."""
    chosen = dict(table.record.options)
    if "clock" in chosen and clock_of(table) is None:
        del chosen["clock"]
    return chosen


def policy_of(table: OpenMatch) -> Policy:
    """What a missed deadline does in this match."""
    kept, usual = table.record.settings, Policy()
    clock = clock_of(table)
    short = min(usual.grace_time, clock.each) if clock else usual.grace_time
    counts = {"grace": kept.grace, "open_after": kept.open_after, "holidays": kept.holidays}
    return Policy(
        grace_time=read_duration(kept.grace_time) if kept.grace_time else short,
        away=0 if kept.away == "act" else read_duration(kept.away) if kept.away else usual.away,
        weekends=kept.weekends,
        **{name: count for name, count in counts.items() if count is not None},
    )


def runs(table: OpenMatch) -> bool:
    """Do the clocks of a match run?  They do not before its start, in a pause, while the GM has
    locked all orders, or while an order is being challenged."""
    if status(table) != PLAYING or is_locked(table):
        return False
    return not open_in(table.record, table.match)


def awaited(table: OpenMatch, state: object) -> tuple[int, ...]:
    """The seats whose clock runs in a state: the awaited ones; none where `Game.timed` says no."""
    if table.game.timed and not table.game.timed(state):
        return ()
    return table.game.awaits(state)


def policy_lines(table: OpenMatch) -> list[str]:
    """The clock of a match and what a missed deadline does, in words."""
    clock, policy = clock_of(table), policy_of(table)
    if clock is None:
        return ["There is no clock."]
    lines = [f"Clock: {clock}{_kind(clock)}"]
    if policy.grace:
        times = "once" if policy.grace == 1 else f"{policy.grace} times"
        lines.append(f"A missed deadline is put off by {duration(policy.grace_time)} {times}.")
    lines.append("After that the plan is carried out that was left (`/plan`), and the turn ends.")
    if policy.open_after:
        after = f"{policy.open_after} such turns in a row" if policy.open_after > 1 else "one"
        lines.append(f"After {after} the seat is open for a substitute.")
    lines.append(
        f"Deadlines that pass while I am away are put off by that time, at most "
        f"{duration(policy.away)}."
        if policy.away
        else "Deadlines that pass while I am away count as missed."
    )
    if policy.weekends:
        lines.append("Saturdays and Sundays do not count, each in the player's own time zone.")
    if policy.holidays:
        days = "a day" if policy.holidays == 1 else f"{policy.holidays} days"
        lines.append(f"Each player may take {days} of holiday: `/clock holiday`.")
    return lines


def _kind(clock: Clock) -> str:
    if clock.bank:
        return " (each turn, then from a bank that does not fill up again)"
    return " (what is left is kept, each turn adds to it)" if clock.plus else " for each turn"


def seats_text(table: OpenMatch, seats: tuple[int, ...] | list[int]) -> str:
    """The names of seats: `army 1, army 2`."""
    return ", ".join(map(table.name_of, seats))


def later(seconds: int) -> timedelta:
    """Seconds as a `timedelta`."""
    return timedelta(seconds=seconds)
