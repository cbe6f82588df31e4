"""RC-MOVE-12, RC-ZOC: the search for routes gives the same as trying everything, in bounded
work."""

import random
from collections.abc import Iterator
from dataclasses import replace
from heapq import heappop, heappush

import pytest

from rules.line import work
from rules.numbers.grid import Cell
from rules.rulescrusade.field.routes import Route, Search
from rules.rulescrusade.field.terrain import relief, touching
from rules.rulescrusade.field.zones import gait, may_stand, steps
from rules.rulescrusade.state import (
    Army,
    Building,
    Condition,
    Ground,
    Rules,
    Sector,
    Spot,
    State,
    Unit,
)

ARMIES = (Army(1, "A"), Army(2, "B"))

Best = tuple[int, int, int, bytes]
"""How many enemies strike, the cost, the number of steps, and the steps themselves."""


# --- random boards --------------------------------------------------------------------------------


def random_ground(rng: random.Random) -> Ground:
    """A small board with walls and heights, perhaps with a building and a short ladder."""
    rows, cols = rng.randint(3, 8), rng.randint(3, 8)
    rough = rng.choice((10, 40))
    cells = [(row, column) for row in range(1, rows + 1) for column in range(1, cols + 1)]
    terrain = [rng.choice("_#c=^w/+") if rng.randrange(100) < rough else "_" for _ in cells]
    heights = [rng.choice("0123") if rng.randrange(9) == 0 else "0" for _ in cells]
    buildings: tuple[Building, ...] = ()
    if rng.randrange(5) < 2:
        row, column = rng.randint(1, rows - 1), rng.randint(1, cols - 1)
        inside = [
            (down, across)
            for down in range(row, min(rows, row + rng.randint(0, 2)) + 1)
            for across in range(column, min(cols, column + rng.randint(0, 2)) + 1)
        ]
        for down, across in inside:
            if terrain[(down - 1) * cols + across - 1] != "+":
                terrain[(down - 1) * cols + across - 1] = "b"
        half = len(inside) // 2
        sectors = [Sector(1, tuple(inside))]
        if half and rng.randrange(2):
            sectors = [Sector(1, tuple(inside[:half])), Sector(2, tuple(inside[half:]))]
        roof, armored = rng.randint(3, 5), rng.randrange(5) == 0
        buildings = (Building("B1", roof, armored, tuple(sectors)),)
    size = rows * cols
    ground = Ground(rows, cols, "".join(terrain), "".join(heights), "." * size, buildings)
    return replace(ground, ladders=tuple(random_ladder(rng, ground)))


def random_ladder(rng: random.Random, ground: Ground) -> Iterator[tuple[Cell, Cell]]:
    """A short ladder, or none, where there is a place for one."""
    level = relief(ground).level
    for _ in range(8 * rng.randrange(2)):
        foot = rng.randint(1, ground.rows), rng.randint(1, ground.cols)
        top = foot[0] + rng.randint(-1, 1), foot[1] + rng.randint(-1, 1)
        if foot != top and ground.holds(top):
            height = level[ground.index(top)] - level[ground.index(foot)]
            if 1 <= height <= 3:
                yield foot, top
                return


def random_board(rng: random.Random) -> tuple[State, Unit, list[Spot]]:
    """A state, the model that moves, and free places."""
    ground = random_ground(rng)
    traits = ("Climb", "Trot", "Fly", "Slip Thru", "Big", "Tall")
    mover = Unit(
        "A1",
        "Walker",
        1,
        armor=rng.randrange(4),
        diagonals=rng.choice((0, 0, 1)),
        traits=tuple(one for one in traits if rng.randrange(16) == 0),
    )
    hulk = rng.randrange(7) == 0
    spots = [(*cell, inside) for cell in ground.cells() for inside in (False, True)]
    open_ = [spot for spot in spots if may_stand(relief(ground), gait(mover, hulk), spot)]
    rng.shuffle(open_)
    if len(open_) < 3:
        return random_board(rng)
    here = open_.pop()
    began = rng.choice((None, here, open_[0]))
    mover = replace(mover, at=here[:2], inside=here[2], began=began)
    units = {"A1": mover}
    for number in range(rng.choice((0, 1, 2, 4, 8, 12, 16))):
        if len(open_) < 2:
            break
        spot, seat = open_.pop(), rng.choice((1, 2, 2, 2))
        unit = Unit(f"O{number}", "Orc", seat, at=spot[:2], inside=spot[2])
        if rng.randrange(9) == 0:
            name = rng.choice(("stunned", "ko", "hidden"))
            unit = replace(unit, conditions=(Condition(name),))
        unit = replace(unit, zoc="pass" if rng.randrange(20) == 0 else "strike")
        units[unit.ref] = replace(unit, chit=rng.randrange(20) == 0)
    rules = Rules(ground.rows, ground.cols, hulk=hulk)
    return State(rules=rules, ground=ground, units=units, armies=ARMIES), mover, open_


