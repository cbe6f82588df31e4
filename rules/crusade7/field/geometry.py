"""Where units stand on the board and how far apart they are (chapter 5.1).

C7-GEO-7: facing, height and lines of sight do not exist, so what lies between units is ignored.
"""

from rules.crusade7.orders import Goal, Heading
from rules.crusade7.state import COLUMNS, ROWS, State, Unit
from rules.numbers.arith import nearest, root
from rules.numbers.grid import DIRECTIONS, Cell, gaps, rectangle, shift

ADJACENT = 1
"""C7-GEO-3: the eight surrounding cells are at distance 1, diagonals included."""


def rounded(square: int) -> int:
    """C7-GEO-2: the root of dr² + dc², rounded to the nearest whole number at the very end."""
    return nearest(root(square))


def is_within(square: int, reach: int) -> bool:
    """C7-GEO-3: "within n" means a rounded distance of n at most, so dr² + dc² up to n² + n."""
    return square <= reach * reach + reach


def anchor_of(unit: Unit) -> Cell:
    """The top-left cell of a unit that stands on the field."""
    if unit.at is None:
        raise ValueError(f"{unit.ref} has no position")
    return unit.at


def size_of(state: State, unit: Unit) -> Cell:
    """C7-GEO-5: the rows and columns that a unit covers; it is never turned."""
    return state.block(unit).footprint


def line_gaps(state: State, a: Unit, b: Unit) -> Cell:
    """C7-GEO-4: the gaps between two footprints along rows and columns, 0 where they overlap."""
    return gaps(anchor_of(a), size_of(state, a), anchor_of(b), size_of(state, b))


def gap_square(state: State, a: Unit, b: Unit) -> int:
    """C7-GEO-4: the exact square of the distance between the nearest cells of two units."""
    return gap_square_at(state, a, anchor_of(a), b)


def gap_square_at(state: State, a: Unit, cell: Cell, b: Unit) -> int:
    """`gap_square`, as if the first unit's anchor were on that cell."""
    rows, columns = gaps(cell, size_of(state, a), anchor_of(b), size_of(state, b))
    return rows * rows + columns * columns


def separation(state: State, a: Unit, b: Unit) -> int:
    """C7-GEO-4: the distance between two units is that of their nearest cells, rounded."""
    return rounded(gap_square(state, a, b))


def separation_at(state: State, a: Unit, cell: Cell, b: Unit) -> int:
    """`separation`, as if the first unit's anchor were on that cell."""
    return rounded(gap_square_at(state, a, cell, b))


def within_of(state: State, anchor: Cell, size: Cell, reach: int) -> list[Unit]:
    """C7-GEO-3: the units on the field within reach of a rectangle, by row, then column."""
    lowest, rightmost = anchor[0] + size[0] - 1 + reach, anchor[1] + size[1] - 1 + reach
    top, left = anchor[0] - reach, anchor[1] - reach
    blocks, found = state.blocks, []
    for unit in state.units.values():
        cell = unit.at
        if cell is None or unit.dead or cell[0] > lowest or cell[1] > rightmost:
            continue
        own = blocks[unit.kind].footprint
        if cell[0] + own[0] <= top or cell[1] + own[1] <= left:
            continue
        rows, columns = gaps(anchor, size, cell, own)
        if is_within(rows * rows + columns * columns, reach):
            found.append(unit)
    return sorted(found, key=anchor_of)


def within(state: State, unit: Unit, reach: int, seat: int | None = None) -> list[Unit]:
    """C7-GEO-3: the other units within reach of a unit, of one army or both, by row, column."""
    near = within_of(state, anchor_of(unit), size_of(state, unit), reach)
    return [one for one in near if one.ref != unit.ref and (seat is None or one.seat == seat)]


def enemy_seat(unit: Unit) -> int:
    """The seat of the army opposed to the unit's own."""
    return 3 - unit.seat


def enemies(state: State, unit: Unit) -> list[Unit]:
    """The units on the field that are opposed to a unit."""
    return list(state.on_field(enemy_seat(unit)))


def is_engaged(state: State, unit: Unit) -> bool:
    """Engaged: adjacent (C7-GEO-3) to at least one enemy unit."""
    return unit.on_field and bool(within(state, unit, ADJACENT, enemy_seat(unit)))


def occupied(state: State, besides: str = "") -> dict[Cell, Unit]:
    """C7-GEO-9: the occupied cells, each with the one unit on it; `besides` is left out."""
    return {
        cell: unit for unit in state.on_field() if unit.ref != besides for cell in state.cells(unit)
    }


def on_board(anchor: Cell, size: Cell) -> bool:
    """C7-GEO-1, C7-GEO-5: does the whole footprint lie on the board of 24 rows, 30 columns?"""
    return 1 <= anchor[0] <= ROWS - size[0] + 1 and 1 <= anchor[1] <= COLUMNS - size[1] + 1


def units_on(state: State, anchor: Cell, size: Cell, besides: str = "") -> list[Unit]:
    """The units that cover any cell of a rectangle."""
    return [unit for unit in within_of(state, anchor, size, 0) if unit.ref != besides]


def is_impassable(state: State, anchor: Cell, size: Cell) -> bool:
    """C7-TERR-2: is any cell of a rectangle impassable ground?"""
    return any(state.terrain.get(cell) == "impassable" for cell in rectangle(anchor, size))


def is_free(state: State, anchor: Cell, size: Cell, besides: str = "") -> bool:
    """C7-GEO-9: on the board, without a unit on any of its cells, and not impassable."""
    return (
        on_board(anchor, size)
        and not is_impassable(state, anchor, size)
        and not units_on(state, anchor, size, besides)
    )


def obstacle(state: State, unit: Unit, to: Cell) -> str:
    """C7-GEO-9, C7-TERR-2: what keeps a unit off a place on the board: the reference of another
    unit, or `impassable ground`; empty if nothing does."""
    size = size_of(state, unit)
    others = units_on(state, to, size, unit.ref)
    if others:
        return others[0].ref
    return "impassable ground" if is_impassable(state, to, size) else ""


def zone(seat: int) -> range:
    """C7-GEO-8: the columns in which an army deploys: 1-9 for army 1, 22-30 for army 2."""
    return range(1, 10) if seat == 1 else range(22, COLUMNS + 1)


def edge_column(seat: int) -> int:
    """C7-GEO-8: the column of an army's own edge."""
    return 1 if seat == 1 else COLUMNS


def forward(seat: int) -> int:
    """C7-GEO-8: forward is away from one's own edge: +1 is right, -1 is left."""
    return 1 if seat == 1 else -1


def direction_step(seat: int, direction: str) -> Cell:
    """C7-MOVE-14: one step in a direction; forward and back depend on the army."""
    if direction in ("forward", "back"):
        return 0, forward(seat) if direction == "forward" else -forward(seat)
    return DIRECTIONS[direction]


def goal_from(cell: Cell, seat: int, goal: Goal) -> Cell:
    """C7-MOVE-14: the cell that a goal means, with steps in a direction counted from `cell`."""
    if isinstance(goal, Heading):
        return shift(cell, direction_step(seat, goal.direction), goal.steps)
    return goal


def goal_cell(unit: Unit, goal: Goal) -> Cell:
    """C7-MOVE-14: the cell that a goal means, counted from where the unit stands."""
    return goal_from(anchor_of(unit), unit.seat, goal)
