"""RC-MOVE-1 to RC-MOVE-15, RC-BLDG-5 to RC-BLDG-13: moving, running, going in and out."""

from rules.line.errors import Refusal
from rules.line.flow import seat_name
from rules.numbers.grid import Cell
from rules.rulescrusade.battle import Battle
from rules.rulescrusade.checks import activate
from rules.rulescrusade.events import PaidMove
from rules.rulescrusade.field.measure import inches, is_big, square
from rules.rulescrusade.field.routes import (
    Search,
    began_next_to,
    has_marker,
    held_against,
)
from rules.rulescrusade.field.sight import ground_of
from rules.rulescrusade.march.walk import (
    check_crowd,
    check_destination,
    check_mindless,
    find_route,
    follow,
    goal_cell,
    goal_spot,
)
from rules.rulescrusade.state import Spot, State, Unit
from rules.rulescrusade.words import Goal


def move_to(
    battle: Battle, ref: str, spot: Spot, via: tuple[Cell, ...] = (), manner: str = "moves"
) -> None:
    """RC-MOVE-1, -3, -4, -2, -15, RC-ABIL-22, in this order; then the way."""
    unit = battle.unit(ref)
    check_destination(battle.state, unit, spot)
    route = find_route(battle.state, unit, [spot], unit.moveleft, via)
    check_crowd(battle.state, unit, spot)
    check_mindless(battle.state, unit, spot)
    activate(battle, ref)
    follow(battle, ref, route, manner)


def move(battle: Battle, ref: str, goal: Goal, via: tuple[Cell, ...]) -> None:
    """RC-MOVE: an ordinary move; a chit's is one of 10 inches (RC-CHIT-1)."""
    unit = battle.unit(ref)
    move_to(battle, ref, goal_spot(battle.state, unit, goal_cell(unit, goal)), via)


def check_run(battle: Battle, unit: Unit) -> None:
    """RC-MOVE-14: not after shambling; RC-HULK-9 (RC-RULING-58): no light vehicle in a hulk."""
    if unit.trait("Shamble"):
        raise Refusal("RC-MOVE-14", f"{unit.ref} shambles and makes no extra move")
    if unit.size == "light vehicle" and battle.state.rules.hulk:
        why = f"{unit.ref} is a light vehicle and moves once per turn here"
        raise Refusal("RC-HULK-9", why)


def run(battle: Battle, ref: str, goal: Goal, via: tuple[Cell, ...]) -> None:
    """RC-MOVE-14: the action is an extra full move: `moveleft` grows by M."""
    unit = battle.unit(ref)
    check_run(battle, unit)
    spot = goal_spot(battle.state, unit, goal_cell(unit, goal))
    check_destination(battle.state, unit, spot)
    route = find_route(battle.state, unit, [spot], unit.moveleft + unit.move, via)
    check_crowd(battle.state, unit, spot)
    check_mindless(battle.state, unit, spot)
    activate(battle, ref)
    battle.emit(PaidMove(ref, 0, unit.moveleft + unit.move, action=True))
    follow(battle, ref, route, "runs")


# --- buildings ----------------------------------------------------------------------------------


def sectors_meant(state: State, name: str) -> list[str]:
    """`B1.2`, or all standing sectors of `B1`."""
    ground, name = ground_of(state), name.upper()
    refs = ground.standing(name)
    if not refs:
        raise Refusal("RC-ORD-3", f"There is no {name[:20]}")
    return refs


def enter(battle: Battle, ref: str, name: str, at: Cell | None) -> None:
    """RC-BLDG-7 to RC-BLDG-11, RC-BLDG-13: inside, to the cell named or the nearest free one."""
    state, unit = battle.state, battle.unit(ref)
    sectors, ground = sectors_meant(state, name), ground_of(state)
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
    route = find_route(state, unit, spots, unit.moveleft)
    check_crowd(state, unit, route.end)
    check_mindless(state, unit, route.end)
    activate(battle, ref)
    follow(battle, ref, route, "enters")


def check_entry(state: State, unit: Unit, sectors: list[str]) -> None:
    """RC-BLDG-8, RC-BLDG-9, RC-BLDG-10: of a model outside; between sectors RC-BLDG-9 alone."""
    ground, name = ground_of(state), sectors[0].partition(".")[0]
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
        if not began_next_to(ground, began, sectors[0]):
            why = f"{unit.ref} did not begin its activation next to {name}"
            raise Refusal("RC-BLDG-8", why)
        check_open(state, unit, sectors, inside=False)
    if ground.buildings[name].armored and above:
        raise Refusal("RC-BLDG-10", f"{name} can only be entered through its door")
    if is_big(unit) and not any(has_marker(state, one, unit.at, 24) for one in sectors):
        raise Refusal("RC-BLDG-10", f"{unit.ref} can only enter {name} at a forced entry")


def check_open(state: State, unit: Unit, sectors: list[str], inside: bool) -> None:
    """RC-BLDG-9: held by enemies it needs a forced entry near a cell to step from."""
    ground = ground_of(state)
    for sector in sectors:
        if not held_against(state, unit, sector):
            return
        cells = ground.sectors[sector].cells
        for marker in state.markers:
            near = any(inches(square(marker.at, cell)) <= 4 for cell in cells)
            if marker.sector == sector and near and (marker.inside or not inside):
                return
    name = sectors[0].partition(".")[0]
    holder = next(
        one
        for one in state.on_board()
        if one.inside and one.standing and ground.sector_at(one.at) in sectors
    )
    raise Refusal("RC-BLDG-9", f"{name} is held by {seat_name(holder.boss)}: force an entry first")


def leave(battle: Battle, ref: str, to: Cell) -> None:
    """RC-BLDG-12: out, to a cell outside or onto a roof."""
    if not battle.unit(ref).inside:
        raise Refusal("RC-BLDG-12", f"{ref} is not inside a building")
    move_to(battle, ref, (*to, False), manner="leaves")


def onto_roof(battle: Battle, ref: str, at: Cell | None) -> None:
    """RC-BLDG-12, RC-BLDG-5: the roof of its own cell, or of the cell named."""
    unit = battle.unit(ref)
    cell = unit.at if at is None else at
    if not ground_of(battle.state).sector_at(cell) or (at is None and not unit.inside):
        raise Refusal("RC-BLDG-12", f"{ref} is not inside a building")
    move_to(battle, ref, (*cell, False), manner="climbs out")