# --- everything tried -----------------------------------------------------------------------------


def all_strikers(state: State, mover: Unit) -> list[Unit]:
    """The enemies that may strike the mover: RC-ZOC-2, written independently of the rules."""
    manner, ground = gait(mover, state.rules.hulk), relief(state.ground)
    if mover.chit or mover.vehicle or mover.trait("Slip Thru") or manner.air or manner.phase:
        return []
    standing = [one for one in state.units.values() if one.standing and one.ref != mover.ref]
    return [
        enemy
        for enemy in standing
        if not (enemy.chit or enemy.vehicle or enemy.latched or enemy.zoc == "pass")
        and not state.friends(enemy, mover)
        and enemy.ref not in mover.struck
        and not (enemy.has("stunned") or enemy.has("hidden"))
        and not any(
            not other.chit
            and not state.friends(other, enemy)
            and touching(ground, enemy.spot, other.spot)
            for other in standing
        )
    ]


def exhausted(
    state: State, mover: Unit, goals: list[Spot], budget: int, via: tuple[Cell, ...]
) -> Best | None:
    """RC-MOVE-12: the best of all routes within the budget, keeping apart those that provoke
    different enemies."""
    ground, search = relief(state.ground), Search(state, mover)
    strikers, manner = all_strikers(state, mover), search.gait
    standing = {one.spot: one for one in state.units.values() if one.standing and one is not mover}
    ends = [spot for spot in goals if spot not in standing and may_stand(ground, manner, spot)]
    began = mover.began or mover.spot
    best: Best | None = None
    done: dict[tuple[Spot, int, frozenset[str], int], tuple[int, int, bytes]] = {}
    heap = [((0, 0, b""), mover.spot, mover.diagonals % 2, (), 0)]
    while heap:
        price, spot, parity, struck, stage = heappop(heap)
        key = spot, parity, frozenset(struck), stage
        if key in done and done[key] <= price:
            continue
        done[key] = price
        if stage == len(via) and spot in ends:
            best = min(best or (99, 0, 0, b""), (len(struck), *price))
        near = [one for one in strikers if touching(ground, one.spot, spot)]
        for step in steps(ground, manner, spot):
            other = standing.get(step.to)
            if other is not None and not (manner.air or state.friends(other, mover)):
                continue
            inch = 2 if step.diagonal and parity else 1
            cost = price[0] + step.extra + (inch if step.flat else inch - 1)
            if cost > budget or not search.is_open(spot, step):
                continue
            now = [one.ref for one in near if spot != began or touching(ground, one.spot, step.to)]
            hit = tuple(sorted(dict.fromkeys((*struck, *now))))
            mark = bytes((2 * step.direction + step.to[2],))
            passed = stage + (stage < len(via) and via[stage] == step.to[:2])
            more = cost, price[1] + 1, price[2] + mark
            heappush(heap, (more, step.to, parity ^ step.diagonal, hit, passed))
    return best


def as_best(search: Search, route: Route | None) -> Best | None:
    """A route in the form of `Best`."""
    if route is None:
        return None
    spot, trail = search.unit.spot, b""
    for to, _, _ in route.steps:
        trail += bytes(one[0] for one in search.exits(spot) if one[1] == to)
        spot = to
    return route.attacks, route.cost, len(route.steps), trail


