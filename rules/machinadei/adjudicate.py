"""Turn a line of orders into events, and list the orders that would be accepted."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from rules.line.adjudication import Dice, Trial, WouldStand, lowest
from rules.line.chapters import Unlisted
from rules.line.errors import Refusal
from rules.line.events import Event
from rules.line.flow import seat_name
from rules.line.orders import Order
from rules.line.road import whole
from rules.line.work import Bounds, bounded, spend
from rules.machinadei import orders as od
from rules.machinadei.apply import apply
from rules.machinadei.fight import shooting
from rules.machinadei.naming import chosen, find_unit, named, same_units
from rules.machinadei.road import ROAD
from rules.machinadei.sequence import gm, turns
from rules.machinadei.state import Battle, State, Unit, key, now
from rules.machinadei.table import SEAT_ORDERS, TABLE, UNIT_ORDERS, show

# MD-ORD-6: from the orders of one line to events, check by check.


@bounded(Bounds(dice="MD-BOUND-2", work="MD-BOUND-3"))
def adjudicate(state: State, seat: int, line: Sequence[Order], dice: Dice) -> tuple[Event, ...]:
    """MD-ORD-2: carry out one line, whole or not at all.  Once a clause has drawn a die, it stands
    with all that came before it."""
    battle = Battle(state, seat, dice, apply)
    whole(battle, clauses(battle, line))
    return battle.finish()


def clauses(battle: Battle, line: Sequence[Order]) -> Iterator[Callable[[], None]]:
    """MD-ORD-2: the clauses of a line as calls: all those of one unit before the next unit's."""
    check_form(battle.state, battle.seat, line)
    first = line[0] if line else None
    if not battle.seat or not isinstance(first, od.UnitOrder):
        for order in line:
            yield partial(carry_out, battle, command, order)
        return
    ROAD.check_going_on(battle.state)
    turns.check_turn(battle.state, battle.seat)
    check_division(battle.state, battle.seat, first.who, first)
    for ref in chosen(battle.state, battle.seat, first.who):
        for order in line:
            yield partial(carry_out, battle, obey, ref, order)


def carry_out(battle: Battle, act: Callable[..., None], *of: Any) -> None:
    """Carry out one clause, then check whether a seat has lost its last unit (MD-END-2)."""
    act(battle, *of)
    turns.check_swept(battle)


def check_form(state: State, seat: int, line: Sequence[Order]) -> None:
    """MD-ORD-1, MD-ORD-9: each line fits a form; after `then` no other unit may be named."""
    for order in line:
        ROAD.check_read(order)
        if seat and type(order) not in TABLE:
            raise ROAD.of_gm(order)
    first = line[0] if line else None
    for order in line[1:] if seat else ():
        if not (isinstance(first, od.UnitOrder) and isinstance(order, od.UnitOrder)):
            raise Refusal("MD-ORD-1", f"`{str(order)[:100]}` stands in a line of its own.")
        if not same_units(state, seat, first.who, order.who):
            why = f"after `then` it is still {first.who}, not {str(order.who)[:60]}."
            raise Refusal("MD-ORD-1", why)


# --- orders of a seat ---------------------------------------------------------------------------


def command(battle: Battle, order: Order) -> None:
    """Section 6.12, 6.11: carry out an order that is for no unit, or one of the GM."""
    if isinstance(order, od.Show):
        show(battle, order)
    elif battle.seat == 0:
        gm.override(battle, order)
    else:
        ROAD.check_going_on(battle.state)
        row = SEAT_ORDERS[type(order)]
        if row.own_turn:
            turns.check_turn(battle.state, battle.seat)
        if row.phase:
            check_division(battle.state, battle.seat, od.Who(), order)
            check_phase(battle.state, row.phase, f"`{order}`")
        row.resolve(battle, order)


def check_division(state: State, seat: int, who: od.Who, order: Order) -> None:
    """MD-AREA-6: while a division is pending its unit must allocate before any other order."""
    if state.pending is None:
        return
    if isinstance(order, od.Allocate):
        meant = [find_unit(state, ref) for ref in chosen(state, seat, who)]
        if len(meant) == 1 and meant[0] and meant[0].ref == state.pending.unit:
            return
    raise Refusal("MD-AREA-6", f"{state.pending.unit} must allocate its hits first.")


