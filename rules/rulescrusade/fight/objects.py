"""RC-BLDG-18, RC-DMG-7: barricades and catwalks, which one hit destroys."""

from rules.numbers.grid import Cell
from rules.rulescrusade.battle import Battle
from rules.rulescrusade.events import ObjectDestroyed, Parts, Shot
from rules.rulescrusade.field.measure import neighbours
from rules.rulescrusade.field.sight import eye_at, ground_of
from rules.rulescrusade.fight.fire import Fire, foot_penalty
from rules.rulescrusade.fight.knock import fall
from rules.rulescrusade.fight.pool import Pool
from rules.rulescrusade.fight.source import Source
from rules.rulescrusade.fight.value import total_of
from rules.rulescrusade.state import State, in_order

OBJECTS = {"=": ("barricade", 2), "w": ("catwalk", 3)}
"""RC-MAP-1: objects with their armour; each has 1 hit."""


def object_at(state: State, cell: Cell) -> tuple[str, int] | None:
    """The barricade or catwalk of a cell, with its armour."""
    if not state.ground.holds(cell) or ground_of(state).sector_at(cell):
        return None
    return OBJECTS.get(ground_of(state).char(cell))


def object_parts(battle: Battle, fire: Fire, pool: Pool, cell: Cell) -> Parts:
    """RC-BLDG-18: AP and Targeter count, nothing else that helps against buildings does."""
    away = foot_penalty(battle, fire, eye_at(cell))
    parts = (
        ("dice", pool.total),
        ("modifier", fire.modifier),
        ("AP", 1 if fire.has("AP") else 0),
        ("targeter", 1 if fire.has("Targeter") else 0),
        ("range", -away),
    )
    return tuple(part for part in parts if part[1] or part[0] == "dice")


def damage_barricade(battle: Battle, fire: Fire, pool: Pool, cell: Cell) -> None:
    """RC-LINE-2: a barricade on the line; once destroyed it covers nobody behind it."""
    hit_object(battle, fire.firer, fire.name, cell, object_parts(battle, fire, pool, cell))


def hit_object(battle: Battle, ref: str, weapon: str, cell: Cell, parts: Parts) -> None:
    """RC-DMG-7: damage of 1 or more destroys it."""
    found = object_at(battle.state, cell)
    if found is None:
        return
    what, armour = found
    place = f"{cell[0]},{cell[1]}"
    total, value = total_of(parts), (("armour", 0 if ignored(battle, weapon) else armour),)
    battle.emit(Shot(ref, weapon, place, total, total_of(value), parts, value, "object"))
    if total - total_of(value) >= 1:
        destroy(battle, cell, what, battle.unit(ref).boss)


def ignored(battle: Battle, weapon: str) -> bool:
    """RC-WFX-7: armour does not count against a weapon that ignores it."""
    known = battle.state.weapons.get(weapon.lower())
    return known is not None and "IA" in known.effects


def destroy(battle: Battle, cell: Cell, what: str, seat: int) -> None:
    """RC-BLDG-18: open ground; a catwalk comes down as cover, and who stood on it falls."""
    ground = ground_of(battle.state)
    height = ground.floor[ground.ground.index(cell)]
    if what == "barricade":
        battle.emit(ObjectDestroyed(cell, what, "_", height))
        return
    around = [
        ground.floor[ground.ground.index(other)]
        for other in ground.ground.cells()
        if neighbours(cell, other)
    ]
    low = min(around)
    battle.emit(ObjectDestroyed(cell, what, "c", low))
    fallen = tuple(unit for unit in battle.state.on_board() if unit.at == cell)
    for unit in in_order(fallen):
        if height > low:
            fall(battle, unit.ref, height - low, Source(seat=seat))
