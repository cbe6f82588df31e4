"""Ranged attacks: rolls, damage, the Inferno card, and hits on barricades and catwalks."""

from dataclasses import dataclass, field

from rules.line.errors import allows
from rules.numbers.grid import Cell
from rules.rulescrusade.checks import Battle
from rules.rulescrusade.events import ConditionGained, ObjectDestroyed, Parts
from rules.rulescrusade.field.sight import Eye, eye, eye_at, ground_of, in_bunker, sight
from rules.rulescrusade.field.terrain import around, distance, penalty
from rules.rulescrusade.fight import arms
from rules.rulescrusade.fight.arms import Held, Pool, Source
from rules.rulescrusade.fight.hand import check_hand, hood, note_incursion, spend_card
from rules.rulescrusade.fight.harm import damage, fall, foresee, graze, knock_back, reveal
from rules.rulescrusade.sheets import Dice, Weapon
from rules.rulescrusade.state import Condition, State, Unit, in_order

# RC-SHOOT-7 to RC-SHOOT-9: a ranged attack, from the dice to the damage.


@dataclass
class RangedAttack:
    """A ranged attack under way.

    `held`: the weapon, or both pistols.  `away`: the range penalty of the whole attack (None:
    each target's own).  `centre` and `blast`: for templates.  `still`: its firer has not moved this
    turn (RC-WFX-21, RC-ABIL-29).  `foreseen`: what Precognant takes off (None: not played so far).
    `failed`: a roll of it failed.  `braces`: it braces the firer.
    """

    firer: str
    held: list[Held]
    source: Source
    away: int | None = None
    centre: Cell | None = None
    blast: bool = False
    no_scope: bool = False
    still: bool = False
    foreseen: int | None = None
    failed: bool = False
    braces: bool = False
    hit: list[str] = field(default_factory=list)

    @property
    def weapon(self) -> Weapon:
        return self.held[0].weapon

    def has(self, effect: str) -> bool:
        """Does any of its weapons have the effect?"""
        return any(effect in one.weapon.effects for one in self.held)

    @property
    def name(self) -> str:
        return " and ".join(one.name for one in self.held)

    @property
    def modifier(self) -> int:
        return sum(one.weapon.dice.modifier for one in self.held)


def range_to(state: State, firer: Unit, place: Eye, weapon: Weapon) -> int:
    """RC-GEO-3: the distance in inches; RC-SHOOT-10: for a grenade only a climb adds to it."""
    ground = ground_of(state)
    rise = ground.sight_level(place.cell) - ground.sight_level(firer.at)
    if weapon.kind == "grenade" and rise < 0:
        rise = 0
    return distance(state.rules.hulk, firer.at, place.cell, rise)


def foot_penalty(battle: Battle, fire: RangedAttack, place: Eye) -> int:
    """RC-GEO-5, RC-WFX-9, RC-ABIL-29, RC-WFX-3: the range penalty to a target or centre."""
    unit = battle.unit(fire.firer)
    if fire.has("IR"):
        return 0
    away = penalty(range_to(battle.state, unit, place, fire.weapon))
    if fire.has("Barrage"):
        away = max(1, away)
    if away and unit.trait("Sniper") and fire.still and not fire.no_scope:
        fire.braces = True
        return 0
    return away


def draw(battle: Battle, fire: RangedAttack, targets: list[Unit]) -> Pool:
    """RC-SHOOT-9: draw the dice, apply R (RC-WFX-19) and Jink (RC-ABIL-19), note a fail."""
    unit = battle.unit(fire.firer)
    rerolls = fire.has("R") or unit.trait("R")
    choosy = rerolls or fire.blast or any(one.trait("Jink") for one in targets)
    pool = Pool(fire.firer, fire.name, plain=not choosy)
    for held in fire.held:
        pool.draw(battle, held.weapon.dice)
    pool.show(battle)
    die = arms.best_own(pool) if rerolls and not unit.rerolled and unit.reroll != "never" else None
    if die is not None:
        battle.mark(unit.ref, rerolled=True)
        pool.reroll(battle, die, unit.ref, "R")
    for target in targets:
        jink(battle, fire, pool, battle.unit(target.ref))
    fire.failed = fire.failed or pool.failed
    return pool


