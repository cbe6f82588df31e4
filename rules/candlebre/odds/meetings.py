"""`Ashford against Brindle`, `5 infantry against 3 archers`: a battle before it is joined.

All is public here (CB-SCOPE-3): the standing orders of both sides are those of the battle itself.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from rules.candlebre.apply import apply
from rules.candlebre.naming import find_province, name_of, province_named
from rules.candlebre.odds.odds import (
    MOST_UNITS,
    TRIED,
    as_if,
    defended,
    ends,
    looked_ahead,
    words_of,
)
from rules.candlebre.orders import UnitList
from rules.candlebre.orders.lists import Some
from rules.candlebre.roster import ROSTER
from rules.candlebre.standing import Standing
from rules.candlebre.state import NEUTRAL, Battle, Province, State
from rules.candlebre.units import NOBODY, Tally, added, fresh, tally_of
from rules.candlebre.war import movement
from rules.candlebre.words import side_name
from rules.line.adjudication import Adjudication, lowest
from rules.line.errors import Refusal
from rules.line.frozen import Frozen

WORDS = {
    word.lower(): one.id
    for one in ROSTER
    for word in (one.id, one.singular, one.plural, one.short, one.id.replace("-", " "))
} | {"inf": "infantry", "engines": "siege-engines", "engine": "siege-engines", "horse": "cavalry"}
"""CB-ORDER-3: what the types are called."""

EQUAL = 5
"""So many of each where types are compared without numbers."""

EVERYTHING = UnitList(everything=True)

MANNER = "say Ashford against Brindle, 5 infantry against Brindle, or 5 infantry against 3 archers"


class Force(Frozen):
    """One side as it was named: a province with who is there, units, or both."""

    place: int = 0
    units: Tally = NOBODY
    walls: bool = False


def compared(state: State, viewer: int | None, one: str, other: str) -> tuple[str, ...]:
    """What comes of it if the first attacks the second.  Raises a `Refusal` for what is neither a
    province nor units."""
    first, second = force_named(state, one), force_named(state, other)
    if second.place and not any(second.units):
        return tuple(on_province(state, viewer, first, second.place))
    return tuple(in_the_open(state, viewer, first, second))


# --- what was named -----------------------------------------------------------------------------


def force_named(state: State, words: str) -> Force:
    """`Ashford`, `Ashford with 5 infantry`, `5 infantry from Ashford`, `3 archers behind walls`."""
    text = " ".join(words.lower().split()).removeprefix("my ").removeprefix("the ")
    text, walls = re.subn(r" (behind|with|inside) walls?$", "", text)
    if find_province(state, text):
        return Force(province_named(state, text))
    found = re.fullmatch(r"(.+?) (?:from|in|at|of) (?:the )?(.+)", text)
    if found is not None and not find_province(state, found[2]):
        found = None
    if found is not None:
        return replace(tallied(found[1]), place=province_named(state, found[2]), walls=bool(walls))
    found = re.fullmatch(r"(.+?) with (.+)", text)
    if found is not None:
        return replace(tallied(found[2]), place=province_named(state, found[1]))
    if not re.match(r"\d", text) and text not in WORDS:
        if re.match(r"(army|player|house|gl)\b|gl\d", text):
            raise Refusal("CB-ORDER-2", f"{words[:40]} is not one force: {MANNER}")
        province_named(state, words)
    return replace(tallied(text), walls=bool(walls))


def tallied(text: str) -> Force:
    """CB-ORDER-3: `5 infantry, 2 archers and 1 cavalry`; a type alone counts as five."""
    if text in WORDS:
        return Force(units=tally_of(WORDS[text], EQUAL))
    total = NOBODY
    for part in re.split(r"\s*,\s*(?:and )?|\s+and\s+|\s*\+\s*", text):
        found = re.fullmatch(r"(\d{1,3})\s*(\D+?)", part)
        kind = WORDS.get(found[2].strip()) if found else None
        if found is None or kind is None:
            raise Refusal("CB-ORDER-3", f"{part[:40]!r} is no number of units ({MANNER})")
        total = added(total, tally_of(kind, int(found[1])))
    if not any(total):
        raise Refusal("CB-ORDER-3", f"nobody is no force: {MANNER}")
    return Force(units=total)


def list_of(units: Tally) -> UnitList:
    """The units as an order names them."""
    return UnitList(tuple(Some(n, one.id) for n, one in zip(units, ROSTER, strict=True) if n))


# --- against a province -------------------------------------------------------------------------


def on_province(state: State, viewer: int | None, force: Force, target: int) -> Iterator[str]:
    """CB-BATTLE-1: who stands in a province, or units from anywhere, against another province."""
    owner = state.province(target).owner
    if not force.place:
        seat = viewer or next((one for one in state.living if one != owner), 0)
        check_enemies(state, seat, target, "those units")
        yield from defended(without_way(state, seat, force.units, target), seat, target)
        return
    seat, source = state.province(force.place).owner, name_of(state, force.place)
    if seat == NEUTRAL:
        raise Refusal("CB-NEUT-1", f"{source} is neutral: it attacks nobody")
    check_enemies(state, seat, target, source)
    then = as_if(state, seat, "move")
    units = list_of(force.units) if any(force.units) else EVERYTHING
    try:
        there, here = name_of(state, target), source
        going = movement.check_attack(then, seat, there, here, units)
    except Refusal as refusal:
        if refusal.rule not in ("CB-MOVE-5", "CB-MOVE-6", "CB-CLERGY-4", "CB-ALLY-3"):
            raise
        yield f"It cannot come to this now: {refusal.why} ({refusal.rule}). If it did:"
        meant = force.units if any(force.units) else then.province(force.place).units.tally
        if not any(meant):
            raise Refusal("CB-MOVE-7", f"nobody is in {source}") from None
        yield from defended(without_way(then, seat, meant, target), seat, target)
        return
    adj = Adjudication(then, seat, lowest, apply)
    movement.attack(adj, going)
    yield from defended(adj.state, seat, target)


def check_enemies(state: State, seat: int, target: int, who: str) -> None:
    """CB-BATTLE-2: nobody attacks what is his own."""
    if state.province(target).owner == seat:
        why = f"{who} and {name_of(state, target)} are both {side_name(seat)}'s"
        raise Refusal("CB-BATTLE-2", why)


def without_way(state: State, seat: int, units: Tally, target: int) -> State:
    """As if units had come from anywhere, without a leader."""
    here = state.province(target)
    if here.battle is not None:
        raise Refusal("CB-BATTLE-6", f"a battle is on in {name_of(state, target)}: odds fight it")
    return state.with_province(target, replace(here, battle=Battle(seat, fresh(units))))


# --- in the open --------------------------------------------------------------------------------


def in_the_open(state: State, viewer: int | None, one: Force, two: Force) -> Iterator[str]:
    """Units against units, anywhere: the viewer's attack, the other seat's defend; with more than
    two seats whose they are is not known, so they fight as neutrals do (CB-NEUT-3)."""
    seat = viewer or next(iter(state.living), 1)
    units = [force.units if any(force.units) else standing_in(state, force) for force in (one, two)]
    others = [living for living in state.living if living != seat]
    foe = others[0] if len(others) == 1 else NEUTRAL
    if not state.provinces:
        raise Refusal("CB-ORDER-2", "there is no map yet")
    ground = next(iter(state.owned(foe)), 1)
    buildings = ("walls",) if two.walls else ()
    place = Province(
        10 * units[1][0],
        foe,
        fresh(units[1]),
        buildings,
        battle=Battle(seat, fresh(units[0])),
    )
    calm = replace(
        state,
        leaders=tuple(leader for leader in state.leaders if leader.place != ground),
        realms=tuple(
            replace(realm, local=(), general=staying(realm.general), cards=())
            for realm in state.realms
        ),
    ).with_province(ground, place)
    many = sum(units[0]) + sum(units[1])
    if many > MOST_UNITS:
        raise Refusal("CB-ORDER-3", f"odds are for battles of up to {MOST_UNITS} units, not {many}")
    found = looked_ahead(calm, seat, ground)
    yield from ends(found, side_name(seat), side_name(foe), "")
    if not found[1]:
        yield f"from {TRIED} battles fought on trial"
    conduct = f"{side_name(seat)} attacks and {'army ' + str(foe) if foe else 'neutrals'} defend"
    yield (
        f"{conduct}{'s' if foe else ''}{', behind walls' if two.walls else ''}, with general "
        "standing orders and techs as they are, without leaders; nobody withdraws"
    )


def standing_in(state: State, force: Force) -> Tally:
    """Who is in the province that was named."""
    found = state.defenders(force.place)
    if not any(found):
        raise Refusal("CB-MOVE-7", f"nobody is in {name_of(state, force.place)}")
    return found


def staying(standing: Standing) -> Standing:
    """The same orders, but that nobody withdraws: there is nowhere to go."""
    return replace(standing, withdrawal=None)


# --- who could attack ---------------------------------------------------------------------------


def threats(state: State, viewer: int | None, name: str) -> tuple[str, ...]:
    """CB-MOVE-5, 13.5: the provinces of others from where a province could be attacked with all
    who are there, each for itself, and how likely it would be taken."""
    target = province_named(state, name.removeprefix("my "))
    here, where = state.province(target), name_of(state, target)
    lines = [f"What could attack {where} ({side_name(here.owner)}), each with all it has:"]
    for number, other in enumerate(state.provinces, 1):
        if other.owner in (NEUTRAL, here.owner):
            continue
        then = as_if(state, other.owner, "move")
        try:
            going = movement.check_attack(
                then, other.owner, where, name_of(state, number), EVERYTHING
            )
        except Refusal:
            continue
        adj = Adjudication(then, other.owner, lowest, apply)
        movement.attack(adj, going)
        lines.append(threat(adj.state, other.owner, number, going, target))
    return tuple(lines) if len(lines) > 1 else (*lines, "Nobody.")


def threat(state: State, seat: int, number: int, going: movement.Going, target: int) -> str:
    """`Elmsey, 3 infantry: army 2 takes Brindle: 12.50%`."""
    units = words_of(going.units.tally)
    leaders = "".join(f" and GL{leader}" for leader in going.leaders)
    chance = list(defended(state, seat, target))[:2][-1]
    return f"{name_of(state, number)}, {units}{leaders}: {chance}"


def can_attack(state: State, name: str, target: str) -> tuple[str, ...]:
    """CB-MOVE-4 to CB-MOVE-7: could everybody in a province attack another, in the next move?"""
    source, goal = province_named(state, name.removeprefix("my ")), province_named(state, target)
    asked = f"Can {name_of(state, source)} attack {name_of(state, goal)}?"
    seat = state.province(source).owner
    if seat == NEUTRAL:
        return (f"{asked} No: it is neutral. (CB-NEUT-1)",)
    then = as_if(state, seat, "move")
    try:
        movement.check_attack(then, seat, name_of(state, goal), name_of(state, source), EVERYTHING)
    except Refusal as refusal:
        return (f"{asked} No: {refusal.why}. ({refusal.rule})",)
    return (f"{asked} Yes: odds {name_of(state, source)} against {name_of(state, goal)}",)
