"""The orders that a seat could give now."""

from collections.abc import Iterator

from rules.line.adjudication import Adjudication
from rules.line.errors import Refusal
from rules.line.orders import GM, Order
from tests.toy.adjudicate import order_of_seat
from tests.toy.apply import apply
from tests.toy.state import State
from tests.toy.table import TABLE


def legal(state: State, seat: int, unit: str | None = None) -> Iterator[Order]:
    """Every order that would be accepted now; with a province, only those that name it."""
    if state.flow.outcome is not None or seat in state.flow.gone or seat == GM:
        return
    for row in TABLE.values():
        for order in row.candidates(state, seat):
            named = unit is None or unit.lower() in str(order).lower()
            if named and stands(state, seat, order):
                yield order


def stands(state: State, seat: int, order: Order) -> bool:
    """Would it be accepted, whatever the dice show?"""
    try:
        order_of_seat(Adjudication(state, seat, lambda die: die.faces[-1], apply), order)
    except Refusal:
        return False
    return True
