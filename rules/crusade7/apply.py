"""Apply an event to a state: it gives the next state; nothing is decided here."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar, assert_never

from rules.crusade7 import events as ev
from rules.crusade7.army.options import joined, one_of
from rules.crusade7.state import Affliction, Army, Denial, Effect, Mark, State, Unit, Waiting
from rules.line.about import only_told
from rules.line.chapters import by_type, once
from rules.line.events import Event, PhaseBegan, SharedEvent
from rules.line.flow import apply_flow
from rules.numbers.grid import rectangle

Kept = TypeVar("Kept", Unit, Army)


@once
def apply(state: State, event: Event) -> State:
    """The state after one event."""
    return CHAPTERS[type(event)](state, event)


def _spend(unit: Unit, *marks: Mark) -> Unit:
    return replace(unit, spent=(*unit.spent, *(one for one in marks if one not in unit.spent)))


def _setup(state: State, event: ev.ArmyEvent) -> State:
    """Chapter 4: armies are bought and deployed."""
    match event:
        case ev.BattleCreated(options, library, gold, cp):
            armies = {seat: Army(seat, gold, cp) for seat in (1, 2)}
            return replace(
                state,
                options=dict(options),
                library=one_of(library),
                blocks=one_of(library).blocks,
                armies=armies,
            )
        case ev.FactionChosen(seat, faction, subfaction):
            return state.army_as(seat, faction=faction, subfaction=subfaction)
        case ev.UnitsBought():
            return _buy(state, event)
        case ev.Deployed(seat, places):
            for ref, cell in places:
                unit = state.units[state.key(seat, ref)]
                state = state.with_unit(replace(unit, at=cell))
            return state
        case ev.DeclaredReady(seat):
            return state.army_as(seat, ready=True)
        case ev.ArmyCleared(seat, gold, cp):
            kept = {key: unit for key, unit in state.units.items() if unit.seat != seat}
            was = state.armies[seat]
            anew = Army(seat, gold, cp, was.faction, was.subfaction)
            return replace(state.with_army(anew), units=kept)
        case ev.BattleBegan(renamed):
            return _begin(state, dict(renamed))
        case _:
            assert_never(event)


def _buy(state: State, event: ev.UnitsBought) -> State:
    army, seat = state.armies[event.seat], event.seat
    paid = {"gold": army.gold - event.gold, "cp": army.cp - event.cp}
    taken: dict[str, Any] = {"reserve_gold": army.reserve_gold + event.gold}
    if event.detachment:
        taken = {"detachments": (*army.detachments, event.detachment)}
    state = state.army_as(seat, fielded=True, bought=True, **paid, **taken)
    bought = {state.key(seat, unit.ref): unit for unit in event.units}
    blocks = (*state.blocks, *event.blocks)
    return replace(state, blocks=blocks, units={**state.units, **bought})


def _begin(state: State, renamed: dict[str, str]) -> State:
    """C7-SETUP-9: from now on a reference alone names a unit."""
    units = {}
    for unit in state.units.values():
        if unit.seat == 2:
            inside = renamed.get(unit.inside, unit.inside)
            unit = replace(unit, ref=renamed.get(unit.ref, unit.ref), inside=inside)
        units[unit.ref.upper()] = unit
    return replace(state, units=units, flow=replace(state.flow, phase="command"))


def _sequence(state: State, event: ev.SequenceEvent) -> State:
    """Section 5.2: rounds, phases, turns."""
    match event:
        case ev.OrderOfPlay(first=first, averages=averages, alternated=alternated):
            ties = state.ties + alternated
            return replace(state, first=first, initiatives=averages, ties=ties)
        case ev.SecondTurn():
            return replace(state, second_turn=True)
        case ev.MarksCleared(phase):
            return _clear_marks(state, phase)
        case ev.RoundEnded():
            armies = {seat: replace(army, lost=0) for seat, army in state.armies.items()}
            return replace(state, killed=0, armies=armies)
        case ev.GainedCP(seat, _, total):
            return state.army_as(seat, cp=total)
        case ev.SkippingTo(seat, phase):
            return state.army_as(seat, skip_to=phase)
        case _:
            assert_never(event)


FORGOTTEN: dict[str, dict[str, Any]] = {
    "command": {"denied": 0},
    "move": {"moved": "none"},
    "mana": {"powers_tried": 0, "smites_tried": 0},
    "charge": {"charged": False},
}
"""The marks of a unit that are reset when a phase begins, besides those reset in every phase."""

FORGOTTEN_BY_ARMIES: dict[str, dict[str, Any]] = {
    "move": {"arriving": False},
    "mana": {"powers_tried": ()},
}


def _clear_marks(state: State, phase: str) -> State:
    """C7-TURN-7: reset the marks of earlier phases that end when this phase begins."""
    marks = {"spent": (), "engaging": False, **FORGOTTEN.get(phase, {})}
    units = {key: _with(unit, marks) for key, unit in state.units.items()}
    marks = {"tactics_used": (), **FORGOTTEN_BY_ARMIES.get(phase, {})}
    armies = {seat: _with(army, marks) for seat, army in state.armies.items()}
    waiting = tuple(one for one in state.waiting if one.tactic != "Support")
    return replace(state, units=units, armies=armies, waiting=waiting)


def _with(kept: Kept, marks: Mapping[str, Any]) -> Kept:
    """The unit or army with these marks; the same object if it has them already, as most do."""
    if all(getattr(kept, name) == mark for name, mark in marks.items()):
        return kept
    return replace(kept, **marks)


def _movement(state: State, event: ev.FieldEvent) -> State:
    """Section 5.4 and 7.8: units change places."""
    match event:
        case ev.Moved(ref, manner, _, to):
            moved = state.unit(ref).moved if manner == "charge" else manner
            return state.unit_as(ref, at=to, moved=moved)
        case ev.Stayed(ref):
            return state.unit_as(ref, moved="stationary")
        case ev.Embarked(ref, transport):
            moved = state.unit(ref).moved
            now = "stationary" if moved == "none" else moved
            return state.unit_as(ref, at=None, inside=transport, moved=now)
        case ev.Disembarked(ref, _, to):
            return state.unit_as(ref, at=to, inside="", moved="disembark")
        case ev.Arrived(ref, at):
            state = state.army_as(state.unit(ref).seat, arriving=True)
            return state.unit_as(ref, at=at, reserve=False, moved="arrive")
        case ev.Charged(ref):
            return state.with_unit(_spend(replace(state.unit(ref), charged=True), "charge"))
        case ev.Engaged(ref, to):
            unit = replace(state.unit(ref), at=to, engaging=True)
            return state.with_unit(_spend(unit, "engage"))
        case ev.StoodUp(ref):
            return state.with_unit(_spend(state.unit(ref), "ranged", "melee", "stand"))
        case _:
            assert_never(event)


def _combat(state: State, event: ev.FightEvent | ev.ConditionEvent) -> State:
    """Sections 7.2 to 7.4: attacks, damage, conditions, effects."""
    match event:
        case ev.AttackMade(ref, kind):
            marks = ("ranged", "melee") if kind == "multi" else (kind,)
            return state.with_unit(_spend(state.unit(ref), *marks))
        case ev.UseSpent(ref, attack, left):
            uses = ((name, left if name == attack else n) for name, n in state.unit(ref).uses)
            return state.unit_as(ref, uses=tuple(uses))
        case ev.Damaged(ref, after=after) | ev.Healed(ref, after=after):
            return state.unit_as(ref, hp=after)
        case ev.Killed(ref):
            return _kill(state, state.unit(ref))
        case ev.ShieldBroken(ref, _, ac, armour):
            return state.unit_as(ref, ac=ac, armour=armour)
        case ev.ConditionGained(ref, new):
            return _without(state, ref, "conditions", lambda one: is_replaced(one, new), new)
        case ev.CauseEnded(ref, ended):
            return _without(state, ref, "conditions", lambda one: one == ended)
        case ev.ConditionLost(ref, condition):
            return _without(state, ref, "conditions", lambda one: one.condition == condition)
        case ev.EffectGained(ref, new_one):
            name, number = new_one.name, new_one.number
            return _without(
                state, ref, "effects", lambda o: o.name == name and o.number >= number, new_one
            )
        case ev.EffectEnded(ref, name, number=number):
            return _without(state, ref, "effects", lambda o: (o.name, o.number) == (name, number))
        case _:
            assert_never(event)


def _without(
    state: State, ref: str, what: str, gone: Callable[[Any], bool], *new: Affliction | Effect
) -> State:
    """Remove those that are `gone` from a unit's conditions or effects (`what`); add the `new`."""
    kept = (one for one in getattr(state.unit(ref), what) if not gone(one))
    return state.unit_as(ref, **{what: (*kept, *new)})


