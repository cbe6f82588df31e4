"""MD-LEGAL-1: the places that a list of legal orders offers: summons, arrivals, deployments."""

from collections.abc import Iterator

from rules.machinadei import orders as od
from rules.machinadei.army.deploying import cells_of, zone
from rules.machinadei.army.raising import raise_unit, stand
from rules.machinadei.field.geometry import base_cells, beside, gap_square
from rules.machinadei.field.table import enemies, is_on_board, occupied
from rules.machinadei.magic.summoning import summoned
from rules.machinadei.orders import Cell
from rules.machinadei.statblock import Reserve, Statblock, SummonEffect, same
from rules.machinadei.state import State, Unit


def taken_or_near_enemies(state: State, seat: int) -> dict[Cell, None]:
    """MD-BOARD-3, MD-MAG-7: cells where nobody can come in."""
    found: dict[Cell, None] = dict.fromkeys(occupied(state))
    for enemy in enemies(state, seat):
        found.update(dict.fromkeys(edge for cell in enemy.cells for edge in beside(cell)))
    return found


def summoning(state: State, unit: Unit, effect: SummonEffect, reach: int) -> Cell | None:
    """MD-EFF-4: the cell nearest to the caster that allows the summons; ties: smaller y, then x."""
    closed = taken_or_near_enemies(state, unit.seat)
    new, _ = summoned(state, unit, effect, (0, 0))
    shape = cells_of(new, new.places)
    for at in by_gap(unit.cells, reach, 1):
        cells = [(at[0] + x, at[1] + y) for x, y in shape]
        if all(is_on_board(state, cell) and cell not in closed for cell in cells):
            return at
    return None


def arrival(state: State, unit: Unit) -> Cell | None:
    """MD-ABIL-6: the place nearest to a friend; ties: smaller y, then x."""
    reserve = state.reserve(unit)
    friends = [cell for friend in state.on_board(unit.seat) for cell in friend.cells]
    if reserve is None or not friends:
        return None
    closed = taken_or_near_enemies(state, unit.seat)
    for at in by_gap(tuple(friends), reserve.reach, unit.side):
        cells = base_cells(at, unit.side)
        if all(is_on_board(state, cell) and cell not in closed for cell in cells):
            return at
    return None


def by_gap(cells: tuple[Cell, ...], reach: int, side: int) -> Iterator[Cell]:
    """The places for a base within the reach of some cells, by gap, then y, then x."""
    found: dict[Cell, int] = {}
    most = reach * reach
    near = range(-reach - side, reach + 2)
    offsets = [
        ((x, y), gap)
        for y in near
        for x in near
        if (gap := min(gap_square((0, 0), cell) for cell in base_cells((x, y), side))) <= most
    ]
    for cell_x, cell_y in cells:
        for (x, y), gap in offsets:
            at = (cell_x + x, cell_y + y)
            if gap < found.get(at, gap + 1):
                found[at] = gap
    return iter(sorted(found, key=lambda at: (found[at], at[1], at[0])))


def deployments(state: State, seat: int) -> Iterator[od.Deploy]:
    """MD-SETUP-7: each type at its minimum in the first place of the zone, by y, then x."""
    closed = dict.fromkeys(occupied(state))
    faction = state.armies[seat].faction
    for block in state.types:
        if faction and not same(faction, block.faction):
            continue
        if any(isinstance(one, Reserve) for one in block.abilities):
            yield od.Deploy(block.name, models=block.least)
            continue
        at = first_place(state, seat, block, closed)
        if at is not None:
            yield od.Deploy(block.name, (at,), block.least)


def first_place(state: State, seat: int, block: Statblock, closed: dict[Cell, None]) -> Cell | None:
    """The first cell at which a unit of the least number of models has room in the zone."""
    unit, _ = raise_unit(state, seat, "new1", block, block.least)
    if unit.kind == "individual" and unit.models != 1:
        return None
    _, spots = stand(unit, ((0, 0),), "", None, "MD-UNIT-6")
    shape = cells_of(unit, spots)
    rows = zone(state, seat)
    for y in rows:
        for x in range(1, state.width + 1):
            cells = [(x + dx, y + dy) for dx, dy in shape]
            if all(
                cell[1] in rows and 1 <= cell[0] <= state.width and cell not in closed
                for cell in cells
            ):
                return x, y
    return None
