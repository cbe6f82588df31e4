"""Single steps over the ground, aims of a search, and zones of control."""

from collections import deque
from collections.abc import Iterable, Iterator
from functools import lru_cache
from heapq import heappop, heappush
from typing import TYPE_CHECKING

from rules.display.words import in_groups
from rules.line.frozen import Frozen
from rules.line.work import spend
from rules.numbers.grid import Cell, shift
from rules.rulescrusade.field.terrain import (
    EIGHT,
    SLOW,
    Relief,
    around,
    is_big,
    is_heavy,
    ledge,
    relief,
    touching,
)
from rules.rulescrusade.state import Spot, State, Unit, in_order

if TYPE_CHECKING:
    from rules.rulescrusade.field.routes import Route, Search

# RC-MOVE-12: the goals of a search, and the least cost still to pay from anywhere.


class Aim:
    """The goals of a search, any of which will do, and cells to pass before, in order."""

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
        """The least cost from each of the `via` cells to a goal."""

    def is_met(self, spot: Spot, stage: int) -> bool:
        """Is the spot a goal, with all `via` cells passed?"""
        return stage == len(self.via) and spot in self.goals

    def passed(self, stage: int, to: Spot) -> int:
        """The number of `via` cells passed after a step."""
        there = stage < len(self.via) and self.via[stage] == (to[0], to[1])
        return stage + 1 if there else stage

    def ahead(self, spot: Spot, parity: int, stage: int) -> int:
        """A lower bound of the cost still to pay; no step lowers it by more than the step costs.

        Both are needed for the search (A*) to find the cheapest route.
        """
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
        """A lower bound of the cost between two cells, whatever lies there."""
        rows, columns = abs(one[0] - other[0]), abs(one[1] - other[1])
        return rows + columns if self.hulk else max(rows, columns)

    def to_goals(self, cell: Cell) -> int:
        """A lower bound of the cost from a cell to the nearest goal."""
        rows = max(self.top - cell[0], cell[0] - self.bottom, 0)
        columns = max(self.left - cell[1], cell[1] - self.right, 0)
        return rows + columns if self.hulk else max(rows, columns)


# RC-MOVE-5 to RC-MOVE-11, RC-BLDG-7 to RC-BLDG-13: the possible steps and their costs.


LAYER = 8
"""RC-MOVE-12: the direction of a step between inside and roof, the last of all."""


class Gait(Frozen):
    """How a model moves: `air`: Fly or Jump Pack; `phase`: the card; `slim`: it fits into ducts."""

    ledge: int = 1
    climb: bool = False
    trot: bool = False
    air: bool = False
    phase: bool = False
    slim: bool = True
    big: bool = False
    hulk: bool = False


class Step(Frozen):
    """A step: its direction, where it leads, and its `extra` cost besides the inch.

    `flat` is False for steps that cost only `extra` (short ladders, roof to inside).
    `gate` names the sector that must be open to walk in; `through` says how: `ground` (RC-BLDG-7),
    `window` (RC-BLDG-11), `sector` (RC-BLDG-13).
    """

    direction: int
    to: Spot
    extra: int
    diagonal: bool
    flat: bool = True
    gate: str = ""
    through: str = ""


def gait(unit: Unit, hulk: bool) -> Gait:
    """How this model moves now; RC-ABIL-20: a jump pack does not lift heavy models."""
    trot = unit.trait("Trot")
    return Gait(
        ledge=ledge(unit),
        climb=unit.trait("Climb") and not trot,
        trot=trot,
        air=unit.trait("Fly") or (unit.trait("Jump Pack") and not is_heavy(unit)),
        phase=unit.has("phased"),
        slim=unit.chit or unit.armor <= 1,
        big=is_big(unit),
        hulk=hulk,
    )


def may_stand(ground: Relief, manner: Gait, spot: Spot) -> bool:
    """RC-MOVE-3, RC-MOVE-10: can it stand there: no wall, no duct if armoured, inside a sector?"""
    cell = (spot[0], spot[1])
    if not ground.ground.holds(cell):
        return False
    char = ground.char(cell)
    if char == "#" or (char == "v" and not manner.slim):
        return False
    return not spot[2] or bool(ground.sector_at(cell))


@lru_cache(maxsize=16384)
def steps(ground: Relief, manner: Gait, spot: Spot) -> tuple[Step, ...]:
    """The steps that the ground allows from a spot, in the order of directions (cached)."""
    return tuple(_steps(ground, manner, spot))


