"""Ladders, drops, scrabbles, jumps and dives."""

from rules.line.errors import Refusal
from rules.numbers.grid import Cell, shift
from rules.rulescrusade.checks import ACTION, Battle, check_action, check_up, limps
from rules.rulescrusade.events import Acted, PaidMove, Placed, Stepped, Tested, Walked
from rules.rulescrusade.field import terrain
from rules.rulescrusade.field.sight import ground_of
from rules.rulescrusade.field.zones import gait, may_stand
from rules.rulescrusade.fight.arms import NOBODY, cast
from rules.rulescrusade.fight.harm import arrive, fall_to, free, graze, look_around, occupied, stops
from rules.rulescrusade.fight.melee import Chosen, melee, spring
from rules.rulescrusade.march.walk import check_destination, check_free, lamed, pass_zones
from rules.rulescrusade.sheets import Dice
from rules.rulescrusade.state import Spot, State, Unit
from rules.rulescrusade.words import Manner

# RC-MOVE-16 to RC-MOVE-18, RC-HULK-8, RC-SCRAB, RC-FALL-4, RC-FALL-5: up and down.


TALL = 3
"""RC-MOVE-17: a ladder of so many inches or more is tall."""
MANHOLE = 6
"""RC-HULK-8: a manhole counts as a ladder of 6 inches."""


def full_move(unit: Unit, what: str, rule: str = "RC-MOVE-17") -> bool:
    """RC-MOVE-17, RC-RULING-23: must a full move be paid with the action (or with the move)?

    The move will do if none of it is spent.  Raises `Refusal` if neither is left.
    """
    if not unit.moved and unit.moveleft >= unit.move and not unit.has("rising"):
        return False
    able = unit.action and not limps(unit) and not unit.has("rising") and not unit.charged
    if not able or unit.trait("Shamble"):
        why = f"{what} takes a full move of {unit.move}; {unit.ref} has {unit.moveleft} left"
        raise Refusal(rule, why)
    return True


def pay_full(battle: Battle, ref: str, action: bool) -> None:
    """RC-MOVE-17: pay a full move: all of the move, or the action as an extra full move."""
    unit = battle.unit(ref)
    battle.emit(PaidMove(ref, 0 if action else unit.moveleft, 0, action))


def ladder_end(state: State, unit: Unit, to: Cell | None) -> tuple[Spot, int]:
    """RC-MOVE-16: the other end of the ladder or manhole, and its height.

    Raises `Refusal` if the model is at none or has Trot.
    """
    ends: list[tuple[Spot, int]] = []
    ground = ground_of(state)
    if not unit.inside:
        for other, height in ground.ladders.get(state.ground.index(unit.at), ()):
            ends.append(((*other, False), height))
    for one, other in state.ground.manholes:
        for here, there in ((one, other), (other, one)):
            if here == unit.at:
                ends.append(((*there, False), MANHOLE))
    if unit.trait("Trot"):
        raise Refusal("RC-MOVE-16", f"{unit.ref} trots: it cannot climb")  # RC-ABIL-35
    if to is not None:
        ends = [end for end in ends if (end[0][0], end[0][1]) == to]
    if not ends:
        raise Refusal("RC-MOVE-16", f"{unit.ref} is not at a ladder")
    return ends[0]


def climb(battle: Battle, ref: str, to: Cell | None) -> None:
    """RC-MOVE-16, RC-MOVE-17, RC-MOVE-18: climb a ladder, or force it if an enemy blocks it."""
    unit = battle.unit(ref)
    spot, height = ladder_end(battle.state, unit, to)
    blocker = next(
        (one for one in battle.state.on_board() if one.standing and one.spot == spot), None
    )
    if blocker is not None and not battle.state.friends(blocker, unit):
        force_ladder(battle, ref, blocker, spot, height)
        return
    check_destination(battle.state, unit, spot)
    action = full_move(unit, f"The {height}-inch ladder") if height >= TALL else False
    check_short(unit, spot, height)
    go_up(battle, ref, spot, height, action)


