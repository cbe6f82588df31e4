"""How units move, and how they charge."""

from collections.abc import Iterator
from dataclasses import replace

from rules.crusade7.events import Charged, Moved, Stayed
from rules.crusade7.field import geometry, paths
from rules.crusade7.fight import melee
from rules.crusade7.harm.numbers import stat
from rules.crusade7.naming import named
from rules.crusade7.orders import Advance, Charge, FallBack, MoveOrder, Stay, place
from rules.crusade7.state import Battle, State, Unit, unit_now
from rules.line.errors import Refusal, required
from rules.line.flow import seat_name
from rules.line.work import spend
from rules.numbers.arith import SCALE, decimals, half_up, longer, nearest
from rules.numbers.grid import Cell

# The Move Phase: Normal Movement, Advance, Fall Back and staying (chapter 5.4).


VERBS = {"normal": "move", "advance": "advance", "fall back": "fall back"}
"""How each manner of moving is called in a refusal."""


def move(battle: Battle, unit: Unit, order: MoveOrder) -> None:
    """C7-MOVE-1: let a unit move, as its part in the Move Phase.

    C7-REACT-4: all checks, then an Opportunity Attack, then the legs with their reactions.
    """
    state = battle.state
    manner = manner_of(order)
    check_may_move(state, unit, manner)
    points = way_points(unit, order)
    check_points(state, unit, manner, points)
    check_column(unit, points, "frightened", "C7-COND-10")
    check_column(unit, points, "shaken", "C7-MORALE-5")
    lengths = leg_lengths(state, unit, manner, points)
    check_length(state, unit, manner, points, lengths)
    melee.opportunity(battle, unit.ref, manner)
    walk(battle, unit.ref, manner, points, lengths)


def stay(battle: Battle, unit: Unit, order: Stay) -> None:
    """C7-MOVE-5: the unit stays where it is: it is Stationary."""
    check_part(unit)
    battle.emit(Stayed(unit.ref))


def manner_of(order: MoveOrder) -> str:
    """C7-MOVE-2: an order that just says "moves" means a Normal Movement."""
    if isinstance(order, Advance):
        return "advance"
    return "fall back" if isinstance(order, FallBack) else "normal"


def speed_allowed(manner: str, speed: int) -> int:
    """C7-MOVE-2, C7-MOVE-3, C7-MOVE-4: the whole speed for an Advance, otherwise half of it.

    C7-GEO-6: the half is rounded half up, so 5 makes 3.
    """
    return speed if manner == "advance" else half_up(speed, 2)


def way_points(unit: Unit, order: MoveOrder) -> tuple[Cell, ...]:
    """C7-MOVE-14: the ends of the legs; directions in `via` count from the point before."""
    points, cell = [], geometry.anchor_of(unit)
    for goal in order.via:
        cell = geometry.goal_from(cell, unit.seat, goal)
        points.append(cell)
    return (*points, geometry.goal_cell(unit, order.to))


# --- checks, in the order of the table in section 6.2 -------------------------------------------


def check_may_move(state: State, unit: Unit, manner: str) -> None:
    """Check what does not depend on where the move goes."""
    check_first_step(state, unit)
    check_part(unit)
    check_stunned(unit)
    if manner != "normal":
        check_prone(unit, VERBS[manner])
    if manner != "fall back":
        check_engagement(state, unit, manner)


def check_first_step(state: State, unit: Unit) -> None:
    """C7-RES-4: once reinforcements arrive, the army moves nobody else in this phase."""
    if state.armies[unit.seat].arriving:
        whose = seat_name(unit.seat)
        why = f"reinforcements of {whose} have arrived; {unit.ref} cannot act after that"
        raise Refusal("C7-RES-4", why)


def check_part(unit: Unit) -> None:
    """C7-MOVE-1: a unit has one part in its army's Move turn."""
    if unit.moved != "none":
        raise Refusal("C7-MOVE-1", f"{unit.ref} has had its part in this phase: {unit.moved}")


def check_stunned(unit: Unit) -> None:
    """C7-COND-5: a stunned unit does not move, embark or charge."""
    if unit.has("stunned"):
        why = f"{unit.ref} is stunned: it can neither move nor embark nor charge"
        raise Refusal("C7-COND-5", why)


def check_prone(unit: Unit, verb: str) -> None:
    """C7-COND-3: a prone unit may use only Normal Movement."""
    if unit.has("prone"):
        raise Refusal("C7-COND-3", f"{unit.ref} is prone and cannot {verb}")


