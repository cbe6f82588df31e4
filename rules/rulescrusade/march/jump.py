"""RC-JUMP, RC-DIVE: leaps over gaps, and onto heads."""

from rules.line.errors import Refusal
from rules.numbers.grid import Cell
from rules.rulescrusade.battle import Battle
from rules.rulescrusade.events import Acted, PaidMove, Placed, Tested
from rules.rulescrusade.field.measure import ahead, bearing, flat, touching
from rules.rulescrusade.field.sight import ground_of
from rules.rulescrusade.field.steps import gait, may_stand
from rules.rulescrusade.fight.ambush import spring
from rules.rulescrusade.fight.arms import Held
from rules.rulescrusade.fight.harm import graze
from rules.rulescrusade.fight.knock import fall_to, occupied
from rules.rulescrusade.fight.melee import melee
from rules.rulescrusade.fight.pool import Pool
from rules.rulescrusade.fight.reveal import look_around
from rules.rulescrusade.fight.source import Source
from rules.rulescrusade.march.climb import jump_dice
from rules.rulescrusade.march.walk import check_free, lamed, pass_zones
from rules.rulescrusade.state import Spot, State, Unit
from rules.rulescrusade.words import Manner


def check_jump(state: State, unit: Unit, to: Cell) -> tuple[int, int]:
    """RC-JUMP-1, RC-JUMP-2, RC-JUMP-3: what the jump rolls against (without A), and costs."""
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
    step = ((rows > 0) - (rows < 0), (columns > 0) - (columns < 0))
    for number in range(1, count):
        if ground.char(ahead(unit.at, step, number)) == "#":
            raise Refusal("RC-JUMP-1", f"a wall stands between {unit.ref} and {where}")
    rise = ground.level_at(to, False) - ground.level_at(unit.at, False)
    if abs(rise) > 3:
        higher = "higher" if rise > 0 else "lower"
        raise Refusal("RC-JUMP-2", f"{where} is {abs(rise)} inches {higher}")
    cost = flat(unit.at, to) + (2 * rise if rise > 0 else -rise)
    if unit.moveleft < cost:
        why = f"needs {cost} inches to jump to {where} and has {unit.moveleft}"
        raise Refusal("RC-JUMP-3", f"{unit.ref} {why}")
    return flat(unit.at, to) - 1 + max(0, 2 * rise), cost


def jump(battle: Battle, ref: str, to: Cell) -> None:
    """RC-JUMP-4, RC-JUMP-5, RC-JUMP-6: the roll, the landing, or the fall."""
    unit = battle.unit(ref)
    distance, cost = check_jump(battle.state, unit, to)
    ground = ground_of(battle.state)
    rise = ground.level_at(to, False) - ground.level_at(unit.at, False)
    if not pass_zones(battle, ref, (*to, False)):
        return
    if (distance > 1 or rise > 0) and not leap(battle, unit, "jumps", distance + unit.armor):
        battle.emit(PaidMove(ref, cost, 0))
        miss(battle, ref, bearing_of(unit.at, to), to)
        return
    battle.emit(PaidMove(ref, cost, unit.moveleft - cost))
    battle.emit(Placed(ref, "jump", unit.spot, (*to, False)))
    look_around(battle, ref)
    spring(battle)


def bearing_of(start: Cell, end: Cell) -> Cell:
    """The step of a straight line."""
    rows, columns = end[0] - start[0], end[1] - start[1]
    return (rows > 0) - (rows < 0), (columns > 0) - (columns < 0)


def leap(battle: Battle, unit: Unit, what: str, needs: int) -> bool:
    """RC-JUMP-4: the jump dice; RC-ABIL-21 Leap adds 3, RC-ABIL-35 Trot adds 2."""
    pool = Pool(unit.ref, what)
    pool.draw(battle, jump_dice(unit))
    pool.show(battle)
    parts = (
        ("dice", pool.total),
        ("Leap", 3 if unit.trait("Leap") else 0),
        ("Trot", 2 if unit.trait("Trot") else 0),
    )
    total = sum(number for _, number in parts)
    battle.emit(Tested(unit.ref, what, total, needs, total >= needs, parts))
    return total >= needs


