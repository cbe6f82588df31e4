"""Missions of spies, and research."""

from rules.candlebre import events as ev
from rules.candlebre import orders as od
from rules.candlebre.court.captives import send_units_home
from rules.candlebre.events.war import LeaderCaptured
from rules.candlebre.naming import check_kind, check_seat, leader_named, name_of, province_named
from rules.candlebre.orders import Research, RollResearch
from rules.candlebre.realm import purse
from rules.candlebre.state import D6, D20, TREES, Adj, Realm, State
from rules.candlebre.units import INDEX, tally_of
from rules.candlebre.words import building_words, plural
from rules.line.errors import Refusal, required
from rules.line.flow import seat_name
from rules.line.frozen import Frozen

# Section 7.20: missions.


PRICE = 20
"""CB-ESP-1: the civil gold that a mission costs, whether it succeeds or not."""

LEVELS = {"steal": 1, "sabotage": 3, "bribe": 5, "assassinate": 7, "rescue": 9, "abduct": 10}
"""CB-TECH-3: the espionage level that a mission needs."""

BASE = 10
"""CB-ESP-7: the need of a mission, before bonuses."""

SHIELD = 5
"""CB-ESP-6: the honor that turns a mission away."""

CAUGHT = 2
"""CB-ESP-7: the honor that a roll of 20 costs the sender."""

STOLEN = 20
"""CB-TECH-3, E1: the most that a theft brings."""


class Plan(Frozen):
    """A mission that can be sent."""

    mission: str
    target: int
    what: str = ""
    province: int = 0


def check_mission(state: State, seat: int, order: od.Mission) -> Plan:
    """The checks of a mission, in their order; of `abduct`, CB-ESP-4 comes before CB-ESP-5."""
    plan = named(state, seat, order)
    check_missions_on(state)
    check_level(state.realm(seat), plan.mission)
    check_not_sent(state, seat)
    in_order = (check_target, check_exists)
    for check in reversed(in_order) if plan.mission == "abduct" else in_order:
        check(state, seat, plan)
    purse.check_gold(state.realm(seat), purse.purse_for("mission"), PRICE, "a mission")
    return plan


def named(state: State, seat: int, order: od.Mission) -> Plan:
    """CB-ORDER-6: resolve the names in an order; the target owns the province or leader named."""
    match order:
        case od.Steal(target):
            check_seat(state, target)
            return Plan("steal", target)
        case od.Sabotage(building, place):
            number = province_named(state, place)
            return Plan("sabotage", state.province(number).owner, building.lower(), number)
        case od.Bribe(place):
            number = province_named(state, place)
            return Plan("bribe", state.province(number).owner, "mercenaries", number)
        case od.Assassinate(kind, place):
            number = province_named(state, place)
            check_kind(kind)
            return Plan("assassinate", state.province(number).owner, kind, number)
        case od.Rescue(kind, target):
            check_kind(kind)
            check_seat(state, target)
            return Plan("rescue", target, kind)
        case od.Abduct(ref):
            leader = leader_named(state, ref)
            return Plan("abduct", leader.owner if leader else 0, ref.upper())


def check_missions_on(state: State) -> None:
    """CB-RES-2: with `trees=military` there are no missions."""
    if state.settings.military_only:
        raise Refusal("CB-RES-2", "this game has the military tree only; there are no missions")


def check_level(realm: Realm, mission: str) -> None:
    """CB-ESP-2, CB-TECH-3: a mission needs its level in force."""
    if realm.levels[2] < LEVELS[mission]:
        why = f"{mission} needs espionage level {LEVELS[mission]}; {seat_name(realm.seat)} has "
        raise Refusal("CB-ESP-2", f"{why}{realm.levels[2]}")


def check_not_sent(state: State, seat: int) -> None:
    """CB-ESP-3: one mission per turn."""
    if state.realm(seat).spied:
        raise Refusal("CB-ESP-3", f"{seat_name(seat)} has sent its mission of this turn")


def check_target(state: State, seat: int, plan: Plan) -> None:
    """CB-ESP-5: another living seat, and not an ally; neutral provinces are no target."""
    target = plan.target
    if not target:
        raise Refusal("CB-ESP-5", f"{name_of(state, plan.province)} is neutral")
    if target == seat:
        raise Refusal("CB-ESP-5", "a mission goes against another seat")
    if state.realm(target).eliminated:
        raise Refusal("CB-ESP-5", f"{seat_name(target)} is out of the game")
    if target in state.realm(seat).allies:
        raise Refusal("CB-ESP-5", f"{seat_name(target)} is an ally")


