"""What the GM set, as before and after."""

from collections.abc import Iterator, Sequence

from rules.candlebre import events as ev
from rules.candlebre.naming import name_of
from rules.candlebre.state import TREES, Leader, Province, Realm, State
from rules.candlebre.telling.key import captives_words, cards_words
from rules.candlebre.telling.phrases import short
from rules.candlebre.telling.short.clauses import change, said
from rules.candlebre.telling.short.passage import Passage
from rules.candlebre.units import NOBODY, Tally
from rules.candlebre.words import building_words, side_name
from rules.display.view import Line
from rules.line.events import DiceLoaded, Overridden, Ruled

MOST_NAMES = 3
"""So many things that changed alike are named; more are a number."""


def of_gm(passage: Passage) -> Line | None:
    """`GM: Ashford 2 Inf -> 5 Inf`; whoever shows it adds the reason."""
    event, before = passage.first
    match event:
        case ev.Overrode(words):
            told = "; ".join(differences(before, passage.after))
            return said(f"GM: {told or f'{words} (nothing changes)'}")
        case Overridden("turn", value):
            now = side_name(int(value))
            return said(f"GM: {change('turn', side_name(before.flow.turn), now) or f'turn {now}'}")
        case Overridden(attribute, value):
            old = before.flow.round if attribute == "round" else before.flow.phase
            now = change(attribute, str(old), value) or f"{attribute} {value}"
            return said(f"GM: {now}")
        case DiceLoaded(faces):
            return said(f"GM: next dice {' '.join(map(str, faces))}")
        case Ruled(text):
            return said(f'GM: ruling "{text}"')
        case _:
            return None


def differences(before: State, after: State) -> Iterator[str]:
    """What is not as it was: provinces changed alike together, then armies, then leaders."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for number, new in enumerate(after.provinces, 1):
        old = before.province(number)
        if old is not new and old != new:
            found = tuple(of_province(old, new))
            alike.setdefault(found, []).append(name_of(after, number))
    for found, names in alike.items():
        if found:
            yield together(names, found)
    for realm in after.realms:
        found = tuple(of_realm(before, after, before.realm(realm.seat), realm))
        if found:
            yield together([side_name(realm.seat)], found)
    for leader in after.leaders:
        was = before.leader(leader.number)
        if was != leader:
            yield of_leader(after, was, leader)


def together(names: Sequence[str], found: Sequence[str]) -> str:
    """`Ashford neutral -> army 1`, `40 provinces neutral -> army 1`."""
    who = ", ".join(names) if len(names) <= MOST_NAMES else f"{len(names)} provinces"
    return f"{who} {', '.join(found)}"


def of_province(old: Province, new: Province) -> Iterator[str]:
    """Owner, value, units, attackers, buildings, protection."""
    if old.owner != new.owner:
        yield f"{side_name(old.owner)} -> {side_name(new.owner)}"
    if old.value != new.value:
        yield change("value", old.value, new.value)
    if old.units.tally != new.units.tally:
        guard = "" if new.owner or old.owner else "guard "
        yield f"{guard}{moved(old.units.tally, new.units.tally)}"
    fights = new.battle or old.battle
    force = moved(attacking(old), attacking(new))
    if fights is not None and attacking(old) != attacking(new):
        yield f"attacked by {side_name(fights.attacker)}: {force}"
    for building in (*old.buildings, *new.buildings):
        if (building in old.buildings) != (building in new.buildings):
            words = building_words(building)
            gained = building in new.buildings
            yield f"no {words} -> {words}" if gained else f"{words} -> no {words}"
    if (old.protector is None) != (new.protector is None):
        yield f"protection {'off -> on' if old.protector is None else 'on -> off'}"


def attacking(province: Province) -> Tally:
    """The attackers of a province."""
    return province.battle.units.tally if province.battle is not None else NOBODY


def moved(old: Tally, new: Tally) -> str:
    """`2 Inf -> 5 Inf`, `nobody -> 3 Inf`."""
    return f"{short(old) or 'nobody'} -> {short(new) or 'nobody'}"


def of_realm(before: State, after: State, old: Realm, new: Realm) -> Iterator[str]:
    """Purses, honor, House, techs, stores, conditions, captives, cards, allies."""
    found = [
        change("military", old.military, new.military),
        change("civil", old.civil, new.civil),
        change("honor", old.honor, new.honor),
        change("influence", old.influence, new.influence),
        change("House", house_of(before, old), house_of(after, new)),
        change("pool", short(old.pool) or "-", short(new.pool) or "-"),
        change("reserve", short(old.reserve) or "-", short(new.reserve) or "-"),
        change("rally", switch(old.rally > 0), switch(new.rally > 0)),
        change("guard", switch(old.guard), switch(new.guard)),
        change("clean", switch(old.clean), switch(new.clean)),
        change("captives", held(before, old), held(after, new)),
        change("cards", cards_words(before, old) or "-", cards_words(after, new) or "-"),
        change("allies", allies(old), allies(new)),
    ]
    for at, tree in enumerate(TREES):
        found.append(change(f"{tree} level", old.levels[at], new.levels[at]))
        found.append(change(f"{tree} points", old.points[at], new.points[at]))
    yield from (one for one in found if one)


def house_of(state: State, realm: Realm) -> str:
    """The name of a House."""
    house = state.lore.house(realm.house)
    return house.name.removeprefix("House ") if house else "-"


def switch(on: bool) -> str:
    """A condition as a word."""
    return "on" if on else "off"


def held(state: State, realm: Realm) -> str:
    """The captives of a seat."""
    return captives_words(state, realm) or "-"


def allies(realm: Realm) -> str:
    """The allies of a seat."""
    return " and ".join(map(side_name, realm.allies)) or "-"


def of_leader(state: State, old: Leader | None, new: Leader) -> str:
    """Where a leader is, whose captive, with which trait, or that he is dead."""
    name = f"{new.ref} of {side_name(new.owner)}"
    was = place_words(state, old) if old is not None else "not in the game"
    now = place_words(state, new)
    found = [change("", was, now).strip()]
    found.append(change("trait", old.trait if old is not None else "none", new.trait))
    told = ", ".join(one for one in found if one)
    return f"{name} {told or 'is rested'}"


def place_words(state: State, leader: Leader) -> str:
    """`in Ashford`, `attacking Brindle`, `held by army 2`, `dead`, `not placed`."""
    if leader.dead:
        return "dead"
    if leader.captor is not None:
        return f"held by {side_name(leader.captor)}"
    if not leader.place:
        return "not placed"
    where = name_of(state, leader.place)
    return f"attacking {where}" if leader.attacking else f"in {where}"
