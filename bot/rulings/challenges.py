"""Challenges: a player asks the GM to look at one entry again, with everything it was made of."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from bot.history.log import entry_at, why_lines
from bot.history.secrets import hidden, sight
from bot.posts.announce import Announcer
from bot.posts.outbox import recipients
from bot.referee.gate import Caller, check_is_gm, is_player, viewer_of
from bot.referee.service import Referee, RefereeError, Table
from bot.referee.settings import change_settings
from bot.render.escape import plain
from bot.render.pages import split
from rules.flow import seat_name

SETTING = "challenges"
MOST, MOST_PAGES = 30, 6
LETTERS = "letters"
"""What stands for the thread of a challenge that went to the GM by direct message."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """Of which entry, by which seat, and the thread it is talked over in (if there is one)."""

    entry: int
    by: int
    thread: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """An entry that can be challenged."""

    number: int
    text: str


def all_challenges(table: Table) -> list[Challenge]:
    """Those that were not closed, by entry."""
    kept = json.loads(table.record.settings.get(SETTING) or "{}")
    found = [Challenge(int(entry), by, thread) for entry, (by, thread) in kept.items()]
    return sorted(found, key=lambda one: one.entry)


def open_challenges(table: Table) -> list[Challenge]:
    """Those that wait for the GM: one whose entry was taken back needs no answer any more."""
    return [one for one in all_challenges(table) if table.match.is_live(one.entry)]


async def match_in(referee: Referee, thread: str) -> str | None:
    """The match that is talked over in this thread, written `#7`."""
    if await referee.mail.place_at(thread) is not None:
        return None
    for record in await referee.store.all():
        kept = json.loads(record.settings.get(SETTING) or "{}")
        if any(place == thread for _, place in kept.values()):
            return f"#{record.id}"
    return None


def check_may_challenge(table: Table, caller: Caller) -> None:
    """For those who play the match.  Raises `RefereeError`."""
    if not is_player(table, caller):
        raise RefereeError("only those who play this match may challenge an entry")


async def rows_of_turn(
    referee: Referee, announcer: Announcer, table: Table, report: int, viewer: int | None
) -> list[Row]:
    """The entries of the turn that entry `report` ended, as far as the viewer may read them."""
    last = await entry_at(referee, table, report)
    _, earlier = await announcer.turn(table, last.parent)
    rows = []
    for entry in (*earlier, last):
        seen = await sight(referee, table, entry, viewer, report=False)
        if entry.number and seen.open:
            text = f"#{entry.number} {seat_name(entry.seat)}: {seen.orders}"
            rows.append(Row(entry.number, text))
    return rows


async def take_up(
    referee: Referee, table: Table, caller: Caller, report: int, number: int, rows: Sequence[Row]
) -> Challenge:
    """A player challenges an entry of a turn.  Raises `RefereeError` if that cannot be.

    One whose thread never came about, because the bot was interrupted, may be taken up again.
    """
    check_may_challenge(table, caller)
    if number not in {row.number for row in rows}:
        raise RefereeError(f"#{number} is no entry of the turn that ended with #{report}")
    if not table.match.is_live(number):
        raise RefereeError(f"#{number} was taken back: there is nothing to challenge")
    async with table.lock:
        known = next((one for one in open_challenges(table) if one.entry == number), None)
        if known is not None and (known.thread or not table.holds(caller.user, known.by)):
            raise RefereeError(f"#{number} is being challenged already")
        challenge = Challenge(number, next(seat for seat in table.seats_of(caller.user) if seat))
        await _keep(referee, table, challenge)
    return challenge


async def placed(referee: Referee, table: Table, entry: int, thread: str) -> None:
    """The challenge of an entry is talked over there (or `LETTERS`)."""
    async with table.lock:
        for one in all_challenges(table):
            if one.entry == entry:
                await _keep(referee, table, Challenge(entry, one.by, thread))


async def close(referee: Referee, table: Table, caller: Caller, entry: int) -> Challenge:
    """The GM has answered, or the challenger takes it back.  Raises `RefereeError`."""
    async with table.lock:
        known = next((one for one in all_challenges(table) if one.entry == entry), None)
        if known is None:
            raise RefereeError(f"the challenge of #{entry} is closed already")
        if not table.holds(caller.user, known.by):
            check_is_gm(table, caller)
        await _keep(referee, table, known, gone=True)
    return known


async def _keep(referee: Referee, table: Table, one: Challenge, gone: bool = False) -> None:
    """Write the challenges back with this one as it is now."""
    kept = json.loads(table.record.settings.get(SETTING) or "{}")
    kept.pop(str(one.entry), None)
    if not gone:
        kept[str(one.entry)] = (one.by, one.thread)
    await change_settings(referee, table, {SETTING: json.dumps(kept) if kept else ""})


async def is_secret(referee: Referee, table: Table, entry: int) -> bool:
    """Must the public not read this entry yet?  Then no thread is made about it."""
    return await hidden(referee, table, await entry_at(referee, table, entry), None)


def members(table: Table, challenge: Challenge) -> list[str]:
    """Who is brought into the thread: the GMs (without one all players) and the challenger."""
    own = recipients(table, f"seat {challenge.by}")
    return list(dict.fromkeys((*recipients(table, "host"), *own)))


async def pages(
    referee: Referee, table: Table, challenge: Challenge, rows: Sequence[Row], viewer: int | None
) -> list[str]:
    """What the GM reads: who challenges what, the entries of the turn, the entry unfolded."""
    entry, name = challenge.entry, plain(table.record.name)
    who = seat_name(challenge.by)
    trace = await why_lines(referee, table, entry, viewer)
    option = f"match: #{table.record.id}"
    lines = (
        f"{who} challenges **#{entry}** of **{name}** (match #{table.record.id}).",
        f"GM: answer with `/gm line`, `/gm rule` or `/gm rewind` (elsewhere with `{option}`).",
        "**The turn:**",
        *([f"- ... and {len(rows) - MOST} before them"] if len(rows) > MOST else []),
        *(f"- {plain(row.text)}" for row in rows[-MOST:]),
        f"**Why #{entry}:**",
        *(f"- {plain(line.strip())}" for line in trace),
    )
    found = split("\n".join(lines))
    if len(found) > MOST_PAGES:
        found = [*found[: MOST_PAGES - 1], f"... and more: `/why entry: {entry} {option}`"]
    return found


async def by_letter(
    referee: Referee,
    announcer: Announcer,
    table: Table,
    caller: Caller,
    challenge: Challenge,
    report: int,
) -> None:
    """Where no thread can be made: the GMs get it as direct messages, through the outbox.

    They may read what the challenger may; without a GM it goes to all players, so that it holds
    what is public.  Raises `RefereeError` if that would be nothing.
    """
    audience = "gm" if recipients(table, "gm") else "host"
    viewer = viewer_of(table, caller) if audience == "gm" else None
    if viewer is None and await is_secret(referee, table, challenge.entry):
        raise RefereeError(
            f"#{challenge.entry} is still secret and no GM could look at it: wait until it is shown"
        )
    rows = await rows_of_turn(referee, announcer, table, report, viewer)
    number = table.match.links[-1].number
    for page in await pages(referee, table, challenge, rows, viewer):
        await referee.mail.notice(table.record.id, number, audience, page)
    await placed(referee, table, challenge.entry, LETTERS)
