"""Moving step by step, going in and out of buildings, hiding, scanning."""

from rules.line.errors import Refusal, required
from rules.line.flow import seat_name
from rules.numbers.grid import Cell, shift
from rules.rulescrusade import events as ev
from rules.rulescrusade.checks import Battle, activate, left_after_action
from rules.rulescrusade.field import routes, sight
from rules.rulescrusade.field.routes import Route, Search
from rules.rulescrusade.field.sight import Eye
from rules.rulescrusade.field.terrain import is_big, step_to, touching
from rules.rulescrusade.field.zones import gait, is_exempt, may_stand, strikers
from rules.rulescrusade.fight.harm import look_around
from rules.rulescrusade.fight.melee import melee, spring
from rules.rulescrusade.state import Spot, State, Unit
from rules.rulescrusade.words import STEPS, Goal, Heading, cell_text

# RC-MOVE-13: a move step by step, with the free attacks, reveals and ambushes on the way.


def goal_cell(unit: Unit, goal: Goal) -> Cell:
    """The goal as a cell; `4 north` is counted from where the unit stands."""
    if isinstance(goal, Heading):
        return shift(unit.at, STEPS[goal.direction], goal.steps)
    return goal


def goal_spot(state: State, unit: Unit, cell: Cell) -> Spot:
    """RC-BLDG-5: the spot of a cell: in a building its inside for a model inside, else its roof."""
    return (*cell, unit.inside and bool(sight.ground_of(state).sector_at(cell)))


def check_destination(state: State, unit: Unit, spot: Spot) -> None:
    """RC-MOVE-1, RC-MOVE-3: the spot must be on the board, fit to stand in, and free."""
    cell = (spot[0], spot[1])
    ground = state.ground
    if not ground.holds(cell):
        size = f"({ground.rows} x {ground.cols})"
        raise Refusal("RC-MOVE-1", f"{cell[0]},{cell[1]} is off the board {size}")
    check_free(state, unit, spot)


def check_free(state: State, unit: Unit, spot: Spot) -> None:
    """RC-MOVE-3: the spot must be fit to stand in, without a standing model or chit there."""
    cell = (spot[0], spot[1])
    there = [one for one in state.beside(cell) if one.at == cell and one.inside == spot[2]]
    taken = next((one for one in there if one.standing and one.ref != unit.ref), None)
    if taken is not None:
        raise Refusal("RC-MOVE-3", f"{cell[0]},{cell[1]} is occupied by {taken.ref}")
    if spot == unit.spot:
        raise Refusal("RC-MOVE-3", f"{unit.ref} stands at {cell[0]},{cell[1]} already")
    if not may_stand(sight.ground_of(state), gait(unit, state.rules.hulk), spot):
        char = sight.ground_of(state).char(cell)
        what = "a wall" if char == "#" else "a duct" if char == "v" else "in no building"
        raise Refusal("RC-MOVE-3", f"{cell[0]},{cell[1]} is {what}")


def find_route(
    state: State, unit: Unit, spots: list[Spot], budget: int, via: tuple[Cell, ...] = ()
) -> Route:
    """RC-MOVE-4, RC-MOVE-2: the best route to one of the spots.  Raises `Refusal` without one."""
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
    """RC-MOVE-2, RC-MOVE-10: what bars the straight way, `: O2 stands on 9,14`; or nothing."""
    cell = search.unit.at
    for end in points:
        while cell != end:
            cell = shift(cell, step_to(cell, end))
            spot = (*cell, search.unit.inside)
            if spot in search.blocked:
                return f": {search.blocked[spot].ref} stands on {cell_text(cell)}"
            if not may_stand(search.ground, search.gait, spot):
                return f": {cell_text(cell)} is not open"
    return ""


def check_crowd(state: State, unit: Unit, spot: Spot) -> None:
    """RC-MOVE-15: no door or ladder foot beside the spot may be crowded by the seat's own models.

    Three regular models, or one big one, are a crowd.
    """
    ground = sight.ground_of(state)
    feet = [foot for foot, _ in state.ground.ladders]
    for step in STEPS.values():
        cell = shift((spot[0], spot[1]), step)
        if not state.ground.holds(cell):
            continue
        ladder = cell in feet or ground.char(cell) == "H"
        if not ladder and ground.char(cell) != "+":
            continue
        near = [
            other
            for other in state.standing()
            if other.seat == unit.seat
            and other.ref != unit.ref
            and touching(ground, other.spot, (*cell, False))
        ]
        big = [other for other in near if is_big(other) or other.vehicle]
        crowd = len(near) >= 3 or bool(big) or (is_big(unit) and bool(near))
        if crowd:
            what = "ladder" if ladder else "door"
            why = f"{len(near)} models of {seat_name(unit.seat)} already stand at the {what}"
            raise Refusal("RC-MOVE-15", f"{why} {cell[0]},{cell[1]}")


