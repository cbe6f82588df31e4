"""Many random matches, to test the laws in volume, and how often each kind of order was given."""

import time
from collections.abc import Iterator
from typing import Any

from rules import GAMES
from rules.border.game import Game
from tests.bench.common import Row
from tests.fuzz import Count, RandomMatch, order_table

SECONDS = 15
"""Seconds for which each system is played; the last match is played to its end."""

FIRST_SEED = 10_000
"""A seed that makes other matches than those of the suite."""


def measure() -> Iterator[Row]:
    """One row for each system.  A legal order that is refused ends the run with an error."""
    for game in GAMES:
        yield matches(game)


def matches(game: Game[Any]) -> Row:
    """Play random matches of a system, and print what was accepted and refused."""
    count, number, start = Count(), 0, time.process_time()
    while (seconds := time.process_time() - start) < SECONDS:
        RandomMatch(game, FIRST_SEED + number, count).play()
        number += 1
    print(f"{game.id}: {count.table()}")
    never = [kind for kind in order_table(game) if not count.accepted[kind]]
    orders = sum(count.accepted.values())
    return Row(
        f"{game.id}: {number} random matches",
        f"{seconds:.0f} s",
        f"{orders:,} orders, {len(count.refused)} rules refused",
        f"{1000 * seconds / orders:.1f} ms per order with generation",
        f"kinds never accepted: {', '.join(never) or 'none'}",
    )
