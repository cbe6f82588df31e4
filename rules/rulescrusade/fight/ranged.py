"""Ranged attacks: checks, templates, lines, split and rapid fire; snap fire."""

from collections.abc import Callable

from rules.line.errors import Refusal, allows
from rules.line.work import check_dice
from rules.numbers.grid import Cell
from rules.rulescrusade.checks import DICE, Battle
from rules.rulescrusade.events import Attacked, Parts, SmokeSpread, WeaponChanged
from rules.rulescrusade.field import routes, sight
from rules.rulescrusade.field.terrain import inches, square
from rules.rulescrusade.fight import arms
from rules.rulescrusade.fight import fire as firing
from rules.rulescrusade.fight.arms import Held
from rules.rulescrusade.fight.fails import fail, suffer, volatile
from rules.rulescrusade.fight.harm import damage, graze, knock_back, reveal
from rules.rulescrusade.state import Unit
from rules.rulescrusade.words import PLAIN, Manner, Target, target_text

# RC-SHOOT, RC-TMPL, RC-LINE, RC-WFX-17, RC-WFX-24: shooting and throwing.


RAPID = 6
"""RC-WFX-17, RC-ABIL-36: the reach of rapid fire and of both pistols."""
BARRAGE = 8
"""RC-WFX-3: the least distance of a barrage."""


def check_blinded(unit: Unit) -> None:
    """RC-SHOOT-6: the blinded make no ranged attacks."""
    if unit.has("blinded"):
        raise Refusal("RC-SHOOT-6", f"{unit.ref} is blinded")


def check_target(battle: Battle, unit: Unit, held: Held, target: Target) -> None:
    """RC-SHOOT-2, -3, -5, RC-TMPL-6, RC-SHOOT-4: check one target, in this order."""
    state, weapon = battle.state, held.weapon
    if isinstance(target, str):
        victim = routes.known(state, target)
        routes.check_enemy(state, unit, victim, "RC-SHOOT-2")
        routes.check_shown(state, victim, weapon)
        name = victim.ref
    else:
        check_cell(battle, held, target)
        name = target_text(target)
    place = routes.aim(state, target)
    check_limits(battle, unit, held, place, name)
    check_flame(unit, weapon.template, place.cell, name)
    routes.check_seen(state, unit, place, name, weapon)


def check_cell(battle: Battle, held: Held, cell: Cell) -> None:
    """RC-SHOOT-2: a cell is a target for templates only, and lies on the board."""
    if not battle.state.ground.holds(cell):
        raise Refusal("RC-SHOOT-2", f"{cell[0]},{cell[1]} is off the board")
    if not held.weapon.template:
        why = f"a {held.name} needs a target; nothing at {cell[0]},{cell[1]} can be shot at"
        raise Refusal("RC-SHOOT-2", why)


def check_limits(battle: Battle, unit: Unit, held: Held, place: sight.Eye, name: str) -> None:
    """RC-SHOOT-5: no barrage too near (RC-WFX-3), no artillery after moving (RC-WFX-2)."""
    away = firing.range_to(battle.state, unit, place, held.weapon)
    if "Barrage" in held.weapon.effects and away < BARRAGE:
        why = f"{away} inches is too near: a barrage falls at {BARRAGE} inches or more"
        raise Refusal("RC-WFX-3", f"{name}: {why}")
    if "Artillery" in held.weapon.effects and unit.moved:
        raise Refusal("RC-WFX-2", f"{unit.ref} has moved; the {held.name} cannot be fired")


def check_flame(unit: Unit, template: str, cell: Cell, name: str) -> None:
    """RC-TMPL-6, RC-RULING-57: a flamer cannot be aimed beyond its length."""
    if template not in sight.FLAMES:
        return
    length = sight.FLAMES[template][0]
    away = square(cell, unit.at)
    if not 0 < away <= length * length:
        why = f"{name} is {inches(away)} inches away; the {template} template reaches {length}"
        raise Refusal("RC-TMPL-6", why)


