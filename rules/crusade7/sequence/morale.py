"""Section 7.9: the Morale check of each unit when its army's Morale turn ends."""

from rules.crusade7 import naming
from rules.crusade7.army.statblock import Steadfast
from rules.crusade7.battle import Battle
from rules.crusade7.events import MoraleTested, Part
from rules.crusade7.harm import conditions, numbers
from rules.crusade7.state import State, Unit, Until
from rules.numbers.arith import half_up


def test_army(battle: Battle, seat: int) -> None:
    """C7-MORALE-1: each unit of the army on the field, in order of reference."""
    units = sorted(battle.state.on_field(seat), key=lambda one: naming.order_of_reference(one.ref))
    for unit in units:
        test_unit(battle, unit)


def test_unit(battle: Battle, unit: Unit) -> None:
    """C7-MORALE-4: a unit that fails its check becomes shaken."""
    state = battle.state
    thrown, dc = courage(state, unit), difficulty(casualties(state, unit.seat))
    passed, why = verdict(state, unit, thrown.value >= dc)
    battle.emit(MoraleTested(unit.ref, thrown.value, dc, passed, why, thrown.parts))
    if not passed:
        end = end_of_shock(state.flow.round)
        conditions.give(battle, unit.ref, "shaken", end, cause="morale")


def courage(state: State, unit: Unit) -> numbers.Tally:
    """C7-MORALE-2: CHA + 10, as in any Type 3 saving throw, and the modifiers on morale.

    Advantage on morale, on saving throws and on CHA do not add up (C7-STAT-4).
    """
    edges = (part for part in numbers.tally(state, unit, "CHA").parts if part.edge)
    return numbers.add_up(
        (
            *numbers.stat_parts(state, unit, "CHA"),
            Part("base", 10, rule="C7-MORALE-2"),
            *edges,
            *numbers.tally(state, unit, "saving throws", "morale").parts,
        )
    )


def casualties(state: State, seat: int) -> int:
    """C7-MORALE-2: all units killed in this round; with `morale=own` those of this army."""
    own = state.options.get("morale", "total") == "own"
    return state.armies[seat].lost if own else state.killed


def difficulty(killed: int) -> int:
    """C7-MORALE-2: 10 + a sixth of the killed, rounded half up (2 -> 10, 3 -> 11, 9 -> 12)."""
    return 10 + half_up(killed, 6)


def verdict(state: State, unit: Unit, thrown: bool) -> tuple[bool, str]:
    """C7-MORALE-3: frightened units fail (C7-COND-9), steadfast ones pass even then."""
    for ability in state.block(unit).abilities:
        if isinstance(ability, Steadfast):
            return True, f"{ability.name}: always passes"
    if unit.has("frightened"):
        return False, "frightened"
    return thrown, ""


def end_of_shock(round_: int) -> Until:
    """C7-MORALE-4, C7-MORALE-5: shaken until the end of the next Move Phase.

    A check in the Morale Phase of round n looks ahead to the Move Phase of round n + 1.  By
    C7-TURN-9 its end is the start of the phase after it: the Mana Phase of round n + 1.  (By
    C7-TURN-10 `shaken` ends with the Move Phase anyway; this covers a GM who jumps over its end.)
    """
    return Until.of(round_ + 1, "mana")
