"""The battlefield around a unit or a cell in words, for those who cannot see the board."""

from collections.abc import Iterator

from rules.crusade7.field import geometry
from rules.crusade7.naming import find_unit
from rules.crusade7.state import COLUMNS, ROWS, State, Unit
from rules.crusade7.telling.picture import unit_words
from rules.crusade7.telling.view import seen
from rules.line.errors import Refusal
from rules.line.flow import seat_name
from rules.numbers.grid import Cell, cell_of, direction, gaps, offset

NEAR = 3
"""How far terrain is told of."""


def describe(state: State, viewer: int | None, reference: str) -> tuple[str, ...]:
    """What is near a unit or a cell that the viewer may see, with bearing and distance (C7-GEO-4).

    Bearings are those of orders (C7-MOVE-14): row 1 is up, column 1 is left.
    """
    around = [unit for seat in (1, 2) for unit in seen(state, viewer, seat)]
    cell = cell_of(reference)
    if cell is not None:
        if not geometry.on_board(cell, (1, 1)):
            raise Refusal("C7-GEO-1", f"{reference} is not on the board of {ROWS} x {COLUMNS}")
        return tuple(from_cell(state, around, cell))
    unit = find_unit(state, viewer or 0, reference)
    if unit is None or unit not in around:
        raise Refusal("C7-ORDER-2", f"there is no unit {reference[:40]}")
    return tuple(from_unit(state, around, unit))


def from_unit(state: State, around: list[Unit], unit: Unit) -> Iterator[str]:
    """The unit itself, then the others by distance, then the ground."""
    yield f"{unit_words(state, unit)}, {seat_name(unit.seat)}"
    if not unit.on_field:
        return
    if geometry.is_engaged(state, unit):
        yield f"{unit.ref} is engaged"
    at, size = geometry.anchor_of(unit), geometry.size_of(state, unit)
    if size != (1, 1):
        end = f"{at[0] + size[0] - 1},{at[1] + size[1] - 1}"
        yield f"it covers {size[0]} x {size[1]} cells, to {end}"
    others = [one for one in around if one.on_field and one.ref != unit.ref]
    for one in sorted(
        others, key=lambda one: (geometry.separation(state, unit, one), geometry.anchor_of(one))
    ):
        side = "own" if one.seat == unit.seat else "enemy"
        yield f"{side} {place_of(state, one, at, geometry.separation(state, unit, one))}"
    yield from ground(state, at, size)


def from_cell(state: State, around: list[Unit], cell: Cell) -> Iterator[str]:
    """What stands on a cell, then the others by distance, then the ground."""
    here = [unit for unit in around if unit.on_field and cell in state.cells(unit)]
    terrain = state.terrain.get(cell, "")
    told = [unit_words(state, unit) for unit in here] + ([f"{terrain} ground"] if terrain else [])
    yield f"{cell[0]},{cell[1]}: {'; '.join(told) or 'empty'}"

    def far(unit: Unit) -> int:
        rows, columns = gaps(cell, (1, 1), geometry.anchor_of(unit), geometry.size_of(state, unit))
        return geometry.rounded(rows * rows + columns * columns)

    others = [unit for unit in around if unit.on_field and unit not in here]
    for unit in sorted(others, key=lambda unit: (far(unit), geometry.anchor_of(unit))):
        yield f"{seat_name(unit.seat)} {place_of(state, unit, cell, far(unit))}"
    yield from ground(state, cell, (1, 1))


def place_of(state: State, unit: Unit, start: Cell, away: int) -> str:
    """`Goblin G1 at 5,25 (13 HP): 20 away, right (20 right)`."""
    at = geometry.anchor_of(unit)
    rows, columns = at[0] - start[0], at[1] - start[1]
    where = f"{direction(rows, columns)} ({offset(rows, columns)})"
    return f"{unit_words(state, unit)}: {away} away, {where}"


def ground(state: State, at: Cell, size: Cell) -> Iterator[str]:
    """Terrain within a few cells, and how far the edges are."""
    near: dict[str, list[str]] = {}
    for cell, kind in sorted(state.terrain.items()):
        rows, columns = gaps(at, size, cell, (1, 1))
        if max(rows, columns) <= NEAR:
            near.setdefault(kind, []).append(f"{cell[0]},{cell[1]}")
    for kind, cells in sorted(near.items()):
        yield f"{kind} ground near: {' '.join(cells)}"
    bottom, right = ROWS - at[0] - size[0] + 1, COLUMNS - at[1] - size[1] + 1
    yield f"cells to the edge: up {at[0] - 1}, down {bottom}, left {at[1] - 1}, right {right}"
