"""RC-MOVE-13: moves made step by step, with free attacks, reveals and ambushes on the way."""

from rules.line.errors import Refusal
from rules.line.flow import seat_name
from rules.numbers.grid import Cell
from rules.rulescrusade.battle import Battle
from rules.rulescrusade.events import Placed, Stepped, Stopped, Walked
from rules.rulescrusade.field.measure import ahead, is_big, touching
from rules.rulescrusade.field.routes import Route, Search
from rules.rulescrusade.field.sight import Eye, eye, ground_of, spread, spread_square
from rules.rulescrusade.field.steps import gait, may_stand
from rules.rulescrusade.field.targets import nearest
from rules.rulescrusade.field.zones import is_exempt, strikers
from rules.rulescrusade.fight.ambush import spring
from rules.rulescrusade.fight.melee import melee
from rules.rulescrusade.fight.reveal import look_around
from rules.rulescrusade.state import Spot, State, Unit
from rules.rulescrusade.words import STEPS, Goal, Heading


def goal_cell(unit: Unit, goal: Goal) -> Cell:
    """`to 10,14`, or `4 north` counted from where it stands."""
    if isinstance(goal, Heading):
        return ahead(unit.at, STEPS[goal.direction], goal.steps)
    return goal


def goal_spot(state: State, unit: Unit, cell: Cell) -> Spot:
    """RC-BLDG-5: a building cell means its inside for a model that is inside, else its roof."""
    return (*cell, unit.inside and bool(ground_of(state).sector_at(cell)))


def check_destination(state: State, unit: Unit, spot: Spot) -> None:
    """RC-MOVE-1, RC-MOVE-3: on the board, a cell to stand in, and free."""
    cell = (spot[0], spot[1])
    ground = state.ground
    if not ground.holds(cell):
        size = f"({ground.rows} x {ground.cols})"
        raise Refusal("RC-MOVE-1", f"{cell[0]},{cell[1]} is off the board {size}")
    check_free(state, unit, spot)


def check_free(state: State, unit: Unit, spot: Spot) -> None:
    """RC-MOVE-3: a cell that it may stand in, free of standing models and chits in its layer."""
    cell = (spot[0], spot[1])
    there = [one for one in state.beside(cell) if one.at == cell and one.inside == spot[2]]
    taken = next((one for one in there if one.standing and one.ref != unit.ref), None)
    if taken is not None:
        raise Refusal("RC-MOVE-3", f"{cell[0]},{cell[1]} is occupied by {taken.ref}")
    if spot == unit.spot:
        raise Refusal("RC-MOVE-3", f"{unit.ref} stands at {cell[0]},{cell[1]} already")
    if not may_stand(ground_of(state), gait(unit, state.rules.hulk), spot):
        char = ground_of(state).char(cell)
        what = "a wall" if char == "#" else "a duct" if char == "v" else "in no building"
        raise Refusal("RC-MOVE-3", f"{cell[0]},{cell[1]} is {what}")


def find_route(
    state: State, unit: Unit, spots: list[Spot], budget: int, via: tuple[Cell, ...] = ()
) -> Route:
    """RC-MOVE-4, RC-MOVE-2: the way, or why there is none."""
    search = Search(state, unit)
    for cell in via:
        if not state.ground.holds(cell):
            raise Refusal("RC-MOVE-1", f"{cell[0]},{cell[1]} is off the board")
    route = search.best(spots, budget, via)
    if route is not None:
        return route
    price = search.cheapest(spots, via)
    where = f"{spots[0][0]},{spots[0][1]}"
    if price is None:
        raise Refusal("RC-MOVE-4", f"There is no way for {unit.ref} to {where}")
    why = f"{unit.ref} needs {price} inches to reach {where} and has {budget}"
    raise Refusal("RC-MOVE-2", f"{why}{detour(search, (*via, spots[0][:2]))}")


def detour(search: Search, points: tuple[Cell, ...]) -> str:
    """RC-MOVE-2, RC-MOVE-10: `: O2 stands on 9,14`, if the straight way is not open; or nothing."""
    row, col = search.unit.at
    for end in points:
        while (row, col) != end:
            row, col = row + (end[0] > row) - (end[0] < row), col + (end[1] > col) - (end[1] < col)
            spot = (row, col, search.unit.inside)
            if spot in search.blocked:
                return f": {search.blocked[spot].ref} stands on {row},{col}"
            if not may_stand(search.ground, search.gait, spot):
                return f": {row},{col} is not open"
    return ""


