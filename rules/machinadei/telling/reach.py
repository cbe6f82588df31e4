"""How far a unit goes, charges and shoots from where it stands: cells to be drawn, who is there."""

from collections.abc import Iterator
from dataclasses import replace

from rules.display.telling import Reach, Zone
from rules.line.errors import Refusal
from rules.machinadei.field.routes import Ground
from rules.machinadei.field.sight import eyes, has_in_arc
from rules.machinadei.field.table import Taken, enemies, is_on_board, occupied
from rules.machinadei.formation.geometry import gap_square, inches, nearest, shifted
from rules.machinadei.formation.ranks import ahead
from rules.machinadei.march.charge import allowance, cheapest, check_way, distance_ahead
from rules.machinadei.orders import Cell
from rules.machinadei.statblock import Weapon
from rules.machinadei.state import Spent, State, Unit


def reach(state: State, viewer: int | None, name: str) -> Reach | None:
    """MD-ADV-1, MD-WALK-1, MD-CHARGE-1, MD-SHOOT-4: a whole Move, a charge, each range."""
    found = state.find(name)
    if found is None or not found.on_board:
        return None
    unit = replace(found, spent=Spent(), turning=None, reformed=False)
    far = unit.effective("M")
    cells = (
        tuple(straight_on(state, unit, far)) if unit.is_formation else tuple(walked(state, unit))
    )
    verb = "advances" if unit.is_formation else "moves"
    zones = [Zone(f"{verb} {far}", index(cells))]
    guns = [one for one in state.block(unit).weapons if one.use != "melee"]
    zones += [Zone(f"{one.name} {one.reach}", index(tuple(ring(state, unit, one)))) for one in guns]
    x, y = unit.position
    title = f"{unit.ref} {state.block(unit).name} at {x},{y}"
    lines = [charges(state, unit), *(in_range(state, unit, one) for one in guns)]
    return Reach(title, tuple(zone for zone in zones if zone.cells), tuple(lines))


def index(cells: tuple[Cell, ...]) -> tuple[tuple[int, int], ...]:
    """Cells as drawings count them: rows first, from 0."""
    return tuple(sorted({(y - 1, x - 1) for x, y in cells}))


def straight_on(state: State, unit: Unit, far: int) -> Iterator[Cell]:
    """MD-ADV-1: what a formation covers by advancing; wheels and turns lead elsewhere."""
    taken: Taken = occupied(state, unit.ref)
    for gone in range(1, far + 1):
        cells = shifted(unit.cells, ahead(unit.facing), gone)
        if any(cell in taken or not is_on_board(state, cell) for cell in cells):
            return
        yield from (cell for cell in cells if cell not in unit.cells)


def walked(state: State, unit: Unit) -> Iterator[Cell]:
    """MD-WALK-1: where a model of it can come to stand, the others aside."""
    ground = Ground(state, unit)
    for spot in unit.spots:
        for end in ground.reach(spot, Spent(), unit.effective("M")):
            if ground.is_free(end):
                yield from (
                    (end[0] + i, end[1] + j) for i in range(unit.side) for j in range(unit.side)
                )


def ring(state: State, unit: Unit, weapon: Weapon) -> Iterator[Cell]:
    """MD-SHOOT-4, MD-ARC-1: the cells within its range, of a formation those in its arc."""
    most, own = weapon.reach * weapon.reach, set(unit.cells)
    for y in range(1, state.height + 1):
        for x in range(1, state.width + 1):
            cell = (x, y)
            near = min(gap_square(one, cell) for one in eyes(unit)) <= most
            if near and cell not in own and has_in_arc(unit, cell):
                yield cell


def charges(state: State, unit: Unit) -> str:
    """MD-CHARGE-1: `charges 10: War1, Kin1`, the enemies that it could reach now."""
    most = allowance(state, unit)
    found = [foe.ref for foe in enemies(state, unit.seat) if can_charge(state, unit, foe, most)]
    return f"charges {most}: {', '.join(found) or 'nobody'}"


def can_charge(state: State, unit: Unit, foe: Unit, most: int) -> bool:
    """MD-CHARGE-2, MD-CHARGE-3: straight ahead for a formation, any free way for others."""
    if not unit.is_formation:
        return cheapest(state, unit, foe, most) is not None
    far = distance_ahead(unit, foe)
    if far is None or far > most:
        return False
    try:
        check_way(state, unit, far)
    except Refusal:
        return False
    return True


def in_range(state: State, unit: Unit, weapon: Weapon) -> str:
    """`Bow 24: War1 (8"), Mob1 (12.5")`: the enemies in range and arc; sight is not asked."""
    found = []
    for foe in enemies(state, unit.seat):
        cells = tuple(cell for cell in foe.cells if has_in_arc(unit, cell))
        if cells and nearest(eyes(unit), cells) <= weapon.reach * weapon.reach:
            found.append(f'{foe.ref} ({inches(nearest(eyes(unit), cells))}")')
    return f"{weapon.name} {weapon.reach}: {', '.join(found) or 'nobody'}"
