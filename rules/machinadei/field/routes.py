"""Walks (MD-WALK): the shortest way of a base over the board, in exact lengths."""

from heapq import heappop, heappush
from math import isqrt

from rules.machinadei.orders import Cell
from rules.machinadei.state import Spent, State, Unit

STRAIGHT = 10**12
DIAGONAL = isqrt(2 * STRAIGHT * STRAIGHT)
"""MD-MEAS-3: lengths as whole numbers.  Walks of less than a hundred thousand steps that differ
at all differ by more than this arithmetic loses, so comparing them is exact."""

Steps = tuple[int, int]
"""How many straight and how many diagonal steps a walk has."""

ORTHOGONAL: tuple[Cell, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))
SLANTED: tuple[Cell, ...] = ((1, -1), (1, 1), (-1, 1), (-1, -1))


def length(steps: Steps) -> int:
    """MD-MEAS-3: a straight and b diagonal steps are a + b sqrt 2."""
    return steps[0] * STRAIGHT + steps[1] * DIAGONAL


def rounded(spent: Spent | Steps) -> int:
    """MD-MEAS-3: rhu(a + b sqrt 2) = floor((2a + 1 + isqrt(8 b^2)) / 2)."""
    a, b = (spent.straight, spent.diagonal) if isinstance(spent, Spent) else spent
    return (2 * a + 1 + isqrt(8 * b * b)) // 2


def is_within(spent: Spent, steps: Steps, most: int) -> bool:
    """MD-MEAS-3: the unrounded sum is compared with the Move: t = 2M + 1 - 2a, 8 b^2 < t^2."""
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
    """Where the bases of one unit may stand: a view on a state, made for one question.

    MD-WALK-2: models of its own unit never stand in the way.  MD-ABIL-5: a flier is hindered on
    its way by the edge of the board alone.
    """

    def __init__(self, state: State, unit: Unit) -> None:
        side = unit.side
        self.wide = state.width - side + 1
        self.high = state.height - side + 1
        self.flies = state.is_flier(unit)
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
        near = {step: self.is_open((x + step[0], y + step[1])) for step in ORTHOGONAL}
        found = [((x + dx, y + dy), False) for (dx, dy), free in near.items() if free]
        for dx, dy in SLANTED:
            if near[dx, 0] and near[0, dy] and self.is_open((x + dx, y + dy)):
                found.append(((x + dx, y + dy), True))
        return found

    def is_clear(self, start: Cell, end: Cell) -> bool:
        """Is a walk over open ground in the way of one bend free?  (A quick answer: no may be.)"""
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
        """The steps of the shortest walk within the movement; what is reached is kept in mind."""
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
        """Every spot on the way within the movement, with the steps of its shortest walk."""
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
