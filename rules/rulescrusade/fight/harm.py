"""RC-DMG, RC-GRAZE: what damage does: hits, grazes, knock-outs, deaths."""

from dataclasses import replace

from rules.rulescrusade import events as ev
from rules.rulescrusade.battle import Battle
from rules.rulescrusade.field.areas import radius_of, touched_round
from rules.rulescrusade.field.sight import adjacent_units, eye
from rules.rulescrusade.fight.pool import Pool
from rules.rulescrusade.fight.readied import raise_shield
from rules.rulescrusade.fight.source import Source, ignores, source_of
from rules.rulescrusade.fight.value import total_of, value_parts
from rules.rulescrusade.sheets import Dice
from rules.rulescrusade.state import Condition, Item, Unit

FIELD = Dice(reds=1)
"""RC-DMG-5: the die of a force field."""


def damage(battle: Battle, ref: str, amount: int, source: Source) -> str:
    """RC-DMG-1 to RC-DMG-6: `nothing`, `hurt`, `grazed`, `killed`, or `out` if it is out already.

    The amount is T - V, or the difference of a melee, before Shield and force field.  RC-DMG-4:
    with no hit left any damage kills.
    """
    unit = battle.unit(ref)
    if unit.place != "board" or unit.has("down"):
        return "out"
    if source.pull is not None:  # RC-MELEE-10
        amount = min(amount, source.pull)
    amount = reduced(battle, unit, amount, source)
    if unit.trait("Swarm") and not source.wide:  # RC-ABIL-32
        amount = min(amount, 1)
    unit = battle.unit(ref)
    if amount <= 0:
        return "nothing"
    if unit.has("ko"):
        return kill(battle, ref, source)
    if unit.hits == 1 and amount == 1 and not unit.vehicle:
        graze(battle, ref, source.graze_for(unit), source)
        return "grazed"
    if amount < unit.hits:
        battle.emit(ev.LostHits(unit.ref, amount, unit.hits - amount))
        return "hurt"
    outcome = kill(battle, ref, source)
    more = amount >= 2 or amount >= unit.hits > 1
    if outcome == "killed" and more:
        for place, arm in enumerate(unit.weapons):  # RC-WFX-26
            if arm.state != "lost" and "V" in battle.state.weapon(arm.name).effects:
                battle.volatile.append((unit.ref, place, source.seat))
    return outcome


def reduced(battle: Battle, unit: Unit, amount: int, source: Source) -> int:
    """RC-DMG-5: a Shield card first, then the force field's red die."""
    if amount <= 0 or source.bare:
        return amount
    raise_shield(battle, unit.ref)
    shield = battle.unit(unit.ref).condition("shielded")
    if shield is not None:
        amount -= shield.amount
        battle.emit(ev.Reduced(unit.ref, "Shield", shield.amount, max(0, amount)))
    if amount > 0 and unit.trait("+F") and not source.mental:  # RC-ABIL-8
        pool = Pool(unit.ref, "force field")
        pool.draw(battle, FIELD)
        pool.show(battle)
        amount -= pool.total
        battle.emit(ev.Reduced(unit.ref, "force field", pool.total, max(0, amount)))
    return amount


def graze(battle: Battle, ref: str, letter: str, source: Source) -> None:
    """RC-GRAZE-1, RC-GRAZE-3 to RC-GRAZE-9: a graze result, on a model with any number of hits."""
    unit = battle.unit(ref)
    if unit.place != "board" or unit.has("down") or unit.vehicle:
        return
    battle.emit(ev.Grazed(unit.ref, letter, ignores(unit, letter)))
    let_go(battle, unit.ref)
    if unit.trait("Detonate") and detonate(battle, unit, source):
        return
    if unit.has("ko") and letter != "K":
        return
    if letter == "K":
        kill(battle, ref, source)
    elif not ignores(unit, letter):
        {"S": stun, "W": wound, "KO": knock_out}[letter](battle, unit, source)


