"""Attacks on buildings and objects, collapses, forced entries."""

from rules.line.errors import Refusal, required
from rules.line.work import spend
from rules.numbers.grid import Cell
from rules.rulescrusade import events as ev
from rules.rulescrusade.checks import Battle, act
from rules.rulescrusade.field.routes import check_seen, holders
from rules.rulescrusade.field.sight import Eye, apart, eye, eye_at, ground_of, sees_sector
from rules.rulescrusade.field.terrain import inches, neighbours, square
from rules.rulescrusade.field.zones import gait, level_with
from rules.rulescrusade.fight import arms
from rules.rulescrusade.fight import fire as firing
from rules.rulescrusade.fight.arms import Held, Pool, Source
from rules.rulescrusade.fight.fails import fail, volatile
from rules.rulescrusade.fight.hand import TWO_REDS
from rules.rulescrusade.fight.harm import damage, fall_to, reveal
from rules.rulescrusade.fight.melee import awkward, base_dice, counting
from rules.rulescrusade.fight.ranged import appear, set_out, use_up
from rules.rulescrusade.orders import CloseEntry, ForceEntry
from rules.rulescrusade.state import Marker, State, Unit
from rules.rulescrusade.words import target_text

# RC-BLDG-13 to RC-BLDG-17, RC-FORCE: buildings under attack, forced entries, collapses.


SURVEYED = 150
"""Steps of work to look at the changed ground, besides half a step for each sector."""


def sector_named(state: State, text: str, unit: Unit) -> str:
    """The sector meant: `B1.2` itself; of `B1` the only one, the model's own, or the nearest seen.

    Raises `Refusal` if there is none or it has collapsed.
    """
    name, ground = text.upper(), ground_of(state)
    if name not in ground.buildings and name not in ground.sectors:
        raise Refusal("RC-ORD-3", f"There is no {text[:40]}")
    standing = required(ground.standing(name), "RC-BLDG-14", f"{name} has collapsed")
    if len(standing) == 1:
        return standing[0]
    if unit.inside and ground.sector_at(unit.at) in standing:
        return ground.sector_at(unit.at)
    seen = [ref for ref in standing if sees_sector(state, eye(unit), ref)] or standing
    return min(seen, key=lambda ref: apart(state, eye(unit), nearest_cell(state, unit, ref)))


def nearest_cell(state: State, unit: Unit, sector: str) -> Eye:
    """RC-BLDG-15: the cell of the sector nearest to a model, at roof level."""
    cells = ground_of(state).sectors[sector].cells
    return eye_at(min(cells, key=lambda cell: (square(cell, unit.at), cell)))


def check_structure(battle: Battle, unit: Unit, held: Held, target: str | Cell) -> None:
    """RC-BLDG-14, RC-SHOOT-4: the weapon must be able to damage the target, and see it."""
    weapon = held.weapon
    if isinstance(target, str):
        strong = weapon.template or weapon.kind in ("special", "heavy", "grenade")
        sector = sector_named(battle.state, target, unit)
        if not strong:
            raise Refusal("RC-BLDG-14", f"a {held.name} cannot damage {target}")
        seen = sees_sector(battle.state, eye(unit), sector)
        own = unit.inside and ground_of(battle.state).sector_at(unit.at).split(".")[0]
        if not seen or own == sector.partition(".")[0]:
            raise Refusal("RC-SHOOT-4", f"{unit.ref} cannot see {target}")
    else:
        check_seen(battle.state, unit, eye_at(target), target_text(target))


