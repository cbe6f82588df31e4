"""The practice opponent: how it sets up, spends, attacks and marches."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from rules.border.game import check_level, never
from rules.candlebre import orders as od
from rules.candlebre.adjudicate import is_accepted
from rules.candlebre.apply import apply
from rules.candlebre.candidates import EVERYTHING, claims, one_of
from rules.candlebre.naming import find_province
from rules.candlebre.odds.odds import is_likely
from rules.candlebre.orders import some_of
from rules.candlebre.realm.land import distances
from rules.candlebre.state import State
from rules.candlebre.table import order_of_seat
from rules.candlebre.units import (
    ARCHERS,
    CAVALRY,
    INFANTRY,
    KINDS,
    LIGHT_INFANTRY,
    MERCENARIES,
    NOBODY,
    PIKEMEN,
    ROSTER,
    Tally,
    added,
)
from rules.candlebre.war.battles import is_undefended
from rules.candlebre.war.movement import leaders_able
from rules.candlebre.war.tiers import FIRST_STRIKERS, Side, need_of, side_of
from rules.line.adjudication import Adjudication, lowest
from rules.line.frozen import Frozen
from rules.line.orders import EndPhase, Order
from rules.numbers.arith import scattered

# What the opponent buys: soldiers where they are needed; the hard one also learns and builds.


SPARE = 120
"""The military gold at which it wants another Barracks."""


def first_accepted(state: State, seat: int, orders: Iterable[Order]) -> Order | None:
    """The first of these orders that would be accepted; None if none would."""
    return next((one for one in orders if is_accepted(state, seat, one)), None)


def wishes(state: State, seat: int, hard: bool) -> Iterator[Order]:
    """What it would buy now, most wanted first."""
    realm = state.realm(seat)
    front = from_the_front(state, seat)
    barracks = [n for n in front if "barracks" in state.province(n).buildings]
    if not barracks or (realm.military >= SPARE and len(barracks) < 1 + len(front) // 4):
        for number in front[: 1 + len(front) // 2]:
            yield od.Build("barracks", state.site(number).name)
    kinds = ("archers", "infantry") if hard and even_mix(state, seat) else ("infantry", "archers")
    for number in barracks:
        for kind in kinds:
            yield od.Buy(one_of(kind), state.site(number).name)
    if hard:
        yield from learning(state, seat, front)


def even_mix(state: State, seat: int) -> bool:
    """Are Archers fewer than a third of Infantry and Archers, counting those in the pool?"""
    stacks = (state.province(number).units.tally for number in state.owned(seat))
    total = added(state.realm(seat).pool, *stacks)
    return 2 * total[ARCHERS] < total[INFANTRY]


def learning(state: State, seat: int, front: list[int]) -> Iterator[Order]:
    """What it would do with civil gold: levels for better soldiers, the Great Hall, Markets."""
    level = state.realm(seat).reached(0)
    if state.settings.research_dice:
        dice = state.realm(seat).civil // 3
        if level < 2 and dice:
            yield od.RollResearch(min(100, max(1, dice - 1)), "military")
    elif level < 2:
        yield od.Research("military")
        return
    best = sorted(front, key=lambda n: -state.province(n).value)
    for number in best[:1]:
        yield od.Build("hall", state.site(number).name)
    if level < 4 and not state.settings.research_dice:
        yield od.Research("military")
    for number in best:
        yield od.Build("market", state.site(number).name)


def from_the_front(state: State, seat: int) -> list[int]:
    """Own provinces, those nearest to the front first, then by value."""
    steps = to_strangers(state, seat)
    return sorted(state.owned(seat), key=lambda n: (steps.get(n, 99), -state.province(n).value, n))


def to_strangers(state: State, seat: int) -> dict[int, int]:
    """For each own province, the steps to the nearest province that is not its own."""
    found: dict[int, int] = {}
    for number in state.owned(seat):
        ways = distances(state.sites, number)
        strange = [n for one, n in ways.items() if state.province(one).owner != seat]
        if strange:
            found[number] = min(strange)
    return found


# How the opponent judges a battle before it is ordered, without any dice.


LEAVING = (INFANTRY, ARCHERS, PIKEMEN, LIGHT_INFANTRY, CAVALRY, MERCENARIES)
"""The order in which unit types are chosen for an attack."""

PLAIN_LEADER = ("none",)
"""The traits of a side with a leader: the opponent does not count on any trait."""

FIRST_STRIKE = 3
"""How much first strikers count in `power`; others count 2."""


def power(side: Side, units: Tally, walls: int = 0) -> int:
    """Lanchester's square law: the number of units times the sum of what they hit."""
    total = 0
    for kind, count in enumerate(units):
        if count and "no-attack" not in ROSTER[kind].abilities:
            need = max(1, min(19, need_of(side, kind, False, False, walls).total))
            total += count * need * (FIRST_STRIKE if kind in FIRST_STRIKERS else 2)
    return total * sum(units)


