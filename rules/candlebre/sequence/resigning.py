"""CB-ELIM-4 and CB-WIN-5: giving up, and agreeing on a draw.

The other systems share an ending; this one keeps its own.  Exports vouch for each
entry by a hash of its events as they are written, and for each state by one of all its fields, and
whoever checks one resolves every order anew: an acceptance that came out as `DrawAgreed`, or that
was kept in `flow.agreed`, would make each older match with an answered offer fail its proof.  The
rule differs too: the last acceptance is told before the end, and the end may come by the
elimination of the only seat that had not answered.
"""

from rules.candlebre import events as ev
from rules.candlebre.context import Adj
from rules.candlebre.court.clergy import send_home
from rules.candlebre.court.elimination import check_draw, eliminate, waiting_for
from rules.candlebre.sequence.turns import next_setup, next_turn
from rules.candlebre.state import State
from rules.line.errors import Refusal
from rules.line.events import DrawOfferClosed, DrawOffered
from rules.line.flow import seat_name


def resign(adj: Adj) -> None:
    """CB-ELIM-4: provinces become neutral, or the attacker's; then CB-ELIM-2 and -3."""
    seat = adj.seat
    for number in adj.state.owned(seat):
        battle = adj.state.province(number).battle
        send_home(adj, number)
        taker, how = (battle.attacker, "unopposed") if battle is not None else (0, "resigned")
        adj.emit(ev.ProvinceTaken(taker, number, seat, how))
    eliminate(adj, seat, resigned=True)
    if adj.state.flow.outcome is None and adj.state.flow.turn == seat:
        if adj.state.flow.phase == "setup":
            next_setup(adj)
        else:
            next_turn(adj)


def check_offer_draw(state: State, seat: int) -> None:
    """CB-WIN-6: one offer stands at a time; offering against an offer accepts it."""
    if state.flow.offer == seat:
        raise Refusal("CB-WIN-6", f"the draw offer of {seat_name(seat)} is open already")
    if state.flow.offer:
        check_accept_draw(state, seat)


def offer_draw(adj: Adj) -> None:
    """CB-WIN-5: while another seat's offer is open it accepts that."""
    if adj.state.flow.offer:
        accept_draw(adj)
    else:
        adj.emit(DrawOffered(adj.seat))
        check_draw(adj)


def check_answer(state: State, seat: int) -> None:
    """CB-WIN-6: a draw that is not offered cannot be answered, nor one's own offer."""
    if not state.flow.offer:
        raise Refusal("CB-WIN-6", "no draw is offered")
    if state.flow.offer == seat:
        raise Refusal("CB-WIN-6", "the draw was offered by oneself; the others answer")


def check_accept_draw(state: State, seat: int) -> None:
    """CB-WIN-6: and each seat accepts once."""
    check_answer(state, seat)
    if seat in state.agreed:
        raise Refusal("CB-WIN-6", f"{seat_name(seat)} has accepted already")


def accept_draw(adj: Adj) -> None:
    """CB-WIN-5: when all other living seats have accepted, the game is drawn."""
    waiting = tuple(one for one in waiting_for(adj.state) if one != adj.seat)
    adj.emit(ev.DrawAccepted(adj.seat, waiting))
    check_draw(adj)


def decline_draw(adj: Adj) -> None:
    """CB-WIN-5: any seat but the offerer ends the offer."""
    adj.emit(DrawOfferClosed(adj.state.flow.offer, declined=True))
