"""A practice opponent: it buys, places, marches, shoots and charges by what each is worth."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from rules.border.game import Practised, Tries, never
from rules.line.adjudication import Die
from rules.line.errors import Refusal
from rules.line.orders import EndPhase, Order
from rules.machinadei import orders as od
from rules.machinadei import statblock as sb
from rules.machinadei.adjudicate import adjudicate, legal
from rules.machinadei.adjudicate import is_accepted as accepted
from rules.machinadei.apply import apply
from rules.machinadei.army import count_of, limit, zone
from rules.machinadei.candidates import charges, first_place, walks
from rules.machinadei.field import enemies, occupied, touching
from rules.machinadei.fight.strike import NEEDED, magic_blow, wounds_from
from rules.machinadei.naming import named
from rules.machinadei.orders import Cell
from rules.machinadei.search.chances import astray, exchange, harm, shot_harm, worth
from rules.machinadei.search.marching import best_charge, best_move, plan_of
from rules.machinadei.search.striking import best_blows, best_shares, exact_value
from rules.machinadei.state import State, Unit, key

# How a practice opponent buys and places its army (MD-SETUP).


MOST_UNITS = 9

WISE_UNITS, ENGINES, MASTERS = 12, 3, 2
"""The most units in the army of the `hard` opponent, how many of them shoot from afar, and how many
are Secondaries."""

AFAR = 12
"""Range in inches from which a weapon counts for shooting from afar, not for a last volley before a
charge."""


def next_purchase(state: State, seat: int, seed: int, wise: bool = False) -> Order:
    """The next unit of the army, or the end of the deployment."""
    own = list(state.in_play(seat))
    left = limit(state) - state.armies[seat].points
    if len(own) < (WISE_UNITS if wise else MOST_UNITS):
        wanted = wise_wishes if wise else wishes
        for block, models in wanted(state, seat, seed, left):
            at = place_for(state, seat, block, models, wise and is_shy(block))
            if at is not None:
                return od.Deploy(block.name, (at,), models)
    return EndPhase()


def types_of(state: State, seat: int, seed: int) -> list[sb.Statblock]:
    """The types of the seat's faction; if it has none yet, the seed picks one.

    The opponent never buys types that start off the board (MD-SETUP-11).
    """
    faction = state.armies[seat].faction
    giants = [one for one in state.types if one.tier == sb.PRIMARY and not one.has(sb.Reserve)]
    known = sorted({block.faction: None for block in giants or state.types})
    chosen = faction or (known[seed % len(known)] if known else "")
    return [block for block in state.types if sb.same(block.faction, chosen)]


def wishes(state: State, seat: int, seed: int, left: int) -> Iterator[tuple[sb.Statblock, int]]:
    """The types it would like next, with models: foot, then a Secondary for every two of them."""
    types = [block for block in types_of(state, seat, seed) if not block.has(sb.Reserve)]
    great = count_of(state, seat, sb.SECONDARY)
    lesser = count_of(state, seat, sb.TERTIARY, sb.FODDER)
    primary = count_of(state, seat, sb.PRIMARY)
    tiers = [sb.TERTIARY, sb.FODDER]
    if lesser > 2 * great:
        tiers.insert(0, sb.SECONDARY)
    if lesser >= 2 and not primary:
        tiers.insert(0, sb.PRIMARY)
    for tier in tiers:
        some = [block for block in types if block.tier == tier]
        turn = (seed + lesser + great) % max(1, len(some))
        yield from affordable(some[turn:] + some[:turn], left, 20)


def toughness(block: sb.Statblock) -> int:
    """How much a giant can take and give."""
    return block.wounds * (1 + block.melee.attacks) * block.size


def place_for(state: State, seat: int, block: sb.Statblock, models: int, shy: bool) -> Cell | None:
    """The first free place in the zone from the middle outwards, in the row nearest to the enemy,
    or farthest from it if `shy`."""
    rows, middle = zone(state, seat), state.width // 2
    columns = sorted(range(1, state.width + 1), key=lambda x: (abs(x - middle), x))
    ways = rows if (seat == 1) != shy else rows[::-1]
    return first_place(state, seat, (block, models), ways, columns, dict.fromkeys(occupied(state)))


# --- a wise army ----------------------------------------------------------------------------------


def wise_wishes(
    state: State, seat: int, seed: int, left: int
) -> Iterator[tuple[sb.Statblock, int]]:
    """The types it would like next: a giant, engines that shoot from afar, a few Secondaries, then
    the best foot."""
    foes = facing(state, seat)
    types = [one for one in wise_types(state, seat, seed, foes) if not one.has(sb.Reserve)]
    own = list(state.in_play(seat))
    lesser = [block for block in types if block.tier in (sb.TERTIARY, sb.FODDER)]
    engines = [block for block in lesser if afar(block, foes) > 0]
    if not count_of(state, seat, sb.PRIMARY):
        giants = (block for block in types if block.tier == sb.PRIMARY)
        yield from affordable(sorted(giants, key=lambda one: -toughness(one)), left)
    shooting = sum(far_reaching(state.block(unit)) and unit.tier <= 2 for unit in own)
    if shooting < ENGINES:
        yield from affordable(sorted(engines, key=lambda one: -afar(one, foes))[:1], left)
    masters = count_of(state, seat, sb.SECONDARY)
    if masters < MASTERS and 2 * masters < count_of(state, seat, sb.TERTIARY, sb.FODDER):
        some = (block for block in types if block.tier == sb.SECONDARY)
        yield from affordable(sorted(some, key=lambda one: -by_hand(one, foes)), left)
    lesser = [block for block in lesser if block.most > 1] or lesser
    foot = sorted(lesser, key=lambda one: -(by_hand(one, foes) + afar(one, foes)))
    yield from affordable(foot, left)


def wise_types(
    state: State, seat: int, seed: int, foes: tuple[sb.Statblock, ...]
) -> list[sb.Statblock]:
    """The types of its faction; without one, of a faction that is about as good as the best."""
    faction = state.armies[seat].faction
    if not faction:
        prospects: dict[str, int] = {}
        for block in state.types:
            prospects.setdefault(block.faction, 0)
        for name in prospects:
            some = [one for one in state.types if one.faction == name and not one.has(sb.Reserve)]
            prospects[name] = prospect(some, foes)
        best = max(prospects.values(), default=0)
        good = [name for name, value in sorted(prospects.items()) if 8 * value >= 7 * best]
        faction = good[seed % len(good)] if good else ""
    return [block for block in state.types if sb.same(block.faction, faction)]


def prospect(types: list[sb.Statblock], foes: tuple[sb.Statblock, ...]) -> int:
    """About how good the best army of a faction might be."""
    giant = max((toughness(one) for one in types if one.tier == sb.PRIMARY), default=0)
    engine = max((afar(one, foes) for one in types if one.tier <= 2), default=0)
    foot = max((by_hand(one, foes) for one in types if one.tier <= 2), default=0)
    return 10 * giant + engine + foot


def facing(state: State, seat: int) -> tuple[sb.Statblock, ...]:
    """The types that it will meet: those deployed already, else all of the lower tiers."""
    met = {unit.profile: state.block(unit) for unit in state.units.values() if unit.seat != seat}
    return tuple(met.values()) or tuple(block for block in state.types if block.tier <= 2)


def affordable(
    blocks: list[sb.Statblock], left: int, most: int = 25
) -> Iterator[tuple[sb.Statblock, int]]:
    """The types that the points left can buy, with as many models as a unit should have: more would
    wheel and charge badly."""
    for block in blocks:
        models = min(block.most, most, left // max(1, block.cost))
        if models >= block.least:
            yield block, models


def afar(block: sb.Statblock, foes: tuple[sb.Statblock, ...]) -> int:
    """What each 100 points of a type take in a turn from afar, on average over these enemies."""
    shots = [one.bonus for one in block.weapons if one.use != "melee" and one.reach >= AFAR]
    return max((rate(block, bonus, foes) for bonus in shots), default=0)


def by_hand(block: sb.Statblock, foes: tuple[sb.Statblock, ...]) -> int:
    """What each 100 points of a type take in a round of melee, on average over these enemies."""
    return rate(block, block.melee, foes)


def rate(block: sb.Statblock, bonus: sb.Bonus, foes: tuple[sb.Statblock, ...]) -> int:
    """Thousandths of a point for each 100 points, by the tables of MD-HIT-2 and MD-WOUND-1."""
    total = 0
    for foe in foes:
        tiers = block.tier - foe.tier
        tenths = 10 if tiers >= 3 else 0 if tiers <= -3 else 11 - NEEDED[tiers]
        damage = max(0, max(1, block.size - foe.size) + bonus.damage)
        wounds = wounds_from(100 * tenths * damage * max(0, 1 + bonus.attacks), tiers)
        total += wounds * max(1, foe.cost) // foe.wounds
    return 100 * total // (max(1, block.cost) * max(1, len(foes)))


def far_reaching(block: sb.Statblock) -> bool:
    """Has the type a weapon for shooting from afar?"""
    return any(one.use != "melee" and one.reach >= AFAR for one in block.weapons)


def is_shy(block: sb.Statblock) -> bool:
    """Is the type placed behind the others?  One that shoots or casts is, unless it is a giant."""
    return block.tier != sb.PRIMARY and (far_reaching(block) or bool(block.magic))


# How a practice opponent chooses its orders.
#
# It uses no random numbers and no clock; `easy` takes what is nearest, `hard` weighs every order.


NODES = {"easy": 400, "hard": 4000}
"""How many orders are tried at most for one decision, by level."""


def middle(die: Die) -> int:
    """The middle face: what every die shows while an order is only imagined."""
    return die.faces[len(die.faces) // 2]


class Opponent(Practised):
    """Chooses orders for a seat; the same nodes and seed give the same order."""

    def is_behind(self, state: State, seat: int) -> bool:
        """Has it fewer victory points?"""
        return state.armies[seat].vp < state.armies[3 - seat].vp

    def order(
        self, state: State, seat: int, seed: int, nodes: int = 0, stop: Callable[[], bool] = never
    ) -> Order:
        """The order that this opponent gives now; `stop` may end its search early."""
        budget = Tries(nodes or NODES[self.level], stop)
        if state.pending is not None:
            exact = best_shares(state, seat) if self.hard else None
            return exact or best_division(state, seat, budget)
        match state.flow.phase:
            case "deploy":
                return next_purchase(state, seat, seed, wise=self.hard)
            case "move":
                found = self.march(state, seat, budget)
            case "magic" | "shooting":
                found = best_attack(state, seat, budget, self.value)
            case "melee" if self.hard:
                found = best_blows(state, seat)
            case _:
                found = None
        return found or EndPhase()

    @property
    def value(self) -> Callable[[State, Order], int]:
        """The function by which it weighs an attack."""
        return exact_value if self.hard else value_of

    def march(self, state: State, seat: int, budget: Tries) -> Order | None:
        """The best charge, else the first unit that gains by moving, and its best move."""
        if self.hard:
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
    """About how many cells away a foe is."""
    (x, y), (u, v) = unit.position, foe.position
    return max(abs(x - u), abs(y - v))


def closer(state: State, unit: Unit, order: Order, foe: Unit) -> bool:
    """Does the move bring the unit nearer to a foe?"""
    after = tried(state, unit.seat, order)
    return after is not None and gap(after.units[key(unit.ref)], foe) < gap(unit, foe)


# --- imagining ---------------------------------------------------------------------------------


def tried(state: State, seat: int, order: Order) -> State | None:
    """The state after an order whose dice show their middle face; None if it would be refused."""
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
        for order in turns_of(who):
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


def turns_of(who: od.Who) -> Iterator[Order]:
    """All turns and whole wheels."""
    yield from (od.Turn(who, way) for way in ("left", "right", "around"))
    yield from (od.Wheel(who, side, 90) for side in ("left", "right"))


def best_attack(
    state: State, seat: int, budget: Tries, weigh: Callable[[State, Order], int]
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
    magic = next(one for one in state.block(unit).magic if sb.same(one.name, name))
    aim = named(state, target) if isinstance(target, str) else None
    foes = [foe for foe in enemies(state, unit.seat) if target in foe.cells] if aim is None else []
    victims = [aim] if aim is not None else foes
    return sum(value_of_effects(state, unit, magic, victim) for victim in victims) or 1


def value_of_effects(state: State, unit: Unit, magic: sb.Magic, victim: Unit) -> int:
    """What the effects of a spell are worth on one unit."""
    total = 0
    for effect in magic.effects:
        match effect:
            case sb.AttackEffect():
                total += harm(state, unit, victim, magic_blow(magic.name, effect))
            case sb.ModifyEffect():
                foes = touching(state, victim)
                stir = worth(victim) // 40 + (worth(victim) // 10 if foes else 0)
                shoots = bool(state.weapons(victim, "ranged"))
                total += stir + (worth(victim) // 15 if shoots else 0)
            case sb.SummonEffect():
                total += 30_000
            case _:
                if not victim.broken:
                    total += worth(victim) * max(0, 10 - victim.effective("L")) // 30
    return total


def best_division(state: State, seat: int, budget: Tries) -> Order:
    """MD-AREA-7: all hits on one unit: the division that costs the enemy the most."""
    best, found = -1, None
    for order in legal(state, seat):
        if isinstance(order, od.Allocate) and budget.spend():
            share = order.shares[0]
            target = named(state, share.target)
            value = share.amount * max(1, target.cost)
            if value > best:
                best, found = value, order
    return found or EndPhase()
