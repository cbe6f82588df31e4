"""RC-MOVE-12: the one search for ways, used by orders, legal orders, odds and reach."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from heapq import heappop, heappush

from rules.grid import Cell
from rules.rulescrusade.field.measure import inches, neighbours, square, touching
from rules.rulescrusade.field.steps import Gait, Step, gait, may_stand, steps
from rules.rulescrusade.field.terrain import Relief, relief
from rules.rulescrusade.state import Spot, State, Unit, in_order

Label = tuple[int, int, int, bytes, Spot, int, int, int]
"""Free attacks, cost, steps, directions, place, diagonals' parity, who strikes, waypoints."""


Exit = tuple[int, Spot, int, int, int]
"""A step's mark, where it leads, what it costs besides its inch, that inch, is it diagonal?"""


@lru_cache(maxsize=65536)
def ways_out(
    ground: Relief, manner: Gait, spot: Spot
) -> tuple[tuple[Exit, ...], tuple[Step, ...], bool]:
    """The steps from a place as marks and prices, the same as steps, and whether one of them leads
    through a gate."""
    found = steps(ground, manner, spot)
    marks = tuple(
        (
            2 * step.direction + step.to[2],
            step.to,
            step.extra,
            1 if step.flat else 0,
            1 if step.diagonal else 0,
        )
        for step in found
    )
    return marks, found, any(step.gate for step in found)


@dataclass(frozen=True, slots=True)
class Route:
    """A way: the steps with their costs, what it costs, and the free attacks that it provokes."""

    steps: tuple[tuple[Spot, int, bool], ...]
    cost: int
    attacks: int

    @property
    def end(self) -> Spot:
        return self.steps[-1][0]


class Ahead(dict[Spot, int]):
    """What is at least still to pay from a place to the nearest goal, reckoned once for each;
    nothing where no goal is wanted."""

    def __init__(self, search: "Search", wanted: list[Spot] | None) -> None:
        self.search, self.wanted = search, wanted

    def __missing__(self, spot: Spot) -> int:
        far = 0 if self.wanted is None else self.search.remains(spot, self.wanted)
        self[spot] = far
        return far


