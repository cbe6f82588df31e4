"""Position + event -> position: nothing is decided here."""

from dataclasses import replace

from rules.crusade8x8.board.position import Position
from rules.crusade8x8.board.tables import (
    FACING_OF,
    FACINGS,
    FORWARD,
    HIT,
    PAWNS,
    SETTLE,
    tile_named,
    unit_byte,
)
from rules.crusade8x8.events import (
    Captured,
    CounterCaptured,
    Froze,
    Moved,
    Recruited,
    Swapped,
    TreasureCaptured,
    Turned,
    TurnEnded,
)
from rules.events import Event


def apply_to_table(position: Position, event: Event) -> Position:
    """What one event of a turn does to the units, the treasures and the counters."""
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
        case TurnEnded():
            return _after_turn(position, event)
        case _:
            return position


def _after_turn(position: Position, event: TurnEnded) -> Position:
    """C8-FRZ-3, C8-TURN-1: marks settle, then it is the other player's turn.

    C8-POS-3: the side changes also when the game has just ended.
    """
    return replace(
        position,
        cells=tuple(SETTLE[event.seat][byte] for byte in position.cells),
        side=3 - event.seat,
        forfeits=event.forfeits,
        offer=event.offer,
        progress=event.progress,
        round=event.round,
    )


def _with(position: Position, changes: dict[int, int]) -> Position:
    cells = (changes.get(tile, byte) for tile, byte in enumerate(position.cells))
    return replace(position, cells=tuple(cells))
