"""The life of a match around its play: make, join, start, pause, hand over, delete it."""

import secrets
from dataclasses import replace

from bot.match.settings import Settings
from bot.referee import gate
from bot.referee.clock import clock_of, options_of
from bot.referee.gate import Caller, check_is_gm, is_public
from bot.referee.open_match import LONGEST_NAME, check_name
from bot.referee.service import OpenMatch, Referee, RefereeError
from bot.referee.settings import change_settings, mix_words, set_status
from bot.store.errors import StoreError
from rules.line.flow import winner_name
from rules.line.orders import GM

# Sharing: with the key of a public match anybody may watch it, from any server.


async def share(referee: Referee, table: OpenMatch, caller: Caller) -> str:
    """Return the name under which others may watch: `#7-1f0c93d2a7b4`; asked again, it is the same.

    Only for the GM.  Raises `RefereeError` for others, and for a members-only match.
    """
    check_is_gm(table, caller)
    if not is_public(table):
        raise RefereeError("this match is for its members only: it cannot be shared")
    key = table.record.settings.share or secrets.token_hex(6)
    await change_settings(referee, table, share=key)
    return f"#{table.record.id}-{key}"


async def unshare(referee: Referee, table: OpenMatch, caller: Caller) -> None:
    """Make the shared name void; sharing the match again makes another."""
    check_is_gm(table, caller)
    await change_settings(referee, table, share="")


async def new_match(
    referee: Referee,
    name: str,
    system: str,
    options: dict[str, str],
    maker: Caller,
    gm: str | None,
    opponent: str | None = None,
    audience: str = "public",
    guild: str | None = None,
    seat: int = 1,
) -> OpenMatch:
    """Make a match, open for players: its maker takes `seat` (1 or 2), an opponent the other.

    A name that only a match of another server than `guild` has is numbered: `Fords (2)`.  Raises
    `RefereeError`.
    """
    check_name(name)
    if guild is not None:
        name = await name_for(referee, name, guild)
    seats: list[tuple[int, str]] = [(seat, maker.user)]
    if opponent:
        seats.append((3 - seat, opponent))
    if gm:
        seats.append((GM, gm))
    settings = Settings(status=gate.OPEN, audience=audience, autopass=True)
    try:
        return await referee.create(name, system, options, tuple(seats), settings=settings)
    except StoreError as error:
        raise RefereeError(str(error)) from error


async def name_for(referee: Referee, wanted: str, guild: str) -> str:
    """The name, numbered if a match of another server has it.  One that is taken on this server, or
    by a match that is played nowhere, is returned as it is: making the match fails."""
    name, number = wanted, 1
    while (taken := await referee.store.find(name)) is not None:
        place = await referee.mail.place_of(taken.id)
        if number == 1 and (place is None or (guild and place.guild == guild)):
            return wanted
        number += 1
        name = f"{wanted[: LONGEST_NAME - 8].rstrip()} ({number})"
    return name


async def join(referee: Referee, table: OpenMatch, caller: Caller, seat: int | None = None) -> int:
    """Take a free seat (the first one, if none is named).  Returns it."""
    free = table.free
    if seat is None:
        if not free:
            raise RefereeError("every seat of this match is taken")
        seat = free[0]
    if seat not in table.seats:
        raise RefereeError(f"there is no {table.name_of(seat)} in this match")
    if seat not in free:
        raise RefereeError(f"{table.name_of(seat)} is taken")
    await _seat(referee, table, seat, caller.user)
    return seat


async def leave(referee: Referee, table: OpenMatch, caller: Caller) -> list[int]:
    """Give up one's seats; they are free for a substitute.  Returns them."""
    seats = table.plays(caller.user)
    if not seats:
        raise RefereeError("you hold no seat of this match")
    for seat in seats:
        await _seat(referee, table, seat, None)
    return seats


async def open_seat(referee: Referee, table: OpenMatch, caller: Caller, seat: int) -> None:
    """The GM frees a seat for a substitute; the holder may free his own."""
    if not table.holds(caller.user, seat):
        gate.check_is_gm(table, caller)
    if seat in table.free or seat not in table.seats:
        raise RefereeError(f"{table.name_of(seat)} is not held by anybody")
    await _seat(referee, table, seat, None)


async def vacate(referee: Referee, table: OpenMatch, seat: int) -> None:
    """Free a seat for a substitute, without checking who asks."""
    await _seat(referee, table, seat, None)


async def substitute(
    referee: Referee, table: OpenMatch, caller: Caller, seat: int, user: str
) -> None:
    """The GM gives a seat to an account."""
    gate.check_is_gm(table, caller)
    if seat not in table.seats:
        raise RefereeError(f"there is no {table.name_of(seat)} in this match")
    await _seat(referee, table, seat, user)


async def name_gm(referee: Referee, table: OpenMatch, caller: Caller, user: str) -> None:
    """Hand the GM's seat over to one account."""
    gate.check_may_name_gm(table, caller)
    await _seat(referee, table, GM, None)
    await _seat(referee, table, GM, user)


