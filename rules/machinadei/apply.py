"""Apply an event to a state.  Nothing is decided here."""

from dataclasses import replace
from typing import assert_never

from rules.line.about import only_told
from rules.line.chapters import by_type, once
from rules.line.events import Event, Overridden, SharedEvent
from rules.line.flow import apply_flow
from rules.machinadei import events as ev
from rules.machinadei.field import after
from rules.machinadei.statblock import Statblock, same
from rules.machinadei.state import Army, Spent, State, Unit, key


@once
def apply(state: State, event: Event) -> State:
    """The next state."""
    return CHAPTERS[type(event)](state, event)


def _shared(state: State, event: SharedEvent | ev.PartBegan) -> State:
    """Apply an event that every system has; a part of a phase counts as a turn."""
    if isinstance(event, Overridden) and event.attribute == "round":
        return replace(state, flow=replace(state.flow, round=int(event.value)))
    flow = apply_flow(state.flow, event)
    return state if flow is state.flow else replace(state, flow=flow)


def _sequence(state: State, event: ev.SequenceEvent) -> State:
    """The sequence of phases."""
    match event:
        case ev.MarksCleared(phase):
            return cleared(state, phase)
        case ev.FirstChosen(seat):
            return replace(state, first=seat)
        case _:
            assert_never(event)


def _nerve(state: State, event: ev.NerveEvent) -> State:
    """Units that break and recover."""
    match event:
        case ev.Broke(ref, cause):
            return with_unit(state, replace(state.units[key(ref)], broken=True, cause=cause))
        case ev.Recovered(ref):
            unit = replace(state.units[key(ref)], broken=False, cause="", fled=False)
            return with_unit(state, unit)
        case _:
            assert_never(event)


def with_unit(state: State, unit: Unit) -> State:
    """The state with this unit in place of the one with its reference."""
    return replace(state, units={**state.units, key(unit.ref): unit})


def with_army(state: State, seat: int, army: Army) -> State:
    """The state with this army for the seat."""
    return replace(state, armies={**state.armies, seat: army})


def _march(state: State, event: ev.Movement) -> State:
    """The Move phase: what moves a unit."""
    return with_unit(state, moved(state.units[key(event.unit)], event))


def moved(unit: Unit, event: ev.Movement) -> Unit:
    """The unit after a movement.  MD-WHEEL-5: any other movement cancels an unfinished wheel."""
    match event:
        case ev.Advanced(_, inches, _, at):
            return replace(unit, at=at, spent=after(unit.spent, (inches, 0)), turning=None)
        case ev.Wheeled():
            turning = event.turning
            spent = after(unit.spent, (event.cost, 0))
            return replace(unit, at=event.at, facing=event.facing, spent=spent, turning=turning)
        case ev.Turned(_, _, cost, at, facing, files):
            spent = after(unit.spent, (cost, 0))
            return replace(unit, at=at, facing=facing, files=files, spent=spent, turning=None)
        case ev.Reformed(_, at, facing, files, _, move):
            stand = replace(unit, at=at, facing=facing, files=files, turning=None)
            return replace(stand, spent=Spent(move), reformed=True)
        case ev.Walked(spots=spots, straight=straight, diagonal=diagonal):
            return replace(unit, spots=spots, spent=after(unit.spent, (straight, diagonal)))
        case ev.Fled():
            if event.end:
                return unit
            stand = replace(unit, at=event.at, facing=event.facing, files=event.files)
            return replace(stand, spots=event.spots, fled=True, turning=None)
        case _:
            assert_never(event)


def _fight(state: State, event: ev.FightEvent) -> State:
    """Strikes, hits to divide, and the scores of a melee."""
    match event:
        case ev.Struck():
            return struck(state, event)
        case ev.Acted(ref):
            return with_unit(state, replace(state.units[key(ref)], acted=True))
        case ev.AttacksDivided(ref, shares):
            return with_unit(state, replace(state.units[key(ref)], division=shares))
        case ev.DivisionAwaited(pending):
            return replace(state, pending=pending)
        case ev.HitsDivided() | ev.DivisionLapsed():
            return replace(state, pending=None)
        case ev.Resolved(scores=scores):
            for seat, score in enumerate(scores, 1):
                state = with_army(state, seat, replace(state.armies[seat], cr=score))
            return state
        case _:
            assert_never(event)


def struck(state: State, event: ev.Struck) -> State:
    """The state after a strike: wounds that stay, models that fall, casualties and points."""
    if not event.wounds or not event.models:
        return state
    unit = state.units[key(event.target)]
    hurt = reduced(replace(unit, wounds=event.wounded), event.models, event.spots)
    return scored(with_unit(state, hurt), unit.seat, event.lost, event.vp)


def reduced(unit: Unit, models: int, spots: tuple[tuple[int, int], ...]) -> Unit:
    """MD-CAS-2, MD-UNIT-5, MD-UNIT-6: fewer models; the last one is an individual."""
    unit = replace(unit, models=models)
    if unit.is_formation:
        unit = replace(unit, files=min(unit.files, models))
        if models == 1 and unit.at is not None:
            alone = replace(unit, kind="individual", spots=(unit.at,), at=None)
            return replace(alone, facing="", files=0, turning=None)
        return unit
    kind = "individual" if models == 1 else unit.kind
    return replace(unit, kind=kind, spots=spots[:models] or unit.spots[:models])


