"""MD-GM: what the GM sets; outside phases and turns, no other rule binds it."""

import re
from dataclasses import replace
from typing import Any

from rules.display.words import seat_in
from rules.line import common, overrides
from rules.line.errors import Refusal, required
from rules.line.events import Overridden, Ruled, TurnPassed
from rules.line.flow import seat_name
from rules.line.orders import EndPhase, Order
from rules.machinadei import army
from rules.machinadei import events as ev
from rules.machinadei import overrides as own
from rules.machinadei.attributes import ARMY, whole, with_attribute
from rules.machinadei.fight.strike import melee_attacks, melee_blow, strike
from rules.machinadei.formation import shifted
from rules.machinadei.magic import check_space
from rules.machinadei.naming import named
from rules.machinadei.road import ROAD
from rules.machinadei.sequence import turns
from rules.machinadei.statblock import Statblock, SummonEffect, is_known, summoned
from rules.machinadei.state import PHASES, SEATS, STATS, SUMS, Battle, Modifier, State, Unit

FACES = range(1000)
"""MD-STAT-4: faces that may be loaded, also those that no d10 has; drawing one is refused."""


def override(battle: Battle, order: Order) -> None:
    """Carry out a GM line of section 6.13."""
    state = battle.state
    match order:
        case own.PutUnit():
            put(battle, order)
        case overrides.Remove(ref):
            battle.emit(ev.UnitRemoved(in_play(state, ref).ref))
        case own.MoveUnit(ref):
            move(battle, in_play(state, ref), order)
        case overrides.Set():
            set_value(battle, order)
        case overrides.Give(ref, condition):
            give(battle, in_play(state, ref), condition, "")
        case own.BreakBy(ref, condition, cause):
            give(battle, in_play(state, ref), condition, named(state, cause).ref)
        case overrides.Clear(ref, condition):
            clear(battle, in_play(state, ref), condition)
        case own.Modify(ref):
            modify(battle, in_play(state, ref), order)
        case own.StrikeAt(ref, target):
            strike_now(battle, in_play(state, ref), in_play(state, target))
        case own.Import(_, blocks):
            take_in(battle, blocks, order.text)
        case overrides.NextDice():
            common.load_dice(battle, order, "MD-STAT-4", FACES)
        case overrides.Rule():
            common.record_ruling(battle, order)
        case overrides.SetWinner():
            turns.set_winner(battle, order)
        case overrides.Timeout(seat):
            time_out(battle, seat)
        case own.EndPhaseFor(seat):
            end_for(battle, seat)
        case EndPhase():
            raise Refusal("MD-GM-5", "say for whom: `end phase for army 1`.")
        case _:
            raise ROAD.no_gm_line(order)


def in_play(state: State, ref: str) -> Unit:
    """MD-ORD-3, MD-ORD-5: the unit of this name.  Raises `Refusal` if it has left the battle."""
    unit = named(state, ref)
    if unit.gone:
        raise Refusal("MD-ORD-5", f"{unit.ref} is {unit.gone}.")
    return unit


def check_army_number(seat: int) -> None:
    """MD-GM-1: there are two armies."""
    if seat not in SEATS:
        raise Refusal("MD-GM-1", f"there is no army {seat}.")


# --- units --------------------------------------------------------------------------------------


def put(battle: Battle, order: own.PutUnit) -> None:
    """MD-GM-1: a new unit; setup limits do not apply."""
    state = battle.state
    check_army_number(order.seat)
    why = f"there is no unit type {order.kind[:40]}."
    block = required(army.find_type(state, order.kind), "MD-GM-1", why)
    upgrades = army.find_upgrades(block, order.options, "MD-GM-1")
    models = army.default_models(block, order.cells) if order.models is None else order.models
    if not 1 <= models <= 1000:
        raise Refusal("MD-GM-1", f"{order.ref} has 1 to 1000 models, not {models}.")
    army.check_crowd(state, order.seat, models, army.upgraded(block, upgrades))
    unit, profile = army.raise_unit(state, order.seat, order.ref, block, models, upgrades)
    army.check_single(unit)
    if order.cells:
        unit = army.stand(unit, order.cells, order.facing, order.files, "MD-GM-1")
    else:
        unit = replace(unit, waits=True)
    army.check_fits(state, unit)
    army.check_new(state, order.ref, "MD-GM-1")
    battle.emit(ev.UnitEntered(unit, "put", profile, 0, block.faction))


