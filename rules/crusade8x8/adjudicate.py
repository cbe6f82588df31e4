"""Turn a line of orders into events, and list the orders that would be accepted."""

from collections.abc import Iterator, Sequence
from functools import partial

from rules.crusade8x8.apply import apply
from rules.crusade8x8.board import COLOURS
from rules.crusade8x8.notation import check_wellformed, refusal_of
from rules.crusade8x8.road import ROAD
from rules.crusade8x8.sequence import Adj, override
from rules.crusade8x8.state import State
from rules.crusade8x8.table import TABLE
from rules.line.adjudication import Adjudication, Dice
from rules.line.chapters import Unlisted
from rules.line.errors import Refusal
from rules.line.events import Event
from rules.line.flow import seat_name
from rules.line.orders import GM, Order, Unread
from rules.line.road import whole
from rules.line.work import Bounds, bounded

# Section 5: an order of a seat, check by check; a line is carried out whole or not at all.


@bounded(Bounds(dice="C8-BOUND-2", work="C8-BOUND-3"))
def adjudicate(state: State, seat: int, line: Sequence[Order], dice: Dice) -> tuple[Event, ...]:
    """C8-ACT-8: carry out one line, all or nothing."""
    adj = Adjudication(state, seat, dice, apply)
    carry_out = override if seat == GM else order_of_seat
    whole(adj, (partial(carry_out, adj, order) for order in line))
    return adj.finish()


def order_of_seat(adj: Adj, order: Order) -> None:
    """Section 5: check that it can be read, C8-END-1, C8-PHASE-1, C8-TURN-2; then carry it out."""
    if isinstance(order, Unread):
        raise refusal_of(order)
    check_wellformed(order)
    ROAD.check_going_on(adj.state)
    check_phase(adj.state, adj.seat, order)
    check_turn(adj.state, adj.seat, order)
    TABLE[type(order)].carry(adj, order)


def check_phase(state: State, seat: int, order: Order) -> None:
    """C8-PHASE-1: each order belongs to a phase; a seat that is done places no more."""
    phase, row = state.flow.phase, TABLE.get(type(order))
    if row is None or phase not in row.phases:
        raise Refusal("C8-PHASE-1", f"`{order}` does not belong to the phase {phase}")
    if phase == "place" and row.placing and state.done[seat - 1]:
        raise Refusal("C8-PHASE-1", "you are done with placing; the opponent is not yet")


def check_turn(state: State, seat: int, order: Order) -> None:
    """C8-TURN-2: only the mover acts or passes; draws, resigning and undo are free of turns."""
    if state.flow.phase == "play" and TABLE[type(order)].own_turn:
        mover = state.position.side
        if seat != mover:
            raise Refusal("C8-TURN-2", f"it is {COLOURS[mover]}'s turn ({seat_name(mover)})")


# The orders that a seat could give now, for prompts, fuzzing and the practice opponent.


def legal(state: State, seat: int, unit: str | None = None) -> Iterator[Order]:
    """C8-PHASE-1, C8-TURN-2: the orders open in this phase and turn, or those of one unit."""
    for row in TABLE.values():
        if row.is_open(state, seat) and not isinstance(row.candidates, Unlisted):
            yield from row.candidates(state, seat, unit)
