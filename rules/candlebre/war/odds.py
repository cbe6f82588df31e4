"""13.5: what `fight` and `attack` would bring, before they are ordered.

No die is drawn; what lies in the tray counts for nothing here.
"""

from collections.abc import Iterator
from dataclasses import fields, replace

from rules.adjudication import Adjudication
from rules.arith import decimals
from rules.candlebre.apply import apply
from rules.candlebre.context import Adj
from rules.candlebre.naming import name_of
from rules.candlebre.orders import Attack, Fight, March
from rules.candlebre.realm.generator import Lcg
from rules.candlebre.roster import INDEX, KINDS
from rules.candlebre.standing import Withdrawal
from rules.candlebre.state import State
from rules.candlebre.table import plan_of
from rules.candlebre.units import Tally
from rules.candlebre.war import movement, rounds
from rules.candlebre.war.battles import is_undefended
from rules.candlebre.war.chances import ONE
from rules.candlebre.war.forecast import (
    Conduct,
    Corps,
    Forecast,
    Outlook,
    Scene,
    TooMany,
    Trial,
)
from rules.candlebre.war.losses import loss_order
from rules.candlebre.war.needs import side_in
from rules.candlebre.war.tiers import battle_in, force, orders_of
from rules.candlebre.war.withdrawal import destination
from rules.candlebre.words import counted, joined, side_name
from rules.errors import Refusal
from rules.game import Die
from rules.orders import Order

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
    """One line for each end of the battle.  Raises `Refusal` as the order itself would."""
    if not isinstance(order, Fight | Attack | March):
        raise Refusal("CB-ORDER-1", "odds are for `attack` and `fight`")
    plan = plan_of(state, seat, order)
    adj = Adjudication(state, seat, lowest, apply)
    if isinstance(plan, movement.Going):
        number = plan.target
        if state.province(number).owner == seat:
            raise Refusal("CB-BATTLE-2", "a move at home is no battle")
        movement.attack(adj, plan)
    else:
        number = plan.provinces[0]
    if is_undefended(adj.state, number):
        return (f"certain: {name_of(state, number)} is taken unopposed",)
    many = battle_in(adj, number).units.total + sum(adj.state.defenders(number))
    if many > MOST_UNITS:
        return (f"{many} units meet there; odds are for battles of up to {MOST_UNITS}",)
    return tuple(told(adj.state, seat, number))


def lowest(die: Die) -> int:
    """Nothing that is done before the first round draws a die."""
    return die.faces[0]


Forces = tuple[Tally, Tally]


def looked_ahead(state: State, seat: int, number: int) -> tuple[Outlook, bool, Forces]:
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
    outlook, exact, forces = looked_ahead(state, seat, number)
    here = state.province(number)
    battle = here.battle
    assert battle is not None
    name = name_of(state, number)
    attacker, defender = side_name(battle.attacker), side_name(here.owner)
    one, other = (words_of(units) for units in forces)
    yield f"{name}: {attacker} with {one} against {defender} with {other}"
    yield f"{attacker} takes {name}: {percent(outlook.taken + outlook.defender_withdraws)}"
    held = outlook.held + outlook.attacker_withdraws + outlook.night
    yield f"{defender} holds {name}: {percent(held)}"
    for chance, what in (
        (outlook.attacker_withdraws, f"{attacker} withdraws"),
        (outlook.defender_withdraws, f"{defender} withdraws"),
        (outlook.night, "night falls"),
    ):
        if chance * SHOWN >= ONE:
            yield f"in this, {what}: {percent(chance)}"
    left = (
        f"{attacker} {decimals(outlook.attackers_left, ONE)} of {sum(forces[0])}, "
        f"{defender} {decimals(outlook.defenders_left, ONE)} of {sum(forces[1])}"
    )
    yield f"units left on average: {left}"
    how = "reckoned exactly" if exact else f"from {TRIED} battles fought on trial"
    yield f"{how}, with the standing orders as they are"


def words_of(units: Tally) -> str:
    """`2 archers and 4 infantry`."""
    return joined(tuple(counted(n, kind) for kind, n in zip(KINDS, units, strict=True) if n))
