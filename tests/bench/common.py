"""Rows of measurements, and how things are timed: the best of several repeats in one process."""

import gc
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Row:
    """One measurement: what was measured, the figure, a reference, their ratio, and the goal."""

    what: str
    figure: str
    reference: str = ""
    ratio: str = ""
    goal: str = ""

    def data(self) -> dict[str, str]:
        """The row for a JSON file."""
        return asdict(self)

    def __str__(self) -> str:
        cells = (self.what, self.figure, self.reference, self.ratio, self.goal)
        return "| " + " | ".join(cells) + " |"


def best(work: Callable[[], Any], repeats: int = 5) -> float:
    """The shortest of several runs, in seconds."""
    times = []
    for _ in range(repeats):
        gc.collect()
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def median(values: list[float]) -> float:
    """The median (of an even number the upper one)."""
    return sorted(values)[len(values) // 2]
