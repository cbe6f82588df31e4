"""Automatic passing: if a seat can do nothing in a phase, the referee files the pass for it."""

from typing import Any

from bot.match.tree import PASSED, LogEntry
from bot.referee.open_match import OpenMatch
from rules.line.orders import Order, Seat

HOLDER = "referee"
"""The account under which an automatic pass is filed."""

MOST = 30
"""How many phases may pass automatically in a row."""


def is_passed(entry: LogEntry) -> bool:
    """Is the entry an automatic pass?"""
    return entry.reason == PASSED


def passes(table: OpenMatch) -> bool:
    """Is automatic passing on?  Never before the start, in a pause, or while orders are locked."""
    settings = table.record.settings
    played = settings.status == "playing" and not settings.locked
    return played and settings.autopass


def idle_in(table: OpenMatch, state: Any) -> tuple[Seat, Order, str] | None:
    """The seat that can do nothing now, the order that passes its phase, and why; None if there is
    none or the match does not pass automatically."""
    if not passes(table) or not table.game.idle:
        return None
    if table.game.outcome(state) is not None:
        return None
    return table.game.idle(state)
