"""Turns and phases, and how seats leave the game."""

from rules.candlebre import events as ev
from rules.candlebre.court import captives
from rules.candlebre.court.diplomacy import lapse
from rules.candlebre.court.purchase import place_noted
from rules.candlebre.realm import setup
from rules.candlebre.realm.purse import pay_income
from rules.candlebre.state import PHASES, Adj, State
from rules.candlebre.war import battles
from rules.candlebre.war.battles import check_revolts
from rules.line.errors import Refusal
from rules.line.events import DrawOfferClosed, DrawOffered, PhaseBegan, TurnPassed
from rules.line.flow import seat_name

# Section 5: the steps of a turn, and how one follows another.


def check_end_phase(state: State, seat: int) -> None:
    """CB-SETUP-9, CB-FIGHT-3: refuse to end a phase that may not end yet."""
    if state.flow.phase == "setup":
        setup.check_ready(state, seat)
    elif state.flow.phase == "combat":
        battles.check_not_by_round(state, state.battles())


def end_phase(adj: Adj, forced: bool = False) -> None:
    """CB-TURN-6: on to the next phase.  With `forced`, battles kept by round are fought as well."""
    phase = adj.state.flow.phase
    if not forced:
        check_end_phase(adj.state, adj.state.flow.turn)
    if phase == "setup":
        end_setup(adj)
        return
    if phase == "combat":
        fight_out(adj)
    if is_interrupted(adj):
        return
    check_revolts(adj)
    if is_interrupted(adj):
        return
    begin_next(adj, phase)


def is_interrupted(adj: Adj) -> bool:
    """CB-ELIM-3: the game is over, or the active seat is out and the next one's turn has begun."""
    if adj.state.flow.outcome is not None:
        return True
    if adj.state.realm(adj.state.flow.turn).eliminated:
        next_turn(adj)
        return True
    return False


def fight_out(adj: Adj) -> None:
    """CB-TURN-7: every remaining battle to the end, in province number order."""
    battles.take_undefended(adj)
    for number in adj.state.battles():
        if adj.state.flow.outcome is None and adj.state.province(number).battle is not None:
            battles.fight_battle(adj, number)


def begin_next(adj: Adj, phase: str) -> None:
    """CB-TURN-5, CB-TURN-6: the next phase that has something to do; after the last, step 8."""
    for following in PHASES[PHASES.index(phase) + 1 :]:
        if enter(adj, following):
            adj.emit(PhaseBegan(adj.state.flow.round, following))
            return
        if adj.state.flow.outcome is not None:
            return
    end_turn_of(adj)


def enter(adj: Adj, phase: str) -> bool:
    """CB-TURN-6: do what happens when a phase begins; return whether it has anything to do."""
    if phase == "combat":  # CB-BATTLE-3
        battles.take_undefended(adj)
        if not adj.state.battles() and not is_interrupted(adj):
            check_revolts(adj)  # CB-TURN-11, CB-RULING-50
        return adj.state.flow.outcome is None and bool(adj.state.battles())
    if phase == "placement":  # CB-PLACE-7
        place_noted(adj)
        realm = adj.state.realm(adj.state.flow.turn)
        return any(realm.pool) or any(realm.reserve)
    return phase != "fate" or adj.state.settings.fate


def end_turn_of(adj: Adj) -> None:
    """CB-INC-1, CB-INC-5: income, the end of a rally, the victory check, the next seat."""
    seat = adj.state.flow.turn
    pay_income(adj, seat)
    rally = adj.state.realm(seat).rally
    if rally:
        adj.emit(ev.RallyCounted(seat, rally - 1))
    captives.check_victory(adj)
    if adj.state.flow.outcome is None:
        next_turn(adj)


def next_turn(adj: Adj) -> None:
    """CB-TURN-10, CB-RULING-34: the next seat by number; eliminated seats are passed over."""
    state = adj.state
    seat, number = state.flow.turn, state.flow.round
    while True:
        seat = seat % state.settings.seats + 1
        if seat == state.first:
            number += 1
        if not state.realm(seat).eliminated:
            break
    begin_turn(adj, number, seat)


def begin_turn(adj: Adj, number: int, seat: int) -> None:
    """CB-TURN-9: levels come into force, clergy leave, offers lapse, marks are cleared."""
    realm = adj.state.realm(seat)
    military, infrastructure, espionage = (
        level + gained for level, gained in zip(realm.levels, realm.gained, strict=True)
    )
    adj.emit(ev.TurnBegan(number, seat, (military, infrastructure, espionage), realm.gained))
    adj.emit(TurnPassed(seat))
    captives.send_home_of(adj, seat)
    lapse(adj, seat)
    if adj.state.flow.offer == seat:  # CB-WIN-5
        adj.emit(DrawOfferClosed(seat, declined=False))
    adj.emit(PhaseBegan(number, PHASES[0]))