def check_engagement(state: State, unit: Unit, manner: str) -> None:
    """C7-ZOC-4: with `engaged=strict` an engaged unit may only fall back or stay."""
    if state.options.get("engaged") == "strict" and geometry.is_engaged(state, unit):
        why = f"{unit.ref} is engaged and cannot {VERBS[manner]}: it may fall back or stay"
        raise Refusal("C7-ZOC-4", why)


def check_points(state: State, unit: Unit, manner: str, points: tuple[Cell, ...]) -> None:
    """Check where the legs end: all on the board, the last one where the unit may stay."""
    size, end = geometry.size_of(state, unit), points[-1]
    for point in points:
        check_on_board(unit, point, size)
    check_another_cell(unit, end)
    check_unoccupied(state, unit, end)
    if paths.is_flying(state, unit):
        check_landing(state, unit, end)
    else:
        check_zone(state, unit, manner, end)


def check_on_board(unit: Unit, cell: Cell, size: Cell, rule: str = "C7-MOVE-9") -> None:
    """C7-MOVE-9: destination and waypoints hold the whole footprint on the board."""
    if not geometry.on_board(cell, size):
        why = f"{unit.ref} covers {size[0]}x{size[1]}; {place(cell)} is off the board"
        raise Refusal(rule, why)


def check_another_cell(unit: Unit, end: Cell) -> None:
    """C7-MOVE-13: a move does not end on the cell where it began."""
    if end == unit.at:
        raise Refusal("C7-MOVE-13", f"{unit.ref} is on {place(end)} already; it may stay")


def check_unoccupied(state: State, unit: Unit, end: Cell) -> None:
    """C7-MOVE-10: the destination is free of other units, prone ones included."""
    others = geometry.units_on(state, end, geometry.size_of(state, unit), unit.ref)
    if others:
        why = f"{unit.ref} cannot end on {place(end)}: {others[0].ref} is there"
        raise Refusal("C7-MOVE-10", why)


def check_landing(state: State, unit: Unit, end: Cell) -> None:
    """C7-FLY-2: in the Move Phase a flyer does not end within 1 of any unit, friend or enemy."""
    near = neighbours_at(state, unit, end)
    if near:
        why = f"{unit.ref} cannot land on {place(end)}, within 1 of {near[0].ref}"
        raise Refusal("C7-FLY-2", why)


def check_zone(state: State, unit: Unit, manner: str, end: Cell) -> None:
    """C7-ZOC-1, C7-ZOC-3: no move of the Move Phase ends within 1 of an enemy unit."""
    near = [one for one in neighbours_at(state, unit, end) if one.seat == geometry.enemy_seat(unit)]
    if near:
        rule = "C7-ZOC-3" if manner == "fall back" else "C7-ZOC-1"
        why = f"{unit.ref} cannot {VERBS[manner]} to {place(end)}, within 1 of {near[0].ref}"
        raise Refusal(rule, why)


def neighbours_at(state: State, unit: Unit, end: Cell) -> list[Unit]:
    """The other units that would be within 1 of a unit if it stood there."""
    near = geometry.within_of(state, end, geometry.size_of(state, unit), geometry.ADJACENT)
    return [one for one in near if one.ref != unit.ref]


def check_column(unit: Unit, points: tuple[Cell, ...], condition: str, rule: str) -> None:
    """C7-COND-10, C7-MORALE-5: with the condition, no named cell is farther forward than the
    start."""
    if not unit.has(condition):
        return
    column = geometry.anchor_of(unit)[1]
    for point in points:
        if (point[1] - column) * geometry.forward(unit.seat) > 0:
            why = (
                f"{unit.ref} is {condition}; {place(point)} is farther forward than column {column}"
            )
            raise Refusal(rule, why)


def leg_lengths(state: State, unit: Unit, manner: str, points: tuple[Cell, ...]) -> tuple[int, ...]:
    """C7-MOVE-11: the exact length of each leg.  Raises `Refusal` if there is no legal way."""
    end = points[-1]
    if geometry.is_impassable(state, end, geometry.size_of(state, unit)):
        raise Refusal("C7-MOVE-11", f"{unit.ref} cannot end on {place(end)}: impassable ground")
    ground = paths.ground_for(state, unit, manner)
    lengths, cell = [], ground.start
    for point in points:
        why = f"{unit.ref} has no way from {place(cell)} to {place(point)}"
        length = required(paths.leg_length(ground, cell, point), "C7-MOVE-11", why)
        lengths.append(length)
        cell = point
    return tuple(lengths)