def check_split(held: Held, targets: tuple[Target, ...]) -> None:
    """RC-WFX-24: only a weapon with Split is shared among several models."""
    if len(targets) > 1 and (
        "Split" not in held.weapon.effects or not all(isinstance(one, str) for one in targets)
    ):
        raise Refusal("RC-WFX-24", f"the {held.name} cannot split its fire")


def check_fire(battle: Battle, unit: Unit, held: Held, targets: tuple[Target, ...]) -> None:
    """RC-SHOOT-2 to RC-SHOOT-5, RC-ABIL-9, RC-ABIL-22: all checks after that of the weapon."""
    check_split(held, targets)
    for target in targets:
        check_target(battle, unit, held, target)
    named = [routes.known(battle.state, one) for one in targets if isinstance(one, str)]
    routes.check_nearest(battle.state, unit, named, melee=False)


def check_rapid(battle: Battle, unit: Unit, held: Held, targets: tuple[Target, ...]) -> None:
    """RC-WFX-17: a rapid weapon, and every target within 6 inches."""
    if "Rap" not in held.weapon.effects:
        raise Refusal("RC-WFX-17", f"the {held.name} has no rapid fire")
    for target in targets:
        away = firing.range_to(battle.state, unit, routes.aim(battle.state, target), held.weapon)
        if away > RAPID:
            why = f"{target_text(target)} is {away} inches away; rapid fire reaches {RAPID}"
            raise Refusal("RC-WFX-17", why)


def check_both(battle: Battle, unit: Unit, targets: tuple[Target, ...]) -> list[Held]:
    """RC-ABIL-36: exactly two ready pistols and no other weapons, at up to 6 inches."""
    held = [
        one for one in arms.held_by(battle.state, unit) if unit.weapons[one.place].state != "lost"
    ]
    if not unit.trait("Two Fisted"):
        raise Refusal("RC-ABIL-36", f"{unit.ref} does not fire with both hands")
    pistols = [one for one in held if one.weapon.kind == "pistol" and arms.ready(unit, one)]
    if len(pistols) != 2 or len(held) != 2:
        raise Refusal("RC-ABIL-36", f"{unit.ref} needs two ready pistols and no other weapons")
    if len(targets) != 1 or not isinstance(targets[0], str):
        raise Refusal("RC-ABIL-36", "both pistols are fired at one model")
    place = routes.aim(battle.state, targets[0])
    away = firing.range_to(battle.state, unit, place, pistols[0].weapon)
    if away > RAPID:
        why = f"{targets[0]} is {away} inches away; both pistols reach {RAPID}"
        raise Refusal("RC-ABIL-36", why)
    return pistols


def appear(battle: Battle, ref: str) -> None:
    """RC-HIDE-4: reveal an attacker before its attack."""
    if battle.unit(ref).has("hidden"):
        reveal(battle, ref, "attacks", found=False)


def set_out(
    battle: Battle, refs: list[str], how: str, weapon: str, targets: tuple[str, ...]
) -> None:
    """RC-HIDE-4, RC-REP-2: begin an attack: reveal the attackers, report it, and mark them."""
    for ref in refs:
        appear(battle, ref)
    battle.emit(Attacked("+".join(refs), how, weapon, targets))
    for ref in refs:
        battle.mark(ref, attacked=True)


