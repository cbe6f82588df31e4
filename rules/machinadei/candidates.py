"""What might be ordered now: the candidates of each kind of order, with each single target.

Those of a unit are listed by unit, those of a seat by seat; the table of orders says which of them
must still be tried.
"""

from collections.abc import Callable, Collection, Iterable, Iterator

from rules.line.adjudication import lowest
from rules.line.errors import allows
from rules.line.orders import Order
from rules.machinadei import field
from rules.machinadei import orders as od
from rules.machinadei.apply import apply
from rules.machinadei.army import raise_unit, stand, zone
from rules.machinadei.fight.melee import evenly
from rules.machinadei.fight.shooting import numbers
from rules.machinadei.fight.strike import hits_of, melee_attacks
from rules.machinadei.formation import COMPASS, base_cells, beside, gap_square, shifted
from rules.machinadei.magic import summoned
from rules.machinadei.march.charge import allowance, cheapest
from rules.machinadei.march.drill import check_not_locked, longest, remaining
from rules.machinadei.statblock import Magic, Reserve, Statblock, SummonEffect, same
from rules.machinadei.state import Battle, State, Unit, now

Orders = Iterator[Order]
OfUnit = Callable[[State, Unit], Orders]
OfSeat = Callable[[State, int], Orders]


def alone(unit: Unit) -> od.Who:
    """An order to this unit and no other."""
    return od.Who((unit.ref,))


# --- the Move phase -----------------------------------------------------------------------------


def can_drill(state: State, unit: Unit) -> bool:
    """MD-BREAK-4, MD-MOVE-2: a formation that obeys, and is not held by enemies."""
    ready = unit.is_formation and not unit.waits and not unit.broken
    return ready and allows(check_not_locked, state, unit)


def can_walk(state: State, unit: Unit) -> bool:
    """MD-WALK-1: a loose unit (no formation) that obeys, and is not held by enemies."""
    ready = not (unit.waits or unit.is_formation or unit.broken)
    return ready and allows(check_not_locked, state, unit) and field.is_chain(unit.spots, unit.side)


def walks(state: State, unit: Unit) -> Orders:
    """MD-WALK-3: free moves of n steps in each of the eight directions."""
    if not can_walk(state, unit):
        return
    who = alone(unit)
    ground, most = field.Ground(state, unit), unit.effective("M")
    for direction, step in COMPASS.items():
        for steps in range(1, remaining(unit) + 1):
            spots = shifted(unit.spots, step, steps)
            gone = (0, steps) if all(step) else (steps, 0)
            if not field.is_within(unit.spent, gone, most):
                break
            if all(ground.is_free(spot) for spot in spots):
                way = longest(ground, unit, spots, most)
                if way is not None and field.is_within(unit.spent, way, most):
                    yield od.MoveSteps(who, steps, direction)


def reforms(state: State, unit: Unit) -> Orders:
    """Section 6.5: in each number of files."""
    if unit.is_formation and not unit.waits and (not unit.broken or unit.fled):
        who = alone(unit)
        yield from (od.Reform(who, files=files) for files in range(1, unit.models + 1))


def advances(state: State, unit: Unit) -> Orders:
    """Section 6.2: by each number of inches that is left."""
    if can_drill(state, unit):
        who = alone(unit)
        yield from (od.Advance(who, inches) for inches in range(1, remaining(unit) + 1))


def wheels(state: State, unit: Unit) -> Orders:
    """Section 6.3: to either side by each angle of the house rule."""
    if can_drill(state, unit):
        who, part = alone(unit), int(state.options.get("wheel", "45"))
        for side in ("left", "right"):
            yield from (od.Wheel(who, side, angle) for angle in range(part, 91, part))


def turns(state: State, unit: Unit) -> Orders:
    """Section 6.4: left, right and around."""
    if can_drill(state, unit):
        yield from (od.Turn(alone(unit), way) for way in ("left", "right", "around"))


def charges(state: State, unit: Unit) -> Orders:
    """MD-CHARGE-3: each enemy; for a loose unit only those that it can reach."""
    if unit.is_formation:
        foes = field.enemies(state, unit.seat) if can_drill(state, unit) else ()
        yield from (od.Charge(alone(unit), foe.ref) for foe in foes)
    elif can_walk(state, unit):
        for foe in field.enemies(state, unit.seat):
            if cheapest(state, unit, foe, allowance(state, unit)) is not None:
                yield od.Charge(alone(unit), foe.ref)


# --- magic, shooting, melee ---------------------------------------------------------------------


def can_act(unit: Unit) -> bool:
    """MD-SEQ-2, MD-BREAK-4: in play, not broken, and without an action in this phase."""
    return not (unit.waits or unit.broken or unit.acted)


def castings(state: State, unit: Unit) -> Orders:
    """Section 6.10: each effect on each target that it may have."""
    for magic in state.block(unit).magic if can_act(unit) else ():
        yield from (od.Cast(alone(unit), magic.name, aim) for aim in aims(state, unit, magic))


def aims(state: State, unit: Unit, magic: Magic) -> Iterator[str | od.Cell | None]:
    """MD-MAG-4: nothing, units, the places of enemies, or the nearest cell for a summons."""
    match magic.target.kind:
        case "self" | "around":
            yield None
        case "friend":
            yield from (friend.ref for friend in state.on_board(unit.seat))
        case "enemy":
            yield from (foe.ref for foe in field.enemies(state, unit.seat))
        case "point":
            yield from (foe.position for foe in field.enemies(state, unit.seat))
        case _:
            for effect in magic.effects:
                if isinstance(effect, SummonEffect):
                    found = summoning(state, unit, effect, magic.target.reach)
                    yield from () if found is None else (found,)
                    return


