"""The map: provinces, borders, distances, the checks of a map, and a generator."""

import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from rules.candlebre.overrides import ProvinceRow
from rules.candlebre.state import State
from rules.candlebre.units import Site
from rules.line.errors import Refusal
from rules.numbers.arith import half_up

# Section 4.1: the map, its checks, its generator, and distances on it.


PROVINCES = 60
"""CB-MAP-1: the provinces of a map."""

MOST_PROVINCES = 200
"""CB-BOUND-1: a longer list of provinces is not even checked."""

MOST_BORDERS = 7
"""CB-MAP-3: more than that brings a warning."""

MOST_IN_A_ROW = 15
"""CB-BOARD-2: how many provinces fit into a row of the text map."""

POINTS = {1: -2, 2: -2, 3: -1, 4: 1, 5: 2, 6: 3}
"""CB-MAP-5, CB-RULING-2: what a d6 does to the points of a province."""

MOST_WARNINGS = 20
"""How many crossings are reported of a map; a drawing shows the rest."""

RULE = "CB-MAP-7"


# --- values -------------------------------------------------------------------------------------


def plain_value(site: Site) -> int:
    """CB-MAP-4: ten gold for each neighbour."""
    return 10 * len(site.borders)


def varied_value(site: Site, face: int) -> int:
    """CB-MAP-5: a d6 changes the number of points first; at least one is left."""
    return 10 * max(1, len(site.borders) + POINTS[face])


# --- distances ----------------------------------------------------------------------------------


def is_adjacent(state: State, first: int, second: int) -> bool:
    """Do two provinces share a border?"""
    return second in state.site(first).borders


def between(state: State, first: int, second: int) -> tuple[int, ...]:
    """The provinces that border both."""
    return tuple(one for one in state.site(first).borders if is_adjacent(state, one, second))


def distances(sites: Sequence[Site], start: int) -> dict[int, int]:
    """CB-MAP-9: the smallest number of steps from a province to each other one."""
    found = {start: 0}
    ahead = deque((start,))
    while ahead:
        here = ahead.popleft()
        for number in sites[here - 1].borders:
            if number not in found:
                found[number] = found[here] + 1
                ahead.append(number)
    return found


def nearest(state: State, start: int, among: Iterable[int]) -> int:
    """CB-MAP-9: the nearest of some provinces; ties go to the lowest number; 0 if there is none."""
    steps = distances(state.sites, start)
    found = sorted((steps[number], number) for number in among if number in steps)
    return found[0][1] if found else 0


# --- a map from text ----------------------------------------------------------------------------


def checked_sites(rows: Sequence[ProvinceRow]) -> tuple[Site, ...]:
    """CB-MAP-7: the sites of a map.  Raises Refusal, naming the line that is wrong."""
    if len(rows) > MOST_PROVINCES:
        why = f"a map has at most {MOST_PROVINCES} provinces, not {len(rows):,}"
        raise Refusal("CB-BOUND-1", why)
    for row in rows:
        check_row(row)
    check_unique(rows)
    numbers = {row.code: row.number for row in rows}
    for row in rows:
        check_borders(row, numbers)
    sites = tuple(
        Site(row.number, row.name, row.code, row.x, row.y, tuple(numbers[b] for b in row.borders))
        for row in sorted(rows, key=lambda row: row.number)
    )
    check_symmetric(rows, sites)
    if len(distances(sites, 1)) < PROVINCES:
        apart = next(s for s in sites if s.number not in distances(sites, 1))
        raise Refusal(RULE, f"the map is not connected: no way leads to {apart.name}")
    check_rows_of_board(sites)
    return sites


def wrong(row: ProvinceRow, what: str) -> Refusal:
    """The refusal of a map for one of its lines."""
    return Refusal(RULE, f"line {row.line}, {row.number} {row.name[:40]}: {what}")


def check_row(row: ProvinceRow) -> None:
    """CB-MAP-7: the number, the name and the code by themselves."""
    if not 1 <= row.number <= PROVINCES:
        raise wrong(row, f"numbers are 1 to {PROVINCES}, not {row.number}")
    if not row.name.isalpha():
        raise wrong(row, f"a name is one word of letters, not {row.name[:40]!r}")
    if not re.fullmatch(r"[A-Z]{3}", row.code):
        raise wrong(row, f"a code is three capital letters, not {row.code[:40]!r}")


def check_unique(rows: Sequence[ProvinceRow]) -> None:
    """CB-MAP-7: sixty provinces; numbers, names and codes are unique, and no name is a code."""
    numbers: set[int] = set()
    words: dict[str, int] = {}
    for row in rows:
        if row.number in numbers:
            raise wrong(row, f"the number {row.number} stands twice")
        numbers.add(row.number)
        for word in (row.name.lower(), row.code.lower()):
            if words.setdefault(word, row.number) != row.number:
                raise wrong(row, f"{word!r} is already a name or code of {words[word]}")
    if len(rows) != PROVINCES:
        raise Refusal(RULE, f"a map has exactly {PROVINCES} provinces, not {len(rows)}")


def check_borders(row: ProvinceRow, numbers: dict[str, int]) -> None:
    """CB-MAP-7: every neighbour exists, once, and is another province."""
    for code in row.borders:
        if code not in numbers:
            raise wrong(row, f"there is no province {code[:40]!r}")
        if code == row.code:
            raise wrong(row, f"{row.name} borders itself")
        if row.borders.count(code) > 1:
            raise wrong(row, f"the border with {code} stands twice")


