"""How far a unit goes and strikes from where it stands: cells to be drawn, and who is there."""

from collections.abc import Iterable, Iterator

from rules.crusade7.army.statblock import Attack
from rules.crusade7.field.geometry import anchor_of, enemy_seat, rounded, separation, size_of
from rules.crusade7.fight.attack_checks import check_melee, check_not_too_near, check_range
from rules.crusade7.harm.numbers import stat
from rules.crusade7.march.movement import destinations, speed_allowed
from rules.crusade7.naming import find_unit, in_order
from rules.crusade7.state import COLUMNS, ROWS, State, Unit
from rules.crusade7.telling.card import attacks
from rules.crusade7.telling.view import is_visible
from rules.display.telling import Reach, Zone
from rules.line.errors import Refusal
from rules.numbers.grid import Cell, gaps, rectangle

MANNERS = (("normal", "moves"), ("advance", "advances"))
NEAR, FAR = 1, 3
"""C7-RANGE-2: what is no light weapon does not shoot at less than 3."""


def reach(state: State, viewer: int | None, name: str) -> Reach | None:
    """C7-MOVE-2, C7-MOVE-3, C7-RANGE-1, C7-RANGE-2: ways to go, then each range."""
    unit = find_unit(state, viewer or 0, name)
    if unit is None or not unit.on_field or not is_visible(state, unit, viewer):
        return None
    row, column = anchor_of(unit)
    title = f"{unit.ref} {state.block(unit).name} at {row},{column}"
    ways = [way(state, unit, manner, verb) for manner, verb in MANNERS]
    shots = [one for one in state.block(unit).attacks if one.range is not None]
    lines = [f"{zone.name}: {cells_text(zone.cells)}" for zone in ways]
    lines += [struck(state, unit, attack, viewer) for attack in state.block(unit).attacks]
    zones = [zone for zone in ways if zone.cells]
    zones += [Zone(f"{one.name} {one.range}", tuple(ring(state, unit, one))) for one in shots]
    return Reach(title, tuple(zones), tuple(lines))


def way(state: State, unit: Unit, manner: str, verb: str) -> Zone:
    """The cells that it covers at the end of one leg in this manner."""
    size = size_of(state, unit)
    covered = {cell for to in destinations(state, unit, manner) for cell in rectangle(to, size)}
    far = speed_allowed(manner, stat(state, unit, "Speed"))
    return Zone(f"{verb} {far}", tuple(index(cell) for cell in sorted(covered)))


def index(cell: Cell) -> tuple[int, int]:
    """A cell as drawings count it, from 0."""
    return cell[0] - 1, cell[1] - 1


def ring(state: State, unit: Unit, attack: Attack) -> Iterator[tuple[int, int]]:
    """The cells that a ranged attack reaches and is not too near for."""
    at, size = anchor_of(unit), size_of(state, unit)
    nearest = NEAR if "light" in attack.attributes else FAR
    for cell in rectangle((1, 1), (ROWS, COLUMNS)):
        rows, columns = gaps(at, size, cell, (1, 1))
        if nearest <= rounded(rows * rows + columns * columns) <= (attack.range or 0):
            yield index(cell)


def struck(state: State, unit: Unit, attack: Attack, viewer: int | None) -> str:
    """`Bolt range 3-20: O1 (5 away), O2 (6 away)`: which enemies stand where it strikes."""
    foes = [
        f"{foe.ref} ({separation(state, unit, foe)} away)"
        for foe in in_order(state.living(enemy_seat(unit)))
        if foe.on_field and is_visible(state, foe, viewer) and strikes(state, unit, attack, foe)
    ]
    return f"{attack.name} {attacks.reach(attack)}: {', '.join(foes) or 'nobody'}"


def strikes(state: State, unit: Unit, attack: Attack, foe: Unit) -> bool:
    """Does the distance allow it?"""
    try:
        if attack.range is None:
            check_melee(state, unit, attack, foe)
        else:
            check_range(state, unit, attack, foe)
            check_not_too_near(state, unit, attack, foe)
    except Refusal:
        return False
    return True


def cells_text(cells: Iterable[tuple[int, int]]) -> str:
    """`row 5: 2-8; row 6: 2-7`, counted from 1."""
    rows: dict[int, list[int]] = {}
    for row, column in cells:
        rows.setdefault(row + 1, []).append(column + 1)
    return "; ".join(f"row {row}: {spans(columns)}" for row, columns in rows.items()) or "nowhere"


def spans(numbers: list[int]) -> str:
    """`2-8 10`."""
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and number == found[-1][-1] + 1:
            found[-1][-1] = number
        else:
            found.append([number, number])
    return " ".join(f"{first}-{last}" if last > first else str(first) for first, last in found)
