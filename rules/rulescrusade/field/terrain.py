"""Terrain, the relief of the ground, distances and heights."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import isqrt
from operator import add

from rules.line.kept import Same
from rules.numbers.grid import Cell, shift
from rules.rulescrusade.state import Building, Ground, Sector, Unit
from rules.rulescrusade.words import STEPS

# RC-MAP-1: what the characters of a map mean, and the relief that they make.


NAMES = {
    "_": "open",
    "#": "wall",
    "c": "cover",
    "=": "barricade",
    "%": "rubble",
    "s": "structure",
    "^": "rough",
    "w": "catwalk",
    "/": "stairs",
    "H": "ladder",
    "+": "door",
    "b": "building",
    "a": "bunker",
    "v": "duct",
    "@": "manhole",
}
"""RC-MAP-1: the terrain names by map character."""

CHARACTERS = {name: char for char, name in NAMES.items()}
"""The map characters by terrain name, as `set terrain` takes them."""

LIGHTS = {".": "clear", "~": "dark", ":": "smoke"}
"""RC-GM-3: the light layer."""

LOW = "c=%s"
"""Terrain whose top is one inch above its elevation."""

SLOW = "c=%"
"""RC-MOVE-6: terrain that costs an extra inch."""

SHELTER = "c=%sw"
"""Terrain that gives front cover to whoever stands in it."""

RISES = {char: 1 if char in LOW else 0 for char in NAMES} | {"#": 10**6, "w": -(10**6)}
"""RC-MAP-1: inches from the elevation of a cell to its top.

A wall is higher than everything; a catwalk never blocks sight.
"""


@dataclass(frozen=True, eq=False)
class Relief:
    """The ground as lists by cell index, precomputed for searches and rays.

    `floor`: elevations; `level`: the standing level outside (the roof of a building); `top`: the
    height that sight must clear; `sector`: `B1.2` for the cells of standing sectors; `ladders`:
    (other cell, height) of the ladders that start or end in a cell.
    """

    ground: Ground
    floor: tuple[int, ...]
    level: tuple[int, ...]
    top: tuple[int, ...]
    sector: tuple[str, ...]
    buildings: dict[str, Building]
    sectors: dict[str, Sector]
    ladders: dict[int, tuple[tuple[Cell, int], ...]]

    def char(self, cell: Cell) -> str:
        """The terrain character of a cell on the board."""
        return self.ground.terrain[self.ground.index(cell)]

    def sector_at(self, cell: Cell) -> str:
        """The standing sector that the cell belongs to, or an empty text."""
        return self.sector[self.ground.index(cell)] if self.ground.holds(cell) else ""

    def building_at(self, cell: Cell) -> Building | None:
        """The building whose standing sector the cell belongs to."""
        ref = self.sector_at(cell)
        return self.buildings[ref.partition(".")[0]] if ref else None

    def standing(self, name: str) -> list[str]:
        """`B1.2`, or all standing sectors of `B1`."""
        if "." in name:
            return [name] if name in self.sectors and self.sectors[name].standing else []
        building = self.buildings.get(name)
        parts = building.sectors if building is not None else ()
        return [f"{name}.{part.number}" for part in parts if part.standing]

    def level_at(self, cell: Cell, inside: bool) -> int:
        """RC-GEO-2: the standing level in a cell."""
        index = self.ground.index(cell)
        return self.floor[index] if inside else self.level[index]

    def sight_level(self, cell: Cell) -> int:
        """RC-GEO-2: the sight level in a cell; inside it counts as on the roof."""
        return self.level[self.ground.index(cell)]

    def wall(self, cell: Cell) -> bool:
        """Is it a wall (or off the board)?"""
        return not self.ground.holds(cell) or self.char(cell) == "#"

    def pinched(self, start: Cell, end: Cell) -> bool:
        """RC-MOVE-11, RC-HULK-4: are both cells beside a diagonal step walls?"""
        return self.wall((start[0], end[1])) and self.wall((end[0], start[1]))


def relief(ground: Ground) -> Relief:
    """The relief of a ground (cached)."""
    return _of_same(Same(ground))


@lru_cache(maxsize=64)
def _of_same(ground: Same[Ground]) -> Relief:
    return _of_equal(ground.value)


@lru_cache(maxsize=64)
def _of_equal(ground: Ground) -> Relief:
    """Cached by value, because the grounds of many matches are equal; `_of_same` by identity."""
    floor, level, columns = floors(ground.heights), levels(ground), ground.cols
    sector, top = [""] * len(floor), list(tops(ground.terrain, ground.heights))
    sectors: dict[str, Sector] = {}
    for building in ground.buildings:
        roof = building.roof
        for part in building.sectors:
            ref = f"{building.ref}.{part.number}"
            sectors[ref] = part
            for row, column in part.cells if part.standing else ():
                index = (row - 1) * columns + column - 1
                sector[index], top[index] = ref, roof
    ladders: dict[int, tuple[tuple[Cell, int], ...]] = {}
    for foot, head in ground.ladders:
        height = level[ground.index(head)] - level[ground.index(foot)]
        for here, there in ((foot, head), (head, foot)):
            index = ground.index(here)
            ladders[index] = (*ladders.get(index, ()), (there, height))
    buildings = {building.ref: building for building in ground.buildings}
    lists = floor, level, tuple(top), tuple(sector)
    return Relief(ground, *lists, buildings, sectors, ladders)


def levels(ground: Ground) -> tuple[int, ...]:
    """RC-GEO-2: the standing level outside for each cell; on a standing building its roof."""
    return _levels(ground.heights, ground.cols, Same(ground.buildings))


@lru_cache(maxsize=64)
def _levels(heights: str, columns: int, buildings: Same[tuple[Building, ...]]) -> tuple[int, ...]:
    level = list(floors(heights))
    for building in buildings.value:
        for part in building.sectors:
            for row, column in part.cells if part.standing else ():
                level[(row - 1) * columns + column - 1] = building.roof
    return tuple(level)


@lru_cache(maxsize=64)
def floors(heights: str) -> tuple[int, ...]:
    """The elevations of all cells."""
    return tuple(map(int, heights))


@lru_cache(maxsize=64)
def tops(terrain: str, heights: str) -> tuple[int, ...]:
    """RC-MAP-1: the height that sight must clear in each cell, without buildings."""
    return tuple(map(add, floors(heights), map(RISES.__getitem__, terrain)))


def sector_text(ground: Ground, ref: str) -> str:
    """3.4: the name of a sector: `B1` if the building has only one, else `B1.2`."""
    name = ref.partition(".")[0]
    for building in ground.buildings:
        if building.ref == name and len(building.sectors) == 1:
            return name
    return ref


# Distances, directions and heights (RC-GEO).


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

    RC-SCOPE-2: computed in whole numbers only.
    """
    if square <= 0:
        return 0
    k = isqrt(square)
    return k + 1 if k * (k + 1) < square else k


