"""Orders come from text, and from storage: what cannot be meant is refused before it is judged."""

from rules.line.errors import Refusal
from rules.line.orders import Order
from rules.rulescrusade import orders as od
from rules.rulescrusade.words import DIRECTIONS, GRAZE_VERBS, Heading, Manner, Who

RULE = "RC-ORD-1"
MOST = 100
LARGEST = 10**6
ONE_TARGET = (od.Charge, od.Dive, od.Latch, od.MindWar, od.MindBlast, od.Mob)
UNARMED = (od.Latch, od.MindWar, od.MindBlast, od.FireBoth, od.Volley)


def check_wellformed(order: Order) -> None:
    """RC-ORD-1: every part of an order is one that a sentence could say."""
    who = getattr(order, "who", None)
    if isinstance(who, Who):
        check(bool(who.refs) != bool(who.every), "no model, or two ways of naming models")
        check(len(who.refs) <= MOST, f"more than {MOST} models")
    match order:
        case od.AttackOrder():
            check_attack(order)
        case od.MoveOrder(_, to, via):
            check_goal(to)
            check(len(via) <= MOST, "a route of too many cells")
            check(not via or not isinstance(to, Heading), "a route through cells ends in a cell")
        case od.Slip(_, to):
            check_goal(to)
        case od.Standing(_, attribute, value):
            known = (attribute, value) in od.STANDING
            check(known, f"no standing order {attribute[:20]} {value[:20]}")
        case od.PlayCards(_, plays):
            check(0 < len(plays) <= MOST, "no card, or too many")
            for play in plays:
                check(len(play.subjects) <= MOST, "too many subjects")
                check(play.direction in ("", *DIRECTIONS), f"no direction {play.direction[:20]}")
        case od.Buy(purchases):
            check(0 < len(purchases) <= MOST, "nothing to buy, or too much")
            for purchase in purchases:
                check(0 < purchase.count < LARGEST, f"no number of models {purchase.count}")
        case _:
            pass


def check(fits: bool, what: str) -> None:
    """Refuse what no sentence could say."""
    if not fits:
        raise Refusal(RULE, f"I don't understand that order: {what}")


def check_goal(goal: object) -> None:
    """A cell, or steps in one of eight directions."""
    if isinstance(goal, Heading):
        check(goal.direction in DIRECTIONS, f"no direction {goal.direction[:20]}")
        check(goal.steps < LARGEST, "too many steps")


def check_attack(order: od.AttackOrder) -> None:
    """How many targets and weapons an attack may name, and how it may be made."""
    check(0 < len(order.targets) <= MOST, "no target, or too many")
    check(len(order.weapons) <= MOST, "too many weapons")
    if isinstance(order, ONE_TARGET):
        check(len(order.targets) == 1, "one target only")
    if isinstance(order, UNARMED):
        check(not order.weapons, "no weapon is named there")
    if isinstance(order, od.FireOrder):
        check(len(order.weapons) <= 1, "one weapon only")
    check_manner(order.manner)


def check_manner(manner: Manner) -> None:
    """6.2: what may follow an attack."""
    check(manner.graze in ("", *GRAZE_VERBS), f"no graze {manner.graze[:20]}")
    check(manner.throwing in ("", *DIRECTIONS), f"no direction {manner.throwing[:20]}")
    check(manner.pull is None or 0 <= manner.pull < LARGEST, "no such number")
    check(len(manner.split) <= MOST, "too many shares")
    check(all(0 <= share < LARGEST for share in manner.split), "no such share")
