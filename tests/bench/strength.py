"""How strong the practice opponents are, with fixed nodes and seeds; a draw counts half a point.

`python -m tests.bench strength --games 40 --systems crusade7`: 40 matches of each pair.
"""

import random
import time
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from rules import GAMES
from rules.crusade8x8.notation import read_notation
from rules.crusade8x8.search.generate import Generator, packed
from rules.line.errors import Refusal
from rules.line.orders import AcceptDraw, DeclineDraw, EndPhase, OfferDraw, Order, Resign
from tests.bench.common import Row
from tests.bench.systems import Field

MATCHES = 4
PAIRS = (("easy", "random", 90), ("hard", "easy", 75))
"""Who plays whom, and the percentage of the points that the first should get."""

NODES = {
    "crusade7": {"easy": 40, "hard": 200},
    "crusade8x8": {"easy": 1_000, "hard": 8_000},
    "rulescrusade": {"easy": 200, "hard": 2_000},
    "machinadei": {"easy": 200, "hard": 2_000},
    "candlebre": {"easy": 200, "hard": 2_000},
}
"""The budgets of this measurement, in nodes; in real matches an opponent may have more."""

GOALS = {"candlebre": 70}
"""Systems where `hard` need not get 75 percent against `easy`, and how much it should get."""

ARMIES = ("march", "classic", "shadow", "council", "siege")
OPTIONS = {"crusade7": {"gold": "500"}, "rulescrusade": {"rows": "20", "cols": "20"}}
"""Smaller tables and armies where the standard ones are large; otherwise the standard rules."""

BEFORE = ("setup", "choose", "place", "deploy", "muster", "found", "founding")
"""Phases in which the random player lets `easy` set up for it; otherwise no match would begin."""

MOST_ORDERS = 4_000
LAST_ROUND = 30
"""A match that is not over after this round is a draw."""

LISTED = 60
"""From how many legal orders the random player chooses, since listing all may take long."""

Player = Callable[[Field, int, int], Order]
"""Chooses an order in a match, for a seat, with a seed."""


def measure(games: int = MATCHES, systems: tuple[str, ...] = ()) -> Iterator[Row]:
    """Play easy against random and hard against easy; who begins changes from match to match."""
    for game in GAMES:
        if systems and game.id not in systems:
            continue
        for name, other, goal in PAIRS:
            wanted = GOALS.get(game.id, goal) if name == "hard" else goal
            yield contest(game.id, name, other, games, wanted)


def contest(system: str, name: str, other: str, games: int, goal: int) -> Row:
    """Play matches between two players, who change seats after each."""
    begun, won, drawn, slowest = time.perf_counter(), 0, 0, 0.0
    for number in range(games):
        seat = 1 + number % 2
        names = (name, other) if seat == 1 else (other, name)
        winners, slow = match(system, names, number // 2)
        won += seat in winners
        drawn += not winners
        slowest = max(slowest, slow)
    score = 100 * (2 * won + drawn) / (2 * max(1, games))
    budget = ", ".join(
        f"{one} {NODES[system][one]:,} nodes" for one in (name, other) if one in NODES[system]
    )
    return Row(
        f"{system}: {name} against {other}, {games} matches ({budget})",
        f"{score:.0f} %",
        f"{won} won, {drawn} drawn, {games - won - drawn} lost",
        f"{time.perf_counter() - begun:.0f} s, longest turn {slowest:.1f} s",
        f"at least {goal} %",
    )


def match(system: str, names: tuple[str, str], number: int) -> tuple[tuple[int, ...], float]:
    """Play a match.  Returns the seats that won (none after `LAST_ROUND`), and the longest time
    that an opponent thought over one phase, in seconds of CPU."""
    field, players = field_of(system, number), [player(system, name) for name in names]
    turns: dict[tuple[object, ...], float] = {}
    for count in range(MOST_ORDERS):
        outcome = field.game.outcome(field.state)
        if outcome is not None:
            return outcome.winners, max(turns.values(), default=0.0)
        flow = field.state.flow
        if flow.round > LAST_ROUND and system != "crusade8x8":
            break
        seat = field.game.awaits(field.state)[0]
        start = time.process_time()
        order = players[seat - 1](field, seat, 1_000_003 * number + count)
        if names[seat - 1] != "random":
            turn = (flow.round, flow.phase, seat)
            turns[turn] = turns.get(turn, 0.0) + time.process_time() - start
        field.state = field.after(seat, order)
    return (), max(turns.values(), default=0.0)


def field_of(system: str, number: int) -> Field:
    """A match at the beginning of its set-up."""
    (game,) = (one for one in GAMES if one.id == system)
    options = dict(OPTIONS.get(system, {}))
    if system == "crusade8x8":
        options["setup"] = ARMIES[number % len(ARMIES)]
    return Field(game, options, number)


def player(system: str, name: str) -> Player:
    """An opponent with its budget, or a player that takes random legal orders."""
    (game,) = (one for one in GAMES if one.id == system)
    with_opponent: Any = game
    if name == "random":
        return any_action if system == "crusade8x8" else any_order
    opponent, nodes = with_opponent.opponent(name), NODES[system][name]

    def ask(field: Field, seat: int, seed: int) -> Order:
        order: Order = opponent.order(field.state, seat, seed, nodes)
        return order

    return ask


def any_action(field: Field, seat: int, seed: int) -> Order:
    """A random legal action, all equally likely; a pass only if there is none."""
    position = field.state.position
    found = Generator(packed(position), field.state.house, position.removed).actions()
    return read_notation(random.Random(seed).choice(found)[0]) if found else EndPhase()


def any_order(field: Field, seat: int, seed: int) -> Order:
    """A random legal order, or now and then the end of the phase; never a resignation or a draw."""
    game: Any = field.game
    if field.state.flow.phase in BEFORE:
        order: Order = game.opponent("easy").order(field.state, seat, seed)
        return order
    chance = random.Random(seed)
    idle = Resign | OfferDraw | AcceptDraw | DeclineDraw
    first = chance.randrange(LISTED)
    listed = islice(field.game.legal(field.state, seat), first, first + LISTED)
    found = [one for one in listed if not isinstance(one, idle) and not one.passes]
    chosen = chance.choice(found) if found and chance.random() > 0.15 else EndPhase()
    if stands(field, seat, chosen):
        return chosen
    spare: Order = game.opponent("easy").order(field.state, seat, seed)
    return spare


def stands(field: Field, seat: int, order: Order) -> bool:
    """Would this order be accepted?"""
    try:
        field.game.adjudicate(field.state, seat, (order,), lambda die: die.faces[0])
    except Refusal:
        return False
    return True
