"""`python -m tests.hostile --most N`: so many hostile inputs, by turns through every door.

After the first turn it says how long the rest will take.  The same seed tries the same.
"""

import argparse
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor

from tests.hostile.doors import DOORS
from tests.hostile.trying import Tried, part

MOST = 100_000
PART = 50
"""So many one seed makes in one go."""

Work = tuple[str, str, int]


def main() -> int:
    """Try them, as many at once as there are processes; 1 if anything was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.hostile", description=__doc__)
    parser.add_argument("--most", type=int, default=MOST, help="so many inputs")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--door", choices=[*DOORS], action="append")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args()
    doors = chosen.door or [*DOORS]
    each = max(1, min(PART, -(-chosen.most // len(doors))))
    turns = -(-chosen.most // (each * len(doors)))
    works = [(door, f"{chosen.seed}.{at}", each) for at in range(turns) for door in doors]
    whole = each * len(works)
    print(f"{whole:,} inputs; the first {len(doors)} parts of {len(works)} tell how long")
    with ProcessPoolExecutor(chosen.processes) as pool:
        tally = _gather(pool, works, len(doors))
    for one in tally.values():
        print(
            f"{one.door:14} {one.tried:9,} tried {len(one.answers):6,} sorts of answers "
            f"{one.slowest:6.1f} s at most {len(one.wrong):4} wrong"
        )
    return 1 if any(one.wrong for one in tally.values()) else 0


def _gather(pool: ProcessPoolExecutor, works: list[Work], first: int) -> dict[str, Tried]:
    tally: dict[str, Tried] = {}
    begun, tried = time.monotonic(), 0
    for at, one in enumerate(pool.map(_part, works), 1):
        known = tally.setdefault(one.door, Tried(one.door))
        known.tried += one.tried
        known.answers |= one.answers
        known.slowest = max(known.slowest, one.slowest)
        known.wrong += one.wrong
        tried += one.tried
        for wrong in one.wrong:
            print(wrong, flush=True)
        if at == first or at % 100 == 0:
            spent = time.monotonic() - begun
            minutes = spent / at * (len(works) - at) / 60
            print(f"{tried:,} tried, {spent:.0f} s; about {minutes:.0f} minutes more", flush=True)
    return tally


def _part(work: Work) -> Tried:
    return part(*work)


if __name__ == "__main__":
    sys.exit(main())
