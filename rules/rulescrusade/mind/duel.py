"""Psychic powers: mind wars, incursions, the effects of cards."""

from dataclasses import replace
from itertools import count

from rules.line.errors import Refusal
from rules.numbers.grid import Cell, shift
from rules.rulescrusade import events as ev
from rules.rulescrusade.checks import Battle, fresh
from rules.rulescrusade.field import sight
from rules.rulescrusade.field.routes import aim, check_enemy, check_seen, check_shown, known
from rules.rulescrusade.field.terrain import relief
from rules.rulescrusade.fight import arms, harm
from rules.rulescrusade.fight.arms import Held, Pool, Source
from rules.rulescrusade.fight.fails import suffer
from rules.rulescrusade.fight.hand import note_incursion, range_penalty, roll_number
from rules.rulescrusade.fight.melee import Side, reroll_once, spring
from rules.rulescrusade.fight.ranged import check_flame, set_out
from rules.rulescrusade.march.walk import scanned
from rules.rulescrusade.sheets import Dice
from rules.rulescrusade.state import Condition, Spot, State, Unit, order_of
from rules.rulescrusade.words import STEPS, Target, cell_text, target_text

# RC-MWAR, RC-INC: mind wars, mind blasts and lances, and the incursions that may follow.


ONE_WHITE = Dice(whites=1)
"""RC-MWAR-6: the dice of a victim that is no psyker."""


def sentient(unit: Unit) -> bool:
    """RC-MWAR-7, RC-ABIL-37, RC-ABIL-44: is it neither Undead nor Nonsentient nor a vehicle?"""
    return not (unit.trait("Undead") or unit.trait("Nonsentient") or unit.vehicle)


def check_mind(unit: Unit) -> None:
    """RC-MWAR-7: the target must have a mind."""
    if not sentient(unit):
        raise Refusal("RC-MWAR-7", f"{unit.ref} has no mind")


def check_mind_war(state: State, unit: Unit, target: Unit, lance: bool) -> None:
    """RC-MELEE-1, RC-MWAR-2, RC-MWAR-7, RC-SHOOT-3, RC-SHOOT-4: check a mind war of a psyker.

    `lance`: the target need not be a psyker.
    """
    check_enemy(state, unit, target, "RC-MELEE-1")
    if target.chit:
        check_shown(state, target, None)
    if target.psy < 1 and not lance:
        raise Refusal("RC-MWAR-2", f"{target.ref} is no psyker")
    check_mind(target)
    check_shown(state, target, None)
    check_seen(state, unit, sight.eye(target), target.ref)


def check_mind_blast(state: State, unit: Unit, target: Target) -> Cell:
    """RC-SHOOT-3, RC-TMPL-6, RC-SHOOT-4: the cell at which the blast is aimed."""
    if isinstance(target, str):
        victim = known(state, target)
        check_enemy(state, unit, victim, "RC-SHOOT-2")
        check_shown(state, victim, None)
        cell = victim.at
    else:
        cell = target
        if not state.ground.holds(cell):
            raise Refusal("RC-TMPL-6", f"{target_text(target)} is off the board")
    check_flame(unit, "FT", cell, target_text(target))
    check_seen(state, unit, aim(state, target), target_text(target))
    return cell


def mind_war(battle: Battle, ref: str, target: str, how: str = "mind wars") -> None:
    """RC-MWAR-3, RC-MWAR-4: fight one mind war of a psyker against one target."""
    set_out(battle, [ref], how, "", (target,))
    psyker = battle.unit(ref)
    pool = duel(battle, psyker, battle.unit(target))
    note_incursion(battle, psyker, [pool])


