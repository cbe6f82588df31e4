"""RC-SETUP-1 to RC-SETUP-8, RC-SETUP-12: who deploys where, chits, infiltrators."""

from rules.line.errors import Refusal
from rules.line.flow import seat_name
from rules.numbers.grid import Cell
from rules.rulescrusade.battle import Battle
from rules.rulescrusade.events import ChitDealt, Deployed
from rules.rulescrusade.field.sight import apart, eye, eye_at, sight
from rules.rulescrusade.field.steps import gait, may_stand
from rules.rulescrusade.field.targets import gone
from rules.rulescrusade.field.terrain import relief
from rules.rulescrusade.fight.knock import occupied
from rules.rulescrusade.orders import Deploy
from rules.rulescrusade.setup.muster import named, ref_of
from rules.rulescrusade.state import Spot, State, Unit
from rules.rulescrusade.words import Who, cell_text

DEPTH = 6
FEW = 18
RULE = "RC-SETUP-8"


def zone(state: State, seat: int) -> tuple[int, int, int, int]:
    """RC-SETUP-1: the first and last row and column of a seat's zone."""
    rows, cols = state.ground.rows, state.ground.cols
    deep = DEPTH if rows >= FEW else rows // 3
    wide = DEPTH if cols >= FEW else cols // 3
    return {
        1: (rows - deep + 1, rows, 1, cols),
        2: (1, deep, 1, cols),
        3: (1, rows, 1, wide),
        4: (1, rows, cols - wide + 1, cols),
    }.get(seat, (1, rows, 1, cols))


def in_zone(state: State, seat: int, cell: Cell) -> bool:
    """RC-SETUP-1."""
    top, bottom, left, right = zone(state, seat)
    return top <= cell[0] <= bottom and left <= cell[1] <= right


def zone_text(state: State, seat: int) -> str:
    """`army 1 deploys in rows 19-24`."""
    top, bottom, left, right = zone(state, seat)
    name = seat_name(seat)
    if (left, right) == (1, state.ground.cols):
        return f"{name} deploys in rows {top}-{bottom}"
    return f"{name} deploys in columns {left}-{right}"


def is_infiltrator(unit: Unit) -> bool:
    """RC-SETUP-4, RC-ABIL-16: models with Infiltrate; chits are not such."""
    return unit.trait("Infiltrate") and not unit.chit


def has_chits(state: State) -> bool:
    """RC-SETUP-4: is this a game with chits?"""
    return any(unit.chit for unit in state.units.values())


def check_deploying(battle: Battle) -> None:
    """RC-ORD-2, RC-ORD-5: a later stage than muster, and this seat's deployment."""
    state = battle.state
    if state.flow.phase != "setup":
        raise Refusal("RC-ORD-2", "Models are deployed before play")
    if state.stage not in ("deploy", "infiltrate"):
        raise Refusal("RC-ORD-2", f"Models are deployed after the stage {state.stage}")
    if state.flow.turn != battle.seat:
        raise Refusal("RC-ORD-5", f"It is {seat_name(state.flow.turn)}'s deployment")


def deploy(battle: Battle, order: Deploy) -> None:
    """RC-SETUP-12: one model on its cell, several side by side to the east; all or none."""
    check_deploying(battle)
    units = [own_unit(battle, ref) for ref in deployed_refs(battle, order.who)]
    cell = order.at
    for unit in units:
        check_named(battle, unit, order)
        to = (*cell, check_inside(battle.state, unit, cell, order.inside))
        if len(units) > 1:
            to = next_free(battle.state, unit, to)
        check_place(battle.state, unit, to)
        if unit.chit and order.stands_for:
            deal(battle, unit, order.stands_for)
        battle.emit(Deployed(unit.ref, to, hidden=is_infiltrator(unit)))
        cell = (to[0], to[1] + 1)


def deployed_refs(battle: Battle, who: Who) -> list[str]:
    """RC-ORD-8: as named; `everyone` and `all Marines` are those that wait."""
    if who.every:
        return named(battle.state, battle.seat, who)
    return [ref_of(battle.state, ref) for ref in who.refs]


def own_unit(battle: Battle, ref: str) -> Unit:
    """RC-ORD-3, RC-ORD-4, RC-ORD-6: a waiting or deployed unit of the seat.

    Models to be hidden and models under chits have no reference of their own (RC-VIEW-2).
    """
    unit = battle.state.find(ref)
    if unit is None or unit.place in ("unhidden", "under"):
        raise Refusal("RC-ORD-3", f"There is no {ref[:20]}")
    if unit.seat != battle.seat:
        raise Refusal("RC-ORD-4", f"{unit.ref} belongs to {seat_name(unit.seat)}")
    if unit.place == "dead":
        raise Refusal("RC-ORD-6", f"{unit.ref} {gone(battle.state, unit)}")
    return unit