def check_length(
    state: State, unit: Unit, manner: str, points: tuple[Cell, ...], lengths: tuple[int, ...]
) -> None:
    """C7-MOVE-8: the lengths of the legs are summed, rounded once, and compared to the limit."""
    speed = stat(state, unit, "Speed")
    allowed, length = speed_allowed(manner, speed), nearest(sum(lengths))
    if length > allowed:
        share = "speed" if manner == "advance" else "half of speed"
        way = described_way(unit, points)
        longer = paths.detour(state, unit, paths.ground_for(state, unit, manner), points)
        why = f"{unit.ref} may {VERBS[manner]} {allowed} ({share} {speed}); {way} is {length}"
        raise Refusal("C7-MOVE-8", f"{why}{longer}")


def described_way(unit: Unit, points: tuple[Cell, ...]) -> str:
    """`5,5 to 5,9`, or `5,5 via 6,6 to 5,9`."""
    via = ", ".join(place(point) for point in points[:-1])
    return f"{place(geometry.anchor_of(unit))}{' via ' + via if via else ''} to {place(points[-1])}"


# --- the move itself ----------------------------------------------------------------------------


def walk(
    battle: Battle, ref: str, manner: str, points: tuple[Cell, ...], lengths: tuple[int, ...]
) -> None:
    """C7-REACT-4: move leg by leg, each followed by reactions to it; C7-REACT-2: while it lives.

    C7-GEO-9: if a reaction has filled the destination (with the passengers of a transport that it
    destroyed), the unit stops before the last leg.
    """
    size, total = geometry.size_of(battle.state, unit_now(battle, ref)), 0
    for number, (point, length) in enumerate(zip(points, lengths, strict=True), start=1):
        start, last = unit_now(battle, ref).at, number == len(points)
        if start is None or (last and geometry.units_on(battle.state, point, size, ref)):
            return
        total += length
        so_far = decimals(total, SCALE)
        battle.emit(Moved(ref, manner, start, point, so_far, nearest(total), last))
        melee.polearms(battle, ref)


# --- what a unit could do -----------------------------------------------------------------------

LOOKED_AROUND = 4_000
"""Steps of work charged for finding where a unit could go."""


def destinations(state: State, unit: Unit, manner: str) -> Iterator[Cell]:
    """The cells that a unit may move to in one leg, by row and column; whether it may move at all
    is not checked."""
    spend(LOOKED_AROUND)
    ground = paths.ground_for(state, unit, manner)
    allowed = speed_allowed(manner, stat(state, unit, "Speed"))
    ends = endings(state, unit)
    for cell, _ in paths.within_reach(ground, allowed):
        if ends.factor(cell):
            yield cell


def endings(state: State, unit: Unit) -> paths.Ground:
    """C7-MOVE-10, C7-MOVE-11: where a move may end: on free cells that are not impassable.

    C7-ZOC-1, C7-ZOC-3: and not within 1 of an enemy; C7-FLY-2: for a flyer, of any unit.
    """
    flying = paths.is_flying(state, unit)
    margins = {unit.seat: int(flying), geometry.enemy_seat(unit): 1}
    ground = paths.ground_for(state, unit, "fall back")
    return replace(ground, closed=paths.closed_around(state, unit, margins), known={})


# Charges (chapter 7.8).


CHARGE_MOVE = 3
"""C7-CHARGE-5: how far a charger moves at most."""

CHARGE_RANGE = 6
"""C7-CHARGE-4: how far away its target may be."""

SLOW = ("Heavy Support", "Very Heavy Support", "Transport")
"""C7-CHARGE-1: the classifications that cannot charge."""


def charge(battle: Battle, unit: Unit, order: Charge) -> None:
    """C7-CHARGE-5: let a unit charge an enemy, to the cell named or the best one it can reach.

    C7-REACT-4: all checks, then Reflexive Fire, then the move, then polearms.
    C7-MELEE-7, C7-CHARGE-6: enemy zones do not matter, and `moved` stays what it was.
    """
    state = battle.state
    target = named(state, unit.seat, order.target)
    check_may_charge(state, unit)
    check_target(state, unit, target)
    if order.to is None:
        to, length = best_place(state, unit, target)
    else:
        to, length = order.to, length_to(state, unit, target, order.to)
    battle.emit(Charged(unit.ref, target.ref))
    melee.reflexive_fire(battle, unit.ref)
    walk(battle, unit.ref, "charge", (to,), (length,))


# --- checks, in the order of the table in section 6.2 -------------------------------------------


def check_may_charge(state: State, unit: Unit) -> None:
    """Check what does not depend on the target of the charge."""
    check_class(state, unit)
    check_stunned(unit)
    check_prone(unit, "charge")
    check_first_charge(unit)
    check_has_not_hurried(unit)
    check_unengaged(state, unit)


def check_class(state: State, unit: Unit) -> None:
    """C7-CHARGE-1: Heavy Support, Very Heavy Support and Transport units cannot charge."""
    classification = state.block(unit).classification
    if classification in SLOW:
        raise Refusal("C7-CHARGE-1", f"{unit.ref} is {classification}, which cannot charge")


