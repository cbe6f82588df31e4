"""Who sees whom and what covers whom (RC-LOS, RC-COVER)."""

from functools import lru_cache

from rules.line.frozen import Frozen
from rules.line.kept import Same
from rules.line.work import spend
from rules.numbers.grid import Cell
from rules.rulescrusade.field.measure import (
    distance,
    height,
    inches,
    is_big,
    is_small,
    square,
    touching,
)
from rules.rulescrusade.field.rays import clear_rays, crossed
from rules.rulescrusade.field.terrain import SHELTER, Relief, relief
from rules.rulescrusade.state import Spot, State, Unit, order_of, serves

LOOKED = 10
"""Steps of work for which a look counts, along six rays, besides three for each inch."""

KINDS = ("front", "top", "dark", "smoke", "armoured")
"""RC-COVER-1: the kinds of cover, in their order."""


class Eye(Frozen):
    """A place to look from or at: a model's, or that of an imagined one (RC-LOS-7)."""

    spot: Spot
    tall: int = 2
    ref: str = ""

    @property
    def cell(self) -> Cell:
        return self.spot[0], self.spot[1]


def eye(unit: Unit) -> Eye:
    """Where a model stands."""
    return Eye(unit.spot, height(unit), unit.ref)


def eye_at(cell: Cell, inside: bool = False) -> Eye:
    """RC-LOS-7: an imagined model of normal size, standing outside in the cell."""
    return Eye((*cell, inside))


def ground_of(state: State) -> Relief:
    """The relief of the state's ground."""
    return relief(state.ground)


def apart(state: State, one: Eye, other: Eye) -> int:
    """RC-GEO-3, RC-GEO-4, RC-GEO-6: the distance in inches."""
    ground = relief(state.ground)
    rise = ground.sight_level(one.cell) - ground.sight_level(other.cell)
    return distance(state.rules.hulk, one.cell, other.cell, rise)


def spread(state: State, one: Eye, other: Eye) -> int:
    """RC-TMPL-1: the distance as templates count it, in a hulk too (RC-HULK-2)."""
    return inches(spread_square(state, one, other))


def spread_square(state: State, one: Eye, other: Eye) -> int:
    """RC-TMPL-4: dr² + dc² + dz²."""
    ground = relief(state.ground)
    rise = ground.sight_level(one.cell) - ground.sight_level(other.cell)
    return square(one.cell, other.cell, rise)


def adjacent(state: State, one: Eye, other: Eye) -> bool:
    """RC-GEO-7: do they touch?"""
    return touching(relief(state.ground), one.spot, other.spot)


def adjacent_units(state: State, one: Unit, other: Unit) -> bool:
    """RC-GEO-7, for two models on the board."""
    return touching(relief(state.ground), one.spot, other.spot)


def sight(state: State, one: Eye, other: Eye) -> str:
    """RC-LOS-6: `clear`, `partly` or `none`."""
    (row, column), (down, across) = one.cell, other.cell
    spend(LOOKED + 3 * max(abs(row - down), abs(column - across)))
    ground = relief(state.ground)
    if touching(ground, one.spot, other.spot):  # RC-LOS-9
        return "clear"
    if barred(ground, one.spot, other.spot):
        return "none"
    housed = one.spot[2] and other.spot[2]
    same = ground.sector_at(one.cell) == ground.sector_at(other.cell)
    if one.cell == other.cell or (housed and same):  # RC-LOS-8
        return "clear"
    near, far = ground.sight_level(one.cell), ground.sight_level(other.cell)
    bodies = blockers(state, one, other) if state.rules.models_block else ()
    clear = clear_rays(ground, one.cell, near + one.tall, other.cell, far + other.tall, far, bodies)
    return "clear" if clear == 6 else "partly" if clear else "none"


def barred(ground: Relief, one: Spot, other: Spot) -> bool:
    """RC-LOS-8: between sectors of one building, and between its inside and its roof."""
    if not one[2] and not other[2]:
        return False
    here, there = ground.sector_at((one[0], one[1])), ground.sector_at((other[0], other[1]))
    if not here or not there or here.partition(".")[0] != there.partition(".")[0]:
        return False
    return one[2] != other[2] or here != there


def blockers(state: State, one: Eye, other: Eye) -> tuple[tuple[Cell, int], ...]:
    """RC-LOS-5: with the option `models_block` big and larger models block sight."""
    ground = relief(state.ground)
    return tuple(
        (unit.at, ground.level_at(unit.at, unit.inside) + height(unit))
        for unit in state.on_board()
        if unit.standing
        and not unit.chit
        and not unit.inside
        and (unit.bulk >= 3 or is_big(unit))
        and unit.ref not in (one.ref, other.ref)
    )