def shoot(
    battle: Battle,
    ref: str,
    held: list[Held],
    targets: tuple[Target, ...],
    manner: Manner = PLAIN,
    how: str = "fires",
) -> None:
    """RC-SHOOT-9: carry out a ranged attack that has passed its checks."""
    name = " and ".join(one.name for one in held)
    set_out(battle, [ref], how, name, tuple(map(target_text, targets)))
    unit = battle.unit(ref)
    weapons = tuple(one.weapon for one in held)
    fire = firing.RangedAttack(
        ref,
        held,
        arms.source_of(unit, weapons, manner),
        no_scope=manner.no_scope,
        still=not unit.moved,
    )
    before = firing.kindled(battle, [one.ref for one in battle.state.on_board()])
    resolver(fire, targets)(battle, fire, targets, manner)
    volatile(battle)
    firing.brace(battle, fire)
    firing.retaliate(battle, [one for one in before if one.ref in fire.hit], ref)
    use_up(battle, ref, held)
    if fire.failed:
        enemy = next((one for one in targets if isinstance(one, str)), "")
        fail(battle, [(ref, one) for one in held], enemy)
        volatile(battle)


Resolver = Callable[[Battle, firing.RangedAttack, tuple[Target, ...], Manner], None]


def resolver(fire: firing.RangedAttack, targets: tuple[Target, ...]) -> Resolver:
    """The function that resolves this kind of attack."""
    if len(fire.held) == 1:
        if fire.has("Smoke"):
            return lay_smoke
        if fire.weapon.template:
            return under_template
        if fire.has("Line"):
            return along_line
        if len(targets) > 1:
            return share_out
    return at_one


def use_up(battle: Battle, ref: str, used: list[Held]) -> None:
    """RC-WFX-18, RC-WFX-2: empty the weapons that must be reloaded after a shot."""
    unit = battle.unit(ref)
    for held in used:
        if arms.single_shot(held) and arms.ready(unit, held):
            battle.emit(WeaponChanged(unit.ref, held.place, held.name, "empty"))


def at_one(
    battle: Battle, fire: firing.RangedAttack, targets: tuple[Target, ...], manner: Manner
) -> None:
    """RC-SHOOT-9: one target, one roll; RC-SHOOT-11: a miss hits nobody else."""
    victim = battle.unit(str(targets[0]))
    pool = firing.draw(battle, fire, [victim])
    firing.resolve(battle, fire, pool, [battle.unit(victim.ref)])


def lay_smoke(
    battle: Battle, fire: firing.RangedAttack, targets: tuple[Target, ...], manner: Manner
) -> None:
    """RC-WFX-29: lay smoke on the cells of the template until the seat's next turn."""
    centre = routes.aim(battle.state, targets[0]).cell
    cells = tuple(sight.round_cells(battle.state, centre, sight.radius_of(fire.weapon.template)))
    battle.emit(SmokeSpread(battle.unit(fire.firer).boss, cells))


def under_template(
    battle: Battle, fire: firing.RangedAttack, targets: tuple[Target, ...], manner: Manner
) -> None:
    """RC-TMPL-5, RC-TMPL-7, RC-WFX-4: roll for each model touched; for Blast once for all.

    RC-RULING-19: the range penalty is the target's; RC-RULING-20: friends are touched too.
    """
    unit, place = battle.unit(fire.firer), routes.aim(battle.state, targets[0])
    fire.away = firing.foot_penalty(battle, fire, place)
    touched = touched_by(battle, fire, unit, place)
    fire.blast = "B" in fire.weapon.effects
    if fire.blast or fire.weapon.template not in sight.FLAMES:
        fire.centre = place.cell
    if fire.blast and battle.state.rules.blast_rolls == "single":
        firing.resolve(battle, fire, firing.draw(battle, fire, touched), touched)
        return
    dice = fire.weapon.dice
    check_dice(len(touched) * (dice.reds + dice.whites), DICE)
    for victim in touched:
        if battle.unit(victim.ref).place == "board":
            pool = firing.draw(battle, fire, [battle.unit(victim.ref)])
            firing.resolve(battle, fire, pool, [battle.unit(victim.ref)])