def check_short(unit: Unit, spot: Spot, height: int) -> None:
    """RC-MOVE-2, RC-MOVE-17: the model must have the inches of a short ladder."""
    if height < TALL and unit.moveleft < height:
        why = f"needs {height} inches to reach {spot[0]},{spot[1]} and has {unit.moveleft}"
        raise Refusal("RC-MOVE-2", f"{unit.ref} {why}")


def go_up(battle: Battle, ref: str, spot: Spot, height: int, action: bool) -> None:
    """Climb to the other end, with zones of control and reveals as for any step."""
    if not pass_zones(battle, ref, spot):
        return
    unit = battle.unit(ref)
    start = unit.spot
    if height >= TALL:
        pay_full(battle, ref, action)
        battle.emit(Placed(ref, "climb", start, spot))
    else:
        battle.emit(Stepped(ref, spot, height, unit.moveleft - height))
    now = battle.unit(ref)
    battle.emit(Walked(ref, "climbs", start, now.spot, height, now.moveleft, (spot,)))
    look_around(battle, ref)
    spring(battle)


def force_ladder(battle: Battle, ref: str, foe: Unit, spot: Spot, height: int) -> None:
    """RC-MOVE-18: fight the enemy at the other end, awkwardly; if that is won, climb."""
    unit = battle.unit(ref)
    check_action(unit, ACTION)
    if foe.chit:
        raise Refusal("RC-MOVE-3", f"{spot[0]},{spot[1]} is occupied by {foe.ref}")
    if height >= TALL and (unit.moved or unit.moveleft < unit.move):
        why = f"The {height}-inch ladder takes a full move of {unit.move}"
        raise Refusal("RC-MOVE-17", f"{why}; {ref} has {unit.moveleft} left")
    check_short(unit, spot, height)
    left = unit.moveleft
    battle.emit(Acted(ref, "melee", left))
    result = melee(battle, [ref], foe.ref, "ladder", left=left)
    won, now = result == "won" and not lamed(battle.unit(ref)), battle.unit(foe.ref)
    if won and now.standing and now.spot == spot:
        won = shove(battle, now, terrain.bearing(unit.at, now.at, battle.state.rules.hulk))
    if won and not occupied(battle.state, spot, ref):
        go_up(battle, ref, spot, height, False)
    elif battle.unit(ref).place == "board":
        battle.mark(ref, moveleft=0)


def shove(battle: Battle, foe: Unit, away: Cell) -> bool:
    """RC-MOVE-18: push the loser one cell away; did it go?

    The cell must be free, at most 3 inches lower and at most a step higher.
    """
    state, ground = battle.state, ground_of(battle.state)
    to = shift(foe.at, away)
    if not state.ground.holds(to) or occupied(state, (*to, foe.inside)):
        return False
    rise = ground.level_at(to, foe.inside) - ground.level_at(foe.at, foe.inside)
    low = ground.char(to) in "#"
    if low or not -3 <= rise <= terrain.ledge(foe) or (foe.inside and stops(state, foe, to)):
        return False
    arrive(battle, foe.ref, "knock", (*to, foe.inside))
    return True


def is_beside(state: State, unit: Unit, to: Cell) -> bool:
    """RC-FALL-4, RC-SCRAB-1: is the cell an open neighbour of a model that is outside?"""
    if unit.inside or not terrain.neighbours(unit.at, to):
        return False
    diagonal = unit.at[0] != to[0] and unit.at[1] != to[1]
    return not (diagonal and (state.rules.hulk or ground_of(state).pinched(unit.at, to)))


