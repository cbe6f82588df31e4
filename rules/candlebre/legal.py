"""CB-LEGAL-1: the orders that a seat could give now, each kind with each single target."""

from collections.abc import Iterator

from rules.candlebre.state import State
from rules.candlebre.table import TABLE, plan_of
from rules.line.chapters import Unlisted
from rules.line.errors import Refusal
from rules.line.orders import Order


def legal(state: State, seat: int, unit: str | None = None) -> Iterator[Order]:
    """CB-LEGAL-1: what would be accepted; with a province or leader, only orders about it."""
    if state.flow.outcome is not None or seat not in state.living:
        return
    for order in candidates(state, seat):
        if unit is not None and unit.lower() not in words_of(order):
            continue
        if is_accepted(state, seat, order):
            yield order


def words_of(order: Order) -> tuple[str, ...]:
    """The words of an order, to find the things that it names."""
    return tuple(str(order).lower().replace(",", " ").split())


def is_accepted(state: State, seat: int, order: Order) -> bool:
    """CB-ORDER-6: would all checks let it pass?"""
    try:
        plan_of(state, seat, order)
    except Refusal:
        return False
    return True


def candidates(state: State, seat: int) -> Iterator[Order]:
    """Each kind of order that may be given now, from the table that also judges it."""
    for row in TABLE.values():
        if row.is_open(state, seat) and not isinstance(row.candidates, Unlisted):
            yield from row.candidates(state, seat)


def of_this_step(state: State, seat: int) -> Iterator[Order]:
    """Those of them that belong to the step and not to every one: what the step is for."""
    for row in TABLE.values():
        now = row.is_of_a_step and row.is_open(state, seat)
        if now and not isinstance(row.candidates, Unlisted):
            yield from row.candidates(state, seat)