def check_mindless(state: State, unit: Unit, spot: Spot) -> None:
    """RC-ABIL-22: a Mindless model must move nearer to a nearest enemy, or within 1 inch of it."""
    near = routes.nearest(state, unit) if unit.trait("Mindless") else []
    if not near:
        return
    here, there = sight.eye(unit), Eye(spot)
    for foe in map(sight.eye, near):
        closer = sight.spread_square(state, there, foe) < sight.spread_square(state, here, foe)
        if closer or sight.spread(state, there, foe) <= 1:
            return
    raise Refusal("RC-ABIL-22", f"{unit.ref} must go for {near[0].ref}")


def follow(battle: Battle, ref: str, route: Route, manner: str, keep_going: bool = False) -> bool:
    """RC-MOVE-13: walk a route step by step; has the model arrived?

    `keep_going`: a reveal on the way does not stop it (a charge).
    """
    start = battle.unit(ref).spot
    paid, path = 0, []
    arrived = True
    for to, cost, diagonal in route.steps:
        unit = battle.unit(ref)
        if not pass_zones(battle, ref, to):
            arrived = False
            break
        left = max(0, battle.unit(ref).moveleft - cost)
        battle.emit(ev.Stepped(ref, to, cost, left, diagonal))
        drag(battle, ref, unit.spot)
        paid += cost
        path.append(to)
        found = look_around(battle, ref)
        spring(battle)
        now = battle.unit(ref)
        if now.place != "board" or now.spot != to or lamed(now):
            if now.place == "board" and to != route.end:
                battle.emit(ev.Stopped(ref, now.spot, "it was struck"))
            arrived = False
            break
        if found and not keep_going and to != route.end:
            battle.emit(ev.Stopped(ref, to, "somebody was revealed"))
            arrived = False
            break
    now = battle.unit(ref)
    battle.emit(ev.Walked(ref, manner, start, now.spot, paid, now.moveleft, tuple(path)))
    return arrived


def lamed(unit: Unit) -> bool:
    """RC-ZOC-4: is it stunned, knocked out, `down` or off the board?"""
    return unit.place != "board" or unit.has("stunned", "ko", "down")


def pass_zones(battle: Battle, ref: str, to: Spot) -> bool:
    """RC-ZOC-1, RC-ZOC-3, RC-ZOC-4: make the free attacks that a step provokes; may it go on?"""
    mover = battle.unit(ref)
    ground, spot = sight.ground_of(battle.state), mover.spot
    alone = all(battle.state.friends(other, mover) for other in battle.state.beside(mover.at))
    if alone or is_exempt(mover, gait(mover, battle.state.rules.hulk)):
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
                battle.emit(ev.Stopped(ref, after.spot, f"{enemy.ref} struck at it"))
            return False
    return True


def drag(battle: Battle, ref: str, behind: Spot) -> None:
    """RC-ABIL-18: put the smaller of two latched models in the cell that the larger has left."""
    mover = battle.unit(ref)
    if not mover.latched and not any(one.latched == ref for one in battle.state.latchers()):
        return
    for other in battle.state.on_board():
        tied = other.latched == ref or mover.latched == other.ref
        if tied and other.bulk < mover.bulk:
            battle.emit(ev.Placed(other.ref, "drag", other.spot, behind))


# RC-MOVE-1 to RC-MOVE-15, RC-BLDG-5 to RC-BLDG-13: moving, running, going in and out.


def move_to(
    battle: Battle, ref: str, spot: Spot, via: tuple[Cell, ...] = (), manner: str = "moves"
) -> None:
    """RC-MOVE-1, -3, -4, -2, -15, RC-ABIL-22: make the checks in this order, then move."""
    check_destination(battle.state, battle.unit(ref), spot)
    go(battle, ref, [spot], via, manner)


def go(battle: Battle, ref: str, spots: list[Spot], via: tuple[Cell, ...], manner: str) -> None:
    """RC-MOVE-4, -2, -15, RC-ABIL-22: check in this order, then move to the best of some spots.

    RC-MOVE-14: running pays the action for another full move.
    """
    unit, runs = battle.unit(ref), manner == "runs"
    budget = unit.moveleft + unit.move * runs
    route = find_route(battle.state, unit, spots, budget, via)
    check_crowd(battle.state, unit, route.end)
    check_mindless(battle.state, unit, route.end)
    activate(battle, ref)
    if runs:
        battle.emit(ev.PaidMove(ref, 0, budget, action=True))
    follow(battle, ref, route, manner)