def check_down(state: State, unit: Unit, to: Cell) -> int:
    """RC-FALL-4: the drop in inches to a lower neighbour.  Raises `Refusal` if it is none."""
    ground = ground_of(state)
    if not state.ground.holds(to):
        raise Refusal("RC-MOVE-1", f"{to[0]},{to[1]} is off the board")
    if not is_beside(state, unit, to):
        raise Refusal("RC-FALL-4", f"{to[0]},{to[1]} is not next to {unit.ref}")
    drop = ground.level_at(unit.at, False) - ground.level_at(to, False)
    if drop <= 0:
        raise Refusal("RC-FALL-4", f"{to[0]},{to[1]} is not lower")
    if ground.char(to) == "#":
        raise Refusal("RC-MOVE-3", f"{to[0]},{to[1]} is a wall")
    return drop


def jump_down(battle: Battle, ref: str, to: Cell) -> None:
    """RC-FALL-4: jump down 4 inches or more: pay 1 inch, then fall the whole drop."""
    unit = battle.unit(ref)
    drop = check_down(battle.state, unit, to)
    if unit.moveleft < 1:
        raise Refusal("RC-MOVE-2", f"{ref} needs 1 inch to jump down and has {unit.moveleft}")
    if not pass_zones(battle, ref, (*to, False)):
        return
    battle.emit(PaidMove(ref, 1, unit.moveleft - 1))
    fall_to(battle, ref, to, drop, NOBODY)
    spring(battle)


def hang_and_drop(battle: Battle, ref: str, to: Cell) -> None:
    """RC-FALL-5: hang and drop: pay a full move, then fall 3 inches less (up to 6: unharmed)."""
    unit = battle.unit(ref)
    drop = check_down(battle.state, unit, to)
    action = full_move(unit, "Hanging and dropping", "RC-FALL-5")
    if not pass_zones(battle, ref, (*to, False)):
        return
    pay_full(battle, ref, action)
    spot: Spot = (*to, False)
    counted = drop - 3 if drop > 6 else 0
    if counted or occupied(battle.state, spot, ref):
        fall_to(battle, ref, to, drop, NOBODY, counted=counted)
    else:
        arrive(battle, ref, "hang", spot)
    spring(battle)


