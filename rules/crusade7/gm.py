"""The GM's own orders: allowed in any phase and turn, and bound by no other rule."""

import re
from dataclasses import replace

from rules.crusade7 import bounds, sequence, setup
from rules.crusade7 import events as ev
from rules.crusade7 import overrides as own
from rules.crusade7.army.options import wrong_value
from rules.crusade7.army.statblock import Library, Statblock
from rules.crusade7.attributes import with_attribute
from rules.crusade7.field.geometry import is_impassable, on_board, units_on
from rules.crusade7.harm import conditions, damage
from rules.crusade7.naming import find_unit, is_called, same_name
from rules.crusade7.road import ROAD
from rules.crusade7.sequence import SIDES
from rules.crusade7.state import CONDITIONS, PHASES, Battle, State, Unit, Until
from rules.crusade7.tactics import OPPORTUNITY
from rules.display.words import seat_in
from rules.display.words import whole as whole_number
from rules.line import common, overrides
from rules.line.errors import Refusal, required
from rules.line.events import Ruled
from rules.line.flow import seat_name
from rules.line.orders import Order
from rules.numbers.grid import Cell

# C7-GM-1: what `set` changes: an attribute of a unit, of an army, of the battle.


RULE = "C7-GM-1"


def unit_named(state: State, ref: str) -> Unit:
    """C7-GM-1: the unit with that reference.  Raises `Refusal` for none, and in setup for two."""
    unit = required(find_unit(state, 0, ref), RULE, f"there is no unit {ref[:40]}")
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
    """C7-GM-1: set an attribute of the battle, of an army or of a unit."""
    subject = " ".join(order.subject.lower().split())
    if subject == "game":
        set_game(battle, order.attribute.lower(), order.value.strip())
    elif subject in ("army 1", "army 2"):
        set_army(battle, int(subject[-1]), order.attribute.lower(), order.value.strip())
    else:
        set_unit(battle, living_named(battle.state, order.subject), order.attribute, order.value)


def whole(attribute: str, value: str, least: int = 0) -> int:
    """C7-GM-1: the value of an attribute that is a whole number."""
    why = f"{attribute} is a whole number from {least} up, not {value[:40]!r}"
    return required(whole_number(value, least), RULE, why)


def set_unit(battle: Battle, unit: Unit, attribute: str, value: str) -> None:
    """C7-GM-1, C7-STAT-2: set an attribute of a unit; at 0 HP or less it is killed."""
    changed, before = with_attribute(battle.state, unit, attribute, value)
    battle.emit(ev.UnitChanged(changed, attribute.lower(), before, value.strip()))
    if changed.hp <= 0:
        damage.kill(battle, unit.ref, "GM")


def set_army(battle: Battle, seat: int, attribute: str, value: str) -> None:
    """C7-GM-1: `set army n cp/faction/subfaction <value>`."""
    if attribute not in ("cp", "faction", "subfaction"):
        raise Refusal(RULE, f"an army has cp, faction and subfaction to set, not {attribute[:40]}")
    if attribute != "subfaction":
        value = str(whole("cp", value)) if attribute == "cp" else spelled(battle.state, value)
    before = str(getattr(battle.state.armies[seat], attribute))
    battle.emit(ev.ArmyChanged(seat, attribute, before, value))


def spelled(state: State, faction: str) -> str:
    """3.2: a faction's name as the library spells it; names are compared without case."""
    known = (one.name for one in state.library.factions if same_name(one.name, faction))
    return next(known, faction.lower() if faction.lower() == "none" else faction)


def set_game(battle: Battle, attribute: str, value: str) -> None:
    """C7-GM-1: `set round`, `set killed`, `set phase`, `set turn`, `set option <name> <value>`."""
    state = battle.state
    if attribute in ("round", "killed"):
        before = state.flow.round if attribute == "round" else state.killed
        number = whole(attribute, value)
        battle.emit(ev.BattleChanged(attribute, str(before), str(number)))
    elif attribute == "phase":
        set_phase(battle, value)
    elif attribute == "turn":
        set_turn(battle, value)
    elif attribute.split()[:1] == ["option"]:
        set_option(battle, f"{attribute} {value}".split()[1:])
    else:
        why = f"round, killed, phase, turn and option can be set, not {attribute[:40]}"
        raise Refusal(RULE, why)


