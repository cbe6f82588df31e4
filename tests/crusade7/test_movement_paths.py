"""Chapters 5.1 and 5.4 in numbers: distances, legs, chains of steps, and where one may go."""

import random
from dataclasses import replace
from math import sqrt

import pytest

from rules.crusade7.army.statblock import Statblock
from rules.crusade7.field import geometry, paths
from rules.crusade7.orders import Heading
from rules.crusade7.state import Affliction, State, Unit
from rules.line.flow import Flow
from rules.numbers.arith import SCALE, decimals, nearest
from rules.numbers.grid import STEPS, Cell, shift

Size = tuple[int, int]


def block(size: Size = (1, 1), tags: tuple[str, ...] = ()) -> Statblock:
    """A unit type of which only footprint and tags matter."""
    stats = (6, 0, 0, 0, 0, 0, 0, 0)
    return Statblock("Block", "B", 10, 10, "", 1, stats, footprint=size, tags=tags)


def field(*units: tuple[str, int, Cell, Size], **more: object) -> State:
    """A battlefield: each unit with its reference, army, anchor and footprint."""
    blocks = tuple(block(size) for _, _, _, size in units)
    placed = {
        ref: Unit(ref, seat, number, 10, 10, 10, "", blocks[number].stats, at=at)
        for number, (ref, seat, at, _) in enumerate(units)
    }
    return State(Flow(1, "move"), blocks=blocks, units=placed, **more)  # type: ignore[arg-type]


def with_condition(state: State, ref: str, condition: str) -> State:
    """The same, with a condition on one unit."""
    unit = state.units[ref]
    return state.with_unit(replace(unit, conditions=(Affliction(condition),)))


def leg(state: State, ref: str, manner: str, end: Cell) -> str:
    """The length of one leg as a report shows it, or `none`."""
    ground = paths.ground_for(state, state.units[ref], manner)
    length = paths.leg_length(ground, ground.start, end)
    return "none" if length is None else decimals(length, SCALE)


TABLE = (
    (0, 1, 2, 3, 4, 5, 6),
    (1, 1, 2, 3, 4, 5, 6),
    (2, 2, 3, 4, 4, 5, 6),
    (3, 3, 4, 4, 5, 6, 7),
    (4, 4, 4, 5, 6, 6, 7),
    (5, 5, 5, 6, 6, 7, 8),
    (6, 6, 6, 7, 7, 8, 8),
)


@pytest.mark.parametrize("down", range(7))
@pytest.mark.parametrize("across", range(7))
def test_distance_table(down: int, across: int) -> None:
    """C7-GEO-2: the table of distances near a unit."""
    state = field(("A1", 1, (5, 5), (1, 1)), ("B1", 2, (5 + down, 5 + across), (1, 1)))
    a, b = state.units["A1"], state.units["B1"]
    assert geometry.separation(state, a, b) == TABLE[down][across]


def test_within_agrees_with_rounding() -> None:
    """C7-GEO-3: within n means that the rounded distance is at most n."""
    for square in range(2000):
        distance = geometry.rounded(square)
        assert distance == int(sqrt(square) + 0.5)
        assert geometry.is_within(square, distance)
        assert distance == 0 or not geometry.is_within(square, distance - 1)


def test_large_units_measure_from_their_nearest_cells() -> None:
    """C7-GEO-4: gaps between footprints, and 0 where they overlap along a line."""
    state = field(("A1", 1, (5, 5), (2, 3)), ("B1", 2, (10, 2), (2, 2)), ("C1", 2, (6, 8), (1, 1)))
    a, b, c = (state.units[ref] for ref in ("A1", "B1", "C1"))
    assert geometry.line_gaps(state, a, b) == (4, 2)
    assert geometry.gap_square(state, a, b) == 20
    assert geometry.line_gaps(state, a, c) == (0, 1)
    assert geometry.is_engaged(state, a)
    assert not geometry.is_engaged(state, b)
    assert [one.ref for one in geometry.within(state, a, 4)] == ["C1", "B1"]


def test_two_units_never_fit_on_one_cell() -> None:
    """C7-GEO-9, C7-TERR-2: free means on the board, without a unit, not impassable."""
    state = field(("A1", 1, (5, 5), (2, 3)), terrain={(9, 9): "impassable", (9, 1): "rough"})
    assert not geometry.is_free(state, (6, 7), (1, 1))
    assert geometry.is_free(state, (6, 7), (1, 1), "A1")
    assert geometry.is_free(state, (7, 7), (1, 1))
    assert not geometry.is_free(state, (8, 8), (2, 2))
    assert geometry.is_free(state, (9, 1), (1, 1))
    assert not geometry.is_free(state, (24, 1), (2, 1))
    assert not geometry.is_free(state, (1, 30), (1, 2))
    assert geometry.occupied(state)[6, 6].ref == "A1"