def check_crowd(state: State, unit: Unit, spot: Spot) -> None:
    """RC-MOVE-15: three regular models, or one big one, next to a door or a ladder's foot."""
    ground = ground_of(state)
    feet = [foot for foot, _ in state.ground.ladders]
    for step in STEPS.values():
        cell = ahead((spot[0], spot[1]), step)
        if not state.ground.holds(cell):
            continue
        ladder = cell in feet or ground.char(cell) == "H"
        if not ladder and ground.char(cell) != "+":
            continue
        near = [
            other
            for other in state.on_board()
            if other.seat == unit.seat
            and other.ref != unit.ref
            and other.standing
            and not other.chit
            and touching(ground, other.spot, (*cell, False))
        ]
        big = [other for other in near if is_big(other) or other.vehicle]
        crowd = len(near) >= 3 or bool(big) or (is_big(unit) and bool(near))
        if crowd:
            what = "ladder" if ladder else "door"
            why = f"{len(near)} models of {seat_name(unit.seat)} already stand at the {what}"
            raise Refusal("RC-MOVE-15", f"{why} {cell[0]},{cell[1]}")


def check_mindless(state: State, unit: Unit, spot: Spot) -> None:
    """RC-ABIL-22: its move must bring it nearer to a nearest enemy, or within 1 inch of it."""
    if not unit.trait("Mindless"):
        return
    near = nearest(state, unit)
    if not near:
        return
    there = Eye(spot)
    for foe in near:
        closer = spread_square(state, there, eye(foe)) < spread_square(state, eye(unit), eye(foe))
        if closer or spread(state, there, eye(foe)) <= 1:
            return
    raise Refusal("RC-ABIL-22", f"{unit.ref} must go for {near[0].ref}")


def follow(battle: Battle, ref: str, route: Route, manner: str, keep_going: bool = False) -> bool:
    """RC-MOVE-13: step by step; has it arrived?  A charge goes on past what it reveals."""
    start = battle.unit(ref).spot
    paid, path = 0, []
    arrived = True
    for to, cost, diagonal in route.steps:
        unit = battle.unit(ref)
        if not pass_zones(battle, ref, to):
            arrived = False
            break
        left = max(0, battle.unit(ref).moveleft - cost)
        battle.emit(Stepped(ref, to, cost, left, diagonal))
        drag(battle, ref, unit.spot)
        paid += cost
        path.append(to)
        found = look_around(battle, ref)
        spring(battle)
        now = battle.unit(ref)
        if now.place != "board" or now.spot != to or lamed(now):
            if now.place == "board" and to != route.end:
                battle.emit(Stopped(ref, now.spot, "it was struck"))
            arrived = False
            break
        if found and not keep_going and to != route.end:
            battle.emit(Stopped(ref, to, "somebody was revealed"))
            arrived = False
            break
    now = battle.unit(ref)
    battle.emit(Walked(ref, manner, start, now.spot, paid, now.moveleft, tuple(path)))
    return arrived


def lamed(unit: Unit) -> bool:
    """RC-ZOC-4: stunned, knocked out, down or killed."""
    return unit.place != "board" or any(unit.has(name) for name in ("stunned", "ko", "down"))


def pass_zones(battle: Battle, ref: str, to: Spot) -> bool:
    """RC-ZOC-1, RC-ZOC-3, RC-ZOC-4: free attacks before the step; may it go on?"""
    mover = battle.unit(ref)
    ground, spot = ground_of(battle.state), mover.spot
    if not in_company(battle.state, mover):
        return True
    manner = gait(mover, battle.state.rules.hulk)
    if is_exempt(mover, manner):
        return True
    for enemy in strikers(battle.state, mover, battle.state.beside(mover.at)):
        if not touching(ground, enemy.spot, spot):
            continue
        if spot == (mover.began or spot) and not touching(ground, enemy.spot, to):
            continue
        now = battle.unit(enemy.ref)
        if not strikers(battle.state, battle.unit(ref), [now]):
            continue
        battle.mark(ref, struck=(*battle.unit(ref).struck, enemy.ref))
        melee(battle, [enemy.ref], ref, "zone", left=now.moveleft)
        spring(battle)
        after = battle.unit(ref)
        if lamed(after) or after.spot != spot:
            if after.place == "board":
                battle.emit(Stopped(ref, after.spot, f"{enemy.ref} struck at it"))
            return False
    return True


def in_company(state: State, mover: Unit) -> bool:
    """Is anybody of another team in a neighbouring cell at all?"""
    return any(not state.friends(other, mover) for other in state.beside(mover.at))


def drag(battle: Battle, ref: str, behind: Spot) -> None:
    """RC-ABIL-18: the smaller of two is put in the last cell that the larger has left."""
    mover = battle.unit(ref)
    if not mover.latched and not any(one.latched == ref for one in battle.state.latchers()):
        return
    for other in battle.state.on_board():
        tied = other.latched == ref or mover.latched == other.ref
        if tied and other.bulk < mover.bulk:
            battle.emit(Placed(other.ref, "drag", other.spot, behind))
