"""C8-PHASE-1: the table of orders: the phases of each, what carries it out, its candidates."""

from collections.abc import Callable
from typing import Any

from rules.crusade8x8 import candidates as might
from rules.crusade8x8 import sequence
from rules.crusade8x8.orders import Act, Choose, PlaceUnits
from rules.crusade8x8.sequence import Adj
from rules.crusade8x8.state import State
from rules.line.chapters import Unlisted
from rules.line.frozen import Frozen
from rules.line.orders import AcceptDraw, DeclineDraw, EndPhase, OfferDraw, Order, Resign, Undo

PLAY = ("play",)
ALL = ("choose", "place", "play")


class Row(Frozen):
    """A row of the table: the phases of an order, the function that carries it out, its candidates.

    `own_turn`: C8-TURN-2: in phase play only the mover gives it.  `placing`: C8-PLACE-1: in phase
    place only a seat gives it that is not done with placing.
    """

    phases: tuple[str, ...]
    carry: Callable[[Adj, Any], None]
    candidates: might.Candidates | Unlisted
    own_turn: bool = False
    placing: bool = False

    def is_open(self, state: State, seat: int) -> bool:
        """C8-PHASE-1, C8-TURN-2: may the seat give it in this phase and turn?"""
        phase = state.flow.phase
        in_turn = not self.own_turn or phase != "play" or seat == state.position.side
        done = self.placing and phase == "place" and state.done[seat - 1]
        return phase in self.phases and in_turn and not done


def pass_turn(adj: Adj, order: EndPhase) -> None:
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
        ("place", "play"), pass_turn, might.as_it_is(EndPhase()), own_turn=True, placing=True
    ),
    AcceptDraw: Row(
        PLAY, sequence.ENDING.accept_draw, might.as_it_is(AcceptDraw(), might.is_answered)
    ),
    DeclineDraw: Row(
        PLAY, sequence.ENDING.decline_draw, might.as_it_is(DeclineDraw(), might.is_answered)
    ),
    OfferDraw: Row(PLAY, sequence.ENDING.offer_draw, might.as_it_is(OfferDraw(), might.may_offer)),
    Resign: Row(ALL, sequence.ENDING.resign, might.as_it_is(Resign())),
    Undo: Row(ALL, lambda adj, _: None, Unlisted("it moves nothing: the log goes on elsewhere")),
}
"""C8-PHASE-1: which order belongs to which phases, in the order in which `legal` lists them."""
