"""What the GM changed on the table, in short: `b2 white Archer up → left`."""

from collections.abc import Iterator

from rules.crusade8x8.board.position import Position, Unit
from rules.crusade8x8.board.tables import COLOURS, TREASURES, tile_name

FEW = 4
"""So many tiles are told one by one."""


def changes(before: Position, after: Position) -> list[str]:
    """Every change with before and after; a table that is laid anew is told as a whole."""
    tiles = [tile for tile in range(64) if before.cells[tile] != after.cells[tile]]
    lying = [tile for tile in range(64) if before.treasures[tile] != after.treasures[tile]]
    if len(tiles) + len(lying) > FEW:
        return [f"a new position, {COLOURS[after.side]} to move in round {after.round}"]
    return [
        *on_tiles(before, after, tiles),
        *treasures(before, after, lying),
        *numbers(before, after),
    ]


def on_tiles(before: Position, after: Position, tiles: list[int]) -> Iterator[str]:
    """Units that came, went, turned or froze; one that was moved is told once."""
    gone = [tile for tile in tiles if after.unit_at(tile) is None]
    come = [tile for tile in tiles if before.unit_at(tile) is None]
    if len(gone) == len(come) == 1 and before.cells[gone[0]] == after.cells[come[0]]:
        yield f"{before.unit_at(gone[0])} {tile_name(gone[0])} → {tile_name(come[0])}"
        return
    for tile in tiles:
        was, is_ = before.unit_at(tile), after.unit_at(tile)
        yield f"{tile_name(tile)} {look(was, is_)} → {look(is_, was)}"


def look(unit: Unit | None, other: Unit | None) -> str:
    """A unit as far as it differs from what else is told of its tile."""
    if unit is None:
        return "empty"
    same = other is not None and (unit.seat, unit.kind) == (other.seat, other.kind)
    parts = [] if same and other and unit.facing == other.facing else [unit.facing or ""]
    if same and other and unit.frozen != other.frozen:
        parts.append("frozen" if unit.frozen else "not frozen")
    elif unit.frozen:
        parts.append("frozen")
    return " ".join(part for part in ("" if same else str(unit), *parts) if part) or str(unit)


def treasures(before: Position, after: Position, tiles: list[int]) -> Iterator[str]:
    """`b6 Supply of army 2 → none`."""
    for tile in tiles:
        was, is_ = (TREASURES[one.treasures[tile]] or "no treasure" for one in (before, after))
        yield f"{tile_name(tile)} {was} → {is_}"


def numbers(before: Position, after: Position) -> Iterator[str]:
    """Side, round, counters, types out of the game."""
    if before.side != after.side:
        yield f"turn {COLOURS[before.side]} → {COLOURS[after.side]}"
    if before.round != after.round:
        yield f"round {before.round} → {after.round}"
    if before.progress != after.progress:
        yield f"turns without a capture {before.progress} → {after.progress}"
    for seat in (1, 2):
        had, has = before.forfeits[seat - 1], after.forfeits[seat - 1]
        if had != has:
            yield f"{COLOURS[seat]}'s forfeits {had} → {has}"
    if before.removed != after.removed:
        yield f"types out of the game {before.removed or 'none'} → {after.removed or 'none'}"
