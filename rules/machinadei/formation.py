"""Geometry of bases and formations in whole numbers: cells, contact, ranks, wheels, arcs."""

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from math import isqrt

from rules.machinadei.orders import Cell

# Cells and bases: gaps, contact and directions, in whole numbers.


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
"""The ways a formation may face, clockwise: each is a right turn from the one before."""

BESIDE: tuple[Cell, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))


def base_cells(spot: Cell, side: int) -> tuple[Cell, ...]:
    """MD-BOARD-4: the square of a base from its north-west cell, row by row."""
    x, y = spot
    return tuple((x + i, y + j) for j in range(side) for i in range(side))


def gap_square(one: Cell, two: Cell, side: int = 1) -> int:
    """MD-MEAS-1: the square of the gap between two cells, or two bases of the same size; those that
    touch, even at a corner, have none."""
    across, down = abs(one[0] - two[0]) - side, abs(one[1] - two[1]) - side
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
    """The length of a gap, given its square, as text: whole, or cut off to two decimals."""
    full, rest = divmod(isqrt(square * 10_000), 100)
    return f"{full}.{rest:02d}" if rest else str(full)


# Formations: where each model stands, and where it stands after a wheel, a turn or a reform.


Stand = tuple[Cell, str, int]
"""MD-BOARD-5: front-left cell, facing and files of a formation."""


def ahead(facing: str) -> Cell:
    """MD-UNIT-2: the unit vector f of a facing."""
    return COMPASS[facing]


def rightward(facing: str) -> Cell:
    """MD-UNIT-2: the unit vector r to the right of a facing."""
    return COMPASS[to_side(facing, "right")]


def to_side(facing: str, way: str) -> str:
    """The facing after a quarter turn to the left or right, or a turn about."""
    quarters = {"right": 1, "around": 2, "left": 3}[way]
    return FACINGS[(FACINGS.index(facing) + quarters) % 4]


def ranks_of(models: int, files: int) -> int:
    """MD-UNIT-2: ranks = ceil(models / files)."""
    return -(-models // files) if files else 0


@lru_cache(maxsize=4096)
def standing(at: Cell, facing: str, files: int, models: int) -> tuple[Cell, ...]:
    """MD-UNIT-2: model i stands at a + (i mod F) r - floor(i/F) f."""
    (fx, fy), (rx, ry), (x, y) = ahead(facing), rightward(facing), at
    return tuple(
        (x + i % files * rx - i // files * fx, y + i % files * ry - i // files * fy)
        for i in range(models)
    )


def corner(at: Cell, facing: str, right: int, front: int) -> Cell:
    """The cell a + right * r + front * f."""
    (fx, fy), (rx, ry) = ahead(facing), rightward(facing)
    return at[0] + right * rx + front * fx, at[1] + right * ry + front * fy


def wheeled(at: Cell, facing: str, files: int, side: str) -> Stand:
    """MD-WHEEL-1: the formation after wheeling 90 degrees about the front corner on that side."""
    if side == "left":
        return corner(at, facing, 0, 1), to_side(facing, "left"), files
    return corner(at, facing, files - 1, files), to_side(facing, "right"), files


def swept(at: Cell, facing: str, files: int, ranks: int, side: str) -> tuple[Cell, ...]:
    """MD-WHEEL-4: the square in front that a wheel must find free."""
    wide = range(max(files, ranks))
    return tuple(
        corner(at, facing, j if side == "left" else files - 1 - j, i)
        for i in range(1, files + 1)
        for j in wide
    )


def turned(at: Cell, facing: str, files: int, models: int, way: str) -> Stand:
    """MD-TURN-2: the formation after a turn.  The block of cells stays; in a turn to the side ranks
    and files change places."""
    ranks = ranks_of(models, files)
    new = to_side(facing, way)
    if way == "right":
        return corner(at, facing, files - 1, 0), new, ranks
    if way == "left":
        return corner(at, facing, 0, 1 - ranks), new, ranks
    return corner(at, facing, files - 1, 1 - ranks), new, files


def block_size(facing: str, files: int, ranks: int) -> Cell:
    """Width and height of the full rectangle of files x ranks."""
    return (files, ranks) if facing in "NS" else (ranks, files)


def north_west(at: Cell, facing: str, files: int, ranks: int) -> Cell:
    """The north-west cell of that rectangle, for a formation at `at`."""
    far = corner(at, facing, files - 1, 1 - ranks)
    return min(at[0], far[0]), min(at[1], far[1])


def front_left(corner_cell: Cell, facing: str, files: int, ranks: int) -> Cell:
    """The front-left cell of a block whose north-west cell is `corner_cell`."""
    wide, high = block_size(facing, files, ranks)
    x, y = corner_cell
    east, south = x + wide - 1, y + high - 1
    return {"N": (x, y), "E": (east, y), "S": (east, south), "W": (x, south)}[facing]


def centred(stand: Stand, models: int, facing: str, files: int) -> Cell:
    """MD-REFORM-8: the front-left cell of the new block, centred on the old one."""
    at, old, old_files = stand
    old_ranks, ranks = ranks_of(models, old_files), ranks_of(models, files)
    was, now = block_size(old, old_files, old_ranks), block_size(facing, files, ranks)
    x, y = north_west(at, old, old_files, old_ranks)
    moved = x + (was[0] - now[0]) // 2, y + (was[1] - now[1]) // 2
    return front_left(moved, facing, files, ranks)


def wheel_cost(files: int, degrees: int, drilled: bool) -> int:
    """MD-WHEEL-3: rhu(pi F q / 180), the way of the outside corner; MD-ABIL-1: half of it.

    355/113 stands for pi, which is exact for every possible number of files and degrees.
    """
    whole = 360 if drilled else 180
    return (2 * 355 * files * degrees + 113 * whole) // (2 * 113 * whole)


def in_front(at: Cell, facing: str, files: int, cell: Cell) -> bool:
    """MD-ARC-1: is the cell d >= 1 ahead, and no farther to the side than ahead?"""
    (fx, fy), (rx, ry) = ahead(facing), rightward(facing)
    dx, dy = cell[0] - at[0], cell[1] - at[1]
    d, s = dx * fx + dy * fy, dx * rx + dy * ry
    return d >= 1 and max(0, -s, s - (files - 1)) <= d


def arc_of(at: Cell, facing: str, files: int, ranks: int, cell: Cell) -> str:
    """MD-ARC-2: in which arc of the formation a cell lies: front, rear, or left or right flank."""
    (fx, fy), (rx, ry) = ahead(facing), rightward(facing)
    dx, dy = cell[0] - at[0], cell[1] - at[1]
    d, s = dx * fx + dy * fy, dx * rx + dy * ry
    side = max(0, -s, s - (files - 1))
    if d >= 1 and side <= d:
        return "front"
    behind = -d - (ranks - 1)
    if behind >= 1 and side <= behind:
        return "rear"
    if s < 0:
        return "left flank"
    return "right flank" if s > files - 1 else "inside"
