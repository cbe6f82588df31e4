"""Many lists that differ little from one another, kept as values once and as what changed."""

from collections.abc import Hashable, Sequence
from difflib import SequenceMatcher
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)


class Reel(Generic[T]):
    """A list per step.  `values` has every value once; `changes` lead from each list to the next.

    A change is a row `start, removed, *inserted` of places in `values`; the rows of a step are
    applied in their order, the last place of the list first.
    """

    def __init__(self) -> None:
        self.values: list[T] = []
        self.changes: list[list[list[int]]] = []
        self._numbers: dict[T, int] = {}
        self._last: list[int] = []

    def take(self, values: Sequence[T]) -> None:
        """The list of the next step."""
        now = [self._number(one) for one in values]
        self.changes.append(list(_between(self._last, now)))
        self._last = now

    def _number(self, value: T) -> int:
        number = self._numbers.setdefault(value, len(self.values))
        if number == len(self.values):
            self.values.append(value)
        return number

    @property
    def last(self) -> list[T]:
        """The list of the latest step."""
        return [self.values[number] for number in self._last]


def _between(old: list[int], new: list[int]) -> list[list[int]]:
    """What leads from one list to another, from the back to the front."""
    start, end = 0, 0
    shorter = min(len(old), len(new))
    while start < shorter and old[start] == new[start]:
        start += 1
    while end < shorter - start and old[-1 - end] == new[-1 - end]:
        end += 1
    left, right = old[start : len(old) - end], new[start : len(new) - end]
    if not left and not right:
        return []
    blocks = SequenceMatcher(None, left, right, autojunk=False).get_opcodes()
    return [
        [start + first, last - first, *right[low:high]]
        for kind, first, last, low, high in reversed(blocks)
        if kind != "equal"
    ]