def is_replaced(had: Affliction, new: Affliction) -> bool:
    """C7-COND-1: does `new` replace `had`?  It does if the source is the same.

    In old logs a condition names no source; it then replaces any condition of its name.
    """
    return had.is_as(new) if new.source else had.condition == new.condition


def _kill(state: State, unit: Unit) -> State:
    """C7-STAT-2: off the board, counted for its army and for the round."""
    state = state.army_as(unit.seat, lost=state.armies[unit.seat].lost + 1)
    gone = replace(unit, dead=True, at=None, inside="", reserve=False, hp=min(unit.hp, 0))
    return replace(state.with_unit(gone), killed=state.killed + 1)


def _magic(state: State, event: ev.MagicEvent) -> State:
    """Sections 7.5 and 7.6: spells, concentration, psionics."""
    match event:
        case ev.SpellCast(ref, level=level, left=left):
            unit = _spend(state.unit(ref), "cast")
            return state.with_unit(_with_slots(unit, level, left))
        case ev.SlotLost(ref, level, left):
            return state.with_unit(_with_slots(state.unit(ref), level, left))
        case ev.ConcentrationBegan(ref, concentration):
            return state.unit_as(ref, concentration=concentration)
        case ev.ConcentrationEnded(ref):
            return _end_concentration(state, ref)
        case ev.Denied(ref, target):
            denials = (*state.denials, Denial(ref, target))
            state = state.unit_as(ref, denied=state.unit(ref).denied + 1)
            return replace(state, denials=denials)
        case ev.DenialsLapsed(gone):
            kept = tuple(one for one in state.denials if (one.denier, one.target) not in gone)
            return replace(state, denials=kept)
        case ev.AttemptBegan(ref, power):
            return _attempt(state, state.unit(ref), power)
        case ev.PsionicTested(ref, denier=denier):
            if not denier:
                return state
            used = next(o for o in state.denials if (o.denier, o.target) == (denier, ref))
            index = state.denials.index(used)
            return replace(state, denials=state.denials[:index] + state.denials[index + 1 :])
        case _:
            assert_never(event)


