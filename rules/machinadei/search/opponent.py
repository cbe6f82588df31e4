"""A practice opponent: it musters, marches, shoots and charges by what that is worth.

It draws no die and knows no clock; `easy` takes what lies nearest, `hard` weighs every order.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from rules.border.game import check_level
from rules.line.adjudication import Die
from rules.line.errors import Refusal
from rules.line.orders import AcceptDraw, DeclineDraw, EndPhase, Order
from rules.machinadei import orders as od
from rules.machinadei.adjudicate import adjudicate
from rules.machinadei.apply import apply
from rules.machinadei.candidates import charges, walks
from rules.machinadei.field.table import enemies, touching
from rules.machinadei.fight.strike import magic_blow
from rules.machinadei.legal import is_accepted as accepted
from rules.machinadei.legal import legal
from rules.machinadei.naming import named
from rules.machinadei.search.appraise import astray, exchange, harm, shot_harm, worth
from rules.machinadei.search.marching import best_charge, best_move, plan_of
from rules.machinadei.search.mustering import next_purchase
from rules.machinadei.search.striking import best_blows, best_shares, exact_value
from rules.machinadei.statblock import AttackEffect, Magic, ModifyEffect, SummonEffect, same
from rules.machinadei.state import State, Unit, key

NODES = {"easy": 400, "hard": 4000}
"""How many orders are tried out at most for one decision."""


def never() -> bool:
    """Nothing ends the thinking early."""
    return False


def middle(die: Die) -> int:
    """What a die shows while one only imagines an order."""
    return die.faces[len(die.faces) // 2]


@dataclass
class Budget:
    """How many orders may still be tried."""

    left: int
    stop: Callable[[], bool]

    def spend(self) -> bool:
        """Take one; False if none is left."""
        self.left -= 1
        return self.left >= 0 and not self.stop()


class Opponent:
    """Chooses orders for a seat; the same nodes and seed give the same order."""

    def __init__(self, level: str) -> None:
        self.level = check_level(level)

    def answer(self, state: State, seat: int) -> Order | None:
        """A draw is taken by who has lost more points than the other."""
        if not state.flow.offer or state.flow.offer == seat:
            return None
        behind = state.armies[seat].vp < state.armies[3 - seat].vp
        return AcceptDraw() if behind else DeclineDraw()

    def order(
        self,
        state: State,
        seat: int,
        seed: int,
        nodes: int = 0,
        stop: Callable[[], bool] = never,
    ) -> Order:
        """What this opponent would order now; `stop` may end its thinking early."""
        budget = Budget(nodes or NODES[self.level], stop)
        if state.pending is not None:
            exact = best_shares(state, seat) if self.level == "hard" else None
            return exact or best_division(state, seat, budget)
        match state.flow.phase:
            case "deploy":
                return next_purchase(state, seat, seed, wise=self.level == "hard")
            case "move":
                found = self.march(state, seat, budget)
            case "magic" | "shooting":
                found = best_attack(state, seat, budget, self.value)
            case "melee" if self.level == "hard":
                found = best_blows(state, seat)
            case _:
                found = None
        return found or EndPhase()

    @property
    def value(self) -> Callable[[State, Order], int]:
        """How it weighs an attack."""
        return exact_value if self.level == "hard" else value_of

    def march(self, state: State, seat: int, budget: Budget) -> Order | None:
        """The best charge, else the first unit that gains by moving, and its best move."""
        if self.level == "hard":
            plan = plan_of(state, seat)
            return best_charge(plan) or best_move(plan, budget.spend)
        for unit in tuple(state.on_board(seat)):
            if unit.broken or touching(state, unit) or unit.reformed:
                continue
            found = simple(state, unit)
            if found is not None:
                return found
        return None


# --- easy ---------------------------------------------------------------------------------------


def simple(state: State, unit: Unit) -> Order | None:
    """Charge what can be charged, else go towards the nearest enemy; archers keep still."""
    who = od.Who((unit.ref,))
    foes = sorted(enemies(state, unit.seat), key=lambda foe: gap(unit, foe))
    if not foes or (state.weapons(unit, "ranged") and shot_harm(state, unit, foes[0])):
        return None
    if state.block(unit).magic or state.weapons(unit, "area"):
        return None
    foes = [foe for foe in foes if exchange(state, unit, foe) > -worth(unit) // 8]
    for foe in foes:
        order = od.Charge(who, foe.ref)
        if accepted(state, unit.seat, order):
            return order
    if not foes:
        return None
    if unit.is_formation:
        return march_to(state, unit, foes[0])
    ways = (*walks(state, unit), *charges(state, unit))
    return max(
        (order for order in ways if closer(state, unit, order, foes[0])),
        key=lambda order: order.steps if isinstance(order, od.MoveSteps) else 0,
        default=None,
    )


def gap(unit: Unit, foe: Unit) -> int:
    """How far a foe is, about."""
    (x, y), (u, v) = unit.position, foe.position
    return max(abs(x - u), abs(y - v))


def closer(state: State, unit: Unit, order: Order, foe: Unit) -> bool:
    """Does a walk lead nearer to a foe?"""
    after = tried(state, unit.seat, order)
    return after is not None and gap(after.units[key(unit.ref)], foe) < gap(unit, foe)


# --- imagining ---------------------------------------------------------------------------------


def tried(state: State, seat: int, order: Order) -> State | None:
    """The state after an order as one imagines it; None if it would be refused."""
    clear = replace(state, flow=replace(state.flow, tray=()))
    try:
        events = adjudicate(clear, seat, (order,), middle)
    except Refusal:
        return None
    for event in events:
        clear = apply(clear, event)
    return clear


def march_to(state: State, unit: Unit, prey: Unit) -> Order | None:
    """A formation goes straight on towards its prey, or turns to have it in front."""
    who = od.Who((unit.ref,))
    if astray(unit, prey):
        for order in turns_of(state, who):
            after = tried(state, unit.seat, order)
            if after is not None and not astray(after.units[key(unit.ref)], prey):
                return order
        return None
    for inches in range(unit.effective("M"), 0, -1):
        order = od.Advance(who, inches)
        after = tried(state, unit.seat, order)
        if after is not None and not astray(after.units[key(unit.ref)], prey):
            return order
    return None


def turns_of(state: State, who: od.Who) -> Iterator[Order]:
    """Turns and whole wheels."""
    yield from (od.Turn(who, way) for way in ("left", "right", "around"))
    yield from (od.Wheel(who, side, 90) for side in ("left", "right"))


def best_attack(
    state: State, seat: int, budget: Budget, weigh: Callable[[State, Order], int]
) -> Order | None:
    """The shot, volley or spell of any unit that takes the most points; None if none takes any."""
    best, found = 0, None
    for order in legal(state, seat):
        if not isinstance(order, od.Shoot | od.Volley | od.Bombard | od.Cast | od.Arrive):
            continue
        if not budget.spend():
            break
        value = weigh(state, order)
        if value > best:
            best, found = value, order
    return found


def value_of(state: State, order: Order) -> int:
    """About how many points an order of the Magic or Shooting phase is worth."""
    match order:
        case od.Arrive():
            return 1
        case od.Shoot(who, target):
            return 2 * shot_harm(state, named(state, who.refs[0]), named(state, target))
        case od.Volley(who, at) | od.Bombard(who, at):
            unit = named(state, who.refs[0])
            struck = (foe for foe in enemies(state, unit.seat) if at in foe.cells)
            return max((shot_harm(state, unit, foe) for foe in struck), default=0)
        case od.Cast(who, effect, target):
            return value_of_spell(state, named(state, who.refs[0]), effect, target)
    return 0


def value_of_spell(state: State, unit: Unit, name: str, target: object) -> int:
    """About how many points a spell is worth."""
    magic = next(one for one in state.block(unit).magic if same(one.name, name))
    aim = named(state, target) if isinstance(target, str) else None
    foes = [foe for foe in enemies(state, unit.seat) if target in foe.cells] if aim is None else []
    victims = [aim] if aim is not None else foes
    return sum(value_of_effects(state, unit, magic, victim) for victim in victims) or 1


def value_of_effects(state: State, unit: Unit, magic: Magic, victim: Unit) -> int:
    """What the effects of a spell are worth on one unit."""
    total = 0
    for effect in magic.effects:
        match effect:
            case AttackEffect():
                total += harm(state, unit, victim, magic_blow(magic.name, effect))
            case ModifyEffect():
                foes = touching(state, victim)
                stir = worth(victim) // 40 + (worth(victim) // 10 if foes else 0)
                shoots = bool(state.weapons(victim, "ranged"))
                total += stir + (worth(victim) // 15 if shoots else 0)
            case SummonEffect():
                total += 30_000
            case _:
                if not victim.broken:
                    total += worth(victim) * max(0, 10 - victim.effective("L")) // 30
    return total


def best_division(state: State, seat: int, budget: Budget) -> Order:
    """MD-AREA-7: of the divisions that give all hits to one unit the most costly to the enemy."""
    best, found = -1, None
    for order in legal(state, seat):
        if isinstance(order, od.Allocate) and budget.spend():
            share = order.shares[0]
            target = named(state, share.target)
            value = share.amount * max(1, target.cost)
            if value > best:
                best, found = value, order
    return found or EndPhase()