def square(one: Cell, other: Cell, rise: int = 0) -> int:
    """The square of the distance between two cells, `rise` included."""
    rows, columns = one[0] - other[0], one[1] - other[1]
    return rows * rows + columns * columns + rise * rise


def flat(one: Cell, other: Cell) -> int:
    """RC-JUMP-1: the distance in inches between two cells, heights left out."""
    return inches(square(one, other))


def distance(hulk: bool, one: Cell, other: Cell, rise: int) -> int:
    """RC-GEO-3: the distance in inches; RC-GEO-4, RC-HULK-2: in a hulk squares, diagonals too."""
    if hulk:
        return max(abs(one[0] - other[0]), abs(one[1] - other[1]), abs(rise))
    return inches(square(one, other, rise))


def penalty(away: int) -> int:
    """RC-GEO-5: the range penalty: 1 for each full 12 inches (RC-RULING-2)."""
    return away // 12


def bearing(start: Cell, end: Cell, hulk: bool) -> Cell:
    """RC-GEO-8: the direction as a step, one of eight; in a hulk (RC-HULK-3) one of four."""
    rows, columns = end[0] - start[0], end[1] - start[1]
    down, across = step_to(start, end)
    if hulk:
        return (down, 0) if abs(rows) >= abs(columns) else (0, across)
    if abs(rows) > 2 * abs(columns):
        return down, 0
    if abs(columns) > 2 * abs(rows):
        return 0, across
    return down, across


def around(cell: Cell) -> Iterator[Cell]:
    """The eight cells around a cell, in the order of directions."""
    return (shift(cell, step) for step in EIGHT)


def step_to(start: Cell, end: Cell) -> Cell:
    """The step to the neighbour of a cell in the direction of another."""
    rows, columns = end[0] - start[0], end[1] - start[1]
    return (rows > 0) - (rows < 0), (columns > 0) - (columns < 0)


def height(unit: Unit) -> int:
    """RC-GEO-9: the height of a model in inches; a chit counts as normal."""
    return 3 if unit.trait("Tall") else HEIGHTS[unit.size]


def ledge(unit: Unit) -> int:
    """RC-GEO-9: the highest ledge in inches that it may walk up (RC-RULING-22)."""
    return 2 if height(unit) >= 3 else 1


def neighbours(one: Cell, other: Cell) -> bool:
    """Is one of the eight cells around the other?  RC-HULK-5: a hazard reaches these cells."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1


def touching(ground: Relief, one: tuple[int, int, bool], other: tuple[int, int, bool]) -> bool:
    """RC-GEO-7: are the spots adjacent: neighbours, levels within 1, no wall or sector between?

    RC-BLDG-3: a catwalk and a window beside it are adjacent, whatever their levels.
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
    """RC-ABIL-4: is it big, by trait or size?"""
    return unit.size == "big" or unit.trait("Big")


def is_small(unit: Unit) -> bool:
    """RC-ABIL-30: is it small, by trait or size?"""
    return unit.size == "small" or unit.trait("Small")


def is_heavy(unit: Unit) -> bool:
    """RC-ABIL-14, RC-ABIL-4: is it heavy or larger, or does it count as heavy?"""
    return unit.bulk >= 2 or unit.trait("Heavy") or unit.trait("Big")