def jink(battle: Battle, fire: RangedAttack, pool: Pool, target: Unit) -> None:
    """RC-ABIL-19: once a turn the target rerolls the attacker's best die, but not against NOR
    (RC-WFX-13)."""
    lame = target.has("stunned", "rising", "ko")
    held = target.latched or is_held(battle.state, target)
    if not target.trait("Jink") or target.jinked or lame or held or fire.has("NOR"):
        return
    die = arms.worst_of(pool)
    if die is not None:
        battle.mark(target.ref, jinked=True)
        pool.reroll(battle, die, target.ref, "Jink")


def is_held(state: State, unit: Unit) -> bool:
    """RC-ABIL-18: is somebody latched onto it?"""
    return any(other.latched == unit.ref for other in state.latchers())


def is_gripped(state: State, unit: Unit) -> bool:
    """RC-ABIL-18: is an enemy latched onto it?"""
    return any(
        other.latched == unit.ref and not state.friends(other, unit) for other in state.on_board()
    )


def total_parts(battle: Battle, fire: RangedAttack, dice: tuple[str, int], target: Unit) -> Parts:
    """RC-SHOOT-7, RC-WFX-31: all parts of the total against a target."""
    state, unit = battle.state, battle.unit(fire.firer)
    away = foot_penalty(battle, fire, eye(target)) if fire.away is None else fire.away
    pierces = max(arms.piercing(state, held.weapon, target) for held in fire.held)
    parts = (
        dice,
        ("modifier", fire.modifier),
        ("AP", pierces),
        ("+P", 1 if fire.has("+P") and target.vehicle else 0),
        ("targeter", 1 if fire.has("Targeter") else 0),
        ("latched target", 1 if is_gripped(state, target) else 0),
        ("latched onto", -1 if is_held(state, unit) else 0),
        ("cursed", -1 if unit.has("cursed") else 0),
        ("range", -away),
        ("Precognant", -(fire.foreseen or 0)),
    )
    return tuple(part for part in parts if part[1] or part is dice)


def against(battle: Battle, fire: RangedAttack, target: Unit) -> Parts:
    """RC-SHOOT-8: the parts of the target's value; RC-ABIL-36: of two pistols the lower value."""
    state, origin = battle.state, eye(battle.unit(fire.firer))
    scope = scoped(battle, fire, target)
    options = [
        arms.value_parts(state, held.weapon, origin, target, scope=scope) for held in fire.held
    ]
    return min(options, key=arms.total_of)


def scoped(battle: Battle, fire: RangedAttack, target: Unit) -> bool:
    """RC-WFX-21: use the scope if it takes away the target's cover; that braces the firer."""
    if not fire.has("Scope") or fire.no_scope or not fire.still:
        return False
    state, origin = battle.state, eye(battle.unit(fire.firer))
    plain = arms.cover_left(state, fire.weapon, origin, target)
    if not plain or arms.cover_left(state, fire.weapon, origin, target, scope=True):
        return False
    fire.braces = True
    return True


def resolve(battle: Battle, fire: RangedAttack, pool: Pool, targets: list[Unit]) -> None:
    """RC-SHOOT-9: let Precognant answer, then resolve the attack target by target."""
    if fire.foreseen is None:
        endangered = [unit for unit in targets if would_hurt(battle, fire, pool, unit)]
        if endangered:
            fire.foreseen = foresee(battle, endangered, battle.unit(fire.firer)) or None
    for target in targets:
        now = battle.unit(target.ref)
        if now.place != "board" or now.has("down"):
            continue
        bearer = battle.state.find(now.latched) if now.latched else None
        strike(battle, fire, pool, now)
        if bearer is not None and bearer.place == "board":  # RC-ABIL-18
            strike(battle, fire, pool, battle.unit(bearer.ref), shared=now)


