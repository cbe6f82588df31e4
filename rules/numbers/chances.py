"""Exact chances of dice; no dice are drawn.

For dice thrown together, results that need not be told apart are merged die by die (`folded`,
`hits`).  An order is tried once for each way its throws can fall (`every`).
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from heapq import heappop, heappush
from typing import Any, Generic, TypeVar

from rules.line.adjudication import Die
from rules.line.frozen import Frozen
from rules.line.work import spend

C = TypeVar("C", bound=Hashable)
T = TypeVar("T")
X = TypeVar("X")

Ways = Mapping[Any, int]
"""The possible results of a throw, each with the number of equally likely ways it can happen."""


# --- dice that are thrown together ----------------------------------------------------------------


@lru_cache(maxsize=512)
def faces_of(die: Die) -> tuple[tuple[int, int], ...]:
    """The distinct faces of a die, each with how often the die has it."""
    return tuple((face, die.faces.count(face)) for face in dict.fromkeys(die.faces))


def folded(
    dice: Iterable[tuple[X, Die]],
    start: C,
    grown: Callable[[C, X, int], C],
    alike: Callable[[C], Hashable],
) -> dict[C, int]:
    """Count in how many ways dice can lead to each class of results.

    `dice` are pairs of an owner and a die.  Starting from the class `start`,
    `grown(class, owner, face)` gives the class after one more face.  Classes with the same
    `alike(class)` are merged; the first stands for all.
    """
    found: dict[Hashable, tuple[C, int]] = {alike(start): (start, 1)}
    for whose, die in dice:
        faces = faces_of(die)
        spend(2 * len(found) * len(faces))
        more: dict[Hashable, tuple[C, int]] = {}
        for known, ways in found.values():
            for face, often in faces:
                after = grown(known, whose, face)
                key = alike(after)
                first, so_far = more.get(key, (after, 0))
                more[key] = first, so_far + ways * often
        found = more
    return dict(found.values())


@lru_cache(maxsize=512)
def hits(dice: int, hitting: int, faces: int) -> tuple[int, ...]:
    """In how many of the `faces ** dice` ways exactly 0, 1, ... of the dice hit.

    Each die has `faces` faces, of which `hitting` hit.
    """
    missing = faces - hitting
    missed = [1]
    for _ in range(dice):
        missed.append(missed[-1] * missing)
    ways, chosen, hit = [], 1, 1
    for number in range(dice + 1):
        ways.append(chosen * hit * missed[dice - number])
        chosen = chosen * (dice - number) // (number + 1)
        hit *= hitting
    return tuple(ways)


# --- an order that throws dice --------------------------------------------------------------------


class Fall(Frozen, Generic[T]):
    """One way that all throws of a run can fall: the results in order, the chance, the outcome."""

    faces: tuple[Any, ...]
    chance: Fraction
    result: T


class ThrowWanted(Exception):
    """A run asks for one more throw than was laid ready; `ways` are its possible results."""

    def __init__(self, ways: Ways) -> None:
        super().__init__("one more throw is asked for")
        self.ways = ways


class Laid:
    """Dice that show the given faces in order and then raise `ThrowWanted`."""

    def __init__(self, faces: tuple[Any, ...]) -> None:
        self._faces, self._next = faces, 0

    def __call__(self, die: Die) -> int:
        """The next face, for one die.  Raises `ThrowWanted` if none is left."""
        found: int = self.thrown(lambda: dict(faces_of(die)))
        return found

    def thrown(self, ways: Callable[[], Ways]) -> Any:
        """The next result, for a throw with these `ways`.  Raises `ThrowWanted` if none is left."""
        if self._next == len(self._faces):
            raise ThrowWanted(ways())
        self._next += 1
        return self._faces[self._next - 1]


def every(run: Callable[[Laid], T]) -> Iterator[Fall[T]]:
    """All ways that the throws of `run` can fall, the likeliest first.

    `run` is called many times and must depend only on the dice that it is given.
    """
    ahead: list[tuple[Fraction, int, tuple[Any, ...]]] = [(Fraction(-1), 0, ())]
    made = 0
    while ahead:
        chance, _, faces = heappop(ahead)
        spend()
        try:
            result = run(Laid(faces))
        except ThrowWanted as wanted:
            whole = sum(wanted.ways.values())
            for face, often in wanted.ways.items():
                made += 1
                heappush(ahead, (chance * Fraction(often, whole), made, (*faces, face)))
        else:
            yield Fall(faces, -chance, result)
