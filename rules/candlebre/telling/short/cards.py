"""Cards of what can be looked up (provinces, units, techs, ..), and the price list."""

import re
from collections.abc import Iterator, Sequence

from rules.candlebre.court.espionage import LEVELS, PRICE
from rules.candlebre.gm import TRAITS
from rules.candlebre.naming import find_province, leader_named, where
from rules.candlebre.realm import purse
from rules.candlebre.state import BUILDINGS, NEUTRAL, TREES, Leader, Realm, State
from rules.candlebre.telling.short import roll
from rules.candlebre.telling.short.clauses import capital
from rules.candlebre.telling.view import apart, buildings_text, long, trees, with_trait
from rules.candlebre.units import ARCHERS, KINDS, ROSTER, SIEGE_ENGINES, Effect, House, UnitType
from rules.candlebre.units import Card as FateCard
from rules.candlebre.war.movement import LEADER_STEPS
from rules.candlebre.war.tiers import tech
from rules.candlebre.words import NAMES_OF_TYPES, building_words, counted, joined, side_name
from rules.display.telling import Card
from rules.display.view import Line, line

# The cards themselves: the present state for things on the map, printed values for types.


def lines_of(texts: Sequence[str]) -> tuple[Line, ...]:
    """The lines of a card, without the empty ones."""
    return tuple(line(text) for text in texts if text)


# --- what is on the map -------------------------------------------------------------------------


def province_card(state: State, number: int) -> Card:
    """A province as it is now: who stands there, what may be placed there, its borders."""
    here, site = state.province(number), state.site(number)
    head = f"{site.code} · {side_name(here.owner)} · value {here.value}"
    leaders = ", ".join(with_trait(one) for one in state.leaders_at(number))
    force = long(state.defenders(number)) if any(state.defenders(number)) else "no unit"
    near = ((state.site(one).name, state.province(one).owner) for one in site.borders)
    borders = ", ".join(f"{name} ({side_name(owner)})" for name, owner in near)
    texts = (
        apart(force, leaders),
        f"Buildings: {buildings_text(here)}" if here.buildings else "",
        under_attack(state, number),
        "Clergy protect it: nobody may attack it" if here.protector is not None else "",
        limits(state, number),
        f"Borders {borders}",
    )
    return Card(site.name, head, lines_of(texts), ("CB-MAP-1", "CB-PLACE-5"))


def under_attack(state: State, number: int) -> str:
    """Who attacks there, with what, after how many rounds."""
    battle = state.province(number).battle
    if battle is None:
        return ""
    leaders = [one.ref for one in state.leaders_at(number, attacking=True)]
    parts = [long(battle.units.tally)] if battle.units.total else []
    force = joined([*parts, *leaders])
    after = f", after round {battle.round}" if battle.round else ""
    return f"Attacked by {side_name(battle.attacker)} with {force}{after}"


def limits(state: State, number: int) -> str:
    """CB-PLACE-3 to -6: how many units its owner may place there in a turn."""
    here = state.province(number)
    if here.owner == NEUTRAL:
        return f"Neutral: {here.value // 10} infantry defend it, fresh for every battle"
    if here.taken:
        return "Taken in this turn: nobody is placed there before the next"
    most = here.value // 10
    regular = most + (1 if state.realm(here.owner).levels[1] >= 5 else 0)
    kinds = [f"{regular} regular units"] if "barracks" in here.buildings else []
    kinds.append(f"{2 * most} mercenaries")
    barracks = "" if "barracks" in here.buildings else "; others need barracks"
    return f"Placed there in a turn: at most {joined(kinds)}{barracks}"


def leader_card(state: State, leader: Leader) -> Card:
    """A leader as he is now: where, with what trait, and what he brings."""
    head = f"Great Leader of {side_name(leader.owner)}"
    if leader.dead:
        return Card(leader.ref, head, lines_of(("He is dead.",)), ("CB-CAPT-6",))
    counters = 4 if leader.trait == "tactician" else 3
    bonus = f"+1 on all needs of his side, {counters} rerolls in a battle"
    trait = TRAITS[leader.trait]
    there = where(
        state, leader, WHERE, {"left": lambda steps: f"{LEADER_STEPS - steps} of {LEADER_STEPS}"}
    )
    texts = (there, bonus, f"{leader.trait}: {trait}" if trait else "no trait")
    return Card(leader.ref, head, lines_of(texts), ("CB-LEAD-3", "CB-LEAD-8"))


