"""RC-MWAR, RC-INC: mind wars, mind blasts and lances, and what may come of them."""

from dataclasses import replace

from rules.line.errors import Refusal
from rules.numbers.grid import Cell
from rules.rulescrusade.battle import Battle
from rules.rulescrusade.events import Attacked, IncursionCame, MindsMet, Parried, Summoned
from rules.rulescrusade.field.areas import touched_flame
from rules.rulescrusade.field.sight import eye, eye_at, ground_of, sight
from rules.rulescrusade.field.targets import check_enemy, check_seen, check_shown, known
from rules.rulescrusade.fight.hand import note_incursion, range_penalty
from rules.rulescrusade.fight.harm import damage
from rules.rulescrusade.fight.pool import Pool
from rules.rulescrusade.fight.ranged import appear, check_flame
from rules.rulescrusade.fight.sides import Side, reroll_once
from rules.rulescrusade.fight.source import Source
from rules.rulescrusade.models import fresh
from rules.rulescrusade.sheets import Dice
from rules.rulescrusade.state import State, Unit
from rules.rulescrusade.words import Target, target_text

ONE_WHITE = Dice(whites=1)
"""RC-MWAR-6: what a victim without psychic gifts rolls."""


def sentient(unit: Unit) -> bool:
    """RC-MWAR-7, RC-ABIL-37, RC-ABIL-44: Undead, Nonsentient and vehicles have no mind."""
    return not (unit.trait("Undead") or unit.trait("Nonsentient") or unit.vehicle)


def check_mind(unit: Unit) -> None:
    """RC-MWAR-7."""
    if not sentient(unit):
        raise Refusal("RC-MWAR-7", f"{unit.ref} has no mind")


def check_mind_war(state: State, unit: Unit, target: Unit, lance: bool) -> None:
    """RC-MWAR-1, RC-MELEE-1, RC-MWAR-2, RC-MWAR-7, RC-SHOOT-3, RC-SHOOT-4."""
    if unit.psy < 1:
        raise Refusal("RC-MWAR-1", f"{unit.ref} is no psyker")
    check_enemy(state, unit, target, "RC-MELEE-1")
    if target.chit:
        check_shown(state, target, None)
    if target.psy < 1 and not lance:
        raise Refusal("RC-MWAR-2", f"{target.ref} is no psyker")
    check_mind(target)
    check_shown(state, target, None)
    check_seen(state, unit, target)


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
    place = eye(known(state, target)) if isinstance(target, str) else eye_at(cell)
    if sight(state, eye(unit), place) == "none":
        raise Refusal("RC-SHOOT-4", f"{unit.ref} cannot see {target_text(target)}")
    return cell


def mind_war(battle: Battle, ref: str, target: str, how: str = "mind wars") -> None:
    """RC-MWAR-3, RC-MWAR-4: one mind war of a psyker against one mind."""
    appear(battle, ref)
    battle.emit(Attacked(ref, how, "", (target,)))
    battle.mark(ref, attacked=True)
    psyker = battle.unit(ref)
    pool = duel(battle, psyker, battle.unit(target))
    note_incursion(battle, psyker, [pool])


def mind_blast(battle: Battle, ref: str, cell: Cell, inside: bool) -> None:
    """RC-MWAR-5: everyone under the flame, one separate mind war after the other."""
    appear(battle, ref)
    psyker = battle.unit(ref)
    battle.emit(Attacked(ref, "mind blasts", "", (f"{cell[0]},{cell[1]}",)))
    battle.mark(ref, attacked=True)
    sector = ground_of(battle.state).sector_at(cell) if inside else ""
    pools = []
    for victim in touched_flame(battle.state, psyker, "FT", cell, False, sector):
        mage, now = battle.unit(ref), battle.unit(victim.ref)
        if mage.place != "board" or mage.has("ko") or now.place != "board":
            continue
        if sentient(now):
            pools.append(duel(battle, mage, now))
    note_incursion(battle, psyker, pools)


