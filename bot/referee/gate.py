"""The one gate: who may do what in a match, by account id and seat.  Every door asks here."""

import re

from bot.referee.open_match import no_match
from bot.referee.service import OpenMatch, RefereeError
from rules.line.frozen import Frozen
from rules.line.orders import GM

OPEN, PLAYING, PAUSED = "open", "playing", "paused"
"""A match gathers its players, is played, or rests."""


class Caller(Frozen):
    """Whoever asks: an account, and what the server they ask in says of them.

    `referee_role`: they have the role that the server gave GM rights; `manager`: they may manage
    the server, and so name another GM.  Both count only in matches that belong to that `server`.
    """

    user: str
    referee_role: bool = False
    manager: bool = False
    server: str = ""


EVERYWHERE = "*"
NOWHERE = "-"
"""The server of a match that was made in direct messages."""

LINK = re.compile(r"(#[0-9]{1,9})-([0-9a-f]{12})")
"""A match with the key that its GM shares: `#7-1f0c93d2a7b4`."""

LOCAL = Caller("console", referee_role=True, manager=True, server=EVERYWHERE)
"""The person at the local table is GM and every seat."""


def status(table: OpenMatch) -> str:
    """`open`, `playing` or `paused`."""
    return table.record.settings.status


def is_at_home(table: OpenMatch, caller: Caller) -> bool:
    """Does the match belong to the server that somebody asks in?"""
    home = table.record.settings.server
    return caller.server == EVERYWHERE or (bool(caller.server) and caller.server == home)


def is_gm(table: OpenMatch, caller: Caller) -> bool:
    """GM rights: the accounts in seat 0, and on its own server those with the referee role."""
    return (caller.referee_role and is_at_home(table, caller)) or table.holds(caller.user, GM)


def manages(table: OpenMatch, caller: Caller) -> bool:
    """Does somebody manage the server that the match belongs to?"""
    return caller.manager and is_at_home(table, caller)


def is_player(table: OpenMatch, caller: Caller) -> bool:
    """Does this account hold a seat?"""
    return bool(table.plays(caller.user))


def viewer_of(table: OpenMatch, caller: Caller) -> int | None:
    """Through whose eyes an account sees a match: its seat's, the GM's, or the public's.

    A GM who also plays a seat sees as that seat, so that nobody referees himself with open cards.
    """
    seats = table.plays(caller.user)
    if seats:
        return seats[0] if len(seats) == 1 else None
    return GM if is_gm(table, caller) else None


def is_public(table: OpenMatch) -> bool:
    """May others look on?"""
    return table.record.settings.audience == "public"


def may_see(table: OpenMatch, caller: Caller, key: str = "") -> bool:
    """Those who sit at a match see it, and its GM; a public one also those of its own server, and
    whoever has the key that its GM shares."""
    if is_gm(table, caller) or is_player(table, caller):
        return True
    shared = bool(key) and table.record.settings.share == key
    return is_public(table) and (is_at_home(table, caller) or shared)


def check_may_see(table: OpenMatch, caller: Caller, named: str = "", key: str = "") -> None:
    """Whoever may not see a match that he names learns no more than that he names none."""
    if may_see(table, caller, key):
        return
    if named:
        raise no_match(named)
    raise RefereeError("this match is for its members only")


def check_may_order(table: OpenMatch, caller: Caller, seat: int) -> None:
    """Orders come from whoever holds the seat now, while the match is being played."""
    if seat == GM:
        check_is_gm(table, caller)
        return
    if seat not in table.seats:
        raise RefereeError(f"there is no {table.name_of(seat)} in this match")
    if not table.holds(caller.user, seat):
        raise RefereeError(f"{table.name_of(seat)} is not your seat")
    check_is_played(table)


def check_may_file(table: OpenMatch, caller: Caller, seat: int) -> bool:
    """As `check_may_order`, but the GM may also hand in what a seat has told him.

    Returns whether it is the GM who gives the order for a seat.
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
    """What is said to an account that plays no seat: to the GM something else."""
    if is_gm(table, caller):
        return "you are the GM of this match and play no seat; your lines begin with `gm> ...`"
    return "you hold no seat in this match: /match join"


def check_is_played(table: OpenMatch) -> None:
    """A match takes orders between its start and its end, unless it rests or is locked."""
    check_is_going_on(table)
    if is_locked(table):
        raise RefereeError("the GM has locked all orders; nothing was filed")


def check_is_going_on(table: OpenMatch) -> None:
    """Has the match been started, and does it not rest?"""
    if status(table) == OPEN:
        raise RefereeError("the match has not been started yet: /match start")
    if status(table) == PAUSED:
        raise RefereeError("the match is paused: /match resume")


def check_is_gm(table: OpenMatch, caller: Caller) -> None:
    """GM lines are for the GM of this match."""
    if not is_gm(table, caller):
        raise RefereeError("only the GM of this match may do that")


def check_manages_server(caller: Caller) -> None:
    """What holds for a whole server is chosen by who manages it."""
    if not caller.manager:
        raise RefereeError("only someone who manages the server may do that")


def check_may_name_gm(table: OpenMatch, caller: Caller) -> None:
    """A GM hands over; where there is none, or he is gone, who manages the server names one."""
    if not (is_gm(table, caller) or manages(table, caller)):
        raise RefereeError("only the GM, or someone who manages the server, may name a GM")
