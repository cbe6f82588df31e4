"""Dice that decided something, with what each brought and could have brought: for a luck table."""

from collections.abc import Callable
from dataclasses import dataclass, field

from rules.line.adjudication import Die
from rules.line.events import Rolled
from rules.line.frozen import Frozen
from rules.line.orders import Seat


class Thrown(Frozen):
    """One die that decided something for a side.

    `what`: the kind of throw, in one or two words (`attack`, `morale`); `brought`: its result as a
    number (1 for a hit, 0 for a miss); `could`: the result that each of its equally likely faces
    would have brought.
    """

    seat: Seat
    what: str
    brought: int
    could: tuple[int, ...]


@dataclass
class Fallen:
    """A queue of drawn dice that wait for the events that they decided."""

    waiting: list[Rolled] = field(default_factory=list)

    def first(self, count: int) -> list[Rolled]:
        """Take the `count` oldest dice out of the queue."""
        taken, self.waiting = self.waiting[:count], self.waiting[count:]
        return taken

    def last(self, count: int) -> list[Rolled]:
        """Take the `count` newest dice and clear the queue; none if there are fewer.

        The older dice decided something that is not counted.
        """
        taken = self.waiting[len(self.waiting) - count :] if count <= len(self.waiting) else []
        self.waiting = []
        return taken


def thrown(
    seat: Seat, what: str, dice: list[Rolled], die: Die, brings: Callable[[int], int]
) -> list[Thrown]:
    """The `Thrown` of each of these dice; `brings` is the result of a face.  Loaded dice are left
    out."""
    could = tuple(brings(face) for face in die.faces)
    return [Thrown(seat, what, brings(one.face), could) for one in dice if not one.loaded]