def arrivals(state: State, unit: Unit) -> Orders:
    """MD-ABIL-6: the place nearest to a friend."""
    found = arrival(state, unit) if unit.waits else None
    if found is not None:
        yield od.Arrive(alone(unit), found)


def marks(state: State, unit: Unit, use: str) -> tuple[Unit, ...]:
    """The enemies of a unit that can act and has a weapon of this use."""
    armed = can_act(unit) and state.weapons(unit, use)
    return field.enemies(state, unit.seat) if armed else ()


def shots(state: State, unit: Unit) -> Orders:
    """Section 6.8: at each enemy."""
    return (od.Shoot(alone(unit), foe.ref) for foe in marks(state, unit, "ranged"))


def volleys(state: State, unit: Unit) -> Orders:
    """Section 6.8: at the place of each enemy."""
    return (od.Volley(alone(unit), foe.position) for foe in marks(state, unit, "ranged"))


def bombardments(state: State, unit: Unit) -> Orders:
    """Section 6.8: at the place of each enemy."""
    return (od.Bombard(alone(unit), foe.position) for foe in marks(state, unit, "area"))


def allocations(state: State, unit: Unit) -> Orders:
    """MD-AREA-6, MD-DIV-1: divisions of the hits that wait for it, else of its melee attacks."""
    if state.pending is not None:
        if state.pending.unit == unit.ref:
            yield from divisions(state, alone(unit))
    elif not (unit.waits or unit.broken):
        yield from shares(state, unit, alone(unit))


def shares(state: State, unit: Unit, who: od.Who) -> Orders:
    """MD-DIV-5: an even division where MD-DIV-2 allows one."""
    foes = [foe.ref for foe in field.touching(state, unit)]
    if len(foes) > 1:
        even = evenly(melee_attacks(state, unit), foes)
        yield od.Allocate(who, tuple(od.Share(amount, ref) for ref, amount in even))


def divisions(state: State, who: od.Who) -> Orders:
    """MD-AREA-7: all hits on each eligible unit."""
    pending = state.pending
    if pending is None:
        return
    trial = Battle(state, 0, lowest, apply)
    for ref, number in numbers(trial, pending):
        hits = hits_of(pending.dice, number)
        yield od.Allocate(who, (od.Share(hits, now(trial, ref).ref),))


# --- orders of a seat ---------------------------------------------------------------------------


def taken_or_near_enemies(state: State, seat: int) -> dict[od.Cell, None]:
    """MD-BOARD-3, MD-MAG-7: the cells where no unit can come in."""
    found: dict[od.Cell, None] = dict.fromkeys(field.occupied(state))
    for enemy in field.enemies(state, seat):
        found.update(dict.fromkeys(edge for cell in enemy.cells for edge in beside(cell)))
    return found


def summoning(state: State, unit: Unit, effect: SummonEffect, reach: int) -> od.Cell | None:
    """MD-EFF-4: the cell nearest to the caster that allows the summons; ties: smaller y, then x."""
    closed = taken_or_near_enemies(state, unit.seat)
    new, _ = summoned(state, unit, effect, (0, 0))
    return first_free(state, closed, by_gap(unit.cells, reach, 1), new.cells)


def first_free(
    state: State, closed: dict[od.Cell, None], places: Iterable[od.Cell], shape: tuple[od.Cell, ...]
) -> od.Cell | None:
    """The first place where a unit of this shape would be on the board, on no closed cell."""
    for at in places:
        cells = shifted(shape, at)
        if all(field.is_on_board(state, cell) and cell not in closed for cell in cells):
            return at
    return None


def arrival(state: State, unit: Unit) -> od.Cell | None:
    """MD-ABIL-6: the place nearest to a friend; ties: smaller y, then x."""
    reserve = state.reserve(unit)
    friends = [cell for friend in state.on_board(unit.seat) for cell in friend.cells]
    if reserve is None or not friends:
        return None
    closed = taken_or_near_enemies(state, unit.seat)
    places = by_gap(tuple(friends), reserve.reach, unit.side)
    return first_free(state, closed, places, base_cells((0, 0), unit.side))


def by_gap(cells: tuple[od.Cell, ...], reach: int, side: int) -> Iterator[od.Cell]:
    """The places for a base within reach of some cells, sorted by gap, then y, then x."""
    found: dict[od.Cell, int] = {}
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
    closed = dict.fromkeys(field.occupied(state))
    faction = state.armies[seat].faction
    for block in state.types:
        if faction and not same(faction, block.faction):
            continue
        if block.has(Reserve):
            yield od.Deploy(block.name, models=block.least)
            continue
        columns = range(1, state.width + 1)
        at = first_place(state, seat, (block, block.least), zone(state, seat), columns, closed)
        if at is not None:
            yield od.Deploy(block.name, (at,), block.least)


def first_place(
    state: State,
    seat: int,
    lot: tuple[Statblock, int],
    rows: Collection[int],
    columns: Iterable[int],
    closed: dict[od.Cell, None],
) -> od.Cell | None:
    """The first cell, row by row, where `lot` (a type and so many models) has room."""
    unit, _ = raise_unit(state, seat, "new1", *lot)
    if unit.kind == "individual" and unit.models != 1:
        return None
    shape = stand(unit, ((0, 0),), "", None, "MD-UNIT-6").cells
    for y in rows:
        for x in columns:
            if all(
                y + dy in rows and 1 <= x + dx <= state.width and (x + dx, y + dy) not in closed
                for dx, dy in shape
            ):
                return x, y
    return None