def _steps(ground: Relief, manner: Gait, spot: Spot) -> Iterator[Step]:
    here = (spot[0], spot[1])
    for direction, step in enumerate(EIGHT):
        diagonal = direction >= 4
        there = shift(here, step)
        if not ground.ground.holds(there) or (diagonal and manner.hulk):
            continue
        if manner.phase:
            for inside in (False, True) if ground.sector_at(there) else (False,):
                yield Step(direction, (*there, inside), 0, diagonal)
            continue
        if ground.char(there) == "#" or (ground.char(there) == "v" and not manner.slim):
            continue
        if diagonal and ground.pinched(here, there):
            continue
        if spot[2]:
            yield from _from_inside(ground, manner, here, there, direction)
        else:
            yield from _from_outside(ground, manner, here, there, direction)
    sector = ground.sector_at(here)
    if sector and (manner.phase or not ground.buildings[sector.partition(".")[0]].armored):
        index = ground.ground.index(here)
        rise = 1 if manner.phase else max(1, ground.level[index] - ground.floor[index])
        gate = "" if spot[2] or manner.phase else sector
        to = (*here, not spot[2])
        yield Step(LAYER, to, rise, False, flat=False, gate=gate, through="window")


def _from_outside(
    ground: Relief, manner: Gait, here: Cell, there: Cell, direction: int
) -> Iterator[Step]:
    """RC-BLDG-7, RC-BLDG-11: the steps from outside: to another cell outside, into a building."""
    diagonal = direction >= 4
    outside = _outside(ground, manner, here, there, direction)
    if outside is not None:
        yield outside
    sector = ground.sector_at(there)
    if not sector or ground.sector_at(here) == sector:
        return
    if ground.buildings[sector.partition(".")[0]].armored:
        if ground.char(there) == "+" and level_with(ground, manner, here, there):
            yield Step(direction, (*there, True), 0, diagonal, gate=sector, through="ground")
    elif not ground.sector_at(here) and ground.char(here) in "w/":
        yield Step(direction, (*there, True), 0, diagonal, gate=sector, through="window")
    elif level_with(ground, manner, here, there):
        yield Step(direction, (*there, True), 0, diagonal, gate=sector, through="ground")


def level_with(ground: Relief, manner: Gait, outside: Cell, inside: Cell) -> bool:
    """RC-BLDG-7: is the outside cell no roof, and level with the building's ground?"""
    if ground.sector_at(outside):
        return False
    rise = ground.floor[ground.ground.index(inside)] - ground.floor[ground.ground.index(outside)]
    return abs(rise) <= manner.ledge


def _outside(ground: Relief, manner: Gait, here: Cell, there: Cell, direction: int) -> Step | None:
    """RC-MOVE-5, RC-MOVE-6, RC-MOVE-7, RC-MOVE-8: one step outside, or None if it is too steep.

    RC-MOVE-9: stairs; RC-MOVE-16: short ladders; RC-ABIL-5: Climb; RC-ABIL-10: Fly.
    """
    diagonal, to = direction >= 4, (*there, False)
    if manner.air:
        return Step(direction, to, 0, diagonal)
    start, end = ground.ground.index(here), ground.ground.index(there)
    rise = ground.level[end] - ground.level[start]
    slow = 1 if not ground.sector[end] and ground.char(there) in SLOW else 0
    stairs = "/" in (ground.char(here), ground.char(there)) and abs(rise) <= 3
    price: int | None = None
    if stairs:
        price = 0
    elif manner.climb or (0 <= rise <= manner.ledge) or (-3 <= rise < 0):
        price = abs(rise)
    for other, height in () if manner.trot else ground.ladders.get(start, ()):
        if other == there and 0 < height < 3:
            walked = None if price is None else price + slow + 1
            if walked is None or height < walked:
                return Step(direction, to, height, False, flat=False)
    return None if price is None else Step(direction, to, price + slow, diagonal)


def _from_inside(
    ground: Relief, manner: Gait, here: Cell, there: Cell, direction: int
) -> Iterator[Step]:
    """RC-BLDG-2, RC-BLDG-13: steps within a building; RC-BLDG-12, RC-BLDG-10: out of it."""
    diagonal, mine, sector = direction >= 4, ground.sector_at(here), ground.sector_at(there)
    if sector and sector.partition(".")[0] == mine.partition(".")[0]:
        gate = "" if sector == mine else sector
        yield Step(direction, (*there, True), 0, diagonal, gate=gate, through="sector")
    elif not sector and level_with(ground, manner, there, here):
        bunker = ground.buildings[mine.partition(".")[0]].armored
        if not bunker or ground.char(here) == "+":
            slow = 1 if ground.char(there) in SLOW else 0
            yield Step(direction, (*there, False), slow, diagonal)


# RC-ZOC, RC-MOVE-12: the route with the fewest free attacks, if the cheapest crosses zones.
#
# Each enemy strikes only once, so a route is judged by the set of enemies that it has provoked.
# Two things keep the search short: a lower bound of the enemies still to be provoked (`Crossing`),
# and that an enemy whose zone no affordable route can reach again no longer matters.


Price = tuple[int, int, bytes]
"""The cost of a trail, its number of steps, and their marks."""

CROSSINGS = 12
"""The most groups of enemies that `Crossing` looks at."""

Labels = dict[tuple[Spot, int, int], list[tuple[int, Price]]]
"""For each place of the search: the enemies that trails to it provoked, as bits, with prices."""