WHERE = (
    "[{captor?}Held by {captor:side}|{place=0}Not yet placed|"
    "{attacking?}With the attackers of {place:name}|{else}In {place:name}, {steps:left} steps left]"
)
"""Where a leader is, and how far he may still go."""


# --- what is printed ----------------------------------------------------------------------------


def unit_card(state: State, viewer: int | None, kind: int) -> Card:
    """A type as printed, and for a seat with its techs and its price."""
    one = ROSTER[kind]
    realm = state.realm(viewer) if viewer else None
    price = purse.unit_prices(state, realm)[kind] if realm else one.price
    head = f"{price} gold (military) · {values(one, realm)}"
    texts = (
        needed(one, realm),
        *(roll.ABILITIES[ability] for ability in one.abilities if ability in roll.ABILITIES),
        *techs_of(realm, kind),
        f"Placed {'in any own province' if one.id == 'mercenaries' else 'where barracks stand'}",
        f"Killing a captive one brings {purse.KILL_PRICES[kind]} gold",
        on_the_map(state, viewer, kind) if viewer else "",
    )
    return Card(
        capital(one.plural), head, lines_of(texts), (*roll.UNIT_RULES.get(one.id, ()), "CB-UNIT-1")
    )


def values(one: UnitType, realm: Realm | None) -> str:
    """`attack 7, defence 8, moves 1 step`, with what techs add."""
    kind = ROSTER.index(one)
    level = realm.levels[0] if realm else 0
    steps = f"{one.movement} step{'' if one.movement == 1 else 's'} a turn"
    if kind == SIEGE_ENGINES:
        return f"never rolls, {steps}"
    attack = one.attack + tech(level, kind, attack=True)
    if kind == ARCHERS:
        return f"attack {attack}, also in defence, {steps}"
    return f"attack {attack}, defence {one.defence + tech(level, kind, attack=False)}, {steps}"


def needed(one: UnitType, realm: Realm | None) -> str:
    """CB-BUY-2: the level that a type needs."""
    if not one.level:
        return ""
    has = f"; {side_name(realm.seat)} has M{realm.levels[0]}" if realm else ""
    return f"Needs M{one.level}{has}"


def techs_of(realm: Realm | None, kind: int) -> Iterator[str]:
    """Why a value is not as printed."""
    extra = tech(realm.levels[0], kind, attack=True) if realm else 0
    if realm and extra:
        yield f"+{extra} by M{realm.levels[0]}, as printed {ROSTER[kind].attack}"


def on_the_map(state: State, seat: int, kind: int) -> str:
    """Where a seat has units of a type."""
    there = ((one, state.province(one).units.of(kind)) for one in state.owned(seat))
    found = ", ".join(f"{state.site(one).code} {count}" for one, count in there if count)
    return f"Yours: {found}" if found else ""


def building_card(state: State, viewer: int | None, building: str) -> Card:
    """A building as printed, with its price for a seat and where it stands."""
    realm = state.realm(viewer) if viewer else None
    printed = purse.BUILDING_PRICES[building]
    price = purse.building_price(state, realm, building) if realm else printed
    places = zip(state.sites, state.provinces, strict=True)
    there = [site.code for site, here in places if building in here.buildings]
    texts = (
        roll.BUILDING_EFFECTS[building],
        f"As printed {printed} gold" if price != printed else "",
        f"Stands in {', '.join(there)}" if there else "",
    )
    name = building_words(building)
    rules = ("CB-BUILD-1", roll.BUILDING_RULES[building])
    head = f"{price} gold ({purse.purse_for(building)})"
    return Card(capital(name), head, lines_of(texts), rules)


