"""RC-ABIL-28: snap fire, before a melee begins."""

from rules.rulescrusade.battle import Battle
from rules.rulescrusade.events import Attacked, Parts, Shot
from rules.rulescrusade.field.areas import radius_of, touched_round
from rules.rulescrusade.field.sight import eye
from rules.rulescrusade.fight.arms import Held, loadout
from rules.rulescrusade.fight.fails import suffer
from rules.rulescrusade.fight.harm import damage, graze
from rules.rulescrusade.fight.knock import knock_back
from rules.rulescrusade.fight.pool import Pool
from rules.rulescrusade.fight.source import outright, source_of
from rules.rulescrusade.fight.value import piercing, total_of, value_parts
from rules.rulescrusade.state import Unit


def pistols_of(battle: Battle, unit: Unit) -> list[Held]:
    """The first ready pistol of its loadout; of the Two Fisted both."""
    ready = [one for one in loadout(battle.state, unit) if one.weapon.kind == "pistol"]
    return ready[:2] if unit.trait("Two Fisted") else ready[:1]


def snaps(battle: Battle, unit: Unit) -> bool:
    """RC-ABIL-28: standing, not stunned nor rising, not yet this turn, and so ordered."""
    able = unit.trait("Snap Fire") and unit.standing and not unit.snapped and unit.snap == "yes"
    lame = unit.has("stunned") or unit.has("rising") or unit.has("blinded")
    return able and not lame and bool(pistols_of(battle, unit))


def snap_fire(battle: Battle, ref: str, attacker: str) -> list[Held]:
    """RC-ABIL-28: at the attacker, without range, cover or reroll; gives the pistols used."""
    pistols = pistols_of(battle, battle.unit(ref))
    battle.mark(ref, snapped=True)
    for held in pistols:
        if battle.unit(attacker).place == "board" and battle.unit(ref).place == "board":
            one_shot(battle, ref, held, attacker)
    return pistols


def one_shot(battle: Battle, ref: str, held: Held, attacker: str) -> None:
    """RC-ABIL-28: T = dice + modifier + AP against the bare armour; its fail counts."""
    unit, weapon = battle.unit(ref), held.weapon
    battle.emit(Attacked(ref, "snap fires", held.name, (attacker,)))
    pool = Pool(ref, held.name)
    pool.draw(battle, weapon.dice)
    pool.show(battle)
    target = battle.unit(attacker)
    victims = [target]
    if "B" in weapon.effects:
        victims = touched_round(battle.state, eye(target), radius_of(weapon.template))
    for victim in victims:
        centre = victim.at == target.at
        dice = pool.total if centre else max((die.value for die in pool.dice), default=0)
        parts: Parts = (
            ("dice", dice),
            ("modifier", weapon.dice.modifier),
            ("AP", piercing(battle.state, weapon, victim)),
        )
        hit(battle, unit, held, victim, parts)
    if pool.failed:
        suffer(battle, ref, held, attacker)


def hit(battle: Battle, unit: Unit, held: Held, victim: Unit, parts: Parts) -> None:
    """RC-SHOOT-9, for snap fire: damage, graze, tie effects, knockback."""
    weapon = held.weapon
    source = source_of(battle, unit, (weapon,))
    value = value_parts(battle.state, weapon, None, victim)
    total, needed = total_of(parts), total_of(value)
    told = tuple(part for part in parts if part[1] or part[0] == "dice")
    battle.emit(Shot(unit.ref, held.name, victim.ref, total, needed, told, value, "snap"))
    damage(battle, victim.ref, total - needed, source)
    if battle.unit(victim.ref).place != "board" or total < max(1, needed):
        return
    if total == needed and "Poison" in weapon.effects:
        graze(battle, victim.ref, "W", outright(source, "W"))
    if "KB" in weapon.effects:
        knock_back(battle, victim.ref, unit.at, source, None)
