"""MD-LEGAL-1: orders that would be accepted now: each kind with each single target, lazily."""

from collections.abc import Iterator

from rules.line.adjudication import Stands, Trial, lowest
from rules.line.chapters import Unlisted
from rules.line.errors import Refusal
from rules.line.orders import Order
from rules.line.work import spend
from rules.machinadei import orders as od
from rules.machinadei.adjudicate import command, obey
from rules.machinadei.apply import apply
from rules.machinadei.state import State, Unit, key
from rules.machinadei.table import SEAT_ORDERS, UNIT_ORDERS

Orders = Iterator[Order]

TRIAL = 50
"""Steps that a trial of an order counts for."""


def legal(state: State, seat: int, ref: str | None = None) -> Orders:
    """MD-LEGAL-1: unit by unit in placement order, then the orders of the seat."""
    if state.flow.outcome is not None or seat not in state.armies:
        return
    for unit in state.units.values() if state.flow.turn == seat else ():
        if unit.seat == seat and not unit.gone and (ref is None or key(ref) == key(unit.ref)):
            yield from of_unit(state, unit)
    for row in SEAT_ORDERS.values() if ref is None else ():
        if row.is_open(state, seat) and not isinstance(row.candidates, Unlisted):
            found = row.candidates(state, seat)
            yield from (one for one in found if is_accepted(state, seat, one))


def of_unit(state: State, unit: Unit) -> Orders:
    """What may be ordered of a unit in this phase, as the table of orders has it."""
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
    except Stands:
        return True
    except Refusal:
        return False
    return False
