"""Section 5.2 and chapter 9: rounds, phases and turns, and who has won."""

from rules.crusade7 import events as ev
from rules.crusade7 import tactics
from rules.crusade7.army.statblock import Regeneration
from rules.crusade7.battle import Battle, unit_now
from rules.crusade7.harm import concentration, conditions
from rules.crusade7.harm.damage import heal
from rules.crusade7.magic import psionics
from rules.crusade7.naming import in_order
from rules.crusade7.sequence import initiative, morale
from rules.crusade7.state import PHASE_NAMES, PHASES, State, Until
from rules.line.common import each_alone
from rules.line.errors import Refusal
from rules.line.events import DrawOfferClosed, Ended, PhaseBegan, TurnPassed
from rules.line.flow import seat_name


def phase_named(words: str) -> str | None:
    """3.1: a phase by the word for it; `heavy` may be written out as `heavy support fight`."""
    words = " ".join(words.lower().split()).removesuffix(" phase")
    for phase in PHASES:
        if words in (phase, PHASE_NAMES[phase].lower()):
            return phase
    return None


def following(round_: int, phase: str) -> tuple[int, str]:
    """C7-TURN-1: the phase after this one; after Morale comes the next round."""
    index = PHASES.index(phase) + 1
    return (round_, PHASES[index]) if index < len(PHASES) else (round_ + 1, PHASES[0])


# --- the end of a turn and of a phase -----------------------------------------------------------


def end_turn(battle: Battle) -> None:
    """C7-TURN-6: the turn is over; the next one begins, and those who skip pass theirs."""
    hand_over(battle)
    pass_skipped(battle)


def hand_over(battle: Battle) -> None:
    """C7-TURN-6: after the first army's turn the second's; after that the next phase at once."""
    flow = battle.state.flow
    if flow.phase == "morale":
        morale.test_army(battle, flow.turn)
    check_victory(battle)
    if battle.state.flow.outcome is not None:
        return
    if not battle.state.second_turn:
        battle.emit(ev.SecondTurn())
        battle.emit(TurnPassed(3 - flow.turn))
        return
    end_phase(battle)
    begin_phase(battle, *following(flow.round, flow.phase))


def end_phase(battle: Battle) -> None:
    """C7-TURN-10: what ends with a phase, in this order."""
    phase = battle.state.flow.phase
    tactics.lapse(battle, phase)
    if phase == "move":
        end_shock(battle)
    elif phase == "mana":
        psionics.lapse(battle)
    elif phase == "morale":
        end_round(battle)


def end_shock(battle: Battle) -> None:
    """C7-TURN-10: `shaken` ends with the Move Phase."""
    for unit in in_order(battle.state.living()):
        if unit.has("shaken"):
            battle.emit(ev.ConditionLost(unit.ref, "shaken", "the Move Phase is over"))


def end_round(battle: Battle) -> None:
    """C7-TURN-10, C7-END-5: the killed are counted anew, and an open draw offer lapses.

    The round number rises with the Command Phase that begins next.
    """
    state = battle.state
    lost = (state.armies[1].lost, state.armies[2].lost)
    battle.emit(ev.RoundEnded(state.flow.round, state.killed, lost))
    if state.flow.offer:
        battle.emit(DrawOfferClosed(state.flow.offer, declined=False))


# --- the start of a phase -----------------------------------------------------------------------


def begin_phase(battle: Battle, round_: int, phase: str) -> None:
    """C7-TURN-7: what happens when a phase begins, in this order."""
    battle.emit(PhaseBegan(round_, phase))
    end_expired(battle)
    concentration.check_all(battle)
    battle.emit(ev.MarksCleared(phase))
    if phase == "command":
        gain_command_points(battle)
        regenerate(battle)
    initiative.settle(battle)
    battle.emit(TurnPassed(battle.state.first))


def end_expired(battle: Battle) -> None:
    """C7-TURN-7, C7-TURN-9: effects and conditions end whose end has come or passed."""
    now = Until.of(battle.state.flow.round, battle.state.flow.phase)
    for unit in in_order(battle.state.living()):
        over = "its time is over"
        conditions.lose(battle, unit.ref, lambda one: has_come(one.until, now), over)
        for effect in unit.effects:
            if has_come(effect.until, now):
                battle.emit(ev.EffectEnded(unit.ref, effect.name, over, effect.number))


