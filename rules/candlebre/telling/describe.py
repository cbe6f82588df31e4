"""Provinces, armies and leaders in words, and what a seat can do in its step."""

from collections.abc import Iterator, Mapping

from rules.candlebre.adjudicate import candidates, is_accepted
from rules.candlebre.court.captives import waiting_for
from rules.candlebre.court.espionage import PRICE
from rules.candlebre.gm import TRAITS
from rules.candlebre.naming import find_province, leader_named, where
from rules.candlebre.realm import purse
from rules.candlebre.realm.land import distances
from rules.candlebre.realm.purse import gold_income
from rules.candlebre.state import BUILDINGS, NEUTRAL, PHASES, TREES, Leader, Realm, State
from rules.candlebre.telling import view
from rules.candlebre.units import ROSTER, Tally
from rules.candlebre.war.movement import fights_in, leaders_able
from rules.candlebre.words import side_name
from rules.display.things import Thing
from rules.display.view import unstyled
from rules.line.errors import Refusal
from rules.line.flow import seat_name
from rules.line.orders import EndPhase, Order
from rules.numbers.grid import direction

# A province, an army or a leader in words, for those who cannot see the map.


def describe(state: State, reference: str) -> tuple[str, ...]:
    """Describe a province, an army or a leader and what is near; `up` is the top of the map.

    Raises `Refusal` for anything else.
    """
    said = " ".join(reference.lower().split())
    for seat in state.seats:
        if said in (side_name(seat), str(seat)):
            return tuple(unstyled(line) for line in view.army_lines(state, state.realm(seat)))
    leader = leader_named(state, said)
    if leader is not None:
        return (leader_words(state, leader),)
    number = find_province(state, said)
    if not number:
        what = "a province by name or code, an army or a leader can be described"
        raise Refusal("CB-ORDER-2", f"{what}, not {reference[:40]!r}")
    return tuple(province_lines(state, number))


WHERE = (
    "[{dead?}is dead|{captor?}is held by {captor:side}|{place=0}is not yet placed|"
    "{attacking?}attacks {place:name}|{else}stands in {place:name}]"
)
"""Where a leader is."""


def leader_words(state: State, leader: Leader) -> str:
    """`GL4 (warden) of army 1 stands in Ashford`."""
    who = f"{view.with_trait(leader)} of {side_name(leader.owner)}"
    return f"{who} {where(state, leader, WHERE)}"


def province_lines(state: State, number: int) -> Iterator[str]:
    """The province, its neighbours, then the armies' other provinces by distance."""
    yield province_words(state, number)
    yield from battle_words(state, number)
    site = state.site(number)
    for other in site.borders:
        yield f"borders {province_words(state, other)}, {bearing(state, number, other)}"
    steps = distances(state.sites, number)
    far = sorted(
        (steps[one.number], one.number)
        for one in state.sites
        if steps.get(one.number, 0) > 1 and state.province(one.number).owner != NEUTRAL
    )
    for away, other in far:
        where = bearing(state, number, other)
        yield f"{province_words(state, other)}: {away} steps away, {where}"


def province_words(state: State, number: int) -> str:
    """`Ashford (ASH, value 60, army 1): 3 infantry, GL1; barracks`."""
    here, site = state.province(number), state.site(number)
    head = f"{site.name} ({site.code}, value {here.value}, {side_name(here.owner)})"
    there = view.apart(
        view.long(state.defenders(number)),
        ", ".join(view.with_trait(one) for one in state.leaders_at(number)),
        view.buildings_text(here),
        "protected by clergy" if here.protector is not None else "",
    )
    return f"{head}: {there}"


def battle_words(state: State, number: int) -> Iterator[str]:
    """Who attacks a province, with what, and how many rounds have been fought."""
    fight = state.province(number).battle
    if fight is not None:
        rounds = f"{fight.round} round(s) fought"
        whose = side_name(fight.attacker)
        yield f"battle: {whose} attacks with {view.attackers(state, number)}, {rounds}"


