"""Section 7.12: which units a side loses."""

from collections.abc import Sequence

from rules.candlebre.roster import INDEX
from rules.candlebre.standing import Standing
from rules.candlebre.units import DEFAULT_LOSSES, NOBODY, Tally
from rules.candlebre.war.needs import SHIELD_WALL
from rules.line.frozen import Frozen


class Hits(Frozen):
    """What one side has done in one tier: precision kills by target, captures, kills."""

    precision: tuple[tuple[int, int], ...] = ()
    """(type, how many), by the shooter's types in roster order."""
    captures: int = 0
    kills: int = 0

    @property
    def total(self) -> int:
        """All of them."""
        return self.captures + self.kills + sum(number for _, number in self.precision)


class Losses(Frozen):
    """What a side loses to those hits; `wasted` ones found nobody."""

    killed: Tally
    captured: Tally
    wasted: int


def loss_order(standing: Standing | None) -> tuple[int, ...]:
    """CB-LOSS-3, CB-POST-2: the default is by price; `first` goes to the front, `last` to the end.

    A type in both lists counts as first.  Neutrals (None) have the default (CB-NEUT-3).
    """
    if standing is None:
        return DEFAULT_LOSSES
    first = tuple(dict.fromkeys(INDEX[kind] for kind in standing.first or ()))
    last = tuple(
        dict.fromkeys(INDEX[kind] for kind in standing.last or () if INDEX[kind] not in first)
    )
    middle = tuple(kind for kind in DEFAULT_LOSSES if kind not in (*first, *last))
    return (*first, *middle, *last)


def losses_from(there: Tally, hits: Hits, order: Sequence[int], shielded: bool) -> Losses:
    """CB-LOSS-2: precision kills, then captures, then kills; CB-LOSS-4: beyond the last, none.

    CB-WALL-2, CB-RULING-17: in Tier One (`shielded`) all of them come from the Pikemen first.
    """
    left = list(there)
    killed, captured = list(NOBODY), list(NOBODY)
    front = SHIELD_WALL if shielded else ()
    wasted = 0
    for target, number in hits.precision:  # CB-PREC-3: from the named segment alone
        wasted += _take(left, killed, number, (*front, target))
    wasted += _take(left, captured, hits.captures, (*front, *order))
    wasted += _take(left, killed, hits.kills, (*front, *order))
    return Losses(tuple(killed), tuple(captured), wasted)


def _take(left: list[int], into: list[int], number: int, order: Sequence[int]) -> int:
    """Take so many units, type by type; how many could not be taken comes back."""
    for kind in order:
        gone = min(number, left[kind])
        left[kind] -= gone
        into[kind] += gone
        number -= gone
    return number