def _with_slots(unit: Unit, level: int, left: int) -> Unit:
    return replace(unit, slots=tuple((n, left if n == level else k) for n, k in unit.slots))


def _attempt(state: State, unit: Unit, power: str) -> State:
    smite = power.lower() == "smite"
    unit = replace(unit, powers_tried=unit.powers_tried + 1, smites_tried=unit.smites_tried + smite)
    army = state.armies[unit.seat]
    army = replace(army, powers_tried=(*army.powers_tried, power))
    return state.with_army(army).with_unit(unit)


def _end_concentration(state: State, caster: str) -> State:
    units = {}
    for key, unit in state.units.items():
        effects = tuple(one for one in unit.effects if one.caster != caster)
        conditions = tuple(one for one in unit.conditions if one.caster != caster)
        if len(effects) < len(unit.effects) or len(conditions) < len(unit.conditions):
            unit = replace(unit, effects=effects, conditions=conditions)
        if unit.ref == caster:
            unit = replace(unit, concentration=None)
        units[key] = unit
    return replace(state, units=units)


def _tactics(state: State, event: ev.TacticEvent) -> State:
    """Sections 7.9 and 7.10."""
    match event:
        case ev.TacticUsed(seat, tactic, _, left, unit, attack, _, waits):
            used = (*state.armies[seat].tactics_used, tactic)
            state = state.army_as(seat, cp=left, tactics_used=used)
            more = (Waiting(seat, tactic, unit, attack),) if waits else ()
            return replace(state, waiting=(*state.waiting, *more))
        case ev.TacticSprung(seat, tactic):
            return _stop_waiting(state, seat, tactic)
        case ev.TacticLapsed(seat, tactic, refund):
            state = state.army_as(seat, cp=state.armies[seat].cp + refund)
            return _stop_waiting(state, seat, tactic)
        case _:
            assert_never(event)


