"""Routes over the ground, and legal targets."""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from heapq import heappop, heappush

from rules.line.errors import Refusal
from rules.line.frozen import Frozen
from rules.line.work import spend
from rules.numbers.grid import Cell
from rules.rulescrusade.field import sight
from rules.rulescrusade.field.terrain import Relief, around, inches, relief, square
from rules.rulescrusade.field.zones import (
    Aim,
    Gait,
    Step,
    Zones,
    gait,
    is_in_company,
    may_stand,
    steps,
)
from rules.rulescrusade.sheets import Weapon
from rules.rulescrusade.state import Spot, State, Unit
from rules.rulescrusade.words import Target

# RC-MOVE-12: the one search for routes, used by orders, legal orders, odds and reach.


FAR = 10**6
"""More inches than any route costs."""

Exit = tuple[int, Spot, int, int, int]
"""A step: its mark, where it leads, its extra cost, its inch (0 or 1), 1 if it is diagonal.

    The mark is a byte: twice the direction, plus 1 if the step ends inside.
    """


@lru_cache(maxsize=16384)
def ways_out(
    ground: Relief, manner: Gait, spot: Spot
) -> tuple[tuple[Exit, ...], tuple[Step, ...], bool]:
    """The steps from a spot as exits and as `Step`s, and whether any leads through a gate."""
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


class Route(Frozen):
    """A route: its steps (spot, cost, diagonal), its cost, and the free attacks it provokes."""

    steps: tuple[tuple[Spot, int, bool], ...]
    cost: int
    attacks: int

    @property
    def end(self) -> Spot:
        return self.steps[-1][0]


class Search:
    """Searches the routes of one model in one state."""

    def __init__(self, state: State, unit: Unit) -> None:
        self.state = state
        self.unit = unit
        self.ground: Relief = relief(state.ground)
        self.gait: Gait = gait(unit, state.rules.hulk)
        self.seen = -1
        self.taken: dict[Spot, Unit] = {}
        self.blocked: dict[Spot, Unit] = {}
        self.began: Spot = unit.began or unit.spot
        self._exits: dict[Spot, tuple[Exit, ...]] = {}
        self._open: dict[tuple[str, str, Cell], bool] = {}

    def look(self, inches: int) -> None:
        """Note who stands within so many rows and columns, and which of them block the way.

        RC-MOVE-10: a route may lead through friends, not through enemies.
        """
        if inches <= self.seen:
            return
        state, unit, self.seen = self.state, self.unit, inches
        top, left = unit.at[0] - inches, unit.at[1] - inches
        bottom, right = unit.at[0] + inches, unit.at[1] + inches
        self.taken = {
            one.spot: one
            for one in state.on_board()
            if top <= one.at[0] <= bottom
            and left <= one.at[1] <= right
            and one.standing
            and one.ref != unit.ref
        }
        if not (self.gait.phase or self.gait.air):
            team = state.team(unit.boss)
            own = [army.seat for army in state.armies if army.team == team]
            self.blocked = {spot: one for spot, one in self.taken.items() if one.boss not in own}

    def free(self, spot: Spot) -> bool:
        """RC-MOVE-3: may the model end there?"""
        self.look(max(self.seen, abs(spot[0] - self.unit.at[0]), abs(spot[1] - self.unit.at[1])))
        return spot not in self.taken and may_stand(self.ground, self.gait, spot)

    def best(self, goals: Iterable[Spot], budget: int, via: tuple[Cell, ...] = ()) -> Route | None:
        """RC-MOVE-12: the best route to the best of these spots within the budget, or None.

        First the cheapest route is searched; zones of control only matter if it crosses any.
        """
        self.look(budget)
        aim = self.aim(goals, via)
        trail = self.way(aim, budget)
        if trail is None:
            return None
        route = self.route(trail)
        if not is_in_company(self, route):
            return route
        zones = Zones(self, aim, budget)
        if not zones.struck_on(route):
            return route
        trail, mask = zones.fewest()
        return replace(self.route(trail), attacks=mask.bit_count())

    def cheapest(self, goals: Iterable[Spot], via: tuple[Cell, ...] = ()) -> int | None:
        """RC-MOVE-2, RC-MOVE-4: the cost of the cheapest route, of any length; None without one."""
        self.look(FAR)
        trail = self.way(self.aim(goals, via), FAR)
        return None if trail is None else self.route(trail).cost

    def aim(self, goals: Iterable[Spot], via: tuple[Cell, ...]) -> Aim:
        """The aim of a search: the goals where the model may end, and the cells to pass before."""
        free = tuple(dict.fromkeys(spot for spot in goals if self.free(spot)))
        return Aim(free, via, self.gait.hulk, bool(self.state.ground.ladders))

    def way(self, aim: Aim, budget: int) -> bytes | None:
        """RC-MOVE-12 without RC-ZOC: the cheapest route within the budget, as marks, or None.

        Of equals the one with fewest steps, then the first in the order of directions.
        """
        if not aim.goals:
            return None
        begin = self.unit.spot, self.unit.diagonals % 2, 0
        heap = [(aim.ahead(*begin), 0, b"", 0, *begin)]
        done: dict[tuple[Spot, int, int], tuple[int, int, bytes]] = {}
        while heap:
            _, count, trail, cost, spot, parity, stage = heappop(heap)
            even = done.get((spot, 0, stage))
            if (spot, parity, stage) in done or (even and even <= (cost, count, trail)):
                continue
            done[spot, parity, stage] = cost, count, trail
            if aim.is_met(spot, stage):
                return trail
            exits = self.exits(spot)
            spend(1 + len(exits))
            for mark, to, extra, flat, diagonal in exits:
                total = cost + extra + (2 if diagonal and parity else flat)
                odd, passed = parity ^ diagonal, aim.passed(stage, to)
                whole = total + aim.ahead(to, odd, passed)
                if whole <= budget and (to, odd, passed) not in done:
                    made = trail + bytes((mark,))
                    heappush(heap, (whole, count + 1, made, total, to, odd, passed))
        return None

    def reach(self, budget: int) -> dict[Spot, int]:
        """RC-LEGAL-1: every spot where it may end within the budget, with its lowest cost."""
        self.look(budget)
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
                exits = self.exits(spot)
                spend(1 + len(exits))
                for _, to, extra, flat, diagonal in exits:
                    total = cost + extra + (2 if diagonal and parity else flat)
                    if total <= budget:
                        rings[total].append((to, parity ^ diagonal))
        return found

    def exits(self, spot: Spot) -> tuple[Exit, ...]:
        """The steps that the model may take from a spot."""
        found = self._exits.get(spot)
        if found is None:
            spend(LOOKING)
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

    def route(self, trail: bytes) -> Route:
        """Turn the marks of a trail into a route."""
        spot, parity, taken = self.unit.spot, self.unit.diagonals % 2, []
        for wanted in trail:
            _, to, extra, flat, diagonal = next(one for one in self.exits(spot) if one[0] == wanted)
            cost = extra + (2 if diagonal and parity else flat)
            parity ^= diagonal
            spot = to
            taken.append((to, cost, bool(diagonal)))
        return Route(tuple(taken), sum(cost for _, cost, _ in taken), 0)

    def is_open(self, spot: Spot, step: Step) -> bool:
        """RC-BLDG-9: is the gate of a step open, if it has one?"""
        if not step.gate:
            return True
        key = (step.gate, step.through, (spot[0], spot[1]))
        if key not in self._open:
            self._open[key] = self.gate_open(*key)
        return self._open[key]

    def gate_open(self, sector: str, through: str, origin: Cell) -> bool:
        """RC-BLDG-8 to RC-BLDG-11, RC-BLDG-13: may the model enter the sector from this cell?"""
        if self.gait.big and through != "sector" and not has_marker(self.state, sector, origin, 0):
            return False
        if through == "window":
            return True
        if through == "ground" and not began_next_to(self.ground, self.began, sector):
            return False
        return not held_against(self.state, self.unit, sector) or has_marker(
            self.state, sector, origin, 3, inside=through == "sector"
        )


