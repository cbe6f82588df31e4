"""How long a way is: unhindered legs, chains of steps, terrain, enemy zones (chapter 5.4)."""

from collections.abc import Iterator
from dataclasses import field
from heapq import heappop, heappush

from rules.crusade7.field.geometry import ADJACENT, anchor_of, forward, size_of, units_on, within_of
from rules.crusade7.orders import place
from rules.crusade7.state import COLUMNS, ROWS, State, Unit
from rules.line.frozen import Frozen
from rules.numbers.arith import SCALE, nearest, root
from rules.numbers.grid import STEPS, Cell, rectangle, shift, square

FACTORS = {"rough": 2, "difficult": 3}
"""C7-TERR-1: what a step onto such ground is multiplied by; normal ground counts 1.

C7-TERR-3: any other special ground is a note of the GM's, and costs nothing here.
"""

STRAIGHT, DIAGONAL = SCALE, root(2)
"""C7-MOVE-7: the length of a straight and of a diagonal step."""

KEEPS_AWAY = ("normal", "advance")
"""C7-ZOC-1: the manners of moving that may not take a position within 1 of an enemy."""

MOVE_PHASE = ("normal", "advance", "fall back")
"""The manners of moving that belong to the Move Phase; the only other one is `charge`."""


class Ground(Frozen):
    """Where the anchor of one unit may step in one move, and what each step is multiplied by."""

    start: Cell
    size: Cell
    columns: range
    closed: tuple[int, ...] = (0,) * (ROWS + 2)
    """For each row the columns, as bits, that no part of the footprint may cover: units,
    impassable ground, enemy zones.  Row 0 and the row after the last are margins."""
    terrain: dict[Cell, str] = field(default_factory=dict)
    known: dict[Cell, int] = field(default_factory=dict)
    """Factors already worked out."""

    def factor(self, anchor: Cell) -> int:
        """C7-TERR-1: the highest factor among the cells covered; 0 if it may not be there."""
        if anchor not in self.known:
            self.known[anchor] = self._factor(anchor)
        return self.known[anchor]

    def _factor(self, anchor: Cell) -> int:
        if anchor[1] not in self.columns or not 1 <= anchor[0] <= ROWS - self.size[0] + 1:
            return 0
        covered = column_bits(anchor[1], self.size[1])
        rows = self.closed[anchor[0] : anchor[0] + self.size[0]]
        if any(row & covered for row in rows):
            return 0
        cells = rectangle(anchor, self.size)
        return max(FACTORS.get(self.terrain.get(cell, ""), 1) for cell in cells)


def column_bits(first: int, count: int) -> int:
    """`count` neighbouring columns from `first` on, as bits of a number."""
    return ((1 << count) - 1) << first


def ground_for(state: State, unit: Unit, manner: str) -> Ground:
    """C7-MOVE-11: what the moving unit may enter, by the manner in which it moves.

    C7-FLY-1: to a flyer everything is open, normal ground, so its legs are straight lines.
    """
    start, size = anchor_of(unit), size_of(state, unit)
    columns = open_columns(unit, size, keeps_back(unit, manner))
    if is_flying(state, unit):
        return Ground(start, size, columns)
    return Ground(start, size, columns, closed_rows(state, unit, manner), state.terrain)


def is_flying(state: State, unit: Unit) -> bool:
    """C7-FLY-1, C7-STAT-7: is the unit tagged Flying?"""
    return any(tag.lower() == "flying" for tag in state.block(unit).tags)


def keeps_back(unit: Unit, manner: str) -> bool:
    """C7-COND-10, C7-MORALE-5: may the unit not go forward?

    `frightened` forbids it in moves and charges, `shaken` only in moves of the Move Phase.
    """
    return unit.has("frightened") or (manner in MOVE_PHASE and unit.has("shaken"))


def open_columns(unit: Unit, size: Cell, back: bool) -> range:
    """C7-COND-10: the columns that the anchor may be in: all, or none farther forward."""
    last = COLUMNS - size[1] + 1
    if not back:
        return range(1, last + 1)
    column = anchor_of(unit)[1]
    return range(1, column + 1) if forward(unit.seat) > 0 else range(column, last + 1)