def check_first_charge(unit: Unit) -> None:
    """C7-CHARGE-8: a unit charges at most once per Charge Phase."""
    if unit.charged:
        raise Refusal("C7-CHARGE-8", f"{unit.ref} has charged in this phase (1 of 1)")


def check_has_not_hurried(unit: Unit) -> None:
    """C7-CHARGE-2: a unit that advanced or fell back in this round cannot charge."""
    if unit.moved in ("advance", "fall back"):
        done = "advanced" if unit.moved == "advance" else "fell back"
        raise Refusal("C7-CHARGE-2", f"{unit.ref} {done} in this round and cannot charge")


def check_unengaged(state: State, unit: Unit) -> None:
    """C7-CHARGE-3: a unit that is adjacent to an enemy cannot charge."""
    beside = geometry.within(state, unit, geometry.ADJACENT, geometry.enemy_seat(unit))
    if beside:
        why = f"{unit.ref} is engaged with {beside[0].ref} and cannot charge"
        raise Refusal("C7-CHARGE-3", why)


def check_target(state: State, unit: Unit, target: Unit) -> None:
    """C7-ATK-11, C7-CHARGE-4: the target is an enemy on the field at 6 or less."""
    if target.seat == unit.seat or not target.on_field:
        raise Refusal("C7-ATK-11", f"{target.ref} is no enemy of {unit.ref} on the field")
    gap = geometry.separation(state, unit, target)
    if gap > CHARGE_RANGE:
        why = f"{unit.ref} may charge a unit within {CHARGE_RANGE}; {target.ref} is at {gap}"
        raise Refusal("C7-CHARGE-4", why)


def length_to(state: State, unit: Unit, target: Unit, to: Cell) -> int:
    """C7-CHARGE-5: the length of a charge to the cell named.  Raises `Refusal` if it is illegal."""
    check_on_board(unit, to, geometry.size_of(state, unit))
    check_unoccupied(state, unit, to)
    check_column(unit, (to,), "frightened", "C7-COND-10")
    check_nearer(state, unit, target, to)
    (length,) = leg_lengths(state, unit, "charge", (to,))
    if nearest(length) > CHARGE_MOVE:
        way = f"{place(geometry.anchor_of(unit))} to {place(to)}"
        why = f"{unit.ref} may charge {CHARGE_MOVE}; {way} is {nearest(length)}"
        raise Refusal("C7-CHARGE-5", why)
    return length


def check_nearer(state: State, unit: Unit, target: Unit, to: Cell) -> None:
    """C7-CHARGE-5: the charge ends nearer to the target than it began, by exact distances."""
    if geometry.gap_square_at(state, unit, to, target) >= geometry.gap_square(state, unit, target):
        why = f"{place(to)} is no nearer to {target.ref} than {place(geometry.anchor_of(unit))}"
        raise Refusal("C7-CHARGE-5", f"{unit.ref} must get nearer; {why}")


# --- where to -----------------------------------------------------------------------------------


def best_place(state: State, unit: Unit, target: Unit) -> tuple[Cell, int]:
    """C7-CHARGE-7: the reachable cell nearest to the target, with its length; then the shorter
    move, then the lower row, then the lower column.

    Raises `Refusal` if no cell nearer to the target can be reached.
    """
    best: tuple[int, Cell, int] | None = None
    for cell, length in places(state, unit, target):
        gap = geometry.gap_square_at(state, unit, cell, target)
        if best is None or gap < best[0] or (gap == best[0] and longer(best[2], length)):
            best = (gap, cell, length)
    if best is None:
        why = f"{unit.ref} can reach no cell within {CHARGE_MOVE} that is nearer to {target.ref}"
        raise Refusal("C7-CHARGE-5", why)
    return best[1], best[2]


def places(
    state: State, unit: Unit, target: Unit, among: list[tuple[Cell, int]] | None = None
) -> list[tuple[Cell, int]]:
    """C7-CHARGE-5: where a charge at this target may end, by row and column, with lengths.

    `among`: all `ends` of the unit's charges, if they are known already.
    """
    now = geometry.gap_square(state, unit, target)
    found = ends(state, unit) if among is None else among
    return [one for one in found if geometry.gap_square_at(state, unit, one[0], target) < now]


def ends(state: State, unit: Unit) -> list[tuple[Cell, int]]:
    """C7-CHARGE-6: the cells on which a charge at any target may end, with lengths."""
    ground = paths.ground_for(state, unit, "charge")
    return [
        (cell, length)
        for cell, length in paths.reachable(ground, CHARGE_MOVE).items()
        if geometry.is_free(state, cell, ground.size, unit.ref)
    ]
