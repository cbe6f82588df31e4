"""MD-SHOOT: archery at a unit."""

from rules.line.errors import Refusal
from rules.machinadei import events as ev
from rules.machinadei import orders as od
from rules.machinadei.battle import Battle, now
from rules.machinadei.field.sight import check_arc, check_sight, eyes, pairs_in_range
from rules.machinadei.field.table import touching
from rules.machinadei.fight.strike import strike, weapon_blow
from rules.machinadei.formation.geometry import inches, nearest
from rules.machinadei.naming import named
from rules.machinadei.statblock import Weapon, same
from rules.machinadei.state import State, Unit


def shoot(battle: Battle, unit: Unit, order: od.Shoot) -> None:
    """MD-SHOOT-1 to MD-SHOOT-6, MD-ARC-1, MD-LOS-2; then one strike."""
    state = battle.state
    target = named(state, order.target)
    weapon = check_weapon(state, unit, order.weapon, "ranged", "MD-SHOOT-1")
    check_shot(state, unit, target, weapon)
    battle.emit(ev.Acted(unit.ref))
    strike(battle, now(battle, unit), target, weapon_blow(unit, weapon))


def check_shot(state: State, unit: Unit, target: Unit, weapon: Weapon) -> None:
    """The checks of a shot behind that of its weapon, in this order."""
    check_not_engaged(state, unit)
    check_enemy(unit, target)
    check_no_melee(state, unit, target)
    cells = check_arc(unit, target.cells, target.ref)
    if next(pairs_in_range(unit, cells, weapon.reach), None) is None:
        raise out_of_range(unit, target, cells, weapon)
    check_sight(state, unit, target, pairs_in_range(unit, cells, weapon.reach))


def check_weapon(state: State, unit: Unit, name: str, use: str, rule: str) -> Weapon:
    """MD-SHOOT-1, MD-AREA-5: a weapon of that use, the first of the statblock unless named."""
    for weapon in state.weapons(unit, use):
        if not name or same(weapon.name, name):
            return weapon
    what = f"{use} weapon {name[:40]}".rstrip()
    raise Refusal(rule, f"{unit.ref} has no {what}.")


def check_not_engaged(state: State, unit: Unit) -> None:
    """MD-SHOOT-2: an engaged unit makes no archery attack of any kind."""
    foes = touching(state, unit)
    if foes:
        raise Refusal("MD-SHOOT-2", f"{unit.ref} is engaged with {foes[0].ref}.")


def check_enemy(unit: Unit, target: Unit) -> None:
    """MD-SHOOT-3: the target is an enemy unit on the board."""
    if target.seat == unit.seat:
        raise Refusal("MD-SHOOT-3", f"{target.ref} is no enemy of {unit.ref}.")
    if not target.on_board:
        raise Refusal("MD-SHOOT-3", f"{target.ref} is not on the board.")


def check_no_melee(state: State, unit: Unit, target: Unit) -> None:
    """MD-SHOOT-6: a unit engaged with a unit of the shooter's seat cannot be shot at."""
    friends = touching(state, target)
    if friends:
        raise Refusal("MD-SHOOT-6", f"{target.ref} is in melee with {friends[0].ref}.")


def out_of_range(
    unit: Unit, target: Unit, cells: tuple[tuple[int, int], ...], weapon: Weapon
) -> Refusal:
    """MD-SHOOT-4: no cell that may see is within the range of a target cell in the arc."""
    far = inches(nearest(eyes(unit), cells))
    return Refusal("MD-SHOOT-4", f'{target.ref} is {far}" away, range {weapon.reach}".')
