"""Many random matches: the laws in volume, and how evenly the orders were drawn."""

from collections.abc import Iterator

from rules import GAMES
from tests.bench.common import Row, best
from tests.fuzz import Count, RandomMatch

MATCHES = {"crusade7": 200, "crusade8x8": 500}


def measure() -> Iterator[Row]:
    """Every match is played through text; a refused legal order would end the run."""
    for game in GAMES:
        count = Count()

        def play(game: object = game, count: Count = count) -> None:
            for seed in range(MATCHES.get(game.id, 200)):  # type: ignore[attr-defined]
                RandomMatch(game, 10_000 + seed, count).play()  # type: ignore[arg-type]

        seconds = best(play, 1)
        print(count.table())
        orders = sum(count.accepted.values())
        yield Row(
            f"{game.id}: {count.matches} random matches",
            f"{seconds:.0f} s",
            f"{orders:,} orders",
            f"{1000 * seconds / orders:.1f} ms per order with generation",
        )
