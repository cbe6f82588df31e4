"""What becomes of a line, order by order, and what would be accepted."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from rules.crusade8x8 import candidates as might
from rules.crusade8x8 import sequence
from rules.crusade8x8.apply import apply
from rules.crusade8x8.board import COLOURS
from rules.crusade8x8.notation import check_wellformed, refusal_of
from rules.crusade8x8.orders import Act, Choose, PlaceUnits
from rules.crusade8x8.road import ROAD
from rules.crusade8x8.sequence import Adj, override
from rules.crusade8x8.state import State
from rules.line.adjudication import Adjudication, Dice
from rules.line.chapters import Unlisted
from rules.line.errors import Refusal
from rules.line.events import Event
from rules.line.flow import seat_name
from rules.line.frozen import Frozen
from rules.line.orders import (
    GM,
    AcceptDraw,
    DeclineDraw,
    EndPhase,
    OfferDraw,
    Order,
    Resign,
    Undo,
    Unread,
)
from rules.line.road import whole
from rules.line.work import Bounds, bounded

# C8-PHASE-1: the table of orders: the phase of each, who carries it out, what might be given.


PLAY = ("play",)
ALL = ("choose", "place", "play")


class Row(Frozen):
    """A row of the table: in which phases, who carries it out, what of it might be given now.

    `own_turn`: C8-TURN-2, in phase play by the mover alone.  `placing`: C8-PLACE-1, in phase place
    only by who is not done with it.
    """

    phases: tuple[str, ...]
    carry: Callable[[Adj, Any], None]
    candidates: might.Candidates | Unlisted
    own_turn: bool = False
    placing: bool = False

    def is_open(self, state: State, seat: int) -> bool:
        """C8-PHASE-1, C8-TURN-2: is it the phase for it, and the turn?"""
        phase = state.flow.phase
        in_turn = not self.own_turn or phase != "play" or seat == state.position.side
        done = self.placing and phase == "place" and state.done[seat - 1]
        return phase in self.phases and in_turn and not done


def pass_turn(adj: Adj) -> None:
    """C8-PLACE-1, C8-FORF-1: `pass` ends one's placing, or forfeits the turn."""
    if adj.state.flow.phase == "place":
        sequence.finish_placing(adj)
    else:
        sequence.forfeit(adj, adj.seat)


TABLE: dict[type[Order], Row] = {
    Act: Row(PLAY, sequence.take_action, might.actions, own_turn=True),
    Choose: Row(("choose",), sequence.choose, might.choices),
    PlaceUnits: Row(("place",), sequence.place, might.placements, placing=True),
    EndPhase: Row(
        ("place", "play"),
        lambda adj, _: pass_turn(adj),
        might.as_it_is(EndPhase()),
        own_turn=True,
        placing=True,
    ),
    AcceptDraw: Row(PLAY, lambda adj, _: sequence.accept_draw(adj), might.answers(AcceptDraw())),
    DeclineDraw: Row(PLAY, lambda adj, _: sequence.decline_draw(adj), might.answers(DeclineDraw())),
    OfferDraw: Row(PLAY, lambda adj, _: sequence.offer_draw(adj), might.offers),
    Resign: Row(ALL, lambda adj, _: sequence.resign(adj), might.as_it_is(Resign())),
    Undo: Row(ALL, lambda adj, _: None, Unlisted("it moves nothing: the log goes on elsewhere")),
}
"""C8-PHASE-1: which order belongs to which phase, in the order in which `legal` lists them."""


# Section 5: an order of a seat, check by check; a line stands whole or not at all.


@bounded(Bounds(dice="C8-BOUND-2", work="C8-BOUND-3"))
def adjudicate(state: State, seat: int, line: Sequence[Order], dice: Dice) -> tuple[Event, ...]:
    """C8-ACT-8: all or nothing."""
    adj = Adjudication(state, seat, dice, apply)
    carry_out = override if seat == GM else order_of_seat
    whole(adj, (partial(carry_out, adj, order) for order in line))
    return adj.finish()


def order_of_seat(adj: Adj, order: Order) -> None:
    """Section 5: reading, C8-END-1, C8-PHASE-1, C8-TURN-2, then what the table says."""
    if isinstance(order, Unread):
        raise refusal_of(order)
    check_wellformed(order)
    ROAD.check_going_on(adj.state)
    check_phase(adj.state, adj.seat, order)
    check_turn(adj.state, adj.seat, order)
    TABLE[type(order)].carry(adj, order)


def check_phase(state: State, seat: int, order: Order) -> None:
    """C8-PHASE-1: each order belongs to a phase; who is done with placing places no more."""
    phase, row = state.flow.phase, TABLE.get(type(order))
    if row is None or phase not in row.phases:
        raise Refusal("C8-PHASE-1", f"`{order}` does not belong to the phase {phase}")
    if phase == "place" and row.placing and state.done[seat - 1]:
        raise Refusal("C8-PHASE-1", "you are done with placing; the opponent is not yet")


def check_turn(state: State, seat: int, order: Order) -> None:
    """C8-TURN-2: only the mover acts or passes; draws, resigning and undo know no turn."""
    if state.flow.phase == "play" and TABLE[type(order)].own_turn:
        mover = state.position.side
        if seat != mover:
            raise Refusal("C8-TURN-2", f"it is {COLOURS[mover]}'s turn ({seat_name(mover)})")


# The orders that a seat could give now, for prompts, fuzzing and the practice opponent.


def legal(state: State, seat: int, unit: str | None = None) -> Iterator[Order]:
    """C8-PHASE-1, C8-TURN-2: what belongs to the phase and the turn; with a unit, only its own."""
    for row in TABLE.values():
        if row.is_open(state, seat) and not isinstance(row.candidates, Unlisted):
            yield from row.candidates(state, seat, unit)
