"""Lists of matches: those of a server, and over all servers what waits for somebody."""

from collections.abc import Sequence

from bot.lobby.lobby import free_seats
from bot.referee.gate import OPEN, PLAYING, Caller, may_see, status
from bot.referee.service import OpenMatch, Referee
from bot.render.escape import plain
from rules.line.flow import winner_name

MOST = 40


async def tables(
    referee: Referee, numbers: Sequence[int], caller: Caller, most: int | None = None
) -> list[OpenMatch]:
    """The matches with these numbers that an account may see and that are not deleted; so many of
    the last of them at most."""
    found: list[OpenMatch] = []
    for number in reversed(numbers):
        if most is not None and len(found) == most:
            break
        record = await referee.store.find(f"#{number}")
        if record is not None and may_see(referee.unopened(record), caller):
            found.append(await referee.open(f"#{number}"))
    return found[::-1]


async def tables_of_server(
    referee: Referee, guild: str, caller: Caller, most: int | None = None
) -> list[OpenMatch]:
    """The matches that are played in a server."""
    places = await referee.mail.places(guild)
    return await tables(referee, [place.match_id for place in places], caller, most)


async def tables_of_person(
    referee: Referee, caller: Caller, most: int | None = None
) -> list[OpenMatch]:
    """The matches in which somebody sits, in all servers."""
    return await tables(referee, await referee.store.held_by(caller.user), caller, most)


async def server_lines(referee: Referee, guild: str, caller: Caller) -> list[str]:
    """One line per match of a server."""
    found = await tables_of_server(referee, guild, caller, MOST)
    return [await line(referee, table) for table in found]


async def open_lines(referee: Referee, guild: str, caller: Caller) -> list[str]:
    """The seats of a server that somebody may take, with the match they belong to."""
    lines = []
    for table in await tables_of_server(referee, guild, caller):
        free = free_seats(table)
        if not free or table.game.outcome(table.match.state) is not None:
            continue
        names = ", ".join(map(table.name_of, free))
        lines.append(f"**{plain(names)}** of {await line(referee, table)}")
    return lines[-MOST:]


async def waiting_lines(referee: Referee, caller: Caller) -> list[str]:
    """All matches of an account; first those that wait for it."""
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
    awaited = table.game.awaits(table.match.state)
    return [seat for seat in table.seats_of(caller.user) if seat and seat in awaited]


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
    outcome = table.game.outcome(table.match.state)
    if outcome is not None:
        return plain(f"over, {winner_name(outcome)}")
    if status(table) == OPEN:
        free = free_seats(table)
        return f"{len(free)} free seat{'s' * (len(free) != 1)}" if free else "ready to start"
    rests = "" if status(table) == PLAYING else f"{status(table)}, "
    awaited = ", ".join(table.name_of(seat) for seat in table.game.awaits(table.match.state))
    return plain(f"{rests}{table.now}, waiting for {awaited or 'nobody'}")
