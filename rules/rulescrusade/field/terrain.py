"""The ground, and distances over it."""

from dataclasses import dataclass
from functools import lru_cache
from math import isqrt
from operator import add

from rules.line.kept import Same
from rules.numbers.grid import Cell
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
"""RC-MAP-1: the characters and their names."""

CHARACTERS = {name: char for char, name in NAMES.items()}
"""The characters by the names of `set terrain`."""

LIGHTS = {".": "clear", "~": "dark", ":": "smoke"}
"""RC-GM-3: the light layer."""

LOW = "c=%s"
"""Cells whose top is one inch above their elevation."""

SLOW = "c=%"
"""RC-MOVE-6: cells that cost an inch more."""

SHELTER = "c=%sw"
"""Cells that give front cover to whoever stands in them."""

RISES = {char: 1 if char in LOW else 0 for char in NAMES} | {"#": 10**6, "w": -(10**6)}
"""RC-MAP-1: by how much the top of a cell lies above its elevation: a wall's above all others, a
catwalk's below."""


@dataclass(frozen=True, eq=False)
class Relief:
    """The ground as lists by cell: what is asked for at every step of a search or a ray.

    `floor`: elevations; `level`: where one stands outside (the roof of a building); `top`: what
    sight must clear; `sector`: `B1.2` for the cells of standing sectors; `ladder`: (other cell,
    height) of the ladders that start or end in a cell.
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
        """RC-GEO-2: the sight level in a cell, inside or outside (VI: as if on the roof)."""
        return self.level[self.ground.index(cell)]

    def wall(self, cell: Cell) -> bool:
        """Is it a wall (or off the board)?"""
        return not self.ground.holds(cell) or self.char(cell) == "#"

    def pinched(self, start: Cell, end: Cell) -> bool:
        """RC-MOVE-11, RC-HULK-4: both cells beside a diagonal are walls."""
        return self.wall((start[0], end[1])) and self.wall((end[0], start[1]))


def relief(ground: Ground) -> Relief:
    """The relief of a ground."""
    return _of_same(Same(ground))


@lru_cache(maxsize=64)
def _of_same(ground: Same[Ground]) -> Relief:
    return _of_equal(ground.value)


@lru_cache(maxsize=64)
def _of_equal(ground: Ground) -> Relief:
    """Grounds of many matches are equal, and of one match each is asked for at every step."""
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
    """RC-GEO-2: where one stands in each cell, outside: the roofs of buildings that stand."""
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
    """RC-MAP-1: what sight must clear, where no building stands; a catwalk never blocks it."""
    return tuple(map(add, floors(heights), map(RISES.__getitem__, terrain)))


def sector_text(ground: Ground, ref: str) -> str:
    """3.4: `B1` when there is one sector only, else `B1.2`."""
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