def fire_at_structure(battle: Battle, ref: str, held: Held, target: str | Cell) -> None:
    """RC-BLDG-15, RC-BLDG-16, RC-BLDG-18: fire at a sector or an object; nothing else is hit."""
    verb = "throws" if held.weapon.kind == "grenade" else "fires"
    set_out(battle, [ref], verb, held.name, (target_text(target),))
    unit = battle.unit(ref)
    source = arms.source_of(unit, (held.weapon,))
    fire = firing.RangedAttack(ref, [held], source, still=not unit.moved)
    pool = firing.draw(battle, fire, [])
    if isinstance(target, str):
        sector = sector_named(battle.state, target, unit)
        parts = building_parts(battle, fire, pool, nearest_cell(battle.state, unit, sector))
        hit_sector(battle, ref, held.name, sector, parts, fire.has("IA"))
    else:
        firing.shoot_object(battle, fire, pool, target)
    firing.brace(battle, fire)
    use_up(battle, ref, fire.held)
    check_fail(battle, ref, fire.held, fire.failed)


def building_parts(battle: Battle, fire: firing.RangedAttack, pool: Pool, place: Eye) -> ev.Parts:
    """RC-BLDG-15: the parts of the total of a ranged attack on a building."""
    wide = fire.weapon.template or fire.has("Line")
    more = (("template", 1 if wide else 0), ("+P", 1 if fire.has("+P") else 0))
    return firing.structure_parts(battle, fire, pool, place, more)


def hit_sector(
    battle: Battle, ref: str, weapon: str, sector: str, parts: ev.Parts, ignores: bool
) -> None:
    """RC-BLDG-15: take the total less the armour off the sector's hits."""
    building = ground_of(battle.state).buildings[sector.partition(".")[0]]
    value = (("armour", 0 if ignores else building.armor),)
    more = arms.meet(battle, ref, weapon, sector, parts, value, "building")
    seat = battle.unit(ref).boss if ref else 0
    if wear(battle, sector, more):
        collapse(battle, sector, Source(ref=ref, seat=seat, grazes=("W",)))


def wear(battle: Battle, sector: str, amount: int) -> bool:
    """RC-BLDG-17: take hits off a sector; does it collapse (at 0)?"""
    part = ground_of(battle.state).sectors[sector]
    if amount <= 0 or not part.standing:
        return False
    left = max(0, part.hits - amount)
    battle.emit(ev.SectorHit(sector, part.hits - left, left))
    return left == 0


def collapse(battle: Battle, sector: str, source: Source) -> None:
    """RC-BLDG-17: collapse a sector, then shake its neighbours by number.

    Depth first: the neighbours of one that comes down too are shaken before the next.
    """
    shaken = [come_down(battle, sector, source)]
    while shaken:
        if not shaken[-1]:
            shaken.pop()
        elif shake(battle, other := shaken[-1].pop(0)):
            shaken.append(come_down(battle, other, source))


