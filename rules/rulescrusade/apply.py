"""State and event to next state: decides nothing, forgets nothing."""

from dataclasses import replace
from typing import Any, assert_never

from rules.line.chapters import by_type, once
from rules.line.events import Ended, Event, Overridden
from rules.line.flow import apply_flow
from rules.numbers.grid import Cell
from rules.rulescrusade import events as ev
from rules.rulescrusade.apply_table import of_cards, of_gm, of_setup
from rules.rulescrusade.apply_unit import changed, scored, with_condition, without_condition
from rules.rulescrusade.field.areas import template_cells
from rules.rulescrusade.field.terrain import relief
from rules.rulescrusade.state import (
    Building,
    Cloud,
    Condition,
    Ground,
    State,
    Unit,
)


@once
def apply(state: State, event: Event) -> State:
    """The state after one event."""
    return CHAPTERS[type(event)](state, event)


# --- turns and book-keeping ---------------------------------------------------------------------


def _turns(state: State, event: ev.TurnEvent) -> State:
    match event:
        case ev.Marked(ref, news):
            return changed(state, ref, **dict(news))
        case ev.Acted(ref, what, moveleft):
            unit = state.unit(ref)
            acts = unit.bonus_action and unit.action
            before = unit.walked if unit.moved else 0
            return changed(
                state,
                ref,
                action=acts,
                bonus_action=False,
                act=what,
                moveleft=moveleft,
                before_act=before,
            )
        case ev.Activated(ref, finished):
            if finished:
                state = changed(state, finished, done=True)
            state = changed(state, ref, began=state.unit(ref).spot)
            return replace(state, active=ref, template=())
        case ev.PointsScored(seat, points):
            return scored(state, seat, points)
        case ev.TurnBegan(seat, number):
            flow = replace(state.flow, turn=seat, round=number, phase="play")
            first = seat if not state.flow.turn else state.first
            return replace(state, flow=flow, active="", shamble=0, first=first)
        case ev.TurnEnded():
            return _turn_ended(state)
        case ev.StandingOrderGiven(_, ref, attribute, value):
            if attribute != "loadout":
                return changed(state, ref, **{attribute: value})
            names = tuple(name for name in value.split(", ") if name)
            return changed(state, ref, loadout=names or None)
        case ev.ShambleRolled(refs, move):
            for ref in refs:
                left = move // 2 if state.unit(ref).has("rising") else move
                state = changed(state, ref, move=move, moveleft=left, shambled=True)
            return replace(state, shamble=move)
        case _:
            assert_never(event)


def _turn_ended(state: State) -> State:
    """What is only true for a turn is over with it."""
    units = {
        key: replace(
            unit,
            moved=False,
            found=False,
            rooted=False,
            finder_of=0,
            snapped=False,
            jinked=False,
            rerolled=False,
            plays=0,
            owes_now=False,
        )
        if unit.place == "board"
        else unit
        for key, unit in state.units.items()
    }
    return replace(state, units=units, active="", used=(), exchanges=(), template=())


# --- movement -----------------------------------------------------------------------------------


def _moves(state: State, event: ev.MoveEvent) -> State:
    match event:
        case ev.Stepped(ref, to, cost, left, diagonal):
            unit = state.unit(ref)
            moved = replace(
                unit,
                at=(to[0], to[1]),
                inside=to[2],
                moveleft=left,
                moved=True,
                walked=unit.walked + cost,
                diagonals=unit.diagonals + diagonal,
            )
            return _bearing(state, moved)
        case ev.Placed(ref, _, _, to):
            return _bearing(state, replace(state.unit(ref), at=(to[0], to[1]), inside=to[2]))
        case ev.PaidMove(ref, cost, left, action):
            unit = state.unit(ref)
            changes: dict[str, Any] = {"moveleft": left, "moved": True}
            changes["walked"] = unit.walked + cost
            if action:
                changes |= {"action": unit.bonus_action and unit.action, "bonus_action": False}
                changes["act"] = "extra move"
            return changed(state, ref, **changes)
        case ev.Revealed(ref):
            return without_condition(state, ref, "hidden")
        case ev.Hid(ref):
            return with_condition(state, ref, Condition("hidden"))
        case ev.ChitTurned():
            return _turned(state, event)
        case ev.ChitScanned(ref):
            return with_condition(state, ref, Condition("scanned"))
        case ev.Walked() | ev.Stopped() | ev.Fell():
            return state
        case _:
            assert_never(event)


