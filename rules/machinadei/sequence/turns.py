"""Turns, phases, which seat is to act, and which has won."""

from rules.line import common
from rules.line.errors import Refusal
from rules.line.events import DrawOfferClosed, Ended, PhaseBegan, TurnPassed
from rules.line.flow import seat_name
from rules.line.overrides import SetWinner
from rules.machinadei import events as ev
from rules.machinadei.army import check_army
from rules.machinadei.field import Taken, occupied, touching
from rules.machinadei.fight.melee import fight_all
from rules.machinadei.fight.shooting import settle
from rules.machinadei.march.charge import flee_all
from rules.machinadei.road import ROAD
from rules.machinadei.state import MOST_ROLL_OFFS, PHASES, SEATS, Battle, State, Unit, roll

# MD-END: who has won, and when.


SIDES = common.each_alone(SEATS)
"""Each army wins and loses alone."""


def end(battle: Battle, rule: str, termination: str, winners: tuple[int, ...]) -> None:
    """End the battle; nobody is awaited any more."""
    battle.emit(Ended(rule, termination, winners))
    close(battle)


def set_winner(battle: Battle, order: SetWinner) -> None:
    """MD-END-6: as the GM has judged."""
    common.set_winner(battle, order, "MD-END-6", SIDES, over="MD-END-1", unknown="MD-GM-3")
    close(battle)


def close(battle: Battle) -> None:
    """Begin the phase `over`, in which nobody is awaited."""
    battle.emit(PhaseBegan(battle.state.flow.round, "over"))
    battle.emit(TurnPassed(0))


def check_swept(battle: Battle) -> None:
    """MD-END-2: a seat whose last unit on the board has left play has lost; both: a draw.

    Units in reserve do not count.
    """
    if ROAD.is_over(battle.state):
        return
    gone = [seat for seat in SEATS if battle.state.armies[seat].swept]
    if not gone:
        return
    left = tuple(seat for seat in SEATS if seat not in gone)
    what = " and ".join(seat_name(seat) for seat in gone)
    verb = "has" if len(gone) == 1 else "have"
    end(battle, "MD-END-2", f"{what} {verb} no unit left on the board", left)


def check_rounds(battle: Battle) -> None:
    """MD-END-3: at the end of turn `rounds` the seat with more `vp` wins; equal: draw."""
    state = battle.state
    last = int(state.options.get("rounds", "8"))
    if ROAD.is_over(battle.state) or not last or state.flow.round < last:
        return
    one, two = state.armies[1].vp, state.armies[2].vp
    winners = () if one == two else (1,) if one > two else (2,)
    end(battle, "MD-END-3", f"turn {state.flow.round} was the last: {one} to {two} points", winners)


ENDING = common.AgreedEnd(
    resigned="MD-END-5", drawn="MD-END-5", again="MD-END-5", sides=lambda state: SIDES, close=close
)
"""MD-END-5: a seat that resigns has lost; offers by both are a draw, a second one is refused."""


# MD-SEQ: turns, phases, and which seat is asked.


def check_turn(state: State, seat: int) -> None:
    """MD-SEQ-4: both seats act in every phase, the first seat first; others wait."""
    if state.flow.turn != seat:
        who = seat_name(state.flow.turn)
        raise Refusal("MD-SEQ-4", f"it is {who}'s part of the {state.flow.phase} phase.")


# --- ending a part ------------------------------------------------------------------------------


def end_part(battle: Battle) -> None:
    """Section 6.12: the seat awaited ends its part of the phase; MD-AREA-8 applies first."""
    state = battle.state
    if state.flow.phase == "deploy":
        end_deployment(battle)
        return
    if state.pending is not None:
        settle(battle)
        check_swept(battle)
        if ROAD.is_over(battle.state):
            return
    if state.flow.turn == state.first:
        pass_to(battle, 3 - state.first)
    else:
        end_phase(battle)


def end_deployment(battle: Battle) -> None:
    """MD-SETUP-1, MD-SETUP-8, MD-SETUP-9: army 1 first, then army 2, then the roll-off."""
    seat = battle.state.flow.turn
    check_army(battle.state, seat)
    if seat == 1:
        battle.emit(ev.PartBegan(2))
        return
    battle.emit(ev.FirstChosen(roll_off(battle)))
    begin_phase(battle, 1, "move")


