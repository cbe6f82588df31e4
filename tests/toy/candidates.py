"""Candidates for each kind of order; `legal` tries them to see which are allowed."""

from collections.abc import Callable, Iterator

from rules.line.orders import OfferDraw, Order
from tests.toy.orders import March, Raid, RevealRelic
from tests.toy.state import RING, State, neighbours

Candidates = Callable[[State, int], Iterator[Order]]
"""Lists candidates for a seat in a state."""


def marches(state: State, seat: int) -> Iterator[Order]:
    """TY-PLAN-1: from each province to those beside it."""
    return (March(one, to) for one in RING for to in neighbours(one))


def raids(state: State, seat: int) -> Iterator[Order]:
    """TY-RAID-1: on each province."""
    return (Raid(one) for one in RING)


def reveals(state: State, seat: int) -> Iterator[Order]:
    """TY-RELIC-2: half, then the whole."""
    return (RevealRelic(whole) for whole in (False, True))


def as_it_is(order: Order) -> Candidates:
    """The only candidate of an order without values."""
    return lambda state, seat: iter((order,))


def answers(order: Order) -> Candidates:
    """TY-END-3: this answer, if another seat has offered a draw."""
    return lambda state, seat: iter((order,) if state.flow.offer not in (0, seat) else ())


def offers(state: State, seat: int) -> Iterator[Order]:
    """TY-END-3: an offer of a draw, unless there is one already."""
    return iter(() if state.flow.offer else (OfferDraw(),))