def touched_by(
    battle: Battle, fire: firing.RangedAttack, unit: Unit, place: sight.Eye
) -> list[Unit]:
    """RC-TMPL-3: the models that the template of the attack touches."""
    state, burn = battle.state, fire.has("Burn")
    sector = sight.ground_of(state).sector_at(place.cell) if place.spot[2] else ""
    if fire.weapon.template in sight.FLAMES:
        return sight.touched_flame(state, unit, fire.weapon.template, place.cell, burn, sector)
    centre = sight.Eye(place.spot)
    return sight.touched_round(state, centre, sight.radius_of(fire.weapon.template), burn, sector)


def share_out(
    battle: Battle, fire: firing.RangedAttack, targets: tuple[Target, ...], manner: Manner
) -> None:
    """RC-WFX-24: split one roll among the targets: as ordered, else by need (RC-RULING-21)."""
    victims = [battle.unit(str(target)) for target in targets]
    pool = firing.draw(battle, fire, victims)
    common = [
        part
        for part in firing.total_parts(battle, fire, ("dice", pool.total), victims[0])
        if part[0] in ("dice", "modifier", "targeter", "latched onto", "cursed")
    ]
    left = arms.total_of(tuple(common))
    shares: list[int] = []
    for number, victim in enumerate(victims):
        fixed = manner.split[number : number + 1]
        wanted = fixed[0] if fixed else need(battle, fire, victim)
        share = max(0, min(left, wanted))
        shares.append(share)
        left -= share
    if left > 0:
        shares[-1] += left
    for victim, share in zip(victims, shares, strict=True):
        own = firing.total_parts(battle, fire, ("share", share), victim)
        kept = ("share", "AP", "+P", "latched target", "range", "Precognant")
        parts = tuple(part for part in own if part[0] in kept)
        if battle.unit(victim.ref).place == "board":
            firing.land(battle, fire, pool, battle.unit(victim.ref), parts)


def need(battle: Battle, fire: firing.RangedAttack, victim: Unit) -> int:
    """RC-WFX-24: the points that kill a target."""
    away = firing.foot_penalty(battle, fire, sight.eye(victim))
    origin = sight.eye(battle.unit(fire.firer))
    value = arms.total_of(arms.value_parts(battle.state, fire.weapon, origin, victim)) + away
    if victim.hits == 0 or victim.has("ko"):
        return value + 1
    return value + (2 if victim.hits == 1 else victim.hits)


def along_line(
    battle: Battle, fire: firing.RangedAttack, targets: tuple[Target, ...], manner: Manner
) -> None:
    """RC-LINE-1, RC-LINE-2, RC-WFX-12: apply one roll to all on the line, the nearest first."""
    state, unit, victim = battle.state, battle.unit(fire.firer), battle.unit(str(targets[0]))
    if victim.inside:
        at_one(battle, fire, targets, manner)
        return
    cells = line_of(battle, unit, victim)
    on_line = [
        other
        for other in state.on_board()
        if not other.inside
        and other.at in cells
        and other.ref != unit.ref
        and not (other.chit or other.has("hidden", "down"))
    ]
    pool = firing.draw(battle, fire, [victim])
    for cell in cells:
        if sight.ground_of(battle.state).char(cell) == "=":
            origin = sight.eye(battle.unit(unit.ref))
            if sight.sight(battle.state, origin, sight.eye_at(cell)) != "none":
                firing.shoot_object(battle, fire, pool, cell)
        for other in on_line:
            now = battle.unit(other.ref)
            if other.at != cell or now.place != "board" or now.at != cell:
                continue
            if sight.sees(battle.state, battle.unit(unit.ref), now):
                firing.resolve(battle, fire, pool, [now])


def line_of(battle: Battle, unit: Unit, victim: Unit) -> list[Cell]:
    """RC-LINE-1: the cells of the line, up to a vehicle or to just before a building."""
    ground, found = sight.ground_of(battle.state), []
    own = ground.sector_at(unit.at).partition(".")[0]
    vehicles = [one.at for one in battle.state.on_board() if one.vehicle and not one.inside]
    for cell in sight.line_cells(battle.state, unit.at, victim.at):
        name = ground.sector_at(cell).partition(".")[0]
        if name and name != own and cell != victim.at:
            break
        found.append(cell)
        if cell in vehicles:
            break
    return found


