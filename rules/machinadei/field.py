"""The board: which unit stands where, sees and touches which other, and the ways over it."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from heapq import heappop, heappush
from math import isqrt

from rules.line.errors import Refusal, required
from rules.line.kept import Same
from rules.machinadei.formation import BESIDE, beside, gap_square, in_front
from rules.machinadei.orders import Cell, place
from rules.machinadei.statblock import Flies
from rules.machinadei.state import Spent, State, Unit

# The board of a state: which unit stands where, which units touch, and where the board ends.


Taken = dict[Cell, Unit]
"""MD-BOARD-3: the unit on each occupied cell."""


def occupied(state: State, without: str = "") -> Taken:
    """MD-BOARD-3: every occupied cell and its unit; those of the unit `without` are left out."""
    taken = dict(_taken(Same(state)))
    if without and (unit := state.find(without)) is not None:
        for cell in unit.cells:
            taken.pop(cell, None)
    return taken


@lru_cache(maxsize=4)
def _taken(state: Same[State]) -> Taken:
    """`occupied` with all units, cached by state."""
    return {cell: unit for unit in state.value.on_board() for cell in unit.cells}


def is_on_board(state: State, cell: Cell) -> bool:
    """MD-BOARD-1: x from 1 to the width, y from 1 to the height."""
    return 1 <= cell[0] <= state.width and 1 <= cell[1] <= state.height


def check_on_board(state: State, name: str, cells: Iterable[Cell]) -> None:
    """MD-BOARD-2: every cell of a unit is on the board."""
    for cell in cells:
        if not is_on_board(state, cell):
            size = f"{state.width} x {state.height}"
            raise Refusal("MD-BOARD-2", f"{name} would leave the board ({size}) at {place(cell)}.")


def check_location(state: State, cell: Cell) -> None:
    """MD-BOARD-2: a location given in an order is on the board."""
    if not is_on_board(state, cell):
        size = f"{state.width} x {state.height} cells"
        raise Refusal("MD-BOARD-2", f"{place(cell)} is not on the board of {size}.")


def check_free(taken: Taken, cells: Iterable[Cell]) -> None:
    """MD-BOARD-3: no cell of the place is taken by another unit."""
    for cell in cells:
        if cell in taken:
            raise Refusal("MD-BOARD-3", f"{place(cell)} is taken by {taken[cell].ref}.")


def touching(state: State, unit: Unit, taken: Taken | None = None) -> tuple[Unit, ...]:
    """MD-MEAS-4: the enemy units in contact with a unit, in placement order."""
    if not unit.on_board:
        return ()
    taken = _taken(Same(state)) if taken is None else taken
    near = {
        other.ref
        for cell in unit.cells
        for edge in beside(cell)
        if (other := taken.get(edge)) is not None and other.seat != unit.seat
    }
    if not near:
        return ()
    return tuple(other for other in state.units.values() if other.ref in near)


def is_engaged(state: State, unit: Unit) -> bool:
    """Is it in contact with at least one enemy unit?"""
    return bool(touching(state, unit))


def enemies(state: State, seat: int) -> tuple[Unit, ...]:
    """The enemy units on the board, in placement order."""
    return tuple(unit for unit in state.on_board() if unit.seat != seat)


def is_chain(spots: tuple[Cell, ...], side: int) -> bool:
    """MD-UNIT-3: every model can be reached from every other by gaps of at most 1."""
    return break_in_chain(spots, side) is None


def break_in_chain(spots: tuple[Cell, ...], side: int) -> tuple[int, int] | None:
    """MD-UNIT-3: the first model that is cut off, and the square of its gap to the nearest."""
    if len(spots) < 2:
        return None
    waiting, rest = [spots[0]], dict.fromkeys(spots[1:])
    while waiting:
        one = waiting.pop()
        near = [other for other in rest if gap_square(one, other, side) <= 1]
        for other in near:
            del rest[other]
        waiting += near
    if not rest:
        return None
    lost = next(spot for spot in spots if spot in rest)
    gap = min(gap_square(lost, other, side) for other in spots if other not in rest)
    return spots.index(lost) + 1, gap


# MD-ARC, MD-LOS: what a unit has in its front arc, and what hides a unit from it.


def eyes(unit: Unit) -> tuple[Cell, ...]:
    """MD-LOS-2: the cells from which a unit sees: for a formation the front rank only."""
    return unit.cells[: unit.files] if unit.is_formation else unit.cells


def has_in_arc(unit: Unit, cell: Cell) -> bool:
    """MD-ARC-1, MD-ARC-3: a formation has a front arc, all others see all round."""
    if not unit.is_formation or unit.at is None:
        return True
    return in_front(unit.at, unit.facing, unit.files, cell)


def check_arc(unit: Unit, cells: tuple[Cell, ...], name: str) -> tuple[Cell, ...]:
    """MD-ARC-1: a formation attacks only what is in its front arc."""
    why = f"{name} is not in the front arc of {unit.ref} (facing {unit.facing})."
    return required(tuple(cell for cell in cells if has_in_arc(unit, cell)), "MD-ARC-1", why)


Pair = tuple[Cell, Cell]


def pairs_in_range(unit: Unit, cells: tuple[Cell, ...], reach: int) -> Iterator[Pair]:
    """MD-SHOOT-4: the pairs of a cell that sees and a target cell within the range."""
    most = reach * reach
    return ((eye, cell) for eye in eyes(unit) for cell in cells if gap_square(eye, cell) <= most)


@lru_cache(maxsize=16384)
def passed(dx: int, dy: int) -> tuple[Cell, ...]:
    """MD-LOS-1: the cells between (0,0) and (dx,dy) through whose inside the line passes.

    Centres lie on even coordinates, a cell reaches one to either side; a cell is passed if the
    line overlaps it and has corners of it on both sides.
    """
    if abs(dx) < abs(dy):
        return tuple((x, y) for y, x in passed(dy, dx))
    found = []
    for x in range(min(0, dx), max(0, dx) + 1):
        low = dy * x // dx if dx else 0
        for y in (low, low + 1):
            inside = 2 * abs(dx * y - dy * x) < abs(dx) + abs(dy)
            if inside and min(0, dy) <= y <= max(0, dy) and (x, y) not in ((0, 0), (dx, dy)):
                found.append((x, y))
    return tuple(found)


def hiding(state: State, unit: Unit, target: Unit) -> dict[Cell, Unit]:
    """MD-LOS-2: the cells that block sight: those of other units at least as large as both."""
    least = max(unit.size, target.size)
    taken = occupied(state)
    return {
        cell: other
        for cell, other in taken.items()
        if other.size >= least and other.ref not in (unit.ref, target.ref)
    }


def hides(blocking: dict[Cell, Unit], pair: Pair) -> Unit | None:
    """MD-LOS-1: the unit that blocks this line of sight, if one does."""
    (x, y), (to_x, to_y) = pair
    for dx, dy in passed(to_x - x, to_y - y):
        other = blocking.get((x + dx, y + dy))
        if other is not None:
            return other
    return None


def check_sight(state: State, unit: Unit, target: Unit, pairs: Iterator[Pair]) -> None:
    """MD-LOS-2: some line from one of its cells to one of the target's is not blocked."""
    blocking = hiding(state, unit, target)
    found = None
    for pair in pairs:
        other = hides(blocking, pair) if blocking else None
        if other is None:
            return
        found = found or other
    name = found.ref if found else "something"
    raise Refusal("MD-LOS-2", f"{name} hides {target.ref} from {unit.ref}.")