def set_phase(battle: Battle, value: str) -> None:
    """C7-TURN-7: go to the start of that phase of the current round; round 0 becomes 1.

    From the set-up this begins the battle (C7-SETUP-9).
    """
    why = f"{value[:40]!r} is no phase of a round; there are {', '.join(PHASES)}"
    phase = required(sequence.phase_named(value), RULE, why)
    if battle.state.flow.phase == "setup":
        battle.emit(ev.BattleBegan(setup.clashing(battle.state)))
    sequence.begin_phase(battle, max(1, battle.state.flow.round), phase)
    sequence.pass_skipped(battle)


def set_turn(battle: Battle, value: str) -> None:
    """Give an army the first turn of the phase and the other the second, whatever it was before."""
    seat = seat_in(value)
    if seat not in battle.state.armies:
        raise Refusal(RULE, f"the turn is army 1's or army 2's, not {value[:40]!r}")
    if battle.state.flow.phase == "setup":
        raise Refusal(RULE, "there are no turns before the battle begins; `set phase` begins it")
    battle.emit(ev.FirstSet(seat))
    sequence.pass_skipped(battle)


def set_option(battle: Battle, words: list[str]) -> None:
    """C7-GM-1: a house rule is changed to one of its values."""
    name, value = (words[0].lower(), " ".join(words[1:]).lower()) if words else ("", "")
    wrong = wrong_value(name, value)
    if wrong:
        raise Refusal(RULE, wrong)
    battle.emit(ev.BattleChanged(f"option {name}", battle.state.options.get(name, ""), value))


# Section 6.3: what the GM sets.  C7-GM-4: outside phases and turns; no other rule binds it.


FACES = range(1, 13)
"""3.1: the dice tray holds faces from 1 to 12."""

_REFERENCE = re.compile(r"([A-Za-z]+)\s*([0-9]{1,9})")


def override(battle: Battle, order: Order) -> None:
    """Carry out one GM's order: each case is a line of the table in 6.3."""
    match order:
        case overrides.Put():
            put(battle, order)
        case overrides.Remove(ref):
            remove(battle, unit_named(battle.state, ref))
        case overrides.Relocate(ref, to):
            relocate(battle, living_named(battle.state, ref), to)
        case overrides.Set():
            set_value(battle, order)
        case overrides.Give(subject, condition, rounds):
            give(battle, living_named(battle.state, subject), condition, rounds)
        case overrides.Clear(subject, condition):
            clear(battle, living_named(battle.state, subject), condition)
        case own.Damage(ref, amount, damage_type):
            harm(battle, living_named(battle.state, ref), amount, damage_type)
        case own.Heal(ref, amount):
            damage.heal(battle, living_named(battle.state, ref).ref, amount, "GM")
        case own.Kill(ref):
            damage.kill(battle, living_named(battle.state, ref).ref, "GM")
        case own.PaintTerrain():
            paint(battle, order)
        case own.Import(_, library):
            take_in(battle, library)
        case own.AddNote(ref, text):
            battle.emit(ev.NoteAdded(unit_named(battle.state, ref).ref, text))
        case overrides.NextDice():
            common.load_dice(battle, order, RULE, FACES)
        case overrides.Rule():  # C7-END-6: other victory conditions are announced in words
            common.record_ruling(battle, order)
        case overrides.SetWinner():
            common.set_winner(battle, order, "C7-END-6", SIDES, over="C7-END-1", unknown=RULE)
        case overrides.Timeout(seat):
            time_out(battle, seat)
        case _:
            raise ROAD.no_gm_line(order)


def may_kill(order: Order) -> bool:
    """C7-GM-4: victory is checked after `kill`, `damage` and `set ... hp`."""
    if isinstance(order, overrides.Set):
        return order.attribute.lower() in ("hp", "maxhp")
    return isinstance(order, own.Damage | own.Kill)


# --- where ------------------------------------------------------------------------------


def check_place(state: State, ref: str, size: Cell, at: Cell) -> None:
    """C7-GM-2: on the board, on no other unit (C7-GEO-9), not impassable (C7-TERR-2)."""
    where = f"{ref} ({size[0]}x{size[1]}) at {at[0]},{at[1]}"
    if not on_board(at, size):
        raise Refusal("C7-GM-2", f"{where} would not be on the board of 24 x 30 cells")
    others = units_on(state, at, size, ref)
    if others:
        raise Refusal("C7-GM-2", f"{where}: {others[0].ref} is there")
    if is_impassable(state, at, size):
        raise Refusal("C7-GM-2", f"{where}: the ground is impassable")