@pytest.mark.parametrize(
    ("seat", "goal", "cell"),
    [
        (1, Heading(3, "forward"), (5, 8)),
        (2, Heading(3, "forward"), (5, 2)),
        (1, Heading(2, "back"), (5, 3)),
        (2, Heading(2, "back"), (5, 7)),
        (1, Heading(2, "up-left"), (3, 3)),
        (1, Heading(2, "down-right"), (7, 7)),
        (2, Heading(2, "right"), (5, 7)),
        (2, (9, 9), (9, 9)),
    ],
)
def test_directions(seat: int, goal: Heading | Cell, cell: Cell) -> None:
    """C7-MOVE-14, C7-GEO-8"""
    state = field(("A1", seat, (5, 5), (1, 1)))
    assert geometry.goal_cell(state.units["A1"], goal) == cell


def test_zones_and_edges() -> None:
    """C7-GEO-8: army 1 has columns 1-9 and edge 1, army 2 has columns 22-30 and edge 30."""
    assert list(geometry.zone(1)) == list(range(1, 10))
    assert list(geometry.zone(2)) == list(range(22, 31))
    assert (geometry.edge_column(1), geometry.edge_column(2)) == (1, 30)


@pytest.mark.parametrize(
    ("friend", "end", "length"),
    [
        (None, (7, 9), "4.47"),
        ((5, 6), (5, 7), "2.83"),
        ((5, 6), (5, 8), "3.83"),
        ((5, 6), (6, 8), "3.16"),
        ((6, 6), (6, 8), "3.16"),
        ((6, 6), (7, 7), "3.41"),
    ],
)
def test_legs_round_a_friend(friend: Cell | None, end: Cell, length: str) -> None:
    """C7-MOVE-6, C7-MOVE-7: worked example 7 and its neighbours."""
    units = [("A1", 1, (5, 5), (1, 1))]
    if friend:
        units.append(("A2", 1, friend, (1, 1)))
    assert leg(field(*units), "A1", "normal", end) == length


@pytest.mark.parametrize(
    ("terrain", "end", "length"),
    [
        ({(5, 6): "rough", (4, 6): "rough", (6, 6): "rough"}, (5, 8), "4.00"),
        ({(5, 6): "rough"}, (5, 7), "2.83"),
        ({(6, 6): "difficult"}, (6, 6), "4.00"),
        ({(5, 5): "difficult"}, (6, 8), "3.16"),
        ({(6, 6): "impassable"}, (6, 6), "none"),
        ({(7, 9): "rough"}, (7, 9), "5.83"),
    ],
)
def test_terrain(terrain: dict[Cell, str], end: Cell, length: str) -> None:
    """C7-TERR-1, C7-TERR-2: each step counts as the worst cell covered after it."""
    state = field(("A1", 1, (5, 5), (1, 1)), terrain=terrain)
    assert leg(state, "A1", "normal", end) == length


@pytest.mark.parametrize(
    ("option", "normal", "advance", "charge"),
    [
        ("split", "none", "2.00", "2.00"),
        ("pass", "2.00", "2.00", "2.00"),
        ("block", "none", "none", "none"),
    ],
)
def test_prone_units(option: str, normal: str, advance: str, charge: str) -> None:
    """C7-MOVE-12: who may pass over the fallen."""
    walls = {(row, column): "impassable" for row in (4, 6) for column in range(1, 12)}
    units = (("A1", 1, (5, 5), (1, 1)), ("A2", 1, (5, 6), (1, 1)))
    state = with_condition(field(*units, terrain=walls, options={"prone": option}), "A2", "prone")
    assert leg(state, "A1", "normal", (5, 7)) == normal
    assert leg(state, "A1", "fall back", (5, 7)) == normal
    assert leg(state, "A1", "advance", (5, 7)) == advance
    assert leg(state, "A1", "charge", (5, 7)) == charge


