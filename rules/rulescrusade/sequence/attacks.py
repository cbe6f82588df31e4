"""Orders to attack: their checks, in order, and the attack; what no sentence could say."""

import re

from rules.line.errors import Refusal
from rules.line.orders import Order
from rules.rulescrusade import checks
from rules.rulescrusade import orders as od
from rules.rulescrusade.checks import Battle, act
from rules.rulescrusade.events import Acted, Attacked
from rules.rulescrusade.field.routes import check_enemy, check_nearest, known
from rules.rulescrusade.field.sight import adjacent_units, apart, eye
from rules.rulescrusade.fight import arms, ranged, structures
from rules.rulescrusade.fight.arms import Held
from rules.rulescrusade.fight.fire import object_at
from rules.rulescrusade.fight.harm import detonate
from rules.rulescrusade.fight.melee import Chosen, melee
from rules.rulescrusade.fight.mob import check_mob, check_volley, volley
from rules.rulescrusade.march.charge import charge, check_chargeable
from rules.rulescrusade.march.climb import check_dive, dive
from rules.rulescrusade.march.walk import lamed
from rules.rulescrusade.mind.duel import check_mind_blast, check_mind_war, mind_blast, mind_war
from rules.rulescrusade.state import State, Unit
from rules.rulescrusade.words import DIRECTIONS, GRAZE_VERBS, Heading, Manner, Target, Who

# 6.2: the orders to attack, from the order to the attack itself.


HOUSE = re.compile(r"B\d+(\.\d+)?", re.IGNORECASE | re.ASCII)


def is_house(state: State, target: Target) -> bool:
    """Is the target the reference of a building or a sector?"""
    return isinstance(target, str) and bool(HOUSE.fullmatch(target)) and not state.find(target)


def meant(state: State, targets: tuple[Target, ...]) -> tuple[Target, ...]:
    """The targets with references as the state knows them: `orc 2` is O2."""
    return tuple(
        one if not isinstance(one, str) or is_house(state, one) else checks.refer(state, one)
        for one in targets
    )


# --- shooting -----------------------------------------------------------------------------------


def is_digi(state: State, unit: Unit, order: od.FireOrder) -> bool:
    """RC-WFX-30: does the order fire a digi weapon, which takes no action?"""
    if not order.weapons:
        return False
    return any(one.weapon.kind == "digi" for one in arms.named(state, unit, order.weapons[0]))


def fire(battle: Battle, unit: Unit, order: od.FireOrder) -> None:
    """RC-SHOOT-6, RC-SHOOT-1: check an order to fire or throw, spend the action, attack."""
    digi = is_digi(battle.state, unit, order)
    if digi:
        checks.check_up(unit)
        if unit.digi_fired:
            raise Refusal("RC-TURN-4", f"{unit.ref} has fired its digi weapon this turn")
    ranged.check_blinded(unit)
    name = order.weapons[0] if order.weapons else ""
    thrown = isinstance(order, od.Throw)
    if not thrown and name:
        found = arms.named(battle.state, unit, name)
        thrown = bool(found) and all(one.weapon.kind == "grenade" for one in found)
    held = arms.ranged_arm(battle.state, unit, name, thrown)
    targets = meant(battle.state, order.targets)
    if isinstance(order, od.RapidFire):
        ranged.check_rapid(battle, unit, held, targets[:2])
        for target in targets[:2]:
            ranged.check_fire(battle, unit, held, (target,))
        act(battle, unit, "fire")
        ranged.rapid(battle, unit.ref, held, targets[:2], order.manner)
        return
    if fire_structure(battle, unit, held, targets, digi):
        return
    ranged.check_fire(battle, unit, held, targets)
    spend_shot(battle, unit, digi)
    verb = "throws" if held.weapon.kind == "grenade" else "fires"
    ranged.shoot(battle, unit.ref, [held], targets, order.manner, verb)


def spend_shot(battle: Battle, unit: Unit, digi: bool) -> None:
    """RC-WFX-30: spend the one digi shot of the turn; for other weapons the action."""
    if digi:
        checks.activate(battle, unit.ref)
        battle.mark(unit.ref, digi_fired=True)
    else:
        act(battle, unit, "fire")


def fire_structure(
    battle: Battle, unit: Unit, held: Held, targets: tuple[Target, ...], digi: bool
) -> bool:
    """RC-BLDG-14, RC-BLDG-18: fire at a building, barricade or catwalk; False if it is none."""
    target = targets[0]
    house = is_house(battle.state, target)
    thing = not isinstance(target, str) and object_at(battle.state, target) is not None
    if not (house or (thing and not held.weapon.template)):
        return False
    structures.check_structure(battle, unit, held, target)
    spend_shot(battle, unit, digi)
    structures.fire_at_structure(battle, unit.ref, held, target)
    return True