def dice_of(fire: RangedAttack, pool: Pool, target: Unit) -> tuple[str, int]:
    """RC-TMPL-7: what the dice count: their total in the centre, the highest die elsewhere."""
    if fire.blast and target.at != fire.centre:
        return "highest die", max((die.value for die in pool.dice), default=0)
    return "dice", pool.total


def would_hurt(battle: Battle, fire: RangedAttack, pool: Pool, target: Unit) -> bool:
    """RC-CARD-13: would the attack do damage to this target?"""
    parts = total_parts(battle, fire, dice_of(fire, pool, target), target)
    return arms.total_of(parts) > arms.total_of(against(battle, fire, target))


def strike(
    battle: Battle, fire: RangedAttack, pool: Pool, target: Unit, shared: Unit | None = None
) -> None:
    """RC-SHOOT-8: hit one target; `shared`: use the total against this unit instead."""
    parts = total_parts(battle, fire, dice_of(fire, pool, shared or target), shared or target)
    land(battle, fire, pool, target, parts)


def land(battle: Battle, fire: RangedAttack, pool: Pool, target: Unit, parts: Parts) -> None:
    """RC-SHOOT-9: apply Shield, force field, damage, graze, tie effects, knockback (RC-WFX-11).

    RC-ABIL-25: a 0-hand weapon of a model with Poison is poisoned.
    """
    value = against(battle, fire, target)
    total = arms.total_of(parts)
    more = arms.meet(battle, fire.firer, fire.name, target.ref, parts, value, "shot")
    fire.hit.append(target.ref)
    burned = fire.has("Burn") and target.has("hidden") and not in_bunker(battle.state, target)
    if burned and pool.total > 0:  # RC-WFX-5, RC-RULING-53
        hostile = not battle.state.friends(target, battle.unit(fire.firer))
        reveal(battle, target.ref, "burn", found=hostile)
    damage(battle, target.ref, more, fire.source)
    if battle.unit(target.ref).place != "board" or total < 1 or more < 0:
        return
    natural = battle.unit(fire.firer).trait("Poison") and fire.weapon.hands == 0
    if not more and (fire.has("Poison") or natural):  # RC-WFX-25, RC-WFX-27
        graze(battle, target.ref, "W", arms.outright(fire.source, "W"))
    if fire.has("KB"):  # RC-KB-1
        origin = battle.unit(fire.firer).at
        if fire.centre is not None and target.at != fire.centre:
            origin = fire.centre
        knock_back(battle, target.ref, origin, fire.source, None)


def brace(battle: Battle, fire: RangedAttack) -> None:
    """RC-MOVE-19: a scope, a sniper's aim or artillery braces its user for the turn."""
    unit = battle.unit(fire.firer)
    if (fire.braces or fire.has("Artillery")) and unit.place == "board" and not unit.has("braced"):
        battle.emit(ConditionGained(unit.ref, Condition("braced")))


# RC-CARD-6: Inferno, played as a card or in answer to an attack.


THREE_REDS = Dice(reds=3)


def burn(battle: Battle, psyker: Unit, target: Unit) -> None:
    """RC-CARD-6: attack with 3R against the armour: no penalty, no cover, graze W."""
    pool = arms.cast(battle, psyker.ref, "Inferno", THREE_REDS)
    hood(battle, psyker, pool)
    parts, value = (("dice", pool.total),), (("armour", target.armor),)
    more = arms.meet(battle, psyker.ref, "Inferno", target.ref, parts, value, "card")
    if target.has("hidden") and pool.total > 0 and not in_bunker(battle.state, target):
        reveal(battle, target.ref, "burn", found=True)
    damage(battle, target.ref, more, arms.source_for(psyker, "W"))
    note_incursion(battle, psyker, [pool])


def kindled(battle: Battle, refs: list[str]) -> list[Unit]:
    """RC-PSY-8: the psykers among these that have readied an Inferno, as they are now.

    Called before an attack, so that `retaliate` can compare.
    """
    state = battle.state
    units = [state.unit(ref) for ref in refs]
    return [
        unit
        for unit in units
        if unit.readied == "Inferno" and state.team(unit.boss) != state.team(state.flow.turn)
    ]