def is_in_company(search: "Search", route: "Route") -> bool:
    """RC-ZOC-1: does the route leave a cell that is beside a unit of another team?"""
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
    """RC-ZOC-1, RC-ZOC-2: the enemies that strike at a model on the routes that it can pay."""

    def __init__(self, search: "Search", aim: Aim, budget: int) -> None:
        self.search, self.aim, self.budget = search, aim, budget
        begun = search.unit.at
        near = (
            enemy
            for enemy in search.blocked.values()
            if aim.between(begun, enemy.at) + aim.to_goals(enemy.at) <= budget + 2 * self.beside
        )
        self.strikers = strikers(search.state, search.unit, near)
        self.near = in_groups(
            (cell, number)
            for number, enemy in enumerate(self.strikers)
            for cell in around(enemy.at)
        )
        self._masks: dict[Spot, int] = {}
        self._open: dict[tuple[Cell, int], int] = {}

    @property
    def beside(self) -> int:
        """The most that the way from a cell next to an enemy to the enemy's own can cost."""
        return 2 if self.aim.hulk else 1

    def provoked(self, spot: Spot) -> int:
        """RC-ZOC-1: the enemies adjacent to a spot, as bits."""
        mask = self._masks.get(spot)
        if mask is None:
            mask = 0
            for number in self.near.get((spot[0], spot[1]), ()):
                if touching(self.search.ground, self.strikers[number].spot, spot):
                    mask |= 1 << number
            self._masks[spot] = mask
        return mask

    def struck(self, spot: Spot, to: Spot) -> int:
        """RC-ZOC-1: the enemies that a step provokes, as bits.

        From where the activation began, only those that the step stays adjacent to.
        """
        leaving = self.provoked(spot)
        return leaving & self.provoked(to) if leaving and spot == self.search.began else leaving

    def struck_on(self, route: "Route") -> int:
        """The enemies that a route provokes, as bits."""
        mask, spot = 0, self.search.unit.spot
        for to, _, _ in route.steps:
            mask |= self.struck(spot, to)
            spot = to
        return mask

    def fewest(self) -> tuple[bytes, int]:
        """RC-MOVE-12: the affordable trail that provokes the fewest enemies, and these as bits.

        Of equals the cheapest, then the one with fewest steps, then the first in the order of
        directions.  Only called when there is one.
        """
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
        """Is there a known trail to the same place that is at least as good, however both go on?

        Enemies that only this trail provoked may still strike on the other: these are counted
        against the other.
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
        """The enemies whose zones a route to a goal can still cross with so many inches left."""
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
    """A lower bound of the enemies that any route from a cell to a goal still provokes.

    A group consists of enemies whose zones do not overlap.  The level of a cell in a group is how
    many of the group's zones lie between it and a goal.  A route from there crosses one zone of
    each level, each of another enemy, so the levels of all groups can be added up.
    """

    def __init__(self, zones: Zones) -> None:
        self.groups: list[tuple[dict[Cell, int], list[int]]] = []
        self._zones = zones
        cells = self._cells()
        for group in self._grouped(cells):
            spend(len(cells) + 1)
            self.groups.append(self._levels(cells, group))

    def ahead(self, spot: Spot, mask: int) -> int:
        """How many enemies any route from here provokes that are not in `mask` already."""
        least = 0
        for level, members in self.groups:
            for one in members[1 : level.get((spot[0], spot[1]), 0) + 1]:
                least += not mask & one
        return least

    def _cells(self) -> dict[Cell, int]:
        """The cells that an affordable route may cross, with the enemies threatening each, as bits.

        In a building only enemies count that threaten its inside and its roof.  The start and the
        goals count as threatened by nobody.
        """
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
        """Groups of enemies whose zones do not overlap, each as cells with the enemy's number."""
        own = in_groups(
            (number, cell)
            for cell, mask in cells.items()
            for number in self._zones.near.get(cell, ())
            if mask >> number & 1
        )
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
        """The level of each cell in a group, and the enemies whose zones begin each level."""
        zones = in_groups((number, cell) for cell, number in group.items())
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
    """RC-ZOC-2, RC-ABIL-39: does nobody strike at this mover?"""
    exempt = mover.chit or mover.vehicle or mover.trait("Slip Thru")
    return exempt or manner.air or manner.phase


def strikers(state: State, mover: Unit, among: Iterable[Unit]) -> list[Unit]:
    """RC-ZOC-2: those of these units that would strike at the mover, by reference."""
    return in_order(enemy for enemy in among if strikes(state, enemy, mover))


def strikes(state: State, enemy: Unit, mover: Unit) -> bool:
    """RC-ZOC-2: would this unit strike at the mover now?"""
    if enemy.zoc == "pass" or enemy.chit or enemy.vehicle or enemy.latched:
        return False
    if state.friends(enemy, mover) or not enemy.standing or enemy.ref in mover.struck:
        return False
    if enemy.has("stunned", "hidden"):
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