def bearing(state: State, start: int, goal: int) -> str:
    """`up-left`: where a province lies on the map, seen from another."""
    one, other = state.site(start), state.site(goal)
    return direction(other.y - one.y, other.x - one.x)


# What the reader of free words may know: leaders, forces by province, names by class.


KINDS = tuple(unit.plural for unit in ROSTER)
CONDITIONS = (*BUILDINGS, "protection", "rally", "guard", "clean")


def things(state: State) -> tuple[Thing, ...]:
    """Leaders and cards by reference, and forces by place, type and number (`Ashford/archers/2`),
    captives by who holds them (`captive/archers/1`, `captive/GL2/1`).

    Forces have no kind and no place of their own, so that no order can refer to them.
    """
    found = []
    for leader in state.leaders:
        if not leader.dead:
            at = state.site(leader.place).name if leader.place else ""
            able = leader.captor is None
            found.append(Thing(leader.ref, leader.owner, "leader", (), at, able))
    for realm in state.realms:
        for held in realm.cards:
            card = state.lore.card(held.code)
            found.append(Thing(held.code, realm.seat, card.name if card else "", ("card",)))
        for place, tally in (
            ("pool", realm.pool),
            ("reserve", realm.reserve),
            ("captive", realm.all_captives),
        ):
            found += stacks(place, realm.seat, tally)
        caught = state.captive_leaders(realm.seat)
        found += [Thing(f"captive/{leader.ref}/1", realm.seat) for leader in caught]
    for number, province in enumerate(state.provinces, 1):
        if province.owner:
            found += stacks(state.site(number).name, province.owner, province.units.tally)
    return tuple(found)


def names(state: State) -> tuple[str, ...]:
    """CB-ORDER-2: provinces by name and code."""
    return tuple(word for site in state.sites for word in (site.name, site.code))


def references(state: State, viewer: int | None) -> tuple[str, ...]:
    """Provinces, then leaders that live."""
    leaders = tuple(one.ref for one in state.leaders if not one.dead)
    return (*(site.name for site in state.sites), *leaders)


def stacks(place: str, seat: int, tally: Tally) -> list[Thing]:
    """Units of a seat somewhere, by type."""
    counted = zip(KINDS, tally, strict=True)
    return [Thing(f"{place}/{kind}/{count}", seat) for kind, count in counted if count]


def offers(state: State, viewer: int) -> Mapping[str, tuple[str, ...]]:
    """CB-DIPL-1: the numbers of open offers to and from a seat, by kind."""
    found: dict[str, tuple[str, ...]] = {}
    for kind, wanted in (("ransom", True), ("exchange", False)):
        rows = [one for one in state.offers if (one.gold is not None) == wanted]
        to = "to" if wanted else "with"
        found[f"{kind} {to} me"] = tuple(str(one.number) for one in rows if one.to == viewer)
        found[f"{kind} from me"] = tuple(str(one.number) for one in rows if one.seat == viewer)
    return found


def nouns(state: State, viewer: int) -> Mapping[str, tuple[str, ...]]:
    """CB-ORDER-2, CB-ORDER-3: provinces, unit types and the other names that sentences have."""
    return {
        "province": tuple(site.name for site in state.sites),
        "letters of province": tuple(f"{site.code} {site.name}" for site in state.sites),
        "kind": KINDS,
        "building": tuple("great hall" if one == "hall" else one for one in BUILDINGS),
        "house": tuple(house.name.removeprefix("House ") for house in state.lore.houses),
        "tree": TREES,
        "card": tuple(card.code for card in state.lore.cards),
        "phase": ("setup", *PHASES),
        "condition": CONDITIONS,
        "trait": tuple(TRAITS),
        "made": tuple(str(one.number) for one in state.offers if one.seat == viewer),
        "offer": tuple(str(one.number) for one in state.offers if one.to == viewer),
        **offers(state, viewer),
        "suitor": tuple(seat_name(seat) for seat, to in state.proposals if to == viewer),
        "ally": tuple(seat_name(seat) for seat in state.realms[viewer - 1].allies)
        if viewer
        else (),
    }


