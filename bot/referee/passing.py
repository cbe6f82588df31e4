"""Phases that pass by themselves: where nobody can do anything, the referee says so for them."""

from typing import Any

from bot.match.tree import PASSED, LogEntry
from bot.referee.open_match import OpenMatch
from grammar import Written
from rules.line.orders import Order, Seat

HOLDER = "referee"
"""The account under which such an order stands in the log."""

MOST = 30
"""So many phases pass at most before somebody is asked."""


def is_passed(entry: LogEntry) -> bool:
    """Was it filed by the referee for a seat that could do nothing else?"""
    return entry.reason == PASSED


def passes(table: OpenMatch) -> bool:
    """Do phases of this match pass by themselves?  Not while it gathers, rests or is locked."""
    settings = table.record.settings
    played = settings.status == "playing" and not settings.locked
    return played and settings.autopass


def idle_in(table: OpenMatch, state: Any) -> tuple[Seat, Order, str] | None:
    """The seat that can do nothing now, the order that passes its phase, and why."""
    if not passes(table) or not table.game.idle:
        return None
    if table.game.outcome(state) is not None:
        return None
    return table.game.idle(state)


def written_for(order: Order) -> Written:
    """The order as a line of the log."""
    return Written(str(order), (order,), PASSED)