def rapid(
    battle: Battle, ref: str, held: Held, targets: tuple[Target, ...], manner: Manner
) -> None:
    """RC-WFX-17: fire twice; the second shot is lost if it can no longer be made."""
    first, second = targets[0], targets[-1]
    shoot(battle, ref, [held], (first,), manner, "rapid fires")
    unit = battle.unit(ref)
    able = unit.place == "board" and not unit.has("stunned", "ko", "down", "blinded")
    if (
        able
        and allows(arms.check_ready, unit, held)
        and allows(check_target, battle, unit, held, second)
    ):
        shoot(battle, ref, [held], (second,), manner, "rapid fires")


# RC-ABIL-28: snap fire, before a melee begins.


def pistols_of(battle: Battle, unit: Unit) -> list[Held]:
    """The pistol for snap fire: the first of its loadout; a Two Fisted model uses two."""
    ready = [one for one in arms.loadout(battle.state, unit) if one.weapon.kind == "pistol"]
    return ready[:2] if unit.trait("Two Fisted") else ready[:1]


def snaps(battle: Battle, unit: Unit) -> bool:
    """RC-ABIL-28: will the unit snap fire: able, so ordered, and not yet done this turn?"""
    able = unit.trait("Snap Fire") and unit.standing and not unit.snapped and unit.snap == "yes"
    lame = unit.has("stunned", "rising", "blinded")
    return able and not lame and bool(pistols_of(battle, unit))


def snap_fire(battle: Battle, ref: str, attacker: str) -> list[Held]:
    """RC-ABIL-28: snap fire at the attacker, without range, cover or reroll.

    Returns the pistols used.
    """
    pistols = pistols_of(battle, battle.unit(ref))
    battle.mark(ref, snapped=True)
    for held in pistols:
        if battle.unit(attacker).place == "board" and battle.unit(ref).place == "board":
            one_shot(battle, ref, held, attacker)
    return pistols


def one_shot(battle: Battle, ref: str, held: Held, attacker: str) -> None:
    """RC-ABIL-28: fire one pistol: dice + modifier + AP against armour; its fail counts."""
    unit, weapon = battle.unit(ref), held.weapon
    battle.emit(Attacked(ref, "snap fires", held.name, (attacker,)))
    pool = arms.cast(battle, ref, held.name, weapon.dice)
    target = battle.unit(attacker)
    victims = [target]
    if "B" in weapon.effects:
        victims = sight.touched_round(
            battle.state, sight.eye(target), sight.radius_of(weapon.template)
        )
    for victim in victims:
        centre = victim.at == target.at
        dice = pool.total if centre else max((die.value for die in pool.dice), default=0)
        parts: Parts = (
            ("dice", dice),
            ("modifier", weapon.dice.modifier),
            ("AP", arms.piercing(battle.state, weapon, victim)),
        )
        hit(battle, unit, held, victim, parts)
    if pool.failed:
        suffer(battle, ref, held, attacker)


def hit(battle: Battle, unit: Unit, held: Held, victim: Unit, parts: Parts) -> None:
    """RC-SHOOT-9: apply damage, graze, tie effects and knockback of snap fire."""
    weapon = held.weapon
    source = arms.source_of(unit, (weapon,))
    value = arms.value_parts(battle.state, weapon, None, victim)
    more = arms.meet(battle, unit.ref, held.name, victim.ref, arms.told(parts), value, "snap")
    damage(battle, victim.ref, more, source)
    if battle.unit(victim.ref).place != "board" or arms.total_of(parts) < 1 or more < 0:
        return
    if not more and "Poison" in weapon.effects:
        graze(battle, victim.ref, "W", arms.outright(source, "W"))
    if "KB" in weapon.effects:
        knock_back(battle, victim.ref, unit.at, source, None)
