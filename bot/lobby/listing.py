"""Lists of matches: those of a server, and those of an account on all servers."""

from collections.abc import AsyncIterator, Sequence

from bot.referee.gate import OPEN, PLAYING, Caller, may_see, status
from bot.referee.open_match import OpenMatch, unopened
from bot.referee.service import Referee
from bot.render.wording import plain
from rules.line.flow import winner_name

MOST = 40


async def rows(
    referee: Referee, numbers: Sequence[int], caller: Caller
) -> AsyncIterator[OpenMatch]:
    """Yield the matches with these numbers that an account may see, the last number first, without
    those that are deleted.  They are unopened: only their rows are read."""
    for end in range(len(numbers), 0, -MOST):
        part = numbers[max(0, end - MOST) : end]
        records = {one.id: one for one in await referee.store.all(part)}
        for record in filter(None, map(records.get, reversed(part))):
            if may_see(row := unopened(record), caller):
                yield row


async def names(referee: Referee, guild: str, caller: Caller) -> list[str]:
    """The names of the matches of an account, and of those of a server if it asks in one."""
    own = await referee.store.held_by(caller.user)
    there = [place.match_id for place in await referee.mail.places(guild)] if guild else []
    found = [
        [row.record.name async for row in rows(referee, numbers, caller)]
        for numbers in (there, own)
    ]
    return [name for some in found for name in some][::-1]


async def tables_of_person(
    referee: Referee, caller: Caller, most: int | None = None
) -> list[OpenMatch]:
    """The matches in which somebody has a seat, on all servers; at most the last `most` of them."""
    return await _opened(referee, await referee.store.held_by(caller.user), caller, most)


async def _opened(
    referee: Referee, numbers: Sequence[int], caller: Caller, most: int | None
) -> list[OpenMatch]:
    found: list[OpenMatch] = []
    async for row in rows(referee, numbers, caller):
        found.append(await referee.open_row(row.record))
        if len(found) == most:
            break
    return found[::-1]


async def server_lines(referee: Referee, guild: str, caller: Caller) -> list[str]:
    """One line per match of a server."""
    places = await referee.mail.places(guild)
    found = await _opened(referee, [place.match_id for place in places], caller, MOST)
    return [await line(referee, table) for table in found]


async def open_lines(referee: Referee, guild: str, caller: Caller) -> list[str]:
    """One line for each match of a server with free seats: the seats, and the match."""
    lines: list[str] = []
    places = await referee.mail.places(guild)
    async for row in rows(referee, [place.match_id for place in places], caller):
        free = row.free
        if not free:
            continue
        table = await referee.open_row(row.record)
        if not table.is_over:
            seats = ", ".join(map(table.name_of, free))
            lines.append(f"**{plain(seats)}** of {await line(referee, table)}")
        if len(lines) == MOST:
            break
    return lines[::-1]


async def waiting_lines(referee: Referee, caller: Caller) -> list[str]:
    """One line for each match of an account; first those that wait for it."""
    waiting, others = [], []
    for table in await tables_of_person(referee, caller, MOST):
        seats = waits_for(table, caller)
        text = await line(referee, table)
        if seats:
            waiting.append(f"**waits for you** ({', '.join(map(table.name_of, seats))}) {text}")
        else:
            others.append(text)
    return waiting + others


def waits_for(table: OpenMatch, caller: Caller) -> list[int]:
    """The seats of an account that must act now."""
    if status(table) != PLAYING:
        return []
    awaited = table.awaited
    return [seat for seat in table.plays(caller.user) if seat in awaited]


async def line(referee: Referee, table: OpenMatch) -> str:
    """`#7 duel (Crusade 7th Edition): round 2, move phase; <#channel>`."""
    place = await referee.mail.place_of(table.record.id)
    where = ""
    if place is not None:
        where = f" <#{place.channel}>" if place.guild else " in direct messages"
    title = plain(table.game.title)
    return f"#{table.record.id} **{plain(table.record.name)}** ({title}): {standing(table)}{where}"


def standing(table: OpenMatch) -> str:
    """Where a match stands, in a few words."""
    outcome = table.outcome
    if outcome is not None:
        return plain(f"over, {winner_name(outcome)}")
    if status(table) == OPEN:
        free = table.free
        return f"{len(free)} free seat{'s' * (len(free) != 1)}" if free else "ready to start"
    rests = "" if status(table) == PLAYING else f"{status(table)}, "
    awaited = ", ".join(table.name_of(seat) for seat in table.awaited)
    return plain(f"{rests}{table.now}, waiting for {awaited or 'nobody'}")