def defence(state: State, number: int) -> int:
    """The power of those who stand in a province."""
    here = state.province(number)
    led = PLAIN_LEADER if any(state.leaders_at(number)) else ()
    walls = 1 if "walls" in here.buildings else 0
    return power(side_of(state, here.owner, False, led), state.defenders(number), walls)


def told_off(
    state: State, seat: int, there: Tally, against: int, percent: int, leader: bool = False
) -> Tally:
    """The fewest units with `percent` of the power `against`; nobody if all of them have less."""
    side = side_of(state, seat, True, PLAIN_LEADER if leader else ())
    chosen = list(NOBODY)
    for kind in LEAVING:
        for _ in range(there[kind]):
            chosen[kind] += 1
            if 100 * power(side, tuple(chosen)) >= percent * against:
                return tuple(chosen)
    return NOBODY


def is_sure(state: State, seat: int, number: int, percent: int) -> bool:
    """Is a province taken with at least this chance by the force that attacks it?"""
    clean = replace(state, flow=replace(state.flow, tray=()))
    return is_likely(clean, seat, number, percent)


# Where the opponent sends its soldiers: attacks that pay, and marches to where they can attack.


EASY_EDGE, HARD_EDGE = 160, 220
"""The power that it wants for an attack, in percent of the defenders'."""

SURE = 80
"""The chance in percent that the hard one wants."""

LOOKED_AT = 4
"""How many of the best attacks are judged by their exact odds."""

TOO_MANY = 24
"""In battles of more units than this, only the power decides."""


class Chance(Frozen):
    """An attack that looks good: from where, on what, with whom, and what it is worth."""

    worth: int
    source: int
    target: int
    units: Tally


# --- attacks ------------------------------------------------------------------------------------


def attack(state: State, seat: int, hard: bool, seed: int) -> Order:
    """The next order of the move phase."""
    found = sorted(chances(state, seat, hard), key=lambda one: (-one.worth, one.source, one.target))
    if not hard:
        return order_of(state, found[scattered(seed, 1) % len(found)]) if found else EndPhase()
    for one in found[:LOOKED_AT]:
        order = order_of(state, one)
        if is_accepted(state, seat, order) and is_good(state, seat, one, order):
            return order
    return EndPhase()


def chances(state: State, seat: int, hard: bool) -> Iterator[Chance]:
    """Each stack against each neighbour that it is strong enough for."""
    for source in state.owned(seat):
        there = state.province(source).units.able
        if not any(there):
            continue
        for target in state.site(source).borders:
            here = state.province(target)
            if here.owner == seat or here.battle is not None or here.protector is not None:
                continue
            if here.owner in state.realm(seat).allies:
                continue
            against = defence(state, target)
            led = hard and against > 0 and any(leaders_able(state, seat, source))
            edge = HARD_EDGE if hard else EASY_EDGE
            units = told_off(state, seat, there, against, edge, led)
            if any(units):
                sent = units if hard else there
                yield Chance(worth(state, target, units), source, target, sent)


def worth(state: State, target: int, units: Tally) -> int:
    """The target's value per gold of the force; a rival's land counts twice."""
    here = state.province(target)
    price = sum(one.price * count for one, count in zip(ROSTER, units, strict=True))
    value = here.value * (2 if here.owner else 1) + 20 * len(here.buildings)
    return 1000 * value // (price + 20)


def order_of(state: State, one: Chance) -> Order:
    """The attack as an order."""
    units = od.UnitList(some_of(one.units))
    return od.Attack(state.site(one.target).name, state.site(one.source).name, units)


def is_good(state: State, seat: int, one: Chance, order: Order) -> bool:
    """Do the exact odds confirm the estimate?"""
    defenders = sum(state.defenders(one.target))
    if not defenders or defenders + sum(one.units) > TOO_MANY:
        return True
    adj = Adjudication(state, seat, lowest, apply)
    order_of_seat(adj, order)
    return is_undefended(adj.state, one.target) or is_sure(adj.state, seat, one.target, SURE)


# --- marches ------------------------------------------------------------------------------------


def marches(state: State, seat: int, hard: bool) -> Iterator[Order]:
    """CB-MOVE-8: units go to the front, and gather there."""
    steps = to_strangers(state, seat)
    for source in state.owned(seat):
        there = state.province(source).units.able
        if not any(there):
            continue
        goal = goal_of(state, seat, source, steps, there, hard)
        if goal:
            leaders = (od.LeaderRef(one.ref) for one in leaders_able(state, seat, source))
            units = od.UnitList((*some_of(there), *leaders))
            yield od.March(units, state.site(source).name, state.site(goal).name)


