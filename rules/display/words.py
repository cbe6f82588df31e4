"""Wording that all systems share: counts, lists, seats, whole numbers."""

import re
from collections.abc import Iterable
from typing import TypeVar

from rules.line.said import listed as listed

K = TypeVar("K")
V = TypeVar("V")

FILLERS = ("please", "the", "my", "now", "just")
"""Words of an order that can be ignored."""

_SEAT = re.compile(r"(?:army|seat)?\s*([0-9]{1,3})", re.IGNORECASE)


def counted(number: int, what: str, many: str = "") -> str:
    """A number and a noun: `1 card`, `2 cards`; `many` is an irregular plural: `0 inches`."""
    return f"{number} {what if number == 1 else many or f'{what}s'}"


def went(old: int, new: int) -> str:
    """How a number went from one to another: `3 → 9`; alone if it is the same, empty for 0."""
    return f"{old} → {new}" if old != new else str(new or "")


def in_groups(pairs: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    """What is told together: all values of each key, in the order in which the keys first come."""
    found: dict[K, list[V]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found


def whole(text: str, least: int | None = None, most: int | None = None) -> int | None:
    """Parse a whole number of at most nine digits; None if it is none or outside the limits."""
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", text):
        return None
    number = int(text)
    low, high = least is not None and number < least, most is not None and number > most
    return None if low or high else number


def seat_in(text: str) -> int | None:
    """The number in `army 2`, `seat 2` or `2`, whether or not there is such a seat; else None."""
    found = _SEAT.fullmatch(text.strip())
    return int(found[1]) if found else None
