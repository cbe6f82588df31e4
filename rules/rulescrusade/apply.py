"""Apply events: state and event give the next state; nothing is decided here."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, assert_never

from rules.line.about import only_told
from rules.line.chapters import by_type, once
from rules.line.events import Ended, Event, Overridden
from rules.line.flow import apply_flow
from rules.line.frozen import defaults_of, fields_of
from rules.numbers.grid import Cell
from rules.rulescrusade import events as ev
from rules.rulescrusade.field.sight import template_cells
from rules.rulescrusade.field.terrain import relief
from rules.rulescrusade.sheets import ModelType, Weapon
from rules.rulescrusade.state import (
    Army,
    Building,
    Cloud,
    Condition,
    Discarded,
    Ground,
    State,
    Unit,
)


def changed(state: State, ref: str, **changes: Any) -> State:
    """Return the state with some fields of a unit changed."""
    unit = state.units[ref.upper()]
    return replace(state, units={**state.units, ref.upper(): replace(unit, **changes)})


def all_changed(state: State, which: Callable[[Unit], bool], **changes: Any) -> dict[str, Unit]:
    """The units of the state, some of them with these fields changed."""
    return {
        key: replace(unit, **changes) if which(unit) else unit for key, unit in state.units.items()
    }


def with_condition(state: State, ref: str, condition: Condition) -> State:
    """Give the unit a condition, in place of one of the same name."""
    unit = state.unit(ref)
    return changed(state, ref, conditions=(*unit.without(condition.name), condition))


def without_condition(state: State, ref: str, name: str) -> State:
    """Take a condition from the unit, if it has it."""
    unit = state.unit(ref)
    others = unit.without(name)
    return state if others == unit.conditions else changed(state, ref, conditions=others)


def scored(state: State, seat: int, points: int) -> State:
    """RC-VIC-4: add points to a seat (0: to nobody)."""
    if not seat or not points:
        return state
    army = state.army(seat)
    return state.with_army(replace(army, points=army.points + points))


# Set-up, cards and the GM: state and event to next state.


# --- the set-up ---------------------------------------------------------------------------------


def of_setup(state: State, event: ev.SetupEvent) -> State:
    """Section 4: events of the set-up: the table, the lists, deployment."""
    match event:
        case ev.TableLaid():
            return _laid(state, event)
        case ev.Mustered():
            return _mustered(state, event)
        case ev.Bought(seat, bought, _, spent):
            state = state.with_army(replace(state.army(seat), spent=spent, fielded=True))
            more = {unit.ref.upper(): unit for unit in bought}
            return replace(state, units={**state.units, **more})
        case ev.Dismissed(seat, refs, spent):
            gone = {ref.upper() for ref in refs}
            units = {key: unit for key, unit in state.units.items() if key not in gone}
            state = state.with_army(replace(state.army(seat), spent=spent))
            return replace(state, units=units)
        case ev.Readied(seat):
            return state.with_army(replace(state.army(seat), ready=True))
        case ev.StageBegan(stage, order):
            armies = tuple(replace(army, done=False) for army in state.armies)
            flow = replace(state.flow, turn=order[0] if order else 0)
            if stage == "muster":
                armies = tuple(replace(army, ready=False) for army in armies)
            return replace(state, stage=stage, order=order, armies=armies, flow=flow)
        case ev.Deployed(ref, to, hidden):
            state = changed(state, ref, place="board", at=(to[0], to[1]), inside=to[2])
            return with_condition(state, ref, Condition("hidden")) if hidden else state
        case ev.ChitDealt():
            return _dealt(state, event)
        case ev.DeploymentDone(seat):
            state = state.with_army(replace(state.army(seat), done=True))
            waiting = [one for one in state.order if not state.army(one).done]
            flow = replace(state.flow, turn=waiting[0] if waiting else 0)
            return replace(state, flow=flow)
        case _:
            assert_never(event)


def _laid(state: State, event: ev.TableLaid) -> State:
    armies = tuple(Army(seat, chr(64 + seat)) for seat in range(1, event.rules.seats + 1))
    state = replace(
        state, armies=armies, **fields_of(event, "rules", "ground", "library", "deck", "items")
    )
    return _with_statblocks(state, event.library.weapons, event.library.models)


def _with_statblocks(
    state: State, weapons: tuple[Weapon, ...], models: tuple[ModelType, ...]
) -> State:
    known = {**state.weapons, **{weapon.name.lower(): weapon for weapon in weapons}}
    types = {**state.models, **{model.name.lower(): model for model in models}}
    guns = tuple(one.name for one in known.values() if "Artillery" in one.effects)
    return replace(state, weapons=known, models=types, artillery=guns)


def _mustered(state: State, event: ev.Mustered) -> State:
    units = {
        key: unit
        for key, unit in state.units.items()
        if unit.seat != event.seat or unit.place == "dead"
    }
    for unit in (*event.units, *event.unhidden):
        units[unit.ref.upper()] = unit
    army = replace(
        state.army(event.seat),
        role=event.role,
        list_name=event.name,
        spent=event.cost,
        chits=any(unit.chit for unit in event.units),
        blanks=event.blanks,
        fielded=True,
    )
    return replace(state.with_army(army), units=units)


def _dealt(state: State, event: ev.ChitDealt) -> State:
    army = state.army(event.seat)
    if event.back == "":
        army = replace(army, blanks=army.blanks + 1)
    elif event.back:
        state = changed(state, event.back, place="unhidden")
    if event.model:
        state = changed(state, event.model, place="under")
    else:
        army = replace(army, blanks=army.blanks - 1)
    state = changed(state, event.chit, under=event.model, dealt=True)
    return state.with_army(army)


# --- cards --------------------------------------------------------------------------------------


def of_cards(state: State, event: ev.PsychicEvent) -> State:
    """Sections 7.14 to 7.16: events of cards: hands, the deck, summoned models."""
    match event:
        case ev.HandDrawn(seat, cards):
            army, deck = state.army(seat), list(state.deck)
            for card in cards:
                deck.remove(card)
            hand = tuple(sorted((*army.hand, *cards)))
            return replace(state.with_army(replace(army, hand=hand)), deck=tuple(deck))
        case ev.CardPlayed(_, seat, card, _, lost):
            state = replace(state, used=(*state.used, (seat, card)))
            return _discard(state, seat, card) if lost else state
        case ev.CardNamed(ref, _, card, target):
            return changed(state, ref, readied=card, readied_for=target)
        case ev.HandDiscarded(seat, cards, taken_back):
            for card in cards:
                state = _discard(state, seat, card)
            if taken_back:
                return _exchanged(state, seat, taken_back)
            made = tuple(Discarded(seat, card) for card in cards)
            return replace(state, exchanges=(*state.exchanges, *made))
        case ev.Summoned(unit):
            return state.with_unit(unit)
        case _:
            assert_never(event)


def _discard(state: State, seat: int, card: str) -> State:
    army = state.army(seat)
    hand = list(army.hand)
    hand.remove(card)
    state = state.with_army(replace(army, hand=tuple(hand)))
    return replace(state, discards=tuple(sorted((*state.discards, card))))


def _exchanged(state: State, seat: int, card: str) -> State:
    """RC-PSY-9: put the default discard back into the hand and mark it as exchanged."""
    army, heap = state.army(seat), list(state.discards)
    heap.remove(card)
    made = list(state.exchanges)
    index = max(n for n, one in enumerate(made) if one.seat == seat and not one.exchanged)
    made[index] = replace(made[index], exchanged=True)
    state = state.with_army(replace(army, hand=tuple(sorted((*army.hand, card)))))
    return replace(state, discards=tuple(heap), exchanges=tuple(made))


# --- the GM -------------------------------------------------------------------------------------


def of_gm(state: State, event: ev.GMEvent) -> State:
    """Section 6.4: events of the GM."""
    match event:
        case ev.UnitPut(unit):
            army = state.army(unit.seat)
            state = state if army.fielded else state.with_army(replace(army, fielded=True))
            return state.with_unit(unit)
        case ev.UnderChit(_, chit, unit):
            if unit is None:
                return changed(state, chit, dealt=True)
            return changed(state.with_unit(unit), chit, under=unit.ref, dealt=True)
        case ev.UnitSet(ref, _, news):
            return changed(state, ref, **dict(news))
        case ev.ArmySet(seat, _, news):
            fields: dict[str, Any] = dict(news)
            return state.with_army(replace(state.army(seat), **fields))
        case ev.Withdrew(seat):
            gone = {"place": "dead", "conditions": (), "latched": ""}
            units = all_changed(state, lambda one: one.seat == seat and one.place != "dead", **gone)
            army = replace(state.army(seat), resigned=True)
            return replace(state.with_army(army), units=units)
        case ev.GroundChanged(ground, _, items, markers, clouds):
            return replace(
                state,
                ground=ground,
                items=state.items if items is None else items,
                markers=state.markers if markers is None else markers,
                clouds=state.clouds if clouds is None else clouds,
            )
        case ev.ItemsChanged(items):
            return replace(state, items=items)
        case ev.MarkersChanged(markers):
            return replace(state, markers=markers)
        case ev.StatblockRead(weapon, model):
            return _with_statblocks(state, (weapon,) if weapon else (), (model,) if model else ())
        case ev.GameReopened():
            return replace(state, flow=replace(state.flow, outcome=None, phase="play"))
        case _:
            assert_never(event)


# The events of play, and the table of all of them.


@once
def apply(state: State, event: Event) -> State:
    """Return the state after one event."""
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
        case ev.Attacked(ref, _, weapon, targets):
            return replace(state, template=template_cells(state, ref, weapon, targets))
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


OF_ONE_TURN = defaults_of(
    Unit,
    *("moved", "found", "rooted", "finder_of", "snapped", "jinked", "rerolled", "plays"),
    "owes_now",
)
"""RC-TURN-7: what is forgotten of a unit when a turn ends."""


def _turn_ended(state: State) -> State:
    """Reset what holds for one turn only."""
    units = all_changed(state, lambda unit: unit.place == "board", **OF_ONE_TURN)
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
        case _:
            assert_never(event)


def _bearing(state: State, unit: Unit) -> State:
    """RC-CARRY-8: put back a unit that moved, and move the bodies that it carries with it."""
    units = {**state.units, unit.ref.upper(): unit}
    for other in [one for one in state.units.values() if one.borne_by]:
        if other.borne_by == unit.ref:
            units[other.ref.upper()] = replace(other, at=unit.at, inside=unit.inside)
    return replace(state, units=units)


def _turned(state: State, event: ev.ChitTurned) -> State:
    """RC-CHIT-3, RC-CHIT-4: remove the chit and put its model, if any, in its cell."""
    chit = state.unit(event.chit)
    state = state.with_unit(replace(chit, place="dead", conditions=()))
    if not event.model:
        return state
    model = replace(
        state.unit(event.model),
        place="board",
        **fields_of(chit, "at", "inside", "walked", "diagonals", "began", "done"),
        **fields_of(event, "moveleft", "action", "moved"),
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
        case _:
            assert_never(event)


def _gone(state: State, ref: str) -> State:
    return changed(
        state, ref, place="dead", conditions=(), latched="", borne_by="", readied="", hits=0
    )


# --- the events of every system -----------------------------------------------------------------


def _common(state: State, event: ev.CommonEvent) -> State:
    """Events of every system.  A turn that the GM sets in the set-up is the first turn of play."""
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
            return replace(state, ground=sector_as(state.ground, ref, hits=left))
        case ev.RubbleLies(ref):
            return _rubble(state, ref)
        case ev.ObjectDestroyed(at, _, terrain, height):
            ground = state.ground
            laid = ground.painted(ground.terrain, (at,), terrain)
            heights = ground.painted(ground.heights, (at,), str(height))
            return replace(state, ground=replace(ground, terrain=laid, heights=heights))
        case ev.EntryForced(_, marker):
            return replace(state, markers=(*state.markers, marker))
        case ev.EntryClosed(_, marker):
            return replace(state, markers=tuple(one for one in state.markers if one != marker))
        case _:
            assert_never(event)


def _picked_up(state: State, event: ev.PickedUp) -> State:
    """Pick up the thing of that name: from its carrier `off`, else the nearest one lying about."""
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
    """The square of a distance; 0 for a thing that is carried."""
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


def sector_as(ground: Ground, ref: str, **changes: Any) -> Ground:
    """Return the ground with some fields of a sector changed."""
    name, _, number = ref.partition(".")

    def rebuilt(building: Building) -> Building:
        if building.ref != name:
            return building
        sectors = tuple(
            replace(one, **changes) if one.number == int(number) else one
            for one in building.sectors
        )
        return replace(building, sectors=sectors)

    return replace(ground, buildings=tuple(map(rebuilt, ground.buildings)))


def _rubble(state: State, ref: str) -> State:
    """RC-BLDG-17: turn a sector into rubble, its survivors outside, its markers gone."""
    cells = dict.fromkeys(relief(state.ground).sectors[ref].cells)
    terrain = state.ground.painted(state.ground.terrain, cells, "%")
    laid = replace(state.ground, terrain=terrain)

    def buried(unit: Unit) -> bool:
        return unit.inside and unit.place == "board" and unit.at in cells

    units = all_changed(state, buried, inside=False)
    items = tuple(replace(item, inside=False) if item.at in cells else item for item in state.items)
    markers = tuple(one for one in state.markers if one.sector != ref)
    ground = sector_as(laid, ref, hits=0, standing=False)
    return replace(state, ground=ground, units=units, items=items, markers=markers)


CHAPTERS = by_type(
    _turns, _moves, _harm, _things, of_setup, of_cards, of_gm, _common, rest=only_told(ev, State)
)
"""What applies each event of the system, by its type."""