def _bearing(state: State, unit: Unit) -> State:
    """RC-CARRY-8: who is carried comes along."""
    units = {**state.units, unit.ref.upper(): unit}
    for other in [one for one in state.units.values() if one.borne_by]:
        if other.borne_by == unit.ref:
            units[other.ref.upper()] = replace(other, at=unit.at, inside=unit.inside)
    return replace(state, units=units)


def _turned(state: State, event: ev.ChitTurned) -> State:
    """RC-CHIT-3, RC-CHIT-4: the chit is gone; the model stands in its cell."""
    chit = state.unit(event.chit)
    state = state.with_unit(replace(chit, place="dead", conditions=()))
    if not event.model:
        return state
    model = replace(
        state.unit(event.model),
        place="board",
        at=chit.at,
        inside=chit.inside,
        moveleft=event.moveleft,
        action=event.action,
        moved=event.moved,
        walked=chit.walked,
        diagonals=chit.diagonals,
        began=chit.began,
        done=chit.done,
    )
    if not event.action:
        model = replace(model, act="extra move")
    active = model.ref if state.active == chit.ref else state.active
    return replace(state.with_unit(model), active=active)


# --- harm ---------------------------------------------------------------------------------------


def _harm(state: State, event: ev.HarmEvent) -> State:
    match event:
        case ev.LostHits(ref, _, left):
            return changed(state, ref, hits=left)
        case ev.KnockedOut(ref):
            return changed(state, ref, moveleft=0, action=False)
        case ev.Killed(ref, seat, points):
            return scored(_gone(state, ref), seat, points)
        case ev.WentDown(ref, seat, points):
            state = changed(state, ref, conditions=(Condition("down"),), moveleft=0, action=False)
            return scored(state, seat, points)
        case ev.Left(ref):
            return _gone(state, ref)
        case ev.ConditionGained(ref, condition):
            return with_condition(state, ref, condition)
        case ev.ConditionLost(ref, name):
            return without_condition(state, ref, name)
        case ev.WeaponChanged(ref, place, _, now):
            weapons = list(state.unit(ref).weapons)
            weapons[place] = replace(weapons[place], state=now)
            return changed(state, ref, weapons=tuple(weapons))
        case ev.ControlTaken(ref, seat):
            under = Condition("controlled", until=state.flow.turn)
            return with_condition(changed(state, ref, controller=seat), ref, under)
        case ev.ControlEnded(ref):
            return without_condition(changed(state, ref, controller=0), ref, "controlled")
        case ev.Latched(ref, target):
            return changed(state, ref, latched=target)
        case ev.LetGo(ref):
            return changed(state, ref, latched="")
        case ev.Grazed() | ev.RoseAgain() | ev.WeaponFailed():
            return state
        case _:
            assert_never(event)


def _gone(state: State, ref: str) -> State:
    return changed(
        state, ref, place="dead", conditions=(), latched="", borne_by="", readied="", hits=0
    )


# --- attacks, dice, and what every system has ---------------------------------------------------


def _fight(state: State, event: ev.FightEvent) -> State:
    """What comes of an attack are events of their own; its template is what is fought over."""
    if isinstance(event, ev.Attacked):
        cells = template_cells(state, event.ref, event.weapon, event.targets)
        return replace(state, template=cells)
    return state


def _rolls(state: State, event: ev.RollEvent) -> State:
    """Dice are told, and change nothing by themselves."""
    return state


def _common(state: State, event: ev.CommonEvent) -> State:
    """Before the first turn the GM may say whose it will be; after the end the phase is over."""
    flow = apply_flow(state.flow, event)
    if isinstance(event, Ended):
        return replace(state, flow=replace(flow, phase="over"))
    if isinstance(event, Overridden) and event.attribute == "turn" and flow.phase == "setup":
        return replace(state, first_turn=int(event.value.split()[-1]))
    return state if flow is state.flow else replace(state, flow=flow)


# --- things and structures ----------------------------------------------------------------------


