"""The one gate: who may do what in a match, by account id and seat.  Every door asks here."""

from dataclasses import dataclass

from bot.referee.service import RefereeError, Table
from rules.flow import seat_name
from rules.game import GM

OPEN, PLAYING, PAUSED = "open", "playing", "paused"
"""A match gathers its players, is played, or rests."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Whoever asks: an account, and what the place they ask in says of them.

    `referee_role`: they have the role that the server gave GM rights; `manager`: they may manage
    the server, and so name another GM.
    """

    user: str
    referee_role: bool = False
    manager: bool = False


LOCAL = Caller("console", referee_role=True, manager=True)
"""The person at the local table is GM and every seat."""


def status(table: Table) -> str:
    """`open`, `playing` or `paused`."""
    return table.record.settings.get("status", PLAYING)


def is_gm(table: Table, caller: Caller) -> bool:
    """GM rights: the accounts in seat 0, and those with the server's referee role."""
    return caller.referee_role or table.holds(caller.user, GM)


def is_player(table: Table, caller: Caller) -> bool:
    """Does this account hold a seat?"""
    return any(seat for seat in table.seats_of(caller.user))


def viewer_of(table: Table, caller: Caller) -> int | None:
    """Through whose eyes an account sees a match: its seat's, the GM's, or the public's.

    A GM who also plays a seat sees as that seat, so that nobody referees himself with open cards.
    """
    seats = [seat for seat in table.seats_of(caller.user) if seat != GM]
    if seats:
        return seats[0] if len(seats) == 1 else None
    return GM if is_gm(table, caller) else None


def check_may_see(table: Table, caller: Caller) -> None:
    """A members-only match is shown to those who sit at it."""
    private = table.record.settings.get("audience", "public") != "public"
    if private and not (is_gm(table, caller) or is_player(table, caller)):
        raise RefereeError("this match is for its members only")


def check_may_order(table: Table, caller: Caller, seat: int) -> None:
    """Orders come from whoever holds the seat now, while the match is being played."""
    if seat == GM:
        check_is_gm(table, caller)
        return
    if seat not in table.game.seats(table.record.options):
        raise RefereeError(f"there is no {seat_name(seat)} in this match")
    if not table.holds(caller.user, seat):
        raise RefereeError(f"{seat_name(seat)} is not your seat")
    check_is_played(table)


def is_locked(table: Table) -> bool:
    """Has the GM locked the orders of the seats?"""
    return table.record.settings.get("locked") == "yes"


def no_seat(table: Table, caller: Caller) -> str:
    """What is said to an account that plays no seat: to the GM something else."""
    if is_gm(table, caller):
        return "you are the GM of this match and play no seat; your lines begin with `gm> ...`"
    return "you hold no seat in this match: /match join"


def check_is_played(table: Table) -> None:
    """A match takes orders between its start and its end, unless it rests."""
    if status(table) == OPEN:
        raise RefereeError("the match has not been started yet: /match start")
    if status(table) == PAUSED:
        raise RefereeError("the match is paused: /match resume")
    if is_locked(table):
        raise RefereeError("the GM has locked all orders; nothing was filed")


def check_is_gm(table: Table, caller: Caller) -> None:
    """GM lines are for the GM of this match."""
    if not is_gm(table, caller):
        raise RefereeError("only the GM of this match may do that")


def check_may_name_gm(table: Table, caller: Caller) -> None:
    """A GM hands over; where there is none, or he is gone, who manages the server names one."""
    if not (is_gm(table, caller) or caller.manager):
        raise RefereeError("only the GM, or someone who manages the server, may name a GM")
