"""CB-MAP-8: a map from a number, the same on every machine."""

from collections.abc import Sequence

from rules.candlebre.lore import Site
from rules.candlebre.realm.land import distances

COLUMNS, ROWS = 10, 6
REMOVED = 24
FEWEST_KEPT = 3
"""A border is removed only if both ends have as many neighbours, or more."""


class Lcg:
    """The generator of the rule: x = (1103515245 x + 12345) modulo 2^31."""

    def __init__(self, seed: int) -> None:
        self._x = seed % 2**31

    def rand(self, k: int) -> int:
        """The next number, from 0 to k - 1."""
        self._x = (1103515245 * self._x + 12345) % 2**31
        return (self._x // 65536) % k


def generated(seed: int, standard: Sequence[Site]) -> tuple[Site, ...]:
    """CB-MAP-8: centres, borders, shuffle, removal, names."""
    source = Lcg(seed)
    centres = [centre(source, i) for i in range(COLUMNS * ROWS)]
    borders = [border for i in range(COLUMNS * ROWS) for border in borders_from(i)]
    for k in range(len(borders) - 1, 0, -1):
        j = source.rand(k + 1)
        borders[k], borders[j] = borders[j], borders[k]
    thin(borders)
    near = neighbours(borders)
    return tuple(
        Site(i + 1, one.name, one.code, *centres[i], tuple(sorted(n + 1 for n in near[i])))
        for i, one in enumerate(standard)
    )


def centre(source: Lcg, i: int) -> tuple[int, int]:
    """Step 1: dx is drawn before dy."""
    row, column = divmod(i, COLUMNS)
    dx = source.rand(41) - 20
    dy = source.rand(41) - 20
    return (30 + 100 * column + 50 * (row % 2) + dx, 40 + 120 * row + dy)


def borders_from(i: int) -> list[tuple[int, int]]:
    """Step 2: to the right, then to the next row, smaller column first."""
    row, column = divmod(i, COLUMNS)
    borders = [(i, i + 1)] if column < COLUMNS - 1 else []
    if row < ROWS - 1:
        first = column - 1 + row % 2
        borders += [(i, (row + 1) * COLUMNS + c) for c in (first, first + 1) if 0 <= c < COLUMNS]
    return borders


def thin(borders: list[tuple[int, int]]) -> None:
    """Step 4: in the shuffled order, until so many are removed."""
    left = REMOVED
    for border in tuple(borders):
        if not left:
            return
        near = neighbours(borders)
        if min(len(near[end]) for end in border) < FEWEST_KEPT:
            continue
        borders.remove(border)
        if is_connected(borders):
            left -= 1
        else:
            borders.append(border)


def neighbours(borders: Sequence[tuple[int, int]]) -> list[list[int]]:
    """The neighbours of each place."""
    near: list[list[int]] = [[] for _ in range(COLUMNS * ROWS)]
    for first, second in borders:
        near[first].append(second)
        near[second].append(first)
    return near


def is_connected(borders: Sequence[tuple[int, int]]) -> bool:
    """Does a way lead everywhere?"""
    sites = [
        Site(i + 1, "", "", 0, 0, tuple(n + 1 for n in near))
        for i, near in enumerate(neighbours(borders))
    ]
    return len(distances(sites, 1)) == len(sites)