def obey(battle: Battle, ref: str, order: Order) -> None:
    """MD-ORD-6: check an order to a unit in this sequence, then resolve it."""
    state = battle.state
    ROAD.check_going_on(state)
    turns.check_turn(state, battle.seat)
    check_division(state, battle.seat, od.Who((ref,)), order)
    unit = named(state, ref)
    check_own(unit, battle.seat)
    check_present(unit, order)
    row = UNIT_ORDERS[type(order)]
    if isinstance(order, od.Allocate) and state.pending is not None:
        check_not_broken(unit, order)
        shooting.divide_hits(battle, unit, order)
        return
    check_phase(state, row.phase, f"`{order}`")
    check_not_broken(unit, order)
    check_not_acted(unit, row.phase)
    row.resolve(battle, now(battle, unit), order)


def check_own(unit: Unit, seat: int) -> None:
    """MD-ORD-4: the unit belongs to the seat."""
    if unit.seat != seat:
        raise Refusal("MD-ORD-4", f"{unit.ref} belongs to {seat_name(unit.seat)}.")


def check_present(unit: Unit, order: Order) -> None:
    """MD-ORD-5: the unit is neither gone nor in reserve; only a unit in reserve arrives."""
    if unit.gone:
        raise Refusal("MD-ORD-5", f"{unit.ref} is {unit.gone}.")
    if isinstance(order, od.Arrive) and not unit.waits:
        raise Refusal("MD-ORD-5", f"{unit.ref} is not in reserve.")
    if unit.waits and not isinstance(order, od.Arrive):
        raise Refusal("MD-ORD-5", f"{unit.ref} is in reserve.")


def check_phase(state: State, phase: str, what: str) -> None:
    """MD-SEQ-3: each order belongs to a phase."""
    if state.flow.phase != phase:
        why = f"{what[:200]} belongs to the {phase} phase; this is the {state.flow.phase} phase."
        raise Refusal("MD-SEQ-3", why)


def check_not_broken(unit: Unit, order: Order) -> None:
    """MD-BREAK-4: a broken unit obeys no order; MD-BREAK-5: after its flight it may reform."""
    may = isinstance(order, od.Reform) and unit.fled and unit.is_formation
    if unit.broken and not may:
        raise Refusal("MD-BREAK-4", f"{unit.ref} is broken.")


def check_not_acted(unit: Unit, phase: str) -> None:
    """MD-SEQ-2: one action in the Magic and in the Shooting phase."""
    if phase in ("magic", "shooting") and unit.acted:
        raise Refusal("MD-SEQ-2", f"{unit.ref} has already acted in the {phase} phase.")


# MD-LEGAL-1: orders that would be accepted now, found lazily: each kind with each single target.


Orders = Iterator[Order]

TRIAL = 50
"""Steps of work that trying one order counts for."""


def legal(state: State, seat: int, ref: str | None = None) -> Orders:
    """MD-LEGAL-1: the acceptable orders: unit by unit in placement order, then the seat's."""
    if state.flow.outcome is not None or seat not in state.armies:
        return
    for unit in state.in_play(seat) if state.flow.turn == seat else ():
        if ref is None or key(ref) == key(unit.ref):
            yield from of_unit(state, unit)
    for row in SEAT_ORDERS.values() if ref is None else ():
        if row.is_open(state, seat) and not isinstance(row.candidates, Unlisted):
            found = row.candidates(state, seat)
            yield from (one for one in found if is_accepted(state, seat, one))


def of_unit(state: State, unit: Unit) -> Orders:
    """The orders that the unit may be given in this phase, in the order of the table."""
    for row in UNIT_ORDERS.values():
        if row.is_open(state) and not isinstance(row.candidates, Unlisted):
            found, certain = row.candidates(state, unit), row.certain(unit)
            yield from (one for one in found if certain or is_accepted(state, unit.seat, one))


# --- trying -------------------------------------------------------------------------------------


def is_accepted(state: State, seat: int, order: Order) -> bool:
    """Would this order stand?  It is tried on the state, which does not change."""
    spend(TRIAL)
    trial = Trial(state, seat, lowest, apply)
    try:
        if isinstance(order, od.UnitOrder):
            obey(trial, order.who.refs[0], order)
        else:
            command(trial, order)
    except WouldStand:
        return True
    except Refusal:
        return False
    return False
