"""The worst questions in the largest and strangest positions, by seconds and by megabytes.

Every scene is measured in a process of its own, phase by phase, so that each has its own peak.
"""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from bot.reading.decide import understand
from rules.line.errors import Refusal
from tests.bench.common import Row
from tests.extremes import LONGEST, PHASES, WHOLE, position, questions
from tests.places import ROOT

STATUS, FORGET = Path("/proc/self/status"), Path("/proc/self/clear_refs")
WORST = 10

WORDS = ("words",)
"""Stands in place of a scene for sentences that are read."""

Cost = tuple[float, float, str]
"""Seconds of CPU, megabytes added to the peak, and what was asked."""


def measure() -> Iterator[Row]:
    """The ten worst by seconds, then the ten worst by megabytes."""
    costs: list[Cost] = []
    for scene in (*PHASES, WORDS):
        run = [sys.executable, "-m", "tests.bench.extremes", *scene]
        done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=True)
        costs += [(one[0], one[1], one[2]) for one in json.loads(done.stdout)]
    for seconds, megabytes, what in sorted(costs, reverse=True)[:WORST]:
        yield Row(f"slowest: {what}", f"{seconds:.2f} s", f"{megabytes:.0f} MB", "", "1 s")
    by_memory = sorted(costs, key=lambda one: one[1], reverse=True)
    for seconds, megabytes, what in by_memory[:WORST]:
        yield Row(f"largest: {what}", f"{megabytes:.0f} MB", f"{seconds:.2f} s", "", "300 MB")


def costs_of(system: str, name: str) -> list[Cost]:
    """What every question and every order in each phase of a scene costs."""
    found: list[Cost] = []
    for phase in PHASES[system, name]:
        game, state = position(system, name, phase)
        asked = questions(game, state, (system, name, phase) in WHOLE)
        place = f"{system} {name} {phase}: "
        found += [one for what, work, about in asked for one in cost(place + what, work, about)]
    return found


def costs_of_words() -> list[Cost]:
    """What it costs to read the sentences with the most readings."""
    game, state = position("crusade7", "muster", "move")
    understand(game, state, 1, "L1, go on, two forward")
    about = [(f"reading {line.split(chr(10))[0]}", (game, state, 1, line)) for line in LONGEST]
    return [one for what, given in about for one in cost(what, understand, given)]


def cost(what: str, work: Callable[..., Any], about: tuple[Any, ...]) -> Iterator[Cost]:
    """What a question or an order costs; nothing if it is refused."""
    with suppress(OSError):
        FORGET.write_text("5", encoding="ascii")  # sets the peak back to the memory in use now
    before, start = peak(), time.process_time()
    with suppress(Refusal):
        work(*about)
        yield time.process_time() - start, peak() - before, what[:80]


def peak() -> float:
    """The peak of the memory of this program, in megabytes.  (`getrusage` would also count the
    parent's, from before this program was loaded.)"""
    lines = STATUS.read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:")) / 1024


if __name__ == "__main__":
    of_words = tuple(sys.argv[1:]) == WORDS
    print(json.dumps(costs_of_words() if of_words else costs_of(*sys.argv[1:])))
