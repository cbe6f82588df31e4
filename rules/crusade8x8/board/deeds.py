"""What the clauses of an action do to a position: nothing is decided here."""

from dataclasses import replace
from typing import assert_never

from rules.crusade8x8.board.position import Position
from rules.crusade8x8.board.tables import (
    FACING_OF,
    FACINGS,
    FORWARD,
    HIT,
    PAWNS,
    tile_named,
    unit_byte,
)
from rules.crusade8x8.events import (
    Captured,
    CounterCaptured,
    Deed,
    Froze,
    Moved,
    Recruited,
    Swapped,
    TreasureCaptured,
    Turned,
)


def after_deed(position: Position, event: Deed) -> Position:
    """What one deed does to the units and the treasures."""
    match event:
        case Moved(start, goal):
            a, b = tile_named(start), tile_named(goal)
            return _with(position, {a: 0, b: position.cells[a]})
        case Swapped(start, goal):
            a, b = tile_named(start), tile_named(goal)
            return _with(position, {a: position.cells[b], b: position.cells[a]})
        case Turned(tile, facing):
            at = tile_named(tile)
            byte = position.cells[at]
            return _with(position, {at: byte - FACING_OF[byte] + FACINGS.index(facing)})
        case Captured(_, _, tile):
            return _with(position, {tile_named(tile): 0})
        case CounterCaptured(_, _, _, start):
            return _with(position, {tile_named(start): 0})
        case Froze(_, _, tile):
            at = tile_named(tile)
            return _with(position, {at: position.cells[at] | HIT})
        case Recruited(seat, kind, tile):  # C8-REC-8: a Pawn faces forward
            forward = FORWARD[seat] if kind in PAWNS else None
            return _with(position, {tile_named(tile): unit_byte(seat, kind, forward)})
        case TreasureCaptured(_, _, tile):
            at = tile_named(tile)
            left = (0 if i == at else byte for i, byte in enumerate(position.treasures))
            return replace(position, treasures=tuple(left))
        case _:
            assert_never(event)


def _with(position: Position, changes: dict[int, int]) -> Position:
    cells = (changes.get(tile, byte) for tile, byte in enumerate(position.cells))
    return replace(position, cells=tuple(cells))
