"""What dice may bring, with exact chances, folded die by die; nothing is drawn.

Dice that are thrown together are folded into as few classes as what is asked of them tells apart
(`folded`, `hits`); an order is tried once for each way in which its throws can fall (`every`).
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
"""What may fall, and in how many ways, all of them equally likely."""


# --- dice that are thrown together ----------------------------------------------------------------


@lru_cache(maxsize=512)
def faces_of(die: Die) -> tuple[tuple[int, int], ...]:
    """The faces of a die and how often it has each."""
    return tuple((face, die.faces.count(face)) for face in dict.fromkeys(die.faces))


def folded(
    dice: Iterable[tuple[X, Die]],
    start: C,
    grown: Callable[[C, X, int], C],
    alike: Callable[[C], Hashable],
) -> dict[C, int]:
    """In how many ways dice, each with whose it is, fall into each class.

    `grown` says what one more face makes of a class; of those that are `alike` the first stands
    for all.
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
    """In how many of all `faces ** dice` ways 0, 1, ... of the dice hit, each with so many of its
    faces."""
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
    """One way: what fell, in the order in which it was asked for, its chance, what came of it."""

    faces: tuple[Any, ...]
    chance: Fraction
    result: T


class Wanted(Exception):
    """One more throw is asked for."""

    def __init__(self, ways: Ways) -> None:
        super().__init__("one more throw is asked for")
        self.ways = ways


class Laid:
    """Dice that fall as they are laid and then ask for more."""

    def __init__(self, faces: tuple[Any, ...]) -> None:
        self._faces, self._next = faces, 0

    def __call__(self, die: Die) -> int:
        """The face of one die."""
        found: int = self.thrown(lambda: dict(faces_of(die)))
        return found

    def thrown(self, ways: Callable[[], Ways]) -> Any:
        """What falls of a throw that may fall in these ways."""
        if self._next == len(self._faces):
            raise Wanted(ways())
        self._next += 1
        return self._faces[self._next - 1]


def every(run: Callable[[Laid], T]) -> Iterator[Fall[T]]:
    """All ways, the likeliest first.

    `run` does the same thing each time but for what falls.
    """
    ahead: list[tuple[Fraction, int, tuple[Any, ...]]] = [(Fraction(-1), 0, ())]
    made = 0
    while ahead:
        chance, _, faces = heappop(ahead)
        spend()
        try:
            result = run(Laid(faces))
        except Wanted as wanted:
            whole = sum(wanted.ways.values())
            for face, often in wanted.ways.items():
                made += 1
                heappush(ahead, (chance * Fraction(often, whole), made, (*faces, face)))
        else:
            yield Fall(faces, -chance, result)
