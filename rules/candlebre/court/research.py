"""Section 7.5: levels bought, or rolled for."""

from rules.candlebre import events as ev
from rules.candlebre.context import D6, Adj
from rules.candlebre.orders import Research, RollResearch
from rules.candlebre.realm.prices import DIE_PRICE, LEVEL_PRICES, research_price
from rules.candlebre.realm.purse import check_gold
from rules.candlebre.state import TREES, Realm, State
from rules.line.errors import Refusal
from rules.line.flow import seat_name
from rules.line.frozen import Frozen

TOP = len(LEVEL_PRICES)
"""CB-RES-1: ten levels."""

MOST_DICE = 100
"""CB-RES-6."""


class Study(Frozen):
    """A level, or so many dice, that can be paid for."""

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
    price = research_price(state, realm, LEVEL_PRICES[reached(realm, tree)])
    check_gold(realm, "civil", price, f"{tree} level {reached(realm, tree) + 1}")
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
    price = research_price(state, realm, DIE_PRICE * order.dice)
    check_gold(realm, "civil", price, f"{order.dice} research dice")
    return Study(tree, price, order.dice)


def tree_named(words: str) -> str:
    """CB-RES-1: military, infrastructure or espionage; one letter is enough."""
    wanted = words.lower()
    for tree in TREES:
        if wanted in (tree, tree[0]):
            return tree
    raise Refusal("CB-RES-1", f"there is no tree {words[:40]!r}; there are {', '.join(TREES)}")


def check_tree_on(state: State, tree: str) -> None:
    """CB-RES-2: with `trees=military` the other two are refused."""
    if state.settings.military_only and tree != "military":
        raise Refusal("CB-RES-2", f"this game has the military tree only, not {tree}")


def reached(realm: Realm, tree: str) -> int:
    """The level of a tree, with what was gained this turn."""
    index = TREES.index(tree)
    return realm.levels[index] + realm.gained[index]


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
    """CB-RES-5, CB-RES-6, CB-RULING-28: the price is taken off, the rest stays."""
    why = f"research, {plan.tree}"
    faces = tuple(adj.roll(D6, why) for _ in range(plan.dice))
    realm = adj.state.realm(adj.seat)
    level = reached(realm, plan.tree)
    total = realm.points[TREES.index(plan.tree)] + sum(faces)
    new_level, rest = levels_for(level, total)
    adj.emit(
        ev.ResearchRolled(
            adj.seat,
            plan.tree,
            faces,
            plan.price,
            realm.civil - plan.price,
            total,
            new_level - level,
            new_level,
            rest,
        )
    )


def levels_for(level: int, points: int) -> tuple[int, int]:
    """CB-RES-6: the level that a running total brings, and what is left of it; 0 at level 10."""
    while level < TOP and points >= LEVEL_PRICES[level]:
        points -= LEVEL_PRICES[level]
        level += 1
    return (level, 0 if level == TOP else points)