def check_end_turn(state: State, seat: int) -> None:
    """CB-TURN-8: `end turn` is refused as a whole if one of its `end phase` would be."""
    if state.flow.phase in ("purchase", "move", "combat"):
        battles.check_not_by_round(state, state.battles())


def end_turn(adj: Adj, forced: bool = False) -> None:
    """CB-TURN-8: `end phase` until another seat is active or the game is over."""
    seat = adj.state.flow.turn
    while adj.state.flow.outcome is None:
        before = adj.state.flow
        end_phase(adj, forced)
        after = adj.state.flow
        began_again = PHASES.index(after.phase) <= PHASES.index(before.phase)
        if after.turn != seat or began_again:
            return


# --- the setup ----------------------------------------------------------------------------------


def end_setup(adj: Adj) -> None:
    """CB-SETUP-1: on to the next seat; after the last one the first round begins."""
    setup.finish_seat(adj, adj.state.flow.turn)
    next_setup(adj)


def next_setup(adj: Adj) -> None:
    """CB-SETUP-1, CB-SETUP-11, CB-SETUP-12: the seat that sets up next, or round 1."""
    turn = adj.state.flow.turn
    later = tuple(seat for seat in adj.state.living if seat > turn)
    if later:
        adj.emit(TurnPassed(later[0]))
        return
    setup.pay_first_incomes(adj)
    setup.roll_first_player(adj)
    check_revolts(adj)
    begin_turn(adj, 1, adj.state.first)


# CB-ELIM-4 and CB-WIN-5: giving up, and agreeing on a draw.
#
# The other systems share this code; this one keeps its own. An export holds a hash of the events of
# each entry and a hash of all fields of each state, and checking it carries out every order again.
# If an acceptance became a `DrawAgreed`, or were kept in `flow.agreed`, every older match with an
# answered offer would fail that check. The rule differs too: the last acceptance is reported before
# the end, and the end may come from the elimination of the only seat that had not answered.


def resign(adj: Adj) -> None:
    """CB-ELIM-4: provinces become neutral, or the attacker's; then CB-ELIM-2 and -3."""
    seat = adj.seat
    for number in adj.state.owned(seat):
        battle = adj.state.province(number).battle
        captives.send_home(adj, number)
        taker, how = (battle.attacker, "unopposed") if battle is not None else (0, "resigned")
        adj.emit(ev.ProvinceTaken(taker, number, seat, how))
    captives.eliminate(adj, seat, resigned=True)
    if adj.state.flow.outcome is None and adj.state.flow.turn == seat:
        if adj.state.flow.phase == "setup":
            next_setup(adj)
        else:
            next_turn(adj)


def check_offer_draw(state: State, seat: int) -> None:
    """CB-WIN-6: only one offer can be open; offering while another's is open accepts that."""
    if state.flow.offer == seat:
        raise Refusal("CB-WIN-6", f"the draw offer of {seat_name(seat)} is open already")
    if state.flow.offer:
        check_accept_draw(state, seat)


def offer_draw(adj: Adj) -> None:
    """CB-WIN-5: offer a draw, or accept the open offer of another seat."""
    if adj.state.flow.offer:
        accept_draw(adj)
    else:
        adj.emit(DrawOffered(adj.seat))
        captives.check_draw(adj)


def check_answer(state: State, seat: int) -> None:
    """CB-WIN-6: only an open offer can be answered, and not one's own."""
    if not state.flow.offer:
        raise Refusal("CB-WIN-6", "no draw is offered")
    if state.flow.offer == seat:
        raise Refusal("CB-WIN-6", "the draw was offered by oneself; the others answer")


def check_accept_draw(state: State, seat: int) -> None:
    """CB-WIN-6: each seat accepts an offer only once."""
    check_answer(state, seat)
    if seat in state.agreed:
        raise Refusal("CB-WIN-6", f"{seat_name(seat)} has accepted already")


def accept_draw(adj: Adj) -> None:
    """CB-WIN-5: when all other living seats have accepted, the game is drawn."""
    waiting = tuple(one for one in captives.waiting_for(adj.state) if one != adj.seat)
    adj.emit(ev.DrawAccepted(adj.seat, waiting))
    captives.check_draw(adj)


def decline_draw(adj: Adj) -> None:
    """CB-WIN-5: any seat but the offerer can end the offer."""
    adj.emit(DrawOfferClosed(adj.state.flow.offer, declined=True))