@pytest.mark.parametrize("seed", range(10))
def test_the_best_way_is_the_best_of_all(seed: int) -> None:
    """RC-MOVE-12: on random boards the search finds the same route, cost and number of strikes as
    trying every route, and the same cheapest cost if no enemy strikes."""
    rng, provoked = random.Random(seed), 0
    for _ in range(60):
        state, mover, free = random_board(rng)
        goals = rng.sample(free, min(len(free), rng.choice((1, 1, 2, 5))))
        budget = rng.randint(1, 8)
        cells = list(state.ground.cells())
        via = tuple(rng.choice(cells) for _ in range(rng.choice((0, 0, 0, 1, 2))))
        wanted = exhausted(state, mover, goals, budget, via)
        search = Search(state, mover)
        assert as_best(search, search.best(goals, budget, via)) == wanted
        provoked += wanted is not None and wanted[0] > 0
        calm = {key: replace(one, zoc="pass") for key, one in state.units.items()}
        free_of_zones = exhausted(replace(state, units=calm), mover, goals, 12, via)
        cheapest = Search(state, mover).cheapest(goals, via)
        price = None if free_of_zones is None else free_of_zones[1]
        assert price == (cheapest if cheapest is None or cheapest <= 12 else None)
    assert provoked > 2


# --- what it costs --------------------------------------------------------------------------------


def crowd(across: int, apart: int = 2, size: int = 48) -> State:
    """A square of enemies, with `apart` cells from one to the next, between two walls."""
    cells = ["_"] * (size * size)
    last = 8 + apart * (across - 1)
    for row in (6, last + 2):
        for column in range(size):
            cells[(row - 1) * size + column] = "#"
    units = {"A1": Unit("A1", "Walker", 1, at=(8, 6))}
    for down in range(across):
        for along in range(across):
            ref = f"O{across * down + along + 1}"
            units[ref] = Unit(ref, "Orc", 2, at=(8 + apart * down, 8 + apart * along))
    ground = Ground(size, size, "".join(cells), "0" * size * size, "." * size * size)
    return State(rules=Rules(size, size), ground=ground, units=units, armies=ARMIES)


@pytest.mark.parametrize(
    ("across", "inches", "attacks", "price"),
    [(5, 30, 5, 20), (6, 24, 6, 24), (6, 48, 6, 24), (8, 40, 8, 32), (9, 33, 12, 33)],
)
def test_a_way_through_a_crowd_is_no_great_work(
    across: int, inches: int, attacks: int, price: int
) -> None:
    """RC-ZOC, RC-BOUND-3: a route through enemies on every second cell is found within the budget
    of a line, however many may strike."""
    state = crowd(across)
    goal = (8 + 2 * (across - 1), 8 + 2 * across, False)
    with work.budget(work.LINE):
        route = Search(state, state.unit("A1")).best([goal], inches)
    assert route is not None
    assert (route.attacks, route.cost) == (attacks, price)


def test_what_cannot_be_reached_is_found_out_first() -> None:
    """RC-MOVE-4: if no route leads to a place, or none within the budget, the search stops without
    weighing zones."""
    state = crowd(6)
    walled = list(state.ground.terrain)
    for row, column in ((12, 12), (12, 13), (12, 14), (13, 12), (13, 14), (14, 13)):
        walled[(row - 1) * 48 + column - 1] = "#"
    ground = replace(state.ground, terrain="".join(walled))
    state = replace(state, ground=ground)
    search = Search(state, state.unit("A1"))
    with work.budget(40_000):
        assert search.best([(13, 13, False)], 48) is None
        assert search.best([(18, 20, False)], 10) is None


def test_no_step_costs_nothing() -> None:
    """RC-MOVE-12: every step costs something, even to a roof as high as its floor; else a route
    could go to and fro for ever."""
    ground = Ground(
        1, 4, "_bb_", "0550", "....", (Building("B1", 3, False, (Sector(1, ((1, 2), (1, 3))),)),)
    )
    for spot in ((1, 2, False), (1, 2, True), (1, 3, True)):
        for step in steps(relief(ground), gait(Unit("A1", "Walker", 1), False), spot):
            assert step.extra + step.flat > 0