async def start(referee: Referee, table: OpenMatch, caller: Caller) -> None:
    """Start a match whose seats are all taken: orders count from now on.  Raises `RefereeError`."""
    check_takes_part(table, caller)
    if gate.status(table) != gate.OPEN:
        raise RefereeError("this match has been started already")
    if free := table.free:
        raise RefereeError(f"{table.name_of(free[0])} is still free: /match join")
    await set_status(referee, table, gate.PLAYING)


async def let_pass(referee: Referee, table: OpenMatch, caller: Caller, on: bool) -> None:
    """Let phases pass by themselves, or not.  Before the start, and without a GM, whoever takes
    part may change it; else only the GM."""
    if gate.status(table) == gate.OPEN or not table.has_gm:
        check_takes_part(table, caller)
    else:
        gate.check_is_gm(table, caller)
    await change_settings(referee, table, autopass=on)


async def pause(referee: Referee, table: OpenMatch, caller: Caller) -> None:
    """Pause the match: no orders, no deadlines.  With a clock only the GM may do so alone."""
    check_takes_part(table, caller)
    if gate.status(table) != gate.PLAYING:
        raise RefereeError("only a match that is being played can be paused")
    if clock_of(table) is not None and not gate.is_gm(table, caller):
        raise RefereeError("a match with a clock rests when all agree: /clock pause")
    await set_status(referee, table, gate.PAUSED)


async def resume(referee: Referee, table: OpenMatch, caller: Caller) -> None:
    """Go on with a paused match; a pause to which all agreed is ended here only by the GM."""
    check_takes_part(table, caller)
    if gate.status(table) != gate.PAUSED:
        raise RefereeError("this match is not paused")
    if table.record.settings.rests and not gate.is_gm(table, caller):
        raise RefereeError("all agreed to this pause: /clock resume asks the others to go on")
    await change_settings(referee, table, status=gate.PLAYING, rests=False)


async def put_away(referee: Referee, table: OpenMatch, caller: Caller, typed: str) -> None:
    """Soft delete, confirmed by typing the match's name; its log is kept."""
    check_may_put_away(table, caller)
    if typed.strip() != table.record.name:
        raise RefereeError(f"to delete this match type its name: {table.record.name}")
    await referee.store.delete(table.record.id, referee.timestamp())


def check_may_put_away(table: OpenMatch, caller: Caller) -> None:
    """Check that the caller may delete it: the GM while it is played, any player before and after.

    Without a GM whoever manages the server may, at any time.  Raises `RefereeError`.
    """
    if gate.manages(table, caller) and not table.has_gm:
        return
    if gate.status(table) != gate.OPEN and not table.is_over:
        gate.check_is_gm(table, caller)
    else:
        check_takes_part(table, caller)


def check_takes_part(table: OpenMatch, caller: Caller) -> None:
    """Raise `RefereeError` unless the caller is a player or the GM of the match."""
    if not (gate.is_gm(table, caller) or gate.is_player(table, caller)):
        raise RefereeError("you do not take part in this match")


async def _seat(referee: Referee, table: OpenMatch, seat: int, user: str | None) -> None:
    await referee.store.seat(table.record.id, seat, user, referee.timestamp())
    others = tuple(
        one for one in table.record.seats if one[0] != seat or (seat == GM and user is not None)
    )
    added = ((seat, user),) if user is not None else ()
    table.record = replace(table.record, seats=tuple(sorted({*others, *added})))


async def salt(
    referee: Referee, table: OpenMatch, caller: Caller, seat: int | None, words: str
) -> int:
    """Mix a seat's words into the dice, before the match starts; returns the seat.  Raises
    `RefereeError`."""
    own = table.plays(caller.user)
    if seat is None and len(own) == 1:
        seat = own[0]
    if seat not in own:
        raise RefereeError("words for the dice are given by who holds the seat: name it")
    if gate.status(table) != gate.OPEN:
        raise RefereeError("the match has begun; words for the dice are given before that")
    await mix_words(referee, table, seat, words)
    return seat


def describe_match(table: OpenMatch) -> tuple[str, ...]:
    """What a match is and where it stands, in a few lines (seats by number, no accounts)."""
    flow = table.state.flow
    outcome = table.outcome
    where = f"round {flow.round}, {flow.phase} phase"
    if outcome is not None:
        where = f"over: {winner_name(outcome)} ({outcome.termination}, {outcome.rule})"
    options = ", ".join(f"{name}={value}" for name, value in options_of(table).items())
    given = table.record.settings.salts
    awaited = ", ".join(table.name_of(seat) for seat in table.awaited)
    stands = gate.status(table) if outcome is None else "over"
    return (
        f"{table.record.name} - {table.game.title} - {stands}",
        f"{where}; waiting for {awaited or 'nobody'}",
        f"options: {options}",
        f"dice committed to {table.uid}",
        *(f"words of {table.name_of(int(seat))}: {words}" for seat, words in given),
    )
