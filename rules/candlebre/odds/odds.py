"""13.5: what `fight` and `attack` would bring, before they are ordered.

No die is drawn; what lies in the tray counts for nothing here.
"""

from collections.abc import Iterator
from dataclasses import fields, replace

from rules.candlebre.apply import apply
from rules.candlebre.context import Adj
from rules.candlebre.naming import name_of
from rules.candlebre.odds.chances import ONE
from rules.candlebre.odds.forecast import Corps, Forecast, Outlook, Scene, TooMany, Trial
from rules.candlebre.odds.volleys import Conduct
from rules.candlebre.orders import Attack, Fight, March
from rules.candlebre.realm.generator import Lcg
from rules.candlebre.roster import INDEX, KINDS
from rules.candlebre.standing import Withdrawal
from rules.candlebre.state import PHASES, State
from rules.candlebre.table import plan_of
from rules.candlebre.units import Tally
from rules.candlebre.war import movement, rounds
from rules.candlebre.war.battles import is_undefended
from rules.candlebre.war.losses import loss_order
from rules.candlebre.war.needs import side_in
from rules.candlebre.war.tiers import battle_in, force, orders_of
from rules.candlebre.war.withdrawal import destination
from rules.candlebre.words import counted, joined, side_name
from rules.line.adjudication import Adjudication, lowest
from rules.line.errors import Refusal
from rules.line.flow import seat_name
from rules.line.orders import Order
from rules.numbers.arith import decimals

MOST = 60_000
"""So many exchanges of volleys are reckoned at most; beyond that battles are fought instead."""

COARSE, ROUGH = ONE // 3000, ONE // 100
"""What is left out, and what stays undecided, where only a comparison is asked for."""

TRIED = 200
"""So many battles."""

MOST_UNITS = 200
"""Larger battles are not looked ahead."""

SHOWN = 20_000
"""A way to the end is told if it is at least one in so many: what rounds to 0.01%."""

NAMES = tuple(one.name for one in fields(Outlook))


def odds(state: State, seat: int, order: Order) -> tuple[str, ...]:
    """One line for each end of the battle, as if its step had come (CB-TURN-1).  Raises `Refusal`
    as the order itself would then."""
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
        movement.attack(adj, plan)
    else:
        number = plan.provinces[0]
    found = tuple(defended(adj.state, seat, number))
    if then is not state:
        step = "combat" if phase == "combat" else "movement"
        return (f"As if it were {seat_name(seat)}'s {step}, where all stand now:", *found)
    return found


def as_if(state: State, seat: int, phase: str) -> State:
    """CB-TURN-1, CB-TURN-9: as if it were this seat's phase, its units rested unless it is."""
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
    """What comes of the force that attacks a province."""
    if is_undefended(state, number):
        yield f"certain: {name_of(state, number)} is taken unopposed"
        return
    many = battle_units(state, number)
    if many > MOST_UNITS:
        yield f"{many} units meet there; odds are for battles of up to {MOST_UNITS}"
        return
    yield from told(state, seat, number)


def battle_units(state: State, number: int) -> int:
    """All who meet in a battle."""
    battle = state.province(number).battle
    assert battle is not None
    return battle.units.total + sum(state.defenders(number))


Forces = tuple[Tally, Tally]


Looked = tuple[Outlook, bool, Forces]
"""The chances, whether they are exact, and who meets."""


def looked_ahead(state: State, seat: int, number: int) -> Looked:
    """The chances of a battle, whether they are exact, and the forces that meet."""
    adj = Adjudication(state, seat, lowest, apply)
    if not battle_in(adj, number).begun:
        rounds.begin(adj, number)
    scene = scene_of(adj, number)
    forces = scene.attacker.units, scene.defender.units
    if not any(forces[0]) or not any(forces[1]):
        sure = Outlook(taken=ONE) if any(forces[0]) else Outlook(held=ONE)
        return sure, True, forces
    fought = battle_in(adj, number).round
    forecast = forecast_of(adj, number)
    try:
        return forecast.run(scene, fought), True, forces
    except TooMany:
        return tried(forecast, scene, fought), False, forces


def is_likely(state: State, seat: int, number: int, percent: int) -> bool:
    """Does a seat take a province with this chance?  Reckoned as far as that needs, no farther."""
    adj = Adjudication(state, seat, lowest, apply)
    if not battle_in(adj, number).begun:
        rounds.begin(adj, number)
    scene = scene_of(adj, number)
    if not any(scene.attacker.units) or not any(scene.defender.units):
        return any(scene.attacker.units)
    goal = ONE * percent // 100
    forecast = replace(forecast_of(adj, number), dust=COARSE, settled=ROUGH, goal=goal)
    fought = battle_in(adj, number).round
    try:
        return forecast.run(scene, fought).reaches(goal)
    except TooMany:
        return tried(forecast, scene, fought).reaches(goal)