def _stop_waiting(state: State, seat: int, tactic: str) -> State:
    kept = tuple(one for one in state.waiting if (one.seat, one.tactic) != (seat, tactic))
    return replace(state, waiting=kept)


def _gm(state: State, event: ev.GMEvent) -> State:
    """Section 6.3."""
    match event:
        case ev.UnitPut(unit, faction):
            named = {"faction": faction} if faction else {}
            return state.army_as(unit.seat, fielded=True, **named).with_unit(unit)
        case ev.UnitRemoved(ref):
            gone = state.unit(ref)
            units = dict(state.units)
            del units[state.key(gone.seat, gone.ref)]
            return replace(state, units=units)
        case ev.UnitPlaced(ref, to):
            return state.unit_as(ref, at=to, inside="", reserve=False)
        case ev.UnitChanged(unit):
            return state.with_unit(unit)
        case ev.NoteAdded(ref, text):
            return state.unit_as(ref, notes=(*state.unit(ref).notes, text))
        case ev.ArmyChanged(seat, attribute, _, value):
            now: Any = int(value) if attribute == "cp" else value
            return state.army_as(seat, **{attribute: now})
        case ev.BattleChanged(attribute, _, value):
            return _change_battle(state, attribute, value)
        case ev.FirstSet(seat):
            flow = replace(state.flow, turn=seat)
            return replace(state, first=seat, second_turn=False, flow=flow)
        case ev.TerrainPainted(terrain, start, end):
            size = (end[0] - start[0] + 1, end[1] - start[1] + 1)
            ground = dict(state.terrain)
            for cell in rectangle(start, size):
                ground.pop(cell, None)
                if terrain != "clear":
                    ground[cell] = terrain
            return replace(state, terrain=ground)
        case ev.DataImported(library):
            blocks = (*state.blocks, *library.blocks)
            return replace(state, library=joined(state.library, library), blocks=blocks)
        case _:
            assert_never(event)


def _change_battle(state: State, attribute: str, value: str) -> State:
    if attribute == "round":
        return replace(state, flow=replace(state.flow, round=int(value)))
    if attribute == "killed":
        return replace(state, killed=int(value))
    name = attribute.removeprefix("option ")
    if name == "gold":
        state = _change_limit(state, int(value) - int(state.options["gold"]))
    return replace(state, options={**state.options, name: value})


def _change_limit(state: State, more: int) -> State:
    """C7-GOLD-1: change the unspent gold of each army by as much as the gold limit has changed."""
    for army in state.armies.values():
        state = state.army_as(army.seat, gold=max(0, army.gold + more))
    return state


def _shared(state: State, event: SharedEvent) -> State:
    """Events that every system has; C7-TURN-2: a phase begins with its first turn."""
    flow = apply_flow(state.flow, event)
    if isinstance(event, PhaseBegan):
        return replace(state, flow=flow, second_turn=False)
    return replace(state, flow=flow)


CHAPTERS = by_type(
    _setup, _sequence, _movement, _combat, _magic, _tactics, _gm, _shared, rest=only_told(ev, State)
)
"""The function that applies each type of event."""