def fire_both(battle: Battle, unit: Unit, order: od.FireBoth) -> None:
    """RC-ABIL-36: check both pistols, then as for any fire."""
    targets = meant(battle.state, order.targets)
    pistols = ranged.check_both(battle, unit, targets)
    ranged.check_blinded(unit)
    for held in pistols:
        arms.check_usable(unit, held.weapon)
        arms.check_ready(unit, held)
    ranged.check_fire(battle, unit, pistols[0], targets)
    act(battle, unit, "fire")
    ranged.shoot(battle, unit.ref, pistols, targets, order.manner)


# --- melee --------------------------------------------------------------------------------------


def the_one(battle: Battle, order: od.AttackOrder) -> Unit:
    """The single target of an order.  Raises `Refusal` if it is not one unit."""
    targets = meant(battle.state, order.targets)
    if len(targets) != 1 or not isinstance(targets[0], str) or is_house(battle.state, targets[0]):
        raise Refusal("RC-MELEE-1", f"`{str(order)[:80]}` needs one model as its target")
    return known(battle.state, targets[0])


def check_opponent(state: State, unit: Unit, target: Unit) -> None:
    """RC-MELEE-1: the target must be a living enemy on the board; RC-SHOOT-3: and no chit."""
    check_enemy(state, unit, target, "RC-MELEE-1")
    if target.chit:
        raise Refusal("RC-SHOOT-3", f"{target.ref} is an unrevealed chit")


def check_touching(state: State, unit: Unit, target: Unit) -> None:
    """RC-MELEE-2: the two must be adjacent."""
    if not adjacent_units(state, unit, target):
        away = apart(state, eye(unit), eye(target))
        why = f"{target.ref} is {away} inches away; melee needs touching models"
        raise Refusal("RC-MELEE-2", why)


def chosen_arms(battle: Battle, unit: Unit, names: tuple[str, ...]) -> Chosen:
    """RC-MELEE-3: the weapons named after `with`, or None."""
    return {unit.ref: arms.melee_arms(battle.state, unit, names)} if names else None


def fight(battle: Battle, unit: Unit, order: od.AttackOrder) -> None:
    """RC-MELEE-1, RC-BLDG-14: fight the models, building or object that an order names."""
    targets = meant(battle.state, order.targets)
    if is_house(battle.state, targets[0]) or not isinstance(targets[0], str):
        structures.fight_structure(battle, unit, targets[0], order.weapons)
        return
    foes = []
    for name in targets:
        if not isinstance(name, str) or is_house(battle.state, name):
            raise Refusal("RC-MELEE-1", "a melee is fought against models")
        foes.append(known(battle.state, name))
    engage(battle, unit, foes, "fight", order)


def engage(battle: Battle, unit: Unit, foes: list[Unit], kind: str, order: od.AttackOrder) -> None:
    """RC-MELEE-1, -2, -3, RC-ABIL-9, RC-ABIL-22: check the opponents, then fight one by one."""
    for foe in foes:
        check_opponent(battle.state, unit, foe)
    for foe in foes:
        check_touching(battle.state, unit, foe)
    given = chosen_arms(battle, unit, order.weapons)
    check_nearest(battle.state, unit, foes, melee=True)
    left = unit.moveleft
    act(battle, unit, "melee")
    fight_each(battle, unit.ref, [foe.ref for foe in foes], kind, given, order.manner, left)


def fight_each(
    battle: Battle, ref: str, foes: list[str], kind: str, given: Chosen, manner: Manner, left: int
) -> None:
    """RC-MELEE-9: fight each opponent, at -1 for each earlier one, until lamed or moved."""
    fought = 0
    for name in foes:
        unit, foe = battle.unit(ref), battle.unit(name)
        gone = foe.place != "board" or foe.has("down")
        if gone or not adjacent_units(battle.state, unit, foe):
            continue
        spot = unit.spot
        melee(battle, [ref], name, kind, given, manner, earlier=fought, left=left)
        fought += 1
        now = battle.unit(ref)
        if lamed(now) or now.spot != spot:
            return