LOOKING = 30
"""Steps of work to find the exits of one spot."""


def holders(state: State, sector: str) -> list[str]:
    """RC-BLDG-4: the teams that have standing models inside a sector."""
    ground = relief(state.ground)
    inside = (unit for unit in state.on_board() if unit.inside and unit.standing)
    there = (unit for unit in inside if ground.sector_at(unit.at) == sector)
    return list(dict.fromkeys(state.team(unit.boss) for unit in there))


def held_against(state: State, unit: Unit, sector: str) -> bool:
    """RC-BLDG-9: do only enemies hold the sector?  Mixed, empty and friendly ones are open."""
    teams = holders(state, sector)
    return len(teams) == 1 and teams[0] != state.team(unit.boss)


def has_marker(state: State, sector: str, origin: Cell, within: int, inside: bool = False) -> bool:
    """RC-BLDG-9, RC-FORCE-4: is there a forced entry of the sector within so many inches?

    `inside`: only entries that were forced from inside.
    """
    return any(
        marker.sector == sector
        and inches(square(marker.at, origin)) <= within
        and (marker.inside or not inside)
        for marker in state.markers
    )


def began_next_to(ground: Relief, began: Spot, sector: str) -> bool:
    """RC-BLDG-8: did the activation begin next to the building (for a bunker: to its door)?"""
    return next_to_building(ground, (began[0], began[1]), sector.partition(".")[0])


def next_to_building(ground: Relief, cell: Cell, name: str) -> bool:
    """RC-BLDG-8, RC-FORCE-1: is the cell next to the building (for a bunker: to a door cell)?"""
    armored = ground.buildings[name].armored
    return any(
        ground.sector_at(other).partition(".")[0] == name
        and (not armored or ground.char(other) == "+")
        for other in around(cell)
    )


