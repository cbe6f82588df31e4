"""RC-TMPL-1 to RC-TMPL-4, RC-WFX-6: whom a template or a line touches, and in which order."""

from collections.abc import Iterator

from rules.line.work import spend
from rules.numbers.grid import Cell
from rules.rulescrusade.field.sight import Eye, eye_at, ground_of, sight, spread, spread_square
from rules.rulescrusade.field.sight import eye as eye_of
from rules.rulescrusade.state import State, Unit

FLAMES = {"SFT": (4, 4, 1), "FT": (8, 32, 5), "HFT": (10, 20, 3)}
"""RC-TMPL-2: length, and the slope of the sides: a·cross at most b·dot."""

FARTHEST = 1_000
"""Farther than any board is wide."""

EXPLOSIONS = {"SFT": 1, "FT": 2, "HFT": 3}
"""RC-FAIL-5: the radius in which a flamer explodes."""


def radius_of(template: str) -> int:
    """RC-TMPL-1: the radius of `2"`; 0 for none."""
    return int(template[:-1]) if template.endswith('"') else 0


def under_flame(kind: str, towards: Cell, offset: Cell) -> bool:
    """RC-TMPL-2: is the cell at this offset from the firer covered?"""
    length, steep, wide = FLAMES[kind]
    reach = towards[0] * towards[0] + towards[1] * towards[1]
    dot = offset[0] * towards[0] + offset[1] * towards[1]
    cross = abs(offset[0] * towards[1] - offset[1] * towards[0])
    if dot <= 0 or dot * dot > length * length * reach:
        return False
    return 4 * cross * cross <= reach or steep * cross <= wide * dot


def flame_cells(state: State, kind: str, firer: Cell, target: Cell) -> Iterator[Cell]:
    """RC-TMPL-2: the cells that a flamer template covers."""
    towards = target[0] - firer[0], target[1] - firer[1]
    length = FLAMES[kind][0]
    for row in range(firer[0] - length, firer[0] + length + 1):
        for column in range(firer[1] - length, firer[1] + length + 1):
            offset = row - firer[0], column - firer[1]
            if state.ground.holds((row, column)) and under_flame(kind, towards, offset):
                yield row, column


def round_cells(state: State, centre: Cell, radius: int) -> Iterator[Cell]:
    """RC-TMPL-1: the cells within so many inches of the centre."""
    middle = eye_at(centre)
    spend(3 * (2 * radius + 1) ** 2)
    for row in range(centre[0] - radius, centre[0] + radius + 1):
        for column in range(centre[1] - radius, centre[1] + radius + 1):
            here = (row, column)
            if state.ground.holds(here) and spread(state, middle, eye_at(here)) <= radius:
                yield here


def template_cells(state: State, ref: str, name: str, targets: tuple[str, ...]) -> tuple[Cell, ...]:
    """RC-TMPL-1, RC-TMPL-2, RC-LINE-1: the cells under the template of this attack, if it has one
    and its place is a cell or a unit."""
    weapon, firer = state.weapons.get(name.lower()), state.find(ref)
    if weapon is None or firer is None:
        return ()
    target = place_aimed_at(state, targets[0]) if targets else firer.at
    if target is None:
        return ()
    if weapon.template in FLAMES:
        return tuple(flame_cells(state, weapon.template, firer.at, target))
    if "Line" in weapon.effects:
        return tuple(line_cells(state, firer.at, target))
    radius = radius_of(weapon.template) if weapon.template else 0
    return tuple(round_cells(state, target, radius)) if radius else ()


def place_aimed_at(state: State, target: str) -> Cell | None:
    """The cell of a unit, or the cell that is named; a building has none."""
    unit = state.find(target)
    if unit is not None:
        return unit.at
    row, _, column = target.partition(",")
    return (int(row), int(column)) if row.isdecimal() and column.isdecimal() else None


def victims(
    state: State, sector: str, burn: bool, around: Cell = (0, 0), radius: int = FARTHEST
) -> Iterator[Unit]:
    """RC-TMPL-3: models that a template may touch: no chits, hidden ones only by Burn.

    RC-RULING-49: those in the sector of the target, or those outside.  `around`: only those whose
    row and column are that near to a cell.
    """
    ground = ground_of(state)
    for unit in state.on_board():
        if abs(unit.at[0] - around[0]) > radius or abs(unit.at[1] - around[1]) > radius:
            continue
        inside = ground.sector_at(unit.at) if unit.inside else ""
        hidden = unit.has("hidden") and not (burn and not in_bunker(state, unit))
        if inside == sector and not (unit.chit or unit.has("down") or hidden):
            yield unit


def in_bunker(state: State, unit: Unit) -> bool:
    """RC-WFX-5: inside an armoured building, where no flame finds the hidden."""
    building = ground_of(state).building_at(unit.at) if unit.inside else None
    return building is not None and building.armored


def in_reach(state: State, units: list[Unit], origin: Eye) -> list[Unit]:
    """RC-TMPL-4: by distance from the origin, then row, then column."""
    return sorted(units, key=lambda unit: (spread_square(state, origin, eye_of(unit)), unit.at))


def touched_round(
    state: State, centre: Eye, radius: int, burn: bool = False, sector: str | None = None
) -> list[Unit]:
    """RC-TMPL-1, RC-TMPL-3: the models under a round template, the centre's first."""
    if sector is None:
        sector = ground_of(state).sector_at(centre.cell) if centre.spot[2] else ""
    middle = Eye(centre.spot)
    spend(len(state.units))
    found = [
        unit
        for unit in victims(state, sector, burn, centre.cell, radius)
        if spread(state, middle, eye_of(unit)) <= radius
        and sight(state, middle, eye_of(unit)) != "none"
    ]
    return in_reach(state, found, middle)


def touched_flame(
    state: State, firer: Unit, kind: str, target: Cell, burn: bool, sector: str
) -> list[Unit]:
    """RC-TMPL-2, RC-TMPL-3: the models under a flamer template, the nearest first."""
    towards = target[0] - firer.at[0], target[1] - firer.at[1]
    origin = eye_of(firer)
    found = [
        unit
        for unit in victims(state, sector, burn, firer.at, FLAMES[kind][0])
        if unit.ref != firer.ref
        and under_flame(kind, towards, (unit.at[0] - firer.at[0], unit.at[1] - firer.at[1]))
        and sight(state, origin, eye_of(unit)) != "none"
    ]
    return in_reach(state, found, origin)


def line_cells(state: State, firer: Cell, target: Cell) -> list[Cell]:
    """RC-LINE-1: the cells of a line weapon, to the board edge, the nearest first."""
    towards = target[0] - firer[0], target[1] - firer[1]
    reach = towards[0] * towards[0] + towards[1] * towards[1]
    found = []
    for here in state.ground.cells():
        rows, columns = here[0] - firer[0], here[1] - firer[1]
        cross = rows * towards[1] - columns * towards[0]
        if rows * towards[0] + columns * towards[1] > 0 and 4 * cross * cross <= reach:
            found.append((rows * rows + columns * columns, here))
    return [here for _, here in sorted(found)]