class Search:
    """The ways of one model in one state."""

    def __init__(self, state: State, unit: Unit) -> None:
        self.state = state
        self.unit = unit
        self.ground: Relief = relief(state.ground)
        self.gait: Gait = gait(unit, state.rules.hulk)
        self.taken = {
            one.spot: one for one in state.on_board() if one.standing and one.ref != unit.ref
        }
        self.blocked: dict[Spot, Unit] = (
            {}  # RC-MOVE-10: through friends, not through enemies
            if self.gait.phase or self.gait.air
            else {spot: one for spot, one in self.taken.items() if not state.friends(one, unit)}
        )
        self._strikers: list[Unit] | None = None
        self.began: Spot = unit.began or unit.spot
        self._masks: dict[Spot, int] = {}
        self._exits: dict[Spot, tuple[Exit, ...]] = {}
        self._open: dict[tuple[str, str, Cell], bool] = {}

    @property
    def strikers(self) -> list[Unit]:
        """RC-ZOC-2: who would strike, looked for only when it matters."""
        if self._strikers is None:
            self._strikers = strikers(self.state, self.unit, self.gait)
        return self._strikers

    def free(self, spot: Spot) -> bool:
        """RC-MOVE-3: may the model end there?"""
        return spot not in self.taken and may_stand(self.ground, self.gait, spot)

    def best(self, goals: Iterable[Spot], budget: int, via: tuple[Cell, ...] = ()) -> Route | None:
        """RC-MOVE-12: the best payable way to the best of these places."""
        wanted = [spot for spot in goals if self.free(spot)]
        for label in self._labels(budget, via, bool(self.strikers), wanted):
            return self._route(label)
        return None

    def cheapest(self, goals: Iterable[Spot], via: tuple[Cell, ...] = ()) -> int | None:
        """RC-MOVE-2, RC-MOVE-4: what the cheapest way would cost, whatever its length."""
        wanted = [spot for spot in goals if self.free(spot)]
        if not wanted:
            return None
        start = (self.unit.spot, self.unit.diagonals % 2, 0)
        best = {start: 0}
        heap = [(self.remains(start[0], wanted), 0, *start)]
        while heap:
            _, cost, spot, parity, stage = heappop(heap)
            if cost > best[spot, parity, stage]:
                continue
            if stage == len(via) and spot in wanted:
                return cost
            for _, to, extra, flat, diagonal in self.exits(spot):
                total = cost + extra + (2 if diagonal and parity else flat)
                passed = stage + (stage < len(via) and via[stage] == (to[0], to[1]))
                key = (to, parity ^ diagonal, passed)
                if total < best.get(key, 10**6):
                    best[key] = total
                    heappush(heap, (total + self.remains(to, wanted), total, *key))
        return None

    def reach(self, budget: int) -> dict[Spot, int]:
        """RC-LEGAL-1: every place where it may end within the budget, and the cheapest price."""
        found: dict[Spot, int] = {}
        start = (self.unit.spot, self.unit.diagonals % 2)
        rings: list[list[tuple[Spot, int]]] = [[] for _ in range(budget + 1)]
        rings[0].append(start)
        done: dict[tuple[Spot, int], None] = {}
        for cost, ring in enumerate(rings):
            for place in ring:
                spot, parity = place
                if place in done or (parity and (spot, 0) in done):
                    continue
                done[place] = None
                if spot not in found and spot != self.unit.spot and self.free(spot):
                    found[spot] = cost
                for _, to, extra, flat, diagonal in self.exits(spot):
                    total = cost + extra + (2 if diagonal and parity else flat)
                    if total <= budget:
                        rings[total].append((to, parity ^ diagonal))
        return found

    def _labels(
        self, budget: int, via: tuple[Cell, ...], heed: bool, wanted: list[Spot] | None
    ) -> Iterable[Label]:
        """Settle places in the order of RC-MOVE-12; yields those that are wanted (None: all)."""
        if wanted is not None and not wanted:
            return
        heap: list[Label] = [(0, 0, 0, b"", self.unit.spot, self.unit.diagonals % 2, 0, 0)]
        done: dict[tuple[Spot, int, int], list[tuple[int, tuple[int, int, bytes]]]] = {}
        ahead = Ahead(self, wanted)
        while heap:
            label = heappop(heap)
            _, cost, count, trail, spot, parity, mask, stage = label
            if heed:
                known = done.setdefault((spot, parity, stage), [])
                price = (cost, count, trail)
                if any(seen & mask == seen and had <= price for seen, had in known):
                    continue
                known.append((mask, price))
            elif (spot, parity, stage) in done or (parity and (spot, 0, stage) in done):
                continue
            else:
                done[spot, parity, stage] = []
            if stage == len(via) and (wanted is None or spot in wanted):
                yield label
            leaving = self.provoked(spot) & ~mask if heed else 0
            for mark, to, extra, flat, diagonal in self.exits(spot):
                total = cost + extra + (2 if diagonal and parity else flat)
                if total > budget or total + ahead[to] > budget:
                    continue
                hit = mask | self.struck(spot, to, leaving) if leaving else mask
                passed = stage
                if stage < len(via) and via[stage] == (to[0], to[1]):
                    passed += 1
                steps_made = trail + bytes((mark,))
                odd = parity ^ diagonal
                heappush(
                    heap, (hit.bit_count(), total, count + 1, steps_made, to, odd, hit, passed)
                )

    def exits(self, spot: Spot) -> tuple[Exit, ...]:
        """The steps that it may take from a place: the direction's mark, where, the price."""
        found = self._exits.get(spot)
        if found is None:
            found, made, gated = ways_out(self.ground, self.gait, spot)
            if gated and not self.gait.phase:
                found = tuple(
                    one
                    for one, step in zip(found, made, strict=True)
                    if step.to not in self.blocked and self.is_open(spot, step)
                )
            elif self.blocked and any(one[1] in self.blocked for one in found):
                found = tuple(one for one in found if one[1] not in self.blocked)
            self._exits[spot] = found
        return found

    def remains(self, spot: Spot, wanted: list[Spot]) -> int:
        """What is at least still to pay to the nearest goal: nothing may undercut it."""
        least = 10**6
        for goal in wanted:
            rows, columns = abs(spot[0] - goal[0]), abs(spot[1] - goal[1])
            most, other = (rows, columns) if rows > columns else (columns, rows)
            far = most + other if self.gait.hulk else most
            if not (self.gait.hulk or self.state.ground.ladders):
                far += other // 2
            least = min(least, far)
        return least

    def _route(self, label: Label) -> Route:
        """A label's directions as steps with their costs."""
        spot, parity, taken = self.unit.spot, self.unit.diagonals % 2, []
        for wanted in label[3]:
            _, to, extra, flat, diagonal = next(one for one in self.exits(spot) if one[0] == wanted)
            cost = extra + (2 if diagonal and parity else flat)
            parity ^= diagonal
            spot = to
            taken.append((to, cost, bool(diagonal)))
        return Route(tuple(taken), label[1], label[0])

    def is_open(self, spot: Spot, step: Step) -> bool:
        """RC-BLDG-9: a step into a building wants it open."""
        if not step.gate:
            return True
        key = (step.gate, step.through, (spot[0], spot[1]))
        if key not in self._open:
            self._open[key] = self.gate_open(*key)
        return self._open[key]

    def gate_open(self, sector: str, through: str, origin: Cell) -> bool:
        """RC-BLDG-8 to RC-BLDG-11, RC-BLDG-13: may it go into the sector from this cell?"""
        if self.gait.big and through != "sector" and not has_marker(self.state, sector, origin, 0):
            return False
        if through == "window":
            return True
        if through == "ground" and not began_next_to(self.ground, self.began, sector):
            return False
        return not held_against(self.state, self.unit, sector) or has_marker(
            self.state, sector, origin, 3, inside=through == "sector"
        )

    def provoked(self, spot: Spot) -> int:
        """RC-ZOC-1: who threatens a place, as bits."""
        mask = self._masks.get(spot)
        if mask is None:
            mask = 0
            for bit, enemy in enumerate(self.strikers):
                if touching(self.ground, enemy.spot, spot):
                    mask |= 1 << bit
            self._masks[spot] = mask
        return mask

    def struck(self, spot: Spot, to: Spot, leaving: int) -> int:
        """RC-ZOC-1: leaving provokes, except straight away from where the activation began."""
        return leaving & self.provoked(to) if spot == self.began else leaving


