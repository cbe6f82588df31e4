"""Clocks as data: how long a seat may take, and what happens when it takes longer."""

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from bot.match.settings import Terms
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
"""Who holds a seat that the program plays."""

LONGEST = 366 * UNITS["d"]
FORMS = "off, 3d (for each turn), 3d + 12h max 5d (increment), or 1d bank 7d (time bank)"
USUAL_HOLIDAYS = 14


def read_duration(text: str) -> int:
    """`3d`, `1d12h`, `30s` in seconds.  Raises `RefereeError`."""
    words = "".join(text.lower().split())
    if not DURATION.fullmatch(words):
        raise RefereeError(f"{text[:30]!r} is no duration; write 30s, 12h, 3d or 1d12h")
    seconds = sum(int(one) * UNITS[unit] for one, unit in re.findall(r"([0-9]+)([smhd])", words))
    if seconds > LONGEST:
        raise RefereeError("a duration is at most 366 days")
    return seconds


def duration(seconds: int) -> str:
    """`1d 12h`, in the units that it takes."""
    return " ".join(f"{count}{unit}" for count, unit in _parts(seconds)) or "0s"


def spoken(seconds: int) -> str:
    """`21 h 10 min`, as a sentence says it: the two largest units."""
    said = {"d": "d", "h": "h", "m": "min"}
    parts = [f"{count} {said[unit]}" for count, unit in _parts(seconds) if unit in said]
    return " ".join(parts[:2]) or "0 min"


def _parts(seconds: int) -> Iterator[tuple[int, str]]:
    """A time in the units that it takes, the largest first."""
    rest = max(0, int(seconds))
    for unit, size in UNITS.items():
        count, rest = divmod(rest, size)
        if count:
            yield count, unit


class Clock(Frozen):
    """`each` is the time for a turn, in seconds.

    With `plus` what is left of it is kept, and each further turn adds so much, up to `cap` in all.
    With `bank` a turn that takes longer is paid from a bank that never fills up again.
    """

    each: int
    plus: int = 0
    cap: int = 0
    bank: int = 0

    def grant(self, left: int | None = None, bank: int = 0) -> tuple[int, int]:
        """The time that a turn begins with, and how much of it is the bank.

        `left` and `bank` are what the seat's previous turn ended and began with (None: none).
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
"""What somebody writes into a clock that a command asks for by itself."""


def read_clock(text: str) -> Clock | None:
    """A clock from its text; None is no clock.  Raises `RefereeError`."""
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
    that his plan is carried out; without any (or if it leaves the turn open) the turn is
    ended.  After `open_after` turns in a row that were ended so, the seat is open (0: never).
    Where the bot was away, a deadline that passed meanwhile is put off by that time, at most by
    `away` seconds (0: it counts as missed).  With `weekends` no clock runs on Saturdays and
    Sundays; each player may take so many days of `holidays`, on which his does not run either.
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
) -> Terms:
    """A clock and its policy as a match keeps them; no `grace_time` is the usual one.

    Raises `RefereeError`.
    """
    read = read_clock(clock)
    if grace_time:
        read_duration(grace_time)
    if away != "act":
        read_duration(away)
    written = str(read) if read else "off"
    return Terms(written, grace, grace_time, open_after, away, weekends, holidays)


def clock_of(table: OpenMatch) -> Clock | None:
    """The clock of a match: its own, or the one that the option `clock` of its system presets."""
    return clock_in(table.record, table.game)


def clock_in(record: MatchRecord, game: Game[Any]) -> Clock | None:
    """The same where the match is not open.

    Who plays against himself, or against the program, has none that he did not set.
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
    """The house rules that are in force; a clock that does not run here is none of them."""
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
    """Does the time of a match run?  Not before its start, in a pause, under the GM's lock, or
    while an order is being challenged."""
    if status(table) != PLAYING or is_locked(table):
        return False
    return not open_in(table.record, table.match)


def awaited(table: OpenMatch, state: object) -> tuple[int, ...]:
    """The seats whose time runs in a state: those awaited, where the system has a clock at all."""
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
    """`army 1, army 2`."""
    return ", ".join(map(table.name_of, seats))


def later(seconds: int) -> timedelta:
    """So much time."""
    return timedelta(seconds=seconds)