def jump_dice(unit: Unit) -> Dice:
    """RC-JUMP-4: a red for each full 2 inches of M, and a white if M is odd."""
    return Dice(unit.move // 2, unit.move % 2)


def scrabble(battle: Battle, ref: str, to: Cell) -> None:
    """RC-SCRAB-1, RC-SCRAB-2, RC-SCRAB-3: pay a full move and roll to scrabble up or down."""
    unit, state = battle.unit(ref), battle.state
    check_up(unit)
    check_scrabble(state, unit, to)
    check_destination(state, unit, (*to, False))
    action = full_move(unit, "A scrabble", "RC-SCRAB-2")
    if not pass_zones(battle, ref, (*to, False)):
        return
    pay_full(battle, ref, action)
    pool = cast(battle, ref, "scrabble", jump_dice(unit))
    needs = 1 + unit.armor
    success = pool.total >= needs
    battle.emit(Tested(ref, "scrabbles", pool.total, needs, success, (("dice", pool.total),)))
    if success:
        arrive(battle, ref, "scrabble", (*to, False))
        spring(battle)


def check_scrabble(state: State, unit: Unit, to: Cell) -> None:
    """RC-SCRAB-1: the cell must be a rough or rubble neighbour, above a step, up to 6 inches."""
    ground = ground_of(state)
    if unit.trait("Trot") or unit.vehicle:  # RC-ABIL-35
        raise Refusal("RC-SCRAB-1", f"{unit.ref} does not scrabble")
    if state.ground.holds(to) and is_beside(state, unit, to):
        rise = abs(ground.level_at(to, False) - ground.level_at(unit.at, False))
        ends = [cell for cell in (unit.at, to) if ground.char(cell) in "^%"]
        if any(not ground.sector_at(cell) for cell in ends) and terrain.ledge(unit) < rise <= 6:
            return
    raise Refusal("RC-SCRAB-1", f"{to[0]},{to[1]} cannot be scrabbled")


# RC-JUMP, RC-DIVE: leaps over gaps, and onto enemies.


def check_jump(state: State, unit: Unit, to: Cell) -> tuple[int, int]:
    """RC-JUMP-1, RC-JUMP-2, RC-JUMP-3: the total that a jump needs (without A), and its cost.

    Raises `Refusal` if the jump cannot be made.
    """
    ground = ground_of(state)
    where = f"{to[0]},{to[1]}"
    if not state.ground.holds(to):
        raise Refusal("RC-JUMP-1", f"{where} is off the board")
    rows, columns = to[0] - unit.at[0], to[1] - unit.at[1]
    straight = rows == 0 or columns == 0 or (abs(rows) == abs(columns) and not state.rules.hulk)
    count = max(abs(rows), abs(columns))
    if not straight or count < 2 or unit.inside:
        raise Refusal("RC-JUMP-1", f"{where} is not in a straight line, 2 or more cells away")
    check_free(state, unit, (*to, False))
    step = terrain.step_to(unit.at, to)
    if any(ground.char(shift(unit.at, step, number)) == "#" for number in range(1, count)):
        raise Refusal("RC-JUMP-1", f"a wall stands between {unit.ref} and {where}")
    rise = ground.level_at(to, False) - ground.level_at(unit.at, False)
    if abs(rise) > 3:
        higher = "higher" if rise > 0 else "lower"
        raise Refusal("RC-JUMP-2", f"{where} is {abs(rise)} inches {higher}")
    cost = terrain.flat(unit.at, to) + (2 * rise if rise > 0 else -rise)
    if unit.moveleft < cost:
        why = f"needs {cost} inches to jump to {where} and has {unit.moveleft}"
        raise Refusal("RC-JUMP-3", f"{unit.ref} {why}")
    return terrain.flat(unit.at, to) - 1 + max(0, 2 * rise), cost


def jump(battle: Battle, ref: str, to: Cell) -> None:
    """RC-JUMP-4, RC-JUMP-5, RC-JUMP-6: roll for a jump, then land or fall."""
    unit = battle.unit(ref)
    distance, cost = check_jump(battle.state, unit, to)
    ground = ground_of(battle.state)
    rise = ground.level_at(to, False) - ground.level_at(unit.at, False)
    if not pass_zones(battle, ref, (*to, False)):
        return
    if (distance > 1 or rise > 0) and not leap(battle, unit, "jumps", distance + unit.armor):
        battle.emit(PaidMove(ref, cost, 0))
        miss(battle, ref, terrain.step_to(unit.at, to), to)
        return
    battle.emit(PaidMove(ref, cost, unit.moveleft - cost))
    arrive(battle, ref, "jump", (*to, False))
    spring(battle)


def leap(battle: Battle, unit: Unit, what: str, needs: int) -> bool:
    """RC-JUMP-4: roll the jump dice; do they suffice?  Leap adds 3 (RC-ABIL-21), Trot 2
    (RC-ABIL-35)."""
    pool = cast(battle, unit.ref, what, jump_dice(unit))
    parts = (
        ("dice", pool.total),
        ("Leap", 3 if unit.trait("Leap") else 0),
        ("Trot", 2 if unit.trait("Trot") else 0),
    )
    total = sum(number for _, number in parts)
    battle.emit(Tested(unit.ref, what, total, needs, total >= needs, parts))
    return total >= needs


def first_gap(state: State, unit: Unit, step: Cell, until: Cell | None) -> Cell | None:
    """RC-JUMP-6, RC-DIVE-4: the first cell on the way that is lower and free, or None."""
    ground = ground_of(state)
    level = ground.level_at(unit.at, unit.inside)
    cell = shift(unit.at, step)
    while step != (0, 0) and state.ground.holds(cell) and cell != until:
        fits = may_stand(ground, gait(unit, state.rules.hulk), (*cell, False))
        if fits and ground.level_at(cell, False) < level and not occupied(state, (*cell, False)):
            return cell
        cell = shift(cell, step)
    return None


def miss(battle: Battle, ref: str, step: Cell, to: Cell) -> None:
    """RC-JUMP-6: miss a jump: fall into the gap, or take a graze S on the spot."""
    if into_gap(battle, ref, step, to):
        spring(battle)
    else:
        graze(battle, ref, "S", NOBODY)


def into_gap(battle: Battle, ref: str, step: Cell, until: Cell | None) -> str:
    """RC-JUMP-6, RC-DIVE-4: fall into the first gap on the way.

    Returns what `fall_to` returns, or an empty text if there is no gap.
    """
    unit, ground = battle.unit(ref), ground_of(battle.state)
    cell = first_gap(battle.state, unit, step, until)
    if cell is None:
        return ""
    drop = ground.level_at(unit.at, unit.inside) - ground.level_at(cell, False)
    return fall_to(battle, ref, cell, drop, NOBODY)


def check_dive(state: State, unit: Unit, target: Unit) -> int:
    """RC-DIVE-1, RC-DIVE-2: the cost of a dive.  Raises `Refusal` if the target is not lower."""
    ground = ground_of(state)
    mine = ground.level_at(unit.at, unit.inside)
    theirs = ground.level_at(target.at, target.inside)
    if theirs >= mine or unit.inside or target.inside:
        raise Refusal("RC-DIVE-1", f"{target.ref} is not below {unit.ref}")
    distance = terrain.flat(unit.at, target.at)
    if unit.moveleft < distance:
        why = f"{unit.ref} needs {distance} inches to dive on {target.ref}"
        raise Refusal("RC-JUMP-3", f"{why} and has {unit.moveleft}")
    return distance


def dive(battle: Battle, ref: str, target: str, given: Chosen, manner: Manner) -> None:
    """RC-DIVE-2, RC-DIVE-3, RC-DIVE-4: roll at least distance + A to dive, then fight."""
    unit, foe = battle.unit(ref), battle.unit(target)
    distance = check_dive(battle.state, unit, foe)
    away = terrain.bearing(unit.at, foe.at, battle.state.rules.hulk)
    if not pass_zones(battle, ref, (*shift(unit.at, away), False)):
        battle.emit(Acted(ref, "melee", battle.unit(ref).moveleft))
        return
    left = unit.moveleft - distance
    battle.emit(PaidMove(ref, distance, left))
    battle.emit(Acted(ref, "melee", 0))
    landing = landing_by(battle.state, unit, foe)
    success = leap(battle, unit, "dives", distance + unit.armor)
    if not success or landing is None:
        missed_dive(battle, ref, away)
        return
    arrive(battle, ref, "dive", landing)
    spring(battle)
    if not lamed(battle.unit(ref)) and battle.unit(target).place == "board":
        melee(battle, [ref], target, "dive", given, manner, left=left)


def landing_by(state: State, unit: Unit, foe: Unit) -> Spot | None:
    """RC-DIVE-3: the free cell adjacent to the target that is nearest to the take-off."""
    options = [
        (terrain.square(cell, unit.at), cell)
        for cell in free(state, unit, terrain.around(foe.at))
        if terrain.touching(ground_of(state), (*cell, False), foe.spot)
    ]
    return (*min(options)[1], False) if options else None


def missed_dive(battle: Battle, ref: str, away: Cell) -> None:
    """RC-DIVE-4, RC-RULING-25: fall into the gap on the way; a graze S if that did no damage."""
    battle.mark(ref, moveleft=0)
    if (
        into_gap(battle, ref, away, None) in ("", "nothing", "out")
        and battle.unit(ref).place == "board"
    ):
        graze(battle, ref, "S", NOBODY)
    spring(battle)