def strikers(state: State, mover: Unit, manner: Gait) -> list[Unit]:
    """RC-ZOC-2, RC-ABIL-39: who would strike at this mover as it passes, in reference order."""
    exempt = mover.chit or mover.vehicle or mover.trait("Slip Thru")
    if exempt or manner.air or manner.phase:
        return []
    return in_order(tuple(enemy for enemy in state.on_board() if strikes(state, enemy, mover)))


def strikes(state: State, enemy: Unit, mover: Unit) -> bool:
    """RC-ZOC-2: is this an enemy with a zone of control, for this mover, now?"""
    if enemy.zoc == "pass" or enemy.chit or enemy.vehicle or enemy.latched:
        return False
    if state.friends(enemy, mover) or not enemy.standing or enemy.ref in mover.struck:
        return False
    if enemy.has("stunned") or enemy.has("hidden"):
        return False
    ground, (row, column) = relief(state.ground), enemy.at
    for other in state.units.values():
        near = -1 <= other.at[0] - row <= 1 and -1 <= other.at[1] - column <= 1
        if not near or other.place != "board" or other.ref in (mover.ref, enemy.ref):
            continue
        if other.chit or not other.standing or state.friends(other, enemy):
            continue
        if touching(ground, enemy.spot, other.spot):
            return False
    return True


def holders(state: State, sector: str) -> list[str]:
    """RC-BLDG-4: the teams that have standing models inside a sector."""
    ground = relief(state.ground)
    found: list[str] = []
    for unit in state.on_board():
        team = state.team(unit.boss)
        if (
            unit.inside
            and unit.standing
            and ground.sector_at(unit.at) == sector
            and team not in found
        ):
            found.append(team)
    return found


def held_against(state: State, unit: Unit, sector: str) -> bool:
    """RC-BLDG-9: held by enemies; mixed, empty and friendly sectors are open."""
    teams = holders(state, sector)
    return len(teams) == 1 and teams[0] != state.team(unit.boss)


def has_marker(state: State, sector: str, origin: Cell, within: int, inside: bool = False) -> bool:
    """RC-BLDG-9, RC-FORCE-4: a forced entry of the sector so near, whoever made it."""
    return any(
        marker.sector == sector
        and inches(square(marker.at, origin)) <= within
        and (marker.inside or not inside)
        for marker in state.markers
    )


def began_next_to(ground: Relief, began: Spot, sector: str) -> bool:
    """RC-BLDG-8: its activation began next to the building; of a bunker, next to a door."""
    return next_to_building(ground, (began[0], began[1]), sector.partition(".")[0])


def next_to_building(ground: Relief, cell: Cell, name: str) -> bool:
    """RC-BLDG-8, RC-FORCE-1: a neighbour of one of its cells; of a bunker, of a door cell."""
    building = ground.buildings[name]
    return any(
        neighbours(cell, other)
        for sector in building.sectors
        if sector.standing
        for other in sector.cells
        if not building.armored or ground.char(other) == "+"
    )


def search(state: State, unit: Unit, moveleft: int | None = None) -> Search:
    """The search of a unit in a state; with other inches than it has, those of `reach` apart."""
    return Search(state, unit if moveleft is None else replace(unit, moveleft=moveleft))
