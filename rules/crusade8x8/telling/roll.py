"""The key in few lines: what each army has, and what it has lost and won."""

from collections.abc import Iterator

from rules.crusade8x8.board.position import Position, by_name
from rules.crusade8x8.board.tables import COLOURS, KIND_OF_LETTER, NOBLES, PAWNS, SEATS, tile_name
from rules.crusade8x8.state import State
from rules.crusade8x8.telling.view import (
    captured_text,
    position_for,
    reserve_text,
    treasures_text,
    units_text,
)
from rules.display.telling import Roll, RollLine, RollSide

NONE = "none"


def roll(state: State, viewer: int | None, since: State | None = None) -> Roll:
    """C8-VIEW-3 without the line of letters; lines with nothing in them are left out."""
    seen = position_for(state, viewer)
    earlier = since.position if since and since.flow.phase in ("play", "over") else None
    sides = tuple(side(seen, seat, earlier) for seat in SEATS)
    return Roll(("",), sides)


def side(position: Position, seat: int, earlier: Position | None) -> RollSide:
    """One army: its units by type, its treasures, what it has captured, its reserve."""
    before = dict(texts(earlier, seat)) if earlier is not None else None
    lines = [
        RollLine(label, "", (text,), before is not None and before.get(label, NONE) != text)
        for label, text in texts(position, seat)
        if text != NONE
    ]
    lines.sort(key=lambda line: not line.changed)
    return RollSide(seat, COLOURS[seat], tuple(lines))


def texts(position: Position, seat: int) -> Iterator[tuple[str, str]]:
    """The lines of the key with their names."""
    yield "Pawns", units_text(position, seat, PAWNS)
    yield "Nobles", units_text(position, seat, NOBLES)
    yield "Treasures left", treasures_text(position, seat)
    yield "Captured", captured_text(position, seat)
    yield "Reserve", reserve_text(position, seat)
    frozen = by_name(tile for tile in position.tiles_of(seat) if position.is_frozen(tile))
    yield "Frozen", " ".join(map(tile_name, frozen)) or NONE
    removed = ", ".join(KIND_OF_LETTER[letter] for letter in position.removed)
    yield "Out of the game", (removed if seat == SEATS[0] else "") or NONE
