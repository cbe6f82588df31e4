"""Questions about the fullest positions: looking at main parts replaces looking at every action
that begins with them."""

import random
import re
from dataclasses import replace
from itertools import islice

import pytest

from rules.crusade8x8 import GAME
from rules.crusade8x8.board import SEAT_OF, tile_name
from rules.crusade8x8.notation import read_notation
from rules.crusade8x8.search.generate import Generator, packed
from rules.crusade8x8.state import State
from rules.crusade8x8.telling.duels import lost, takings
from rules.line import work
from rules.line.errors import Refusal
from tests.crusade8x8.test_rules import after, at, begin

TAIL = " w Sb3g3Rc1f1/Sb6g6Rc8f8 - - 0/0 - 0 1"
FULL = {
    "Commanders": "8/1C^1M1M2/W^R^1R^1R^1R^/A^1C^1A^3/1W^4W^1/8/1pp5/8" + TAIL,
    "ordinary play": "2Nn4/1rvrvwvavrv2/2cv1prv2/8/8/1M1C^R^3/1R^R^W^A^R^2/4Nn2 "
    "w Sb3Rc1/Sg6Rf8 - - 0/0 - 0 5",
    "24 Rogues": "/".join((*("R^" * 8, "8") * 3, "rv" * 8, "M7")) + TAIL,
}
"""Positions with millions of actions, which can arise in a match, an import or from the GM."""

MOST = 100_000
"""Steps that a question about them may take: a tenth of its budget."""

each_full = pytest.mark.parametrize("name", FULL)


def all_takings(state: State, seat: int) -> dict[int, int]:
    """The length of the shortest action that takes each unit, found by looking at every action.

    Actions that take one unit and push another onto its tile are left out: the board does not show
    which one is gone.
    """
    position, found = state.position, dict[int, int]()
    own = bytes(1 if SEAT_OF[byte] == seat else 0 for byte in range(256))
    here = bytes(position.cells).translate(own)
    for note, cells, _ in Generator(packed(position), state.house, position.removed).actions():
        there = cells.translate(own)
        if there.count(1) < here.count(1) and not re.search(r"[x*].*\+", note):
            for gone in lost(here, there, cells):
                found[gone] = min(found.get(gone, 99), len(note))
    return found


@pytest.mark.parametrize("army", ["march", "classic", "shadow", "council", "siege"])
def test_what_takes_is_found_among_main_parts(army: str) -> None:
    """C8-ACT-1, C8-FOL-1, C8-REC-1: main parts alone give the same takings, with the same shortest
    way, as all actions."""
    state, rng, compared = begin({"setup": army}), random.Random(army), 0
    for _ in range(40):
        position = state.position
        actions = Generator(packed(position), state.house, position.removed)
        some = list(islice((one for tile in range(64) for one in actions.actions_of(tile)), 30_000))
        if len(some) < 30_000:
            shortest = {
                tile: min(map(len, notes))
                for tile, notes in takings(state, 3 - position.side).items()
            }
            assert shortest == all_takings(state, 3 - position.side)
            compared += len(shortest)
        loud = [one for one in some if "x" in one[0] or "*" in one[0]]
        if not some or state.flow.outcome is not None:
            break
        chosen = rng.choice(loud if loud and rng.random() < 0.3 else some)
        state = after(state, position.side, read_notation(chosen[0]))
    assert compared


@each_full
def test_questions_about_the_fullest_positions_are_answered(name: str) -> None:
    """C8-BOUND-4: threats, cards, legal orders and comparisons of any unit or tile take at most a
    tenth of their budget."""
    state = at(FULL[name])
    refs = [tile_name(tile) for tile in range(64)]
    for ref in refs:
        for ask in (
            lambda ref=ref: GAME.threats(state, 1, ref),
            lambda ref=ref: GAME.card(state, 1, ref),
            lambda ref=ref: list(islice(GAME.legal(state, 1, ref), 600)),
        ):
            with work.budget(MOST):
                assert "C8-BOUND-4" not in str(ask())
    own = [tile_name(tile) for tile in state.position.tiles_of(1)]
    foes = [tile_name(tile) for tile in state.position.tiles_of(2)]
    for one, other in zip(own, foes * 24, strict=False):
        with work.budget(MOST):
            assert "C8-BOUND-4" not in str(GAME.can_attack(state, 1, one, other))
        with work.budget(MOST):
            assert "C8-BOUND-4" not in str(GAME.compared(state, 1, one, other))


@each_full
def test_nobody_counts_the_fullest_positions(name: str) -> None:
    """C8-BOUND-4: counting actions is refused if there are too many to keep."""
    state = at(FULL[name])
    for text in ("notations 95", "perft 1 95"):
        with pytest.raises(Refusal) as refused:
            GAME.expect(state, text)
        assert refused.value.rule == "C8-BOUND-4"


@each_full
def test_an_opponent_answers_in_the_fullest_positions(name: str) -> None:
    """The practice opponent weighs only some of the actions there, and gives an order that is
    accepted."""
    state = at(FULL[name])
    order = GAME.opponent("easy").order(state, 1, seed=3)
    assert GAME.adjudicate(state, 1, (order,), lambda die: die.faces[0])
    other = replace(state, position=replace(state.position, side=2))
    other = replace(other, flow=replace(other.flow, turn=2))
    assert str(GAME.opponent("easy").order(other, 2, seed=3))