def come_down(battle: Battle, sector: str, source: Source) -> list[str]:
    """RC-BLDG-17: collapse one sector: bury those inside, lay rubble, let those on the roof fall.

    Returns the standing sectors that bordered on it.
    """
    ground = ground_of(battle.state)
    spend(SURVEYED + len(ground.sectors) // 2)
    cells, roof = ground.sectors[sector].cells, ground.buildings[sector.partition(".")[0]].roof
    bordering = neighbours_of(battle.state, sector)
    floors = {cell: ground.level_at(cell, True) for cell in cells}
    for unit in battle.state.on_board():
        if unit.chit and unit.at in cells:  # RC-CHIT-2
            reveal(battle, unit.ref, "the collapse", found=False)
    above = by_cell(battle.state, cells, inside=False)
    battle.emit(ev.SectorCollapsed(sector))
    for unit in by_cell(battle.state, cells, inside=True):
        bury(battle, unit, source)
    for item in tuple(battle.state.items):
        if item.at in cells and item.inside and not item.carrier:
            crush(battle, item.name, item.at)
    battle.emit(ev.RubbleLies(sector))
    for unit in above:
        fall_to(battle, unit.ref, unit.at, roof - floors[unit.at], source)
    return bordering


def by_cell(state: State, cells: tuple[Cell, ...], inside: bool) -> list[Unit]:
    """RC-BLDG-17: the models in these cells, by row, then column."""
    there = dict.fromkeys(cells)
    found = [
        unit
        for unit in state.on_board()
        if unit.at in there and unit.inside == inside and not unit.borne_by
    ]
    return sorted(found, key=lambda unit: unit.at)


def bury(battle: Battle, unit: Unit, source: Source) -> None:
    """RC-BLDG-17: damage a buried model by 2R less armour, graze W; then what it carried."""
    carried = [item.name for item in battle.state.items if item.carrier == unit.ref]
    pool = arms.cast(battle, "", f"{unit.ref} under the collapse", TWO_REDS)
    parts, armour = (("dice", pool.total),), (("armour", unit.armor),)
    more = arms.meet(battle, "", "rubble", unit.ref, parts, armour, "collapse")
    if not unit.chit:
        damage(battle, unit.ref, more, source)
    for name in carried:
        crush(battle, name, unit.at, unit.ref)


def crush(battle: Battle, name: str, cell: Cell, carrier: str = "") -> None:
    """RC-BLDG-17: destroy a buried thing if 2R - 2 is at least 1."""
    pool = arms.cast(battle, "", f"{name} under the collapse", TWO_REDS)
    if pool.total - 2 >= 1:
        held = any(item.name == name and item.carrier == carrier for item in battle.state.items)
        battle.emit(ev.ItemDestroyed(name, cell, carrier if carrier and held else ""))


def shake(battle: Battle, sector: str) -> bool:
    """RC-BLDG-17: damage a neighbouring sector by 2R less its armour; does it collapse too?"""
    ground = ground_of(battle.state)
    spend(SURVEYED + len(ground.sectors) // 2)
    if not ground.sectors[sector].standing:
        return False
    armour = ground.buildings[sector.partition(".")[0]].armor
    pool = arms.cast(battle, "", f"{sector} is shaken", TWO_REDS)
    return wear(battle, sector, pool.total - armour)


def neighbours_of(state: State, sector: str) -> list[str]:
    """RC-BLDG-17: the standing sectors of the building that border on this one, by number."""
    ground = ground_of(state)
    name, found = sector.partition(".")[0], dict[int, str]()
    for row, column in ground.sectors[sector].cells:
        for cell in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)):
            house, _, number = (other := ground.sector_at(cell)).partition(".")
            if house == name and other != sector:
                found[int(number)] = other
    return [found[number] for number in sorted(found)]


# RC-FORCE, RC-BLDG-14, RC-BLDG-18: forcing entries, closing them, fighting walls by hand.


NEAR = 3
"""RC-FORCE-5: how many inches away the marker may be."""


def melee_pool(battle: Battle, unit: Unit, held: list[Held], what: str) -> Pool:
    """Draw and report the whole melee pool of one model."""
    pool = Pool(unit.ref, what)
    pool.draw(battle, base_dice(unit))
    for one in held:
        pool.draw(battle, one.weapon.dice)
    pool.show(battle)
    return pool


def melee_parts(unit: Unit, held: list[Held], pool: Pool) -> ev.Parts:
    """The parts of a melee total against a structure: no modifiers that concern an opponent."""
    return (
        ("dice", pool.total),
        ("modifier", unit.melee.modifier),
        ("weapons", sum(one.weapon.dice.modifier for one in held)),
        ("awkward", -1 if awkward(unit) else 0),
        ("cursed", -1 if unit.has("cursed") else 0),
    )


def has(held: list[Held], effect: str) -> bool:
    """Does one of the weapons have the effect?"""
    return any(effect in one.weapon.effects for one in held)