# --- from a state to a forecast -----------------------------------------------------------------


def forecast_of(adj: Adj, number: int) -> Forecast:
    """The battle of a province, which has begun."""
    state = adj.state
    conduct = {side: conduct_of(adj, number, side) for side in rounds.SIDES}
    walls = 0
    if "walls" in state.province(number).buildings:
        walls = 2 if conduct[False].side.masonry else 1
    settings = state.settings
    return Forecast(conduct, walls, settings.answer, settings.rounds, MOST)


def conduct_of(adj: Adj, number: int, attacking: bool) -> Conduct:
    """CB-POST-1: what a side has ordered; CB-NEUT-3: neutrals order nothing."""
    side = side_in(adj.state, number, attacking)
    standing = orders_of(adj, number, attacking)
    if standing is None:
        return Conduct(side, loss_order(None), (), (), (), 0, False, None)
    policy = standing.rerolls or ("auto",)
    rerolls = KINDS if policy == ("auto",) else () if policy == ("off",) else policy
    leaders = adj.state.leaders_at(number, attacking)
    return Conduct(
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
    """CB-WDRAW-8: a standing condition that has somewhere to go."""
    if withdrawal is None:
        return None
    try:
        destination(state, seat, number, withdrawal.to)
    except Refusal:
        return None
    return withdrawal


def scene_of(adj: Adj, number: int) -> Scene:
    """Both sides as they stand now."""
    battle = battle_in(adj, number)
    state = adj.state
    corps = []
    for side, counters, ready in (
        (True, battle.attack_counters, battle.attack_ready),
        (False, battle.defend_counters, battle.defend_ready),
    ):
        seat = rounds.seat_of(adj, number, side)
        standing = orders_of(adj, number, side)
        pays = seat and standing is not None and standing.bounty
        gold = state.realm(seat).military if pays else 0
        units = force(adj, number, side).tally
        corps.append(Corps(units, counters, tuple(INDEX[one] for one in ready), gold))
    return Scene(corps[0], corps[1])


# --- by trying ----------------------------------------------------------------------------------


def tried(forecast: Forecast, scene: Scene, fought: int) -> Outlook:
    """Battles fought with dice from a fixed row of numbers, and counted."""
    total, source = Outlook(), Lcg(sum(scene.attacker.units) + sum(scene.defender.units))
    for _ in range(TRIED):
        trial = Trial(
            forecast.conduct,
            forecast.walls,
            forecast.answer,
            forecast.limit,
            MOST,
            source=source,
        )
        once = trial.run(scene, fought)
        for name in NAMES:
            setattr(total, name, getattr(total, name) + getattr(once, name) // TRIED)
    return total


# --- in words -----------------------------------------------------------------------------------


def percent(chance: int) -> str:
    """`39.10%`."""
    return f"{decimals(100 * chance, ONE)}%"


def told(state: State, seat: int, number: int) -> Iterator[str]:
    """The forces, each end with its chance, the units left on average, how it was reckoned."""
    here = state.province(number)
    assert here.battle is not None
    outlook = looked_ahead(state, seat, number)
    sides = side_name(here.battle.attacker), side_name(here.owner)
    leaders = led_by(state, number, True), led_by(state, number, False)
    yield from ends(outlook, *sides, name_of(state, number), leaders)
    how = "reckoned exactly" if outlook[1] else f"from {TRIED} battles fought on trial"
    yield f"{how}, with the standing orders as they are"


def ends(
    found: Looked, attacker: str, defender: str, name: str, leaders: tuple[str, str] = ("", "")
) -> Iterator[str]:
    """The ends of a battle of two sides for a province, or (no name) in the open."""
    outlook, _, forces = found
    one, other = (words_of(units) for units in forces)
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
        if chance * SHOWN >= ONE:
            yield f"in this, {what}: {percent(chance)}"
    sides = (attacker, defender) if name else ("attackers", "defenders")
    left = (
        f"{sides[0]} {decimals(outlook.attackers_left, ONE)} of {sum(forces[0])}, "
        f"{sides[1]} {decimals(outlook.defenders_left, ONE)} of {sum(forces[1])}"
    )
    yield f"units left on average: {left}"


def led_by(state: State, number: int, attacking: bool) -> str:
    """` (GL1)`, CB-LEAD-3: who leads a side, or nothing."""
    refs = ", ".join(leader.ref for leader in state.leaders_at(number, attacking))
    return f" ({refs})" if refs else ""


def words_of(units: Tally) -> str:
    """`2 archers and 4 infantry`."""
    return joined(tuple(counted(n, kind) for kind, n in zip(KINDS, units, strict=True) if n))