def off_board(unit: Unit) -> Unit:
    """The unit without its place and conditions, as it is kept once it has left the board."""
    bare = replace(unit, at=None, facing="", files=0, spots=(), turning=None, division=())
    return replace(bare, modifiers=(), broken=False, cause="", fled=False, wounds=0, waits=False)


def scored(state: State, seat: int, lost: int, vp: int) -> State:
    """MD-CAS-4, MD-END-4: casualties of a seat, and what they are worth to the other."""
    army, enemy = state.armies[seat], state.armies[3 - seat]
    state = with_army(state, seat, replace(army, casualties=army.casualties + lost))
    return with_army(state, 3 - seat, replace(enemy, vp=enemy.vp + vp))


def swept(state: State, seat: int, how: str) -> State:
    """MD-END-2: the state with `swept` set if the seat now has no unit on the board, and the last
    one left in play (`how`); else cleared."""
    gone = how == "play" and not any(state.on_board(seat))
    army = state.armies[seat]
    return state if army.swept == gone else with_army(state, seat, replace(army, swept=gone))


def _coming(state: State, event: ev.ComingEvent) -> State:
    """How units come into the game and leave it."""
    match event:
        case ev.BattleCreated(options, types):
            flow = replace(state.flow, round=1, phase="deploy", turn=1)
            return replace(state, flow=flow, options=dict(options), types=types)
        case ev.UnitEntered(unit, _, profile, points, faction):
            if profile is not None:
                state = replace(state, profiles=(*state.profiles, profile))
            army = state.armies[unit.seat]
            bought = replace(
                army, points=army.points + points, faction=army.faction or faction, swept=False
            )
            return with_army(with_unit(state, unit), unit.seat, bought)
        case ev.LeftPlay(ref, how, models, vp):
            unit = state.units[key(ref)]
            left = with_unit(state, off_board(replace(unit, gone=how, models=0)))
            return swept(scored(left, unit.seat, models, vp), unit.seat, how="play")
        case ev.Arrived(unit):
            return swept(with_unit(state, unit), unit.seat, how="")
        case _:
            assert_never(event)


def _gm(state: State, event: ev.GMEvent) -> State:
    """What the GM has set."""
    match event:
        case ev.UnitChanged(unit):
            return with_unit(state, unit)
        case ev.ArmyChanged(seat, attribute, _, value):
            set_ = replace(state.armies[seat], **{attribute: value})  # type: ignore[arg-type]
            return with_army(state, seat, set_)
        case ev.TypesImported(blocks):
            return replace(state, types=joined(state.types, blocks))
        case ev.UnitRemoved(ref):
            unit = state.units[key(ref)]
            pending = state.pending if state.pending and state.pending.unit != unit.ref else None
            state = replace(state, pending=pending)
            removed = off_board(replace(unit, gone="removed", models=0))
            return swept(with_unit(state, removed), unit.seat, how="")
        case ev.UnitPlaced(ref, at, facing, spots):
            unit = replace(state.units[key(ref)], waits=False)
            if unit.is_formation:
                placed = replace(unit, at=at, facing=facing or unit.facing)
            else:
                placed = replace(unit, spots=spots)
            return swept(with_unit(state, placed), unit.seat, how="")
        case _:
            assert_never(event)


def _magic(state: State, event: ev.MagicEvent) -> State:
    """Uses spent, and modifiers that begin and end."""
    return with_unit(state, after_magic(state.units[key(event.unit)], event))


def after_magic(unit: Unit, event: ev.MagicEvent) -> Unit:
    """MD-EFF-2: the same effect does not add up, it is renewed; those of the GM add up."""
    match event:
        case ev.EffectCast(_, effect, _, left):
            if left is None:
                return unit
            uses = ((name, left if same(name, effect) else count) for name, count in unit.uses)
            return replace(unit, uses=tuple(uses))
        case ev.Modified(_, new):
            kept = tuple(
                one
                for one in unit.modifiers
                if not (new.source and one.source == new.source and one.stat == new.stat)
            )
            return replace(unit, modifiers=(*kept, new))
        case ev.ModifiersExpired(_, expired):
            kept = tuple(one for one in unit.modifiers if one not in expired)
            return replace(unit, modifiers=kept)
        case _:
            assert_never(event)


def cleared(state: State, phase: str) -> State:
    """MD-SEQ-7, MD-SEQ-10: the state without the action marks that end when this phase begins."""

    def fresh(unit: Unit) -> Unit:
        match phase:
            case "move" if unit.spent != Spent() or unit.reformed or unit.acted or unit.division:
                return replace(unit, spent=Spent(), reformed=False, acted=False, division=())
            case "magic" | "shooting" if unit.acted:
                return replace(unit, acted=False)
            case "melee" if unit.division or unit.acted:
                return replace(unit, division=(), acted=False)
            case _:
                return unit

    return replace(state, units={ref: fresh(unit) for ref, unit in state.units.items()})


def joined(old: tuple[Statblock, ...], new: tuple[Statblock, ...]) -> tuple[Statblock, ...]:
    """MD-DATA-4: both sets of types; an imported type replaces one of the same name."""
    replaced = {block.name.lower(): block for block in new}
    kept = tuple(replaced.pop(block.name.lower(), block) for block in old)
    return (*kept, *replaced.values())


CHAPTERS = by_type(
    _coming, _march, _fight, _nerve, _magic, _sequence, _gm, _shared, rest=only_told(ev, State)
)
"""Every event of the system by its type."""