# Walks (MD-WALK): the shortest way of a base over the board, in exact lengths.


STRAIGHT = 10**12
DIAGONAL = isqrt(2 * STRAIGHT * STRAIGHT)
"""MD-MEAS-3: lengths as whole numbers.  Two walks of less than 100,000 steps that differ in length
differ by more than the rounding error, so comparing them is exact."""

Steps = tuple[int, int]
"""How many straight and how many diagonal steps a walk has."""

SLANTED: tuple[Cell, ...] = ((1, -1), (1, 1), (-1, 1), (-1, -1))


def length(steps: Steps) -> int:
    """MD-MEAS-3: a straight and b diagonal steps are a + b sqrt 2."""
    return steps[0] * STRAIGHT + steps[1] * DIAGONAL


def rounded(spent: Spent | Steps) -> int:
    """MD-MEAS-3: rhu(a + b sqrt 2) = floor((2a + 1 + isqrt(8 b^2)) / 2)."""
    a, b = (spent.straight, spent.diagonal) if isinstance(spent, Spent) else spent
    return (2 * a + 1 + isqrt(8 * b * b)) // 2


def is_within(spent: Spent, steps: Steps, most: int) -> bool:
    """MD-MEAS-3: is the unrounded sum within the Move?  With t = 2M + 1 - 2a: 8 b^2 < t^2."""
    a, b = spent.straight + steps[0], spent.diagonal + steps[1]
    t = 2 * most + 1 - 2 * a
    return t > 0 and 8 * b * b < t * t


