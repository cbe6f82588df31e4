"""C8-PERFT-1: the published counts of actions, and the fast generator held against the rules."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from rules.crusade8x8 import GAME
from rules.crusade8x8.action.action import judge
from rules.crusade8x8.board import House, Position, read_position, write_position
from rules.crusade8x8.notation import read_notation
from rules.crusade8x8.search.generate import Found, Generator, Packed, packed
from rules.crusade8x8.search.perft import count_lines, notations, perft, successors
from rules.crusade8x8.state import State
from rules.line.errors import Refusal
from rules.line.flow import Flow

TAIL = " w Sb3g3Rc1f1/Sb6g6Rc8f8 - - 0/0 - 0 1"
P1 = "2pbn3/1cvavwvwvavcv1/8/8/8/8/1C^A^W^W^A^C^1/2PBN3" + TAIL
P2 = "2pbn3/1rvavwvwvcvrv1/8/8/8/8/1R^A^W^W^C^R^1/2PBN3" + TAIL
P3 = "2nmbp2/rvcvavwvwvavcvrv/8/8/8/8/R^C^A^W^W^A^C^R^/2NMBP2" + TAIL
P4 = "8/2b1n3/3wvw<3/2av5/2NA^W>3/4W^3/5B2/3P4" + TAIL
P5 = "2p5/3R^4/1W^cv5/3C^1A<2/3rv4/4cv3/2N5/8 w Sb3g3Rc1f1/Sb6Rc8 d4 B 0/0 - 0 9"
P6 = "p7/8/3rv4/2R^C^4/3M4/8/8/7P" + TAIL
SHADOW = "3nn3/1rvrvwvavrvrv1/8/8/8/8/1R^R^W^A^R^R^1/3NN3" + TAIL

PUBLISHED = [
    *((P1, depth, count) for depth, count in ((1, 95), (2, 9025))),
    *((P2, depth, count) for depth, count in ((1, 186), (2, 34716))),
    *((P4, depth, count) for depth, count in ((1, 101), (2, 3082), (3, 373944))),
    *((P5, depth, count) for depth, count in ((1, 324), (2, 27035))),
    (P3, 1, 1150),
    (P6, 1, 23603),
]
SLOW = [(P1, 3, 815083), (P2, 3, 6953441), (P3, 2, 1322668), (P6, 2, 676132)]
"""Counts that only `python -m tests.crusade8x8.test_perft` checks, because they take long."""

ACTIONS = [(P1, 95), (P2, 198), (P3, 2784), (P4, 101), (P5, 327), (P6, 51478)]

BY_UNIT = [
    (P1, "c1 2, e1 2, b2 22, c2 11, d2 11, e2 11, f2 11, g2 24, pass 1"),
    (P2, "c1 8, e1 2, b2 27, c2 38, d2 11, e2 11, f2 58, g2 30, pass 1"),
    (
        P3,
        "c1 2, d1 982, f1 2, a2 21, b2 55, c2 11, d2 11, e2 11, f2 11, g2 55, h2 21, pass 1",
    ),
    (P4, "d1 8, f2 4, e3 2, c4 63, d4 12, e4 11, pass 1"),
    (P5, "c2 6, d5 76, f5 11, b6 11, d7 219, pass 1"),
    (P6, "h1 6, d4 23588, c5 216, d5 80, pass 1"),
]

SMALL = [
    ("p7/8/8/8/3A^4/8/8/8", 12, House()),
    ("8/8/3wv4/3p4/3A^4/8/8/8", 5, House()),
    ("8/8/3wv4/3p4/3A^4/8/8/8", 4, House(sight_clear=True)),
    ("8/8/3n4/8/3C^4/8/8/8", 27, House()),
    ("p7/8/8/8/3R^4/8/8/8", 31, House()),
    ("p7/8/8/8/3R^A^3/8/8/8", 69, House()),
    ("p7/8/8/8/3R^A^3/8/8/8", 42, House(follow_command=True)),
    ("p7/8/8/8/3wv4/2A^5/8/7P", 16, House()),
    ("p7/8/8/8/8/2wv5/8/1N5P", 11, House()),
    ("p7/8/8/3W^4/3M4/8/8/8", 118, House()),
    ("8/2P5/8/7p/8/8/8/8", 105, House()),
    ("8/8/8/1W^5p/8/8/8/8", 201, House()),
    ("8/8/8/1W^6/8/8/8/8", 0, House()),
]


@pytest.mark.parametrize(("text", "depth", "count"), PUBLISHED)
def test_published_counts(text: str, depth: int, count: int) -> None:
    """C8-PERFT-1"""
    assert perft(read_position(text), depth, House()) == count


@pytest.mark.parametrize(("text", "count"), ACTIONS)
def test_published_actions(text: str, count: int) -> None:
    """C8-NOTE-6: every action has a notation of its own."""
    found = notations(read_position(text), House())
    assert len(found) == count == len(set(found))


@pytest.mark.parametrize(("text", "split"), BY_UNIT)
def test_published_split(text: str, split: str) -> None:
    """C8-PERFT-1: the counts by acting unit."""
    *counts, notation, total = count_lines(read_position(text), 1, House())
    assert ", ".join(f"{unit} {count}" for unit, count in counts) == split
    assert (notation[0], total[0]) == ("notations", "total")


@pytest.mark.parametrize(("placement", "count", "house"), SMALL)
def test_counted_by_hand(placement: str, count: int, house: House) -> None:
    """C8-PERFT-1, C8-PERFT-2"""
    assert perft(read_position(placement + TAIL), 1, house) == count


def test_what_the_command_prints() -> None:
    """The split, then `notations`, then `total`."""
    lines = GAME.perft(P5, 1, {option.name: option.default for option in GAME.options})
    assert lines[0] == ("c2", 6)
    assert lines[-2:] == (("notations", 327), ("total", 324))


def positions(seed: int, games: int, plies: int) -> Iterator[tuple[Position, House, list[Found]]]:
    """Positions of random games with many captures, under varying house rules, each with some of
    its actions."""
    rng = random.Random(seed)
    for number in range(games):
        house = House(
            sight_clear=rng.random() < 0.3,
            frozen_all=rng.random() < 0.3,
            follow_command=rng.random() < 0.3,
        )
        position = read_position((P1, P3, P4, P5, P6, SHADOW)[number % 6])
        for _ in range(plies):
            found = Generator(packed(position), house, position.removed).actions()
            if not found:
                break
            yield position, house, rng.sample(found, min(12, len(found)))
            hot = [one for one in found if any(sign in one[0] for sign in "x*!&+")]
            _, cells, treasures = rng.choice(hot if hot and rng.random() < 0.6 else found)
            position = replace(
                position,
                cells=tuple(cells),
                treasures=tuple(treasures),
                side=3 - position.side,
            )
            if not successors(packed(position), house, position.removed):
                break


def test_the_fast_road_agrees_with_apply() -> None:
    """C8-PERFT-3: each action of the fast generator is accepted as an order with the same notation,
    and applying its events gives the generator's board."""
    for position, house, found in positions(8, 12, 8):
        state = replace(GAME.blank, flow=Flow(phase="play"), position=position, house=house)
        for note, cells, treasures in found:
            after = play(state, note)
            assert after.last == note
            assert packed(after.position) == Packed(cells, treasures, 3 - position.side)
            assert after.position.forfeits[position.side - 1] == 0


def play(state: State, note: str) -> State:
    """The state after one turn, by adjudication and its events."""
    for event in GAME.adjudicate(state, state.position.side, (read_notation(note),), int):
        state = GAME.apply(state, event)
    return state


def test_an_accepted_order_is_a_generated_action() -> None:
    """C8-NOTE-6: an order made for another position is refused, unless it is one of the generated
    actions."""
    pool = [note for _, _, found in positions(9, 6, 12) for note, _, _ in found]
    rng = random.Random(10)
    accepted = 0
    for position, house, _ in positions(11, 5, 10):
        legal = notations(position, house)
        for note in rng.sample(pool, 150):
            try:
                act, _ = judge(position, house, read_notation(note))
            except Refusal:
                continue
            accepted += 1
            assert act.note in legal, (write_position(position), note)
    assert accepted > 50


if __name__ == "__main__":
    for text, depth, count in SLOW:
        print(text, depth, count, perft(read_position(text), depth, House()) == count)
