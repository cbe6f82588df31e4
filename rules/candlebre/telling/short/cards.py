"""Cards: what can be looked up, by any of its names, and the list of prices."""

import re
from collections.abc import Iterator

from rules.candlebre.naming import find_province, leader_named
from rules.candlebre.roster import KINDS, ROSTER
from rules.candlebre.state import BUILDINGS, TREES, State
from rules.candlebre.telling.short.card_table import (
    building_card,
    fate_card,
    house_card,
    leader_card,
    price_lines,
    province_card,
    tech_card,
    unit_card,
)
from rules.candlebre.words import building_words, side_name
from rules.display.telling import Card

SHORT_NAMES = {
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
"""CB-ORDER-3: what types are called besides their names and abbreviations."""


def card(state: State, viewer: int | None, name: str) -> Card | None:
    """A province, a leader, a unit type, a building, a tech, a House or a card of the Book."""
    words = " ".join(name.lower().replace("-", " ").split())
    number = find_province(state, words)
    if number:
        return province_card(state, number)
    leader = leader_named(state, words.removeprefix("leader "))
    if leader is not None:
        return leader_card(state, leader)
    kind = kind_named(words)
    if kind >= 0:
        return unit_card(state, viewer, kind)
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


def kind_named(words: str) -> int:
    """CB-ORDER-3: the type of that name, singular or plural, or its short form; -1: none."""
    words = SHORT_NAMES.get(words, words)
    for at, one in enumerate(ROSTER):
        known = (one.id, one.id.replace("-", " "), one.singular, one.plural, one.short.lower())
        if words in known:
            return at
    return -1


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
    """As they are spelled in a sentence."""
    yield from (site.name for site in state.sites)
    yield from (leader.ref for leader in state.leaders if not leader.dead)
    yield from (kind.replace("-", " ") for kind in KINDS)
    yield from map(building_words, BUILDINGS)
    trees = TREES[:1] if state.settings.military_only else TREES
    yield from (f"{tree[0].upper()}{level}" for tree in trees for level in range(1, 11))
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
    """One line for each type, building and tree with its price; `faction`: of a House."""
    words = faction.lower().removeprefix("house ").strip()
    house = state.lore.house(words)
    if words and house is None:
        return ()
    return tuple(price_lines(state, viewer, house))
