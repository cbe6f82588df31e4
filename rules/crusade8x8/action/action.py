"""Judge one action from beginning to end: Pawns, the Commander, Nobles."""

from collections.abc import Sequence

from rules.crusade8x8 import board
from rules.crusade8x8 import orders as od
from rules.crusade8x8.action import skills, under_way
from rules.crusade8x8.action.under_way import Clause, UnderWay
from rules.crusade8x8.board import House, Position, Unit
from rules.crusade8x8.events import Froze
from rules.line.errors import Refusal
from rules.line.flow import Outcome

# Sections 7.1 to 7.5: the clause of a Pawn that acts by itself or is commanded.


def pawn_clause(
    act: UnderWay, tile: int, unit: Unit, deeds: Sequence[od.Deed], commanded: bool = False
) -> None:
    """C8-ACT-2: the Pawn's basic action or special, with its turns and telekinesis."""
    clause = under_way.read_clause(unit, board.named(unit, tile), deeds, commanded)
    act.check_free(tile, clause.leaves)
    act.note += unit.letter.upper() + board.tile_name(tile)
    goal: int | None
    match clause.main:
        case od.Step():
            goal = step(act, tile, unit, clause, commanded)
        case od.Capture():
            goal = capture(act, tile, unit, clause, commanded)
        case od.Shoot(target):
            goal = skills.shoot(act, tile, unit, target, clause.turns)
        case od.Swap(partner):
            goal = skills.swap(act, tile, unit, partner, clause.turns)
        case None:
            goal = rotate(act, tile, unit, clause)
    if goal is not None and clause.cast is not None:
        skills.cast(act, goal, clause.cast, clause.late)


def step(act: UnderWay, tile: int, unit: Unit, clause: Clause, commanded: bool) -> int:
    """C8-MOVE-1, C8-MOVE-2, C8-ROT-2: a step, perhaps a side-step, then perhaps a Rotate."""
    path = under_way.path_of_step(act, tile, unit, clause, commanded)
    for passed in path:
        act.check_open(passed, steps=True)
    facing = under_way.quarter_turn(board.named(unit, path[-1]), unit.facing or "", clause.turns)
    shown = path[-1:] if is_double_step(tile, unit, path) else path
    act.note += "".join(f"-{board.tile_name(passed)}" for passed in shown)
    arrive(act, tile, path[-1], unit, facing)
    return path[-1]


def is_double_step(tile: int, unit: Unit, path: Sequence[int]) -> bool:
    """C8-ROGUE-2: is it two tiles straight ahead?  The tile between is passed, not named."""
    ahead = board.AHEAD[board.FACINGS.index(unit.facing or "up")]
    return len(path) == 2 and path[0] == ahead[tile] and path[1] == ahead[path[0]]


def arrive(act: UnderWay, start: int, goal: int, unit: Unit, facing: str) -> None:
    """C8-ROT-2: put the Pawn on its final tile, and turn it there if the order says so."""
    act.move(start, goal)
    act.turn(goal, facing)
    act.note += under_way.arrow(unit.facing, facing)


def capture(act: UnderWay, tile: int, unit: Unit, clause: Clause, commanded: bool) -> int | None:
    """C8-CAP-1, C8-CAP-2, C8-WAR-1: take an enemy and go there; None if the attacker falls too."""
    assert isinstance(clause.main, od.Capture)
    goal = board.tile_named(clause.main.target.tile)
    check_capture_tile(tile, unit, goal, commanded)
    act.check_enemy(goal, clause.main.target)
    act.note += f"x{board.tile_name(goal)}"
    if skills.is_countered(act.unit_at(goal), goal, tile):
        skills.both_fall(act, tile, goal)
        return None
    facing = under_way.quarter_turn(board.named(unit, goal), unit.facing or "", clause.turns)
    act.capture(goal)
    arrive(act, tile, goal, unit, facing)
    return goal