def check_symmetric(rows: Sequence[ProvinceRow], sites: Sequence[Site]) -> None:
    """CB-MAP-2, CB-MAP-7: each of two neighbours lists the other."""
    for row in rows:
        for number in sites[row.number - 1].borders:
            other = sites[number - 1]
            if row.number not in other.borders:
                raise wrong(row, f"{row.name} borders {other.name}, but {other.name} not it")


def row_of(site: Site, sites: Sequence[Site]) -> int:
    """CB-BOARD-2: the row of a province in the text map, from 0."""
    return scaled(site.y, [one.y for one in sites], 18)


def scaled(value: int, values: Sequence[int], most: int) -> int:
    """Where a value lies among these values: 0 for the least of them, `most` for the largest."""
    low, high = min(values), max(values)
    return half_up((value - low) * most, high - low) if high > low else 0


def check_rows_of_board(sites: Sequence[Site]) -> None:
    """CB-BOARD-2, CB-MAP-7: a row of the text map holds at most fifteen provinces."""
    rows = Counter(row_of(site, sites) for site in sites)
    for row, count in sorted(rows.items()):
        if count > MOST_IN_A_ROW:
            why = f"row {row + 1} of the board would get {count} provinces, {MOST_IN_A_ROW} fit"
            raise Refusal(RULE, why)


def warnings(sites: Sequence[Site]) -> tuple[tuple[str, str], ...]:
    """CB-MAP-2, CB-MAP-3: (rule, text) for what a map may have but should not."""
    crossings = (
        ("CB-MAP-2", f"the border {names(sites, first)} crosses {names(sites, second)}")
        for first, second in islice(crossing_borders(sites), MOST_WARNINGS)
    )
    crowded = (
        ("CB-MAP-3", f"{site.name} has {len(site.borders)} neighbours, more than {MOST_BORDERS}")
        for site in sites
        if len(site.borders) > MOST_BORDERS
    )
    return (*crossings, *crowded)


Border = tuple[int, int]


def names(sites: Sequence[Site], border: Border) -> str:
    """`Ashford-Brindle`."""
    return "-".join(sites[number - 1].name for number in border)


def crossing_borders(sites: Sequence[Site]) -> Iterator[tuple[Border, Border]]:
    """CB-MAP-2: pairs of borders whose straight lines cross."""
    borders = [(s.number, other) for s in sites for other in s.borders if s.number < other]
    for index, first in enumerate(borders):
        for second in borders[index + 1 :]:
            if not set(first) & set(second) and do_cross(sites, first, second):
                yield first, second


def do_cross(sites: Sequence[Site], first: Border, second: Border) -> bool:
    """Do two straight lines between centres meet?"""
    a, b = (sites[number - 1] for number in first)
    c, d = (sites[number - 1] for number in second)
    if max(a.x, b.x) < min(c.x, d.x) or max(c.x, d.x) < min(a.x, b.x):
        return False
    if max(a.y, b.y) < min(c.y, d.y) or max(c.y, d.y) < min(a.y, b.y):
        return False
    return side_of(a, b, c) * side_of(a, b, d) <= 0 and side_of(c, d, a) * side_of(c, d, b) <= 0


def side_of(a: Site, b: Site, point: Site) -> int:
    """On which side of a line a point lies: the sign of the cross product."""
    product = (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x)
    return (product > 0) - (product < 0)


# CB-MAP-8: a map from a number, the same on every machine.


COLUMNS, ROWS = 10, 6
REMOVED = 24
FEWEST_KEPT = 3
"""A border is removed only if both of its ends have at least this many neighbours."""


class Lcg:
    """The rule's generator of random numbers: x = (1103515245 x + 12345) modulo 2^31."""

    def __init__(self, seed: int) -> None:
        self._x = seed % 2**31

    def rand(self, k: int) -> int:
        """The next number, from 0 to k - 1."""
        self._x = (1103515245 * self._x + 12345) % 2**31
        return (self._x // 65536) % k


def generated(seed: int, standard: Sequence[Site]) -> tuple[Site, ...]:
    """CB-MAP-8: a map from a seed: centres, borders, shuffle, removal, names."""
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
    """Step 1: the centre of a province; dx is drawn before dy."""
    row, column = divmod(i, COLUMNS)
    dx = source.rand(41) - 20
    dy = source.rand(41) - 20
    return (30 + 100 * column + 50 * (row % 2) + dx, 40 + 120 * row + dy)


def borders_from(i: int) -> list[tuple[int, int]]:
    """Step 2: the border to the right, then those to the next row, smaller column first."""
    row, column = divmod(i, COLUMNS)
    borders = [(i, i + 1)] if column < COLUMNS - 1 else []
    if row < ROWS - 1:
        first = column - 1 + row % 2
        borders += [(i, (row + 1) * COLUMNS + c) for c in (first, first + 1) if 0 <= c < COLUMNS]
    return borders


def thin(borders: list[tuple[int, int]]) -> None:
    """Step 4: remove borders in their shuffled order, but keep the map connected."""
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
    """Can every province be reached from the first?"""
    sites = [
        Site(i + 1, "", "", 0, 0, tuple(n + 1 for n in near))
        for i, near in enumerate(neighbours(borders))
    ]
    return len(distances(sites, 1)) == len(sites)
