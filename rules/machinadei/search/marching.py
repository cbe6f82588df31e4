"""Which units could reach which in a Move phase, and where a unit should best go."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from rules.line.orders import Order
from rules.machinadei import orders as od
from rules.machinadei.adjudicate import is_accepted
from rules.machinadei.candidates import walks
from rules.machinadei.field import Taken, enemies, is_on_board, occupied, touching
from rules.machinadei.fight.melee import is_flanked
from rules.machinadei.fight.strike import attacks_of, weapon_blow
from rules.machinadei.formation import COMPASS, ahead, bounds, shifted
from rules.machinadei.magic import uses_left
from rules.machinadei.march.charge import allowance, cheapest, distance_ahead
from rules.machinadei.march.drill import cost_of_turn, front, remaining, turned
from rules.machinadei.search.chances import ROUNDS, SURE, can_hit, clash, loss, worth
from rules.machinadei.statblock import AttackEffect
from rules.machinadei.state import State, Unit

# Which unit could reach which in one Move phase, at what cost: for the opponent and for questions.


TENTHS = 10
"""Distances are estimated in tenths of an inch."""

WAYS = ("", "left", "right", "around")
"""Straight ahead, or after a turn (MD-TURN-1)."""


def apart(unit: Unit, foe: Unit) -> tuple[int, int]:
    """The number of cells between two units, across and down."""
    west, north, east, south = bounds(unit.cells)
    their_west, their_north, their_east, their_south = bounds(foe.cells)
    across = max(0, their_west - east - 1, west - their_east - 1)
    down = max(0, their_north - south - 1, north - their_south - 1)
    return across, down


def way(unit: Unit, foe: Unit) -> int:
    """The tenths of an inch to a foe over open ground; a formation goes ahead and turns."""
    across, down = apart(unit, foe)
    if not unit.is_formation:
        return TENTHS * max(across, down) + 4 * min(across, down)
    fx, fy = ahead(unit.facing)
    forward, aside = (across, down) if fx else (down, across)
    (west, north, east, south), (left, top, right, bottom) = bounds(unit.cells), bounds(foe.cells)
    in_front = left > east if fx > 0 else right < west if fx < 0 else False
    in_front = in_front or (top > south if fy > 0 else bottom < north if fy < 0 else False)
    beside = min(east, right) >= max(west, left) if fy else min(south, bottom) >= max(north, top)
    if in_front and beside:
        return TENTHS * forward
    return TENTHS * (forward + aside + (2 if in_front else 1))


def could_charge(state: State, unit: Unit, foe: Unit, turns: int = 1) -> bool:
    """MD-CHARGE-1 to MD-CHARGE-3 over open ground: in contact after this many Move phases?"""
    most = allowance(state, unit) * turns
    if not unit.is_formation:
        return way(unit, foe) <= TENTHS * most + 4
    return any(inches_to(state, unit, foe, turn) <= most for turn in WAYS)


def inches_to(state: State, unit: Unit, foe: Unit, turn: str) -> int:
    """The inches to contact, straight ahead or after a turn; 10 ** 6 if there is no way."""
    facing, cost = after_turn(state, unit, turn)
    inches = distance_ahead(facing, foe)
    return 10**6 if inches is None else inches + cost


# Where a unit should best go: what it could strike from there, and what could reach it there.


SHOTS = 2
"""About how many turns a unit that can shoot now goes on shooting, if nobody reaches it."""

FULL, LATER = 900, 350
"""Weights, in thousandths, of enemies that could reach a unit before it moves again: at once, or a
turn later."""

OPEN = 350
"""Weight, in thousandths, of a melee that the unit would win but that the enemy need not begin."""

PATIENT = 300
"""How strongly, in thousandths, an army that does better from afar is still drawn to the enemy."""


@dataclass
class Plan:
    """What is the same for every unit of one seat in one Move phase, worked out once."""

    state: State
    seat: int
    foes: tuple[Unit, ...]
    rounds: int
    opens: bool
    """Does the enemy move after this seat, and once more before it moves again (MD-SEQ-6)?"""
    pull: int = SURE
    clashes: dict[tuple[str, str], int] = field(default_factory=dict)
    losses: dict[tuple[str, str, bool], int] = field(default_factory=dict)

    def clash(self, unit: Unit, foe: Unit) -> int:
        """What a melee of the two from the front is worth to the first (cached)."""
        pair = unit.ref, foe.ref
        if pair not in self.clashes:
            self.clashes[pair] = clash(self.state, unit, foe, rounds=self.rounds)
        return self.clashes[pair]

    def fire(self, unit: Unit, foe: Unit, area: bool) -> tuple[int, int]:
        """The points that its best missile weapon of a kind takes, and the range of that weapon."""
        best, reach = 0, 0
        for weapon in self.state.weapons(unit, "area" if area else "ranged"):
            if attacks_of(unit, weapon.bonus):
                found = unit.ref, foe.ref, area
                if found not in self.losses:
                    blow = weapon_blow(unit, weapon)
                    self.losses[found] = loss(self.state, unit, foe, blow)
                if self.losses[found] > best:
                    best, reach = self.losses[found], weapon.reach
        return best, reach


def plan_of(state: State, seat: int) -> Plan:
    """Make the plan of a seat in this state."""
    last = int(state.options.get("rounds", "8"))
    left = last - state.flow.round + 1 if last else ROUNDS
    plan = Plan(state, seat, enemies(state, seat), max(1, min(ROUNDS, left)), state.first == seat)
    ours = sum(far_fire(plan, unit, plan.foes) for unit in state.on_board(seat))
    theirs = sum(far_fire(plan, foe, tuple(state.on_board(seat))) for foe in plan.foes)
    ahead_now = state.armies[seat].vp >= state.armies[3 - seat].vp
    if last and ahead_now and ours > theirs + theirs // 4:
        plan.pull = PATIENT
    return plan


def far_fire(plan: Plan, unit: Unit, foes: tuple[Unit, ...]) -> int:
    """The points that a unit could take in a turn from afar, with a weapon of range 12 or more."""
    best = 0
    for foe in foes:
        for area in (False, True):
            found, reach = plan.fire(unit, foe, area)
            best = max(best, found if reach >= 12 else 0)
    return best


# --- what a place is worth ------------------------------------------------------------------------


def value(plan: Plan, unit: Unit, taken: Taken) -> int:
    """What it is worth to end the unit's movement where it stands; `taken` leaves the unit out."""
    met = touching(plan.state, unit, taken)
    if met:
        return value_of_melee(plan, unit, met, taken)
    return value_of_fire(plan, unit) * SHOTS - danger(plan, unit) + pull(plan, unit)


