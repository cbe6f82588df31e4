"""Orders that would be accepted now: each kind of order with each single target, lazily."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from rules.crusade7.adjudicate import carry_out
from rules.crusade7.apply import apply
from rules.crusade7.naming import in_order
from rules.crusade7.state import State, Unit
from rules.crusade7.table import ARMY_ORDERS, UNIT_ORDERS
from rules.line.adjudication import Stands, Trial, lowest
from rules.line.kept import Same
from rules.line.orders import Order
from rules.line.work import Spent, budget, spend

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


def able(state: State, seat: int) -> tuple[Unit, ...]:
    """The units that could be given more of an order than to wait.

    All are looked at with `LOOKED` steps of work; where these are spent, whoever would take more
    than `GLANCE` is one of them (C7-BOUND-4).
    """
    if state.flow.outcome is not None or seat not in state.armies:
        return ()
    return _able(Same(state), seat)


LOOKED, GLANCE = 200_000, 500


@lru_cache(maxsize=4)
def _able(now: Same[State], seat: int) -> tuple[Unit, ...]:
    """The same, once for each state."""
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
    """Could it be given more of an order than to wait?"""
    for row in UNIT_ORDERS.values():
        if row.is_open(state, unit.seat):
            orders = (one for one in row.candidates(state, unit) if not one.waits)
            if any(row.certain or is_accepted(state, unit.seat, one) for one in likely(orders)):
                return True
    return False


def likely(orders: Orders) -> Orders:
    """The first, then from the last on: who comes last is an enemy, if that may be."""
    yield from islice(orders, 1)
    yield from reversed([*orders])


# --- trying -------------------------------------------------------------------------------------


def is_accepted(state: State, seat: int, order: Order) -> bool:
    """Would this order stand?  It is tried on the state, which does not change."""
    spend(TRIAL)
    try:
        carry_out(Trial(state, seat, lowest, apply), (order,))
    except Stands:
        return True
    return False
