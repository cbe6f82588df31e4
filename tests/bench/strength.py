"""How strong the practice opponents are: fixed nodes and seeds, draws counted as half a point."""

import random
import time
from collections.abc import Callable, Iterator

from rules.crusade8x8 import GAME
from rules.crusade8x8.board.compact import read_notation
from rules.crusade8x8.search.generate import Generator, compact
from rules.crusade8x8.state import State
from rules.game import Die, read_options
from rules.orders import EndPhase, Order
from tests.bench.common import Row

MATCHES = 40
NODES = {"easy": 1_000, "hard": 4_000}
"""The budgets of this measurement; a player's opponent has more (`LEVELS`)."""

ARMIES = ("march", "classic", "shadow", "council", "siege")

Player = Callable[[State, int, int], Order]
"""Chooses an order in a state, for a seat, with a seed."""


def measure() -> Iterator[Row]:
    """Easy against random, hard against easy; who is White changes from match to match."""
    for name, other, goal in (("easy", "random", 90), ("hard", "easy", 75)):
        start = time.perf_counter()
        wins, draws, losses = contest(player(name), player(other))
        seconds = time.perf_counter() - start
        score = 100 * (2 * wins + draws) / (2 * MATCHES)
        budget = ", ".join(f"{one} {NODES[one]:,} nodes" for one in (name, other) if one in NODES)
        yield Row(
            f"crusade8x8: {name} against {other}, {MATCHES} matches ({budget})",
            f"{score:.0f} %",
            f"{wins} won, {draws} drawn, {losses} lost",
            f"{seconds:.0f} s",
            f"at least {goal} %",
        )


def player(name: str) -> Player:
    """An opponent with its budget, or one that takes any legal action."""
    if name == "random":
        return any_action
    opponent, nodes = GAME.opponent(name), NODES[name]
    return lambda state, seat, seed: opponent.order(state, seat, seed, nodes)


def any_action(state: State, seat: int, seed: int) -> Order:
    """Each legal action is as likely as any other; a pass only if there is none."""
    position = state.position
    found = Generator(compact(position), state.house, position.removed).actions()
    return read_notation(random.Random(seed).choice(found)[0]) if found else EndPhase()


def contest(one: Player, other: Player) -> tuple[int, int, int]:
    """Won, drawn and lost by the first: every army in turn, each seat in every other match."""
    results = [0, 0, 0]
    for number in range(MATCHES):
        seat = 1 + number % 2
        players = (one, other) if seat == 1 else (other, one)
        winners = play(ARMIES[number // 2 % len(ARMIES)], players, number)
        results[1 if not winners else 0 if seat in winners else 2] += 1
    return results[0], results[1], results[2]


def play(army: str, players: tuple[Player, Player], number: int) -> tuple[int, ...]:
    """A match by the full rules, draws by repetition and progress among them."""
    options = read_options(GAME, {"setup": army})
    state = follow(GAME.blank, GAME.setup(options, None, lowest))
    turn = 0
    while GAME.outcome(state) is None:
        (seat,) = GAME.awaits(state)
        order = players[seat - 1](state, seat, 1_000_003 * number + turn)
        state = follow(state, GAME.adjudicate(state, seat, (order,), lowest))
        turn += 1
    outcome = GAME.outcome(state)
    return outcome.winners if outcome else ()


def follow(state: State, events: tuple) -> State:
    """The state after these events."""
    for event in events:
        state = GAME.apply(state, event)
    return state


def lowest(die: Die) -> int:
    """A ready-made army needs no dice."""
    return die.faces[0]