def move(battle: Battle, ref: str, goal: Goal, via: tuple[Cell, ...]) -> None:
    """RC-MOVE: an ordinary move; a chit moves 10 inches (RC-CHIT-1)."""
    unit = battle.unit(ref)
    move_to(battle, ref, goal_spot(battle.state, unit, goal_cell(unit, goal)), via)


def check_run(battle: Battle, unit: Unit) -> None:
    """RC-MOVE-14: a model with Shamble never runs; RC-HULK-9 (RC-RULING-58): nor a light vehicle in
    a hulk."""
    if unit.trait("Shamble"):
        raise Refusal("RC-MOVE-14", f"{unit.ref} shambles and makes no extra move")
    if unit.size == "light vehicle" and battle.state.rules.hulk:
        why = f"{unit.ref} is a light vehicle and moves once per turn here"
        raise Refusal("RC-HULK-9", why)


def run(battle: Battle, ref: str, goal: Goal, via: tuple[Cell, ...]) -> None:
    """RC-MOVE-14: run: the action is an extra full move, so `moveleft` grows by M."""
    unit = battle.unit(ref)
    check_run(battle, unit)
    spot = goal_spot(battle.state, unit, goal_cell(unit, goal))
    move_to(battle, ref, spot, via, "runs")


# --- buildings ----------------------------------------------------------------------------------


def sectors_meant(state: State, name: str) -> list[str]:
    """`B1.2` itself, or all standing sectors of `B1`.  Raises `Refusal` if there are none."""
    ground, name = sight.ground_of(state), name.upper()
    return required(ground.standing(name), "RC-ORD-3", f"There is no {name[:20]}")


def enter(battle: Battle, ref: str, name: str, at: Cell | None) -> None:
    """RC-BLDG-7 to RC-BLDG-11, RC-BLDG-13: enter a building, at a cell or by the best way in."""
    state, unit = battle.state, battle.unit(ref)
    sectors, ground = sectors_meant(state, name), sight.ground_of(state)
    if at is not None and state.ground.holds(at):
        if ground.sector_at(at) not in sectors:
            raise Refusal("RC-MOVE-3", f"{at[0]},{at[1]} is not in {name}")
        sectors = [ground.sector_at(at)]
    check_entry(state, unit, sectors)
    if at is not None:
        move_to(battle, ref, (*at, True), manner="enters")
        return
    if unit.inside and ground.sector_at(unit.at) in sectors:
        raise Refusal("RC-MOVE-3", f"{ref} is inside {name} already")
    search = Search(state, unit)
    spots = [
        (*cell, True)
        for sector in sectors
        for cell in ground.sectors[sector].cells
        if search.free((*cell, True))
    ]
    if not spots:
        raise Refusal("RC-MOVE-3", f"there is no free cell in {name}")
    go(battle, ref, spots, (), "enters")


def check_entry(state: State, unit: Unit, sectors: list[str]) -> None:
    """RC-BLDG-8, RC-BLDG-9, RC-BLDG-10: may the model enter?  From another sector: RC-BLDG-9."""
    ground, name = sight.ground_of(state), sectors[0].partition(".")[0]
    if unit.has("phased"):
        return
    if unit.inside:
        mine = ground.sector_at(unit.at)
        others = [sector for sector in sectors if sector != mine]
        if others and mine not in sectors:
            check_open(state, unit, others, inside=True)
        return
    above = ground.sector_at(unit.at).partition(".")[0] == name
    window = not ground.buildings[name].armored and (above or ground.char(unit.at) in "w/")
    if not window:
        began = unit.began or unit.spot
        if not routes.began_next_to(ground, began, sectors[0]):
            why = f"{unit.ref} did not begin its activation next to {name}"
            raise Refusal("RC-BLDG-8", why)
        check_open(state, unit, sectors, inside=False)
    if ground.buildings[name].armored and above:
        raise Refusal("RC-BLDG-10", f"{name} can only be entered through its door")
    if is_big(unit) and not any(routes.has_marker(state, one, unit.at, 24) for one in sectors):
        raise Refusal("RC-BLDG-10", f"{unit.ref} can only enter {name} at a forced entry")