# RC-SHOOT-2 to RC-SHOOT-6, RC-ABIL-9, RC-ABIL-22: the legal targets of shots and fights.


def known(state: State, ref: str) -> Unit:
    """RC-ORD-3, RC-VIEW-2: the unit of that reference; models under chits have none.

    Raises `Refusal` if there is no such unit.
    """
    unit = state.find(ref)
    if unit is None or unit.place in ("under", "unhidden"):
        raise Refusal("RC-ORD-3", f"There is no {ref[:40]}")
    return unit


def gone(state: State, unit: Unit) -> str:
    """RC-ORD-6, RC-CHIT-3, RC-CHIT-4: what became of a unit that is gone: `was killed`.

    For a chit that was turned over: which model it is now.
    """
    if not unit.chit:
        return "lies killed" if unit.has("down") else "was killed"
    if not unit.under:
        return "was turned over: there is nothing"
    model = state.unit(unit.under)
    if model.place == "board":
        return f"was turned over: it is {model.ref} now"
    return "is gone" if model.place == "under" else f"was turned over: it was {model.ref}"


def check_enemy(state: State, unit: Unit, target: Unit, rule: str) -> None:
    """RC-SHOOT-2, RC-MELEE-1: the target must be an enemy on the board, not killed."""
    if target.place == "dead" or target.has("down"):
        raise Refusal(rule, f"{target.ref} {gone(state, target)}")
    if target.place != "board":
        raise Refusal(rule, f"{target.ref} is not on the board")
    if state.friends(unit, target):
        raise Refusal(rule, f"{target.ref} is a friend")


def check_shown(state: State, target: Unit, weapon: Weapon | None) -> None:
    """RC-SHOOT-3, RC-HIDE-3, RC-WFX-5, RC-CHIT-6: no chit, and not hidden, except from Burn."""
    if target.chit:
        raise Refusal("RC-SHOOT-3", f"{target.ref} is an unrevealed chit")
    burns = weapon is not None and "Burn" in weapon.effects and not sight.in_bunker(state, target)
    if target.has("hidden") and not burns:
        raise Refusal("RC-SHOOT-3", f"{target.ref} is hidden")


def aim(state: State, target: Target) -> sight.Eye:
    """The place of a target: that of a unit, or the cell named."""
    return sight.eye(known(state, target)) if isinstance(target, str) else sight.eye_at(target)


def check_seen(
    state: State, unit: Unit, place: sight.Eye, name: str, weapon: Weapon | None = None
) -> None:
    """RC-SHOOT-4, RC-LOS-7, RC-TMPL-6: the unit must see the place; RC-WFX-3: for a barrage, any of
    its team."""
    barrage = weapon is not None and "Barrage" in weapon.effects
    watchers = spotters(state, unit) if barrage else [unit]
    if all(sight.sight(state, sight.eye(other), place) == "none" for other in watchers):
        raise Refusal("RC-SHOOT-4", f"{unit.ref} cannot see {name}")


def spotters(state: State, unit: Unit) -> list[Unit]:
    """RC-WFX-3: the standing models of the team, which may spot for a barrage."""
    return [other for other in state.standing() if state.friends(other, unit)]


def quarry(state: State, unit: Unit) -> list[Unit]:
    """RC-ABIL-22: the standing enemies that are not hidden."""
    foes = (other for other in state.standing() if not state.friends(other, unit))
    return [foe for foe in foes if not foe.has("hidden")]


def nearest(state: State, unit: Unit) -> list[Unit]:
    """RC-ABIL-9, RC-ABIL-22: the nearest enemies (dr² + dc² + dz²)."""
    foes = quarry(state, unit)
    if not foes:
        return []
    least = min(sight.spread_square(state, sight.eye(unit), sight.eye(foe)) for foe in foes)
    return [
        foe for foe in foes if sight.spread_square(state, sight.eye(unit), sight.eye(foe)) == least
    ]


def check_nearest(state: State, unit: Unit, targets: list[Unit], melee: bool) -> None:
    """RC-ABIL-9, RC-ABIL-22: Feral and Mindless models must attack a nearest enemy.

    A Mindless one that touches an enemy must also fight it hand to hand.
    """
    if not (unit.trait("Feral") or unit.trait("Mindless")):
        return
    near = nearest(state, unit)
    if not near:
        return
    refs = [foe.ref for foe in near]
    if unit.trait("Feral"):
        for target in targets:
            if target.ref not in refs:
                away = sight.apart(state, sight.eye(unit), sight.eye(near[0]))
                why = f"{unit.ref} must attack {near[0].ref}, {away} inches away"
                raise Refusal("RC-ABIL-9", why)
    if unit.trait("Mindless"):
        touching = any(sight.adjacent_units(state, unit, foe) for foe in quarry(state, unit))
        if any(target.ref not in refs for target in targets) or (touching and not melee):
            raise Refusal("RC-ABIL-22", f"{unit.ref} must go for {near[0].ref}")
