"""Permission checks: who may do what in a match, by account id and seat.  Every door asks here."""

import re

from bot.referee.open_match import no_match
from bot.referee.service import OpenMatch, RefereeError
from rules.line.frozen import Frozen
from rules.line.orders import GM

OPEN, PLAYING, PAUSED = "open", "playing", "paused"
"""The status of a match: it gathers its players, is being played, or is paused."""


class Caller(Frozen):
    """Who asks: an account, and its rights on the server where it asks.

    `referee_role`: has the role to which the server gave GM rights; `manager`: may manage the
    server, and so name another GM.  Both count only in matches that belong to that `server`.
    """

    user: str
    referee_role: bool = False
    manager: bool = False
    server: str = ""


EVERYWHERE = "*"
NOWHERE = "-"
"""The server of a match that was created in direct messages."""

LINK = re.compile(r"(#[0-9]{1,9})-([0-9a-f]{12})")
"""A match with the key that its GM shares: `#7-1f0c93d2a7b4`."""

LOCAL = Caller("console", referee_role=True, manager=True, server=EVERYWHERE)
"""The caller at the local console, who has all rights."""


def status(table: OpenMatch) -> str:
    """`open`, `playing` or `paused`."""
    return table.record.settings.status


def is_at_home(table: OpenMatch, caller: Caller) -> bool:
    """Does the match belong to the server where the caller asks?"""
    home = table.record.settings.server
    return caller.server == EVERYWHERE or (bool(caller.server) and caller.server == home)


def is_gm(table: OpenMatch, caller: Caller) -> bool:
    """Does the caller have GM rights: seat 0, or the referee role on the match's own server?"""
    return (caller.referee_role and is_at_home(table, caller)) or table.holds(caller.user, GM)


def manages(table: OpenMatch, caller: Caller) -> bool:
    """Does the caller manage the server that the match belongs to?"""
    return caller.manager and is_at_home(table, caller)


def is_player(table: OpenMatch, caller: Caller) -> bool:
    """Does this account hold a seat other than the GM's?"""
    return bool(table.plays(caller.user))


def viewer_of(table: OpenMatch, caller: Caller) -> int | None:
    """As which viewer an account sees a match: a seat, 0 (the GM) or None (the public).

    A GM who also plays a seat sees only what that seat sees.  Whoever plays several seats sees only
    what is public.
    """
    seats = table.plays(caller.user)
    if seats:
        return seats[0] if len(seats) == 1 else None
    return GM if is_gm(table, caller) else None


def is_public(table: OpenMatch) -> bool:
    """May people who do not take part watch?"""
    return table.record.settings.audience == "public"


def may_see(table: OpenMatch, caller: Caller, key: str = "") -> bool:
    """May the caller see the match?  Its players and GMs may; if it is public, so may anybody on
    its own server, and anybody with the key that its GM shares."""
    if is_gm(table, caller) or is_player(table, caller):
        return True
    shared = bool(key) and table.record.settings.share == key
    return is_public(table) and (is_at_home(table, caller) or shared)


def check_may_see(table: OpenMatch, caller: Caller, named: str = "", key: str = "") -> None:
    """Raises `RefereeError` unless the caller may see the match.

    If the caller `named` it, the error is the same as for a match that does not exist.
    """
    if may_see(table, caller, key):
        return
    if named:
        raise no_match(named)
    raise RefereeError("this match is for its members only")


def check_may_order(table: OpenMatch, caller: Caller, seat: int) -> None:
    """Raises `RefereeError` unless the caller holds the seat now and the match is being played.

    For seat 0, GM rights are enough.
    """
    if seat == GM:
        check_is_gm(table, caller)
        return
    if seat not in table.seats:
        raise RefereeError(f"there is no {table.name_of(seat)} in this match")
    check_holds(table, caller, seat)
    check_is_played(table)


def check_holds(table: OpenMatch, caller: Caller, seat: int) -> None:
    """Raises `RefereeError` unless the caller holds the seat."""
    if not table.holds(caller.user, seat):
        raise RefereeError(f"{table.name_of(seat)} is not your seat")


def check_may_file(table: OpenMatch, caller: Caller, seat: int) -> bool:
    """As `check_may_order`, but the GM may also file orders on behalf of a seat.

    Returns whether it is the GM who orders for a seat.
    """
    for_seat = seat in table.seats and is_gm(table, caller)
    if seat == GM or not for_seat or table.holds(caller.user, seat):
        check_may_order(table, caller, seat)
        return False
    check_is_going_on(table)
    return True


def is_locked(table: OpenMatch) -> bool:
    """Has the GM locked the orders of the seats?"""
    return table.record.settings.locked


def no_seat(table: OpenMatch, caller: Caller) -> str:
    """The message for an account that plays no seat; the GM gets a different one."""
    if is_gm(table, caller):
        return "you are the GM of this match and play no seat; your lines begin with `gm> ...`"
    return "you hold no seat in this match: /match join"


def check_is_played(table: OpenMatch) -> None:
    """Raises `RefereeError` if the match has not been started, is paused, or is locked."""
    check_is_going_on(table)
    if is_locked(table):
        raise RefereeError("the GM has locked all orders; nothing was filed")


def check_is_going_on(table: OpenMatch) -> None:
    """Raises `RefereeError` if the match has not been started or is paused."""
    if status(table) == OPEN:
        raise RefereeError("the match has not been started yet: /match start")
    if status(table) == PAUSED:
        raise RefereeError("the match is paused: /match resume")


def check_is_gm(table: OpenMatch, caller: Caller) -> None:
    """Raises `RefereeError` unless the caller has GM rights in this match."""
    if not is_gm(table, caller):
        raise RefereeError("only the GM of this match may do that")


def check_manages_server(caller: Caller) -> None:
    """Raises `RefereeError` unless the caller may manage the server."""
    if not caller.manager:
        raise RefereeError("only someone who manages the server may do that")


def check_may_name_gm(table: OpenMatch, caller: Caller) -> None:
    """Raises `RefereeError` unless the caller is a GM of the match or manages its server.

    A GM can hand over; a manager can name one if there is none, or he is gone.
    """
    if not (is_gm(table, caller) or manages(table, caller)):
        raise RefereeError("only the GM, or someone who manages the server, may name a GM")