def check_open(state: State, unit: Unit, sectors: list[str], inside: bool) -> None:
    """RC-BLDG-9: one sector must be open: not held by enemies, or with a forced entry near it."""
    ground = sight.ground_of(state)
    for sector in sectors:
        cells = ground.sectors[sector].cells
        forced = (routes.has_marker(state, sector, cell, 4, inside) for cell in cells)
        if not routes.held_against(state, unit, sector) or any(forced):
            return
    name = sectors[0].partition(".")[0]
    holder = next(
        one
        for one in state.on_board()
        if one.inside and one.standing and ground.sector_at(one.at) in sectors
    )
    raise Refusal("RC-BLDG-9", f"{name} is held by {seat_name(holder.boss)}: force an entry first")


def leave(battle: Battle, ref: str, to: Cell) -> None:
    """RC-BLDG-12: leave a building, to a cell outside or onto a roof."""
    if not battle.unit(ref).inside:
        raise Refusal("RC-BLDG-12", f"{ref} is not inside a building")
    move_to(battle, ref, (*to, False), manner="leaves")


def onto_roof(battle: Battle, ref: str, at: Cell | None) -> None:
    """RC-BLDG-12, RC-BLDG-5: go onto the roof, of its own cell or of the cell named."""
    unit = battle.unit(ref)
    cell = unit.at if at is None else at
    if not sight.ground_of(battle.state).sector_at(cell) or (at is None and not unit.inside):
        raise Refusal("RC-BLDG-12", f"{ref} is not inside a building")
    move_to(battle, ref, (*cell, False), manner="climbs out")


# RC-HIDE-1, RC-CHIT-7: hiding, and scanning chits.


SCANNER = 18
"""RC-CHIT-7: the reach of a scanner in inches."""


def check_hide(state: State, unit: Unit) -> None:
    """RC-HIDE-1, RC-HIDE-6: no enemy may have the model in direct view or be within 1 inch."""
    if unit.has("hidden"):
        raise Refusal("RC-HIDE-1", f"{unit.ref} is hidden already")
    if unit.trait("Tough"):  # RC-ABIL-41
        raise Refusal("RC-HIDE-1", f"{unit.ref} is too proud to hide")
    plain = not (sight.is_dark(state, unit.at) or sight.is_smoky(state, unit.at))
    if (is_big(unit) or unit.trait("Tall")) and plain:  # RC-ABIL-4, RC-ABIL-33
        raise Refusal("RC-HIDE-1", f"{unit.ref} is too tall to hide here")
    for other in state.standing():
        if state.friends(other, unit):
            continue
        if sight.apart(state, sight.eye(other), sight.eye(unit)) <= 1:
            raise Refusal("RC-HIDE-1", f"{unit.ref} cannot hide: {other.ref} is within 1 inch")
        if sight.direct_view(state, other, unit):
            raise Refusal("RC-HIDE-1", f"{unit.ref} cannot hide: {other.ref} sees it")


def furtive(unit: Unit) -> bool:
    """RC-ABIL-12: does hiding cost it no action (Furtive, and no attack this turn)?"""
    return unit.trait("Furtive") and not unit.attacked


def hide(battle: Battle, ref: str) -> None:
    """RC-HIDE-1: hide, as an action, or for free (RC-ABIL-12)."""
    unit = battle.unit(ref)
    check_hide(battle.state, unit)
    free = furtive(unit)
    if not free:
        battle.emit(ev.Acted(ref, "hide", left_after_action(unit)))
    battle.emit(ev.Hid(ref, not free))


def scan(battle: Battle, ref: str, chit: str) -> None:
    """RC-CHIT-7, RC-ABIL-46: scan one enemy chit within 18 inches, seen or not."""
    unit, target = battle.unit(ref), routes.known(battle.state, chit)
    if not unit.trait("Scanner"):
        raise Refusal("RC-CHIT-7", f"{unit.ref} has no scanner")
    if not target.chit or target.place != "board":
        raise Refusal("RC-CHIT-7", f"{target.ref} is no chit on the board")
    routes.check_enemy(battle.state, unit, target, "RC-CHIT-7")
    if target.has("scanned"):
        raise Refusal("RC-CHIT-7", f"{target.ref} has been scanned already")
    away = sight.apart(battle.state, sight.eye(unit), sight.eye(target))
    if away > SCANNER:
        why = f"{target.ref} is {away} inches away; a scanner reaches {SCANNER}"
        raise Refusal("RC-CHIT-7", why)
    battle.emit(ev.Acted(ref, "scan", left_after_action(unit)))
    scanned(battle, target)


def scanned(battle: Battle, chit: Unit) -> None:
    """RC-CHIT-5: turn a chit face up, still hidden; a blank one is removed."""
    kind = battle.unit(chit.under).kind if chit.under else ""
    battle.emit(ev.ChitScanned(chit.ref, chit.under, kind))
    if not chit.under:
        battle.emit(ev.Left(chit.ref, "blank"))
