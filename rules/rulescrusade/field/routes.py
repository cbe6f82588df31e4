"""RC-MOVE-12: the one search for ways, used by orders, legal orders, odds and reach."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from heapq import heappop, heappush

from rules.grid import Cell
from rules.rulescrusade.field.measure import inches, neighbours, square, touching
from rules.rulescrusade.field.steps import Gait, Step, gait, may_stand, steps
from rules.rulescrusade.field.terrain import Relief, relief
from rules.rulescrusade.state import Spot, State, Unit, in_order

Label = tuple[int, int, int, bytes, Spot, int, int, int]
"""Free attacks, cost, steps, directions, place, diagonals' parity, who strikes, waypoints."""


@dataclass(frozen=True, slots=True)
class Route:
    """A way: the steps with their costs, what it costs, and the free attacks that it provokes."""

    steps: tuple[tuple[Spot, int, bool], ...]
    cost: int
    attacks: int

    @property
    def end(self) -> Spot:
        return self.steps[-1][0]


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
        self.strikers = strikers(state, unit, self.gait)
        self.began: Spot = unit.began or unit.spot
        self._masks: dict[Spot, int] = {}
        self._open: dict[tuple[str, str, Cell], bool] = {}

    def free(self, spot: Spot) -> bool:
        """RC-MOVE-3: may the model end there?"""
        return spot not in self.taken and may_stand(self.ground, self.gait, spot)

    def best(self, goals: Iterable[Spot], budget: int, via: tuple[Cell, ...] = ()) -> Route | None:
        """RC-MOVE-12: the best payable way to the best of these places."""
        wanted = [spot for spot in goals if self.free(spot)]
        for route in self._labels(budget, via, bool(self.strikers), wanted.__contains__):
            return self._route(route)
        return None

    def cheapest(self, goals: Iterable[Spot], via: tuple[Cell, ...] = ()) -> int | None:
        """RC-MOVE-2, RC-MOVE-4: what the cheapest way would cost, whatever its length."""
        wanted = [spot for spot in goals if self.free(spot)]
        for label in self._labels(10**6, via, False, wanted.__contains__):
            return label[1]
        return None

    def reach(self, budget: int) -> dict[Spot, int]:
        """RC-LEGAL-1: every place where it may end within the budget, and the cheapest price."""
        found: dict[Spot, int] = {}
        for label in self._labels(budget, (), False, self.free):
            if label[4] != self.unit.spot:
                found.setdefault(label[4], label[1])
        return found

    def _labels(
        self, budget: int, via: tuple[Cell, ...], heed: bool, wanted: Callable[[Spot], bool]
    ) -> Iterable[Label]:
        """Settle places in the order of RC-MOVE-12; yields those that are wanted."""
        heap: list[Label] = [(0, 0, 0, b"", self.unit.spot, self.unit.diagonals % 2, 0, 0)]
        done: dict[tuple[Spot, int, int], list[tuple[int, tuple[int, int, bytes]]]] = {}
        while heap:
            label = heappop(heap)
            _, cost, count, trail, spot, parity, mask, stage = label
            known = done.setdefault((spot, parity, stage), [])
            price = (cost, count, trail)
            if any(seen & mask == seen and had <= price for seen, had in known):
                continue
            known.append((mask, price))
            if stage == len(via) and wanted(spot):
                yield label
            leaving = self.provoked(spot) & ~mask if heed else 0
            for step in steps(self.ground, self.gait, spot):
                if not self.passable(spot, step):
                    continue
                inch = (2 if step.diagonal and parity else 1) if step.flat else 0
                total = cost + inch + step.extra
                if total > budget:
                    continue
                hit = mask | self.struck(spot, step.to, leaving) if leaving else mask
                passed = stage + (stage < len(via) and via[stage] == (step.to[0], step.to[1]))
                if total == cost and step.to == spot:
                    continue
                heappush(
                    heap,
                    (
                        hit.bit_count(),
                        total,
                        count + 1,
                        trail + bytes((2 * step.direction + step.to[2],)),
                        step.to,
                        parity ^ step.diagonal,
                        hit,
                        passed,
                    ),
                )

    def _route(self, label: Label) -> Route:
        """A label's directions as steps with their costs."""
        spot, parity, taken = self.unit.spot, self.unit.diagonals % 2, []
        for mark in label[3]:
            step = next(
                one
                for one in steps(self.ground, self.gait, spot)
                if 2 * one.direction + one.to[2] == mark and self.passable(spot, one)
            )
            inch = (2 if step.diagonal and parity else 1) if step.flat else 0
            parity ^= step.diagonal
            spot = step.to
            taken.append((spot, inch + step.extra, step.diagonal))
        return Route(tuple(taken), label[1], label[0])

    def passable(self, spot: Spot, step: Step) -> bool:
        """RC-MOVE-10: through friends, not through enemies; and the building must be open."""
        if self.gait.phase:
            return True
        if not self.gait.air:
            there = self.taken.get(step.to)
            if there is not None and not self.state.friends(there, self.unit):
                return False
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
    """RC-ZOC-2: the enemies that would strike at this mover as it passes, in reference order."""
    exempt = mover.chit or mover.vehicle or mover.trait("Slip Thru")
    if exempt or manner.air or manner.phase:
        return []
    return in_order(tuple(enemy for enemy in state.on_board() if strikes(state, enemy, mover)))


def strikes(state: State, enemy: Unit, mover: Unit) -> bool:
    """RC-ZOC-2: is this an enemy with a zone of control, for this mover, now?"""
    if enemy.zoc == "pass" or enemy.chit or enemy.vehicle or not enemy.standing:
        return False
    if state.friends(enemy, mover) or enemy.ref in mover.struck or enemy.latched:
        return False
    if enemy.has("stunned") or enemy.has("hidden"):
        return False
    ground = relief(state.ground)
    return not any(
        other.ref not in (mover.ref, enemy.ref)
        and other.standing
        and not other.chit
        and not state.friends(other, enemy)
        and touching(ground, enemy.spot, other.spot)
        for other in state.on_board()
    )


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