def move(battle: Battle, unit: Unit, order: own.MoveUnit) -> None:
    """MD-GM-2: distance and routes do not matter; the cells are on the board and free."""
    state = battle.state
    if unit.waits:
        bring_in(battle, unit, order)
        return
    if unit.is_formation:
        placed = replace(unit, at=order.to, facing=order.facing or unit.facing)
    else:
        x, y = unit.spots[0]
        placed = replace(unit, spots=shifted(unit.spots, (order.to[0] - x, order.to[1] - y)))
    check_space(state, placed)
    kept = () if unit.is_formation else placed.spots
    battle.emit(ev.UnitPlaced(unit.ref, order.to, placed.facing, kept))


def bring_in(battle: Battle, unit: Unit, order: own.MoveUnit) -> None:
    """MD-GM-2: out of the reserve, in default order (MD-SETUP-12)."""
    placed = army.stand(replace(unit, waits=False), (order.to,), order.facing, None, "MD-GM-2")
    army.check_fits(battle.state, placed)
    battle.emit(ev.Arrived(placed))


def give(battle: Battle, unit: Unit, condition: str, cause: str) -> None:
    """MD-GM-2: `broken` (with or without its cause), `reformed`, `acted`."""
    name = checked(condition, "given")
    given: dict[str, Any] = {name: True}
    changed = ev.UnitChanged(replace(unit, **given), name, "given")
    battle.emit(ev.Broke(unit.ref, cause) if name == "broken" else changed)


def checked(condition: str, how: str) -> str:
    """MD-GM-2: the condition, if the GM can give and take it away."""
    if condition.lower() not in ("broken", "reformed", "acted"):
        why = f"broken, reformed and acted can be {how}, not {condition[:40]!r}."
        raise Refusal("MD-GM-2", why)
    return condition.lower()


def clear(battle: Battle, unit: Unit, condition: str) -> None:
    """MD-GM-2: a condition is taken away."""
    name = checked(condition, "cleared")
    more: dict[str, Any] = {"cause": "", "fled": False} if name == "broken" else {}
    battle.emit(ev.UnitChanged(replace(unit, **{name: False, **more}), name, "cleared"))


def modify(battle: Battle, unit: Unit, order: own.Modify) -> None:
    """MD-GM-2: k turns: last turn = round + k - 1; modifiers of the GM add up (MD-EFF-2)."""
    known = {name.lower(): name for name in (*STATS, *SUMS)}
    why = f"{', '.join(known.values())} can be modified, not {order.stat[:40]!r}."
    stat = required(known.get(order.stat.lower()), "MD-GM-2", why)
    if not 1 <= order.turns <= 1000:
        raise Refusal("MD-GM-2", f"a modifier lasts 1 to 1000 turns, not {order.turns}.")
    army.check_most(unit.ref, len(unit.modifiers) + 1, "modifiers", army.MOST_MODIFIERS)
    last = battle.state.flow.round + order.turns - 1
    battle.emit(ev.Modified(unit.ref, Modifier(stat, order.amount, last)))


def strike_now(battle: Battle, unit: Unit, target: Unit) -> None:
    """MD-GM-3: one strike with all melee attacks, wherever they stand; no combat resolution."""
    if unit.ref == target.ref:
        raise Refusal("MD-GM-3", f"{unit.ref} cannot strike itself.")
    for one in (unit, target):
        if not one.on_board:
            raise Refusal("MD-GM-3", f"{one.ref} is not on the board.")
    attacks = melee_attacks(battle.state, unit)
    strike(battle, unit, target, melee_blow(battle.state, unit, attacks))


# --- values -------------------------------------------------------------------------------------


def set_value(battle: Battle, order: overrides.Set) -> None:
    """MD-GM-2, MD-GM-3: an attribute of a unit, of an army or of the match."""
    subject = " ".join(order.subject.lower().split())
    attribute, value = order.attribute.lower(), order.value.strip()
    if subject == "game":
        set_game(battle, attribute, value)
    elif re.fullmatch(r"army [0-9]+", subject):
        seat = int(subject.split()[1])
        check_army_number(seat)
        if attribute not in ARMY:
            raise Refusal("MD-GM-2", f"an army has {', '.join(ARMY)}, not {attribute[:40]!r}.")
        before = getattr(battle.state.armies[seat], attribute)
        number = whole(attribute, value, 0, 100_000)
        battle.emit(ev.ArmyChanged(seat, attribute, before, number))
    else:
        unit = in_play(battle.state, order.subject)
        changed = with_attribute(battle.state, unit, attribute, value)
        if changed.models > unit.models:
            block = battle.state.block(unit)
            army.check_crowd(battle.state, unit.seat, changed.models, block, unit.ref)
        army.check_fits(battle.state, changed)
        battle.emit(ev.UnitChanged(changed, attribute, value))