def retaliate(battle: Battle, before: list[Unit], attacker: str) -> None:
    """RC-CARD-6: let readied Infernos answer the attacker, if seen, even from dead psykers.

    `before`: the psykers as they were before the attack.
    """
    for psyker in before:
        now, foe = battle.unit(psyker.ref), battle.unit(attacker)
        if foe.place != "board" or battle.state.friends(psyker, foe):
            continue
        if psyker.has("stunned", "rising", "ko"):
            continue
        if sight(battle.state, eye(psyker), eye(foe)) == "none":
            continue
        harmed = now.place != "board" or any(
            now.has(name) and not psyker.has(name) for name in ("stunned", "wounded", "ko")
        )
        if psyker.owes and not psyker.owes_now and not harmed:
            continue
        if not allows(check_hand, battle.state, now, "Inferno"):
            continue
        spend_card(battle, now, "Inferno", (foe.ref,), readied=True, free=harmed)
        burn(battle, now, foe)


# RC-BLDG-18, RC-DMG-7: barricades and catwalks, which have one hit each.


OBJECTS = {"=": ("barricade", 2), "w": ("catwalk", 3)}
"""RC-MAP-1: the objects by terrain character: name and armour; each has 1 hit."""


def object_at(state: State, cell: Cell) -> tuple[str, int] | None:
    """The barricade or catwalk in a cell, with its armour, or None."""
    if not state.ground.holds(cell) or ground_of(state).sector_at(cell):
        return None
    return OBJECTS.get(ground_of(state).char(cell))


def structure_parts(
    battle: Battle, fire: RangedAttack, pool: Pool, place: Eye, more: Parts = ()
) -> Parts:
    """RC-BLDG-15, RC-BLDG-18: the parts of the total against a structure: AP and Targeter count.

    `more` are parts of some structures only.
    """
    away = foot_penalty(battle, fire, place)
    parts = (
        ("dice", pool.total),
        ("modifier", fire.modifier),
        *more,
        ("AP", 1 if fire.has("AP") else 0),
        ("targeter", 1 if fire.has("Targeter") else 0),
        ("range", -away),
    )
    return arms.told(parts)


def shoot_object(battle: Battle, fire: RangedAttack, pool: Pool, cell: Cell) -> None:
    """RC-BLDG-18, RC-LINE-2: fire at an object; a destroyed barricade covers nobody behind it."""
    parts = structure_parts(battle, fire, pool, eye_at(cell))
    hit_object(battle, fire.firer, fire.name, cell, parts)


def hit_object(battle: Battle, ref: str, weapon: str, cell: Cell, parts: Parts) -> None:
    """RC-DMG-7: attack the object in a cell; damage of 1 or more destroys it."""
    found = object_at(battle.state, cell)
    if found is None:
        return
    what, armour = found
    place = f"{cell[0]},{cell[1]}"
    value = (("armour", 0 if ignored(battle, weapon) else armour),)
    if arms.meet(battle, ref, weapon, place, parts, value, "object") >= 1:
        destroy(battle, cell, what, battle.unit(ref).boss)


def ignored(battle: Battle, weapon: str) -> bool:
    """RC-WFX-7: does the weapon of that name ignore armour?"""
    known = battle.state.weapons.get(weapon.lower())
    return known is not None and "IA" in known.effects


def destroy(battle: Battle, cell: Cell, what: str, seat: int) -> None:
    """RC-BLDG-18: destroy an object: a barricade leaves open ground, a catwalk leaves cover.

    Whoever stood on the catwalk falls to the lowest level around it.
    """
    ground = ground_of(battle.state)
    height = ground.floor[ground.ground.index(cell)]
    if what == "barricade":
        battle.emit(ObjectDestroyed(cell, what, "_", height))
        return
    near = filter(ground.ground.holds, around(cell))
    low = min(ground.floor[ground.ground.index(other)] for other in near)
    battle.emit(ObjectDestroyed(cell, what, "c", low))
    for unit in in_order(unit for unit in battle.state.on_board() if unit.at == cell):
        if height > low:
            fall(battle, unit.ref, height - low, Source(seat=seat))
