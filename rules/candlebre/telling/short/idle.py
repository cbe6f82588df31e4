"""When a step has nothing to do in it, told without trying every order."""

from rules.candlebre.legal import is_accepted, of_this_step
from rules.candlebre.realm import prices
from rules.candlebre.roster import ROSTER
from rules.candlebre.state import TREES, Realm, State
from rules.line.orders import EndPhase, Order

CHEAPEST_MISSION = 20
"""CB-ESP-1."""


def idle(state: State) -> tuple[int, Order, str] | None:
    """CB-TURN-6: the seat in turn, `end phase`, and why nothing belongs to this step.

    What is open at any time stays open in the next step: guard, alliances, standing orders, cards,
    answers, a transfer.  Captives, an ally and an offer hold a step up, for with them it can
    become possible: a kill brings gold, a broken alliance opens a way.
    """
    flow = state.flow
    seat = flow.turn
    if flow.outcome is not None or flow.phase not in STEPS or seat not in state.living:
        return None
    if is_held_up(state, seat):
        return None
    possible, why = STEPS[flow.phase]
    return None if possible(state, seat) else (seat, EndPhase(), why)


def is_held_up(state: State, seat: int) -> bool:
    """Captives, allies, an offer: what may make a step of use after all."""
    realm = state.realm(seat)
    return bool(
        realm.captives
        or realm.allies
        or any(state.captive_leaders(seat))
        or any(seat in (offer.seat, offer.to) for offer in state.offers)
    )


def can_spend(state: State, seat: int) -> bool:
    """Sections 7.4 and 7.5: units, buildings, research; military gold may become civil."""
    realm = state.realm(seat)
    units = zip(ROSTER, prices.unit_prices(state, realm), strict=True)
    if any(price <= realm.military for one, price in units if one.level <= realm.levels[0]):
        return True
    return can_build(state, realm) or can_research(state, realm)


def can_build(state: State, realm: Realm) -> bool:
    """CB-BUILD-2 to -4: a building that is not everywhere, and that a purse could pay."""
    owned = [state.province(number).buildings for number in state.owned(realm.seat)]
    for building in prices.BUILDING_PRICES:
        there = [building in one for one in owned]
        if all(there) or (building == "hall" and any(there)):
            continue
        purse = realm.military if building == "barracks" else realm.gold
        if prices.building_price(state, realm, building) <= purse:
            return True
    return False


def can_research(state: State, realm: Realm) -> bool:
    """CB-RES-2 to -7: a level that is not reached, and that gold could pay."""
    for at, _ in enumerate(TREES[:1] if state.settings.military_only else TREES):
        level = realm.levels[at] + realm.gained[at]
        if level >= len(prices.LEVEL_PRICES):
            continue
        base = prices.DIE_PRICE if state.settings.research_dice else prices.LEVEL_PRICES[level]
        if prices.research_price(state, realm, base) <= realm.gold:
            return True
    return False


def can_order(state: State, seat: int) -> bool:
    """Is one order of the step accepted?  Looks no farther than the first."""
    return any(is_accepted(state, seat, order) for order in of_this_step(state, seat))


def can_deal(state: State, seat: int) -> bool:
    """Sections 7.7 and 7.20: clergy and missions; of captives there are none."""
    realm = state.realm(seat)
    spies = realm.levels[2] and not realm.spied and not state.settings.military_only
    if spies and realm.gold >= CHEAPEST_MISSION:
        return True
    return any(
        here.protector is None and here.value // 10 <= realm.influence
        for here in map(state.province, state.owned(seat))
    )


STEPS = {
    "purchase": (can_spend, "no gold for anything"),
    "move": (can_order, "nobody can attack"),
    "noncombat": (can_order, "nobody can move"),
    "placement": (can_order, "nothing can be placed"),
    "diplomacy": (can_deal, "no captives, no clergy, no mission"),
    "fate": (can_order, "no card to draw"),
}
"""By step: is something possible in it, and what is said if not.  In the setup and in a battle
there always is something to do."""