def goal_of(
    state: State, seat: int, source: int, steps: dict[int, int], there: Tally, hard: bool
) -> int:
    """The next province on the way to the front, or a larger stack at the front; 0: stay."""
    near = [n for n in state.site(source).borders if state.province(n).owner == seat]
    closer = [n for n in near if steps.get(n, 99) < steps.get(source, 99)]
    if closer:
        return min(closer, key=lambda n: (steps[n], -state.province(n).units.total, n))
    if not hard or can_attack(state, seat, source, there):
        return 0
    mine = sum(there)
    larger = [
        n
        for n in near
        if (state.province(n).units.total, -n) > (mine, -source) and steps.get(n, 99) == 1
    ]
    return max(larger, key=lambda n: (state.province(n).units.total, -n)) if larger else 0


def can_attack(state: State, seat: int, source: int, there: Tally) -> bool:
    """Is there a neighbour that the stack is strong enough for?"""
    return any(
        any(told_off(state, seat, there, defence(state, target), HARD_EDGE))
        for target in state.site(source).borders
        if state.province(target).owner != seat
    )


# Turn 0 of the opponent: land, House, free building, first force, leaders.


HOUSES = ("Varlan", "Oswin", "Brannoch", "Raske", "Tessaly")
"""The Houses in the order in which the opponent prefers them."""

BEST = 6
"""It takes one of this many best claims."""

FORCE = ((od.Some(4, "infantry"), od.Some(2, "archers")), (od.Some(1, "infantry"),))
"""What it buys, in this order, as long as the start gold lasts."""


def found(state: State, seat: int, seed: int) -> Order:
    """The next order of the setup."""
    realm = state.realm(seat)
    if not realm.claimed:
        return best_claim(state, seed)
    if state.settings.houses and realm.house == "none":
        house = first_accepted(state, seat, map(od.ChooseHouse, HOUSES))
        if house is not None:
            return house
    seat_of_power = capital(state, seat)
    if not realm.free_building:
        return od.Build("barracks", seat_of_power)
    wanted = (od.Buy(od.UnitList(force), seat_of_power) for force in FORCE)
    bought = first_accepted(state, seat, wanted)
    if bought is not None:
        return bought
    for leader in state.leaders_of(seat):
        if not leader.place and leader.captor is None:
            return od.PlaceUnits(od.UnitList((od.LeaderRef(leader.ref),)), seat_of_power)
    return EndPhase()


def capital(state: State, seat: int) -> str:
    """The name of the most valuable claimed province."""
    best = max(state.realm(seat).claimed, key=lambda n: (state.province(n).value, -n))
    return state.site(best).name


def best_claim(state: State, seed: int) -> Order:
    """One of the claims that are worth most."""
    valued: list[tuple[int, od.Claim]] = []
    for claim in claims(state):
        numbers = [find_province(state, name) for name in claim.provinces]
        valued.append((sum(state.province(number).value for number in numbers), claim))
    if not valued:
        return EndPhase()
    valued.sort(key=lambda one: -one[0])
    return valued[scattered(seed, 0) % min(BEST, len(valued))][1]


# A practice opponent: one order after the other, from what every seat may know.
#
# `easy` takes what lies near and looks strong enough; `hard` weighs odds, honor and research.


class Opponent:
    """Chooses orders for a seat; the same state and seed give the same order.

    Raises `ValueError` that names the levels if there is none of that name.
    """

    def __init__(self, level: str) -> None:
        self.hard = check_level(level) == "hard"

    def order(
        self, state: State, seat: int, seed: int, nodes: int = 0, stop: Callable[[], bool] = never
    ) -> Order:
        """What this opponent orders now; it never thinks long enough to be stopped."""
        match state.flow.phase:
            case "setup":
                return found(state, seat, seed)
            case "move":
                return attack(state, seat, self.hard, seed)
            case _:
                return first_accepted(state, seat, self.wanted(state, seat)) or EndPhase()

    def answer(self, state: State, seat: int) -> Order | None:
        """It leaves an offer of a draw unanswered."""
        return None

    def wanted(self, state: State, seat: int) -> Iterator[Order]:
        """What it would do in any other phase, most wanted first."""
        match state.flow.phase:
            case "purchase":
                yield from wishes(state, seat, self.hard)
            case "combat":
                yield from fights(state, seat, self.hard)
            case "noncombat":
                yield from marches(state, seat, self.hard)
            case "placement":
                for number in from_the_front(state, seat):
                    for kind in KINDS:
                        yield od.PlaceUnits(one_of(kind), state.site(number).name)
            case "diplomacy" if self.hard:
                yield od.Release(EVERYTHING, 0)
            case "fate":
                yield od.DrawFate()


def fights(state: State, seat: int, hard: bool) -> Iterator[Order]:
    """The hard one plays its unit cards first, where most defend; then all battles are fought."""
    for number in sorted(state.battles(), key=lambda n: -sum(state.defenders(n))) if hard else ():
        for held in state.realm(seat).cards:
            if not held.province:
                yield od.PlayCard(held.code, state.site(number).name)
    yield od.FightAll()
