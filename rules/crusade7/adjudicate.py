"""Carry out the orders of a line, and list the orders that would be accepted now."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any

from rules.crusade7 import gm, sequence, setup
from rules.crusade7 import orders as od
from rules.crusade7.apply import apply
from rules.crusade7.naming import chosen, in_order, named, targets
from rules.crusade7.road import ROAD
from rules.crusade7.state import PHASES, Battle, State, Unit
from rules.crusade7.table import ARMY_ORDERS, UNIT_ORDERS
from rules.line.adjudication import Dice, Trial, WouldStand, lowest
from rules.line.errors import Refusal
from rules.line.events import Event, Refused
from rules.line.flow import seat_name
from rules.line.kept import Same
from rules.line.orders import Order
from rules.line.road import chain_by_chain
from rules.line.work import Bounds, Spent, bounded, budget, kept, spend
from rules.numbers.chances import Fall, every

# Chapter 6: from the orders of one line to events, or to the first refusal.


@bounded(Bounds(dice="C7-BOUND-2", work="C7-BOUND-3"))
def adjudicate(state: State, seat: int, line: Sequence[Order], dice: Dice) -> tuple[Event, ...]:
    """C7-TURN-3: each order is resolved completely when it is given.

    C7-ORDER-8: what a player wrote after a refused part is dropped; a GM's orders are
    independent of each other.
    """
    battle = Battle(state, seat, dice, apply)
    chain_by_chain(battle, line, whose, partial(carry_out, battle))
    return battle.finish()


def whose(order: Order) -> od.Who | None:
    """C7-ORDER-8: the units of an order; clauses of one line for the same units are one chain."""
    return order.who if isinstance(order, od.UnitOrder) else None


def carry_out(battle: Battle, chain: tuple[Order, ...]) -> None:
    """Carry out one order, or one chain of clauses for the same units.

    C7-END-2, C7-GM-4: victory is checked after every order, and after the GM's orders that kill.
    """
    first = chain[0]
    before = len(battle.events)
    if battle.seat and isinstance(first, od.UnitOrder):
        order_units(battle, first, chain)
    else:
        with battle.attempt():
            command(battle, first) if battle.seat else gm.override(battle, first)
    stands = any(not isinstance(event, Refused) for event in battle.events[before:])
    if stands and (battle.seat or gm.may_kill(first)):
        sequence.check_victory(battle)


# --- orders of a whole army ---------------------------------------------------------------------


def command(battle: Battle, order: Order) -> None:
    """C7-ORDER-5: check an order of a whole army in the fixed sequence, then resolve it."""
    ROAD.check_going_on(battle.state)
    check_form(order)
    if isinstance(order, od.UseTactic) and order.unit:
        order = replace(order, unit=named(battle.state, battle.seat, order.unit).ref)
    row = ARMY_ORDERS[type(order)]
    sequence.check_phase(battle.state, row.phases, f"`{order}`")
    if row.own_turn:
        sequence.check_turn(battle.state, battle.seat)
    row.resolve(battle, order)


def check_form(order: Order) -> None:
    """C7-ORDER-1: the line fits an order form; the error quotes what was not understood."""
    ROAD.check_read(order)
    if isinstance(order, od.SkipTo) and sequence.phase_named(order.phase) is None:
        known = ", ".join(PHASES)
        raise Refusal("C7-ORDER-1", f"{order.phase[:40]!r} is no phase; there are {known}")
    if type(order) not in ARMY_ORDERS and type(order) not in UNIT_ORDERS:
        raise ROAD.of_gm(order)


# --- orders to units ----------------------------------------------------------------------------


def order_units(battle: Battle, first: od.UnitOrder, chain: tuple[Order, ...]) -> None:
    """C7-ORDER-7: each unit carries out the whole order before the next one."""
    units: tuple[Unit | Refusal, ...] = ()
    with battle.attempt():
        ROAD.check_going_on(battle.state)
        for order in chain:
            check_form(order)
        units = chosen(battle.state, battle.seat, first.who)
    if not units:
        return
    if chain == (first,) and isinstance(first, od.Deploy) and battle.state.flow.phase == "setup":
        setup.deploy(battle, first, units)
    elif len(chain) == 1 and isinstance(first, od.MoveOrder) and len(units) > 1:
        move_together(battle, units, first)
    else:
        for one in units:
            obey_all(battle, one, chain)


def obey_all(battle: Battle, one: Unit | Refusal, chain: tuple[Order, ...]) -> None:
    """C7-ORDER-8: the clauses in sequence; when one is refused, those after it are dropped."""
    for order in chain:
        if attempted(battle, one, order) is not None:
            return


def move_together(battle: Battle, units: tuple[Unit | Refusal, ...], order: od.MoveOrder) -> None:
    """C7-MOVE-15: move several units; those refused are tried again while a pass moves any."""
    waiting: tuple[Unit | Refusal, ...] = units
    while True:
        refused = []
        for one in waiting:
            refusal = attempted(battle, one, order)
            if refusal is not None:
                battle.refusals.pop()
                battle.events.pop()
                refused.append((one, refusal))
        if not refused or len(refused) == len(waiting):
            break
        waiting = tuple(one for one, _ in refused)
    for _, refusal in refused:
        battle.refuse(refusal)


def attempted(battle: Battle, one: Unit | Refusal, order: Order) -> Refusal | None:
    """C7-ORDER-7: carry out one clause for one unit; return its refusal, which stops no other."""
    count = len(battle.refusals)
    with battle.attempt():
        obey(battle, one, order)
    return battle.refusals[-1] if len(battle.refusals) > count else None


def obey(battle: Battle, one: Unit | Refusal, order: Order) -> None:
    """C7-ORDER-5: check an order to a unit in the fixed sequence, then resolve it by its row of
    6.2."""
    state = battle.state
    ROAD.check_going_on(state)
    if isinstance(one, Refusal):
        raise one
    order = with_references(state, battle.seat, order)
    unit = state.units[state.key(one.seat, one.ref)]
    row = UNIT_ORDERS[type(order)]
    check_own(unit, battle.seat)
    sequence.check_phase(state, row.phases, f"{unit.ref}: `{order}`")
    if row.own_turn:
        sequence.check_turn(state, battle.seat)
    check_able(unit, order)
    row.resolve(battle, unit, order)


def with_references(state: State, seat: int, order: Any) -> Any:
    """C7-ORDER-2: the order with every unit that it names replaced by that unit's reference.

    Raises `Refusal` for a name that is no unit of this game.
    """
    changed: dict[str, Any] = {}
    for field in ("transport", "target"):
        if getattr(order, field, ""):
            changed[field] = named(state, seat, getattr(order, field)).ref
    if getattr(order, "targets", ()):
        changed["targets"] = targets(state, seat, order.targets)
    if isinstance(order, od.Engage) and isinstance(order.to, str):
        changed["to"] = named(state, seat, order.to).ref
    return replace(order, **changed) if changed else order


def check_own(unit: Unit, seat: int) -> None:
    """C7-ORDER-3: a player orders only own units."""
    if unit.seat != seat:
        why = f"{unit.ref} belongs to {seat_name(unit.seat)}; {seat_name(seat)} cannot order it"
        raise Refusal("C7-ORDER-3", why)


def check_able(unit: Unit, order: Order) -> None:
    """C7-ORDER-4, C7-RES-1, C7-TRANS-5: refuse what a dead, reserve or embarked unit cannot do."""
    if unit.dead:
        raise Refusal("C7-ORDER-4", f"{unit.ref} is killed and takes no orders")
    if isinstance(order, od.Arrive | od.Deploy):
        if unit.inside:
            raise Refusal("C7-TRANS-5", f"{unit.ref} is inside {unit.inside}")
        return
    if unit.reserve or not (unit.at or unit.inside):
        where = "is in reserve and can only arrive" if unit.reserve else "has not been deployed"
        raise Refusal("C7-RES-1", f"{unit.ref} {where}")
    if unit.inside and not isinstance(order, od.Disembark):
        why = f"{unit.ref} is inside {unit.inside} and can only disembark"
        raise Refusal("C7-TRANS-5", why)


# Orders that would be accepted now: each kind of order with each single target, lazily.


Orders = Iterator[Order]

TRIAL = 50
"""Steps of work charged for one trial of an order."""


def legal(state: State, seat: int, ref: str | None = None) -> Orders:
    """Yield the orders that a seat could give now: those of the whole army, then unit by unit.

    With `ref`, only the orders to that unit.  The candidates come from the table of orders.
    """
    if state.flow.outcome is not None or seat not in state.armies:
        return
    if ref is None:
        for row in [one for one in ARMY_ORDERS.values() if one.is_open(state, seat)]:
            found = row.candidates(state, seat)
            yield from (one for one in found if is_accepted(state, seat, one))
    open_rows = [row for row in UNIT_ORDERS.values() if row.is_open(state, seat)]
    meant = (one for one in state.living(seat) if ref is None or one.ref.lower() == ref.lower())
    for unit in in_order(meant):
        for row in open_rows:
            found = row.candidates(state, unit)
            yield from (one for one in found if row.certain or is_accepted(state, seat, one))


def able(state: State, seat: int) -> tuple[Unit, ...]:
    """The units of a seat that could be given an order other than to wait.

    All of them share `LOOKED` steps of work.  Once these are spent each still gets `GLANCE` steps,
    and a unit that needs more counts as able (C7-BOUND-4).
    """
    if state.flow.outcome is not None or seat not in state.armies:
        return ()
    return _able(Same(state), seat)


LOOKED, GLANCE = 80_000, 500


@kept(4)
def _able(now: Same[State], seat: int) -> tuple[Unit, ...]:
    """`able`, with a cache by state and seat."""
    state, left, found = now.value, LOOKED, []
    for unit in in_order(state.living(seat)):
        with budget(max(left, GLANCE)) as own:
            steps = own.left
            try:
                could = is_able(state, unit)
            except Spent as spent:
                if spent.budget is not own:
                    raise
                could = True
            left -= steps - own.left
        if could:
            found.append(unit)
    return tuple(found)


def is_able(state: State, unit: Unit) -> bool:
    """Could this unit be given an order other than to wait?"""
    for row in UNIT_ORDERS.values():
        if row.is_open(state, unit.seat):
            orders = (one for one in row.candidates(state, unit) if not one.waits)
            if any(row.certain or is_accepted(state, unit.seat, one) for one in likely(orders)):
                return True
    return False


def likely(orders: Orders) -> Orders:
    """The first order, then the others from the last one back, as the last ones often aim at
    enemies."""
    yield from islice(orders, 1)
    yield from reversed([*orders])


# --- trying -------------------------------------------------------------------------------------


def falls(state: State, seat: int, order: Order) -> Iterator[Fall[tuple[Event, ...]]]:
    """The events of an order for every way that its dice can fall, the likeliest first."""
    return every(lambda dice: adjudicate(state, seat, (order,), dice))


def is_accepted(state: State, seat: int, order: Order) -> bool:
    """Would this order be accepted?  It is tried on the state, which does not change."""
    spend(TRIAL)
    try:
        carry_out(Trial(state, seat, lowest, apply), (order,))
    except WouldStand:
        return True
    return False
