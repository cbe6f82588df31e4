"""13.5: what one side's dice may do in a tier, with exact chances, no die drawn.

Chances are whole numbers of parts of `ONE`.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from rules.candlebre.odds.chances import DUST, ONE, hitting_faces, segment
from rules.candlebre.standing import Withdrawal
from rules.candlebre.units import Tally
from rules.candlebre.war.losses import Hits
from rules.candlebre.war.needs import FIRST_STRIKERS, Side, need_of
from rules.line.frozen import Frozen

Kinds = tuple[int, ...]
Precision = tuple[tuple[int, int], ...]
Way = tuple[Hits, int, int]
"""What a volley does, reroll counters left, and the chance of it."""


class Conduct(Frozen):
    """What does not change in a battle: who a side is, and what it has ordered."""

    side: Side
    losses: Kinds
    modes: tuple[tuple[int, int], ...]
    """Type and target type of precision strikes."""
    charge: Kinds
    rerolls: Kinds
    bounty: int
    free_bounty: bool
    withdrawal: Withdrawal | None


class Firing(Frozen):
    """Segments of a side that roll in a tier, and what stands against them."""

    conduct: Conduct
    kinds: tuple[tuple[int, int], ...]
    """Type and number of units."""
    tier: int
    enemy: Tally
    counters: int
    walls: int
    bounty: int


class Shots(Frozen):
    """One segment of a volley: its dice, how many faces hit, its target, and may it reroll?"""

    dice: int
    faces: int
    target: int | None
    again: bool


def shots_of(firing: Firing) -> Iterator[Shots]:
    """CB-HIT-1, CB-PREC-4: the segments of a volley, type by type."""
    conduct = firing.conduct
    modes = dict(conduct.modes)
    for kind, count in firing.kinds:
        need = need_of(
            replace(conduct.side, bounty=firing.bounty),
            kind,
            firing.tier == 2,
            firing.tier == 1 and kind not in FIRST_STRIKERS,
            firing.walls,
        ).total
        target = modes.get(kind)
        if target is not None and not firing.enemy[target]:
            target = None
        yield Shots(count, hitting_faces(need), target, kind in conduct.rerolls)


@cache
def volley(firing: Firing) -> tuple[Way, ...]:
    """CB-TIER-3, CB-PREC-2: (what is done, counters left, chance) of one side in one tier."""
    ways: dict[tuple[Precision, int, int], int] = {((), 0, firing.counters): ONE}
    for shots in shots_of(firing):
        after: defaultdict[tuple[Precision, int, int], int] = defaultdict(int)
        for (precision, hits, counters), chance in ways.items():
            usable = counters if shots.again else 0
            for more, left, share in segment(shots.dice, shots.faces, usable):
                spare = counters - usable + left
                key = (precision, hits + more, spare)
                if shots.target is not None:
                    key = ((*precision, (shots.target, more // 2)), hits, spare)
                after[key] += chance * share // ONE
        ways = after
    return tuple(
        (Hits(precision, 0, hits), counters, chance)
        for (precision, hits, counters), chance in ways.items()
        if chance > DUST
    )
