"""How a practice opponent buys and places its army (MD-SETUP)."""

from collections.abc import Iterator

from rules.line.orders import EndPhase, Order
from rules.machinadei import orders as od
from rules.machinadei import statblock as sb
from rules.machinadei.army.deploying import cells_of, count_of, limit, zone
from rules.machinadei.army.raising import raise_unit, stand
from rules.machinadei.field.table import occupied
from rules.machinadei.fight.hits import NEEDED
from rules.machinadei.fight.wounds import wounds_from
from rules.machinadei.orders import Cell
from rules.machinadei.state import State

MOST_UNITS = 9

WISE_UNITS, ENGINES, MASTERS = 12, 3, 2
"""How many units a wise army has at most, how many of them shoot from afar, how many are
Secondaries."""

AFAR = 12
"""A weapon that reaches so far is for shooting and not for a last volley before the charge."""


def next_purchase(state: State, seat: int, seed: int, wise: bool = False) -> Order:
    """The next unit of the army, or the end of the deployment."""
    own = [unit for unit in state.units.values() if unit.seat == seat and not unit.gone]
    left = limit(state) - state.armies[seat].points
    if len(own) < (WISE_UNITS if wise else MOST_UNITS):
        wanted = wise_wishes if wise else wishes
        for block, models in wanted(state, seat, seed, left):
            at = first_place(state, seat, block, models, wise and is_shy(block))
            if at is not None:
                return od.Deploy(block.name, (at,), models)
    return EndPhase()


def types_of(state: State, seat: int, seed: int) -> list[sb.Statblock]:
    """The types of the seat's faction; an army without one takes one by the seed."""
    faction = state.armies[seat].faction
    giants = [block for block in state.types if block.tier == sb.PRIMARY and not is_reserve(block)]
    known = sorted({block.faction: None for block in giants or state.types})
    chosen = faction or (known[seed % len(known)] if known else "")
    return [block for block in state.types if sb.same(block.faction, chosen)]


def wishes(state: State, seat: int, seed: int, left: int) -> Iterator[tuple[sb.Statblock, int]]:
    """Which type it would like next: foot first, then a Secondary for every two of them."""
    types = [block for block in types_of(state, seat, seed) if not is_reserve(block)]
    great, lesser = (
        count_of(state, seat, sb.SECONDARY),
        count_of(state, seat, sb.TERTIARY, sb.FODDER),
    )
    primary = count_of(state, seat, sb.PRIMARY)
    tiers = [sb.TERTIARY, sb.FODDER]
    if lesser > 2 * great:
        tiers.insert(0, sb.SECONDARY)
    if lesser >= 2 and not primary:
        tiers.insert(0, sb.PRIMARY)
    for tier in tiers:
        some = [block for block in types if block.tier == tier]
        turn = (seed + lesser + great) % max(1, len(some))
        for block in some[turn:] + some[:turn]:
            models = min(block.most, 20, left // max(1, block.cost))
            if models >= block.least:
                yield block, models


def toughness(block: sb.Statblock) -> int:
    """How much a giant can take and give."""
    return block.wounds * (1 + block.melee.attacks) * block.size


def is_reserve(block: sb.Statblock) -> bool:
    """MD-SETUP-11: types that start off the board are left at home."""
    return any(isinstance(one, sb.Reserve) for one in block.abilities)


def first_place(
    state: State, seat: int, block: sb.Statblock, models: int, shy: bool
) -> Cell | None:
    """The first room in the zone, near to the enemy or far from him, from the middle outwards."""
    unit, _ = raise_unit(state, seat, "new1", block, models)
    _, spots = stand(unit, ((0, 0),), "", None, "MD-UNIT-6")
    shape = cells_of(unit, spots)
    closed = dict.fromkeys(occupied(state))
    rows = zone(state, seat)
    middle = state.width // 2
    columns = sorted(range(1, state.width + 1), key=lambda x: (abs(x - middle), x))
    for y in rows if (seat == 1) != shy else reversed(rows):
        for x in columns:
            if all(
                y + dy in rows and 1 <= x + dx <= state.width and (x + dx, y + dy) not in closed
                for dx, dy in shape
            ):
                return x, y
    return None


# --- a wise army ----------------------------------------------------------------------------------


def wise_wishes(
    state: State, seat: int, seed: int, left: int
) -> Iterator[tuple[sb.Statblock, int]]:
    """A giant, engines that shoot from afar, a few masters, and the best foot for the rest."""
    foes = facing(state, seat)
    types = [one for one in wise_types(state, seat, seed, foes) if not is_reserve(one)]
    own = [unit for unit in state.units.values() if unit.seat == seat and not unit.gone]
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
            some = [one for one in state.types if one.faction == name and not is_reserve(one)]
            prospects[name] = prospect(some, foes)
        best = max(prospects.values(), default=0)
        good = [name for name, value in sorted(prospects.items()) if 8 * value >= 7 * best]
        faction = good[seed % len(good)] if good else ""
    return [block for block in state.types if sb.same(block.faction, faction)]


def prospect(types: list[sb.Statblock], foes: tuple[sb.Statblock, ...]) -> int:
    """How good the best army of a faction might be."""
    giant = max((toughness(one) for one in types if one.tier == sb.PRIMARY), default=0)
    engine = max((afar(one, foes) for one in types if one.tier <= 2), default=0)
    foot = max((by_hand(one, foes) for one in types if one.tier <= 2), default=0)
    return 10 * giant + engine + foot


def facing(state: State, seat: int) -> tuple[sb.Statblock, ...]:
    """The types that it will meet: those deployed already, else all of the lesser tiers."""
    met = {unit.profile: state.block(unit) for unit in state.units.values() if unit.seat != seat}
    return tuple(met.values()) or tuple(block for block in state.types if block.tier <= 2)


def affordable(blocks: list[sb.Statblock], left: int) -> Iterator[tuple[sb.Statblock, int]]:
    """Those for which the points are enough, in bodies that still wheel and charge well."""
    for block in blocks:
        models = min(block.most, 25, left // max(1, block.cost))
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
    """Has it a weapon for shooting from afar?"""
    return any(one.use != "melee" and one.reach >= AFAR for one in block.weapons)


def is_shy(block: sb.Statblock) -> bool:
    """Who shoots or casts stands behind the others; a giant does not."""
    return block.tier != sb.PRIMARY and (far_reaching(block) or bool(block.magic))
