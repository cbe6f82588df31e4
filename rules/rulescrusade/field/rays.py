"""RC-LOS-1 to RC-LOS-4: three lines, two rays on each, exact to the fraction."""

from functools import lru_cache

from rules.line.frozen import Frozen
from rules.numbers.grid import Cell
from rules.rulescrusade.field.terrain import Relief

Crossing = tuple[int, int, int, int]
"""A cell's row and column from the start, and where the line enters and leaves it."""


class Way(Frozen):
    """One line: the cells that it crosses (the ends left out), and the corners that it goes
    exactly through, each with the two cells that it only touches there.  The numbers are
    numerators; `whole` is the denominator: the far end of the line.
    """

    whole: int
    cells: tuple[Crossing, ...]
    corners: tuple[tuple[Cell, Cell, int], ...]


@lru_cache(maxsize=8192)
def ways(rows: int, columns: int) -> tuple[Way, Way, Way]:
    """RC-LOS-1: from centre to centre, and shifted by a quarter of a cell to either side."""
    along_rows = abs(columns) >= abs(rows)
    shifts = [(0, 0), (-1, 0), (1, 0)] if along_rows else [(0, 0), (0, -1), (0, 1)]
    centre, left, right = (_way(rows, columns, shift) for shift in shifts)
    return centre, left, right


def _way(rows: int, columns: int, shift: Cell) -> Way:
    """A cell is four units wide; cell (i, j) reaches from 4i - 2 to 4i + 2."""
    whole = 4 * max(1, abs(rows)) * max(1, abs(columns))
    events: list[tuple[int, int, int]] = []
    for axis, count, offset in ((0, rows, shift[0]), (1, columns, shift[1])):
        sign = 1 if count > 0 else -1
        for number in range(abs(count)):
            border = 4 * number + 2 - sign * offset
            events.append((border * (whole // (4 * abs(count))), axis, sign))
    events.sort()
    cells: list[Crossing] = []
    corners: list[tuple[Cell, Cell, int]] = []
    here, since, index = (0, 0), 0, 0
    while index < len(events):
        when, axis, sign = events[index]
        cells.append((*here, since, when))
        if index + 1 < len(events) and events[index + 1][0] == when:
            down = sign if axis == 0 else events[index + 1][2]
            across = events[index + 1][2] if axis == 0 else sign
            corners.append(((here[0] + down, here[1]), (here[0], here[1] + across), when))
            here, index = (here[0] + down, here[1] + across), index + 2
        else:
            here = (here[0] + sign, here[1]) if axis == 0 else (here[0], here[1] + sign)
            index += 1
        since = when
    return Way(whole, tuple(cells[1:]), tuple(corners))


@lru_cache(maxsize=32768)
def clear_rays(
    ground: Relief,
    start: Cell,
    head: int,
    end: Cell,
    far_head: int,
    far_feet: int,
    bodies: tuple[tuple[Cell, int], ...] = (),
) -> int:
    """RC-LOS-1: how many of the six rays are clear.

    `bodies` are models that stand in the way (option `models_block`), with the height of their
    heads.
    """
    columns = ground.ground.cols
    tops = _raised(ground, bodies) if bodies else ground.top
    base = (start[0] - 1) * columns + start[1] - 1
    clear = 0
    for way in ways(end[0] - start[0], end[1] - start[1]):
        obstacles = [
            (tops[base + row * columns + column], entered, left)
            for row, column, entered, left in way.cells
        ]
        for (row, column), (down, across), when in way.corners:
            lower = min(tops[base + row * columns + column], tops[base + down * columns + across])
            obstacles.append((lower, when, when))
        for goal in (far_head, far_feet):
            clear += _is_clear(obstacles, way.whole, head, goal)
    return clear


def _raised(ground: Relief, bodies: tuple[tuple[Cell, int], ...]) -> tuple[int, ...]:
    """RC-LOS-5: the tops, with the heads of models that block sight."""
    tops = list(ground.top)
    for cell, head in bodies:
        index = ground.ground.index(cell)
        tops[index] = max(tops[index], head)
    return tuple(tops)


def _is_clear(obstacles: list[tuple[int, int, int]], whole: int, start: int, end: int) -> bool:
    """RC-LOS-2, RC-LOS-3: a ray is blocked where it is lower than a top; equal is not blocked.

    RC-LOS-4: at a corner the lower of the two touched cells counts: both must block.
    """
    slope, foot = end - start, start * whole
    if slope < 0:
        return not any(foot + left * slope < top * whole for top, _, left in obstacles)
    return not any(foot + entered * slope < top * whole for top, entered, _ in obstacles)


@lru_cache(maxsize=8192)
def crossed(rows: int, columns: int) -> tuple[Cell, ...]:
    """RC-COVER-5: the cells that the centre line crosses, both ends left out."""
    return tuple((row, column) for row, column, _, _ in ways(rows, columns)[0].cells)
