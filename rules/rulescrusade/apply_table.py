"""Set-up, cards and the GM: state and event to next state."""

from dataclasses import replace
from typing import Any, assert_never

from rules.rulescrusade import events as ev
from rules.rulescrusade.apply_unit import changed, with_condition
from rules.rulescrusade.sheets import ModelType, Weapon
from rules.rulescrusade.state import (
    Army,
    Condition,
    Discarded,
    State,
)

# --- the set-up ---------------------------------------------------------------------------------


def of_setup(state: State, event: ev.SetupEvent) -> State:
    """Section 4: the table, the lists, deployment."""
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
        case ev.RolledOff():
            return state
        case _:
            assert_never(event)


def _laid(state: State, event: ev.TableLaid) -> State:
    armies = tuple(Army(seat, chr(64 + seat)) for seat in range(1, event.rules.seats + 1))
    state = replace(
        state,
        rules=event.rules,
        ground=event.ground,
        library=event.library,
        armies=armies,
        deck=event.deck,
        items=event.items,
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
    """Sections 7.14 to 7.16: hands, deck, what comes out of the warp."""
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
        case ev.CardsDrawn() | ev.CardRolled() | ev.CardReadied() | ev.CardsDiscarded():
            return state
        case ev.IncursionCame():
            return state
        case _:
            assert_never(event)


def _discard(state: State, seat: int, card: str) -> State:
    army = state.army(seat)
    hand = list(army.hand)
    hand.remove(card)
    state = state.with_army(replace(army, hand=tuple(hand)))
    return replace(state, discards=tuple(sorted((*state.discards, card))))


def _exchanged(state: State, seat: int, card: str) -> State:
    """RC-PSY-9: the default discard comes back to the hand."""
    army, heap = state.army(seat), list(state.discards)
    heap.remove(card)
    made = list(state.exchanges)
    index = max(n for n, one in enumerate(made) if one.seat == seat and not one.exchanged)
    made[index] = replace(made[index], exchanged=True)
    state = state.with_army(replace(army, hand=tuple(sorted((*army.hand, card)))))
    return replace(state, discards=tuple(heap), exchanges=tuple(made))


# --- the GM -------------------------------------------------------------------------------------


def of_gm(state: State, event: ev.GMEvent) -> State:
    """Section 6.4: what the GM has set."""
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
            units = {
                key: replace(unit, place="dead", conditions=(), latched="")
                if unit.seat == seat and unit.place != "dead"
                else unit
                for key, unit in state.units.items()
            }
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
        case ev.Checked() | ev.GmActed():
            return state
        case _:
            assert_never(event)
