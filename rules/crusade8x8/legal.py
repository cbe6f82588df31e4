"""The orders that a seat could give now, for prompts, fuzzing and the practice opponent."""

from collections.abc import Iterator

from rules.crusade8x8.state import State
from rules.crusade8x8.table import TABLE
from rules.line.chapters import Unlisted
from rules.line.orders import Order


def legal(state: State, seat: int, unit: str | None = None) -> Iterator[Order]:
    """C8-PHASE-1, C8-TURN-2: what belongs to the phase and the turn; with a unit, only its own."""
    for row in TABLE.values():
        if row.is_open(state, seat) and not isinstance(row.candidates, Unlisted):
            yield from row.candidates(state, seat, unit)
