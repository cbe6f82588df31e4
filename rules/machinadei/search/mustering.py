"""How a practice opponent buys and places its army (MD-SETUP)."""

from collections.abc import Iterator

from rules.machinadei import orders as od
from rules.machinadei.army.deploying import cells_of, count_of, limit, zone
from rules.machinadei.army.raising import raise_unit, stand
from rules.machinadei.field.table import occupied
from rules.machinadei.orders import Cell
from rules.machinadei.statblock import (
    FODDER,
    PRIMARY,
    SECONDARY,
    TERTIARY,
    Reserve,
    Statblock,
    same,
)
from rules.machinadei.state import State
from rules.orders import EndPhase, Order

MOST_UNITS = 9


def next_purchase(state: State, seat: int, seed: int, wise: bool = False) -> Order:
    """The next unit of the army, or the end of the deployment."""
    own = [unit for unit in state.units.values() if unit.seat == seat and not unit.gone]
    left = limit(state) - state.armies[seat].points
    if len(own) < MOST_UNITS:
        for block, models in wishes(state, seat, seed, left, wise):
            at = first_place(state, seat, block, models, len(own))
            if at is not None:
                return od.Deploy(block.name, (at,), models)
    return EndPhase()


def types_of(state: State, seat: int, seed: int, wise: bool) -> list[Statblock]:
    """The types of the seat's faction; an army without one takes one by the seed, a wise one the
    faction with the toughest giant."""
    faction = state.armies[seat].faction
    giants = [block for block in state.types if block.tier == PRIMARY and not is_reserve(block)]
    if wise and not faction and giants:
        faction = max(giants, key=toughness).faction
    known = sorted({block.faction: None for block in giants or state.types})
    chosen = faction or (known[seed % len(known)] if known else "")
    return [block for block in state.types if same(block.faction, chosen)]


def wishes(
    state: State, seat: int, seed: int, left: int, wise: bool
) -> Iterator[tuple[Statblock, int]]:
    """Which type it would like next: foot first, then a Secondary for every two of them."""
    types = [block for block in types_of(state, seat, seed, wise) if not is_reserve(block)]
    great, lesser = count_of(state, seat, SECONDARY), count_of(state, seat, TERTIARY, FODDER)
    primary = count_of(state, seat, PRIMARY)
    tiers = [TERTIARY, FODDER]
    if lesser > 2 * great:
        tiers.insert(0, SECONDARY)
    if lesser >= 2 and not primary:
        tiers.insert(0, PRIMARY)
    for tier in tiers:
        some = [block for block in types if block.tier == tier]
        turn = (seed + lesser + great) % max(1, len(some))
        for block in some[turn:] + some[:turn]:
            models = min(block.most, 20, left // max(1, block.cost))
            if models >= block.least:
                yield block, models


def toughness(block: Statblock) -> int:
    """How much a giant can take and give."""
    return block.wounds * (1 + block.melee.attacks) * block.size


def is_reserve(block: Statblock) -> bool:
    """MD-SETUP-11: types that start off the board are left at home."""
    return any(isinstance(one, Reserve) for one in block.abilities)


def first_place(state: State, seat: int, block: Statblock, models: int, number: int) -> Cell | None:
    """The first room in the zone, near to the enemy, from the middle outwards."""
    unit, _ = raise_unit(state, seat, "new1", block, models)
    _, spots = stand(unit, ((0, 0),), "", None, "MD-UNIT-6")
    shape = cells_of(unit, spots)
    closed = dict.fromkeys(occupied(state))
    rows = zone(state, seat)
    middle = state.width // 2
    columns = sorted(range(1, state.width + 1), key=lambda x: (abs(x - middle), x))
    for y in rows if seat == 1 else reversed(rows):
        for x in columns:
            if all(
                y + dy in rows and 1 <= x + dx <= state.width and (x + dx, y + dy) not in closed
                for dx, dy in shape
            ):
                return x, y
    return None
