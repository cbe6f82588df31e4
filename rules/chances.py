"""Every way that dice can fall, with its exact chance; nothing is drawn."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from rules.game import Dice, Die

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Fall(Generic[T]):
    """One way: the faces in the order in which they were asked for, its chance, what came of it."""

    faces: tuple[int, ...]
    chance: Fraction
    result: T


class Wanted(Exception):
    """One more die is asked for."""

    def __init__(self, die: Die) -> None:
        super().__init__(die.name)
        self.die = die


def every(run: Callable[[Dice], T], most: int) -> list[Fall[T]] | None:
    """All ways, in order of faces; None if there are more than `most` of them.

    `run` does the same thing each time but for the dice that it is given.
    """
    found: list[Fall[T]] = []
    ahead: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while ahead:
        faces, chance = ahead.pop()
        try:
            found.append(Fall(faces, chance, run(_laid(faces))))
        except Wanted as wanted:
            share = chance * Fraction(1, len(wanted.die.faces))
            ahead += [((*faces, face), share) for face in reversed(wanted.die.faces)]
        if len(found) + len(ahead) > most:
            return None
    return found


def _laid(faces: tuple[int, ...]) -> Dice:
    """Dice that show these faces and then ask for more."""
    rest = iter(faces)

    def dice(die: Die) -> int:
        face = next(rest, None)
        if face is None:
            raise Wanted(die)
        return face

    return dice
