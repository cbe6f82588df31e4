"""RC-FAIL: weapons that jam, explode, malfunction, break or stick; RC-WFX-26: volatile ones."""

from dataclasses import replace

from rules.rulescrusade.checks import Battle
from rules.rulescrusade.events import WeaponChanged, WeaponFailed
from rules.rulescrusade.field.sight import EXPLOSIONS, eye, radius_of, touched_round
from rules.rulescrusade.fight import arms
from rules.rulescrusade.fight.harm import damage, kill_outright
from rules.rulescrusade.sheets import Weapon
from rules.rulescrusade.state import Unit


def fail(
    battle: Battle, held: list[tuple[str, arms.Held]], enemy: str = "", melee: bool = False
) -> None:
    """RC-FAIL-2, RC-FAIL-4: pick the weapon that fails: a pistol if there is one, else any."""
    pistols = [pair for pair in held if pair[1].weapon.kind == "pistol"]
    among = pistols if pistols and battle.state.rules.melee_fail == "pistol" else held
    if among:
        user, failed = among[battle.pick(len(among), "which weapon fails")]
        suffer(battle, user, failed, enemy, melee)


def suffer(
    battle: Battle,
    user: str,
    held: arms.Held,
    enemy: str = "",
    melee: bool = False,
    seat: int | None = None,
    lowered: int = 0,
) -> None:
    """RC-FAIL-3, RC-FAIL-5, RC-FAIL-6, RC-FAIL-8: apply the fail effect of a weapon.

    `enemy` is who was being attacked; `seat` gets the points if not the user's own;
    `lowered` is what a Jinx takes off the roll against its user.
    """
    unit, weapon = battle.unit(user), held.weapon
    battle.emit(WeaponFailed(unit.ref, weapon.name, weapon.fail))
    match weapon.fail:
        case "J":
            battle.emit(WeaponChanged(unit.ref, held.place, weapon.name, "jammed", told=True))
        case "Break":
            battle.emit(WeaponChanged(unit.ref, held.place, weapon.name, "lost", told=True))
        case "Stick":
            where = stuck(battle, unit, enemy)
            battle.emit(WeaponChanged(unit.ref, held.place, weapon.name, where, told=True))
        case "X":
            explode(battle, unit, held, enemy, seat, lowered)
        case "M":
            malfunction(battle, unit, weapon, enemy if melee else "", seat, lowered)


def stuck(battle: Battle, unit: Unit, enemy: str) -> str:
    """RC-FAIL-8: the state of a stuck weapon: in its target, else dropped in the target's cell.

    Without a target it lies in its user's cell.
    """
    victim = battle.unit(enemy) if enemy else unit
    if enemy and victim.place == "board":
        return f"stuck in {victim.ref}"
    return f"dropped at {victim.at[0]},{victim.at[1]}"


def own_source(unit: Unit, weapon: Weapon, seat: int | None) -> arms.Source:
    """RC-VIC-4: the source of a fail; `seat` gets the points if not the user's own."""
    source = arms.source_of(unit, (weapon,))
    return source if seat is None else replace(source, seat=seat)


def explode(
    battle: Battle, unit: Unit, held: arms.Held, enemy: str, seat: int | None, lowered: int
) -> None:
    """RC-FAIL-5: the weapon attacks around its bearer and is lost.

    RC-FAIL-7: a bad bearer with one hit is killed outright.
    """
    weapon = held.weapon
    source = own_source(unit, weapon, seat)
    battle.emit(WeaponChanged(unit.ref, held.place, weapon.name, "lost", told=True))
    pool: arms.Pool | None = None
    army = battle.state.army(unit.seat)
    if unit.place == "board":
        if army.role == "bad" and unit.maxhits == 1:
            foe = battle.unit(enemy).boss if enemy else 0
            kill_outright(battle, unit.ref, replace(source, seat=seat or foe))
        else:
            pool = blast_roll(battle, unit, weapon, pool)
            burst(battle, unit, weapon, pool, unit, source, lowered=lowered)
    spread_out(battle, unit, weapon, source, pool)


def blast_roll(battle: Battle, unit: Unit, weapon: Weapon, pool: arms.Pool | None) -> arms.Pool:
    """RC-FAIL-5: roll new dice for each model; for a Blast weapon keep one roll for all."""
    if pool is not None and "B" in weapon.effects and battle.state.rules.blast_rolls == "single":
        return pool
    return arms.cast(battle, unit.ref, f"{weapon.name} explodes", weapon.dice)


def spread_out(
    battle: Battle, unit: Unit, weapon: Weapon, source: arms.Source, pool: arms.Pool | None
) -> None:
    """RC-FAIL-5: attack the others in the area: radius 1, 2 or 3 of a flamer, a template's own."""
    radius = EXPLOSIONS.get(weapon.template, radius_of(weapon.template))
    if not radius:
        return
    for victim in touched_round(battle.state, eye(unit), radius, "Burn" in weapon.effects):
        if victim.ref != unit.ref and battle.unit(victim.ref).place == "board":
            pool = blast_roll(battle, unit, weapon, pool)
            burst(battle, unit, weapon, pool, battle.unit(victim.ref), source)


def burst(
    battle: Battle,
    bearer: Unit,
    weapon: Weapon,
    pool: arms.Pool,
    victim: Unit,
    source: arms.Source,
    lowered: int = 0,
) -> None:
    """RC-FAIL-5: attack one model: AP counts, range does not.

    Cover counts for models outside the bearer's cell, seen from there.
    """
    blast = "B" in weapon.effects and victim.at != bearer.at
    dice = max((die.value for die in pool.dice), default=0) if blast else pool.total
    parts = (
        ("highest die" if blast else "dice", dice),
        ("modifier", weapon.dice.modifier),
        ("AP", arms.piercing(battle.state, weapon, victim)),
        ("psyker's range", -lowered),
    )
    origin = None if victim.at == bearer.at else eye(bearer)
    against = arms.value_parts(battle.state, weapon, origin, victim)
    name = weapon.name
    more = arms.meet(battle, bearer.ref, name, victim.ref, arms.told(parts), against, "explosion")
    damage(battle, victim.ref, more, source)


def malfunction(
    battle: Battle, unit: Unit, weapon: Weapon, enemy: str, seat: int | None, lowered: int
) -> None:
    """RC-FAIL-6: attack the user against its armour; in melee then the opponent too."""
    source = own_source(unit, weapon, seat)
    for ref, less in ((unit.ref, lowered), (enemy, 0)):
        if not ref or battle.unit(ref).place != "board":
            continue
        victim = battle.unit(ref)
        pool = arms.cast(battle, unit.ref, f"{weapon.name} malfunctions", weapon.dice)
        modifier = ("modifier", weapon.dice.modifier)
        parts = arms.told((("dice", pool.total), modifier, ("psyker's range", -less)))
        armour = (("armour", victim.armor),)
        more = arms.meet(battle, unit.ref, weapon.name, ref, parts, armour, "malfunction")
        damage(battle, ref, more, source)


def volatile(battle: Battle) -> None:
    """RC-WFX-26: explode the volatile weapons of models killed by more than a graze."""
    while battle.volatile:
        ref, place, seat = battle.volatile.pop(0)
        unit = battle.unit(ref)
        if unit.weapons[place].state == "lost":
            continue
        held = arms.Held(place, battle.state.weapon(unit.weapons[place].name))
        battle.emit(WeaponFailed(unit.ref, held.name, "X"))
        battle.emit(WeaponChanged(unit.ref, place, held.name, "lost", told=True))
        source = own_source(unit, held.weapon, seat)
        spread_out(battle, unit, held.weapon, source, None)
