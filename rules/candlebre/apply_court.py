"""State + event -> state, deciding nothing: purses, research, diplomacy, cards, standing orders."""

from dataclasses import replace
from typing import assert_never

from rules.candlebre import events as ev
from rules.candlebre.state import (
    BUILDINGS,
    TREES,
    Captives,
    Held,
    Leader,
    Note,
    Realm,
    State,
    Triple,
)
from rules.candlebre.units import Standing, Tally, added, fresh, taken


def _purse(state: State, event: ev.PurseEvent | ev.PurchaseEvent) -> State:
    """Apply the events of gold, honor, influence, purchase and research."""
    match event:
        case ev.GoldReceived(seat, _, military, civil, why):
            realm = state.realm(seat)
            return state.realm_as(
                seat,
                military=realm.military + military,
                civil=realm.civil + civil,
                start_gold=0 if why == "left over" else realm.start_gold,
            )
        case ev.GoldSpent(seat, _, purse, left):
            return state.realm_as(seat, **{purse: left})
        case ev.Transferred(seat, _, military, civil):
            return state.realm_as(seat, military=military, civil=civil)
        case ev.HonorChanged(seat, _, honor, _, deed):
            clean = state.realm(seat).clean and not deed
            return state.realm_as(seat, honor=honor, clean=clean)
        case ev.InfluenceChanged(seat, _, influence):
            return state.realm_as(seat, influence=influence)
        case ev.Bought(seat, units, _, left, province):
            realm = state.realm(seat)
            notes = (*realm.notes, Note(province, units)) if province else realm.notes
            return state.realm_as(seat, military=left, pool=added(realm.pool, units), notes=notes)
        case ev.LevelBought(seat, tree, _, _, left):
            gained = raised(state.realm(seat).gained, tree, 1)
            return state.realm_as(seat, civil=left, gained=gained)
        case ev.ResearchRolled():
            return _researched(state, event)
        case ev.Built():
            return _built(state, event)
        case ev.RallyBegan(seat, turns) | ev.RallyCounted(seat, turns):
            return state.realm_as(seat, rally=turns)
        case _:
            assert_never(event)


def _built(state: State, event: ev.Built) -> State:
    there = (*state.province(event.province).buildings, event.building)
    buildings = tuple(one for one in BUILDINGS if one in there)
    state = state.province_as(event.province, buildings=buildings)
    if event.purse:
        return state.realm_as(event.seat, **{event.purse: event.left})
    if event.why == "setup":
        return state.realm_as(event.seat, free_building=True, mustered=True)
    return state


def _researched(state: State, event: ev.ResearchRolled) -> State:
    realm = state.realm(event.seat)
    before = realm.points[TREES.index(event.tree)]
    return state.realm_as(
        event.seat,
        civil=event.left,
        gained=raised(realm.gained, event.tree, event.levels),
        points=raised(realm.points, event.tree, event.rest - before),
    )


def raised(triple: Triple, tree: str, by: int) -> Triple:
    """The three numbers, with that of one tree raised."""
    military, infrastructure, espionage = (
        number + (by if name == tree else 0) for name, number in zip(TREES, triple, strict=True)
    )
    return (military, infrastructure, espionage)


def _captive(state: State, event: ev.CaptiveEvent | ev.OfferEvent) -> State:
    """Apply the events of captives, leaders and offers."""
    match event:
        case ev.CaptivesKilled(seat, owner, units) | ev.CaptivesLost(seat, owner, units):
            return state.with_realm(without_captives(state.realm(seat), owner, units))
        case ev.CaptivesReturned(seat, owner, units):
            state = state.with_realm(without_captives(state.realm(seat), owner, units))
            if not owner:
                return state
            return state.realm_as(owner, reserve=added(state.realm(owner).reserve, units))
        case ev.LeaderReturned(number, _, _, province):
            return state.leader_as(number, captor=None, place=province, attacking=False, steps=2)
        case ev.LeaderDied(number):
            return state.leader_as(number, dead=True, captor=None, place=0, attacking=False)
        case ev.OfferMade(offer):
            return replace(state, offers=(*state.offers, offer), next_offer=offer.number + 1)
        case ev.OfferClosed(number):
            return replace(state, offers=tuple(one for one in state.offers if one.number != number))
        case _:
            assert_never(event)


def without_captives(realm: Realm, owner: int, units: Tally) -> Realm:
    """The realm with fewer captives of an owner."""
    return _with_captives(realm, owner, taken(realm.captives_of(owner), units))


def with_captives(realm: Realm, owner: int, units: Tally) -> Realm:
    """CB-CAPT-1: the realm with more captives of an owner."""
    return _with_captives(realm, owner, added(realm.captives_of(owner), units))


