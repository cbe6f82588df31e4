"""Section 7.7: alliances."""

from rules.candlebre import events as ev
from rules.candlebre.context import Adj
from rules.candlebre.naming import check_seat
from rules.candlebre.orders import AcceptAlliance, DeclineAlliance
from rules.candlebre.realm.purse import lose_honor
from rules.candlebre.state import State
from rules.display.telling import Offered
from rules.line.errors import Refusal
from rules.line.events import Event
from rules.line.flow import seat_name

BROKEN = 10
"""CB-ALLY-5, CB-RULING-26: the honor that breaking an alliance costs."""


def check_propose(state: State, seat: int, other: int) -> None:
    """The checks of `propose alliance with army 2`, in their order."""
    check_seat(state, other)
    if other == seat:
        raise Refusal("CB-ALLY-1", "an alliance is proposed to another seat")
    if state.realm(other).eliminated:
        raise Refusal("CB-ALLY-1", f"{seat_name(other)} is out of the game")
    if other in state.realm(seat).allies:
        raise Refusal("CB-ALLY-2", f"{seat_name(seat)} and {seat_name(other)} are allies already")
    if (seat, other) in state.proposals:
        raise Refusal("CB-ALLY-4", f"the proposal to {seat_name(other)} is still open")


def propose(adj: Adj, other: int) -> None:
    """CB-ALLY-1: it stays open until it is answered."""
    adj.emit(ev.AllianceProposed(adj.seat, other))


def check_proposed(state: State, seat: int, other: int) -> None:
    """CB-ALLY-4: what was not proposed cannot be accepted."""
    check_seat(state, other)
    if (other, seat) not in state.proposals:
        raise Refusal("CB-ALLY-4", f"{seat_name(other)} has proposed nothing to {seat_name(seat)}")


def accept(adj: Adj, other: int) -> None:
    """CB-ALLY-4: the two are allies; a proposal the other way is answered with it."""
    for proposal in ((other, adj.seat), (adj.seat, other)):
        if proposal in adj.state.proposals:
            adj.emit(ev.ProposalClosed(*proposal, "accepted"))
    first, second = sorted((adj.seat, other))
    adj.emit(ev.Allied((first, second)))


def check_decline(state: State, seat: int, other: int) -> None:
    """CB-ALLY-4: of one seat, or of everybody (0), if anybody has proposed."""
    if other:
        check_proposed(state, seat, other)
    elif not any(to == seat for _, to in state.proposals):
        raise Refusal("CB-ALLY-4", f"nobody has proposed an alliance to {seat_name(seat)}")


def decline(adj: Adj, other: int) -> None:
    """CB-ALLY-4: the proposal is gone."""
    for proposer, to in adj.state.proposals:
        if to == adj.seat and other in (0, proposer):
            adj.emit(ev.ProposalClosed(proposer, to, "declined"))


def check_break(state: State, seat: int, other: int) -> None:
    """CB-ALLY-5: only an existing alliance can be broken."""
    check_seat(state, other)
    if other not in state.realm(seat).allies:
        raise Refusal("CB-ALLY-5", f"{seat_name(seat)} has no alliance with {seat_name(other)}")


def break_off(adj: Adj, other: int) -> None:
    """CB-ALLY-5: it ends at once for both, and costs the breaker 10 honor."""
    adj.emit(ev.AllianceEnded(adj.seat, other, "broken"))
    lose_honor(adj, adj.seat, BROKEN, "alliance broken")


# --- what chat asks for -------------------------------------------------------------------------


def offered(event: Event) -> Offered | None:
    """CB-ALLY-1: a proposal, and how it is answered."""
    if not isinstance(event, ev.AllianceProposed):
        return None
    accept, decline = str(AcceptAlliance(event.seat)), str(DeclineAlliance(event.seat))
    return Offered(event.seat, event.to, "an alliance", accept, decline)


def closed(event: Event) -> tuple[int, int, str] | None:
    """CB-ALLY-4: a proposal that was answered, or lapsed with one of its seats."""
    if not isinstance(event, ev.ProposalClosed):
        return None
    return event.seat, event.to, event.how
