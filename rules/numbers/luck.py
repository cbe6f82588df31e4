"""What a die could have brought and what it brought: the material of a luck table."""

from collections.abc import Callable
from dataclasses import dataclass, field

from rules.line.adjudication import Die
from rules.line.events import Rolled
from rules.line.frozen import Frozen
from rules.line.orders import Seat


class Thrown(Frozen):
    """One die that decided something for a side.

    `what`: the kind of throw, in one or two words (`attack`, `morale`); `brought`: what it brought
    (1 for a hit, 0 for a miss); `could`: what each of its faces would have brought, all of them
    equally likely.
    """

    seat: Seat
    what: str
    brought: int
    could: tuple[int, ...]


@dataclass
class Fallen:
    """Dice as they fall, until the facts that they decide take them up."""

    waiting: list[Rolled] = field(default_factory=list)

    def first(self, count: int) -> list[Rolled]:
        """So many of those that fell first."""
        taken, self.waiting = self.waiting[:count], self.waiting[count:]
        return taken

    def last(self, count: int) -> list[Rolled]:
        """So many of those that fell last; none if there are fewer, and the others are let go:
        what fell before them decided something that is not counted."""
        taken = self.waiting[len(self.waiting) - count :] if count <= len(self.waiting) else []
        self.waiting = []
        return taken


def thrown(
    seat: Seat, what: str, dice: list[Rolled], die: Die, brings: Callable[[int], int]
) -> list[Thrown]:
    """Dice of a kind, each by what its face brings; loaded ones are left out."""
    could = tuple(brings(face) for face in die.faces)
    return [Thrown(seat, what, brings(one.face), could) for one in dice if not one.loaded]