def tech_card(state: State, viewer: int | None, tree: int, level: int) -> Card:
    """A level of a tree: what it brings, what it costs, who has it."""
    realm = state.realm(viewer) if viewer else None
    base = purse.LEVEL_PRICES[level - 1]
    price = purse.research_price(state, realm, base) if realm else base
    have = [side_name(one.seat) for one in state.realms if one.levels[tree] >= level]
    name, effect = roll.TECHS[tree][level - 1]
    if state.settings.research_dice:
        each = purse.research_price(state, realm, purse.DIE_PRICE) if realm else purse.DIE_PRICE
        cost = f"{base} points of dice at {each} gold"
    else:
        cost = f"{price} gold (civil)"
    texts = (
        f"{name}: {effect}" if name else effect,
        f"As printed {base} gold" if price != base and not state.settings.research_dice else "",
        f"In force for {joined(have)}" if have else "Nobody has it",
        "Comes into force at the next own turn",
    )
    title = f"{TREES[tree][0].upper()}{level}"
    rules = ("CB-RES-4", f"CB-TECH-{tree + 1}")
    return Card(title, f"{TREES[tree]} level {level} · {cost}", lines_of(texts), rules)


def house_card(state: State, house: House) -> Card:
    """A House: its strength, its weakness, who plays it."""
    players = [side_name(one.seat) for one in state.realms if one.house == house.id]
    texts = (
        f"Strength: {house.strength}",
        f"Weakness: {house.weakness}",
        f"Played by {joined(players)}" if players else "Nobody plays it",
    )
    return Card(house.name, house.title, lines_of(texts), ("CB-HOUSE-2",))


def fate_card(state: State, card: FateCard) -> Card:
    """A card of the Book of Fate: its effect, and where it is."""
    told = joined([effect_words(one) for one in card.effects])
    holders = [side_name(one.seat) for one in state.realms if one.holds(card.code)]
    unheld = "In the Book" if card.code in state.book else "Played"
    holder = f"In the hand of {holders[0]}" if holders else unheld
    kept = "kept, and played into a battle" if card.units else "takes effect when drawn"
    return Card(card.code, card.name, lines_of((f"{told}: {kept}", holder)), ("CB-FATE-4",))


def effect_words(effect: Effect) -> str:
    """What a card does."""
    match effect.kind:
        case "units":
            return counted(effect.amount, effect.what)
        case "leader":
            return f"a leader ({effect.what})"
        case "gold" | "honor" | "influence":
            return f"{effect.kind} {effect.amount:+d}"
        case "tribute":
            return f"up to {effect.amount} gold of each other army"
        case "market":
            return "a free market"
        case "desertion":
            return "one own mercenary is gone"
        case "fever":
            return "one own regular unit is gone"
        case _:
            return "one captive of each army goes home"


# --- prices -------------------------------------------------------------------------------------


def price_lines(state: State, viewer: int | None, house: House | None) -> Iterator[str]:
    """Types, buildings, the next level of each tree, missions."""
    realm = state.realm(viewer) if viewer else Realm(0)
    if house is not None:
        realm = Realm(realm.seat, house=house.id, levels=realm.levels, honor=realm.honor)
    own = realm if viewer else None
    prices = purse.unit_prices(state, realm)
    for one, price in zip(ROSTER, prices, strict=True):
        needs = f", needs M{one.level}" if one.level > realm.levels[0] else ""
        yield f"{one.plural} {price} gold: {values(one, own)}{needs}"
    for building in BUILDINGS:
        price = purse.building_price(state, realm, building)
        yield f"{building_words(building)} {price} gold: {roll.BUILDING_EFFECTS[building]}"
    die = "a die for " if state.settings.research_dice else ""
    for at, level, price in purse.next_levels(state, realm):
        what = f"{die}{TREES[at][0].upper()}{level + 1}"
        yield f"{what} {price} gold: {tech_words(at, level)}"
    if not state.settings.military_only:
        yield f"a mission {PRICE} gold: {', '.join(f'{one} E{n}' for one, n in LEVELS.items())}"


def tech_words(tree: int, level: int) -> str:
    """What the next level of a tree brings."""
    name, effect = roll.TECHS[tree][level]
    return f"{name}, {effect}" if name else effect


