"""What makes a way longer than it looks: the first thing that stands in it."""

from collections.abc import Iterator

from rules.crusade7.field.geometry import ADJACENT, size_of, units_on, within_of
from rules.crusade7.field.paths import Ground, is_unhindered
from rules.crusade7.orders import place
from rules.crusade7.state import State, Unit
from rules.numbers.grid import Cell


def detour(state: State, unit: Unit, ground: Ground, points: tuple[Cell, ...]) -> str:
    """C7-MOVE-6, C7-MOVE-8: `: EQ1 stands on 6,9`, if a leg could not go straight; or nothing."""
    cell = ground.start
    for point in points:
        if not is_unhindered(ground, cell, point):
            for passed in straight_on(cell, point):
                if ground.factor(passed) != 1:
                    return f": {in_the_way(state, unit, passed)}"
        cell = point
    return ""


def straight_on(start: Cell, end: Cell) -> Iterator[Cell]:
    """The cells of the way that one would take: across the corners first, then straight."""
    cell = start
    while cell != end:
        cell = (cell[0] + _towards(cell[0], end[0]), cell[1] + _towards(cell[1], end[1]))
        yield cell


def _towards(one: int, other: int) -> int:
    return (other > one) - (other < one)


def in_the_way(state: State, unit: Unit, cell: Cell) -> str:
    """What keeps a unit off a cell: who stands there, an enemy beside it, or the ground."""
    size = size_of(state, unit)
    there = units_on(state, cell, size, unit.ref)
    if there:
        return f"{there[0].ref} stands on {place(cell)}"
    near = [one for one in within_of(state, cell, size, ADJACENT) if one.seat != unit.seat]
    ground = state.terrain.get(cell, "")
    if near and not ground:
        return f"{place(cell)} is within 1 of {near[0].ref}"
    return f"{place(cell)} is {ground} ground" if ground else f"{place(cell)} is not open"
