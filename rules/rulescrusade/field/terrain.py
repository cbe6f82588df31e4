"""RC-MAP-1: what the characters of a map mean, and the relief that they make."""

from dataclasses import dataclass
from functools import lru_cache
from operator import add

from rules.line.kept import Same
from rules.numbers.grid import Cell
from rules.rulescrusade.state import Building, Ground, Sector

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
