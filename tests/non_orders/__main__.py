"""`python -m tests.non_orders`: say 100,000 sentences at the door that order nothing.

Orders that would be carried out are put into words that cancel them (`I bet {}`), and messages of
people are changed.  Whatever is carried out against its words is printed.  The same seed tries the
same sentences.
"""

import argparse
import os
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor

from rules import GAMES
from tests.non_orders import changed, framed
from tests.non_orders.trying import Tally, Tried

MOST = 100_000
PART = 100
"""How many sentences one seed makes."""

SORTS = ("framed", "changed")
Work = tuple[str, str, str, int, tuple[str, ...]]


def part(work: Work) -> list[Tried]:
    """Try the sentences of one sort, system and seed."""
    sort, system, seed, count, parts = work
    if sort == "framed":
        return framed.sample(system, seed, count, parts)
    return changed.sample(system, seed, count)


def main(arguments: Sequence[str] | None = None) -> int:
    """Try both sorts on all systems, in several processes; 1 if anything wrong was carried out."""
    parser = argparse.ArgumentParser(prog="python -m tests.non_orders", description=__doc__)
    parser.add_argument("--most", type=int, default=MOST, help="so many non-orders in frames")
    parser.add_argument("--changed", type=int, help="so many changed messages: a fifth of that")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--system", choices=[game.id for game in GAMES], action="append")
    parser.add_argument("--frames", default="train", help="frames of these parts: train,dev,test")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args(arguments)
    systems = chosen.system or [game.id for game in GAMES]
    parts = tuple(one for one in chosen.frames.split(",") if one)
    sizes = (chosen.most, chosen.most // 5 if chosen.changed is None else chosen.changed)
    failed = 0
    with ProcessPoolExecutor(chosen.processes) as pool:
        for sort, size in zip(SORTS, sizes, strict=True):
            if size > 0:
                tally = _run(pool, _works(sort, systems, chosen.seed, size, parts))
                failed += len(tally.wrong)
                for text in tally.tables(quiet=sort == "framed"):
                    print(f"\n{text}", flush=True)
    return 1 if failed else 0


def _works(
    sort: str, systems: Sequence[str], seed: str, size: int, parts: tuple[str, ...]
) -> list[Work]:
    each = min(PART, -(-size // len(systems)))
    turns = -(-size // (each * len(systems)))
    return [(sort, one, f"{seed}.{at}", each, parts) for at in range(turns) for one in systems]


def _run(pool: ProcessPoolExecutor, works: Sequence[Work]) -> Tally:
    """Run all parts and count the outcomes; says after the first turn how long the rest takes."""
    tally, begun, first = Tally(), time.monotonic(), len({work[1] for work in works})
    whole = sum(work[3] for work in works)
    print(f"{whole:,} {works[0][0]}; the first {first} parts of {len(works)} tell how long")
    for at, some in enumerate(pool.map(part, works), 1):
        tally.add(some)
        for one in some:
            if one.against:
                print(one, flush=True)
        if at in (first, len(works)) or at % 50 == 0:
            spent = time.monotonic() - begun
            rest = spent / tally.tried * (whole - tally.tried) / 60
            print(
                f"{tally.tried:,} tried, {len(tally.wrong)} carried out against their words, "
                f"{spent:.0f} s; about {rest:.0f} minutes more",
                flush=True,
            )
    return tally


if __name__ == "__main__":
    sys.exit(main())