def sees(state: State, one: Unit, other: Unit) -> bool:
    """Has it line of sight?"""
    return sight(state, eye(one), eye(other)) != "none"


def sees_sector(state: State, one: Eye, ref: str) -> bool:
    """RC-LOS-7: any of a sector's cells, at roof level."""
    cells = relief(state.ground).sectors[ref].cells
    return any(sight(state, one, eye_at(cell)) != "none" for cell in cells)


def is_dark(state: State, cell: Cell) -> bool:
    """RC-COVER-5, RC-HULK-7: dark cells, ducts, and everything with the option `dark`."""
    index = state.ground.index(cell)
    return (
        state.rules.dark or state.ground.light[index] == "~" or state.ground.terrain[index] == "v"
    )


def is_smoky(state: State, cell: Cell) -> bool:
    """RC-COVER-5, RC-WFX-29: smoke of the light layer or of a grenade."""
    return state.ground.light[state.ground.index(cell)] == ":" or any(
        cell in cloud.cells for cloud in state.clouds
    )


def light_at(state: State, cell: Cell) -> str:
    """3.4: `smoke`, `dark` or `clear`."""
    if is_smoky(state, cell):
        return "smoke"
    return "dark" if state.ground.light[state.ground.index(cell)] == "~" else "clear"


def through_smoke(state: State, one: Cell, other: Cell) -> bool:
    """RC-COVER-5: smoke in the target's cell or on the centre line, the attacker's left out."""
    if not state.clouds and ":" not in state.ground.light:
        return False
    between = crossed(other[0] - one[0], other[1] - one[1])
    return is_smoky(state, other) or any(
        is_smoky(state, (one[0] + row, one[1] + column)) for row, column in between
    )


def cover(state: State, one: Eye, target: Unit) -> tuple[str, ...]:
    """RC-COVER-1 to RC-COVER-6: the kinds of cover that a target has against an attacker.

    RC-COVER-4: inside there is front and top cover (and armour) against all outside the sector.
    """
    ground, other = relief(state.ground), eye(target)
    kinds = []
    building = ground.building_at(target.at) if target.inside else None
    own = (
        bool(building)
        and one.spot[2]
        and (ground.sector_at(one.cell) == ground.sector_at(target.at))
    )
    housed = building is not None and not own and not is_big(target)
    if adjacent(state, one, other):  # RC-COVER-2, RC-RULING-32
        return ("armoured",) if housed and building and building.armored else ()
    if housed:
        kinds += ["front", "top"]
        if building and building.armored:
            kinds.append("armoured")
    if is_smallish_or_sheltered(state, one, target):
        kinds.append("front")
    if is_dark(state, target.at):
        kinds.append("dark")
    if through_smoke(state, one.cell, target.at):
        kinds.append("smoke")
    if (is_big(target) or target.trait("Tall")) and not target.has("hidden"):  # RC-COVER-6
        kinds = [kind for kind in kinds if kind in ("dark", "smoke")]
    return tuple(kind for kind in KINDS if kind in kinds)


def is_smallish_or_sheltered(state: State, one: Eye, target: Unit) -> bool:
    """RC-COVER-3: front cover: partly seen, a sheltering cell, Small, an artillery crew."""
    ground = relief(state.ground)
    if is_small(target):
        return True
    if (
        not target.inside
        and not ground.sector_at(target.at)
        and (ground.char(target.at) in SHELTER)
    ):
        return True
    return in_crew(state, target) or sight(state, one, eye(target)) == "partly"


def in_crew(state: State, unit: Unit) -> bool:
    """RC-WFX-2: a gunner with an artillery piece, or the first friend next to one."""
    if not state.artillery:
        return False
    if state.is_gunner(unit):
        return True
    return any(
        gunner is not unit and state.friends(gunner, unit) and mate_of(state, gunner) == unit.ref
        for gunner in gunners(Same(state.units), state.artillery)
    )


@lru_cache(maxsize=16)
def gunners(units: Same[dict[str, Unit]], artillery: tuple[str, ...]) -> tuple[Unit, ...]:
    """RC-WFX-2: all who stand with an artillery piece."""
    return tuple(unit for unit in units.value.values() if serves(unit, artillery))


def mate_of(state: State, gunner: Unit) -> str:
    """RC-WFX-2: the adjacent friend with the lowest reference, or nobody."""
    near = [
        unit.ref
        for unit in state.on_board()
        if unit.standing
        and not unit.chit
        and unit.ref != gunner.ref
        and state.friends(unit, gunner)
        and adjacent_units(state, unit, gunner)
    ]
    return min(near, key=order_of, default="")


def direct_view(state: State, one: Unit, other: Unit) -> bool:
    """RC-HIDE-2: line of sight without any kind of cover."""
    return sight(state, eye(one), eye(other)) != "none" and not cover(state, eye(one), other)
