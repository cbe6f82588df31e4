"""RC-CARD-1 to RC-CARD-19: what each card does, once it may be played."""

from collections.abc import Callable
from dataclasses import replace

from rules.numbers.grid import Cell
from rules.rulescrusade import events as ev
from rules.rulescrusade.battle import Battle
from rules.rulescrusade.field.measure import ahead
from rules.rulescrusade.field.sight import adjacent_units, apart, eye, eye_at
from rules.rulescrusade.field.terrain import relief
from rules.rulescrusade.fight.ambush import spring
from rules.rulescrusade.fight.arms import Held
from rules.rulescrusade.fight.fails import suffer
from rules.rulescrusade.fight.hand import range_penalty, roll_number
from rules.rulescrusade.fight.harm import damage, graze, let_go
from rules.rulescrusade.fight.knock import fall, nearest_free, occupied, stops
from rules.rulescrusade.fight.pool import Pool
from rules.rulescrusade.fight.reveal import look_around, reveal
from rules.rulescrusade.fight.source import Source, outright, source_of
from rules.rulescrusade.fight.value import piercing, total_of
from rules.rulescrusade.march.hide import scanned
from rules.rulescrusade.models import fresh
from rules.rulescrusade.state import Condition, Spot, Unit, order_of
from rules.rulescrusade.words import STEPS

SCAN_ALL = 12
"""RC-CARD-15: how far Psychometry reaches."""


def source_for(psyker: Unit) -> Source:
    """RC-VIC-4: what a card kills is the psyker's."""
    return Source(psyker.ref, psyker.boss, ("S",), prisoners=psyker.finish == "ko")


def clairvoyant(battle: Battle, psyker: Unit, units: list[Unit], pools: list[Pool]) -> None:
    """RC-CARD-1: 1 scans a chit, 2 or more reveals."""
    for unit in units:
        now = battle.unit(unit.ref)
        if now.place != "board":
            continue
        number = roll_number(battle, psyker, "Clairvoyant", unit.ref, eye(now), pools)
        if number == 1 and now.chit and not now.has("scanned"):
            scanned(battle, now)
        elif number >= 2:
            if now.chit:
                battle.mark(psyker.ref, finder_of=now.seat)
            reveal(battle, now.ref, "card", found=True)
            spring(battle)


def hex_with(battle: Battle, psyker: Unit, card: str, target: Unit, pools: list[Pool]) -> None:
    """RC-CARD-2, RC-CARD-3, RC-CARD-19: Curse, Flash and Tripper: N of 1 or more does it."""
    if not roll_number(battle, psyker, card, target.ref, eye(target), pools):
        return
    if card == "Tripper":
        graze(battle, target.ref, "S", outright(source_for(psyker), "S"))
        return
    name = "cursed" if card == "Curse" else "blinded"
    battle.emit(ev.ConditionGained(target.ref, battle.for_one_turn(name)))


def frenetic(battle: Battle, psyker: Unit, target: Unit, pools: list[Pool]) -> None:
    """RC-CARD-4: one more action in its current or next activation; the one that is active after
    its action gets it back, the others keep it until then."""
    if roll_number(battle, psyker, "Frenetic", target.ref, eye(target), pools):
        now = battle.unit(target.ref)
        if battle.is_turn_of(now) and now.act and not now.action and not now.done:
            battle.mark(now.ref, action=True)
        else:
            battle.mark(now.ref, bonus_action=True)


def heal(battle: Battle, psyker: Unit, target: Unit, pools: list[Pool]) -> None:
    """RC-CARD-5: one cure: KO, a hit, a wound, a stun."""
    number = roll_number(battle, psyker, "Heal", target.ref, eye(target), pools)
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
    """RC-CARRY-8: cured of its KO it is let go and stands up, somewhere free."""
    spot = unit.spot
    if occupied(battle.state, spot, unit.ref):
        spot = nearest_free(battle.state, unit, unit.at)
    battle.mark(unit.ref, borne_by="")
    battle.emit(ev.ConditionLost(unit.ref, "ko"))
    if spot != unit.spot:
        battle.emit(ev.Placed(unit.ref, "body", unit.spot, spot))
    look_around(battle, unit.ref)


def shield(battle: Battle, psyker: Unit, target: Unit, pools: list[Pool]) -> None:
    """RC-CARD-16: every damage is lowered by N for one turn."""
    number = roll_number(battle, psyker, "Shield", target.ref, eye(target), pools)
    if number:
        battle.emit(ev.ConditionGained(target.ref, battle.for_one_turn("shielded", number)))


def jinx(battle: Battle, psyker: Unit, target: Unit, held: Held) -> None:
    """RC-CARD-7: the weapon suffers its fail effect."""
    away = range_penalty(battle, psyker, eye(target))
    suffer(battle, target.ref, held, seat=psyker.boss, lowered=away)