# What a seat should know when it is called to its turn, and what could still act in this step.


MOST_NAMES = 8
"""Up to this many provinces are named; more are only counted."""


def situation(state: State, seat: int) -> tuple[str, ...]:
    """CB-SCOPE-3: gold and what matters in the step, then what is open between the seats."""
    if state.flow.outcome is not None or seat not in state.living:
        return ()
    return tuple(part for part in (*of_step(state, seat), *open_to(state, seat)) if part)


def of_step(state: State, seat: int) -> Iterator[str]:
    """What matters in this step to the seat in turn."""
    realm = state.realm(seat)
    if state.flow.turn != seat:
        return
    match state.flow.phase:
        case "setup":
            yield f"{realm.start_gold} gold for the first units"
            yield todo(state, seat)
        case "purchase":
            income = gold_income(state, seat)
            yield f"{realm.military} military and {realm.civil} civil gold, income {income}"
            yield f"pool {view.short(realm.pool)}" if any(realm.pool) else ""
            yield "infamy: buildings and research cost 10% more" if realm.infamy else ""
        case "combat":
            yield from fights(state, seat)
        case "placement":
            for name, units in (("Pool", realm.pool), ("Reserve", realm.reserve)):
                yield f"{name}: {view.short(units)}" if any(units) else ""
        case "diplomacy":
            held = view.captives_words(state, realm)
            yield f"honor {realm.honor}, influence {realm.influence}, {realm.civil} civil gold"
            yield f"captives: {held}" if held else ""
        case "fate":
            cards = view.cards_words(state, realm)
            yield f"{len(state.book)} cards in the Book"
            yield f"in hand: {cards}" if cards else ""
        case _:
            yield "+1 on all needs (rally)" if realm.rally else ""


def todo(state: State, seat: int) -> str:
    """CB-SETUP-9: what the setup still lacks."""
    realm = state.realm(seat)
    parts = [] if realm.claimed else ["claim five provinces"]
    parts += ["choose a House"] if state.settings.houses and realm.house == "none" else []
    parts += [] if realm.free_building else ["build the free barracks or temple"]
    return f"to do: {', '.join(parts)}" if parts else ""


def fights(state: State, seat: int) -> Iterator[str]:
    """The battles still to be fought, each with both forces."""
    for number in state.attacks_of(seat):
        battle, owner = state.battle_in(number), state.province(number).owner
        own = view.short(battle.units.tally)
        theirs = view.short(state.defenders(number)) or "no unit"
        paused = f", after round {battle.round}" if battle.round else ""
        whose = f" of {side_name(owner)}" if owner else ""
        yield f"{state.site(number).name}: {own} against {theirs}{whose}{paused}"


def open_to(state: State, seat: int) -> Iterator[str]:
    """Offers, proposals and a draw that wait for this seat's answer; pauses in its battles."""
    for offer in state.offers:
        if offer.to == seat:
            yield f"offer {offer.number}: {view.offer_words(offer)}"
    for proposer, to in state.proposals:
        if to == seat:
            yield f"{side_name(proposer)} proposes an alliance"
    if seat in waiting_for(state):
        yield f"{side_name(state.flow.offer)} offers a draw"
    if state.flow.turn != seat:
        for number in fights_in(state, seat):
            battle = state.province(number).battle
            if battle is not None and battle.round:
                yield f"{state.site(number).name} pauses after round {battle.round}"


# --- who could still act ------------------------------------------------------------------------