def mind_blast(battle: Battle, ref: str, cell: Cell, inside: bool) -> None:
    """RC-MWAR-5: fight a separate mind war against everyone under the flame template."""
    set_out(battle, [ref], "mind blasts", "", (cell_text(cell),))
    psyker = battle.unit(ref)
    sector = sight.ground_of(battle.state).sector_at(cell) if inside else ""
    pools = []
    for victim in sight.touched_flame(battle.state, psyker, "FT", cell, False, sector):
        mage, now = battle.unit(ref), battle.unit(victim.ref)
        if mage.place != "board" or mage.has("ko") or now.place != "board":
            continue
        if sentient(now):
            pools.append(duel(battle, mage, now))
    note_incursion(battle, psyker, pools)


def duel(battle: Battle, psyker: Unit, target: Unit) -> Pool:
    """RC-MWAR-3: roll a red per level on each side and apply the result; return the psyker's pool.

    The defender may parry, by its standing order.
    """
    away = range_penalty(battle, psyker, sight.eye(target))
    gifted = target.psy >= 1
    attack = Side([psyker.ref], {psyker.ref: []}, "mind")
    defence = Side([target.ref], {target.ref: []}, "defend")
    attack.parts = (("range", -away),) if away else ()
    mine, his = 2 * psyker.psy - 2 * away, 2 * target.psy
    willing = target.parry == "always" or (target.parry == "weaker" and his < mine)
    if gifted and willing and not target.has("ko"):
        battle.emit(ev.Parried(target.ref, 1))
        defence.parrying, defence.parts = True, (("parry", 1),)
    attack.pool = arms.cast(battle, psyker.ref, "mind war", Dice(reds=psyker.psy))
    if not target.has("ko"):
        dice = Dice(reds=target.psy) if gifted else ONE_WHITE
        defence.pool = arms.cast(battle, target.ref, "mind war", dice)
    reroll_once(battle, attack, defence, int(psyker.trait("Psychic Hood")))
    if gifted:
        reroll_once(battle, defence, attack, int(target.trait("Psychic Hood")))
    settle(battle, psyker, target, attack, defence)
    return attack.pool


def settle(battle: Battle, psyker: Unit, target: Unit, attack: Side, defence: Side) -> None:
    """RC-MWAR-4: damage the loser: a target by the difference, an attacker by 1 (graze S)."""
    total, helpless = attack.total, target.has("ko")
    against = 0 if helpless else defence.total
    ours = (("dice", attack.pool.total), *attack.parts)
    theirs = (("dice", defence.pool.total), *defence.parts)
    battle.emit(ev.MindsMet(psyker.ref, target.ref, total, against, ours, theirs))
    if total > against:
        harm.damage(battle, target.ref, total - against, arms.source_for(psyker, mental=True))
    elif against > total and not defence.parrying and not helpless:
        harm.damage(battle, psyker.ref, 1, arms.source_for(target, mental=True))


# --- incursions ---------------------------------------------------------------------------------


def incursions(battle: Battle) -> None:
    """RC-INC-1, RC-RULING-36: run the incursions that wait for the end of a play."""
    while battle.incursions:
        ref = battle.incursions.pop(0)
        psyker = battle.unit(ref)
        if psyker.place == "board" and not psyker.has("down"):
            incursion(battle, psyker)


def incursion(battle: Battle, psyker: Unit) -> None:
    """RC-INC-2, RC-RULING-55: the warp attacks a psyker: 2R against a red per level."""
    battle.emit(ev.IncursionCame(psyker.ref))
    warp = Side([psyker.ref], {psyker.ref: []}, "mind")
    warp.pool = arms.cast(battle, "", "the warp", Dice(reds=2))
    mind = Side([psyker.ref], {psyker.ref: []}, "defend")
    if not psyker.has("ko"):
        mind.pool = arms.cast(battle, psyker.ref, "against the warp", Dice(reds=psyker.psy))
        reroll_once(battle, mind, warp, int(psyker.trait("Psychic Hood")))
    total, against = warp.pool.total, mind.pool.total
    battle.emit(
        ev.MindsMet("", psyker.ref, total, against, (("dice", total),), (("dice", against),))
    )
    if total > against:
        harm.damage(battle, psyker.ref, total - against, Source(grazes=("S",), mental=True))
    if battle.unit(psyker.ref).place == "dead":
        spawn(battle, psyker)