def _with_captives(realm: Realm, owner: int, units: Tally) -> Realm:
    held = {one.owner: one.units for one in realm.captives} | {owner: units}
    kept = (Captives(one, held[one]) for one in sorted(held, key=lambda s: s or 99))
    return replace(realm, captives=tuple(one for one in kept if any(one.units)))


def _bond(state: State, event: ev.AllianceEvent | ev.ChurchEvent) -> State:
    """Apply the events of alliances, clergy and spies."""
    match event:
        case ev.AllianceProposed(seat, to):
            return replace(state, proposals=(*state.proposals, (seat, to)))
        case ev.ProposalClosed(seat, to):
            left = (one for one in state.proposals if one != (seat, to))
            return replace(state, proposals=tuple(left))
        case ev.Allied((first, second)):
            for seat, ally in ((first, second), (second, first)):
                allies = {*state.realm(seat).allies, ally}
                state = state.realm_as(seat, allies=tuple(sorted(allies)))
            return state
        case ev.AllianceEnded(first, second):
            for seat, ally in ((first, second), (second, first)):
                others = (one for one in state.realm(seat).allies if one != ally)
                state = state.realm_as(seat, allies=tuple(others))
            return state
        case ev.ClergyCame(seat, number):
            return state.province_as(number, protector=seat)
        case ev.ClergyLeft(number):
            return state.province_as(number, protector=None)
        case ev.MissionSent(seat):
            return state.realm_as(seat, spied=True)
        case ev.GuardSet(seat, on):
            return state.realm_as(seat, guard=on)
        case _:
            assert_never(event)


def with_standing(realm: Realm, province: int, standing: Standing | None) -> Realm:
    """CB-POST-2: set standing orders, in general (0) or for a province; None clears them."""
    if not province:
        return replace(realm, general=standing or Standing())
    local = [one for one in realm.local if one[0] != province]
    if standing is not None:
        local.append((province, standing))
    return replace(realm, local=tuple(sorted(local, key=lambda one: one[0])))


def _fate(state: State, event: ev.BookEvent | ev.CardEvent) -> State:
    """7.19: apply the events of the Book of Fate."""
    match event:
        case ev.BookRefilled(cards):
            return replace(state, book=cards, discarded=())
        case ev.CardDrawn():
            return _drawn(state, event)
        case ev.LeaderCame(number, owner, trait, province):
            return state.with_leader(Leader(number, owner, trait, province))
        case ev.CardPlayed(seat, card, province, neutral):
            return state.with_realm(_held(state.realm(seat), Held(card, province, neutral)))
        case ev.CardStayed(seat, card):
            return state.with_realm(_held(state.realm(seat), Held(card)))
        case ev.CardJoined():
            return _joined(state, event)
        case _:
            assert_never(event)


def _held(realm: Realm, held: Held) -> Realm:
    cards = (held if one.code == held.code else one for one in realm.cards)
    return replace(realm, cards=tuple(cards))


def _drawn(state: State, event: ev.CardDrawn) -> State:
    """CB-FATE-4: unit cards are kept, leaders never return, all others are discarded."""
    book = tuple(code for code in state.book if code != event.card)
    state = replace(state, book=book)
    realm = replace(state.realm(event.seat), drawn=True)
    if event.kept:
        realm = with_card(state, realm, event.card)
    elif not event.leader:
        state = replace(state, discarded=(*state.discarded, event.card))
    return state.with_realm(realm)


def with_card(state: State, realm: Realm, code: str) -> Realm:
    """The realm with one more card in its hand, in Book order."""
    order = {card.code: place for place, card in enumerate(state.lore.cards)}
    cards = sorted((*realm.cards, Held(code)), key=lambda one: order.get(one.code, 0))
    return replace(realm, cards=tuple(cards))


def _joined(state: State, event: ev.CardJoined) -> State:
    """CB-FATE-7: attackers have no movement left; neutrals are gone after the battle."""
    realm = state.realm(event.seat)
    realm = replace(realm, cards=tuple(one for one in realm.cards if one.code != event.card))
    state = replace(state, discarded=(*state.discarded, event.card)).with_realm(realm)
    here = state.province(event.province)
    battle = state.battle_in(event.province)
    if event.attacking:
        battle = replace(battle, units=battle.units.plus(fresh(event.units).spent()))
    elif event.side:
        here = replace(here, units=here.units.plus(fresh(event.units)))
    else:
        battle = replace(battle, neutral=added(battle.neutral, event.units))
    return state.with_province(event.province, replace(here, battle=battle))


COURT = (_purse, _captive, _bond, _fate)
"""The chapters that apply the events of the court."""
