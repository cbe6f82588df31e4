"""Orders that would be accepted now: each kind of order with each single target, lazily."""

from collections.abc import Iterator

from rules.crusade7.adjudicate import carry_out
from rules.crusade7.apply import apply
from rules.crusade7.naming import in_order
from rules.crusade7.state import State, Unit
from rules.crusade7.table import ARMY_ORDERS, UNIT_ORDERS
from rules.line.adjudication import Stands, Trial, lowest
from rules.line.orders import Order
from rules.line.work import spend

Orders = Iterator[Order]

TRIAL = 50
"""Steps that a trial of an order counts for."""


def legal(state: State, seat: int, ref: str | None = None) -> Orders:
    """The orders that a seat could give now: those of the whole army, then unit by unit.

    With a reference only those to that unit.  What might be given is in the table of orders, beside
    what resolves it.
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


def able(state: State, seat: int) -> list[Unit]:
    """The units that could be given more of an order than to wait."""
    if state.flow.outcome is not None or seat not in state.armies:
        return []
    open_rows = [row for row in UNIT_ORDERS.values() if row.is_open(state, seat)]
    return [
        unit
        for unit in in_order(state.living(seat))
        if any(
            row.certain or is_accepted(state, seat, one)
            for row in open_rows
            for one in row.candidates(state, unit)
            if not one.waits
        )
    ]


# --- trying -------------------------------------------------------------------------------------


def is_accepted(state: State, seat: int, order: Order) -> bool:
    """Would this order stand?  It is tried on the state, which does not change."""
    spend(TRIAL)
    try:
        carry_out(Trial(state, seat, lowest, apply), (order,))
    except Stands:
        return True
    return False