def check_capture_tile(tile: int, unit: Unit, goal: int, commanded: bool) -> None:
    """C8-CAP-1: a forward diagonal tile; for a Warrior that acts itself also straight ahead."""
    facing = board.FACINGS.index(unit.facing or "up")
    if goal in board.SLANTS[facing][tile]:
        return
    if unit.kind == "Warrior" and goal == board.AHEAD[facing][tile]:
        if not commanded:
            return
        why = f"{board.named(unit, tile)} captures straight ahead only when it acts itself"
        raise Refusal("C8-CMD-8", why)
    reach = " or ".join(board.tile_name(slant) for slant in board.SLANTS[facing][tile]) or "nothing"
    why = f"{board.named(unit, tile)} faces {unit.facing} and can capture {reach}"
    why += f", not {board.tile_name(goal)}"
    raise Refusal("C8-CAP-1", why)


def rotate(act: UnderWay, tile: int, unit: Unit, clause: Clause) -> int:
    """C8-ROT-1, C8-ROGUE-6: the Rotate action; nothing if telekinesis is used alone."""
    if not clause.turns:
        return tile
    turn = under_way.rogue_turn if unit.kind == "Rogue" else under_way.quarter_turn
    facing = turn(board.named(unit, tile), unit.facing or "", clause.turns)
    act.turn(tile, facing)
    act.note += under_way.arrow(unit.facing, facing)
    return tile


# Section 7.7: the Commander and its orders.


def commander_clause(
    act: UnderWay,
    tile: int,
    unit: Unit,
    deeds: Sequence[od.Deed],
    orders: Sequence[od.Command | od.Wheel],
) -> None:
    """C8-CMD-10: the Commander's own step, its Rotate, the first Pawn, the second Pawn."""
    check_own_deeds(unit, tile, deeds)
    step = deeds[0] if isinstance(deeds[0], od.Step) else None
    if step is not None or act.house.frozen_all:
        act.check_free(tile, leaves=step is not None)
    act.note += f"M{board.tile_name(tile)}"
    if step is not None:
        own_step(act, tile, unit, board.tile_named(step.to))
    elif not orders:
        why = f"{board.named(unit, tile)} stands still and gives no order: that is a pass"
        raise Refusal("C8-CMD-9", why)
    commander = act.origin(board.tile_named(step.to) if step else tile)
    for number, order in enumerate(orders):
        act.note += "," if number else ":"
        if isinstance(order, od.Wheel):
            wheel(act, commander, order, number)
        else:
            command(act, commander, order)


def check_own_deeds(unit: Unit, tile: int, deeds: Sequence[od.Deed]) -> None:
    """C8-CMD-2, C8-ACT-3, C8-ACT-2: a Commander cannot capture; it holds, or steps once."""
    if any(isinstance(deed, od.Capture | od.Attack) for deed in deeds):
        raise Refusal("C8-CMD-2", f"{board.named(unit, tile)} cannot capture")
    for deed in deeds:
        steps = isinstance(deed, od.Step) and not deed.corner and "forward" not in deed.to
        if not steps and not isinstance(deed, od.Hold):
            raise Refusal("C8-ACT-3", f"{board.named(unit, tile)} cannot do that: {deed}")
    if len(deeds) > 1:
        raise Refusal("C8-ACT-2", f"{board.named(unit, tile)} holds or moves, once")


def own_step(act: UnderWay, tile: int, unit: Unit, goal: int) -> None:
    """C8-CMD-1: the Commander steps to an adjacent open tile."""
    if goal not in board.AROUND[tile]:
        why = f"{board.tile_name(goal)} is not adjacent to {board.named(unit, tile)}"
        raise Refusal("C8-CMD-1", why)
    act.check_open(goal)
    act.note += f"-{board.tile_name(goal)}"
    act.move(tile, goal)


def own_pawn_beside(act: UnderWay, commander: int, ref: od.UnitRef) -> tuple[int, Unit]:
    """C8-CMD-3, C8-CMD-4: only own Pawns take orders, adjacent when the order is given."""
    tile, unit = act.own_unit(ref)
    if not unit.is_pawn:
        raise Refusal("C8-CMD-4", f"{board.named(unit, tile)} is a Noble and takes no orders")
    at = next(place for place in act.position.tiles_of(act.mover) if act.origin(place) == commander)
    if tile not in board.AROUND[at]:
        why = f"{board.named(unit, tile)} is not adjacent to the Commander on {board.tile_name(at)}"
        raise Refusal("C8-CMD-3", why)
    return tile, unit