def value_of_melee(plan: Plan, unit: Unit, met: tuple[Unit, ...], taken: Taken) -> int:
    """MD-MEL: the worth of fighting all that it touches, with flanks and friends counted."""
    there = {**taken, **dict.fromkeys(unit.cells, unit)}
    total = 0
    for foe in met:
        others = [one for one in touching(plan.state, foe, taken) if one.ref != unit.ref]
        flanked = [one.ref for one in (unit, foe) if is_flanked(one, there)]
        shares = len(met), 1 + len(others)
        total += clash(plan.state, unit, foe, flanked, shares, plan.rounds)
        if others:
            total += worth(foe) // 8
    return total


def value_of_fire(plan: Plan, unit: Unit) -> int:
    """MD-SHOOT, MD-AREA: the points that its best shot from here takes."""
    best = 0
    for foe in plan.foes:
        for area in (False, True):
            found, reach = plan.fire(unit, foe, area)
            if found > best and (area or not touching(plan.state, foe)):
                eyes = unit.cells[: unit.files] if unit.is_formation else unit.cells[:1]
                most = reach * reach
                if any(can_hit(unit, eye, cell, most) for eye in eyes[::2] for cell in foe.cells):
                    best = found
    return best


def danger(plan: Plan, unit: Unit) -> int:
    """The points at risk from foes that could charge it there before it moves again; negative if it
    would win."""
    worst, best = 0, 0
    for foe in plan.foes:
        if foe.broken or touching(plan.state, foe):
            continue
        for turns, weight in ((1, FULL), (2, LATER)) if plan.opens else ((1, LATER // 3),):
            if could_charge(plan.state, foe, unit, turns):
                met = plan.clash(unit, foe)
                worst = min(worst, met * weight // SURE)
                best = max(best, met * OPEN // SURE * weight // SURE)
                break
    return -worst - best


def pull(plan: Plan, unit: Unit) -> int:
    """What it is worth to be near to what it would like to strike, in melee or from afar."""
    move = max(1, unit.effective("M"))
    best, worst = 0, 0
    for foe in plan.foes:
        far = way(unit, foe)
        met = plan.clash(unit, foe) * 40 * move // (40 * move + far)
        best, worst = max(best, met), min(worst, met)
        for area in (False, True):
            found, reach = plan.fire(unit, foe, area)
            if found:
                short = max(0, max(apart(unit, foe)) - reach) * TENTHS
                best = max(best, SHOTS * found * 40 * move // (40 * move + short))
    for reach, found in spells(plan, unit):
        near = min(max(apart(unit, foe)) for foe in plan.foes)
        short = max(0, near - reach) * TENTHS
        best = max(best, SHOTS * found * 40 * move // (40 * move + short))
    return (best if best else worst // 4) * plan.pull // SURE


def spells(plan: Plan, unit: Unit) -> Iterator[tuple[int, int]]:
    """MD-MAG-6: the reach of each spell at enemies, and about how many points it is worth."""
    for magic in plan.state.block(unit).magic:
        if uses_left(unit, magic) != 0 and magic.target.kind in ("enemy", "point"):
            hurts = any(isinstance(one, AttackEffect) for one in magic.effects)
            yield magic.target.reach, worth(unit) // (6 if hurts else 12)


# --- where it could go ----------------------------------------------------------------------------


Step = tuple[Order, Unit]
"""An order, and the unit as it would stand after it and the move that it prepares (a turn before a
charge)."""


def best_charge(plan: Plan) -> Order | None:
    """The charge of any unit that gains the most over what the unit would do otherwise."""
    best, found = 0, None
    for unit in movable(plan):
        taken = occupied(plan.state, unit.ref)
        stays = value(plan, unit, taken)
        for order, there in charges(plan, unit):
            gain = value(plan, there, taken) - max(0, stays)
            if gain > best and is_accepted(plan.state, plan.seat, order):
                best, found = gain, order
    return found


def movable(plan: Plan) -> list[Unit]:
    """The units that may still move, those nearest to an enemy first."""
    state = plan.state
    able = [
        unit
        for unit in state.on_board(plan.seat)
        if not unit.broken and not unit.reformed and not touching(state, unit)
    ]
    return sorted(able, key=lambda unit: min((way(unit, foe) for foe in plan.foes), default=0))


def charges(plan: Plan, unit: Unit) -> Iterator[Step]:
    """MD-CHARGE: every enemy that it could reach, for a formation also after a turn."""
    state, who = plan.state, od.Who((unit.ref,))
    for foe in plan.foes:
        if not could_charge(state, unit, foe):
            continue
        if not unit.is_formation:
            way_there = cheapest(state, unit, foe, allowance(state, unit))
            if way_there is not None:
                yield od.Charge(who, foe.ref), replace(unit, spots=way_there[0])
            continue
        taken = occupied(state, unit.ref)
        for turn in WAYS:
            facing, cost = after_turn(state, unit, turn)
            inches = distance_ahead(facing, foe)
            if inches is None or inches + cost > remaining(unit):
                continue
            if is_open(taken, facing, inches):
                order: Order = od.Turn(who, turn) if turn else od.Charge(who, foe.ref)
                yield order, advanced(facing, inches)


def is_open(taken: Taken, unit: Unit, inches: int) -> bool:
    """MD-MOVE-3: is its way straight ahead free, including where it stands?"""
    return not any(
        cell in taken for gone in range(inches + 1) for cell in advanced(unit, gone).cells
    )


def after_turn(state: State, unit: Unit, turn: str) -> tuple[Unit, int]:
    """MD-TURN-1: the formation after a turn, and what the turn costs."""
    return (turned(unit, turn), cost_of_turn(state, unit)) if turn else (unit, 0)


def best_move(plan: Plan, spend: Callable[[], bool]) -> Order | None:
    """The best move of the first unit that would stand clearly better after it; None if there is
    none.

    `spend` counts one try, and is False when no more are allowed.
    """
    for unit in movable(plan):
        if remaining(unit) < 1:
            continue
        taken = occupied(plan.state, unit.ref)
        best, found = value(plan, unit, taken) + 200 + worth(unit) // 400, None
        for order, there in steps(plan, unit):
            if not spend():
                return found
            gain = value(plan, there, taken)
            if gain > best and is_accepted(plan.state, plan.seat, order):
                best, found = gain, order
        if found is not None:
            return found
    return None


def steps(plan: Plan, unit: Unit) -> Iterator[Step]:
    """Its moves without a charge, for a formation also after a turn."""
    state, who = plan.state, od.Who((unit.ref,))
    if not unit.is_formation:
        for order in walks(state, unit):
            if isinstance(order, od.MoveSteps) and isinstance(order.steps, int):
                step = COMPASS[order.direction]
                yield order, replace(unit, spots=shifted(unit.spots, step, order.steps))
        return
    taken = occupied(state, unit.ref)
    for turn in WAYS:
        facing, cost = after_turn(state, unit, turn)
        for inches in range(remaining(unit) - cost + 1):
            there = advanced(facing, inches)
            if any(cell in taken or not is_on_board(state, cell) for cell in there.cells):
                break
            if inches or turn:
                yield od.Turn(who, turn) if turn else od.Advance(who, inches), there


def advanced(unit: Unit, inches: int) -> Unit:
    """MD-ADV-1: the formation this many inches ahead."""
    return replace(unit, at=shifted((front(unit),), ahead(unit.facing), inches)[0])