def has_come(until: Until | None, now: Until) -> bool:
    """C7-TURN-9: is it that phase, or a later one?  What has no time stays."""
    return until is not None and until <= now


def gain_command_points(battle: Battle) -> None:
    """C7-CMD-1: each army gains 1 CP."""
    for seat in (1, 2):
        battle.emit(ev.GainedCP(seat, 1, battle.state.armies[seat].cp + 1))


def regenerate(battle: Battle) -> None:
    """C7-CMD-2, C7-ABIL-3: units on the field regain HP, army 1's first, in order of reference."""
    for seat in (1, 2):
        for unit in in_order(battle.state.on_field(seat)):
            for ability in battle.state.block(unit).abilities:
                if isinstance(ability, Regeneration):
                    heal(battle, unit_now(battle, unit.ref).ref, ability.hp, ability.name)


# --- skipping -----------------------------------------------------------------------------------


def skip_to(battle: Battle, phase: str) -> None:
    """C7-TURN-8: the seat passes its turns until one of that phase begins."""
    seat, flow = battle.seat, battle.state.flow
    battle.emit(ev.SkippingTo(seat, phase, round_of_skip(battle.state, seat, phase)))
    if flow.turn == seat:
        end_turn(battle)


def round_of_skip(state: State, seat: int, phase: str) -> int:
    """C7-TURN-8: this round if the seat's turn in that phase is still to come, else the next."""
    ahead = PHASES.index(phase) - PHASES.index(state.flow.phase)
    waits = state.flow.turn != seat and not state.second_turn
    is_to_come = ahead > 0 or (ahead == 0 and waits)
    return state.flow.round if is_to_come else state.flow.round + 1


def pass_skipped(battle: Battle) -> None:
    """C7-TURN-8: turns of a seat that skips are passed; one of the phase it named is not."""
    while battle.state.flow.outcome is None:
        seat, phase = battle.state.flow.turn, battle.state.flow.phase
        target = battle.state.armies[seat].skip_to
        if not target:
            return
        if target == phase:
            battle.emit(ev.SkippingTo(seat, "", 0))
            return
        hand_over(battle)


# --- checks -------------------------------------------------------------------------------------


def check_phase(state: State, phases: tuple[str, ...], what: str) -> None:
    """C7-TURN-4: an order is legal only in the phases that its entry names."""
    if state.flow.phase not in phases:
        needed = " or ".join(PHASE_NAMES[phase] for phase in phases)
        raise Refusal(
            "C7-TURN-4", f"{what} needs the {needed} Phase; this is {PHASE_NAMES[state.flow.phase]}"
        )


def check_turn(state: State, seat: int) -> None:
    """C7-TURN-5, C7-TURN-3: only the army whose turn it is gives orders; in setup everybody."""
    if state.flow.phase != "setup" and state.flow.turn != seat:
        whose = seat_name(state.flow.turn)
        raise Refusal("C7-TURN-5", f"it is {whose}'s turn, not {seat_name(seat)}'s")


def awaits(state: State) -> tuple[int, ...]:
    """C7-TURN-2, C7-SETUP-8: the seat of the turn; in setup every seat that is not ready."""
    if state.flow.outcome is not None:
        return ()
    if state.flow.phase == "setup":
        return tuple(seat for seat, army in state.armies.items() if not army.ready)
    return (state.flow.turn,)


SEATS = (1, 2)
SIDES = each_alone(SEATS)


def check_victory(battle: Battle) -> None:
    """C7-END-2, C7-END-3: an army without a unit left has lost; if both have none, nobody won."""
    if battle.state.flow.outcome is not None or battle.state.flow.phase == "setup":
        return
    destroyed = [seat for seat in SEATS if is_destroyed(battle.state, seat)]
    if len(destroyed) == 2:
        battle.emit(Ended("C7-END-3", "both armies are destroyed", ()))
    elif destroyed:
        winners = tuple(seat for seat in SEATS if seat not in destroyed)
        battle.emit(Ended("C7-END-2", f"{seat_name(destroyed[0])} is destroyed", winners))


def is_destroyed(state: State, seat: int) -> bool:
    """C7-END-2: it has had a unit and has none left on the field, embarked or in reserve."""
    return state.armies[seat].fielded and next(state.living(seat), None) is None
