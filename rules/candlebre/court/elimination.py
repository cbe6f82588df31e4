"""Section 9: the end of a seat, and victory."""

from rules.candlebre import events as ev
from rules.candlebre.context import Adj
from rules.candlebre.court.captives import send_units_home
from rules.candlebre.court.clergy import send_home_of
from rules.candlebre.state import State
from rules.line.events import DrawOfferClosed, Ended
from rules.line.flow import seat_name


def check_out(adj: Adj, seat: int) -> None:
    """CB-ELIM-1: a seat is eliminated at the moment at which it loses its last province."""
    if seat and not adj.state.owned(seat) and not adj.state.realm(seat).eliminated:
        eliminate(adj, seat)


def eliminate(adj: Adj, seat: int, resigned: bool = False) -> None:
    """CB-ELIM-2: what it had is gone; then CB-WIN-3, CB-WIN-5."""
    call_off_attacks(adj, seat)
    for leader in tuple(adj.state.leaders_of(seat)):
        adj.emit(ev.LeaderDied(leader.number, seat, "elimination"))
    send_captives_home(adj, seat)
    forget_captives(adj, seat)
    close_bonds(adj, seat)
    send_home_of(adj, seat)
    adj.emit(ev.Eliminated(seat, resigned))
    check_last(adj)
    check_draw(adj)


def call_off_attacks(adj: Adj, seat: int) -> None:
    """CB-ELIM-2: its attackers under way are gone."""
    for number in adj.state.battles():
        here = adj.state.province(number)
        battle = here.battle
        if battle is not None and battle.attacker == seat:
            guard = here.units.mercenaries
            if battle.begun and not here.owner:
                guard = min(battle.guard, battle.neutral[-1])
            adj.emit(ev.BattleCalledOff(number, seat, guard))


def send_captives_home(adj: Adj, seat: int) -> None:
    """CB-ELIM-2: captives that it held go home, leaders to the lowest-numbered province."""
    for held in adj.state.realm(seat).captives:
        send_units_home(adj, seat, held.owner, held.units, "elimination")
    for leader in tuple(adj.state.captive_leaders(seat)):
        home = next(iter(adj.state.owned(leader.owner)), 0)
        adj.emit(ev.LeaderReturned(leader.number, leader.owner, seat, home, "elimination"))


def forget_captives(adj: Adj, seat: int) -> None:
    """CB-ELIM-2: its units held captive by others are gone."""
    for realm in adj.state.realms:
        units = realm.captives_of(seat)
        if any(units):
            adj.emit(ev.CaptivesLost(realm.seat, seat, units))


def close_bonds(adj: Adj, seat: int) -> None:
    """CB-ELIM-2: offers, a draw offer too, proposals and alliances."""
    for offer in adj.state.offers:
        if seat in (offer.seat, offer.to):
            adj.emit(ev.OfferClosed(offer.number, offer.seat, offer.to, "eliminated"))
    for proposal in adj.state.proposals:
        if seat in proposal:
            adj.emit(ev.ProposalClosed(*proposal, "eliminated"))
    for ally in adj.state.realm(seat).allies:
        adj.emit(ev.AllianceEnded(seat, ally, "eliminated"))
    if adj.state.flow.offer == seat:
        adj.emit(DrawOfferClosed(seat, declined=False))


def check_last(adj: Adj) -> None:
    """CB-WIN-3: the last living seat wins at once."""
    living = adj.state.living
    if len(living) == 1 and adj.state.flow.outcome is None:
        adj.emit(Ended("CB-WIN-3", f"{seat_name(living[0])} is the last one left", living))


def waiting_for(state: State) -> tuple[int, ...]:
    """CB-WIN-5: living seats that have not accepted the open draw offer."""
    offer = state.flow.offer
    if not offer:
        return ()
    return tuple(one for one in state.living if one != offer and one not in state.agreed)


def check_draw(adj: Adj) -> None:
    """CB-WIN-5: accepted by all other living seats, the draw is agreed."""
    flow = adj.state.flow
    if flow.outcome is None and flow.offer and not waiting_for(adj.state):
        adj.emit(Ended("CB-WIN-5", "draw agreed", ()))


def check_victory(adj: Adj) -> None:
    """CB-WIN-1, CB-WIN-2, CB-RULING-43: at step 9, the active seat before the others."""
    state = adj.state
    active = state.flow.turn
    count = state.settings.seats
    for turn in range(count):
        seat = (active - 1 + turn) % count + 1
        reason = won_by(state, seat)
        if reason:
            adj.emit(Ended("CB-WIN-1", f"{seat_name(seat)} has {reason}", (seat,)))
            return


def won_by(state: State, seat: int) -> str:
    """CB-WIN-1, CB-WIN-4: what a living seat has won by, for itself alone; or nothing."""
    realm, settings = state.realm(seat), state.settings
    if realm.eliminated:
        return ""
    provinces = len(state.owned(seat))
    if provinces >= settings.win_provinces:
        return f"{provinces} provinces of {settings.win_provinces} needed"
    if realm.honor >= settings.win_honor:
        return f"{realm.honor} honor of {settings.win_honor} needed"
    return ""