def roll_off(battle: Battle) -> int:
    """MD-SETUP-10: army 1 draws, then army 2; while equal, both again; the higher is first."""
    for _ in range(MOST_ROLL_OFFS):
        rolls = tuple((seat_name(seat), roll(battle, "roll-off")) for seat in SEATS)
        one, two = rolls[0][1], rolls[1][1]
        first = 0 if one == two else 1 if one > two else 2
        battle.emit(ev.RolledOff(rolls, seat_name(first) if first else ""))
        if first:
            return first
    return 1


def pass_to(battle: Battle, seat: int) -> None:
    """MD-SEQ-5: a seat that cannot do anything in the phase is skipped."""
    if can_act(battle.state, seat):
        battle.emit(ev.PartBegan(seat))
        return
    battle.emit(ev.PartSkipped(seat))
    if seat == battle.state.first:
        pass_to(battle, 3 - seat)
    else:
        end_phase(battle)


def end_phase(battle: Battle) -> None:
    """MD-SEQ-1, MD-SEQ-8, MD-SEQ-9: carry out what ends with the phase, then begin the next one."""
    phase = battle.state.flow.phase
    if phase == "move":
        recover(battle)
    if phase != "melee":
        begin_phase(battle, battle.state.flow.round, PHASES[PHASES.index(phase) + 1])
        return
    fight_all(battle)
    check_swept(battle)
    if not ROAD.is_over(battle.state):
        end_turn(battle)


def recover(battle: Battle) -> None:
    """MD-SEQ-8: every unit that fled in this phase loses `broken`."""
    for unit in tuple(battle.state.on_board()):
        if unit.fled:
            battle.emit(ev.Recovered(unit.ref))


def end_turn(battle: Battle) -> None:
    """MD-SEQ-9: modifiers expire, MD-END-3, then the next turn; MD-END-5: an offer lapses."""
    number = battle.state.flow.round
    for unit in tuple(battle.state.on_board()):
        expired = tuple(one for one in unit.modifiers if one.last <= number)
        if expired:
            battle.emit(ev.ModifiersExpired(unit.ref, expired))
    if battle.state.flow.offer:
        battle.emit(DrawOfferClosed(battle.state.flow.offer, declined=False))
    check_rounds(battle)
    if not ROAD.is_over(battle.state):
        battle.emit(ev.FirstChosen(3 - battle.state.first))
        begin_phase(battle, number + 1, "move")


# --- beginning a phase --------------------------------------------------------------------------


def begin_phase(battle: Battle, number: int, phase: str) -> None:
    """MD-SEQ-7: marks are cleared, the broken flee, then the first seat is asked."""
    battle.emit(PhaseBegan(number, phase))
    battle.emit(ev.MarksCleared(phase))
    if phase == "move":
        flee_all(battle)
        check_swept(battle)
    if not ROAD.is_over(battle.state):
        pass_to(battle, battle.state.first)


def set_phase(battle: Battle, phase: str) -> None:
    """MD-SEQ-10: the GM turns to a phase: the first seat acts, nothing else happens."""
    state = battle.state
    if state.pending is not None:
        battle.emit(ev.DivisionLapsed(state.pending.unit))
    battle.emit(PhaseBegan(state.flow.round, phase))
    battle.emit(ev.MarksCleared(phase))
    battle.emit(TurnPassed(state.first))


# --- who can do anything ------------------------------------------------------------------------


def can_act(state: State, seat: int) -> bool:
    """MD-SEQ-5: can the seat do anything in this phase?  Move is never skipped."""
    match state.flow.phase:
        case "magic":
            return any(
                unit.waits or (not unit.broken and has_magic(state, unit))
                for unit in state.in_play(seat)
            )
        case "shooting":
            taken = occupied(state)
            return any(can_shoot(state, unit, taken) for unit in state.on_board(seat))
        case "melee":
            taken = occupied(state)
            return any(
                not unit.broken and len(touching(state, unit, taken)) > 1
                for unit in state.on_board(seat)
            )
        case _:
            return True


def has_magic(state: State, unit: Unit) -> bool:
    """MD-SEQ-5: has it a magic effect with uses left?"""
    spent = {name for name, count in unit.uses if count < 1}
    return any(magic.name not in spent for magic in state.block(unit).magic)


def can_shoot(state: State, unit: Unit, taken: Taken) -> bool:
    """MD-SEQ-5: is it unbroken, unengaged, and armed with a ranged or area weapon?"""
    armed = any(weapon.use != "melee" for weapon in state.block(unit).weapons)
    return armed and not unit.broken and not touching(state, unit, taken)