def wheel(act: UnderWay, commander: int, order: od.Wheel, number: int) -> None:
    """C8-CMD-5: before other orders, the Commander may give one adjacent Pawn a quarter turn."""
    tile, unit = own_pawn_beside(act, commander, order.unit)
    if number:
        turned = board.named(unit, tile)
        why = f"the Commander's Rotate ({turned}) comes once, and before other orders"
        raise Refusal("C8-CMD-5", why)
    if act.house.frozen_all:
        act.check_free(tile, leaves=False)
    facing = under_way.quarter_turn(board.named(unit, tile), unit.facing or "", (order.turn,))
    act.note += f"~{board.tile_name(tile)}{under_way.arrow(unit.facing, facing)}"
    act.turn(tile, facing)


def command(act: UnderWay, commander: int, order: od.Command) -> None:
    """C8-CMD-6, C8-CMD-7: basic actions of at most two Pawns, and not the same one twice."""
    tile, unit = own_pawn_beside(act, commander, order.unit)
    who = act.origin(tile)
    if who in act.commanded:
        raise Refusal("C8-CMD-7", f"{board.named(unit, tile)} has already been commanded this turn")
    if len(act.commanded) == 2:
        why = f"a Commander orders two Pawns, {board.named(unit, tile)} would be the third"
        raise Refusal("C8-CMD-6", why)
    act.commanded.append(who)
    pawn_clause(act, tile, unit, order.deeds, commanded=True)


# Section 7.6: Bishop, Paladin and Knight.


SLIDERS = {
    "Bishop": ("C8-BISH-1", (1, 3, 5, 7), 5, "1 to 5 tiles along a diagonal"),
    "Paladin": ("C8-PAL-1", (0, 2, 4, 6), 3, "1 to 3 tiles along a rank or file"),
}
"""C8-BISH-1, C8-PAL-1: how far and which way the sliding Nobles go."""


def noble_clause(act: UnderWay, tile: int, unit: Unit, deeds: Sequence[od.Deed]) -> None:
    """C8-NOBLE-1: a Noble goes to an open tile, or captures on its way."""
    for deed in deeds:
        check_noble_deed(unit, tile, deed)
    if len(deeds) > 1:
        raise Refusal("C8-ACT-2", f"{board.named(unit, tile)} was ordered two different actions")
    act.check_free(tile, leaves=True)
    deed = deeds[0]
    assert isinstance(deed, od.Step | od.Capture | od.Attack)
    goal = board.tile_named(deed.to if isinstance(deed, od.Step) else deed.target.tile)
    came_from = last_tile(act, tile, unit, goal, deed.corner)
    act.note += unit.letter.upper() + board.tile_name(tile)
    if isinstance(deed, od.Step):
        act.check_open(goal, steps=True)
        act.note += f"-{board.tile_name(goal)}"
        act.move(tile, goal)
        return
    victim = act.check_enemy(goal, deed.target)
    slant = unit.kind == "Knight" and came_from == _corners(tile, goal)[1]
    mark = f"@{board.tile_name(came_from)}" if slant and victim.kind == "Warrior" else ""
    act.note += f"x{board.tile_name(goal)}{mark}"
    if skills.is_countered(victim, goal, came_from):
        skills.both_fall(act, tile, goal)
    else:
        act.capture(goal)
        act.move(tile, goal)


def check_noble_deed(unit: Unit, tile: int, deed: od.Deed) -> None:
    """C8-ACT-3: Nobles neither rotate nor move `forward`; only Knights choose an arrival."""
    able = isinstance(deed, od.Step | od.Capture | od.Attack)
    if isinstance(deed, od.Step):
        able = deed.to not in ("forward", "2 forward")
    if isinstance(deed, od.Step | od.Capture | od.Attack) and deed.corner:
        able = able and unit.kind == "Knight"
    if not able:
        raise Refusal("C8-ACT-3", f"{board.named(unit, tile)} cannot do that: {deed}")


def last_tile(act: UnderWay, tile: int, unit: Unit, goal: int, corner: str) -> int:
    """C8-WAR-2: the tile from which the Noble enters its goal.  Checks the shape and the way."""
    if unit.kind == "Knight":
        return knight_corner(tile, unit, goal, corner)
    rule, directions, reach, shape = SLIDERS[unit.kind]
    for direction in directions:
        path = board.RAYS[direction][tile][:reach]
        if goal in path:
            return free_way(act, tile, unit, path[: path.index(goal)])
    raise Refusal(rule, f"{board.named(unit, tile)} goes {shape}, not to {board.tile_name(goal)}")


