"""The board as cells: always whole, without colours, what changed marked."""

from collections.abc import Iterator

from rules.crusade8x8.board.position import Position
from rules.crusade8x8.state import State
from rules.crusade8x8.telling.view import GROUND, position_for
from rules.display.telling import Cell, Compact, Marked

RANKS, FILES = tuple("87654321"), tuple("abcdefgh")
WIDTH = 4


def compact(state: State, viewer: int | None, since: State | None = None) -> Compact | None:
    """C8-VIEW-1, C8-VIEW-2: eight ranks of cells of width 4; None before units can be seen."""
    seen = position_for(state, viewer)
    has_units = any(seen.cells)
    if state.flow.phase == "choose" or (state.flow.phase == "place" and not has_units):
        return None
    earlier = None
    if since is not None and since.flow.phase in ("play", "over"):
        earlier = since.position
    cells = tuple(cell for tile in range(64) for cell in cell_of(seen, tile, earlier))
    ordered = tuple(sorted(cells, key=lambda one: (one.row, one.column)))
    return Compact(RANKS, FILES, ordered, tuple(legend(seen)), WIDTH, GROUND[0], whole=True)


def cell_of(position: Position, tile: int, earlier: Position | None) -> Iterator[Cell]:
    """A unit, the sign of a treasure, or one that was taken there and left the tile empty."""
    row, column = 7 - tile // 8, tile % 8
    unit = position.unit_at(tile)
    if unit is not None:
        changed: Marked = ""
        if earlier is not None and position.cells[tile] != earlier.cells[tile]:
            changed = "*"
        frozen = "!" if position.is_frozen(tile) else ""
        yield Cell(row, column, f"{unit.letter}{unit.arrow}{frozen}", True, changed)
        return
    treasure = position.treasures[tile]
    died: Marked = "x" if has_fallen(position, tile, earlier) else ""
    if died or treasure:
        yield Cell(row, column, GROUND[treasure] if treasure else "", False, died)


def has_fallen(position: Position, tile: int, earlier: Position | None) -> bool:
    """Did a unit stand here that cannot have gone elsewhere: none of its kind came to a tile?"""
    was = None if earlier is None else earlier.unit_at(tile)
    if was is None or earlier is None:
        return False
    for other in range(64):
        now, before = position.unit_at(other), earlier.unit_at(other)
        same = now is not None and (now.seat, now.kind) == (was.seat, was.kind)
        there = before is not None and (before.seat, before.kind) == (was.seat, was.kind)
        if same and not there:
            return False
    return True


def legend(position: Position) -> Iterator[str]:
    """The signs that occur, treasures that units hide left out."""
    units = [unit for tile in range(64) if (unit := position.unit_at(tile)) is not None]
    if units:
        yield "capitals White, small letters Black"
    if any(position.is_frozen(tile) for tile in range(64) if position.unit_at(tile)):
        yield "! frozen"
    lying = [position.treasures[tile] for tile in range(64) if position.is_open(tile)]
    names = {GROUND[1]: "Supply", GROUND[2]: "Relic"}
    signs = [sign for sign in names if any(GROUND[one] == sign for one in lying if one)]
    if signs:
        yield ", ".join(f"{sign} {names[sign]}" for sign in signs)