def passes_prone(option: str, manner: str) -> bool:
    """C7-MOVE-12: may this manner of moving pass over prone units, under the option `prone`?"""
    if option == "split":
        return manner in ("advance", "charge")
    return option == "pass"


def closed_rows(state: State, unit: Unit, manner: str) -> tuple[int, ...]:
    """C7-MOVE-11, C7-TERR-2: units and impassable ground close their cells to a walker.

    C7-ZOC-1, C7-GEO-3: in a Normal Movement or an Advance enemies close those around them too.
    """
    over_prone = passes_prone(state.options.get("prone", "split"), manner)
    margins = {unit.seat: 0, 3 - unit.seat: int(manner in KEEPS_AWAY)}
    return closed_around(state, unit, margins, over_prone)


def closed_around(
    state: State, unit: Unit, margins: dict[int, int], over_prone: bool = False
) -> tuple[int, ...]:
    """For each row, as bits, the columns closed by impassable ground and by other units.

    `margins`: for each seat, how many cells around its units are closed too.  `over_prone`: prone
    units close nothing, if their seat has no margin.
    """
    rows = [0] * (ROWS + 2)
    blocks = state.blocks
    for other in state.units.values():
        if other.at is None or other.dead or other.ref == unit.ref:
            continue
        margin = margins[other.seat]
        if over_prone and not margin and other.conditions and other.has("prone"):
            continue
        (row, column), (high, wide) = other.at, blocks[other.kind].footprint
        covered = column_bits(column - margin, wide + 2 * margin)
        for each in range(row - margin, row + high + margin):
            rows[each] |= covered
    for cell, kind in state.terrain.items():
        if kind == "impassable":
            rows[cell[0]] |= column_bits(cell[1], 1)
    return tuple(rows)


def leg_length(ground: Ground, start: Cell, end: Cell) -> int | None:
    """C7-MOVE-6, C7-MOVE-7: a leg's exact length; None if no legal chain of steps exists.

    C7-ZOC-2: where the leg starts does not have to be open, only what comes after it.
    """
    if not ground.factor(end):
        return None
    if is_unhindered(ground, start, end):
        return root(square(start, end))
    return chain_length(ground, start, end)


def is_unhindered(ground: Ground, start: Cell, end: Cell) -> bool:
    """C7-MOVE-6: can the end be reached over normal ground without any detour?

    That is with min(dr,dc) diagonal and |dr-dc| straight steps, in whatever order.
    """
    return _is_direct(ground, end, {start: True}, start)


def _is_direct(ground: Ground, end: Cell, known: dict[Cell, bool], start: Cell) -> bool:
    """`is_unhindered`, with `known` as the cache of answers for this start."""
    if end not in known:
        known[end] = ground.factor(end) == 1 and any(
            _is_direct(ground, cell, known, start) for cell in _just_before(start, end)
        )
    return known[end]


def _just_before(start: Cell, end: Cell) -> Iterator[Cell]:
    """The cells from which the last step of an unhindered way can come."""
    rows, columns = end[0] - start[0], end[1] - start[1]
    down, right = (rows > 0) - (rows < 0), (columns > 0) - (columns < 0)
    if down and right:
        yield end[0] - down, end[1] - right
    if abs(rows) > abs(columns):
        yield end[0] - down, end[1]
    elif abs(rows) < abs(columns):
        yield end[0], end[1] - right


def octile(start: Cell, end: Cell) -> int:
    """The length of the shortest chain of steps that an empty board would allow."""
    rows, columns = abs(end[0] - start[0]), abs(end[1] - start[1])
    return min(rows, columns) * DIAGONAL + abs(rows - columns) * STRAIGHT


def steps_from(ground: Ground, cell: Cell) -> Iterator[tuple[Cell, int]]:
    """C7-MOVE-7: the legal steps from a cell, each with its length times the terrain factor.

    C7-MOVE-11: only the cells covered after the step count, so corners may be cut.
    """
    for step in STEPS:
        following = shift(cell, step)
        factor = ground.factor(following)
        if factor:
            yield following, factor * (DIAGONAL if step[0] and step[1] else STRAIGHT)