def spawn(battle: Battle, psyker: Unit) -> None:
    """RC-INC-3, RC-RULING-35: put a Warp Spawn of the next enemy seat where the psyker died."""
    state = battle.state
    many = len(state.armies)
    seats = [(psyker.seat + step - 1) % many + 1 for step in range(1, many)]
    owner = next((one for one in seats if state.team(one) != state.team(psyker.seat)), 0)
    model = state.models.get("warp spawn")
    if not owner or model is None:
        return
    hits = psyker.maxhits + 2
    unit = replace(
        fresh(state, model, unused(state, "W"), owner),
        at=psyker.at,
        inside=psyker.inside,
        hits=hits,
        maxhits=hits,
        done=True,
    )
    battle.emit(ev.Summoned(unit, psyker.ref))


def unused(state: State, letters: str) -> str:
    """RC-SETUP-10: the first reference with these letters that no living unit has."""
    taken = {ref for ref, unit in state.units.items() if unit.place != "dead"}
    return next(ref for ref in (f"{letters}{number}" for number in count(1)) if ref not in taken)


# RC-CARD-1 to RC-CARD-19: the effect of each card, after all checks.


SCAN_ALL = 12
"""RC-CARD-15: the reach of Psychometry in inches."""


def clairvoyant(battle: Battle, psyker: Unit, units: list[Unit], pools: list[Pool]) -> None:
    """RC-CARD-1: for each target N = 1 scans a chit, 2 or more reveals it."""
    for unit in units:
        now = battle.unit(unit.ref)
        if now.place != "board":
            continue
        number = roll_number(battle, psyker, "Clairvoyant", unit.ref, sight.eye(now), pools)
        if number == 1 and now.chit and not now.has("scanned"):
            scanned(battle, now)
        elif number >= 2:
            if now.chit:
                battle.mark(psyker.ref, finder_of=now.seat)
            harm.reveal(battle, now.ref, "card", found=True)
            spring(battle)


def hex_with(battle: Battle, psyker: Unit, target: Unit, pools: list[Pool], card: str) -> None:
    """RC-CARD-2, RC-CARD-3, RC-CARD-19: Curse, Flash or Tripper, which take effect if N >= 1."""
    if not roll_number(battle, psyker, card, target.ref, sight.eye(target), pools):
        return
    if card == "Tripper":
        harm.graze(battle, target.ref, "S", arms.outright(arms.source_for(psyker), "S"))
        return
    name = "cursed" if card == "Curse" else "blinded"
    battle.emit(ev.ConditionGained(target.ref, battle.for_one_turn(name)))


def frenetic(battle: Battle, psyker: Unit, target: Unit, pools: list[Pool]) -> None:
    """RC-CARD-4: give the target one more action in its current or next activation.

    A model that has acted in its activation gets the action back at once.
    """
    if roll_number(battle, psyker, "Frenetic", target.ref, sight.eye(target), pools):
        now = battle.unit(target.ref)
        if battle.is_turn_of(now) and now.act and not now.action and not now.done:
            battle.mark(now.ref, action=True)
        else:
            battle.mark(now.ref, bonus_action=True)


def heal(battle: Battle, psyker: Unit, target: Unit, pools: list[Pool]) -> None:
    """RC-CARD-5: cure one thing: KO, a lost hit, a wound or a stun, in this order."""
    number = roll_number(battle, psyker, "Heal", target.ref, sight.eye(target), pools)
    unit = battle.unit(target.ref)
    if number >= 2 and unit.has("ko"):
        wake(battle, unit)
    elif number >= 2 and unit.hits < unit.maxhits:
        battle.emit(ev.LostHits(unit.ref, -1, unit.hits + 1))
    elif number >= 1:
        for name in ("wounded", "stunned"):
            if unit.has(name):
                battle.emit(ev.ConditionLost(unit.ref, name))
                return