def check_named(battle: Battle, unit: Unit, order: Deploy) -> None:
    """RC-SETUP-4, RC-SETUP-11: the stage fits the model; a chit needs to stand for something."""
    stage, late = battle.state.stage, is_infiltrator(unit)
    if late and stage == "deploy" and not has_chits(battle.state):
        raise Refusal("RC-SETUP-4", f"{unit.ref} infiltrates: it is deployed after all others")
    if stage == "infiltrate" and not late:
        raise Refusal("RC-SETUP-4", f"{unit.ref} does not infiltrate: its deployment is over")
    if stage == "infiltrate" and has_chits(battle.state):
        raise Refusal("RC-SETUP-4", f"{unit.ref} is deployed; it may make a free move")
    if unit.chit and not order.stands_for and not unit.dealt:
        example = f"deploy {unit.ref} as ST1 at {cell_text(order.at)}"
        raise Refusal("RC-SETUP-11", f"{unit.ref} needs a name: {example}")
    if order.stands_for and not unit.chit:
        raise Refusal("RC-SETUP-11", f"{unit.ref} is no chit and stands for itself")


def deal(battle: Battle, chit: Unit, name: str) -> None:
    """RC-SETUP-11: what the chit stands for; a new name gives the old model or blank back."""
    state = battle.state
    back = chit.under if chit.dealt else None
    if name.lower() == "nothing":
        if chit.dealt and not chit.under:
            return
        if not state.army(chit.seat).blanks:
            raise Refusal("RC-SETUP-11", f"{chit.ref} cannot be nothing: all blanks are dealt")
        battle.emit(ChitDealt(chit.seat, chit.ref, "", back))
        return
    model = state.find(ref_of(state, name))
    if model is not None and chit.dealt and model.ref == chit.under:
        return
    if model is None or model.place != "unhidden" or model.seat != chit.seat:
        raise Refusal("RC-SETUP-11", f"{name[:20]} is not to be hidden (any more)")
    battle.emit(ChitDealt(chit.seat, chit.ref, model.ref, back))


# --- places -------------------------------------------------------------------------------------


def check_inside(state: State, unit: Unit, cell: Cell, building: str) -> bool:
    """RC-SETUP-12: `inside B1`; otherwise a building cell means its roof."""
    if not building:
        return False
    sector = relief(state.ground).sector_at(cell)
    if building not in (sector, sector.partition(".")[0]) or not sector:
        raise Refusal(RULE, f"{cell_text(cell)} is not in {building[:20]}")
    return True


def next_free(state: State, unit: Unit, spot: Spot) -> Spot:
    """RC-SETUP-12: the next free cell to the east, in the zone and fit to stand in."""
    for column in range(spot[1], state.ground.cols + 1):
        to = (spot[0], column, spot[2])
        if place_problem(state, unit, to) is None:
            return to
    return spot


def check_place(state: State, unit: Unit, spot: Spot) -> None:
    """RC-SETUP-8, RC-SETUP-4: in the zone, free and fit to stand in."""
    problem = place_problem(state, unit, spot)
    if problem is not None:
        raise problem


def place_problem(state: State, unit: Unit, spot: Spot) -> Refusal | None:
    """What is wrong with a place, if anything."""
    cell, name = (spot[0], spot[1]), cell_text((spot[0], spot[1]))
    where = f"{unit.ref} cannot be deployed at {name}"
    if not state.ground.holds(cell):
        return Refusal(RULE, f"{where}: it is off the board")
    free_choice = state.stage == "infiltrate"
    if not free_choice and not in_zone(state, unit.seat, cell):
        return Refusal(RULE, f"{where}: {zone_text(state, unit.seat)}")
    if not may_stand(relief(state.ground), gait(unit, state.rules.hulk), spot):
        return Refusal(RULE, f"{where}: nobody can stand there")
    if occupied(state, spot, unit.ref):
        return Refusal(RULE, f"{where}: it is occupied")
    return watched(state, unit, spot) if free_choice else None


def watched(state: State, unit: Unit, spot: Spot) -> Refusal | None:
    """RC-SETUP-4, RC-LOS-7: no enemy model sees the cell or is within an inch of it."""
    place = eye_at((spot[0], spot[1]), spot[2])
    for enemy in state.on_board():
        if state.friends(enemy, unit) or enemy.chit or not enemy.standing:
            continue
        if sight(state, eye(enemy), place) != "none":
            return Refusal("RC-SETUP-4", f"{enemy.ref} sees {spot[0]},{spot[1]}")
        if apart(state, eye(enemy), place) <= 1:
            return Refusal("RC-SETUP-4", f"{enemy.ref} is within 1 inch of {spot[0]},{spot[1]}")
    return None
