"""Alliances and offers between courts."""

from rules.candlebre import events as ev
from rules.candlebre.court import captives
from rules.candlebre.naming import check_seat, check_units
from rules.candlebre.orders import AcceptAlliance, AcceptOffer, DeclineAlliance, Exchange, Ransom
from rules.candlebre.realm.purse import check_gold, lose_honor, pay, purse_for, receive
from rules.candlebre.state import Adj, Offer, State
from rules.candlebre.units import Tally
from rules.display.telling import Offered
from rules.line.errors import Refusal, required
from rules.line.events import Event
from rules.line.flow import seat_name

# Section 7.18: offers of ransom and exchange.


def check_ransom(state: State, seat: int, order: Ransom) -> Offer:
    """CB-DIPL-1, CB-CAPT-3: captives from the other seat, for gold."""
    check_units(order.units)
    check_seat(state, order.seat)
    meant = captives.check_captives(state, seat, order.units, order.seat)
    return Offer(state.next_offer, seat, order.seat, *meant.all, max(0, order.gold))


def check_exchange(state: State, seat: int, order: Exchange) -> Offer:
    """CB-DIPL-1, CB-CAPT-3: captives from the other seat, for own ones that it holds."""
    check_units(order.units)
    check_units(order.wanted)
    check_seat(state, order.seat)
    given = captives.check_captives(state, seat, order.units, order.seat)
    wanted = captives.check_captives(state, order.seat, order.wanted, seat)
    return Offer(state.next_offer, seat, order.seat, *given.all, None, *wanted.all)


def make(adj: Adj, offer: Offer) -> None:
    """CB-DIPL-1: an offer stays open until answered, cancelled, or the offerer's next turn."""
    adj.emit(ev.OfferMade(offer))


# --- answers ------------------------------------------------------------------------------------


def check_accept(state: State, seat: int, order: AcceptOffer) -> Offer:
    """The checks of `accept offer 1`, in their order."""
    if order.seat:
        check_seat(state, order.seat)
        offer = offer_from(state, seat, order)
    else:
        offer = offer_to(state, seat, order.number)
    check_still_held(state, offer)
    if offer.gold is not None:
        check_gold(state.realm(seat), purse_for("ransom"), offer.gold, f"offer {offer.number}")
    return offer


def offer_from(state: State, seat: int, order: AcceptOffer) -> Offer:
    """CB-DIPL-3: a seat's lowest-numbered open offer of the kind named."""
    for offer in state.offers:
        fits = order.kind == "offer" or (order.kind == "ransom") == (offer.gold is not None)
        if offer.seat == order.seat and offer.to == seat and fits:
            return offer
    why = f"{seat_name(order.seat)} has no open {order.kind} to {seat_name(seat)}"
    raise Refusal("CB-DIPL-3", why)


def offer_numbered(state: State, number: int) -> Offer:
    """CB-DIPL-3: the open offer of that number.  Raises Refusal if there is none."""
    meant = (offer for offer in state.offers if offer.number == number)
    known = ", ".join(str(offer.number) for offer in state.offers) or "none"
    why = f"there is no open offer {number}; open: {known}"
    return required(next(meant, None), "CB-DIPL-3", why)


def offer_to(state: State, seat: int, number: int) -> Offer:
    """CB-DIPL-3: only the seat addressed accepts or declines."""
    offer = offer_numbered(state, number)
    if offer.to != seat:
        raise Refusal("CB-DIPL-3", f"offer {number} is for {seat_name(offer.to)}")
    return offer


def check_still_held(state: State, offer: Offer) -> None:
    """CB-DIPL-2, CB-CAPT-3: what is offered is checked again."""
    sides = (
        (offer.seat, offer.to, offer.units, offer.leaders),
        (offer.to, offer.seat, offer.back_units, offer.back_leaders),
    )
    for holder, owner, units, leaders in sides:
        captives.check_held(state.realm(holder), owner, units)
        for number in leaders:
            leader = state.find_leader(number)
            if leader is None or leader.captor != holder or leader.dead:
                raise Refusal("CB-CAPT-3", f"{seat_name(holder)} does not hold GL{number} any more")


def close(adj: Adj, offer: Offer, how: str) -> None:
    """CB-DIPL-3: the offer is gone: `accepted`, `declined`, `cancelled` or `lapsed`."""
    adj.emit(ev.OfferClosed(offer.number, offer.seat, offer.to, how))


def accept(adj: Adj, offer: Offer) -> None:
    """CB-DIPL-2: the payer pays, the other receives, the captives go home."""
    close(adj, offer, "accepted")
    why = "exchange" if offer.gold is None else "ransom"
    if offer.gold:
        pay(adj, offer.to, offer.gold, purse_for("ransom"), "ransom")
        receive(adj, offer.seat, offer.gold, "ransom")
    send_home(adj, offer.seat, offer.to, offer.units, offer.leaders, why)
    send_home(adj, offer.to, offer.seat, offer.back_units, offer.back_leaders, why)


def send_home(
    adj: Adj, holder: int, owner: int, units: Tally, leaders: tuple[int, ...], why: str
) -> None:
    """CB-DIPL-2: units to the reserve, leaders to the province with most units."""
    captives.send_units_home(adj, holder, owner, units, why)
    for number in leaders:
        captives.send_leader_home(adj, number, why)


def check_cancel(state: State, seat: int, number: int) -> Offer:
    """CB-DIPL-3: only the offerer cancels."""
    offer = offer_numbered(state, number)
    if offer.seat != seat:
        raise Refusal("CB-DIPL-3", f"offer {number} was made by {seat_name(offer.seat)}")
    return offer


def lapse(adj: Adj, seat: int) -> None:
    """CB-DIPL-1, CB-TURN-9: when the offerer's turn begins his open offers lapse."""
    for offer in adj.state.offers:
        if offer.seat == seat:
            close(adj, offer, "lapsed")


# Section 7.7: alliances.


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


def ally(adj: Adj, other: int) -> None:
    """CB-ALLY-4: make the two allies; a proposal in the other direction is accepted with it."""
    for proposal in ((other, adj.seat), (adj.seat, other)):
        if proposal in adj.state.proposals:
            adj.emit(ev.ProposalClosed(*proposal, "accepted"))
    first, second = sorted((adj.seat, other))
    adj.emit(ev.Allied((first, second)))


def check_decline(state: State, seat: int, other: int) -> None:
    """CB-ALLY-4: there must be a proposal of that seat, or (0) of anybody."""
    if other:
        check_proposed(state, seat, other)
    elif not any(to == seat for _, to in state.proposals):
        raise Refusal("CB-ALLY-4", f"nobody has proposed an alliance to {seat_name(seat)}")


def decline_alliance(adj: Adj, other: int) -> None:
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


# --- proposals shown with buttons ---------------------------------------------------------------


def offered(event: Event) -> Offered | None:
    """CB-ALLY-1: the proposal of an event, with the orders that answer it; else None."""
    if not isinstance(event, ev.AllianceProposed):
        return None
    ally, decline_alliance = str(AcceptAlliance(event.seat)), str(DeclineAlliance(event.seat))
    return Offered(event.seat, event.to, "an alliance", ally, decline_alliance)


def closed(event: Event) -> tuple[int, int, str] | None:
    """CB-ALLY-4: who proposed, to whom, and how the proposal was closed; None for other events."""
    if not isinstance(event, ev.ProposalClosed):
        return None
    return event.seat, event.to, event.how