def wake(battle: Battle, unit: Unit) -> None:
    """RC-CARRY-8: let a model cured of its KO stand up, in its cell or the nearest free one."""
    spot = unit.spot
    if harm.occupied(battle.state, spot, unit.ref):
        spot = harm.nearest_free(battle.state, unit, unit.at)
    battle.mark(unit.ref, borne_by="")
    battle.emit(ev.ConditionLost(unit.ref, "ko"))
    if spot != unit.spot:
        battle.emit(ev.Placed(unit.ref, "body", unit.spot, spot))
    harm.look_around(battle, unit.ref)


def shield(battle: Battle, psyker: Unit, target: Unit, pools: list[Pool]) -> None:
    """RC-CARD-16: lower every damage to the target by N for one turn."""
    if number := roll_number(battle, psyker, "Shield", target.ref, sight.eye(target), pools):
        battle.emit(ev.ConditionGained(target.ref, battle.for_one_turn("shielded", number)))


def jinx(battle: Battle, psyker: Unit, aim: tuple[Unit, Held], pools: list[Pool]) -> None:
    """RC-CARD-7: apply the fail effect of the target's weapon."""
    target, held = aim
    away = range_penalty(battle, psyker, sight.eye(target))
    suffer(battle, target.ref, held, seat=psyker.boss, lowered=away)


def jostle(battle: Battle, psyker: Unit, aim: tuple[Unit, Held], pools: list[Pool]) -> None:
    """RC-CARD-8: fire the weapon at the neighbour with the lowest reference, else at its user."""
    target, held = aim
    state, weapon = battle.state, held.weapon
    near = [
        unit
        for unit in state.on_board()
        if unit.ref != target.ref
        and not unit.chit
        and not unit.has("down")
        and sight.adjacent_units(state, unit, target)
    ]
    victim = min(near, key=lambda unit: order_of(unit.ref), default=target)
    away = range_penalty(battle, psyker, sight.eye(target)) if victim is target else 0
    pool = arms.cast(battle, target.ref, weapon.name, weapon.dice)
    parts = (
        ("dice", pool.total),
        ("modifier", weapon.dice.modifier),
        ("AP", arms.piercing(state, weapon, victim)),
        ("psyker's range", -away),
    )
    value = (("armour", 0 if "IA" in weapon.effects else victim.armor),)
    told = arms.told(parts)
    more = arms.meet(battle, target.ref, weapon.name, victim.ref, told, value, "jostle")
    source = replace(arms.source_of(target, (weapon,)), ref=psyker.ref, seat=psyker.boss)
    harm.damage(battle, victim.ref, more, source)
    if arms.single_shot(held):
        battle.emit(ev.WeaponChanged(target.ref, held.place, weapon.name, "empty"))
    if pool.failed:
        suffer(battle, target.ref, held, victim.ref, seat=psyker.boss)


def obfuscate(battle: Battle, psyker: Unit, units: list[Unit], pools: list[Pool]) -> None:
    """RC-CARD-11: hide the first N of these models, those near an enemy left out."""
    state = battle.state
    far = max(units, key=lambda unit: sight.apart(state, sight.eye(psyker), sight.eye(unit)))
    number = roll_number(battle, psyker, "Obfuscate", far.ref, sight.eye(far), pools)
    for unit in units:
        near = any(
            not state.friends(other, unit)
            and sight.apart(state, sight.eye(other), sight.eye(unit)) <= 1
            for other in state.standing()
        )
        if number and not near and not unit.has("hidden"):
            battle.emit(ev.Hid(unit.ref, False))
            number -= 1