def waiting(state: State, seat: int) -> str:
    """What the seat could still use or must still do in this step; empty if it is not in turn."""
    if state.flow.outcome is not None or state.flow.turn != seat:
        return ""
    realm = state.realm(seat)
    match state.flow.phase:
        case "setup":
            return todo(state, seat)
        case "purchase":
            gold = f"{realm.military} military, {realm.civil} civil gold"
            return f"Not spent: {gold}" if realm.gold else ""
        case "move" | "noncombat":
            return not_moved(state, seat)
        case "combat":
            left = [state.site(one).name for one in state.battles()]
            return f"Not fought: {', '.join(left)}" if left else ""
        case "placement":
            left = [view.short(units) for units in (realm.pool, realm.reserve) if any(units)]
            return f"Not placed: {', '.join(left)}" if left else ""
        case "diplomacy":
            held = view.captives_words(state, realm)
            return f"Captives: {held}" if held else ""
        case "fate":
            return "" if realm.drawn or not (state.book or state.discarded) else "No card drawn"
        case _:
            return ""


def not_moved(state: State, seat: int) -> str:
    """`Not moved: ASH 3 Inf, GL1; BRI 1 Arc`: own provinces with somebody who has steps left."""
    found = [f"{state.site(one).code} {force}" for one, force in able(state, seat)]
    if len(found) > MOST_NAMES:
        return f"Not moved: units in {len(found)} provinces"
    return f"Not moved: {'; '.join(found)}" if found else ""


def able(state: State, seat: int) -> Iterator[tuple[int, str]]:
    """Own provinces with units or leaders that have a step left."""
    for number in state.owned(seat):
        units = state.province(number).units.able
        leaders = [one.ref for one in leaders_able(state, seat, number)]
        parts = [view.short(units)] if any(units) else []
        if parts or leaders:
            yield number, ", ".join((*parts, *leaders))


# Whether a step has nothing to do in it, found without trying every order.


def idle(state: State) -> tuple[int, Order, str] | None:
    """CB-TURN-6: the seat in turn, `end phase`, and why this step has nothing to do; else None.

    Orders that are open at any time do not count, as they stay open in the next step: guard,
    alliances, standing orders, cards, answers, a transfer.  With captives, an ally or an offer a
    step is never idle, for they can make an order possible: a kill brings gold, a broken alliance
    opens a way.
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
    """Has the seat captives, an ally or an offer, which could still make an order possible?"""
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
    units = zip(ROSTER, purse.unit_prices(state, realm), strict=True)
    if any(price <= realm.military for one, price in units if one.level <= realm.levels[0]):
        return True
    return can_build(state, realm) or can_research(state, realm)


def can_build(state: State, realm: Realm) -> bool:
    """CB-BUILD-2 to -4: is there a building that the seat could still put somewhere and pay?"""
    owned = [state.province(number).buildings for number in state.owned(realm.seat)]
    for building in purse.BUILDING_PRICES:
        there = [building in one for one in owned]
        if all(there) or (building == "hall" and any(there)):
            continue
        gold = realm.military if building == "barracks" else realm.gold
        if purse.building_price(state, realm, building) <= gold:
            return True
    return False


def can_research(state: State, realm: Realm) -> bool:
    """CB-RES-2 to -7: is there a level that is not reached and could be paid?"""
    return any(price <= realm.gold for _, _, price in purse.next_levels(state, realm))


def can_order(state: State, seat: int) -> bool:
    """Is any order of this step accepted?  Stops at the first one."""
    some = candidates(state, seat, of_this_step=True)
    return any(is_accepted(state, seat, order) for order in some)


def can_deal(state: State, seat: int) -> bool:
    """Sections 7.7 and 7.20: clergy and missions (with captives it is never asked)."""
    realm = state.realm(seat)
    spies = realm.levels[2] and not realm.spied and not state.settings.military_only
    if spies and realm.gold >= PRICE:
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
"""By step: whether something is possible in it, and what is said if not.

The setup and a battle always have something to do.
"""