def duel(battle: Battle, psyker: Unit, target: Unit) -> Pool:
    """RC-MWAR-3: a red per level each; the defender may parry, by its standing order."""
    away = range_penalty(battle, psyker, eye(target))
    gifted = target.psy >= 1
    attack = Side([psyker.ref], {psyker.ref: []}, "mind")
    defence = Side([target.ref], {target.ref: []}, "defend")
    ours = (("range", -away),) if away else ()
    theirs: tuple[tuple[str, int], ...] = ()
    mine, his = 2 * psyker.psy - 2 * away, 2 * target.psy
    willing = target.parry == "always" or (target.parry == "weaker" and his < mine)
    if gifted and willing and not target.has("ko"):
        battle.emit(Parried(target.ref, 1))
        defence.parrying, theirs = True, (("parry", 1),)
    attack.pool = Pool(psyker.ref, "mind war")
    attack.pool.draw(battle, Dice(reds=psyker.psy))
    attack.pool.show(battle)
    defence.pool = Pool(target.ref, "mind war")
    if not target.has("ko"):
        defence.pool.draw(battle, Dice(reds=target.psy) if gifted else ONE_WHITE)
        defence.pool.show(battle)
    bonus = 1 if defence.parrying else 0
    hoods = [1 if one.trait("Psychic Hood") else 0 for one in (psyker, target)]
    margin = attack.pool.total - away - defence.pool.total - bonus
    reroll_once(battle, attack, defence, margin, hoods[0], attacks=True)
    margin = attack.pool.total - away - defence.pool.total - bonus
    if gifted:
        reroll_once(battle, defence, attack, -margin, hoods[1], attacks=False)
    settle(battle, psyker, target, attack, defence, ours, theirs)
    return attack.pool


def settle(
    battle: Battle,
    psyker: Unit,
    target: Unit,
    attack: Side,
    defence: Side,
    ours: tuple[tuple[str, int], ...],
    theirs: tuple[tuple[str, int], ...],
) -> None:
    """RC-MWAR-4: the difference as damage, graze S; a losing attacker takes 1."""
    total = attack.pool.total + sum(number for _, number in ours)
    against = defence.pool.total + sum(number for _, number in theirs)
    helpless = target.has("ko")
    against = 0 if helpless else against
    dice, other = ("dice", attack.pool.total), ("dice", defence.pool.total)
    battle.emit(MindsMet(psyker.ref, target.ref, total, against, (dice, *ours), (other, *theirs)))
    source = Source(psyker.ref, psyker.boss, ("S",), prisoners=psyker.finish == "ko", mental=True)
    if total > against:
        damage(battle, target.ref, total - against, source)
    elif against > total and not defence.parrying and not helpless:
        back = Source(target.ref, target.boss, ("S",), prisoners=target.finish == "ko", mental=True)
        damage(battle, psyker.ref, 1, back)


# --- incursions ---------------------------------------------------------------------------------


def incursions(battle: Battle) -> None:
    """RC-INC-1, RC-RULING-36: the warp comes when the play is finished."""
    while battle.incursions:
        ref = battle.incursions.pop(0)
        psyker = battle.unit(ref)
        if psyker.place == "board" and not psyker.has("down"):
            incursion(battle, psyker)


def incursion(battle: Battle, psyker: Unit) -> None:
    """RC-INC-2, RC-RULING-55: 2R against a red per level; the warp takes no harm."""
    battle.emit(IncursionCame(psyker.ref))
    warp = Side([psyker.ref], {psyker.ref: []}, "mind")
    warp.pool = Pool("", "the warp")
    warp.pool.draw(battle, Dice(reds=2))
    warp.pool.show(battle)
    mind = Side([psyker.ref], {psyker.ref: []}, "defend")
    mind.pool = Pool(psyker.ref, "against the warp")
    if not psyker.has("ko"):
        mind.pool.draw(battle, Dice(reds=psyker.psy))
        mind.pool.show(battle)
    margin = mind.pool.total - warp.pool.total
    if psyker.trait("Psychic Hood") and not psyker.has("ko"):
        reroll_once(battle, mind, warp, margin, 1, attacks=False)
    total, against = warp.pool.total, mind.pool.total
    battle.emit(MindsMet("", psyker.ref, total, against, (("dice", total),), (("dice", against),)))
    if total > against:
        damage(battle, psyker.ref, total - against, Source(grazes=("S",), mental=True))
    if battle.unit(psyker.ref).place == "dead":
        spawn(battle, psyker)


def spawn(battle: Battle, psyker: Unit) -> None:
    """RC-INC-3, RC-RULING-35: a Warp Spawn of the next enemy seat clockwise."""
    state = battle.state
    count = len(state.armies)
    seats = [(psyker.seat + step - 1) % count + 1 for step in range(1, count)]
    owner = next((one for one in seats if state.team(one) != state.team(psyker.seat)), 0)
    model = state.models.get("warp spawn")
    if not owner or model is None:
        return
    number = 1
    while state.find(f"W{number}") is not None and state.unit(f"W{number}").place != "dead":
        number += 1
    hits = psyker.maxhits + 2
    unit = replace(
        fresh(state, model, f"W{number}", owner),
        at=psyker.at,
        inside=psyker.inside,
        hits=hits,
        maxhits=hits,
        done=True,
    )
    battle.emit(Summoned(unit, psyker.ref))
