"""`python -m tests.hostile --most N`: send N hostile inputs, by turns through every door.

If Atheris is installed (`make hostile` sees to that), inputs that reach new branches of the program
are changed further, and kept in a folder for the next time.  Otherwise changes are random, and
inputs that get a new sort of answer are changed further.  After a first part it says how long the
rest will take.
"""

import argparse
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

from tests.hostile.doors import DOORS
from tests.hostile.trying import Tried, part
from tests.places import ROOT

MOST = 100_000
FIRST = 100
"""How many inputs at each door are tried first, to tell how long the rest will take."""

PART = 5_000
"""How many new inputs one process tries: Atheris needs half a minute of CPU to start, and begins
with all that it has kept."""

KEPT = ROOT / ".hostile"

Work = tuple[str, int, int]
"""A door, a seed, how many inputs."""


def main() -> int:
    """Try the inputs in several processes; 1 if anything was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.hostile", description=__doc__)
    parser.add_argument("--most", type=int, default=MOST, help="so many inputs")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--door", choices=[*DOORS], action="append")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--kept", type=Path, default=KEPT, help="the folder of what is kept")
    parser.add_argument("--by-chance", action="store_true", help="without Atheris")
    chosen = parser.parse_args()
    guided = find_spec("atheris") is not None and not chosen.by_chance
    doors, each = chosen.door or [*DOORS], -(-chosen.most // len(chosen.door or DOORS))
    first = [(door, chosen.seed, min(FIRST, each)) for door in doors]
    rest = list(coming(doors, chosen.seed, each - FIRST))
    led = "led by the branches they reach" if guided else "led by chance, for want of Atheris"
    print(f"{each * len(doors):,} inputs, {led}; the first {FIRST} of each door tell how long")
    tally = {door: Tried(door) for door in doors}
    trying = sum(gather(first, tally, chosen.processes, chosen.kept if guided else None).values())
    beginning = sum(os.times()[2:4]) - trying
    seconds = trying / FIRST * max(0, each - FIRST) + beginning / len(first) * len(rest)
    minutes = seconds / chosen.processes / 60
    print(f"about {minutes:.0f} minutes more, by the processor's time", flush=True)
    gather(rest, tally, chosen.processes, chosen.kept if guided else None)
    for one in tally.values():
        print(
            f"{one.door:14} {one.tried:9,} tried {len(one.answers):6,} sorts of answers "
            f"{one.reached:7,} branches {one.most:11,} calls at most {one.slowest:6.1f} s at most "
            f"{len(one.wrong):4} wrong"
        )
    return 1 if any(one.wrong for one in tally.values()) else 0


def coming(doors: Sequence[str], seed: int, each: int) -> Iterator[Work]:
    """The parts after the first, by turns through every door."""
    for at, start in enumerate(range(0, each, PART)):
        for door in doors:
            yield door, seed + 1 + at, min(PART, each - start)


def gather(
    works: Sequence[Work], tally: dict[str, Tried], processes: int, kept: Path | None
) -> dict[str, float]:
    """Run parts and add their results to `tally`; returns the seconds that each door took."""
    spent = dict.fromkeys(tally, 0.0)
    pool = ThreadPoolExecutor(processes) if kept else ProcessPoolExecutor(processes)
    with pool:
        for one in pool.map(led_by_branches if kept else by_chance, works, [kept] * len(works)):
            tally[one.door].add(one)
            spent[one.door] += one.spent
            for wrong in one.wrong:
                print(wrong, flush=True)
    return spent


def by_chance(work: Work, _: Path | None) -> Tried:
    """Run a part without Atheris."""
    return part(work[0], str(work[1]), work[2])


def led_by_branches(work: Work, kept: Path | None) -> Tried:
    """Run a part with Atheris, in a process of its own."""
    door, seed, count = work
    assert kept is not None
    folder = kept / door.replace(" ", "-")
    command = [sys.executable, "-m", "tests.hostile.guided", door, str(folder)]
    command += ["--most", str(count), "--seed", str(seed)]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", cwd=ROOT)
    said = done.stdout.strip().splitlines()
    if done.returncode or not said:
        ended = done.stderr[-2000:]
        return Tried(door, wrong=[f"{door} {seed}: it ended with {done.returncode}: {ended}"])
    told = json.loads(said[-1])
    reached = re.findall(r"cov: (\d+)", done.stderr)
    return Tried(**told | {"answers": {*told["answers"]}, "reached": int(reached[-1])})


if __name__ == "__main__":
    sys.exit(main())
