"""RC-MOVE-5 to RC-MOVE-11, RC-BLDG-7 to RC-BLDG-13: which steps there are, and what they cost."""

from collections.abc import Iterator
from functools import lru_cache

from rules.line.frozen import Frozen
from rules.numbers.grid import Cell
from rules.rulescrusade.field.measure import EIGHT, ahead, is_big, is_heavy, ledge
from rules.rulescrusade.field.terrain import SLOW, Relief
from rules.rulescrusade.state import Spot, Unit

LAYER = 8
"""RC-MOVE-12: a change between inside and roof is the last direction."""


class Gait(Frozen):
    """How a model moves: `air` for Fly and Jump Pack, `phase` for the card."""

    ledge: int = 1
    climb: bool = False
    trot: bool = False
    air: bool = False
    phase: bool = False
    slim: bool = True
    big: bool = False
    hulk: bool = False


class Step(Frozen):
    """A step: its direction, where it leads, what it costs on top of a straight or diagonal inch.

    `flat` is False for steps whose price is `extra` alone (short ladders, roof to inside).
    `gate` names the sector that must be open to walk in; `through` says how: `ground` (RC-BLDG-7),
    `window` (RC-BLDG-11), `sector` (RC-BLDG-13).
    """

    direction: int
    to: Spot
    extra: int
    diagonal: bool
    flat: bool = True
    gate: str = ""
    through: str = ""


def gait(unit: Unit, hulk: bool) -> Gait:
    """How this model moves now; RC-ABIL-20: a jump pack flies, but not the heavy."""
    trot = unit.trait("Trot")
    return Gait(
        ledge=ledge(unit),
        climb=unit.trait("Climb") and not trot,
        trot=trot,
        air=unit.trait("Fly") or (unit.trait("Jump Pack") and not is_heavy(unit)),
        phase=unit.has("phased"),
        slim=unit.chit or unit.armor <= 1,
        big=is_big(unit),
        hulk=hulk,
    )


def may_stand(ground: Relief, manner: Gait, spot: Spot) -> bool:
    """RC-MOVE-3, RC-MOVE-10: no wall, no duct for the armoured, inside only where there is one."""
    cell = (spot[0], spot[1])
    if not ground.ground.holds(cell):
        return False
    char = ground.char(cell)
    if char == "#" or (char == "v" and not manner.slim):
        return False
    return not spot[2] or bool(ground.sector_at(cell))


@lru_cache(maxsize=16384)
def steps(ground: Relief, manner: Gait, spot: Spot) -> tuple[Step, ...]:
    """The steps that the ground allows from a place, in the order of directions."""
    return tuple(_steps(ground, manner, spot))


def _steps(ground: Relief, manner: Gait, spot: Spot) -> Iterator[Step]:
    here = (spot[0], spot[1])
    for direction, step in enumerate(EIGHT):
        diagonal = direction >= 4
        there = ahead(here, step)
        if not ground.ground.holds(there) or (diagonal and manner.hulk):
            continue
        if manner.phase:
            for inside in (False, True) if ground.sector_at(there) else (False,):
                yield Step(direction, (*there, inside), 0, diagonal)
            continue
        if ground.char(there) == "#" or (ground.char(there) == "v" and not manner.slim):
            continue
        if diagonal and ground.pinched(here, there):
            continue
        if spot[2]:
            yield from _from_inside(ground, manner, here, there, direction)
        else:
            yield from _from_outside(ground, manner, here, there, direction)
    sector = ground.sector_at(here)
    if sector and (manner.phase or not ground.buildings[sector.partition(".")[0]].armored):
        index = ground.ground.index(here)
        rise = 1 if manner.phase else max(1, ground.level[index] - ground.floor[index])
        gate = "" if spot[2] or manner.phase else sector
        to = (*here, not spot[2])
        yield Step(LAYER, to, rise, False, flat=False, gate=gate, through="window")


def _from_outside(
    ground: Relief, manner: Gait, here: Cell, there: Cell, direction: int
) -> Iterator[Step]:
    """Outside to outside, and RC-BLDG-7, RC-BLDG-11: into a building."""
    diagonal = direction >= 4
    outside = _outside(ground, manner, here, there, direction)
    if outside is not None:
        yield outside
    sector = ground.sector_at(there)
    if not sector or ground.sector_at(here) == sector:
        return
    if ground.buildings[sector.partition(".")[0]].armored:
        if ground.char(there) == "+" and level_with(ground, manner, here, there):
            yield Step(direction, (*there, True), 0, diagonal, gate=sector, through="ground")
    elif not ground.sector_at(here) and ground.char(here) in "w/":
        yield Step(direction, (*there, True), 0, diagonal, gate=sector, through="window")
    elif level_with(ground, manner, here, there):
        yield Step(direction, (*there, True), 0, diagonal, gate=sector, through="ground")


def level_with(ground: Relief, manner: Gait, outside: Cell, inside: Cell) -> bool:
    """RC-BLDG-7: the outside cell is no roof and lies at the building's ground level."""
    if ground.sector_at(outside):
        return False
    rise = ground.floor[ground.ground.index(inside)] - ground.floor[ground.ground.index(outside)]
    return abs(rise) <= manner.ledge


def _outside(ground: Relief, manner: Gait, here: Cell, there: Cell, direction: int) -> Step | None:
    """One step outside: RC-MOVE-5, RC-MOVE-6, RC-MOVE-7, RC-MOVE-8, stairs by RC-MOVE-9, short
    ladders by RC-MOVE-16, RC-ABIL-5 Climb, RC-ABIL-10 Fly."""
    diagonal, to = direction >= 4, (*there, False)
    if manner.air:
        return Step(direction, to, 0, diagonal)
    start, end = ground.ground.index(here), ground.ground.index(there)
    rise = ground.level[end] - ground.level[start]
    slow = 1 if not ground.sector[end] and ground.char(there) in SLOW else 0
    stairs = "/" in (ground.char(here), ground.char(there)) and abs(rise) <= 3
    price: int | None = None
    if stairs:
        price = 0
    elif manner.climb or (0 <= rise <= manner.ledge) or (-3 <= rise < 0):
        price = abs(rise)
    for other, height in () if manner.trot else ground.ladders.get(start, ()):
        if other == there and 0 < height < 3:
            walked = None if price is None else price + slow + 1
            if walked is None or height < walked:
                return Step(direction, to, height, False, flat=False)
    return None if price is None else Step(direction, to, price + slow, diagonal)


def _from_inside(
    ground: Relief, manner: Gait, here: Cell, there: Cell, direction: int
) -> Iterator[Step]:
    """RC-BLDG-2, RC-BLDG-13: about the building; RC-BLDG-12, RC-BLDG-10: out of it."""
    diagonal, mine, sector = direction >= 4, ground.sector_at(here), ground.sector_at(there)
    if sector and sector.partition(".")[0] == mine.partition(".")[0]:
        gate = "" if sector == mine else sector
        yield Step(direction, (*there, True), 0, diagonal, gate=gate, through="sector")
    elif not sector and level_with(ground, manner, there, here):
        bunker = ground.buildings[mine.partition(".")[0]].armored
        if not bunker or ground.char(here) == "+":
            slow = 1 if ground.char(there) in SLOW else 0
            yield Step(direction, (*there, False), slow, diagonal)
