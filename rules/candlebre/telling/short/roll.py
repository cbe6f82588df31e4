"""The key, grouped: a head line for each House, a line for each province, empty ones joined."""

from collections.abc import Iterator

from rules.candlebre.state import NEUTRAL, Realm, State
from rules.candlebre.telling.key import (
    buildings_text,
    captives_words,
    cards_words,
    levels_text,
    tree_letters,
)
from rules.candlebre.telling.phrases import force, short
from rules.candlebre.words import side_name
from rules.display.telling import Roll, RollLine, RollSide


def roll(state: State, since: State | None = None) -> Roll:
    """CB-BOARD-5 in short: every army, then the neutral provinces; changed lines first."""
    if since is not None and len(since.provinces) != len(state.provinces):
        since = None
    armies = tuple(of_army(state, realm, since) for realm in state.realms)
    protected = any(here.protector is not None for here in state.provinces)
    legend = (*(["+ protected"] if protected else []), f"research: {tree_letters(state)}")
    return Roll((), (*armies, of_neutrals(state, since)), legend)


# --- an army ------------------------------------------------------------------------------------


def of_army(state: State, realm: Realm, since: State | None) -> RollSide:
    """Head line, provinces with somebody or something there, empty ones, what it has besides."""
    if realm.eliminated:
        return RollSide(realm.seat, f"{head_name(state, realm)}: out of the game", ())
    owned = state.owned(realm.seat)
    bare = [number for number in owned if is_bare(state, number)]
    told = [
        RollLine(f"{code_of(state, one)}:", "", (there(state, one),), changed(state, since, one))
        for one in owned
        if one not in bare
    ]
    told += [attack_line(state, one, since) for one in attacks(state, realm.seat)]
    told = [court_line(state, realm, since), *told, *joined_bare(state, bare, since)]
    lines = sorted(told, key=lambda line: not line.changed)
    lines += besides(state, realm, since)
    lost = [] if since is None else lost_since(state, since, realm.seat)
    return RollSide(realm.seat, head_name(state, realm), tuple(lines), tuple(lost))


def head_name(state: State, realm: Realm) -> str:
    """`Army 1 - House Varlan`."""
    house = state.lore.house(realm.house)
    return f"Army {realm.seat}{f' - {house.name}' if house else ''}"


def court_line(state: State, realm: Realm, since: State | None) -> RollLine:
    """`court: 45 + 291 gold, honor 22, influence 3, M1 I0 E0`."""
    words = court_words(state, realm)
    is_new = since is not None and court_words(since, since.realm(realm.seat)) != words
    return RollLine("court:", "", (words,), is_new)


def court_words(state: State, realm: Realm) -> str:
    """Purses, honor, influence, techs, conditions."""
    gold = f"{realm.military} + {realm.civil} gold"
    if state.flow.phase == "setup" and state.flow.turn == realm.seat:
        gold = f"start gold {realm.start_gold}"
    marks = [
        *(["infamy"] if realm.infamy else []),
        *(["rally"] if realm.rally else []),
        *(["guard"] if realm.guard else []),
        *([] if realm.clean else ["deed"]),
    ]
    parts = (
        gold,
        f"honor {realm.honor}",
        f"influence {realm.influence}",
        levels_text(state, realm),
        *marks,
    )
    return ", ".join(parts)


def is_bare(state: State, number: int) -> bool:
    """Nobody stands there, and nothing is to be said of it."""
    return not there(state, number)


def code_of(state: State, number: int) -> str:
    """`ASH 60`, `+ASH 60` under the protection of the clergy."""
    here = state.province(number)
    return f"{'+' if here.protector is not None else ''}{state.site(number).code} {here.value}"


def there(state: State, number: int) -> str:
    """`3 Inf; GL1; barracks`, with who attacks it."""
    here = state.province(number)
    leaders = list(state.leaders_at(number))
    parts = [force(here.units.tally, leaders)] if here.units.total or leaders else []
    parts += [buildings_text(here)]
    if here.battle is not None:
        parts.append(f"attacked by {side_name(here.battle.attacker)}")
    return "; ".join(part for part in parts if part)


