"""RC-MOVE-12: where a way is to lead, and what is at least still to pay from anywhere."""

from rules.numbers.grid import Cell
from rules.rulescrusade.state import Spot


class Aim:
    """Free places, any of which will do, and cells that are to be passed before, in order."""

    def __init__(
        self, goals: tuple[Spot, ...], via: tuple[Cell, ...], hulk: bool, ladders: bool
    ) -> None:
        self.goals = dict.fromkeys(goals)
        self.via, self.hulk, self.short = via, hulk, hulk or ladders
        rows, columns = [spot[0] for spot in goals], [spot[1] for spot in goals]
        self.top, self.bottom = (min(rows), max(rows)) if goals else (0, 0)
        self.left, self.right = (min(columns), max(columns)) if goals else (0, 0)
        behind: list[int] = []
        for number in reversed(range(len(via))):
            rest = self.to_goals(via[number])
            if behind:
                rest = self.between(via[number], via[number + 1]) + behind[0]
            behind.insert(0, rest)
        self.behind = tuple(behind)
        """What is at least to pay from each of the cells on the way to the end."""

    def is_met(self, spot: Spot, stage: int) -> bool:
        """Has it passed all, and is it there?"""
        return stage == len(self.via) and spot in self.goals

    def passed(self, stage: int, to: Spot) -> int:
        """How many of the cells on the way it has passed after a step."""
        there = stage < len(self.via) and self.via[stage] == (to[0], to[1])
        return stage + 1 if there else stage

    def ahead(self, spot: Spot, parity: int, stage: int) -> int:
        """What is at least still to pay: nothing may undercut it, and no step lowers it by more
        than it costs."""
        if stage < len(self.via):
            return self.between((spot[0], spot[1]), self.via[stage]) + self.behind[stage]
        row, column = spot[0], spot[1]
        rows = self.top - row if row < self.top else row - self.bottom if row > self.bottom else 0
        columns = (
            self.left - column
            if column < self.left
            else column - self.right
            if column > self.right
            else 0
        )
        most, other = (rows, columns) if rows > columns else (columns, rows)
        if self.short:
            return most + other if self.hulk else most
        return most + (other + parity) // 2

    def between(self, one: Cell, other: Cell) -> int:
        """The least that a way between two cells costs, whatever lies there."""
        rows, columns = abs(one[0] - other[0]), abs(one[1] - other[1])
        return rows + columns if self.hulk else max(rows, columns)

    def to_goals(self, cell: Cell) -> int:
        """The least that a way from a cell to the nearest goal costs."""
        rows = max(self.top - cell[0], cell[0] - self.bottom, 0)
        columns = max(self.left - cell[1], cell[1] - self.right, 0)
        return rows + columns if self.hulk else max(rows, columns)
