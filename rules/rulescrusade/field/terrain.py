"""RC-MAP-1: what the characters of a map mean, and the relief that they make."""

from dataclasses import dataclass
from functools import lru_cache

from rules.grid import Cell
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

WALL_TOP = 10**6
NO_TOP = -(10**6)


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


@lru_cache(maxsize=64)
def relief(ground: Ground) -> Relief:
    """The relief of a ground."""
    floor = tuple(int(digit) for digit in ground.heights)
    sector, level = [""] * len(floor), list(floor)
    sectors: dict[str, Sector] = {}
    for building in ground.buildings:
        for part in building.sectors:
            ref = f"{building.ref}.{part.number}"
            sectors[ref] = part
            for cell in part.cells if part.standing else ():
                sector[ground.index(cell)] = ref
                level[ground.index(cell)] = building.roof
    top = tuple(
        level[index] if sector[index] else _top(char, floor[index])
        for index, char in enumerate(ground.terrain)
    )
    ladders: dict[int, tuple[tuple[Cell, int], ...]] = {}
    for foot, head in ground.ladders:
        height = level[ground.index(head)] - level[ground.index(foot)]
        for here, there in ((foot, head), (head, foot)):
            index = ground.index(here)
            ladders[index] = (*ladders.get(index, ()), (there, height))
    buildings = {building.ref: building for building in ground.buildings}
    return Relief(ground, floor, tuple(level), top, tuple(sector), buildings, sectors, ladders)


def _top(char: str, floor: int) -> int:
    """RC-MAP-1: what sight must clear; a catwalk never blocks it."""
    if char == "#":
        return WALL_TOP
    if char == "w":
        return NO_TOP
    return floor + (1 if char in LOW else 0)


def sector_text(ground: Ground, ref: str) -> str:
    """3.4: `B1` when there is one sector only, else `B1.2`."""
    name = ref.partition(".")[0]
    for building in ground.buildings:
        if building.ref == name and len(building.sectors) == 1:
            return name
    return ref
