"""MD-LEGAL-1: orders that would be accepted now."""

from collections.abc import Iterator

from rules.machinadei.state import State
from rules.orders import Order


def legal(state: State, seat: int, ref: str | None = None) -> Iterator[Order]:
    """MD-LEGAL-1."""
    return iter(())