def first_gap(state: State, unit: Unit, step: Cell, until: Cell | None) -> Cell | None:
    """RC-JUMP-6, RC-DIVE-4: the first cell on the way that is lower, free and no wall."""
    ground = ground_of(state)
    level = ground.level_at(unit.at, unit.inside)
    cell = ahead(unit.at, step)
    while step != (0, 0) and state.ground.holds(cell) and cell != until:
        if (
            ground.level_at(cell, False) < level
            and may_stand(ground, gait(unit, state.rules.hulk), (*cell, False))
            and not occupied(state, (*cell, False))
        ):
            return cell
        cell = ahead(cell, step)
    return None


def miss(battle: Battle, ref: str, step: Cell, to: Cell) -> None:
    """RC-JUMP-6: into the gap, or a graze S where it stands."""
    unit = battle.unit(ref)
    cell = first_gap(battle.state, unit, step, to)
    if cell is None:
        graze(battle, ref, "S", Source())
    else:
        ground = ground_of(battle.state)
        drop = ground.level_at(unit.at, unit.inside) - ground.level_at(cell, False)
        fall_to(battle, ref, cell, drop, Source())
        spring(battle)


def check_dive(state: State, unit: Unit, target: Unit) -> int:
    """RC-DIVE-1, RC-DIVE-2: the target is lower; what the dive costs."""
    ground = ground_of(state)
    mine = ground.level_at(unit.at, unit.inside)
    theirs = ground.level_at(target.at, target.inside)
    if theirs >= mine or unit.inside or target.inside:
        raise Refusal("RC-DIVE-1", f"{target.ref} is not below {unit.ref}")
    distance = flat(unit.at, target.at)
    if unit.moveleft < distance:
        why = f"{unit.ref} needs {distance} inches to dive on {target.ref}"
        raise Refusal("RC-JUMP-3", f"{why} and has {unit.moveleft}")
    return distance


def dive(battle: Battle, ref: str, target: str, arms: list[Held] | None, manner: Manner) -> None:
    """RC-DIVE-2, RC-DIVE-3, RC-DIVE-4: total at least distance + A, never automatic."""
    unit, foe = battle.unit(ref), battle.unit(target)
    distance = check_dive(battle.state, unit, foe)
    away = bearing(unit.at, foe.at, battle.state.rules.hulk)
    if not pass_zones(battle, ref, (*ahead(unit.at, away), False)):
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
    battle.emit(Placed(ref, "dive", battle.unit(ref).spot, landing))
    look_around(battle, ref)
    spring(battle)
    if not lamed(battle.unit(ref)) and battle.unit(target).place == "board":
        given = None if arms is None else {ref: arms}
        melee(battle, [ref], target, "dive", given, manner, left=left)


def landing_by(state: State, unit: Unit, foe: Unit) -> Spot | None:
    """RC-DIVE-3: the free cell next to the target that is nearest to the take-off."""
    ground, manner = ground_of(state), gait(unit, state.rules.hulk)
    options = []
    for row in range(foe.at[0] - 1, foe.at[0] + 2):
        for column in range(foe.at[1] - 1, foe.at[1] + 2):
            spot: Spot = (row, column, False)
            if not may_stand(ground, manner, spot) or occupied(state, spot, unit.ref):
                continue
            if touching(ground, spot, foe.spot):
                away = (row - unit.at[0]) ** 2 + (column - unit.at[1]) ** 2
                options.append((away, row, column))
    return (*min(options)[1:], False) if options else None


def missed_dive(battle: Battle, ref: str, away: Cell) -> None:
    """RC-DIVE-4, RC-RULING-25: falls, and is stunned at least."""
    unit = battle.unit(ref)
    battle.mark(ref, moveleft=0)
    cell = first_gap(battle.state, unit, away, None)
    outcome = "nothing"
    if cell is not None:
        ground = ground_of(battle.state)
        drop = ground.level_at(unit.at, unit.inside) - ground.level_at(cell, False)
        outcome = fall_to(battle, ref, cell, drop, Source())
    if outcome in ("nothing", "out") and battle.unit(ref).place == "board":
        graze(battle, ref, "S", Source())
    spring(battle)
