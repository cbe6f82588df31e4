"""Units as numbers: how many there are of each type, and how many steps they have spent."""

from rules.candlebre.roster import (
    ARCHERS,
    CAVALRY,
    INDEX,
    INFANTRY,
    KINDS,
    LIGHT_INFANTRY,
    MERCENARIES,
    PIKEMEN,
    ROSTER,
    SIEGE_ENGINES,
    UnitType,
)
from rules.line.frozen import Frozen

DEFAULT_LOSSES = (
    MERCENARIES,
    INFANTRY,
    PIKEMEN,
    LIGHT_INFANTRY,
    ARCHERS,
    SIEGE_ENGINES,
    CAVALRY,
)
"""CB-LOSS-3: the default loss order, by price."""

Tally = tuple[int, ...]
"""How many units of each type, in roster order."""

NOBODY: Tally = (0,) * 7


Steps = tuple[int, int, int]
"""Units of one type that have spent 0, 1 and 2 steps this turn."""


def tally_of(kind: str, number: int) -> Tally:
    """That many units of one type."""
    return tuple(number if one == kind else 0 for one in KINDS)


def added(first: Tally, second: Tally) -> Tally:
    """Both together."""
    return tuple(a + b for a, b in zip(first, second, strict=True))


def taken(first: Tally, second: Tally) -> Tally:
    """The first without the second."""
    return tuple(a - b for a, b in zip(first, second, strict=True))


class Units(Frozen):
    """CB-UNIT-2: units are counted, not numbered; what tells equal ones apart is their steps."""

    counts: tuple[Steps, ...] = ((0, 0, 0),) * 7

    @property
    def tally(self) -> Tally:
        """The number of each type, in roster order."""
        return tuple(map(sum, self.counts))

    @property
    def total(self) -> int:
        """All of them."""
        return sum(map(sum, self.counts))

    @property
    def mercenaries(self) -> int:
        """How many are mercenaries."""
        return sum(self.counts[MERCENARIES])

    @property
    def regulars(self) -> int:
        """Glossary: any unit that is not a mercenary is a regular one."""
        return self.total - self.mercenaries

    def of(self, kind: int | str) -> int:
        """How many there are of a type."""
        return sum(self.counts[INDEX[kind] if isinstance(kind, str) else kind])

    def plus(self, other: "Units") -> "Units":
        """Both together."""
        return Units(
            tuple(
                (a[0] + b[0], a[1] + b[1], a[2] + b[2])
                for a, b in zip(self.counts, other.counts, strict=True)
            )
        )

    def minus(self, other: "Units") -> "Units":
        """These without the others, which must be among them."""
        return Units(
            tuple(
                (a[0] - b[0], a[1] - b[1], a[2] - b[2])
                for a, b in zip(self.counts, other.counts, strict=True)
            )
        )

    def rested(self) -> "Units":
        """CB-TURN-9: the same units, with no step spent."""
        return fresh(self.tally)

    def spent(self) -> "Units":
        """The same units, with no movement left."""
        return Units(
            tuple(
                (0, number, 0) if one.movement == 1 and not steps[2] else _weary(one, steps)
                for one, steps, number in zip(ROSTER, self.counts, self.tally, strict=True)
            )
        )

    def most_spent(self, wanted: Tally) -> "Units":
        """CB-LOSS-5, CB-MOVE-3: of equal units, those that have spent most steps."""
        return Units(tuple(_most(steps, n) for steps, n in zip(self.counts, wanted, strict=True)))


def fresh(tally: Tally, steps: int = 0) -> Units:
    """Units that have spent so many steps."""
    return Units(
        tuple(
            (n if steps == 0 else 0, n if steps == 1 else 0, n if steps == 2 else 0) for n in tally
        )
    )


def _weary(one: UnitType, steps: Steps) -> Steps:
    if one.movement == 1:
        return (0, steps[0] + steps[1], steps[2])
    return (0, 0, sum(steps))


def _most(steps: Steps, wanted: int) -> Steps:
    two = min(steps[2], wanted)
    one = min(steps[1], wanted - two)
    return (min(steps[0], wanted - two - one), one, two)
