"""The odds of battles before they are ordered, in words."""

import re
from collections.abc import Iterator
from dataclasses import fields, replace

from rules.candlebre.apply import apply
from rules.candlebre.naming import find_province, name_of, province_named
from rules.candlebre.odds import forecast as foresight
from rules.candlebre.orders import Attack, Fight, March, UnitList, said_of, some_of
from rules.candlebre.realm.land import Lcg
from rules.candlebre.state import NEUTRAL, PHASES, Adj, Battle, Province, State
from rules.candlebre.table import plan_of
from rules.candlebre.units import (
    INDEX,
    KINDS,
    NOBODY,
    Standing,
    Tally,
    Withdrawal,
    added,
    fresh,
    tally_of,
)
from rules.candlebre.war import battles, movement
from rules.candlebre.war.battles import is_undefended
from rules.candlebre.war.movement import destination
from rules.candlebre.war.tiers import force, loss_order, orders_of, seat_of, side_in
from rules.candlebre.words import NAMES_OF_TYPES, side_name
from rules.line.adjudication import Adjudication, lowest
from rules.line.errors import Refusal, allows
from rules.line.flow import seat_name
from rules.line.frozen import Frozen
from rules.line.orders import Order
from rules.numbers.arith import decimals

# 13.5: the odds of `fight` and `attack`.
#
# No die is drawn, and dice that the GM has loaded do not count.


MOST = 60_000
"""How many exchanges of volleys are computed; beyond that, sample battles are fought instead."""

COARSE, ROUGH = foresight.ONE // 3000, foresight.ONE // 100
"""The `dust` and `settled` of a forecast that only compares a chance with a goal."""

TRIED = 200
"""How many sample battles are fought."""

MOST_UNITS = 200
"""Battles with more units than this get no odds."""

SHOWN = 20_000
"""An ending is told if its chance is at least 1 in this many, which rounds to 0.01%."""

NAMES = tuple(one.name for one in fields(foresight.Outlook))


def odds(state: State, seat: int, order: Order) -> tuple[str, ...]:
    """The odds of a battle, line by line, as if its step had come (CB-TURN-1).

    Raises `Refusal` where the order itself would be refused then.
    """
    if not isinstance(order, Fight | Attack | March):
        raise Refusal("CB-ORDER-1", "odds are for `attack` and `fight`")
    phase = "combat" if isinstance(order, Fight) else "move"
    then = as_if(state, seat, phase)
    plan = plan_of(then, seat, order)
    adj = Adjudication(then, seat, lowest, apply)
    if isinstance(plan, movement.Going):
        number = plan.target
        if then.province(number).owner == seat:
            raise Refusal("CB-BATTLE-2", "a move at home is no battle")
        movement.set_out(adj, plan)
    else:
        number = plan.provinces[0]
    found = tuple(defended(adj.state, seat, number))
    if then is not state:
        step = "combat" if phase == "combat" else "movement"
        return (f"As if it were {seat_name(seat)}'s {step}, where all stand now:", *found)
    return found


def as_if(state: State, seat: int, phase: str) -> State:
    """CB-TURN-1, CB-TURN-9: as if it were this seat's phase; its units are rested unless it is."""
    flow = state.flow
    if flow.phase not in PHASES or (flow.phase, flow.turn) == (phase, seat):
        return state
    rested = tuple(
        replace(one, units=one.units.rested()) if one.owner == seat else one
        for one in state.provinces
    )
    leaders = tuple(replace(one, steps=0) if one.owner == seat else one for one in state.leaders)
    flow = replace(flow, phase=phase, turn=seat)
    return replace(state, flow=flow, provinces=rested, leaders=leaders)


def defended(state: State, seat: int, number: int) -> Iterator[str]:
    """The odds of the force that attacks a province."""
    if is_undefended(state, number):
        yield f"certain: {name_of(state, number)} is taken unopposed"
        return
    many = battle_units(state, number)
    if many > MOST_UNITS:
        yield f"{many} units meet there; odds are for battles of up to {MOST_UNITS}"
        return
    yield from told(state, seat, number)


def battle_units(state: State, number: int) -> int:
    """How many units meet in a battle."""
    battle = state.battle_in(number)
    return battle.units.total + sum(state.defenders(number))


Forces = tuple[Tally, Tally]