def mind_lance(battle: Battle, psyker: Unit, target: Unit, pools: list[Pool]) -> None:
    """RC-CARD-10: a mind war against a target that need not be a psyker."""
    mind_war(battle, psyker.ref, target.ref, "mind lances")


def phase(battle: Battle, psyker: Unit, target: Unit, pools: list[Pool]) -> None:
    """RC-CARD-12: the psyker moves through everything until the turn ends."""
    battle.emit(ev.ConditionGained(psyker.ref, Condition("phased")))


def projection(battle: Battle, psyker: Unit, spot: Spot, pools: list[Pool]) -> None:
    """RC-CARD-14: put a ghost next to its maker."""
    state = battle.state
    ghost = fresh(state, state.models["ghost"], unused(state, "GH"), psyker.boss)
    ghost = replace(ghost, at=(spot[0], spot[1]), inside=spot[2], maker=psyker.ref)
    battle.emit(ev.Summoned(ghost, psyker.ref))
    harm.look_around(battle, ghost.ref)


def psychometry(battle: Battle, psyker: Unit, seat: int, pools: list[Pool]) -> None:
    """RC-CARD-15: scan all chits of the seat within 12 inches."""
    for unit in battle.state.on_board():
        mine = unit.chit and unit.seat == seat and not unit.has("scanned")
        if mine and sight.apart(battle.state, sight.eye(psyker), sight.eye(unit)) <= SCAN_ALL:
            scanned(battle, unit)


def telekinesis(
    battle: Battle, psyker: Unit, what: tuple[Unit | Cell, str], pools: list[Pool]
) -> None:
    """RC-CARD-17: move a model or a thing up to N cells straight on."""
    target, direction = what
    if isinstance(target, Unit):
        move_model(battle, psyker, target, direction, pools)
    else:
        move_item(battle, psyker, target, direction, pools)


def move_model(
    battle: Battle, psyker: Unit, target: Unit, direction: str, pools: list[Pool]
) -> None:
    """RC-CARD-17: move a model up to N cells straight on, without a stun; it may fall."""
    number = roll_number(battle, psyker, "Telekinesis", target.ref, sight.eye(target), pools)
    source = arms.source_for(psyker)
    for _ in range(number):
        unit = battle.unit(target.ref)
        to = shift(unit.at, STEPS[direction])
        if unit.place != "board" or harm.stops(battle.state, unit, to):
            break
        ground = relief(battle.state.ground)
        drop = ground.level_at(unit.at, unit.inside) - ground.level_at(to, unit.inside)
        harm.let_go(battle, unit.ref)
        harm.arrive(battle, unit.ref, "telekinesis", (*to, unit.inside), drop, source)
        if drop > 0:
            break


def move_item(battle: Battle, psyker: Unit, cell: Cell, direction: str, pools: list[Pool]) -> None:
    """RC-CARD-17: move a thing that lies in a cell up to N cells straight on."""
    state = battle.state
    item = next(one for one in state.items if one.at == cell)
    number = roll_number(battle, psyker, "Telekinesis", item.name, sight.eye_at(cell), pools)
    ground, at = relief(state.ground), cell
    for _ in range(number):
        to = shift(at, STEPS[direction])
        dummy = replace(psyker, at=at, inside=item.inside)
        if harm.stops(state, dummy, to):
            break
        drop = ground.level_at(at, item.inside) - ground.level_at(to, item.inside)
        at = to
        if drop > 0:
            break
    if at != cell:
        moved = replace(item, at=at)
        items = tuple(moved if one is item else one for one in state.items)
        battle.emit(ev.ItemsChanged(items, f"{item.name} moves to {at[0]},{at[1]}"))


def teleport(battle: Battle, psyker: Unit, spot: Spot, pools: list[Pool]) -> None:
    """RC-CARD-18: put the psyker there; it is not a move and provokes nothing."""
    harm.let_go(battle, psyker.ref)
    harm.arrive(battle, psyker.ref, "teleport", spot)
    spring(battle)