def chain_length(ground: Ground, start: Cell, end: Cell) -> int | None:
    """C7-MOVE-7: the length of the cheapest chain of legal steps; None if there is none.

    The search (A*) first expands the cell whose length so far plus shortest possible rest is least.
    """
    shortest = {start: 0}
    waiting = [(octile(start, end), 0, start)]
    while waiting:
        _, walked, cell = heappop(waiting)
        if cell == end:
            return walked
        if walked > shortest[cell]:
            continue
        for following, step in steps_from(ground, cell):
            length = walked + step
            if following not in shortest or length < shortest[following]:
                shortest[following] = length
                heappush(waiting, (length + octile(following, end), length, following))
    return None


def chains(ground: Ground, start: Cell, limit: int) -> dict[Cell, int]:
    """C7-MOVE-7: the length of the cheapest chain to every cell within a limit of length."""
    shortest = {start: 0}
    waiting = [(0, start)]
    while waiting:
        walked, cell = heappop(waiting)
        if walked > shortest[cell]:
            continue
        for following, step in steps_from(ground, cell):
            length = walked + step
            if length <= limit and length < shortest.get(following, limit + 1):
                shortest[following] = length
                heappush(waiting, (length, following))
    return shortest


def reachable(ground: Ground, allowance: int) -> dict[Cell, int]:
    """C7-MOVE-8: the cells that one leg of at most this rounded length can reach, by row, column.

    The start is left out (C7-MOVE-13); cells of prone units that may be passed over are included.
    """
    return dict(within_reach(ground, allowance))


def within_reach(ground: Ground, allowance: int) -> Iterator[tuple[Cell, int]]:
    """Yield the items of `reachable` lazily, for callers that may need only the first."""
    walked: dict[Cell, int] = {}
    direct = {ground.start: True}
    row, column = ground.start
    top, left = max(1, row - allowance), max(1, column - allowance)
    bottom, right = min(ROWS, row + allowance), min(COLUMNS, column + allowance)
    for cell in rectangle((top, left), (bottom - top + 1, right - left + 1)):
        straight = root(square(ground.start, cell))
        if cell == ground.start or nearest(straight) > allowance or not ground.factor(cell):
            continue
        if _is_direct(ground, cell, direct, ground.start):
            yield cell, straight
            continue
        walked = walked or chains(ground, ground.start, allowance * SCALE + SCALE // 2)
        if cell in walked and nearest(walked[cell]) <= allowance:
            yield cell, walked[cell]


def detour(state: State, unit: Unit, ground: Ground, points: tuple[Cell, ...]) -> str:
    """C7-MOVE-6, C7-MOVE-8: why a leg could not go straight: `: EQ1 stands on 6,9`; or empty."""
    cell = ground.start
    for point in points:
        if not is_unhindered(ground, cell, point):
            for passed in straight_on(cell, point):
                if ground.factor(passed) != 1:
                    return f": {in_the_way(state, unit, passed)}"
        cell = point
    return ""


def straight_on(start: Cell, end: Cell) -> Iterator[Cell]:
    """The cells of the obvious way: diagonal steps first, then straight ones."""
    cell = start
    while cell != end:
        cell = (cell[0] + _towards(cell[0], end[0]), cell[1] + _towards(cell[1], end[1]))
        yield cell


def _towards(one: int, other: int) -> int:
    return (other > one) - (other < one)


def in_the_way(state: State, unit: Unit, cell: Cell) -> str:
    """What keeps a unit off a cell: a unit on it, an enemy within 1 of it, or the ground."""
    size = size_of(state, unit)
    there = units_on(state, cell, size, unit.ref)
    if there:
        return f"{there[0].ref} stands on {place(cell)}"
    near = [one for one in within_of(state, cell, size, ADJACENT) if one.seat != unit.seat]
    ground = state.terrain.get(cell, "")
    if near and not ground:
        return f"{place(cell)} is within 1 of {near[0].ref}"
    return f"{place(cell)} is {ground} ground" if ground else f"{place(cell)} is not open"