Looked = tuple[foresight.Outlook, bool, Forces]
"""The chances, whether they are exact, and the forces that meet."""


def begun(state: State, seat: int, number: int) -> tuple[Adj, foresight.Scene]:
    """The battle of a province; one that has not begun is begun on a copy of the match."""
    adj = Adjudication(state, seat, lowest, apply)
    if not adj.state.battle_in(number).begun:
        battles.begin(adj, number)
    return adj, scene_of(adj, number)


def looked_ahead(state: State, seat: int, number: int) -> Looked:
    """The chances of a battle, whether they are exact, and the forces that meet."""
    adj, scene = begun(state, seat, number)
    forces = scene.attacker.units, scene.defender.units
    if not any(forces[0]) or not any(forces[1]):
        end = "taken" if any(forces[0]) else "held"
        return foresight.Outlook(**{end: foresight.ONE}), True, forces
    return (*reckoned(forecast_of(adj, number), scene, adj.state.battle_in(number).round), forces)


def reckoned(
    forecast: foresight.Forecast, scene: foresight.Scene, fought: int
) -> tuple[foresight.Outlook, bool]:
    """The chances of a battle, and whether they are exact."""
    try:
        return forecast.run(scene, fought), True
    except foresight.TooMany:
        return tried(forecast, scene, fought), False


def is_likely(state: State, seat: int, number: int, percent: int) -> bool:
    """Is the province taken with at least this chance?  Computes no more than that needs."""
    adj, scene = begun(state, seat, number)
    if not any(scene.attacker.units) or not any(scene.defender.units):
        return any(scene.attacker.units)
    goal = foresight.ONE * percent // 100
    forecast = replace(forecast_of(adj, number), dust=COARSE, settled=ROUGH, goal=goal)
    return reckoned(forecast, scene, adj.state.battle_in(number).round)[0].reaches(goal)


# --- from a state to a forecast -----------------------------------------------------------------


def forecast_of(adj: Adj, number: int) -> foresight.Forecast:
    """The forecast of a province's battle, which must have begun."""
    state = adj.state
    conduct = {side: conduct_of(adj, number, side) for side in battles.SIDES}
    walls = 0
    if "walls" in state.province(number).buildings:
        walls = 2 if conduct[False].side.masonry else 1
    settings = state.settings
    return foresight.Forecast(conduct, walls, settings.answer, settings.rounds, MOST)


def conduct_of(adj: Adj, number: int, attacking: bool) -> foresight.Conduct:
    """CB-POST-1: what a side has ordered; CB-NEUT-3: neutrals order nothing."""
    side = side_in(adj.state, number, attacking)
    standing = orders_of(adj, number, attacking)
    if standing is None:
        return foresight.Conduct(side, loss_order(None), (), (), (), 0, False, None)
    policy = standing.rerolls or ("auto",)
    rerolls = KINDS if policy == ("auto",) else () if policy == ("off",) else policy
    leaders = adj.state.leaders_at(number, attacking)
    return foresight.Conduct(
        side,
        loss_order(standing),
        tuple((INDEX[a], INDEX[b]) for a, b in standing.modes if b != "standard"),
        tuple(INDEX[kind] for kind in standing.charge or ()),
        tuple(INDEX[kind] for kind in rerolls),
        standing.bounty or 0,
        any(one.trait == "paymaster" for one in leaders),
        possible(adj.state, side.seat, number, standing.withdrawal),
    )


def possible(
    state: State, seat: int, number: int, withdrawal: Withdrawal | None
) -> Withdrawal | None:
    """CB-WDRAW-8: the standing withdrawal, or None if it has nowhere to go."""
    there = withdrawal is not None and allows(destination, state, seat, number, withdrawal.to)
    return withdrawal if there else None


def scene_of(adj: Adj, number: int) -> foresight.Scene:
    """Both sides as they stand now."""
    battle = adj.state.battle_in(number)
    state = adj.state
    corps = []
    for side, counters, ready in (
        (True, battle.attack_counters, battle.attack_ready),
        (False, battle.defend_counters, battle.defend_ready),
    ):
        seat = seat_of(adj, number, side)
        standing = orders_of(adj, number, side)
        pays = seat and standing is not None and standing.bounty
        gold = state.realm(seat).military if pays else 0
        units = force(adj, number, side).tally
        corps.append(foresight.Corps(units, counters, tuple(INDEX[one] for one in ready), gold))
    return foresight.Scene(corps[0], corps[1])