# --- units --------------------------------------------------------------------------------------


def put(battle: Battle, order: overrides.Put) -> None:
    """C7-GM-1, C7-GM-2: a new unit; an army without a faction takes that of its type."""
    state = battle.state
    block = block_named(state.library, order.kind)
    if order.seat not in state.armies:
        raise Refusal(RULE, f"there is no army {order.seat}")
    ref = new_reference(block, order.ref)
    check_unused(state, ref)
    bounds.check_army(state, order.seat, 1)
    kind = setup.find_kind(state.blocks, block)
    unit = setup.fresh_unit(ref, order.seat, kind or 0, block)
    if isinstance(order.at, tuple):
        check_place(state, ref, block.footprint, order.at)
        unit = replace(unit, at=order.at)
    elif order.inside.lower() in ("reserve", "reserves", "reinforcements"):
        unit = replace(unit, reserve=True)
    else:
        unit = replace(unit, inside=transport_named(state, order.seat, order.inside).ref)
    faction = block.faction if state.armies[order.seat].faction == "none" else ""
    battle.emit(ev.UnitPut(unit, faction))


def block_named(library: Library, kind: str) -> Statblock:
    """C7-GM-1: a unit type that this battle knows."""
    meant = (block for block in library.blocks if is_called(kind, block.name))
    return required(next(meant, None), RULE, f"there is no unit type {kind[:40]!r}")


def new_reference(block: Statblock, text: str) -> str:
    """C7-GM-1: a reference is an abbreviation and a number: `L1`, `Legionnaire1`."""
    why = f"{text[:40]!r} is no reference; `{block.abbreviation}1` is one"
    found = required(_REFERENCE.fullmatch("".join(text.split())), RULE, why)
    short, number = found[1], int(found[2])
    names = (block.abbreviation, "".join(block.name.split()))
    if short.lower() in (name.lower() for name in names):
        return f"{block.abbreviation}{number}"
    if len(short) > 4:
        raise Refusal(RULE, f"{text[:40]!r} is no reference; `{block.abbreviation}{number}` is one")
    return f"{short.upper()}{number}"


def check_unused(state: State, ref: str) -> None:
    """C7-GM-2: no living unit of either army has the reference."""
    for seat in (1, 2):
        unit = state.units.get(state.key(seat, ref))
        if unit is not None and not unit.dead:
            raise Refusal("C7-GM-2", f"{unit.ref} is a living unit of {seat_name(unit.seat)}")


def transport_named(state: State, seat: int, ref: str) -> Unit:
    """C7-GM-1: a transport of that army; whether it is full is not checked (C7-GM-4)."""
    unit = find_unit(state, seat, ref)
    if unit is None or unit.dead or unit.seat != seat:
        raise Refusal(RULE, f"{seat_name(seat)} has no transport {ref[:40]}")
    block = state.block(unit)
    if block.classification != "Transport" and not block.capacity:
        raise Refusal(RULE, f"{unit.ref} is no transport")
    return unit


def remove(battle: Battle, unit: Unit) -> None:
    """Take a unit out of the game without killing it.

    Its concentration ends, and so do the denials and tactics that wait for it.

    The passengers of a transport get out as they do when it is killed (C7-TRANS-10).
    """
    if unit.concentration is not None:
        conditions.end(battle, unit.ref, f"{unit.ref} is removed")
    for denial in battle.state.denials:
        if unit.ref in (denial.denier, denial.target):
            battle.emit(ev.DenialsLapsed(((denial.denier, denial.target),)))
    for one in battle.state.waiting:
        if one.unit == unit.ref:
            refund = OPPORTUNITY.cost if one.tactic == OPPORTUNITY.name else 0
            battle.emit(ev.TacticLapsed(one.seat, one.tactic, refund))
    battle.emit(ev.UnitRemoved(unit.ref))
    damage.unload(battle, unit)


def relocate(battle: Battle, unit: Unit, to: Cell | str) -> None:
    """C7-GM-2, C7-REACT-3: place a unit, even out of a transport or the reserve; nobody reacts."""
    if isinstance(to, str):
        raise Refusal(RULE, f"{to[:40]!r} is no position; `5,12` is one")
    check_place(battle.state, unit.ref, battle.state.block(unit).footprint, to)
    battle.emit(ev.UnitPlaced(unit.ref, to))