def jostle(battle: Battle, psyker: Unit, target: Unit, held: Held) -> None:
    """RC-CARD-8: it goes off, at a neighbour of the lowest reference, or at its user."""
    state, weapon = battle.state, held.weapon
    near = [
        unit
        for unit in state.on_board()
        if unit.ref != target.ref
        and not unit.chit
        and not unit.has("down")
        and adjacent_units(state, unit, target)
    ]
    victim = min(near, key=lambda unit: order_of(unit.ref), default=target)
    away = range_penalty(battle, psyker, eye(target)) if victim is target else 0
    pool = Pool(target.ref, weapon.name)
    pool.draw(battle, weapon.dice)
    pool.show(battle)
    parts = (
        ("dice", pool.total),
        ("modifier", weapon.dice.modifier),
        ("AP", piercing(state, weapon, victim)),
        ("psyker's range", -away),
    )
    armour = 0 if "IA" in weapon.effects else victim.armor
    total, value = total_of(parts), (("armour", armour),)
    told = tuple(part for part in parts if part[1] or part[0] == "dice")
    battle.emit(ev.Shot(target.ref, weapon.name, victim.ref, total, armour, told, value, "jostle"))
    source = replace(source_of(battle, target, (weapon,)), ref=psyker.ref, seat=psyker.boss)
    damage(battle, victim.ref, total - armour, source)
    if "Reload" in weapon.effects or "Artillery" in weapon.effects:
        battle.emit(ev.WeaponChanged(target.ref, held.place, weapon.name, "empty"))
    if pool.failed:
        suffer(battle, target.ref, held, victim.ref, seat=psyker.boss)


def obfuscate(battle: Battle, psyker: Unit, units: list[Unit], pools: list[Pool]) -> None:
    """RC-CARD-11: so many of them, in order, become hidden."""
    state = battle.state
    far = max(units, key=lambda unit: apart(state, eye(psyker), eye(unit)))
    number = roll_number(battle, psyker, "Obfuscate", far.ref, eye(far), pools)
    for unit in units:
        near = any(
            other.standing
            and not other.chit
            and not state.friends(other, unit)
            and apart(state, eye(other), eye(unit)) <= 1
            for other in state.on_board()
        )
        if number and not near and not unit.has("hidden"):
            battle.emit(ev.Hid(unit.ref, False))
            number -= 1


def phase(battle: Battle, psyker: Unit) -> None:
    """RC-CARD-12: through everything, until the turn ends."""
    battle.emit(ev.ConditionGained(psyker.ref, Condition("phased")))


def projection(battle: Battle, psyker: Unit, spot: Spot) -> None:
    """RC-CARD-14: a ghost next to its maker."""
    state = battle.state
    number = 1
    while state.find(f"GH{number}") is not None and state.unit(f"GH{number}").place != "dead":
        number += 1
    ghost = fresh(state, state.models["ghost"], f"GH{number}", psyker.boss)
    ghost = replace(ghost, at=(spot[0], spot[1]), inside=spot[2], maker=psyker.ref)
    battle.emit(ev.Summoned(ghost, psyker.ref))
    look_around(battle, ghost.ref)


def psychometry(battle: Battle, psyker: Unit, seat: int) -> None:
    """RC-CARD-15: all chits of the seat within 12 inches are scanned."""
    for unit in tuple(battle.state.on_board()):
        mine = unit.chit and unit.seat == seat and not unit.has("scanned")
        if mine and apart(battle.state, eye(psyker), eye(unit)) <= SCAN_ALL:
            scanned(battle, unit)


def telekinesis(
    battle: Battle, psyker: Unit, target: Unit, direction: str, pools: list[Pool]
) -> None:
    """RC-CARD-17: up to N cells straight on, without a stun; it falls where it gets lower."""
    number = roll_number(battle, psyker, "Telekinesis", target.ref, eye(target), pools)
    source = source_for(psyker)
    for _ in range(number):
        unit = battle.unit(target.ref)
        to = ahead(unit.at, STEPS[direction])
        if unit.place != "board" or stops(battle.state, unit, to):
            break
        ground = relief(battle.state.ground)
        drop = ground.level_at(unit.at, unit.inside) - ground.level_at(to, unit.inside)
        let_go(battle, unit.ref)
        battle.emit(ev.Placed(unit.ref, "telekinesis", unit.spot, (*to, unit.inside)))
        if drop > 0:
            fall(battle, unit.ref, drop, source)
        look_around(battle, unit.ref)
        if drop > 0:
            break


def move_item(battle: Battle, psyker: Unit, cell: Cell, direction: str, pools: list[Pool]) -> None:
    """RC-CARD-17: a thing that lies in a cell."""
    state = battle.state
    item = next(one for one in state.items if one.at == cell)
    number = roll_number(battle, psyker, "Telekinesis", item.name, eye_at(cell), pools)
    ground, at = relief(state.ground), cell
    for _ in range(number):
        to = ahead(at, STEPS[direction])
        dummy = replace(psyker, at=at, inside=item.inside)
        if stops(state, dummy, to):
            break
        drop = ground.level_at(at, item.inside) - ground.level_at(to, item.inside)
        at = to
        if drop > 0:
            break
    if at != cell:
        moved = replace(item, at=at)
        items = tuple(moved if one is item else one for one in state.items)
        battle.emit(ev.ItemsChanged(items, f"{item.name} moves to {at[0]},{at[1]}"))


def teleport(battle: Battle, psyker: Unit, spot: Spot) -> None:
    """RC-CARD-18: put there; not a move, nothing is provoked."""
    let_go(battle, psyker.ref)
    battle.emit(ev.Placed(psyker.ref, "teleport", psyker.spot, spot))
    look_around(battle, psyker.ref)
    spring(battle)


Effect = Callable[[], None]