def free_way(act: UnderWay, tile: int, unit: Unit, between: Sequence[int]) -> int:
    """C8-NOBLE-1: every tile in between is open; returns the last tile before the goal."""
    for passed in between:
        if not act.position.is_open(passed):
            why = f"{board.tile_name(passed)} is in the way of {board.named(unit, tile)}"
            raise Refusal("C8-NOBLE-1", why)
    return between[-1] if between else tile


def knight_corner(tile: int, unit: Unit, goal: int, corner: str) -> int:
    """C8-KNI-2: the tile of arrival: straight unless the order says otherwise."""
    straight, slanted = _corners(tile, goal)
    if straight < 0:
        why = f"{board.named(unit, tile)} jumps 1 by 2 tiles, not to {board.tile_name(goal)}"
        raise Refusal("C8-KNI-1", why)
    if corner in ("", "straight"):
        return straight
    if corner == "diagonally":
        return slanted
    if board.tile_named(corner) not in (straight, slanted):
        why = (
            f"{board.named(unit, tile)} reaches {board.tile_name(goal)} from "
            f"{board.tile_name(straight)} (straight) or {board.tile_name(slanted)} (on a slant), "
            f"not from {corner}"
        )
        raise Refusal("C8-KNI-2", why)
    return board.tile_named(corner)


def _corners(tile: int, goal: int) -> tuple[int, int]:
    """C8-KNI-1: the two corners of a jump of 1 by 2 tiles; -1 if it is none."""
    for jump, straight, slanted in board.JUMPS[tile]:
        if jump == goal:
            return straight, slanted
    return -1, -1


# C8-ACT-1: one action from beginning to end, judged in the order of section 6.4.


def judge(position: Position, house: House, order: od.Act) -> tuple[UnderWay, Outcome | None]:
    """C8-PERFT-3: check and carry out one order without generating all the others; the outcome is
    None unless the action ends the game."""
    act = UnderWay(position, house)
    tile, unit = act.own_unit(order.unit)
    deeds, orders = order.deeds, order.orders
    if unit.kind == "Commander":
        commander_clause(act, tile, unit, deeds, orders)
    else:
        deeds = same_unit(order, board.named(unit, tile))
        if unit.is_pawn:
            pawn_clause(act, tile, unit, deeds)
        else:
            noble_clause(act, tile, unit, deeds)
    for one in order.follows:
        skills.follow(act, one, unit.kind == "Commander")
    check_changed(act)
    outcome = skills.verdict(act.position, act.mover)
    if outcome is None:
        skills.recruit_all(act, order.recruits)
    return act, outcome


def same_unit(order: od.Act, name: str) -> tuple[od.Deed, ...]:
    """C8-ACT-2: all deeds of the acting unit; only Commanders give orders to a second unit.

    A clause that names the acting unit by the tile where it now stands still belongs to it.
    """
    deeds = order.deeds
    for clause in order.orders:
        if isinstance(clause, od.Wheel) or clause.unit.tile != tile_after(order.unit.tile, deeds):
            why = f"{name} is no Commander, {clause.unit} cannot be ordered in the same turn"
            raise Refusal("C8-ACT-2", why)
        deeds += clause.deeds
    return deeds


def tile_after(tile: str, deeds: Sequence[od.Deed]) -> str:
    """The tile to which deeds that name their tiles lead; relative steps are not followed."""
    for deed in deeds:
        match deed:
            case od.Step(to) | od.SideStep(to) if to[0] in "abcdefgh" and len(to) == 2:
                tile = to
            case od.Capture(target) | od.Swap(target):
                tile = target.tile
            case _:
                pass
    return tile


def check_changed(act: UnderWay) -> None:
    """C8-ACT-4: an action changes a tile or a facing, or telekinesis hits a unit."""
    before = tuple(byte & 0x3F for byte in act.start.cells)
    after = tuple(byte & 0x3F for byte in act.position.cells)
    if before == after and not any(isinstance(event, Froze) for event in act.events):
        raise Refusal("C8-ACT-4", f"{act.note} changes nothing; whoever wants nothing passes")
