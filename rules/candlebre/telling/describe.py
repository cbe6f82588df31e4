"""A province, an army or a leader in words, for those who cannot see the map."""

from collections.abc import Iterator

from rules.candlebre.naming import find_province, leader_named, name_of
from rules.candlebre.realm.land import distances
from rules.candlebre.state import NEUTRAL, Leader, State
from rules.candlebre.telling.key import army_lines, buildings_text
from rules.candlebre.telling.phrases import force, long, with_trait
from rules.candlebre.words import side_name
from rules.display.view import unstyled
from rules.line.errors import Refusal
from rules.numbers.grid import direction


def describe(state: State, reference: str) -> tuple[str, ...]:
    """What something is, and what is near it; a direction is as on the map, up is its top."""
    said = " ".join(reference.lower().split())
    for seat in state.seats:
        if said in (side_name(seat), str(seat)):
            return tuple(unstyled(line) for line in army_lines(state, state.realm(seat)))
    leader = leader_named(state, said)
    if leader is not None:
        return (leader_words(state, leader),)
    number = find_province(state, said)
    if not number:
        what = "a province by name or code, an army or a leader can be described"
        raise Refusal("CB-ORDER-2", f"{what}, not {reference[:40]!r}")
    return tuple(province_lines(state, number))


def leader_words(state: State, leader: Leader) -> str:
    """`GL4 (warden) of army 1 stands in Ashford`."""
    who = f"{with_trait(leader)} of {side_name(leader.owner)}"
    if leader.dead:
        return f"{who} is dead"
    if leader.captor is not None:
        return f"{who} is held by {side_name(leader.captor)}"
    if not leader.place:
        return f"{who} is not yet placed"
    deed = "attacks" if leader.attacking else "stands in"
    return f"{who} {deed} {name_of(state, leader.place)}"


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
    units = long(state.defenders(number))
    parts = [units, ", ".join(with_trait(one) for one in state.leaders_at(number))]
    parts.append(buildings_text(here))
    parts.append("protected by clergy" if here.protector is not None else "")
    return f"{head}: {'; '.join(part for part in parts if part)}"


def battle_words(state: State, number: int) -> Iterator[str]:
    """Who attacks there, with what, and how long."""
    fight = state.province(number).battle
    if fight is not None:
        attackers = force(fight.units.tally, state.leaders_at(number, attacking=True))
        rounds = f"{fight.round} round(s) fought"
        yield f"battle: {side_name(fight.attacker)} attacks with {attackers}, {rounds}"


def bearing(state: State, start: int, goal: int) -> str:
    """`up-left`: where a province lies on the map, seen from another."""
    one, other = state.site(start), state.site(goal)
    return direction(other.y - one.y, other.x - one.x)