# Cards: what can be looked up, by any of its names, and the list of prices.


TYPES = {
    **NAMES_OF_TYPES,
    "foot": "infantry",
    "bow": "archers",
    "bows": "archers",
    "horse": "cavalry",
    "li": "light-infantry",
    "light": "light-infantry",
    "lights": "light-infantry",
    "pike": "pikemen",
    "pikes": "pikemen",
    "siege": "siege-engines",
    "engine": "siege-engines",
    "engines": "siege-engines",
    "merc": "mercenaries",
    "mercs": "mercenaries",
}
"""CB-ORDER-3: what types are called, also besides their names and abbreviations."""


def card(state: State, viewer: int | None, name: str) -> Card | None:
    """The card of a province, leader, unit type, building, tech, House or card of the Book.

    None if nothing has that name.
    """
    words = " ".join(name.lower().replace("-", " ").split())
    number = find_province(state, words)
    if number:
        return province_card(state, number)
    leader = leader_named(state, words.removeprefix("leader "))
    if leader is not None:
        return leader_card(state, leader)
    if words in TYPES:
        return unit_card(state, viewer, KINDS.index(TYPES[words]))
    building = building_named(words)
    if building:
        return building_card(state, viewer, building)
    tech = tech_named(words)
    if tech is not None and not (state.settings.military_only and tech[0]):
        return tech_card(state, viewer, *tech)
    house = state.lore.house(words.removeprefix("house "))
    if house is not None and state.settings.houses:
        return house_card(state, house)
    found = state.lore.card(words.upper().removeprefix("CARD "))
    return fate_card(state, found) if found is not None and state.settings.fate else None


def building_named(words: str) -> str:
    """`great hall`, `market`, `markets`; nothing for any other word."""
    for one in BUILDINGS:
        known = (one, building_words(one), f"{one}s", f"{building_words(one)}s")
        if words in known:
            return one
    return ""


def tech_named(words: str) -> tuple[int, int] | None:
    """`m3`, `tech i4`, `espionage 1`, `military level 2`: the tree and the level."""
    pattern = r"(?:tech )?([a-z]+) ?(?:level )?(\d{1,2})"
    found = re.fullmatch(pattern, words)
    if found is None or not 1 <= int(found[2]) <= 10:
        return None
    for at, tree in enumerate(TREES):
        if found[1] in (tree, tree[0]):
            return at, int(found[2])
    return None


def card_names(state: State) -> tuple[str, ...]:
    """Provinces and leaders first, then types, buildings, techs, Houses, cards of the Book."""
    return tuple(all_names(state))


def all_names(state: State) -> Iterator[str]:
    """Their names, spelled as in a sentence."""
    yield from (site.name for site in state.sites)
    yield from (leader.ref for leader in state.leaders if not leader.dead)
    yield from (kind.replace("-", " ") for kind in KINDS)
    yield from map(building_words, BUILDINGS)
    yield from (f"{tree[0].upper()}{level}" for tree in trees(state) for level in range(1, 11))
    if state.settings.houses:
        yield from (house.name for house in state.lore.houses)
    if state.settings.fate:
        yield from (one.code for one in state.lore.cards)


def factions(state: State) -> tuple[str, ...]:
    """CB-HOUSE-1: `House Varlan, the Spear: Barracks 45 gold; but Temples 65 gold; army 2`."""
    if not state.settings.houses:
        return ()
    return tuple(
        f"{house.name}, {house.title}: {house.strength}; but {house.weakness}"
        + "".join(f"; {side_name(one.seat)}" for one in state.realms if one.house == house.id)
        for house in state.lore.houses
    )


def price_list(state: State, viewer: int | None, faction: str = "") -> tuple[str, ...]:
    """The price of each type, building, tree and mission, a line each; `faction`: for a House.

    Empty if there is no such House.
    """
    words = faction.lower().removeprefix("house ").strip()
    house = state.lore.house(words)
    if words and house is None:
        return ()
    return tuple(price_lines(state, viewer, house))