def attack(battle: Battle, unit: Unit, order: od.Attack) -> None:
    """6.2: fight or fire, as the weapon named says; without one: melee if adjacent, else fire."""
    state = battle.state
    targets = meant(state, order.targets)
    shots = False
    if order.weapons:
        kinds = [arms.find_arm(state, unit, name).weapon.kind for name in order.weapons]
        shots = len(kinds) == 1 and kinds[0] != "melee"
    elif isinstance(targets[0], str) and not is_house(state, targets[0]):
        foe = known(state, targets[0])
        shots = foe.place == "board" and not adjacent_units(state, unit, foe)
    elif is_house(state, targets[0]):
        shots = not unit.inside
    else:
        shots = True
    if not shots:
        checks.check_action(unit, checks.MELEE)
        fight(battle, unit, order)
        return
    shooting = od.Fire(order.who, targets, order.weapons, order.manner)
    if not is_digi(state, unit, shooting):
        checks.check_action(unit, checks.ACTION)
    fire(battle, unit, shooting)


def charge_order(battle: Battle, unit: Unit, order: od.Charge) -> None:
    """RC-MELEE-1, RC-CHARGE-3, RC-CHARGE-2, RC-CHARGE-4: check an order to charge; charge."""
    foe = the_one(battle, order)
    check_chargeable(battle.state, unit, foe)
    charge(battle, unit.ref, foe, chosen_arms(battle, unit, order.weapons), order.manner)


def dive_order(battle: Battle, unit: Unit, order: od.Dive) -> None:
    """RC-MELEE-1, RC-DIVE-1, RC-JUMP-3: check an order to dive on an enemy; dive."""
    foe = the_one(battle, order)
    check_opponent(battle.state, unit, foe)
    check_dive(battle.state, unit, foe)
    given = chosen_arms(battle, unit, order.weapons)
    checks.activate(battle, unit.ref)
    dive(battle, unit.ref, foe.ref, given, order.manner)


def latch(battle: Battle, unit: Unit, order: od.Latch) -> None:
    """RC-ABIL-18, RC-MELEE-1, RC-MELEE-2: check an order to latch on; fight for it."""
    if not unit.trait("Latch On"):
        raise Refusal("RC-ABIL-18", f"{unit.ref} cannot latch onto anybody")
    engage(battle, unit, [the_one(battle, order)], "latch", order)


def mob_order(battle: Battle, refs: list[str], order: od.Mob) -> None:
    """RC-ABIL-23: check a mob, whose models all need their action; fight.

    Models that have finished their activation may join.
    """
    units = gathered(battle, refs, checks.MELEE)
    foe = the_one(battle, order)
    check_mob(battle.state, units, foe)
    check_nearest(battle.state, units[0], [foe], melee=True)
    together(battle, units, "melee")
    melee(battle, [unit.ref for unit in units], foe.ref, "mob", None, order.manner)


def gathered(battle: Battle, refs: list[str], needs: checks.Needs) -> list[Unit]:
    """Make the common checks (6.1) for models that act as one; return them."""
    units = []
    for ref in dict.fromkeys(refs):
        unit = checks.check_common(battle, ref, checks.ANYTIME)
        checks.check_turn(battle.state, battle.seat)
        checks.check_action(unit, needs)
        units.append(unit)
    return units


def together(battle: Battle, units: list[Unit], what: str) -> None:
    """RC-ABIL-23, RC-VOLLEY-1: spend the action of each model that acts as one."""
    head = next((unit for unit in units if not unit.done), None)
    if head is not None and battle.state.active not in [unit.ref for unit in units]:
        checks.activate(battle, head.ref)
    for unit in units:
        now = battle.unit(unit.ref)
        battle.emit(Acted(now.ref, what, checks.left_after_action(now)))


def volley_order(battle: Battle, refs: list[str], order: od.Volley) -> None:
    """RC-ABIL-38, RC-VOLLEY-1, RC-VOLLEY-2: check a volley; fire it."""
    units = gathered(battle, refs, checks.ACTION)
    for unit in units:
        ranged.check_blinded(unit)
    names = tuple(one for one in meant(battle.state, order.targets) if isinstance(one, str))
    if not names or len(names) != len(order.targets):
        raise Refusal("RC-ABIL-38", "a volley is fired at models")
    targets = check_volley(battle.state, units, names)
    together(battle, units, "fire")
    volley(battle, [unit.ref for unit in units], [foe.ref for foe in targets], order.manner)


# --- minds and bombs ----------------------------------------------------------------------------


def mind_war_order(battle: Battle, unit: Unit, order: od.MindWar) -> None:
    """RC-MWAR-1, RC-MELEE-1, RC-MWAR-2, RC-MWAR-7, RC-SHOOT-3, RC-SHOOT-4: fight a mind war."""
    if unit.psy < 1:
        raise Refusal("RC-MWAR-1", f"{unit.ref} is no psyker")
    foe = the_one(battle, order)
    check_mind_war(battle.state, unit, foe, unit.trait("Mind Lance"))
    check_nearest(battle.state, unit, [foe], melee=False)
    act(battle, unit, "mind war")
    mind_war(battle, unit.ref, foe.ref)


