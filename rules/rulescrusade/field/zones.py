"""RC-ZOC, RC-MOVE-12: the way on which the fewest strike, where the cheapest crosses zones.

Each enemy strikes once, so that a way is judged by whom it has provoked.  Two things keep the
search short: what must still be provoked on any way from a place (`Crossing`), and that it does
not matter any more who was provoked where no payable way leads again.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from typing import TYPE_CHECKING

from rules.line.work import spend
from rules.numbers.grid import Cell
from rules.rulescrusade.field.aim import Aim
from rules.rulescrusade.field.measure import EIGHT, ahead, touching
from rules.rulescrusade.field.steps import Gait
from rules.rulescrusade.field.terrain import relief
from rules.rulescrusade.state import Spot, State, Unit, in_order

if TYPE_CHECKING:
    from rules.rulescrusade.field.routes import Route, Search

Price = tuple[int, int, bytes]
"""What a way has cost, its steps, and their marks."""

CROSSINGS = 12
"""So many groups of enemies are looked at for what must still be provoked."""

Labels = dict[tuple[Spot, int, int], list[tuple[int, Price]]]
"""Whom the ways to a place have provoked, as bits, and what they cost."""


def around(cell: Cell) -> Iterator[Cell]:
    """The eight cells around one."""
    return (ahead(cell, step) for step in EIGHT)


def is_in_company(search: "Search", route: "Route") -> bool:
    """RC-ZOC-1: does the way leave a cell beside anybody of another team?"""
    if is_exempt(search.unit, search.gait):
        return False
    left = (search.unit.spot, *(step[0] for step in route.steps[:-1]))
    return any(
        (*cell, inside) in search.blocked
        for spot in left
        for cell in around((spot[0], spot[1]))
        for inside in (False, True)
    )


class Zones:
    """RC-ZOC-1, RC-ZOC-2: who strikes at a model on the ways that it can pay."""

    def __init__(self, search: "Search", aim: Aim, budget: int) -> None:
        self.search, self.aim, self.budget = search, aim, budget
        begun = search.unit.at
        near = (
            enemy
            for enemy in search.blocked.values()
            if aim.between(begun, enemy.at) + aim.to_goals(enemy.at) <= budget + 2 * self.beside
        )
        self.strikers = strikers(search.state, search.unit, near)
        self.near: dict[Cell, list[int]] = {}
        for number, enemy in enumerate(self.strikers):
            for cell in around(enemy.at):
                self.near.setdefault(cell, []).append(number)
        self._masks: dict[Spot, int] = {}
        self._open: dict[tuple[Cell, int], int] = {}

    @property
    def beside(self) -> int:
        """What the way from a place beside somebody to his own costs at most."""
        return 2 if self.aim.hulk else 1

    def provoked(self, spot: Spot) -> int:
        """RC-ZOC-1: who threatens a place, as bits."""
        mask = self._masks.get(spot)
        if mask is None:
            mask = 0
            for number in self.near.get((spot[0], spot[1]), ()):
                if touching(self.search.ground, self.strikers[number].spot, spot):
                    mask |= 1 << number
            self._masks[spot] = mask
        return mask

    def struck(self, spot: Spot, to: Spot) -> int:
        """RC-ZOC-1: leaving provokes, except straight away from where the activation began."""
        leaving = self.provoked(spot)
        return leaving & self.provoked(to) if leaving and spot == self.search.began else leaving

    def struck_on(self, route: "Route") -> int:
        """Who strikes on a way, as bits."""
        mask, spot = 0, self.search.unit.spot
        for to, _, _ in route.steps:
            mask |= self.struck(spot, to)
            spot = to
        return mask

    def fewest(self) -> tuple[bytes, int]:
        """RC-MOVE-12: of the payable ways the one on which the fewest strike, then the cheapest,
        then that of fewest steps, then the first in the order of directions.  There is one."""
        search, aim, crossing = self.search, self.aim, Crossing(self)
        begin = search.unit.spot, search.unit.diagonals % 2, 0
        heap = [(crossing.ahead(begin[0], 0), aim.ahead(*begin), 0, b"", 0, *begin, 0)]
        known: Labels = {}
        while True:
            _, _, count, trail, cost, spot, parity, stage, mask = heappop(heap)
            price = cost, count, trail
            if self.is_beaten(known.setdefault((spot, parity, stage), []), mask, price, spot):
                continue
            known[spot, parity, stage].append((mask, price))
            if aim.is_met(spot, stage):
                return trail, mask
            exits = search.exits(spot)
            spend(2 + 3 * len(exits))
            for mark, to, extra, flat, diagonal in exits:
                total = cost + extra + (2 if diagonal and parity else flat)
                odd, passed = parity ^ diagonal, aim.passed(stage, to)
                whole = total + aim.ahead(to, odd, passed)
                if whole > self.budget:
                    continue
                hit = mask | self.struck(spot, to)
                least = hit.bit_count() + crossing.ahead(to, hit)
                made = trail + bytes((mark,))
                heappush(heap, (least, whole, count + 1, made, total, to, odd, passed, hit))

    def is_beaten(
        self, known: list[tuple[int, Price]], mask: int, price: Price, spot: Spot
    ) -> bool:
        """Is there a way to the same place after which every end of this one is as good?

        Whom only this one has provoked may strike at the other later: that much it must be ahead.
        """
        spend(1 + len(known))
        many, open_ = mask.bit_count(), mask
        for seen, had in known:
            if had <= price:
                if seen & mask == seen:
                    return True
                if open_ is mask:
                    open_ = mask & self.reached((spot[0], spot[1]), self.budget - price[0])
                if (seen | open_).bit_count() <= many:
                    return True
        return False

    def reached(self, cell: Cell, left: int) -> int:
        """Whose zones a way to a goal may still cross with so many inches left, as bits."""
        mask = self._open.get((cell, left))
        if mask is None:
            spend(len(self.strikers))
            mask, aim = 0, self.aim
            for number, enemy in enumerate(self.strikers):
                way = max(0, aim.between(cell, enemy.at) - self.beside)
                way += max(0, aim.to_goals(enemy.at) - self.beside)
                mask |= (way <= left) << number
            self._open[cell, left] = mask
        return mask


class Crossing:
    """How many more must strike on any way from a place to a goal.

    Enemies whose zones do not meet make a group.  A way out of the depth of a group crosses a zone
    of each of its levels, each of them another's; so the groups can be counted together.
    """

    def __init__(self, zones: Zones) -> None:
        self.groups: list[tuple[dict[Cell, int], list[int]]] = []
        self._zones = zones
        cells = self._cells()
        for group in self._grouped(cells):
            spend(len(cells) + 1)
            self.groups.append(self._levels(cells, group))

    def ahead(self, spot: Spot, mask: int) -> int:
        """The enemies that any way from here provokes besides those that it has provoked."""
        least = 0
        for level, members in self.groups:
            for one in members[1 : level.get((spot[0], spot[1]), 0) + 1]:
                least += not mask & one
        return least

    def _cells(self) -> dict[Cell, int]:
        """The cells that a payable way may cross, and who threatens each wherever one stands."""
        zones, found = self._zones, dict[Cell, int]()
        search, aim = zones.search, zones.aim
        begun = search.unit.at
        ends = {(spot[0], spot[1]) for spot in aim.goals}
        for cell in search.state.ground.cells():
            if aim.between(begun, cell) + aim.to_goals(cell) > zones.budget:
                continue
            housed = bool(search.ground.sector_at(cell))
            masks = [
                zones.provoked((*cell, inside))
                for inside in ((False, True) if housed else (False,))
                if (*cell, inside) not in search.blocked
            ]
            if not masks or search.ground.char(cell) == "#":
                continue
            free = cell in ends or cell in (begun, search.began[:2])
            both = masks[0] & masks[-1]
            found[cell] = 0 if free else both
        spend(len(found) + 1)
        return found

    def _grouped(self, cells: dict[Cell, int]) -> list[dict[Cell, int]]:
        """Groups of enemies whose zones do not meet, each as cells and whose they are."""
        own: dict[int, list[Cell]] = {}
        for cell, mask in cells.items():
            for number in self._zones.near.get(cell, ()):
                if mask >> number & 1:
                    own.setdefault(number, []).append(cell)
        groups: list[dict[Cell, int]] = []
        for number, zone in own.items():
            group = next((one for one in groups if not any(cell in one for cell in zone)), None)
            if group is None and len(groups) < CROSSINGS:
                group = {}
                groups.append(group)
            if group is not None:
                group.update(dict.fromkeys(zone, number))
        return groups

    def _levels(
        self, cells: dict[Cell, int], group: dict[Cell, int]
    ) -> tuple[dict[Cell, int], list[int]]:
        """How many zones of a group lie between each cell and a goal, and whose zones begin each
        level, as bits."""
        zones: dict[int, list[Cell]] = {}
        for cell, number in group.items():
            zones.setdefault(number, []).append(cell)
        level: dict[Cell, int] = {}
        members = [0]
        row = deque((spot[0], spot[1]) for spot in self._zones.aim.goals)
        level.update(dict.fromkeys(row, 0))
        while row:
            cell = row.popleft()
            deep = level[cell]
            for near in around(cell):
                if near in level or near not in cells:
                    continue
                if near not in group:
                    level[near] = deep
                    row.appendleft(near)
                    continue
                if deep + 1 == len(members):
                    members.append(0)
                members[deep + 1] |= 1 << group[near]
                for one in zones[group[near]]:
                    level[one] = deep + 1
                    row.append(one)
        return level, members


def is_exempt(mover: Unit, manner: Gait) -> bool:
    """RC-ZOC-2, RC-ABIL-39: those at whom nobody strikes as they pass."""
    exempt = mover.chit or mover.vehicle or mover.trait("Slip Thru")
    return exempt or manner.air or manner.phase


def strikers(state: State, mover: Unit, among: Iterable[Unit]) -> list[Unit]:
    """RC-ZOC-2: who of these would strike at this mover as it passes, in reference order."""
    return in_order(enemy for enemy in among if strikes(state, enemy, mover))


def strikes(state: State, enemy: Unit, mover: Unit) -> bool:
    """RC-ZOC-2: is this an enemy with a zone of control, for this mover, now?"""
    if enemy.zoc == "pass" or enemy.chit or enemy.vehicle or enemy.latched:
        return False
    if state.friends(enemy, mover) or not enemy.standing or enemy.ref in mover.struck:
        return False
    if enemy.has("stunned") or enemy.has("hidden"):
        return False
    ground = relief(state.ground)
    return not any(
        other.ref not in (mover.ref, enemy.ref)
        and not other.chit
        and other.standing
        and not state.friends(other, enemy)
        and touching(ground, enemy.spot, other.spot)
        for other in state.beside(enemy.at)
    )