def test_enemy_zones_bind_moves_but_not_charges() -> None:
    """C7-ZOC-1, C7-ZOC-2, C7-ZOC-3, C7-CHARGE-6"""
    state = field(("A1", 1, (5, 8), (1, 1)), ("B1", 2, (5, 9), (1, 1)))
    assert leg(state, "A1", "normal", (5, 5)) == "3.00"
    assert leg(state, "A1", "advance", (7, 9)) == "3.83"
    assert leg(state, "A1", "fall back", (7, 9)) == "2.24"
    assert leg(state, "A1", "advance", (6, 10)) == "none"
    assert leg(state, "A1", "charge", (6, 10)) == "2.24"


def test_fear_closes_what_lies_forward() -> None:
    """C7-COND-10, C7-MORALE-5: the anchor never goes farther forward than the start."""
    walls = {(6, column): "impassable" for column in range(1, 6)}
    state = field(("A1", 1, (5, 5), (1, 1)), terrain=walls)
    assert leg(state, "A1", "advance", (7, 5)) == "2.83"
    for condition, charge in (("frightened", "none"), ("shaken", "2.83")):
        afraid = with_condition(state, "A1", condition)
        assert leg(afraid, "A1", "advance", (7, 5)) == "none"
        assert leg(afraid, "A1", "charge", (7, 5)) == charge
    mirrored = field(("B1", 2, (5, 25), (2, 3)))
    afraid = with_condition(mirrored, "B1", "frightened")
    assert leg(afraid, "B1", "normal", (5, 24)) == "none"
    assert leg(afraid, "B1", "normal", (5, 28)) == "3.00"


def test_a_flyer_sees_only_the_edge_of_the_board() -> None:
    """C7-FLY-1: over units, zones and terrain in a straight line."""
    walls = {(row, 7): "impassable" for row in range(1, 25)}
    state = field(("A1", 1, (5, 5), (1, 1)), ("B1", 2, (6, 8), (1, 1)), terrain=walls)
    flying = State(blocks=(block(tags=("flying",)), block()), units=state.units, terrain=walls)
    assert leg(flying, "A1", "normal", (7, 9)) == "4.47"
    assert leg(flying, "A1", "normal", (5, 31)) == "none"


@pytest.mark.parametrize("seed", range(12))
def test_chains_are_the_cheapest(seed: int) -> None:
    """C7-MOVE-7: the search finds what going over all cells again and again finds."""
    chance = random.Random(seed)
    kinds = ["", "", "", "rough", "difficult", "impassable"]
    terrain = {
        (row, column): kind
        for row in range(1, 25)
        for column in range(1, 31)
        if (kind := chance.choice(kinds)) and (row, column) != (12, 15)
    }
    state = field(("A1", 1, (12, 15), chance.choice([(1, 1), (1, 2), (2, 2)])), terrain=terrain)
    ground = paths.ground_for(state, state.units["A1"], "normal")
    cheapest = relaxed(ground)
    walked = paths.chains(ground, ground.start, 6 * SCALE)
    assert walked == {cell: length for cell, length in cheapest.items() if length <= 6 * SCALE}
    for row in range(1, 25, 3):
        for column in range(1, 31, 3):
            found = paths.chain_length(ground, ground.start, (row, column))
            assert found == cheapest.get((row, column))


def relaxed(ground: paths.Ground) -> dict[Cell, int]:
    """Cheapest chains by relaxing every step until nothing changes."""
    lengths = {ground.start: 0}
    changed = True
    while changed:
        changed = False
        for cell in list(lengths):
            for step in STEPS:
                to = shift(cell, step)
                factor = ground.factor(to)
                each = paths.DIAGONAL if 0 not in step else paths.STRAIGHT
                if factor and lengths[cell] + factor * each < lengths.get(to, 10**18):
                    lengths[to] = lengths[cell] + factor * each
                    changed = True
    return lengths


def test_reachable_cells_are_those_with_a_short_leg() -> None:
    """C7-MOVE-8: the cells offered are exactly those whose leg is within the allowance."""
    units = (("A1", 1, (5, 5), (1, 2)), ("A2", 1, (4, 7), (2, 1)), ("B1", 2, (9, 9), (1, 1)))
    state = field(*units, terrain={(6, 4): "rough", (7, 6): "impassable"})
    ground = paths.ground_for(state, state.units["A1"], "advance")
    found = paths.reachable(ground, 5)
    for row in range(0, 25):
        for column in range(0, 31):
            length = paths.leg_length(ground, ground.start, (row, column))
            near = length is not None and nearest(length) <= 5 and (row, column) != (5, 5)
            assert found.get((row, column)) == (length if near else None)