def _things(state: State, event: ev.ThingEvent | ev.StructureEvent) -> State:
    match event:
        case ev.PickedUp():
            return _picked_up(state, event)
        case ev.Dropped(ref, item):
            return _dropped(state, ref, item)
        case ev.ItemDestroyed(item, at, carrier):
            kept = list(state.items)
            gone = next(
                one
                for one in kept
                if one.name == item and one.carrier == carrier and (carrier or one.at == at)
            )
            kept.remove(gone)
            return replace(state, items=tuple(kept))
        case ev.SmokeSpread(seat, cells):
            return replace(state, clouds=(*state.clouds, Cloud(cells, seat)))
        case ev.SmokeLifted(seat):
            return replace(state, clouds=tuple(one for one in state.clouds if one.seat != seat))
        case ev.SectorHit(ref, _, left):
            return replace(state, ground=_sector(state.ground, ref, hits=left))
        case ev.RubbleLies(ref):
            return _rubble(state, ref)
        case ev.ObjectDestroyed(at, _, terrain, height):
            ground, index = state.ground, state.ground.index(at)
            ground = replace(
                ground,
                terrain=_put(ground.terrain, index, terrain),
                heights=_put(ground.heights, index, str(height)),
            )
            return replace(state, ground=ground)
        case ev.EntryForced(_, marker):
            return replace(state, markers=(*state.markers, marker))
        case ev.EntryClosed(_, marker):
            return replace(state, markers=tuple(one for one in state.markers if one != marker))
        case ev.SectorCollapsed():
            return state
        case _:
            assert_never(event)


def _put(layer: str, index: int, char: str) -> str:
    return layer[:index] + char + layer[index + 1 :]


def _picked_up(state: State, event: ev.PickedUp) -> State:
    """The thing of that name that `off` carries, else the nearest that lies about."""
    carrier, name = state.unit(event.ref), event.item
    body = state.find(name.removeprefix("body of ")) if name.startswith("body of ") else None
    if body is not None and body.place == "board":
        return changed(state, body.ref, borne_by=event.ref, at=carrier.at, inside=carrier.inside)
    items = list(state.items)
    index = min(
        (n for n, item in enumerate(items) if item.name == name and item.carrier == event.off),
        key=lambda n: _away(items[n].at, carrier.at),
    )
    items[index] = replace(items[index], carrier=event.ref, at=None, inside=False)
    return replace(state, items=tuple(items))


def _away(one: Cell | None, other: Cell) -> int:
    """The square of a distance; a carried thing is at hand."""
    return 0 if one is None else (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def _dropped(state: State, ref: str, name: str) -> State:
    unit = state.unit(ref)
    for other in state.units.values():
        if other.borne_by == ref and name == f"body of {other.ref}":
            return changed(state, other.ref, borne_by="")
    items = list(state.items)
    index = next(n for n, item in enumerate(items) if item.name == name and item.carrier == ref)
    items[index] = replace(items[index], carrier="", at=unit.at, inside=unit.inside)
    return replace(state, items=tuple(items))


def _sector(ground: Ground, ref: str, **changes: Any) -> Ground:
    name, _, digits = ref.partition(".")
    number = int(digits)

    def rebuilt(building: Building) -> Building:
        if building.ref != name:
            return building
        sectors = tuple(
            replace(one, **changes) if one.number == number else one for one in building.sectors
        )
        return replace(building, sectors=sectors)

    return replace(ground, buildings=tuple(map(rebuilt, ground.buildings)))


def _rubble(state: State, ref: str) -> State:
    """RC-BLDG-17: rubble, survivors outside, the markers of the sector gone."""
    cells = dict.fromkeys(relief(state.ground).sectors[ref].cells)
    terrain = list(state.ground.terrain)
    for cell in cells:
        terrain[state.ground.index(cell)] = "%"
    laid = replace(state.ground, terrain="".join(terrain))
    ground = _sector(laid, ref, hits=0, standing=False)
    units = {
        key: replace(unit, inside=False)
        if unit.inside and unit.place == "board" and unit.at in cells
        else unit
        for key, unit in state.units.items()
    }
    items = tuple(replace(item, inside=False) if item.at in cells else item for item in state.items)
    markers = tuple(one for one in state.markers if one.sector != ref)
    return replace(state, ground=ground, units=units, items=items, markers=markers)


CHAPTERS = by_type(
    *(_turns, _moves, _fight, _rolls, _harm, _things, of_setup, of_cards, of_gm, _common)
)
"""Every event of the system by its type."""
