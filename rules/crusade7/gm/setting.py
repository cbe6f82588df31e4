"""C7-GM-1: what `set` changes: an attribute of a unit, of an army, of the battle."""

from rules.crusade7 import events as ev
from rules.crusade7.army.options import wrong_value
from rules.crusade7.attributes import with_attribute
from rules.crusade7.battle import Battle
from rules.crusade7.harm import death
from rules.crusade7.naming import find_unit, same_name
from rules.crusade7.sequence import phases
from rules.crusade7.setup import setup
from rules.crusade7.state import PHASES, State, Unit
from rules.display.words import seat_in
from rules.display.words import whole as whole_number
from rules.line import overrides
from rules.line.errors import Refusal

RULE = "C7-GM-1"


def unit_named(state: State, ref: str) -> Unit:
    """C7-GM-1: a reference of this game; in setup both armies may have the same."""
    unit = find_unit(state, 0, ref)
    if unit is None:
        raise Refusal(RULE, f"there is no unit {ref[:40]}")
    if state.flow.phase == "setup" and all(state.key(n, unit.ref) in state.units for n in (1, 2)):
        raise Refusal(RULE, f"until the battle begins both armies have a unit {unit.ref}")
    return unit


def living_named(state: State, ref: str) -> Unit:
    """C7-GM-1: a unit that has not been killed (`put` brings a killed one back)."""
    unit = unit_named(state, ref)
    if unit.dead:
        raise Refusal(RULE, f"{unit.ref} is killed")
    return unit


def set_value(battle: Battle, order: overrides.Set) -> None:
    """C7-GM-1: an attribute of the battle, of an army or of a unit."""
    subject = " ".join(order.subject.lower().split())
    if subject == "game":
        set_game(battle, order.attribute.lower(), order.value.strip())
    elif subject in ("army 1", "army 2"):
        set_army(battle, int(subject[-1]), order.attribute.lower(), order.value.strip())
    else:
        set_unit(battle, living_named(battle.state, order.subject), order.attribute, order.value)


def whole(attribute: str, value: str, least: int = 0) -> int:
    """C7-GM-1: the value of an attribute that is a whole number."""
    number = whole_number(value, least)
    if number is None:
        raise Refusal(RULE, f"{attribute} is a whole number from {least} up, not {value[:40]!r}")
    return number


def set_unit(battle: Battle, unit: Unit, attribute: str, value: str) -> None:
    """C7-GM-1, C7-STAT-2: an attribute of a unit; at 0 HP or less it is killed."""
    changed, before = with_attribute(battle.state, unit, attribute, value)
    battle.emit(ev.UnitChanged(changed, attribute.lower(), before, value.strip()))
    if changed.hp <= 0:
        death.kill(battle, unit.ref, "GM")


def set_army(battle: Battle, seat: int, attribute: str, value: str) -> None:
    """C7-GM-1: `set army n cp/faction/subfaction <value>`."""
    army = battle.state.armies[seat]
    if attribute == "cp":
        battle.emit(ev.ArmyChanged(seat, "cp", str(army.cp), str(whole("cp", value))))
    elif attribute == "faction":
        battle.emit(ev.ArmyChanged(seat, "faction", army.faction, spelled(battle.state, value)))
    elif attribute == "subfaction":
        battle.emit(ev.ArmyChanged(seat, "subfaction", army.subfaction, value))
    else:
        raise Refusal(RULE, f"an army has cp, faction and subfaction to set, not {attribute[:40]}")


def spelled(state: State, faction: str) -> str:
    """3.2: names are compared without regard to case; a known one is written as it is known."""
    known = (one.name for one in state.library.factions if same_name(one.name, faction))
    return next(known, faction.lower() if faction.lower() == "none" else faction)


def set_game(battle: Battle, attribute: str, value: str) -> None:
    """C7-GM-1: `set round`, `set killed`, `set phase`, `set turn`, `set option <name> <value>`."""
    state = battle.state
    if attribute == "round":
        number = whole("round", value)
        battle.emit(ev.BattleChanged("round", str(state.flow.round), str(number)))
    elif attribute == "killed":
        battle.emit(ev.BattleChanged("killed", str(state.killed), str(whole("killed", value))))
    elif attribute == "phase":
        set_phase(battle, value)
    elif attribute == "turn":
        set_turn(battle, value)
    elif attribute.split()[:1] == ["option"]:
        set_option(battle, f"{attribute} {value}".split()[1:])
    else:
        raise Refusal(
            RULE, f"round, killed, phase, turn and option can be set, not {attribute[:40]}"
        )


def set_phase(battle: Battle, value: str) -> None:
    """C7-TURN-7: the start of that phase of the current round; round 0 becomes 1.

    From the set-up this begins the battle (C7-SETUP-9).
    """
    phase = phases.phase_named(value)
    if phase is None:
        raise Refusal(RULE, f"{value[:40]!r} is no phase of a round; there are {', '.join(PHASES)}")
    if battle.state.flow.phase == "setup":
        setup.begin(battle, setup.clashing(battle.state))
    phases.begin_phase(battle, max(1, battle.state.flow.round), phase)
    phases.pass_skipped(battle)


def set_turn(battle: Battle, value: str) -> None:
    """That army takes the first turn of the phase, the other the second, whatever turns were."""
    seat = seat_in(value)
    if seat not in battle.state.armies:
        raise Refusal(RULE, f"the turn is army 1's or army 2's, not {value[:40]!r}")
    if battle.state.flow.phase == "setup":
        raise Refusal(RULE, "there are no turns before the battle begins; `set phase` begins it")
    battle.emit(ev.FirstSet(seat))
    phases.pass_skipped(battle)


def set_option(battle: Battle, words: list[str]) -> None:
    """C7-GM-1: a house rule is changed to one of its values."""
    name, value = (words[0].lower(), " ".join(words[1:]).lower()) if words else ("", "")
    wrong = wrong_value(name, value)
    if wrong:
        raise Refusal(RULE, wrong)
    battle.emit(ev.BattleChanged(f"option {name}", battle.state.options.get(name, ""), value))
