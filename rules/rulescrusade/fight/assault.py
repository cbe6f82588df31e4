"""RC-FORCE, RC-BLDG-14, RC-BLDG-18: forcing entries, closing them, fighting walls by hand."""

from rules.line.errors import Refusal
from rules.numbers.grid import Cell
from rules.rulescrusade import events as ev
from rules.rulescrusade.battle import Battle
from rules.rulescrusade.checks import activate, left_after_action
from rules.rulescrusade.field.measure import inches, neighbours, square
from rules.rulescrusade.field.routes import holders
from rules.rulescrusade.field.sight import ground_of
from rules.rulescrusade.field.steps import gait, level_with
from rules.rulescrusade.fight.arms import Held, find_arm, loadout, melee_arms, ranged_arm
from rules.rulescrusade.fight.fails import pick_failed, suffer, volatile
from rules.rulescrusade.fight.fire import Fire
from rules.rulescrusade.fight.objects import hit_object, object_at
from rules.rulescrusade.fight.pool import Pool
from rules.rulescrusade.fight.ranged import appear, use_up
from rules.rulescrusade.fight.sides import awkward, base_dice, counting
from rules.rulescrusade.fight.source import source_of
from rules.rulescrusade.fight.structures import hit_sector, sector_named
from rules.rulescrusade.fight.value import total_of
from rules.rulescrusade.state import Marker, State, Unit

NEAR = 3
"""RC-FORCE-5: how near the marker must be."""


def spend_action(battle: Battle, unit: Unit, what: str) -> None:
    """RC-TURN-4."""
    activate(battle, unit.ref)
    battle.emit(ev.Acted(unit.ref, what, left_after_action(battle.unit(unit.ref))))


def melee_pool(battle: Battle, unit: Unit, held: list[Held], what: str) -> Pool:
    """The whole melee pool of one model."""
    pool = Pool(unit.ref, what)
    pool.draw(battle, base_dice(unit))
    for one in held:
        pool.draw(battle, one.weapon.dice)
    pool.show(battle)
    return pool


def melee_parts(unit: Unit, held: list[Held], pool: Pool) -> list[tuple[str, int]]:
    """The modifiers of a melee with a wall: all but those that concern an opponent."""
    return [
        ("dice", pool.total),
        ("modifier", unit.melee.modifier),
        ("weapons", sum(one.weapon.dice.modifier for one in held)),
        ("awkward", -1 if awkward(unit) else 0),
        ("cursed", -1 if unit.has("cursed") else 0),
    ]


def has(held: list[Held], effect: str) -> bool:
    """Does one of the weapons have the effect?"""
    return any(effect in one.weapon.effects for one in held)


def told(parts: list[tuple[str, int]]) -> ev.Parts:
    """Parts without the noughts."""
    return tuple(part for part in parts if part[1] or part[0] == "dice")


def fight_structure(battle: Battle, unit: Unit, target: str | Cell, names: tuple[str, ...]) -> None:
    """RC-BLDG-14, RC-BLDG-15, RC-BLDG-18: a sector from inside, or an object next to it."""
    state = battle.state
    held = melee_arms(state, unit, names) if names else loadout(state, unit)
    held = counting(held, "fight")
    sector = ""
    if isinstance(target, str):
        sector = sector_named(state, target, unit)
        if not unit.inside or ground_of(state).sector_at(unit.at) != sector:
            raise Refusal("RC-BLDG-14", f"{unit.ref} is not inside {target}")
    else:
        if not state.ground.holds(target) or object_at(state, target) is None:
            raise Refusal("RC-BLDG-14", f"there is no barricade or catwalk at {_text(target)}")
        if unit.inside or not (neighbours(unit.at, target) or unit.at == target):
            raise Refusal("RC-MELEE-2", f"{_text(target)} is not next to {unit.ref}")
    spend_action(battle, unit, "melee")
    appear(battle, unit.ref)
    name = " and ".join(one.name for one in held)
    place = target if isinstance(target, str) else _text(target)
    battle.emit(ev.Attacked(unit.ref, "fights", name, (place,)))
    battle.mark(unit.ref, attacked=True)
    pool = melee_pool(battle, unit, held, "melee")
    parts = melee_parts(unit, held, pool)
    parts.append(("AP", 1 if has(held, "AP") else 0))
    if sector:
        parts.append(("+P", 1 if has(held, "+P") else 0))
        hit_sector(battle, unit.ref, name or "Melee", sector, told(parts), has(held, "IA"))
    elif not isinstance(target, str):
        hit_object(battle, unit.ref, name or "Melee", target, told(parts))
    check_fail(battle, unit, held, pool)