def check_exists(state: State, seat: int, plan: Plan) -> None:
    """CB-ESP-4: what the mission is about must exist."""
    if plan.mission == "abduct":
        leader = leader_named(state, plan.what)
        if leader is None or leader.dead or not leader.place:
            raise Refusal("CB-ESP-4", f"there is no leader {plan.what[:20]} on the map")
        return
    where = name_of(state, plan.province) if plan.province else seat_name(plan.target)
    if plan.mission == "sabotage":
        if plan.what not in state.province(plan.province).buildings:
            raise Refusal("CB-ESP-4", f"{where} has no {building_words(plan.what)[:40]}")
    elif plan.mission == "rescue":
        if not state.realm(plan.target).captives_of(seat)[INDEX[plan.what]]:
            why = f"{where} holds no {plural(plan.what)} of {seat_name(seat)}"
            raise Refusal("CB-ESP-4", why)
    elif plan.mission == "assassinate" and plan.what == "mercenaries":
        raise Refusal("CB-ESP-4", "mercenaries are no regular units; bribe them")
    elif plan.mission != "steal" and not state.province(plan.province).units.of(plan.what):
        raise Refusal("CB-ESP-4", f"{where} has no {plural(plan.what)}")


# --- carrying it out ----------------------------------------------------------------------------


def bonus(realm: Realm) -> int:
    """CB-TECH-3: the bonus of own missions: 1 with Safe Houses, 3 with Spymaster."""
    level = realm.levels[2]
    return 3 if level >= 8 else 1 if level >= 4 else 0


def counter(realm: Realm) -> int:
    """CB-TECH-3: the penalty of missions against a seat: Watchmen 2, Secret Police 4."""
    level = realm.levels[2]
    return 4 if level >= 6 else 2 if level >= 2 else 0


def need_of(state: State, seat: int, target: int) -> int:
    """CB-ESP-7: 10 + own bonus - the target's counter."""
    return BASE + bonus(state.realm(seat)) - counter(state.realm(target))


def is_success(roll: int, need: int) -> bool:
    """CB-ESP-7: 1 always succeeds, 20 always fails."""
    return roll == 1 or (roll != 20 and roll <= need)


def send(adj: Adj, plan: Plan) -> None:
    """CB-ESP-1: pay, hit or miss; CB-ESP-6: honor may turn it away without a roll."""
    seat = adj.seat
    purse.pay(adj, seat, PRICE, "civil", "mission")
    need = need_of(adj.state, seat, plan.target)
    target = adj.state.realm(plan.target)
    guarded = target.guard and target.honor >= SHIELD
    roll = 0 if guarded else adj.roll(D20, f"mission {plan.mission}")
    success = not guarded and is_success(roll, need)
    adj.emit(
        ev.MissionSent(
            seat, plan.mission, plan.target, need, roll, success, guarded, plan.what, plan.province
        )
    )
    if guarded:
        purse.change_honor(adj, plan.target, -SHIELD, "guarded")
    if roll == 20:
        purse.lose_honor(adj, seat, CAUGHT, "mission failed")
    if success:
        succeed(adj, plan)


def succeed(adj: Adj, plan: Plan) -> None:
    """CB-TECH-3: what each mission does."""
    seat, target = adj.seat, plan.target
    match plan.mission:
        case "steal":
            stolen = min(STOLEN, adj.state.realm(target).civil)
            if stolen:
                purse.pay(adj, target, stolen, "civil", "theft")
                purse.receive(adj, seat, stolen, "theft")
        case "sabotage":
            adj.emit(ev.BuildingRazed(plan.province, plan.what))
        case "rescue":
            send_units_home(adj, target, seat, tally_of(plan.what, 1), "rescue")
        case "abduct":
            leader = leader_named(adj.state, plan.what)
            assert leader is not None
            adj.emit(LeaderCaptured(leader.number, leader.owner, seat, leader.place))
        case _:
            here = adj.state.province(plan.province)
            gone = here.units.most_spent(tally_of(plan.what, 1))
            adj.emit(ev.UnitsGone(plan.province, target, gone, plan.mission))