def seat_named(value: str) -> int:
    """MD-GM-3: `army 2`."""
    seat = seat_in(value)
    if seat not in SEATS:
        raise Refusal("MD-GM-3", f"there are army 1 and army 2, not {value[:40]!r}.")
    return seat


def set_game(battle: Battle, attribute: str, value: str) -> None:
    """MD-GM-3: `set round`, `set phase`, `set turn`, `set first` (also the seat to act)."""
    if attribute == "round":
        battle.emit(Overridden("round", str(whole("round", value, 1, 999))))
        return
    ROAD.check_going_on(battle.state)
    match attribute:
        case "phase":
            phase = value.lower().removesuffix(" phase")
            if phase not in ("deploy", *PHASES):
                known = ", ".join(("deploy", *PHASES))
                raise Refusal("MD-GM-3", f"the phases are {known}, not {value[:40]!r}.")
            turns.set_phase(battle, phase)
        case "turn":
            battle.emit(TurnPassed(seat_named(value)))
        case "first":
            battle.emit(ev.FirstChosen(seat_named(value)))
            battle.emit(TurnPassed(seat_named(value)))
        case _:
            why = f"round, phase, turn and first can be set, not {attribute[:40]!r}."
            raise Refusal("MD-GM-3", why)


# --- data and time ------------------------------------------------------------------------------


def take_in(battle: Battle, blocks: tuple[Statblock, ...], text: str) -> None:
    """MD-DATA-4, MD-DATA-5: import types for later units; types they summon must be known."""
    if not blocks:
        raise Refusal("MD-DATA-1", "there is no statblock in this text.")
    known = (*battle.state.types, *blocks)
    for block in blocks:
        for effect in summoned(block):
            check_summoned(effect, known, text)
    types = {block.name.lower() for block in known}
    army.check_most("the battle", len(types), "types", army.MOST_TYPES)
    battle.emit(ev.TypesImported(blocks))


def check_summoned(effect: SummonEffect, known: tuple[Statblock, ...], text: str) -> None:
    """MD-DATA-5: the summoned type exists, and of an individual only one is summoned."""
    if not is_known(effect.kind, known):
        number = line_of(text, f"summon {effect.kind}")
        why = f"there is no unit type {effect.kind[:40]}."
        raise Refusal("MD-DATA-5", f"line {number}: {why}")
    block = next(one for one in known if is_known(effect.kind, (one,)))
    if block.kind == "individual" and effect.models != 1:
        why = f"{block.name} is an individual: 1 is summoned, not {effect.models}."
        raise Refusal("MD-DATA-5", f"line {line_of(text, str(effect))}: {why}")


def line_of(text: str, words: str) -> int:
    """The number of the first line with these words."""
    lines = re.split(r"\n| / ", text.lower())
    wanted = " ".join(words.lower().split())
    for number, line in enumerate(lines, 1):
        if wanted in " ".join(line.split()):
            return number
    return 1


def time_out(battle: Battle, seat: int) -> None:
    """MD-GM-5: as `end phase` of the seat awaited; in Deploy it only leaves a notice."""
    ROAD.check_going_on(battle.state)
    awaited = battle.state.flow.turn
    if seat and seat != awaited:
        raise Refusal("MD-GM-5", f"{seat_name(seat)} is not awaited, {seat_name(awaited)} is.")
    if battle.state.flow.phase == "deploy":
        battle.emit(Ruled(f"time is up; the deployment still waits for {seat_name(awaited)}"))
    else:
        turns.end_part(battle)


def end_for(battle: Battle, seat: int) -> None:
    """MD-GM-5: `end phase for army n` acts as if that seat had ordered it."""
    check_army_number(seat)
    ROAD.check_going_on(battle.state)
    turns.check_turn(battle.state, seat)
    turns.end_part(battle)