def stun(battle: Battle, unit: Unit, source: Source) -> None:
    """RC-GRAZE-3, RC-GRAZE-4, RC-GRAZE-5: lies down; a second time knocked out."""
    if unit.has("stunned"):
        if not unit.trait("Undead"):  # RC-GRAZE-8
            knock_out(battle, unit, source)
    elif unit.has("wounded") and not unit.trait("Tough"):
        finish_off(battle, unit, source)
    else:
        if unit.has("rising"):
            battle.emit(ev.ConditionLost(unit.ref, "rising"))
        battle.emit(ev.ConditionGained(unit.ref, Condition("stunned")))
        drop_everything(battle, unit.ref)
        if battle.is_turn_of(unit):
            battle.mark(unit.ref, moveleft=0, action=False)


def wound(battle: Battle, unit: Unit, source: Source) -> None:
    """RC-GRAZE-3, RC-GRAZE-4: marked; a second wound kills.  RC-ABIL-41: Tough is only marked."""
    if unit.has("wounded"):
        kill(battle, unit.ref, source)
    elif unit.has("stunned") and not unit.trait("Tough"):
        finish_off(battle, unit, source)
    else:
        fresh = battle.is_turn_of(unit)
        battle.emit(ev.ConditionGained(unit.ref, Condition("wounded", fresh=fresh)))


def finish_off(battle: Battle, unit: Unit, source: Source) -> None:
    """RC-GRAZE-4: stun and wound together kill, or knock out if prisoners are taken."""
    if source.prisoners:
        knock_out(battle, unit, source)
    else:
        kill(battle, unit.ref, source)


def knock_out(battle: Battle, unit: Unit, source: Source) -> None:
    """RC-GRAZE-6: no action, no move, no defence."""
    if unit.trait("Undead"):
        return
    for name in ("stunned", "rising", "lastattack"):
        if unit.has(name):
            battle.emit(ev.ConditionLost(unit.ref, name))
    battle.emit(ev.KnockedOut(unit.ref))
    ko = Condition("ko", amount=source.seat)
    battle.emit(ev.ConditionGained(unit.ref, ko, told=True))
    drop_everything(battle, unit.ref)
    release(battle, unit.ref)


def kill(battle: Battle, ref: str, source: Source) -> str:
    """RC-GRAZE-6; instead: RC-ABIL-6, RC-GRAZE-7 and RC-WFX-10, RC-ABIL-15."""
    unit = battle.unit(ref)
    if source.control and not battle.state.friends(unit, battle.unit(source.ref)):
        take_control(battle, unit, source.seat, source.ref)
        return "controlled"
    if source.kill_ko:
        if unit.has("ko") or unit.trait("Undead"):  # RC-RULING-56
            return "nothing"
        if unit.hits == 0:
            battle.mark(ref, hits=1)
        knock_out(battle, unit, source)
        return "knocked out"
    seat, points = credited(battle, unit, source)
    drop_everything(battle, ref)
    release(battle, ref)
    if unit.trait("Horror"):
        battle.emit(ev.WentDown(unit.ref, seat, points))
        return "down"
    remove(battle, unit, seat, points)
    return "killed"


def remove(battle: Battle, unit: Unit, seat: int, points: int) -> None:
    """RC-GRAZE-6: the model is removed, and what follows from it."""
    battle.emit(ev.Killed(unit.ref, seat, points))
    for other in tuple(battle.state.units.values()):  # RC-FAIL-8
        for place, arm in enumerate(other.weapons):
            if arm.state == f"stuck in {unit.ref}":
                fallen = f"dropped at {unit.at[0]},{unit.at[1]}"
                battle.emit(ev.WeaponChanged(other.ref, place, arm.name, fallen))
    if battle.state.rules.bodies and unit.kind != "Ghost":
        body = Item(f"body of {unit.ref}", unit.at, unit.inside, size=unit.size)
        battle.emit(ev.ItemsChanged((*battle.state.items, body)))
    if unit.psy and battle.state.army(unit.seat).role == "good":
        discard(battle, unit.seat, unit.psy)