# --- by sample battles --------------------------------------------------------------------------


def tried(forecast: foresight.Forecast, scene: foresight.Scene, fought: int) -> foresight.Outlook:
    """The average outlook of sample battles, with dice from a fixed sequence of random numbers."""
    total, source = foresight.Outlook(), Lcg(sum(scene.attacker.units) + sum(scene.defender.units))
    for _ in range(TRIED):
        trial = foresight.Trial(
            forecast.conduct, forecast.walls, forecast.answer, forecast.limit, MOST, source=source
        )
        once = trial.run(scene, fought)
        for name in NAMES:
            setattr(total, name, getattr(total, name) + getattr(once, name) // TRIED)
    return total


# --- in words -----------------------------------------------------------------------------------


def percent(chance: int) -> str:
    """`39.10%`."""
    return f"{decimals(100 * chance, foresight.ONE)}%"


def told(state: State, seat: int, number: int) -> Iterator[str]:
    """The forces, each end with its chance, the units left on average, how it was reckoned."""
    attacker, owner = state.battle_in(number).attacker, state.province(number).owner
    outlook = looked_ahead(state, seat, number)
    sides = side_name(attacker), side_name(owner)
    leaders = led_by(state, number, True), led_by(state, number, False)
    yield from ends(outlook, *sides, name_of(state, number), leaders)
    how = "reckoned exactly" if outlook[1] else f"from {TRIED} battles fought on trial"
    yield f"{how}, with the standing orders as they are"


def ends(
    found: Looked, attacker: str, defender: str, name: str, leaders: tuple[str, str] = ("", "")
) -> Iterator[str]:
    """The odds of a battle, line by line: for a province or, without a name, in the open."""
    outlook, _, forces = found
    one, other = map(said_of, forces)
    if name:
        wins, holds = f"{attacker} takes {name}", f"{defender} holds {name}"
        one, other = (f"{units}{led}" for units, led in zip((one, other), leaders, strict=True))
        yield f"{name}: {attacker} with {one} against {defender} with {other}"
    else:
        wins, holds = "the attackers win", "the defenders win"
        yield f"{one} against {other}"
    yield f"{wins}: {percent(outlook.taken + outlook.defender_withdraws)}"
    held = outlook.held + outlook.attacker_withdraws + outlook.night
    yield f"{holds}: {percent(held)}"
    for chance, what in (
        (outlook.attacker_withdraws, f"{attacker} withdraws"),
        (outlook.defender_withdraws, f"{defender} withdraws"),
        (outlook.night, "night falls"),
    ):
        if chance * SHOWN >= foresight.ONE:
            yield f"in this, {what}: {percent(chance)}"
    sides = (attacker, defender) if name else ("attackers", "defenders")
    left = (
        f"{sides[0]} {decimals(outlook.attackers_left, foresight.ONE)} of {sum(forces[0])}, "
        f"{sides[1]} {decimals(outlook.defenders_left, foresight.ONE)} of {sum(forces[1])}"
    )
    yield f"units left on average: {left}"


def led_by(state: State, number: int, attacking: bool) -> str:
    """` (GL1)`, CB-LEAD-3: who leads a side, or nothing."""
    refs = ", ".join(leader.ref for leader in state.leaders_at(number, attacking))
    return f" ({refs})" if refs else ""


# `Ashford against Brindle`, `5 infantry against 3 archers`: a battle before it is joined.
#
# All is public here (CB-SCOPE-3): the standing orders of both sides are those of the battle itself.


WORDS = {
    **NAMES_OF_TYPES,
    "engines": "siege-engines",
    "engine": "siege-engines",
    "horse": "cavalry",
}
"""CB-ORDER-3: what the types are called."""

EQUAL = 5
"""How many units a type counts as if it is named without a number."""

EVERYTHING = UnitList(everything=True)

MANNER = "say Ashford against Brindle, 5 infantry against Brindle, or 5 infantry against 3 archers"


class Force(Frozen):
    """One side as it was named: a province with who is there, units, or both."""

    place: int = 0
    units: Tally = NOBODY
    walls: bool = False


def compared(state: State, viewer: int | None, one: str, other: str) -> tuple[str, ...]:
    """The odds if the first force attacks the second.

    Raises `Refusal` for what is neither a province nor units.
    """
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


# --- against a province -------------------------------------------------------------------------


def on_province(state: State, viewer: int | None, force: Force, target: int) -> Iterator[str]:
    """CB-BATTLE-1: a province's units, or units from anywhere, against another province."""
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
    units = UnitList(some_of(force.units)) if any(force.units) else EVERYTHING
    order = Attack(name_of(state, target), source, units)
    try:
        going = movement.check_going(then, seat, order)
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
    movement.set_out(adj, going)
    yield from defended(adj.state, seat, target)


def check_enemies(state: State, seat: int, target: int, who: str) -> None:
    """CB-BATTLE-2: nobody attacks what is his own."""
    if state.province(target).owner == seat:
        why = f"{who} and {name_of(state, target)} are both {side_name(seat)}'s"
        raise Refusal("CB-BATTLE-2", why)


def without_way(state: State, seat: int, units: Tally, target: int) -> State:
    """The state as if units attacked a province from anywhere, without a leader."""
    here = state.province(target)
    if here.battle is not None:
        raise Refusal("CB-BATTLE-6", f"a battle is on in {name_of(state, target)}: odds fight it")
    return state.with_province(target, replace(here, battle=Battle(seat, fresh(units))))


# --- in the open --------------------------------------------------------------------------------


def in_the_open(state: State, viewer: int | None, one: Force, two: Force) -> Iterator[str]:
    """The odds of units against units, anywhere: the viewer's attack, the other seat's defend.

    With more than two seats the defender is not known, so it fights as neutrals do (CB-NEUT-3).
    """
    seat = viewer or next(iter(state.living), 1)
    units = [force.units if any(force.units) else standing_in(state, force) for force in (one, two)]
    others = [living for living in state.living if living != seat]
    foe = others[0] if len(others) == 1 else NEUTRAL
    if not state.provinces:
        raise Refusal("CB-ORDER-2", "there is no map yet")
    ground = next(iter(state.owned(foe)), 1)
    buildings = ("walls",) if two.walls else ()
    place = Province(
        10 * units[1][0], foe, fresh(units[1]), buildings, battle=Battle(seat, fresh(units[0]))
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
    """The units in the province that was named.  Raises Refusal if there are none."""
    found = state.defenders(force.place)
    if not any(found):
        raise Refusal("CB-MOVE-7", f"nobody is in {name_of(state, force.place)}")
    return found


def staying(standing: Standing) -> Standing:
    """The same orders without a withdrawal, since there is nowhere to go."""
    return replace(standing, withdrawal=None)


# --- who could attack ---------------------------------------------------------------------------


def threats(state: State, viewer: int | None, name: str) -> tuple[str, ...]:
    """CB-MOVE-5, 13.5: which provinces of other seats could attack a province, and with what odds.

    Each is taken for itself, with everybody who is there.
    """
    target = province_named(state, name.removeprefix("my "))
    here, where = state.province(target), name_of(state, target)
    lines = [f"What could attack {where} ({side_name(here.owner)}), each with all it has:"]
    for number, other in enumerate(state.provinces, 1):
        if other.owner in (NEUTRAL, here.owner):
            continue
        then = as_if(state, other.owner, "move")
        try:
            order = Attack(where, name_of(state, number), EVERYTHING)
            going = movement.check_going(then, other.owner, order)
        except Refusal:
            continue
        adj = Adjudication(then, other.owner, lowest, apply)
        movement.set_out(adj, going)
        lines.append(threat(adj.state, other.owner, number, going, target))
    return tuple(lines) if len(lines) > 1 else (*lines, "Nobody.")


def threat(state: State, seat: int, number: int, going: movement.Going, target: int) -> str:
    """`Elmsey, 3 infantry: army 2 takes Brindle: 12.50%`."""
    units = said_of(going.units.tally)
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
        order = Attack(name_of(state, goal), name_of(state, source), EVERYTHING)
        movement.check_going(then, seat, order)
    except Refusal as refusal:
        return (f"{asked} No: {refusal.why}. ({refusal.rule})",)
    return (f"{asked} Yes: odds {name_of(state, source)} against {name_of(state, goal)}",)
