"""What people can do about clocks: set one, pause a match, give more time, take holidays."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import date
from typing import Any
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
from bot.clocks.timewords import deadline_lines
from bot.lobby.consent import agree
from bot.lobby.lobby import check_takes_part
from bot.match.settings import ClockTerms
from bot.referee.clock import (
    clock_of,
    duration,
    later,
    policy_of,
    read_duration,
    runs,
    seats_text,
    terms_of,
)
from bot.referee.gate import OPEN, PAUSED, PLAYING, Caller, is_gm, status
from bot.referee.open_match import needed
from bot.referee.service import OpenMatch, RefereeError
from bot.referee.settings import change_settings
from bot.render.wording import plain, stamp
from bot.store import TurnTime
from bot.store.times import open_turns

LONGEST_PAUSE = 60 * 86_400


async def set_clock(
    deadlines: Deadlines, table: OpenMatch, caller: Caller, terms: ClockTerms
) -> list[int]:
    """Set another clock.  After the start it takes the GM, or the consent of all seats.

    Returns the seats that must still agree.
    """
    if status(table) != OPEN:
        missing = await _agreed(deadlines, table, caller, str(terms))
        if missing:
            return missing
    await change_settings(deadlines.referee, table, table.record.settings.under(terms))
    await deadlines.restart(table)
    return []


async def _agreed(deadlines: Deadlines, table: OpenMatch, caller: Caller, what: str) -> list[int]:
    """Count the caller's consent, under the match's lock; returns the seats yet to agree."""
    async with table.lock:
        return await agree(deadlines.referee, table, caller, what)


def chosen(table: OpenMatch, given: Mapping[str, Any]) -> ClockTerms:
    """The terms of a clock: what was `given`, by name; for the rest, what the match has now."""
    now: dict[str, Any] = {
        **asdict(policy_of(table)),
        "clock": str(clock_of(table) or "off"),
        "grace_time": table.record.settings.grace_time,
        "away": duration(policy_of(table).away) if policy_of(table).away else "act",
    }
    return terms_of(**{**now, **given})


async def pause(deadlines: Deadlines, table: OpenMatch, caller: Caller, length: str) -> list[int]:
    """Pause the match for so long, if all seats agree (or the GM says so): no orders, no clocks.

    Returns the seats that must still agree.  Raises `RefereeError`.
    """
    check_takes_part(table, caller)
    if status(table) != PLAYING:
        raise RefereeError("only a match that is being played can be paused")
    seconds = read_duration(length)
    if seconds > LONGEST_PAUSE:
        raise RefereeError(f"a pause lasts {duration(LONGEST_PAUSE)} at most")
    missing = await _agreed(deadlines, table, caller, f"a pause of {duration(seconds)}")
    if not missing:
        await change_settings(deadlines.referee, table, status=PAUSED, rests=True)
        await deadlines.sync(table)
        end = deadlines.now() + later(seconds)
        await deadlines.times.resume_at(table.record.id, end)
    return missing


async def resume(deadlines: Deadlines, table: OpenMatch, caller: Caller) -> list[int]:
    """End a pause early; each clock goes on where it stood.

    Returns the seats that must still agree.  Raises `RefereeError`.
    """
    check_takes_part(table, caller)
    if status(table) != PAUSED:
        raise RefereeError("this match is not paused")
    missing = await _agreed(deadlines, table, caller, "going on")
    if not missing:
        await change_settings(deadlines.referee, table, status=PLAYING, rests=False)
        await deadlines.times.resume_at(table.record.id, None)
        await deadlines.sync(table)
    return missing


async def extend(
    deadlines: Deadlines, table: OpenMatch, caller: Caller, length: str, seat: int | None
) -> list[TurnTime]:
    """Give more time to a seat (None: to all awaited seats).

    The GM may do so, or whoever holds all other seats.  Returns the changed turns.  Raises
    `RefereeError`.
    """
    seconds = read_duration(length)
    needed(clock_of(table), "this match has no clock: /clock set")
    turns = open_turns(await deadlines.sync(table))
    awaited = table.awaited
    seats = [seat] if seat is not None else list(awaited)
    if not is_gm(table, caller):
        _check_may_give(table, caller, seats)
    if not set(seats) <= set(awaited) or not seats:
        raise RefereeError(f"{seats_text(table, seats) or 'nobody'} is not awaited now")
    found = []
    for one in seats:
        own = next((turn for turn in turns if turn.seat == one), None)
        given = await deadlines.put_off(table, own, seconds, "extended") if own else None
        found.append(given or await deadlines.give_turn(table, one, seconds))
    return found


def _check_may_give(table: OpenMatch, caller: Caller, seats: Sequence[int]) -> None:
    held = set(table.seats_of(caller.user))
    others = {one for one in table.seats if one not in seats}
    if not others or not others <= held or held & set(seats):
        raise RefereeError("the GM gives more time, or the opponent does")


def rest_text(table: OpenMatch) -> str:
    """Why the clocks do not run; empty if they do."""
    if runs(table):
        return ""
    return {OPEN: "The clock starts with the match.", PAUSED: "The match is paused."}.get(
        status(table), "The GM has locked all orders: the clocks stand."
    )


async def live_lines(deadlines: Deadlines, table: OpenMatch) -> list[str]:
    """The lines about deadlines in the living post; none without a clock."""
    if clock_of(table) is None:
        return []
    return deadline_lines(table, await deadlines.sync(table))


async def until_text(
    deadlines: Deadlines, table: OpenMatch, after: Any, seats: Sequence[int]
) -> str:
    """`until ...`: the earliest deadline of the seats whose turn begins in the state `after`."""
    due = await deadlines.foresee(table, after, seats)
    return f"until {stamp(min(due.values()), 'f')}" if due else ""


async def until_now(deadlines: Deadlines, table: OpenMatch) -> str:
    """`until ...`: the earliest deadline of the turns that are open now."""
    if clock_of(table) is None:
        return ""
    due = [turn.due for turn in open_turns(await deadlines.sync(table)) if turn.due is not None]
    return f"until {stamp(min(due), 'f')}" if due else ""


async def take_holidays(
    deadlines: Deadlines, user: str, first: str | None, last: str | None, drop: bool
) -> list[str]:
    """Add a holiday, or with `drop` remove the coming ones first; returns the holidays in words.

    Without either, nothing is changed.  Raises `RefereeError`.
    """
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
    """For each match that awaits this account: the days of holiday it allows, and those taken."""
    lines = []
    for turn in await deadlines.times.open_of(user):
        table = await deadlines.referee.open(f"#{turn.match_id}")
        most = policy_of(table).holidays
        free = (await deadlines.calendar(table, user)).free
        past = sum(day <= today for day in free)
        name = plain(table.record.name)
        lines.append(f"- **{name}** allows {most} days; {past} taken, {len(free) - past} to come")
    return lines
