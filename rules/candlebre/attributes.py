"""Section 3: the attributes and conditions that `=` lines of cases may ask for."""

import re
from collections.abc import Callable

from rules.candlebre.gm import ITEMS
from rules.candlebre.naming import find_province, leader_named, where
from rules.candlebre.realm.purse import gold_income, honor_income, influence_income
from rules.candlebre.state import BUILDINGS, State
from rules.candlebre.units import INDEX, KINDS
from rules.candlebre.words import side_name
from rules.line.common import Finding, compare, expect_flow
from rules.line.flow import seat_name
from rules.line.frozen import fields_of


def expect(state: State, text: str) -> Finding:
    """Check one `=` line against the state.  Raises ValueError if it is no such line."""
    words = text.split()
    lower = [word.lower() for word in words]
    if lower and re.fullmatch(r"gl\d+", lower[0]):
        return _expect_leader(state, words)
    if len(words) > 2 and lower[0] == "army" and lower[1].isdigit():
        return _expect_army(state, int(lower[1]), lower[2:])
    if len(words) > 2 and lower[0] == "game" and lower[1] in GAME_VALUES:
        return compare(" ".join(words[2:]), GAME_VALUES[lower[1]](state))
    if words and find_province(state, words[0]):
        return _expect_province(state, find_province(state, words[0]), lower[1:])
    answer = expect_flow(state.flow, words)
    if answer is None:
        raise ValueError(f"no expectation of candlebre: {text[:80]!r}")
    return answer


def _answer(
    words: list[str], conditions: dict[str, bool], value_of: Callable[[str], str]
) -> Finding:
    """Check `has infamy` or `lacks battle` by the conditions that hold, `military 90` by value."""
    if words and words[0] in ("has", "lacks"):
        name = " ".join(words[1:]).replace("great hall", "hall")
        if name not in conditions:
            raise ValueError(f"there is no condition {name[:40]!r}")
        there = conditions[name]
        shown = f"{'has' if there else 'lacks'} {name}"
        return Finding(" ".join(words), shown, there == (words[0] == "has"))
    if len(words) < 2:
        raise ValueError("an attribute and a value are needed")
    return compare(" ".join(words[1:]), value_of(words[0]))


GAME_VALUES: dict[str, Callable[[State], str]] = {
    "neutral": lambda state: str(len(state.owned(0))),
    "cards": lambda state: str(len(state.book)),
    "offers": lambda state: str(len(state.offers)),
    "battles": lambda state: str(len(state.battles())),
}
"""3.2: values of the game, besides those that every system has."""


# --- a seat -------------------------------------------------------------------------------------


def _expect_army(state: State, seat: int, words: list[str]) -> Finding:
    """3.3: `army 1 military 90`, `army 1 has infamy`."""
    if seat not in state.seats:
        raise ValueError(f"there is no army {seat}")
    realm = state.realm(seat)
    conditions = fields_of(realm, "infamy", "guard", "clean", "eliminated")
    conditions["rally"] = realm.rally > 0
    return _answer(words, conditions, lambda attribute: army_value(state, seat, attribute))


def army_value(state: State, seat: int, attribute: str) -> str:
    """3.3: the value of an attribute of a seat."""
    realm = state.realm(seat)
    if attribute in ARMY_FIELDS:
        return str(getattr(realm, attribute.replace("-", "_")))
    if attribute in ARMY_VALUES:
        return ARMY_VALUES[attribute](state, seat)
    if attribute in ITEMS:
        field, at, _ = ITEMS[attribute]
        return str(getattr(realm, field)[at])
    raise ValueError(f"an army has no {attribute[:40]!r}")


def leaders_of(state: State, seat: int) -> int:
    """3.3: its own leaders on the map; those with attackers are in a battle (3.5)."""
    return sum(bool(one.place) and not one.attacking for one in state.leaders_of(seat))


ARMY_FIELDS = ("military", "civil", "gold", "start-gold", "honor", "influence", "house")
"""3.3: attributes that are kept as they are."""

ARMY_VALUES: dict[str, Callable[[State, int], str]] = {
    "provinces": lambda state, seat: str(len(state.owned(seat))),
    "units": lambda state, seat: str(sum(state.on_map(seat))),
    "pool": lambda state, seat: str(sum(state.realm(seat).pool)),
    "reserve": lambda state, seat: str(sum(state.realm(seat).reserve)),
    "captives": lambda state, seat: str(sum(state.realm(seat).all_captives)),
    "income": lambda state, seat: str(gold_income(state, seat)),
    "honor-income": lambda state, seat: str(honor_income(state, seat)),
    "influence-income": lambda state, seat: str(influence_income(state, seat)),
    "leaders": lambda state, seat: str(leaders_of(state, seat)),
    "cards": lambda state, seat: " ".join(held.code for held in state.realm(seat).cards) or "none",
    "ally": lambda state, seat: " ".join(map(seat_name, state.realm(seat).allies)) or "none",
}
"""3.3: how the other attributes of a seat are found."""


# --- a province ---------------------------------------------------------------------------------


def _expect_province(state: State, number: int, words: list[str]) -> Finding:
    """3.4: `Ashford owner army 1`, `Brindle attack-infantry 3`, `Ashford has barracks`."""
    here = state.province(number)
    conditions = {building: building in here.buildings for building in BUILDINGS}
    conditions |= {"protection": here.protector is not None, "battle": here.battle is not None}
    return _answer(words, conditions, lambda attribute: province_value(state, number, attribute))


def province_value(state: State, number: int, attribute: str) -> str:
    """3.4: the value of an attribute of a province."""
    here, battle = state.province(number), state.province(number).battle
    match attribute:
        case "owner":
            return side_name(here.owner)
        case "value":
            return str(here.value)
        case "units":
            return str(sum(state.defenders(number)))
        case "attack-units":
            return str(battle.units.total if battle else 0)
        case "round":
            return str(battle.round if battle else 0)
        case "attack-counters":
            return str(battle.attack_counters if battle else 0)
        case "defend-counters":
            return str(battle.defend_counters if battle else 0)
    kind = attribute.removeprefix("attack-")
    if kind not in KINDS:
        raise ValueError(f"a province has no {attribute[:40]!r}")
    if kind == attribute:
        return str(state.defenders(number)[INDEX[kind]])
    return str(battle.units.of(kind) if battle else 0)


# --- a leader -----------------------------------------------------------------------------------


def _expect_leader(state: State, words: list[str]) -> Finding:
    """3.5: `GL1 at Ashford`, `GL1 captor army 2`, `GL1 trait tactician`, `GL1 dead`."""
    leader = leader_named(state, words[0])
    about = [word.lower() for word in words[1:]]
    if leader is None:
        raise ValueError(f"there is no leader {words[0]}")
    match about:
        case ["dead"]:
            return Finding("dead", where(state, leader, WHERE), leader.dead)
        case ["at", place]:
            number = find_province(state, place)
            if not number:
                raise ValueError(f"there is no province {place[:40]!r}")
            return Finding(f"at {place}", where(state, leader, WHERE), number == leader.place)
        case ["captor", *value] if value:
            captor = seat_name(leader.captor) if leader.captor else "none"
            return compare(" ".join(value), captor)
        case ["trait", *value] if value:
            return compare(" ".join(value), leader.trait)
    raise ValueError(f"no expectation about a leader: {' '.join(words)[:80]!r}")


WHERE = (
    "[{dead?}dead|{captor?}captive of {captor:side}|{place=0}not yet placed|"
    "{attacking?}attacking {place:name}|{else}at {place:name}]"
)
"""3.5: a leader's place: on the map, in a battle, captive, dead, or not yet placed."""