def after(spent: Spent, steps: Steps) -> Spent:
    """Movement used, with these steps added."""
    return Spent(spent.straight + steps[0], spent.diagonal + steps[1])


def straight_way(start: Cell, end: Cell) -> Steps:
    """The steps of the shortest walk over open ground."""
    across, down = abs(start[0] - end[0]), abs(start[1] - end[1])
    return abs(across - down), min(across, down)


class Ground:
    """Where the bases of one unit may stand, built for one state and one question.

    MD-WALK-2: models of its own unit never stand in the way.  MD-ABIL-5: a flier is hindered on its
    way only by the edge of the board.
    """

    def __init__(self, state: State, unit: Unit) -> None:
        side = unit.side
        self.wide = state.width - side + 1
        self.high = state.height - side + 1
        self.flies = state.block(unit).has(Flies)
        self.known: dict[Cell, dict[Cell, Steps]] = {}
        others = (
            cell for other in state.on_board() if other.ref != unit.ref for cell in other.cells
        )
        if side > 1:
            self.taken = {
                (x - i, y - j) for x, y in others for i in range(side) for j in range(side)
            }
        else:
            self.taken = set(others)

    def holds(self, spot: Cell) -> bool:
        """Is the whole base on the board?"""
        return 1 <= spot[0] <= self.wide and 1 <= spot[1] <= self.high

    def is_free(self, spot: Cell) -> bool:
        """MD-BOARD-3: may a base end there?"""
        return self.holds(spot) and spot not in self.taken

    def is_open(self, spot: Cell) -> bool:
        """MD-WALK-1: may a base be there on its way?"""
        return self.holds(spot) and (self.flies or spot not in self.taken)

    def neighbours(self, spot: Cell) -> list[tuple[Cell, bool]]:
        """MD-WALK-1: a diagonal step also needs both orthogonal positions beside it free."""
        x, y = spot
        near = {step: self.is_open((x + step[0], y + step[1])) for step in BESIDE}
        found = [((x + dx, y + dy), False) for (dx, dy), free in near.items() if free]
        for dx, dy in SLANTED:
            if near[dx, 0] and near[0, dy] and self.is_open((x + dx, y + dy)):
                found.append(((x + dx, y + dy), True))
        return found

    def is_clear(self, start: Cell, end: Cell) -> bool:
        """Is the walk free that goes diagonally, then straight?  If not, another may be."""
        x, y = start
        while (x, y) != end:
            dx, dy = (end[0] > x) - (end[0] < x), (end[1] > y) - (end[1] < y)
            if dx and dy and not (self.is_open((x + dx, y)) and self.is_open((x, y + dy))):
                return False
            x, y = x + dx, y + dy
            if not self.is_open((x, y)):
                return False
        return True

    def walk_within(self, start: Cell, end: Cell, spent: Spent, most: int) -> Steps | None:
        """The steps of the shortest walk; None if it is blocked and no way round is within the
        movement.

        A clear walk is returned whatever its length.  What can be reached from `start` is cached.
        """
        if self.flies or self.is_clear(start, end):
            return straight_way(start, end)
        if start not in self.known:
            self.known[start] = self.reach(start, spent, most)
        return self.known[start].get(end)

    def walk(self, start: Cell, end: Cell) -> Steps | None:
        """MD-WALK-1: the steps of the shortest walk; None if there is no free way at all."""
        if self.flies or self.is_clear(start, end):
            return straight_way(start, end)
        best: dict[Cell, int] = {start: 0}
        waiting = [(length(straight_way(start, end)), start, (0, 0))]
        while waiting:
            _, spot, steps = heappop(waiting)
            if spot == end:
                return steps
            if length(steps) > best[spot]:
                continue
            for near, slanted in self.neighbours(spot):
                gone = (steps[0] + (not slanted), steps[1] + slanted)
                far = length(gone)
                whole = far + length(straight_way(near, end))
                if far < best.get(near, far + 1):
                    best[near] = far
                    heappush(waiting, (whole, near, gone))
        return None

    def reach(self, start: Cell, spent: Spent, most: int) -> dict[Cell, Steps]:
        """Every spot within reach of the movement, with the steps of its shortest walk."""
        found: dict[Cell, Steps] = {}
        waiting: list[tuple[int, Cell, Steps]] = [(0, start, (0, 0))]
        while waiting:
            _, spot, steps = heappop(waiting)
            if spot in found:
                continue
            found[spot] = steps
            for near, slanted in self.neighbours(spot):
                gone = (steps[0] + (not slanted), steps[1] + slanted)
                if near not in found and is_within(spent, gone, most):
                    heappush(waiting, (length(gone), near, gone))
        return found
