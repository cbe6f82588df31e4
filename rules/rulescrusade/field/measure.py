"""Distances, directions and heights (RC-GEO)."""

from math import isqrt

from rules.numbers.grid import Cell
from rules.rulescrusade.field.terrain import Relief
from rules.rulescrusade.state import Unit
from rules.rulescrusade.words import STEPS

EIGHT = tuple(STEPS.values())
"""One step in each direction, in the order in which routes prefer them (RC-MOVE-12)."""

HEIGHTS = {
    "small": 1,
    "normal": 2,
    "heavy": 2,
    "big": 3,
    "light vehicle": 2,
    "vehicle": 3,
    "titan": 6,
}


def inches(square: int) -> int:
    """RC-GEO-3: the square root to the nearest inch: the largest k with k(k-1) below the square.

    RC-SCOPE-2: nothing but whole numbers.
    """
    if square <= 0:
        return 0
    k = isqrt(square)
    return k + 1 if k * (k + 1) < square else k


def square(one: Cell, other: Cell, rise: int = 0) -> int:
    """The square of the straight distance."""
    rows, columns = one[0] - other[0], one[1] - other[1]
    return rows * rows + columns * columns + rise * rise


def flat(one: Cell, other: Cell) -> int:
    """RC-JUMP-1: the distance of two cells with no rise between them."""
    return inches(square(one, other))


def distance(hulk: bool, one: Cell, other: Cell, rise: int) -> int:
    """RC-GEO-3; RC-GEO-4, RC-HULK-2: squares in a hulk, a diagonal counting one."""
    if hulk:
        return max(abs(one[0] - other[0]), abs(one[1] - other[1]), abs(rise))
    return inches(square(one, other, rise))


def penalty(away: int) -> int:
    """RC-GEO-5: one for every full foot (RC-RULING-2)."""
    return away // 12


def bearing(start: Cell, end: Cell, hulk: bool) -> Cell:
    """RC-GEO-8: one of eight directions as a step; in a hulk (RC-HULK-3) one of four."""
    rows, columns = end[0] - start[0], end[1] - start[1]
    down = (rows > 0) - (rows < 0)
    across = (columns > 0) - (columns < 0)
    if hulk:
        return (down, 0) if abs(rows) >= abs(columns) else (0, across)
    if abs(rows) > 2 * abs(columns):
        return down, 0
    if abs(columns) > 2 * abs(rows):
        return 0, across
    return down, across


def ahead(cell: Cell, step: Cell, times: int = 1) -> Cell:
    """The cell so many steps on."""
    return cell[0] + times * step[0], cell[1] + times * step[1]


def height(unit: Unit) -> int:
    """RC-GEO-9: how tall a model is; a chit is like a model of normal size."""
    return 3 if unit.trait("Tall") else HEIGHTS[unit.size]


def ledge(unit: Unit) -> int:
    """RC-GEO-9: the ledge that it may walk up (RC-RULING-22)."""
    return 2 if height(unit) >= 3 else 1


def neighbours(one: Cell, other: Cell) -> bool:
    """Is one of the eight cells around the other?  RC-HULK-5: such is the area of a hazard too."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1


def touching(ground: Relief, one: tuple[int, int, bool], other: tuple[int, int, bool]) -> bool:
    """RC-GEO-7: adjacent: neighbouring cells, levels within 1, no wall or sector between.

    RC-BLDG-3: from a catwalk one reaches through a window, whatever the levels.
    """
    rows, columns = one[0] - other[0], one[1] - other[1]
    if not (-1 <= rows <= 1 and -1 <= columns <= 1) or (rows == 0 and columns == 0):
        return False
    here, there = (one[0], one[1]), (other[0], other[1])
    if one[2] != other[2]:
        return ground.char(there if one[2] else here) == "w"
    if one[2] and ground.sector_at(here) != ground.sector_at(there):
        return False
    if abs(ground.level_at(here, one[2]) - ground.level_at(there, other[2])) > 1:
        return False
    return not (rows and columns and ground.pinched(here, there))


def is_big(unit: Unit) -> bool:
    """RC-ABIL-4: the trait or the size."""
    return unit.size == "big" or unit.trait("Big")


def is_small(unit: Unit) -> bool:
    """RC-ABIL-30: the trait or the size."""
    return unit.size == "small" or unit.trait("Small")


def is_heavy(unit: Unit) -> bool:
    """RC-ABIL-14, RC-ABIL-4: heavy, or counting as heavy."""
    return unit.bulk >= 2 or unit.trait("Heavy") or unit.trait("Big")