def give(battle: Battle, unit: Unit, condition: str, rounds: int | None) -> None:
    """C7-COND-1, C7-COND-12: without a time it stays until cleared; immune units stay immune."""
    until = None if rounds is None else until_rounds(battle.state, rounds)
    conditions.give(battle, unit.ref, condition_named(condition), until, "GM")


def until_rounds(state: State, rounds: int) -> Until:
    """C7-TURN-9: n rounds; those given in setup count from the first phase of the battle."""
    if state.flow.phase == "setup":
        return Until.of(max(1, state.flow.round) + rounds, PHASES[0])
    return conditions.until_rounds(state, rounds)


def condition_named(text: str) -> str:
    """C7-GM-1: one of the conditions of 3.3."""
    if text.lower() not in CONDITIONS:
        known = ", ".join(CONDITIONS)
        raise Refusal(RULE, f"there is no condition {text[:40]!r}; there are {known}")
    return text.lower()


def clear(battle: Battle, unit: Unit, condition: str) -> None:
    """C7-COND-1: the GM takes a condition away."""
    condition = condition_named(condition)
    if unit.has(condition):
        battle.emit(ev.ConditionLost(unit.ref, condition, "GM"))


def harm(battle: Battle, unit: Unit, amount: int, damage_type: str) -> None:
    """C7-DMG-2, C7-CONC-2, C7-DMG-7: real damage: resistances, concentration, death."""
    if damage_type:
        damage.deal_typed(battle, unit.ref, ((amount, damage_type.lower()),), "GM")
    else:
        damage.deal(battle, unit.ref, amount, cause="GM")


# --- the table and the data ---------------------------------------------------------------------


def paint(battle: Battle, order: own.PaintTerrain) -> None:
    """C7-TERR-1, C7-TERR-2: a rectangle of rough, difficult, impassable or clear ground."""
    terrain = order.terrain.lower()
    if terrain not in ("rough", "difficult", "impassable", "clear"):
        raise Refusal(RULE, f"terrain is rough, difficult, impassable or clear, not {terrain[:40]}")
    rows = sorted((order.start[0], order.end[0]))
    columns = sorted((order.start[1], order.end[1]))
    start, end = (rows[0], columns[0]), (rows[1], columns[1])
    for cell in (start, end):
        if not on_board(cell, (1, 1)):
            raise Refusal("C7-GM-2", f"{cell[0]},{cell[1]} is not on the board of 24 x 30 cells")
    battle.emit(ev.TerrainPainted(terrain, start, end))


def take_in(battle: Battle, library: Library) -> None:
    """C7-UNIT-11, C7-GM-3: import unit types, for units that are put or bought from now on."""
    if library == Library():
        raise Refusal("C7-GM-3", "there is no statblock in this text")
    check_abbreviations(battle.state.library.blocks, library.blocks)
    bounds.check_library(battle.state, library)
    battle.emit(ev.DataImported(library))


def check_abbreviations(known: tuple[Statblock, ...], imported: tuple[Statblock, ...]) -> None:
    """C7-GM-3, C7-ORDER-10: units are numbered by abbreviations, so each belongs to one type.

    C7-UNIT-11: a type with a known name replaces it and may keep its abbreviation.
    """
    anew = {block.name.lower() for block in imported}
    owners = {one.abbreviation.upper(): one.name for one in known if one.name.lower() not in anew}
    for block in imported:
        owner = owners.setdefault(block.abbreviation.upper(), block.name)
        if owner.lower() != block.name.lower():
            why = f"{block.name} cannot be called {block.abbreviation}: that is {owner} already"
            raise Refusal("C7-GM-3", why)


def time_out(battle: Battle, seat: int) -> None:
    """A missed deadline ends the turn of each seat that is awaited; in setup it is only noted."""
    why = "the battle is over: nobody is awaited"
    awaited = required(sequence.awaits(battle.state), "C7-END-1", why)
    if seat and seat not in awaited:
        raise Refusal("C7-TURN-5", f"{seat_name(seat)} is not awaited")
    late = (seat,) if seat else awaited
    if battle.state.flow.phase == "setup":
        names = " and ".join(seat_name(one) for one in late)
        battle.emit(Ruled(f"time is up; the set-up still waits for {names}"))
    else:
        sequence.end_turn(battle)
