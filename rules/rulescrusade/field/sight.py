"""Lines of sight, cover, and the areas of templates and lines."""

from collections.abc import Iterator
from functools import lru_cache

from rules.line.frozen import Frozen
from rules.line.kept import Same
from rules.line.work import spend
from rules.numbers.grid import Cell, cell_of
from rules.rulescrusade.field import terrain
from rules.rulescrusade.state import Spot, State, Unit, order_of, serves

# RC-LOS-1 to RC-LOS-4: three lines with two rays each, in exact fractions.


Crossing = tuple[int, int, int, int]
"""A cell as row and column from the start, and where the line enters and leaves it."""


class Way(Frozen):
    """One line: the cells that it crosses, without its ends, and the corners that it goes through.

    A corner comes with the two cells that the line only touches there.  Places on the line are
    fractions of its length: numerators over the denominator `whole`.
    """

    whole: int
    cells: tuple[Crossing, ...]
    corners: tuple[tuple[Cell, Cell, int], ...]


@lru_cache(maxsize=8192)
def ways(rows: int, columns: int) -> tuple[Way, Way, Way]:
    """RC-LOS-1: from centre to centre, and shifted by a quarter of a cell to either side."""
    along_rows = abs(columns) >= abs(rows)
    shifts = [(0, 0), (-1, 0), (1, 0)] if along_rows else [(0, 0), (0, -1), (0, 1)]
    centre, left, right = (_way(rows, columns, shift) for shift in shifts)
    return centre, left, right