def joined_bare(state: State, bare: list[int], since: State | None) -> Iterator[RollLine]:
    """`-: IVE 40, VEX 60`: empty ones in one line, those that changed in one of their own."""
    for new in (True, False):
        found = [one for one in bare if changed(state, since, one) == new]
        if found:
            yield RollLine("-:", "", (", ".join(code_of(state, one) for one in found),), new)


def attacks(state: State, seat: int) -> Iterator[int]:
    """The provinces that a seat attacks."""
    for number in state.battles():
        battle = state.province(number).battle
        if battle is not None and battle.attacker == seat:
            yield number


def attack_line(state: State, number: int, since: State | None) -> RollLine:
    """`attacks UMB: 3 Inf; GL1; after round 1`."""
    battle = state.province(number).battle
    assert battle is not None
    parts = [force(battle.units.tally, state.leaders_at(number, attacking=True))]
    parts += [f"after round {battle.round}"] if battle.round else []
    parts += [f"{battle.attack_counters} rerolls left"] if battle.attack_counters else []
    is_new = since is not None and since.province(number).battle != battle
    return RollLine(f"attacks {state.site(number).code}:", "", ("; ".join(parts),), is_new)


def besides(state: State, realm: Realm, since: State | None) -> Iterator[RollLine]:
    """Pool, reserve, captives, cards, allies: what there is of it."""
    old = None if since is None else since.realm(realm.seat)
    now = possessions(state, realm)
    was = {} if old is None or since is None else possessions(since, old)
    for name, words in now.items():
        if words:
            yield RollLine(f"{name}:", "", (words,), since is not None and was[name] != words)


def possessions(state: State, realm: Realm) -> dict[str, str]:
    """What a seat has off the map, by its name."""
    return {
        "pool": short(realm.pool),
        "reserve": short(realm.reserve),
        "captives": captives_words(state, realm),
        "cards": cards_words(state, realm),
        "allies": ", ".join(map(side_name, realm.allies)),
    }


def changed(state: State, since: State | None, number: int) -> bool:
    """Is something of a province not as it was?"""
    if since is None:
        return False
    old = (since.province(number).owner, since.province(number).value, there(since, number))
    return old != (state.province(number).owner, state.province(number).value, there(state, number))


def lost_since(state: State, since: State, seat: int) -> list[str]:
    """The provinces that were a seat's and are not any more."""
    return [state.site(one).code for one in since.owned(seat) if state.province(one).owner != seat]


# --- neutral provinces --------------------------------------------------------------------------


def of_neutrals(state: State, since: State | None) -> RollSide:
    """`50: CRO, COR` by value, those with a guard, buildings or a battle in lines of their own."""
    numbers = state.owned(NEUTRAL)
    told = [
        RollLine(f"{code_of(state, one)}:", "", (words,), neutral_changed(state, since, one))
        for one in numbers
        for words in [neutral_words(state, one)]
        if words
    ]
    plain = [one for one in numbers if not neutral_words(state, one)]
    for value in sorted({state.province(one).value for one in plain}, reverse=True):
        codes = [state.site(one).code for one in plain if state.province(one).value == value]
        told.append(RollLine(f"{value}:", "", (", ".join(codes),)))
    lines = tuple(sorted(told, key=lambda line: not line.changed))
    return RollSide(NEUTRAL, f"Neutral: {len(numbers)} provinces, value / 10 Inf each", lines)


def neutral_words(state: State, number: int) -> str:
    """`3 Mer; barracks, walls; attacked by army 1`; nothing for an ordinary one."""
    here = state.province(number)
    parts = [short(here.units.tally), buildings_text(here)]
    if here.battle is not None:
        standing = f", {short(state.defenders(number))} stand" if here.battle.begun else ""
        parts.append(f"attacked by {side_name(here.battle.attacker)}{standing}")
    return "; ".join(part for part in parts if part)


def neutral_changed(state: State, since: State | None, number: int) -> bool:
    """Was it a seat's, or was something else there?"""
    if since is None:
        return False
    was_neutral = since.province(number).owner == NEUTRAL
    return not was_neutral or neutral_words(since, number) != neutral_words(state, number)
