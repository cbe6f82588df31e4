"""Cells and bases: gaps, contact and directions, in whole numbers."""

from collections.abc import Collection, Iterable, Iterator
from math import isqrt

from rules.machinadei.orders import Cell

COMPASS: dict[str, Cell] = {
    "N": (0, -1),
    "NE": (1, -1),
    "E": (1, 0),
    "SE": (1, 1),
    "S": (0, 1),
    "SW": (-1, 1),
    "W": (-1, 0),
    "NW": (-1, -1),
}
"""MD-BOARD-1: x grows to the east, y to the south."""

FACINGS = ("N", "E", "S", "W")
"""The ways a formation may face, each the right of the one before."""

BESIDE: tuple[Cell, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))


def base_cells(spot: Cell, side: int) -> tuple[Cell, ...]:
    """MD-BOARD-4: the square of a base from its north-west cell, row by row."""
    x, y = spot
    return tuple((x + i, y + j) for j in range(side) for i in range(side))


def gap_square(one: Cell, two: Cell) -> int:
    """MD-MEAS-1: the square of the gap: cells that touch, even at a corner, have none."""
    across, down = abs(one[0] - two[0]) - 1, abs(one[1] - two[1]) - 1
    return max(0, across) ** 2 + max(0, down) ** 2


def nearest(ones: Iterable[Cell], others: Collection[Cell]) -> int:
    """MD-MEAS-2: the square of the smallest gap between two sets of cells."""
    return min(gap_square(one, two) for one in ones for two in others)


def within(ones: Iterable[Cell], others: Collection[Cell], inches: int) -> bool:
    """MD-MEAS-2: within n means gap^2 <= n^2; nothing is rounded."""
    most = inches * inches
    return any(gap_square(one, two) <= most for one in ones for two in others)


def beside(cell: Cell) -> Iterator[Cell]:
    """MD-MEAS-4: the cells that share an edge with a cell."""
    return ((cell[0] + dx, cell[1] + dy) for dx, dy in BESIDE)


def touches(ones: Iterable[Cell], others: Collection[Cell]) -> bool:
    """MD-MEAS-4: a cell of one shares an edge with a cell of the other."""
    return any(near in others for one in ones for near in beside(one))


def shifted(cells: Iterable[Cell], step: Cell, times: int = 1) -> tuple[Cell, ...]:
    """The same cells, moved."""
    dx, dy = step[0] * times, step[1] * times
    return tuple((x + dx, y + dy) for x, y in cells)


def bounds(cells: Collection[Cell]) -> tuple[int, int, int, int]:
    """The bounding rectangle: west, north, east, south."""
    across = [x for x, _ in cells]
    down = [y for _, y in cells]
    return min(across), min(down), max(across), max(down)


def inches(square: int) -> str:
    """A gap by its square, as text: whole, or with two decimals cut off."""
    full, rest = divmod(isqrt(square * 10_000), 100)
    return f"{full}.{rest:02d}" if rest else str(full)