def discard(battle: Battle, seat: int, count: int) -> None:
    """RC-PSY-9: as many cards as the dead psyker had levels, at once the last of the alphabet."""
    cards = tuple(reversed(battle.state.army(seat).hand[-count:]))
    if cards:
        battle.emit(ev.CardsDiscarded(seat, len(cards)))
        battle.emit(ev.HandDiscarded(seat, cards))


def credited(battle: Battle, unit: Unit, source: Source) -> tuple[int, int]:
    """RC-VIC-4: the value goes to the seat whose attack it was, if it was an enemy."""
    hostile = source.seat and battle.state.team(source.seat) != battle.state.team(unit.seat)
    return (source.seat, unit.value) if hostile else (0, 0)


def take_control(battle: Battle, unit: Unit, seat: int, by: str) -> None:
    """RC-ABIL-6: unharmed, and a fresh activation under the controller (RC-RULING-41)."""
    battle.emit(ev.ControlTaken(unit.ref, seat, by))
    battle.mark(
        unit.ref,
        moveleft=unit.move,
        action=True,
        done=False,
        moved=False,
        walked=0,
        diagonals=0,
        act="",
        began=None,
        attacked=False,
        charged=False,
        struck=(),
    )


def drop_everything(battle: Battle, ref: str) -> None:
    """RC-CARRY-7: it drops all that it carries in its cell."""
    for item in tuple(battle.state.items):
        if item.carrier == ref:
            battle.emit(ev.Dropped(ref, item.name))
    for other in tuple(battle.state.units.values()):
        if other.borne_by == ref:
            battle.emit(ev.Dropped(ref, f"body of {other.ref}"))


def let_go(battle: Battle, ref: str) -> None:
    """RC-ABIL-18: a graze or knockback on the latcher ends its hold."""
    unit = battle.unit(ref)
    if unit.latched:
        battle.emit(ev.LetGo(unit.ref, unit.latched))


def release(battle: Battle, ref: str) -> None:
    """RC-ABIL-18: no hold outlives either of the two."""
    let_go(battle, ref)
    for other in tuple(battle.state.units.values()):
        if other.latched == ref:
            battle.emit(ev.LetGo(other.ref, ref))


def let_go_apart(battle: Battle) -> None:
    """RC-ABIL-18, RC-RULING-62: a hold ends where the two are no longer adjacent."""
    for unit in battle.state.latchers():
        held = battle.state.find(unit.latched)
        if held is None or held.place != "board" or not adjacent_units(battle.state, unit, held):
            battle.emit(ev.LetGo(unit.ref, unit.latched))


def detonate(battle: Battle, unit: Unit, source: Source) -> bool:
    """RC-ABIL-7: its Detonator is rolled; a total of 0 does nothing (RC-RULING-8)."""
    weapon = battle.state.weapons.get("detonator")
    own = next((arm for arm in unit.weapons if arm.name.lower() == "detonator"), None)
    if weapon is None or own is None:
        return False
    pool = Pool(unit.ref, weapon.name)
    pool.draw(battle, weapon.dice)
    pool.show(battle)
    total = pool.total + weapon.dice.modifier
    if total <= 0:
        return False
    battle.emit(ev.Detonated(unit.ref, total))
    blast = source_of(battle, unit, (weapon,))
    for victim in touched_round(battle.state, eye(unit), radius_of(weapon.template)):
        if victim.ref != unit.ref:
            against = value_parts(battle.state, weapon, eye(unit), victim)
            parts = (("dice", pool.total), ("modifier", weapon.dice.modifier))
            shot = ev.Shot(
                unit.ref, weapon.name, victim.ref, total, total_of(against), parts, against, "blast"
            )
            battle.emit(shot)
            damage(battle, victim.ref, total - total_of(against), blast)
    kill_outright(battle, unit.ref, source)
    return True


def kill_outright(battle: Battle, ref: str, source: Source) -> None:
    """RC-ABIL-7, RC-FAIL-7: killed, whatever the attack was like."""
    if battle.unit(ref).place == "board":
        kill(battle, ref, replace(source, control=False, kill_ko=False))
