"""MD-ARC, MD-LOS: what a unit has in its front arc, and what hides a unit from it."""

from collections.abc import Iterator
from functools import lru_cache

from rules.line.errors import Refusal
from rules.machinadei.field.table import occupied
from rules.machinadei.formation.geometry import gap_square
from rules.machinadei.formation.ranks import in_front
from rules.machinadei.orders import Cell, place
from rules.machinadei.state import State, Unit


def eyes(unit: Unit) -> tuple[Cell, ...]:
    """MD-LOS-2: the cells that see: of a formation the front rank only."""
    return unit.cells[: unit.files] if unit.is_formation else unit.cells


def has_in_arc(unit: Unit, cell: Cell) -> bool:
    """MD-ARC-1, MD-ARC-3: a formation has a front arc, all others see all round."""
    if not unit.is_formation or unit.at is None:
        return True
    return in_front(unit.at, unit.facing, unit.files, cell)


def visible_cells(unit: Unit, target: Unit) -> tuple[Cell, ...]:
    """MD-LOS-2: the cells of the target that lie in the arc."""
    return tuple(cell for cell in target.cells if has_in_arc(unit, cell))


def check_arc(unit: Unit, cells: tuple[Cell, ...], name: str) -> tuple[Cell, ...]:
    """MD-ARC-1: a formation attacks only what is in its front arc."""
    found = tuple(cell for cell in cells if has_in_arc(unit, cell))
    if not found:
        raise Refusal(
            "MD-ARC-1", f"{name} is not in the front arc of {unit.ref} (facing {unit.facing})."
        )
    return found


def check_cell_in_arc(unit: Unit, cell: Cell) -> None:
    """MD-ARC-1, for a location."""
    check_arc(unit, (cell,), place(cell))


Pair = tuple[Cell, Cell]


def pairs_in_range(unit: Unit, cells: tuple[Cell, ...], reach: int) -> Iterator[Pair]:
    """MD-SHOOT-4: the pairs of a cell that sees and a target cell within the range."""
    most = reach * reach
    return ((eye, cell) for eye in eyes(unit) for cell in cells if gap_square(eye, cell) <= most)


@lru_cache(maxsize=16384)
def passed(dx: int, dy: int) -> tuple[Cell, ...]:
    """MD-LOS-1: the cells between (0,0) and (dx,dy) through whose inside the line passes.

    Centres lie on even coordinates, a cell reaches one to either side; a cell is passed if the
    line overlaps it and has corners of it on both sides.
    """
    if abs(dx) < abs(dy):
        return tuple((x, y) for y, x in passed(dy, dx))
    found = []
    for x in range(min(0, dx), max(0, dx) + 1):
        low = dy * x // dx if dx else 0
        for y in (low, low + 1):
            inside = 2 * abs(dx * y - dy * x) < abs(dx) + abs(dy)
            if inside and min(0, dy) <= y <= max(0, dy) and (x, y) not in ((0, 0), (dx, dy)):
                found.append((x, y))
    return tuple(found)


def hiding(state: State, unit: Unit, target: Unit) -> dict[Cell, Unit]:
    """MD-LOS-2: cells of third units block whose Size is at least that of both."""
    least = max(unit.size, target.size)
    taken = occupied(state)
    return {
        cell: other
        for cell, other in taken.items()
        if other.size >= least and other.ref not in (unit.ref, target.ref)
    }


def hides(blocking: dict[Cell, Unit], pair: Pair) -> Unit | None:
    """MD-LOS-1: the unit that stands in this line, if one does."""
    (x, y), (to_x, to_y) = pair
    for dx, dy in passed(to_x - x, to_y - y):
        other = blocking.get((x + dx, y + dy))
        if other is not None:
            return other
    return None


def check_sight(state: State, unit: Unit, target: Unit, pairs: Iterator[Pair]) -> None:
    """MD-LOS-2: some line from one of its cells to one of the target's is not blocked."""
    blocking = hiding(state, unit, target)
    found = None
    for pair in pairs:
        other = hides(blocking, pair) if blocking else None
        if other is None:
            return
        found = found or other
    name = found.ref if found else "something"
    raise Refusal("MD-LOS-2", f"{name} hides {target.ref} from {unit.ref}.")