def check_fail(battle: Battle, unit: Unit, held: list[Held], pool: Pool) -> None:
    """RC-FAIL-1, RC-FAIL-4."""
    failed = pick_failed(battle, held) if pool.failed else None
    if failed is not None:
        suffer(battle, unit.ref, failed)
    volatile(battle)


def _text(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


# --- forced entries -----------------------------------------------------------------------------


def check_force(state: State, unit: Unit, name: str) -> str:
    """RC-FORCE-1: next to the building at ground level, or in a bordering sector."""
    ground = ground_of(state)
    sector_named(state, name, unit)
    house = ground.buildings[name.upper().partition(".")[0]]
    wanted = ground.standing(name.upper())
    mine = ground.sector_at(unit.at) if unit.inside else ""
    options = []
    for sector in wanted:
        for cell in ground.sectors[sector].cells:
            if unit.inside:
                fits = sector != mine and mine.startswith(f"{house.ref}.")
            else:
                fits = level_with(ground, gait(unit, state.rules.hulk), unit.at, cell)
                fits = fits and (not house.armored or ground.char(cell) == "+")
            if fits and neighbours(unit.at, cell):
                options.append((square(unit.at, cell), cell, sector))
    if not options:
        raise Refusal("RC-FORCE-1", f"{unit.ref} is not next to {name}")
    return min(options)[2]


def force_entry(battle: Battle, unit: Unit, name: str, names: tuple[str, ...]) -> None:
    """RC-FORCE-2, RC-FORCE-3: the total must exceed the armour; then a marker lies there."""
    state = battle.state
    sector = check_force(state, unit, name)
    ranged: Held | None = None
    held = loadout(state, unit)
    if names:
        first = find_arm(state, unit, names[0])
        if first.weapon.kind in ("melee",) or len(names) > 1:
            held = melee_arms(state, unit, names)
        else:
            ranged = ranged_arm(state, unit, names[0], first.weapon.kind == "grenade")
            held = [ranged]
    held = held if ranged else counting(held, "fight")
    spend_action(battle, unit, "force")
    appear(battle, unit.ref)
    battle.mark(unit.ref, attacked=True)
    if ranged is not None:
        pool = Pool(unit.ref, "forced entry")
        pool.draw(battle, ranged.weapon.dice)
        pool.show(battle)
        parts = [("dice", pool.total), ("modifier", ranged.weapon.dice.modifier)]
    else:
        pool = melee_pool(battle, unit, held, "forced entry")
        parts = melee_parts(unit, held, pool)
    parts += [("+P", 1 if has(held, "+P") else 0), ("AP", 1 if has(held, "AP") else 0)]
    armour = ground_of(state).buildings[sector.partition(".")[0]].armor
    if has(held, "IA"):
        armour = 0
    total = total_of(tuple(parts))
    success = total > armour
    battle.emit(ev.Tested(unit.ref, "forces an entry", total, armour + 1, success, told(parts)))
    if success:
        battle.emit(ev.EntryForced(unit.ref, Marker(sector, unit.at, unit.inside)))
    if ranged is not None:
        use_up(battle, Fire(unit.ref, [ranged], source_of(battle, unit, (ranged.weapon,))))
    check_fail(battle, unit, held, pool)


def close_entry(battle: Battle, unit: Unit, name: str) -> None:
    """RC-FORCE-5: by a model inside that sector, if it is not contested."""
    state = battle.state
    mine = ground_of(state).sector_at(unit.at) if unit.inside else ""
    label = name.upper() or mine.partition(".")[0] or "the building"
    near = [
        marker
        for marker in state.markers
        if marker.sector == mine and inches(square(marker.at, unit.at)) <= NEAR
    ]
    fits = not name or name.upper() in (mine, mine.partition(".")[0])
    if not mine or not near or not fits:
        raise Refusal("RC-FORCE-5", f"no entry of {label} within {NEAR} inches of {unit.ref}")
    if len(holders(state, mine)) > 1:
        raise Refusal("RC-FORCE-5", f"{label} is contested")
    spend_action(battle, unit, "close")
    marker = min(near, key=lambda one: (square(one.at, unit.at), one.at))
    battle.emit(ev.EntryClosed(unit.ref, marker))
