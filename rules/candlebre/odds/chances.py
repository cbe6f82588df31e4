"""How many dice of a segment hit, with exact chances, rerolls included."""

from collections import defaultdict
from functools import cache

from rules.candlebre.war.tiers import SURE_HIT, SURE_MISS

ONE = 10**18
"""Certainty."""

DUST = 10**6
"""A way that is less likely than this is left out: one in a million million."""

FACES = 20


@cache
def binomial(dice: int, faces: int) -> tuple[int, ...]:
    """The chance of each number of hits, if so many faces of each die hit."""
    chances = [ONE]
    for _ in range(dice):
        missed = [chance * (FACES - faces) // FACES for chance in (*chances, 0)]
        hit = [chance * faces // FACES for chance in (0, *chances)]
        chances = [a + b for a, b in zip(missed, hit, strict=True)]
    return tuple(chances)


def hitting_faces(need: int) -> int:
    """CB-HIT-2, CB-HIT-3: how many faces of a d20 hit."""
    return max(SURE_HIT, min(need, SURE_MISS - 1))


@cache
def segment(dice: int, faces: int, counters: int) -> tuple[tuple[int, int, int], ...]:
    """CB-LEAD-5: (hits, counters left, chance) of one segment, misses rerolled while they last."""
    found: defaultdict[tuple[int, int], int] = defaultdict(int)
    for hits, chance in enumerate(binomial(dice, faces)):
        again = min(counters, dice - hits)
        for more, share in enumerate(binomial(again, faces)):
            found[hits + more, counters - again] += chance * share // ONE
    return tuple((hits, left, chance) for (hits, left), chance in found.items() if chance > DUST)