def _way(rows: int, columns: int, shift: Cell) -> Way:
    """Trace one line.  A cell is four units wide; cell (i, j) reaches from 4i - 2 to 4i + 2."""
    whole = 4 * max(1, abs(rows)) * max(1, abs(columns))
    events: list[tuple[int, int, int]] = []
    for axis, count, offset in ((0, rows, shift[0]), (1, columns, shift[1])):
        sign = 1 if count > 0 else -1
        for number in range(abs(count)):
            border = 4 * number + 2 - sign * offset
            events.append((border * (whole // (4 * abs(count))), axis, sign))
    events.sort()
    cells: list[Crossing] = []
    corners: list[tuple[Cell, Cell, int]] = []
    here, since, index = (0, 0), 0, 0
    while index < len(events):
        when, axis, sign = events[index]
        cells.append((*here, since, when))
        if index + 1 < len(events) and events[index + 1][0] == when:
            down = sign if axis == 0 else events[index + 1][2]
            across = events[index + 1][2] if axis == 0 else sign
            corners.append(((here[0] + down, here[1]), (here[0], here[1] + across), when))
            here, index = (here[0] + down, here[1] + across), index + 2
        else:
            here = (here[0] + sign, here[1]) if axis == 0 else (here[0], here[1] + sign)
            index += 1
        since = when
    return Way(whole, tuple(cells[1:]), tuple(corners))


@lru_cache(maxsize=32768)
def clear_rays(
    ground: terrain.Relief,
    start: Cell,
    head: int,
    end: Cell,
    far_head: int,
    far_feet: int,
    bodies: tuple[tuple[Cell, int], ...] = (),
) -> int:
    """RC-LOS-1: how many of the six rays are clear.

    `bodies`: cells of models that block sight (option `models_block`), with the height of their
    heads.
    """
    columns = ground.ground.cols
    tops = _raised(ground, bodies) if bodies else ground.top
    base = (start[0] - 1) * columns + start[1] - 1
    clear = 0
    for way in ways(end[0] - start[0], end[1] - start[1]):
        obstacles = [
            (tops[base + row * columns + column], entered, left)
            for row, column, entered, left in way.cells
        ]
        for (row, column), (down, across), when in way.corners:
            lower = min(tops[base + row * columns + column], tops[base + down * columns + across])
            obstacles.append((lower, when, when))
        for goal in (far_head, far_feet):
            clear += _is_clear(obstacles, way.whole, head, goal)
    return clear


def _raised(ground: terrain.Relief, bodies: tuple[tuple[Cell, int], ...]) -> tuple[int, ...]:
    """RC-LOS-5: the tops of all cells, raised to the heads of models that block sight."""
    tops = list(ground.top)
    for cell, head in bodies:
        index = ground.ground.index(cell)
        tops[index] = max(tops[index], head)
    return tuple(tops)


def _is_clear(obstacles: list[tuple[int, int, int]], whole: int, start: int, end: int) -> bool:
    """RC-LOS-2, RC-LOS-3: is no top higher than the ray?  An equal top does not block.

    RC-LOS-4: at a corner the lower of the two touched cells counts: both must block.
    """
    slope, foot = end - start, start * whole
    if slope < 0:
        return not any(foot + left * slope < top * whole for top, _, left in obstacles)
    return not any(foot + entered * slope < top * whole for top, entered, _ in obstacles)


@lru_cache(maxsize=8192)
def crossed(rows: int, columns: int) -> tuple[Cell, ...]:
    """RC-COVER-5: the cells that the centre line crosses, without both ends."""
    return tuple((row, column) for row, column, _, _ in ways(rows, columns)[0].cells)


# Line of sight and cover between models (RC-LOS, RC-COVER).


LOOKED = 10
"""Steps of work for one check of sight (six rays), besides three for each inch."""

KINDS = ("front", "top", "dark", "smoke", "armoured")
"""RC-COVER-1: the kinds of cover, in their order."""


class Eye(Frozen):
    """A place to look from or at: that of a model, or of an imagined one (RC-LOS-7)."""

    spot: Spot
    tall: int = 2
    ref: str = ""

    @property
    def cell(self) -> Cell:
        return self.spot[0], self.spot[1]


def eye(unit: Unit) -> Eye:
    """The place of a model, to look from or at."""
    return Eye(unit.spot, terrain.height(unit), unit.ref)


def eye_at(cell: Cell, inside: bool = False) -> Eye:
    """RC-LOS-7: an imagined model of normal size, standing outside in the cell."""
    return Eye((*cell, inside))


def ground_of(state: State) -> terrain.Relief:
    """The relief of the state's ground."""
    return terrain.relief(state.ground)


def apart(state: State, one: Eye, other: Eye) -> int:
    """RC-GEO-3, RC-GEO-4, RC-GEO-6: the distance in inches."""
    ground = terrain.relief(state.ground)
    rise = ground.sight_level(one.cell) - ground.sight_level(other.cell)
    return terrain.distance(state.rules.hulk, one.cell, other.cell, rise)


def spread(state: State, one: Eye, other: Eye) -> int:
    """RC-TMPL-1: the distance as templates count it, in a hulk too (RC-HULK-2)."""
    return terrain.inches(spread_square(state, one, other))


def spread_square(state: State, one: Eye, other: Eye) -> int:
    """RC-TMPL-4: dr² + dc² + dz²."""
    ground = terrain.relief(state.ground)
    rise = ground.sight_level(one.cell) - ground.sight_level(other.cell)
    return terrain.square(one.cell, other.cell, rise)


def adjacent_units(state: State, one: Unit, other: Unit) -> bool:
    """RC-GEO-7: are two models on the board adjacent?"""
    return terrain.touching(terrain.relief(state.ground), one.spot, other.spot)


def sight(state: State, one: Eye, other: Eye) -> str:
    """RC-LOS-6: `clear`, `partly` or `none`."""
    (row, column), (down, across) = one.cell, other.cell
    spend(LOOKED + 3 * max(abs(row - down), abs(column - across)))
    ground = terrain.relief(state.ground)
    if terrain.touching(ground, one.spot, other.spot):  # RC-LOS-9
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


def barred(ground: terrain.Relief, one: Spot, other: Spot) -> bool:
    """RC-LOS-8: does a building bar sight: between its sectors, or its inside and roof?"""
    if not one[2] and not other[2]:
        return False
    here, there = ground.sector_at((one[0], one[1])), ground.sector_at((other[0], other[1]))
    if not here or not there or here.partition(".")[0] != there.partition(".")[0]:
        return False
    return one[2] != other[2] or here != there


def blockers(state: State, one: Eye, other: Eye) -> tuple[tuple[Cell, int], ...]:
    """RC-LOS-5: the big and larger models outside that block sight, with their heads' heights."""
    ground = terrain.relief(state.ground)
    return tuple(
        (unit.at, ground.level_at(unit.at, unit.inside) + terrain.height(unit))
        for unit in state.standing()
        if not unit.inside
        and (unit.bulk >= 3 or terrain.is_big(unit))
        and unit.ref not in (one.ref, other.ref)
    )


def sees(state: State, one: Unit, other: Unit) -> bool:
    """Has one model line of sight to the other?"""
    return sight(state, eye(one), eye(other)) != "none"


def sees_sector(state: State, one: Eye, ref: str) -> bool:
    """RC-LOS-7: is any cell of the sector seen, at roof level?"""
    cells = terrain.relief(state.ground).sectors[ref].cells
    return any(sight(state, one, eye_at(cell)) != "none" for cell in cells)


def is_dark(state: State, cell: Cell) -> bool:
    """RC-COVER-5, RC-HULK-7: is the cell dark, a duct, or the whole board dark (option)?"""
    index = state.ground.index(cell)
    return (
        state.rules.dark or state.ground.light[index] == "~" or state.ground.terrain[index] == "v"
    )


def is_smoky(state: State, cell: Cell) -> bool:
    """RC-COVER-5, RC-WFX-29: does smoke of the map or of a grenade lie on the cell?"""
    return state.ground.light[state.ground.index(cell)] == ":" or any(
        cell in cloud.cells for cloud in state.clouds
    )


def light_at(state: State, cell: Cell) -> str:
    """3.4: `smoke`, `dark` or `clear`."""
    if is_smoky(state, cell):
        return "smoke"
    return "dark" if state.ground.light[state.ground.index(cell)] == "~" else "clear"


def through_smoke(state: State, one: Cell, other: Cell) -> bool:
    """RC-COVER-5: is there smoke in the target's cell or on the centre line to it?"""
    if not state.clouds and ":" not in state.ground.light:
        return False
    between = crossed(other[0] - one[0], other[1] - one[1])
    return is_smoky(state, other) or any(
        is_smoky(state, (one[0] + row, one[1] + column)) for row, column in between
    )


def cover(state: State, one: Eye, target: Unit) -> tuple[str, ...]:
    """RC-COVER-1 to RC-COVER-6: the kinds of cover that a target has against an attacker.

    RC-COVER-4: inside a building it has front and top cover (in an armoured one also `armoured`)
    against everyone outside its sector.
    """
    ground, other = terrain.relief(state.ground), eye(target)
    kinds = []
    building = ground.building_at(target.at) if target.inside else None
    own = one.spot[2] and ground.sector_at(one.cell) == ground.sector_at(target.at)
    housed = building is not None and not own and not terrain.is_big(target)
    if terrain.touching(ground, one.spot, other.spot):  # RC-COVER-2, RC-RULING-32
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
    if (terrain.is_big(target) or target.trait("Tall")) and not target.has("hidden"):  # RC-COVER-6
        kinds = [kind for kind in kinds if kind in ("dark", "smoke")]
    return tuple(kind for kind in KINDS if kind in kinds)


def is_smallish_or_sheltered(state: State, one: Eye, target: Unit) -> bool:
    """RC-COVER-3: has it front cover: partly seen, in shelter, Small, or an artillery crew?"""
    ground = terrain.relief(state.ground)
    outside = not target.inside and not ground.sector_at(target.at)
    if terrain.is_small(target) or (outside and ground.char(target.at) in terrain.SHELTER):
        return True
    return in_crew(state, target) or sight(state, one, eye(target)) == "partly"


def in_crew(state: State, unit: Unit) -> bool:
    """RC-WFX-2: is it a gunner of an artillery piece, or the first friend next to one?"""
    if not state.artillery:
        return False
    if serves(unit, state.artillery):
        return True
    return any(
        gunner is not unit and state.friends(gunner, unit) and mate_of(state, gunner) == unit.ref
        for gunner in gunners(Same(state.units), state.artillery)
    )


@lru_cache(maxsize=16)
def gunners(units: Same[dict[str, Unit]], artillery: tuple[str, ...]) -> tuple[Unit, ...]:
    """RC-WFX-2: all units that stand with an artillery piece (cached)."""
    return tuple(unit for unit in units.value.values() if serves(unit, artillery))


def mate_of(state: State, gunner: Unit) -> str:
    """RC-WFX-2: the adjacent friend with the lowest reference, or an empty text."""
    near = [
        unit.ref
        for unit in state.standing()
        if unit.ref != gunner.ref
        and state.friends(unit, gunner)
        and adjacent_units(state, unit, gunner)
    ]
    return min(near, key=order_of, default="")


def direct_view(state: State, one: Unit, other: Unit) -> bool:
    """RC-HIDE-2: has one model line of sight to the other, without any cover?"""
    return sight(state, eye(one), eye(other)) != "none" and not cover(state, eye(one), other)


# RC-TMPL-1 to RC-TMPL-4, RC-WFX-6: the models that a template or line touches, in order.


FLAMES = {"SFT": (4, 4, 1), "FT": (8, 32, 5), "HFT": (10, 20, 3)}
"""RC-TMPL-2: the length of each flame, and a and b of its sides: a·cross <= b·dot."""

FARTHEST = 1_000
"""Cells: farther than any board is wide."""

EXPLOSIONS = {"SFT": 1, "FT": 2, "HFT": 3}
"""RC-FAIL-5: the radius in which a flamer explodes."""


def radius_of(template: str) -> int:
    """RC-TMPL-1: the radius in inches of a template like `2"`; 0 for any other."""
    return int(template[:-1]) if template.endswith('"') else 0


def under_flame(kind: str, towards: Cell, offset: Cell) -> bool:
    """RC-TMPL-2: does the flame cover the cell at this offset from the firer?"""
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
    for cell in state.ground.around(firer, FLAMES[kind][0]):
        if under_flame(kind, towards, (cell[0] - firer[0], cell[1] - firer[1])):
            yield cell


def round_cells(state: State, centre: Cell, radius: int) -> Iterator[Cell]:
    """RC-TMPL-1: the cells within so many inches of the centre."""
    middle = eye_at(centre)
    spend(3 * (2 * radius + 1) ** 2)
    for cell in state.ground.around(centre, radius):
        if spread(state, middle, eye_at(cell)) <= radius:
            yield cell


def template_cells(state: State, ref: str, name: str, targets: tuple[str, ...]) -> tuple[Cell, ...]:
    """RC-TMPL-1, RC-TMPL-2, RC-LINE-1: the cells of the attack's template or line.

    Empty if it has none, or if its target is neither a cell nor a unit.
    """
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
    """The cell of a unit, or the cell named; None for a building."""
    unit = state.find(target)
    return cell_of(target) if unit is None else unit.at


def victims(
    state: State, sector: str, burn: bool, around: Cell = (0, 0), radius: int = FARTHEST
) -> Iterator[Unit]:
    """RC-TMPL-3: the models that a template may touch: no chits, hidden ones only with Burn.

    RC-RULING-49: only those in `sector`, or outside if it is empty.  Only those within `radius`
    rows and columns of `around`.
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
    """RC-WFX-5: is it in an armoured building, where Burn does not reach the hidden?"""
    building = ground_of(state).building_at(unit.at) if unit.inside else None
    return building is not None and building.armored


def in_reach(state: State, units: list[Unit], origin: Eye) -> list[Unit]:
    """RC-TMPL-4: sort units by distance from the origin, then row, then column."""
    return sorted(units, key=lambda unit: (spread_square(state, origin, eye(unit)), unit.at))


def touched_round(
    state: State, centre: Eye, radius: int, burn: bool = False, sector: str | None = None
) -> list[Unit]:
    """RC-TMPL-1, RC-TMPL-3: the models under a round template, from the centre outwards."""
    if sector is None:
        sector = ground_of(state).sector_at(centre.cell) if centre.spot[2] else ""
    middle = Eye(centre.spot)
    spend(len(state.units))
    found = [
        unit
        for unit in victims(state, sector, burn, centre.cell, radius)
        if spread(state, middle, eye(unit)) <= radius and sight(state, middle, eye(unit)) != "none"
    ]
    return in_reach(state, found, middle)


def touched_flame(
    state: State, firer: Unit, kind: str, target: Cell, burn: bool, sector: str
) -> list[Unit]:
    """RC-TMPL-2, RC-TMPL-3: the models under a flamer template, the nearest first."""
    towards = target[0] - firer.at[0], target[1] - firer.at[1]
    origin = eye(firer)
    found = [
        unit
        for unit in victims(state, sector, burn, firer.at, FLAMES[kind][0])
        if unit.ref != firer.ref
        and under_flame(kind, towards, (unit.at[0] - firer.at[0], unit.at[1] - firer.at[1]))
        and sight(state, origin, eye(unit)) != "none"
    ]
    return in_reach(state, found, origin)


def line_cells(state: State, firer: Cell, target: Cell) -> list[Cell]:
    """RC-LINE-1: the cells of a line weapon, up to the board edge, the nearest first."""
    towards = target[0] - firer[0], target[1] - firer[1]
    reach = towards[0] * towards[0] + towards[1] * towards[1]
    found = []
    for here in state.ground.cells():
        rows, columns = here[0] - firer[0], here[1] - firer[1]
        cross = rows * towards[1] - columns * towards[0]
        if rows * towards[0] + columns * towards[1] > 0 and 4 * cross * cross <= reach:
            found.append((rows * rows + columns * columns, here))
    return [here for _, here in sorted(found)]
