"""Where the opponent sends its soldiers: attacks that pay, and marches to where they can attack."""

from collections.abc import Iterator

from rules.candlebre import orders as od
from rules.candlebre.apply import apply
from rules.candlebre.legal import is_accepted
from rules.candlebre.play.spending import to_strangers
from rules.candlebre.play.weighing import able, defence, is_sure, told_off, units_in
from rules.candlebre.roster import ROSTER
from rules.candlebre.state import State
from rules.candlebre.table import order_of_seat
from rules.candlebre.units import Tally
from rules.candlebre.war.battles import is_undefended
from rules.line.adjudication import Adjudication, lowest
from rules.line.frozen import Frozen
from rules.line.orders import EndPhase, Order
from rules.numbers.arith import scattered

EASY_EDGE, HARD_EDGE = 160, 220
"""The power, in percent of the defenders', with which a province is attacked."""

SURE = 80
"""The chance in percent that the hard one wants."""

LOOKED_AT = 4
"""So many of the best attacks are weighed exactly."""

TOO_MANY = 24
"""Units in a force beyond which the power alone decides."""


class Chance(Frozen):
    """An attack that looks good: from where, on what, with whom, and what it is worth."""

    worth: int
    source: int
    target: int
    units: Tally
    leaders: tuple[str, ...] = ()


# --- attacks ------------------------------------------------------------------------------------


def attack(state: State, seat: int, hard: bool, seed: int) -> Order:
    """The next order of the move phase."""
    found = sorted(chances(state, seat, hard), key=lambda one: (-one.worth, one.source, one.target))
    if not hard:
        return order_of(state, found[scattered(seed, 1) % len(found)]) if found else EndPhase()
    for one in found[:LOOKED_AT]:
        order = order_of(state, one)
        if is_accepted(state, seat, order) and is_good(state, seat, one, order):
            return order
    return EndPhase()


def chances(state: State, seat: int, hard: bool) -> Iterator[Chance]:
    """Each stack against each neighbour that it is strong enough for."""
    for source in state.owned(seat):
        there = able(state.province(source).units)
        if not any(there):
            continue
        for target in state.site(source).borders:
            here = state.province(target)
            if here.owner == seat or here.battle is not None or here.protector is not None:
                continue
            if here.owner in state.realm(seat).allies:
                continue
            against = defence(state, target)
            led = leaders_at(state, seat, source) if hard and against else ()
            edge = HARD_EDGE if hard else EASY_EDGE
            units = told_off(state, seat, there, against, edge, bool(led))
            if any(units):
                sent = units if hard else there
                yield Chance(worth(state, target, units), source, target, sent, led)


def leaders_at(state: State, seat: int, source: int) -> tuple[str, ...]:
    """The leaders of a seat who stand in a province and can still go."""
    return tuple(one.ref for one in state.leaders_at(source) if one.owner == seat and one.steps < 2)


def worth(state: State, target: int, units: Tally) -> int:
    """The value, twice that of a rival's land, for each gold of the force."""
    here = state.province(target)
    price = sum(one.price * count for one, count in zip(ROSTER, units, strict=True))
    value = here.value * (2 if here.owner else 1) + 20 * len(here.buildings)
    return 1000 * value // (price + 20)


def order_of(state: State, one: Chance) -> Order:
    """The attack as an order."""
    items = tuple(od.Some(count, kind) for count, kind in units_in(one.units))
    return od.Attack(state.site(one.target).name, state.site(one.source).name, od.UnitList(items))


def is_good(state: State, seat: int, one: Chance, order: Order) -> bool:
    """Does the exact chance bear the estimate out?"""
    defenders = sum(state.defenders(one.target))
    if not defenders or defenders + sum(one.units) > TOO_MANY:
        return True
    adj = Adjudication(state, seat, lowest, apply)
    order_of_seat(adj, order)
    return is_undefended(adj.state, one.target) or is_sure(adj.state, seat, one.target, SURE)


# --- marches ------------------------------------------------------------------------------------


def march(state: State, seat: int, hard: bool) -> Order:
    """The next order of the noncombat phase: to the front, and there together."""
    steps = to_strangers(state, seat)
    for source in state.owned(seat):
        there = able(state.province(source).units)
        if not any(there):
            continue
        goal = goal_of(state, seat, source, steps, there, hard)
        if goal:
            items = tuple(od.Some(count, kind) for count, kind in units_in(there))
            leaders = tuple(map(od.LeaderRef, leaders_at(state, seat, source)))
            order = od.March(
                od.UnitList((*items, *leaders)), state.site(source).name, state.site(goal).name
            )
            if is_accepted(state, seat, order):
                return order
    return EndPhase()


def goal_of(
    state: State, seat: int, source: int, steps: dict[int, int], there: Tally, hard: bool
) -> int:
    """The next province on the way to the front, or a larger stack at the front; 0: stay."""
    near = [n for n in state.site(source).borders if state.province(n).owner == seat]
    closer = [n for n in near if steps.get(n, 99) < steps.get(source, 99)]
    if closer:
        return min(closer, key=lambda n: (steps[n], -state.province(n).units.total, n))
    if not hard or can_attack(state, seat, source, there):
        return 0
    mine = sum(there)
    larger = [
        n
        for n in near
        if (state.province(n).units.total, -n) > (mine, -source) and steps.get(n, 99) == 1
    ]
    return max(larger, key=lambda n: (state.province(n).units.total, -n)) if larger else 0


def can_attack(state: State, seat: int, source: int, there: Tally) -> bool:
    """Is there a neighbour that the stack is strong enough for?"""
    return any(
        any(told_off(state, seat, there, defence(state, target), HARD_EDGE))
        for target in state.site(source).borders
        if state.province(target).owner != seat
    )