def fight_structure(battle: Battle, unit: Unit, target: str | Cell, names: tuple[str, ...]) -> None:
    """RC-BLDG-14, RC-BLDG-15, RC-BLDG-18: fight a sector from inside, or an adjacent object."""
    state = battle.state
    held = arms.melee_arms(state, unit, names) if names else arms.loadout(state, unit)
    held = counting(held, "fight")
    sector = ""
    if isinstance(target, str):
        sector = sector_named(state, target, unit)
        if not unit.inside or ground_of(state).sector_at(unit.at) != sector:
            raise Refusal("RC-BLDG-14", f"{unit.ref} is not inside {target}")
    else:
        if not state.ground.holds(target) or firing.object_at(state, target) is None:
            why = f"there is no barricade or catwalk at {target_text(target)}"
            raise Refusal("RC-BLDG-14", why)
        if unit.inside or not (neighbours(unit.at, target) or unit.at == target):
            raise Refusal("RC-MELEE-2", f"{target_text(target)} is not next to {unit.ref}")
    act(battle, unit, "melee")
    name = " and ".join(one.name for one in held)
    set_out(battle, [unit.ref], "fights", name, (target_text(target),))
    pool = melee_pool(battle, unit, held, "melee")
    parts = (*melee_parts(unit, held, pool), ("AP", 1 if has(held, "AP") else 0))
    if isinstance(target, str):
        parts = arms.told((*parts, ("+P", 1 if has(held, "+P") else 0)))
        hit_sector(battle, unit.ref, name or "Melee", sector, parts, has(held, "IA"))
    else:
        firing.hit_object(battle, unit.ref, name or "Melee", target, arms.told(parts))
    check_fail(battle, unit.ref, held, pool.failed)


def check_fail(battle: Battle, ref: str, held: list[Held], failed: bool) -> None:
    """RC-FAIL-1, RC-FAIL-4: apply a fail, and explode volatile weapons."""
    if failed:
        fail(battle, [(ref, one) for one in held])
    volatile(battle)


# --- forced entries -----------------------------------------------------------------------------


def check_force(state: State, unit: Unit, name: str) -> str:
    """RC-FORCE-1: the sector that can be forced: the model is next to it at ground level, or in
    one that borders on it.  Raises `Refusal` if there is none.
    """
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


def force_entry(battle: Battle, unit: Unit, order: ForceEntry) -> None:
    """RC-FORCE-2, RC-FORCE-3: force an entry; if the total exceeds the armour, lay a marker."""
    state, names = battle.state, order.weapons
    sector = check_force(state, unit, order.building)
    ranged: Held | None = None
    held = arms.loadout(state, unit)
    if names:
        first = arms.find_arm(state, unit, names[0])
        if first.weapon.kind == "melee" or len(names) > 1:
            held = arms.melee_arms(state, unit, names)
        else:
            ranged = arms.ranged_arm(state, unit, names[0], first.weapon.kind == "grenade")
            held = [ranged]
    held = held if ranged else counting(held, "fight")
    act(battle, unit, "force")
    appear(battle, unit.ref)
    battle.mark(unit.ref, attacked=True)
    if ranged is not None:
        pool = arms.cast(battle, unit.ref, "forced entry", ranged.weapon.dice)
        parts: ev.Parts = (("dice", pool.total), ("modifier", ranged.weapon.dice.modifier))
    else:
        pool = melee_pool(battle, unit, held, "forced entry")
        parts = melee_parts(unit, held, pool)
    more = (("+P", 1 if has(held, "+P") else 0), ("AP", 1 if has(held, "AP") else 0))
    parts = arms.told((*parts, *more))
    building = ground_of(state).buildings[sector.partition(".")[0]]
    armour = 0 if has(held, "IA") else building.armor
    total = arms.total_of(parts)
    success = total > armour
    battle.emit(ev.Tested(unit.ref, "forces an entry", total, armour + 1, success, parts))
    if success:
        battle.emit(ev.EntryForced(unit.ref, Marker(sector, unit.at, unit.inside)))
    if ranged is not None:
        use_up(battle, unit.ref, held)
    check_fail(battle, unit.ref, held, pool.failed)


def close_entry(battle: Battle, unit: Unit, order: CloseEntry) -> None:
    """RC-FORCE-5: close the nearest entry of the model's own sector, unless that is contested."""
    state, name = battle.state, order.building
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
    act(battle, unit, "close")
    marker = min(near, key=lambda one: (square(one.at, unit.at), one.at))
    battle.emit(ev.EntryClosed(unit.ref, marker))