# Section 7.5: levels bought, or rolled for.


TOP = len(purse.LEVEL_PRICES)
"""CB-RES-1: the highest level of a tree, ten."""

MOST_DICE = 100
"""CB-RES-6: how many research dice may be rolled at a time."""


class Study(Frozen):
    """One level, or a number of research dice, that can be paid for."""

    tree: str
    price: int
    dice: int = 0


def check_research(state: State, seat: int, order: Research) -> Study:
    """The checks of `research military`, in their order."""
    tree = tree_named(order.tree)
    check_tree_on(state, tree)
    check_not_top(state.realm(seat), tree)
    if state.settings.research_dice:
        raise Refusal("CB-RES-4", "in this game levels are rolled for, not bought")
    realm = state.realm(seat)
    price = purse.research_price(state, realm, purse.LEVEL_PRICES[reached(realm, tree)])
    purse.check_gold(realm, "civil", price, f"{tree} level {reached(realm, tree) + 1}")
    return Study(tree, price)


def check_dice(state: State, seat: int, order: RollResearch) -> Study:
    """The checks of `roll 5 research dice on espionage`, in their order."""
    tree = tree_named(order.tree)
    check_tree_on(state, tree)
    check_not_top(state.realm(seat), tree)
    if not state.settings.research_dice:
        raise Refusal("CB-RES-5", "in this game levels are bought, not rolled for")
    if not 1 <= order.dice <= MOST_DICE:
        raise Refusal("CB-RES-6", f"1 to {MOST_DICE} dice are rolled at a time, not {order.dice}")
    realm = state.realm(seat)
    price = purse.research_price(state, realm, purse.DIE_PRICE * order.dice)
    purse.check_gold(realm, "civil", price, f"{order.dice} research dice")
    return Study(tree, price, order.dice)


def tree_named(words: str) -> str:
    """CB-RES-1: military, infrastructure or espionage; one letter is enough."""
    wanted = words.lower()
    meant = (tree for tree in TREES if wanted in (tree, tree[0]))
    why = f"there is no tree {words[:40]!r}; there are {', '.join(TREES)}"
    return required(next(meant, None), "CB-RES-1", why)


def check_tree_on(state: State, tree: str) -> None:
    """CB-RES-2: with `trees=military` the other two are refused."""
    if state.settings.military_only and tree != "military":
        raise Refusal("CB-RES-2", f"this game has the military tree only, not {tree}")


def reached(realm: Realm, tree: str) -> int:
    """The level of the tree of that name, with what was gained this turn."""
    return realm.reached(TREES.index(tree))


def check_not_top(realm: Realm, tree: str) -> None:
    """CB-RES-3: nothing beyond level 10, levels gained this turn included."""
    if reached(realm, tree) >= TOP:
        raise Refusal("CB-RES-3", f"{seat_name(realm.seat)} is at {tree} level {TOP} already")


def buy_level(adj: Adj, plan: Study) -> None:
    """CB-RES-8, CB-RULING-27: it comes into force at the seat's next turn."""
    realm = adj.state.realm(adj.seat)
    level = reached(realm, plan.tree) + 1
    adj.emit(ev.LevelBought(adj.seat, plan.tree, level, plan.price, realm.civil - plan.price))


def roll_dice(adj: Adj, plan: Study) -> None:
    """CB-RES-5, CB-RES-6, CB-RULING-28: roll for levels; points beyond a level's price stay."""
    why = f"research, {plan.tree}"
    faces = tuple(adj.roll(D6, why) for _ in range(plan.dice))
    realm = adj.state.realm(adj.seat)
    level = reached(realm, plan.tree)
    total = realm.points[TREES.index(plan.tree)] + sum(faces)
    reached_now, rest = levels_for(level, total)
    progress = (total, reached_now - level, reached_now, rest)
    left = realm.civil - plan.price
    adj.emit(ev.ResearchRolled(adj.seat, plan.tree, faces, plan.price, left, *progress))


def levels_for(level: int, points: int) -> tuple[int, int]:
    """CB-RES-6: the level that a running total reaches, and the points left (0 at level 10)."""
    while level < TOP and points >= purse.LEVEL_PRICES[level]:
        points -= purse.LEVEL_PRICES[level]
        level += 1
    return (level, 0 if level == TOP else points)