def mind_blast_order(battle: Battle, unit: Unit, order: od.MindBlast) -> None:
    """RC-MWAR-5, RC-SHOOT-3, RC-TMPL-6, RC-SHOOT-4: check a mind blast (the trait); blast."""
    if not unit.trait("Mind Blast"):  # RC-ABIL-47
        raise Refusal("RC-MWAR-5", f"{unit.ref} has no Mind Blast")
    if unit.psy < 1:
        raise Refusal("RC-MWAR-1", f"{unit.ref} is no psyker")
    target = meant(battle.state, order.targets)[0]
    cell = check_mind_blast(battle.state, unit, target)
    inside = isinstance(target, str) and known(battle.state, target).inside
    act(battle, unit, "mind war")
    mind_blast(battle, unit.ref, cell, inside)


def detonate_order(battle: Battle, unit: Unit, order: od.Detonate) -> None:
    """RC-ABIL-7: detonate, as an action."""
    armed = any(arm.name.lower() == "detonator" for arm in unit.weapons)
    if not unit.trait("Detonate") or not armed:
        raise Refusal("RC-ABIL-7", f"{unit.ref} cannot detonate")
    act(battle, unit, "detonate")
    battle.emit(Attacked(unit.ref, "detonates", "Detonator", ()))
    detonate(battle, battle.unit(unit.ref), arms.source_of(unit, ()))


# Orders come from text and from storage: what no sentence could say is refused before all else.


RULE = "RC-ORD-1"
MOST = 100
LARGEST = 10**6
ONE_TARGET = (od.Charge, od.Dive, od.Latch, od.MindWar, od.MindBlast, od.Mob)
UNARMED = (od.Latch, od.MindWar, od.MindBlast, od.FireBoth, od.Volley)


def check_wellformed(order: Order) -> None:
    """RC-ORD-1: refuse an order with a part that no sentence could say."""
    who = getattr(order, "who", None)
    if isinstance(who, Who):
        check(bool(who.refs) != bool(who.every), "no model, or two ways of naming models")
        check(len(who.refs) <= MOST, f"more than {MOST} models")
    match order:
        case od.AttackOrder():
            check_attack(order)
        case od.MoveOrder(_, to, via):
            check_goal(to)
            check(len(via) <= MOST, "a route of too many cells")
            check(not via or not isinstance(to, Heading), "a route through cells ends in a cell")
        case od.Slip(_, to):
            check_goal(to)
        case od.Standing(_, attribute, value):
            known = (attribute, value) in od.STANDING
            check(known, f"no standing order {attribute[:20]} {value[:20]}")
        case od.PlayCards(_, plays):
            check(0 < len(plays) <= MOST, "no card, or too many")
            for play in plays:
                check(len(play.subjects) <= MOST, "too many subjects")
                check(play.direction in ("", *DIRECTIONS), f"no direction {play.direction[:20]}")
        case od.Buy(purchases):
            check(0 < len(purchases) <= MOST, "nothing to buy, or too much")
            for purchase in purchases:
                check(0 < purchase.count < LARGEST, f"no number of models {purchase.count}")


def check(fits: bool, what: str) -> None:
    """Raise `Refusal` for `what` unless it `fits`."""
    if not fits:
        raise Refusal(RULE, f"I don't understand that order: {what}")


def check_goal(goal: object) -> None:
    """Check a goal: a cell, or steps in one of eight directions."""
    if isinstance(goal, Heading):
        check(goal.direction in DIRECTIONS, f"no direction {goal.direction[:20]}")
        check(goal.steps < LARGEST, "too many steps")


def check_attack(order: od.AttackOrder) -> None:
    """Check the number of targets and weapons of an attack, and its options."""
    check(0 < len(order.targets) <= MOST, "no target, or too many")
    check(len(order.weapons) <= MOST, "too many weapons")
    if isinstance(order, ONE_TARGET):
        check(len(order.targets) == 1, "one target only")
    if isinstance(order, UNARMED):
        check(not order.weapons, "no weapon is named there")
    if isinstance(order, od.FireOrder):
        check(len(order.weapons) <= 1, "one weapon only")
    check_manner(order.manner)


def check_manner(manner: Manner) -> None:
    """6.2: check the options that follow an attack."""
    check(manner.graze in ("", *GRAZE_VERBS), f"no graze {manner.graze[:20]}")
    check(manner.throwing in ("", *DIRECTIONS), f"no direction {manner.throwing[:20]}")
    check(manner.pull is None or 0 <= manner.pull < LARGEST, "no such number")
    check(len(manner.split) <= MOST, "too many shares")
    check(all(0 <= share < LARGEST for share in manner.split), "no such share")
