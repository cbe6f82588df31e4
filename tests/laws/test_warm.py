"""The law of counted work: the same line in the same state takes the same number of steps, whether
caches are cold or warm.  Otherwise a replay could decide differently near a limit."""

import functools
import gc
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from rules.line.errors import Refusal
from rules.line.work import UNCOUNTED, Spent, budget, kept, spend
from tests.extremes import PLACES, asked

SEEN = ("view", "picture")
"""Questions that only draw a board and never decide anything."""


@functools.cache
def caches() -> list[Any]:
    """All caches of the rules."""
    found = (one for one in gc.get_objects() if isinstance(one, functools._lru_cache_wrapper))
    return [one for one in found if one.__module__.startswith("rules")]


def forget() -> None:
    """Clear all caches."""
    for one in caches():
        one.cache_clear()


def steps(work: Callable[..., Any], *about: Any) -> int:
    """How many steps the work takes until it is done or refused."""
    with budget(UNCOUNTED) as own:
        with suppress(Refusal):
            work(*about)
        return UNCOUNTED - own.left


@pytest.mark.parametrize(("system", "name", "phase"), PLACES)
def test_a_line_costs_the_same_again(system: str, name: str, phase: str) -> None:
    """BOUND-3, BOUND-4: this holds for every kind of order and question in the largest scenes."""
    other = []
    for what, work, about in asked(system, name, phase, whole=False):
        if what.startswith(SEEN):
            continue
        forget()
        cold = steps(work, *about)
        warm = steps(work, *about)
        if cold != warm:
            other.append((what, cold, warm))
    assert not other


def test_what_is_kept_ends_where_it_ended() -> None:
    """If a cached function exceeds an inner budget, the outer budget has the same number of steps
    left, cold or warm."""

    @kept(4)
    def heavy(number: int) -> int:
        for _ in range(number):
            spend(7)
        return number

    def left() -> int:
        with budget(50) as outer, suppress(Spent), budget(10):
            heavy(3)
        return outer.left

    cold = left()
    heavy(3)
    assert left() == cold == 40
