"""The melees of a turn, each fought to its end, and how a unit divides its attacks."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from rules.display.words import in_groups
from rules.line.errors import Refusal
from rules.line.work import next_order
from rules.machinadei import events as ev
from rules.machinadei import orders as od
from rules.machinadei.field import Taken, occupied, touching
from rules.machinadei.fight import strike
from rules.machinadei.formation import ahead, beside
from rules.machinadei.naming import named
from rules.machinadei.state import MOST_ROLL_OFFS, SEATS, Battle, State, Unit, now, roll
from rules.numbers.arith import clamp

# MD-DIV: a unit in contact with several enemies divides its melee attacks.


def allocate(battle: Battle, unit: Unit, order: od.Allocate) -> None:
    """MD-DIV-1 to MD-DIV-3: divide attacks for the Melee phase, replacing an old allocation."""
    state = battle.state
    shares = named_shares(state, order)
    check_several(state, unit)
    check_in_contact(state, unit, shares)
    attacks = strike.melee_attacks(state, unit)
    check_sum(unit, shares, attacks)
    battle.emit(ev.AttacksDivided(unit.ref, shares, attacks))


def named_shares(state: State, order: od.Allocate) -> ev.Division:
    """MD-ORD-3, MD-AREA-7: the shares by reference; a unit named twice gets the sum."""
    sums: dict[str, int] = {}
    for share in order.shares:
        ref = named(state, share.target).ref
        sums[ref] = sums.get(ref, 0) + share.amount
    return tuple(sums.items())


def check_several(state: State, unit: Unit) -> None:
    """MD-DIV-2: only a unit in contact with two or more enemy units divides."""
    count = len(touching(state, unit))
    if count < 2:
        units = "unit" if count == 1 else "units"
        raise Refusal("MD-DIV-2", f"{unit.ref} is in contact with {count} enemy {units}.")


def check_in_contact(state: State, unit: Unit, shares: ev.Division) -> None:
    """MD-DIV-3: only enemies in contact can be allocated attacks."""
    near = [enemy.ref for enemy in touching(state, unit)]
    for ref, _ in shares:
        if ref not in near:
            raise Refusal("MD-DIV-3", f"{ref} is not in contact with {unit.ref}.")


def check_sum(unit: Unit, shares: ev.Division, attacks: int) -> None:
    """MD-DIV-1: the numbers allocated may not exceed the attacks at the time of the order."""
    given = sum(amount for _, amount in shares)
    if given > attacks:
        raise Refusal("MD-DIV-1", f"{unit.ref} has {attacks} attacks, {given} allocated.")


def evenly(attacks: int, refs: Sequence[str]) -> ev.Division:
    """MD-DIV-5: split evenly in placement order, the remainder one each to the first ones."""
    each, more = divmod(attacks, len(refs)) if refs else (0, 0)
    return tuple((ref, each + (place < more)) for place, ref in enumerate(refs))


def limited(shares: ev.Division, attacks: int) -> ev.Division:
    """MD-DIV-4: the shares when fewer attacks are left: the first-named get theirs first."""
    found = []
    for ref, amount in shares:
        given = min(amount, attacks)
        attacks -= given
        found.append((ref, given))
    return tuple(found)


# MD-MEL, MD-INIT, MD-CR: the melees of a turn, each fought to its end.


@dataclass
class Melee:
    """MD-MEL-1: units linked by contacts, as noted at the beginning of the fighting.

    `contacts` keeps the enemies of each unit in placement order; `dealt` counts wounds by
    (attacker, target).
    """

    units: tuple[str, ...]
    contacts: dict[str, tuple[str, ...]]
    flanked: tuple[str, ...]
    """MD-CR-4: formations touched at a side or back edge."""
    dealt: dict[tuple[str, str], int] = field(default_factory=dict)


def fight_all(battle: Battle) -> None:
    """MD-MEL-1: melees are fought one after another, in placement order of their first unit."""
    for melee in find_melees(battle.state):
        fight(battle, melee)


def find_melees(state: State) -> list[Melee]:
    """MD-MEL-1: the melees: units linked by contact with enemies, for the whole phase."""
    taken = occupied(state)
    contacts = {
        unit.ref: tuple(enemy.ref for enemy in touching(state, unit, taken))
        for unit in state.on_board()
    }
    found: list[Melee] = []
    seen: dict[str, None] = {}
    for ref in contacts:
        if contacts[ref] and ref not in seen:
            linked = dict.fromkeys((ref,))
            waiting = [ref]
            for one in waiting:
                new = [other for other in contacts[one] if other not in linked]
                linked.update(dict.fromkeys(new))
                waiting += new
            seen.update(linked)
            units = tuple(one for one in contacts if one in linked)
            flanked = tuple(one for one in units if is_flanked(now_of(state, one), taken))
            found.append(Melee(units, {one: contacts[one] for one in units}, flanked))
    return found


def now_of(state: State, ref: str) -> Unit:
    """The unit of a reference that is known to exist."""
    unit = state.find(ref)
    assert unit is not None
    return unit


def is_flanked(unit: Unit, taken: Taken) -> bool:
    """MD-CR-4: an enemy cell is next to one of its cells in any direction but straight ahead."""
    if not unit.is_formation:
        return False
    fx, fy = ahead(unit.facing)

    def is_enemy(cell: od.Cell) -> bool:
        other = taken.get(cell)
        return other is not None and other.seat != unit.seat

    return any(
        is_enemy(near) for x, y in unit.cells for near in beside((x, y)) if near != (x + fx, y + fy)
    )


def fight(battle: Battle, melee: Melee) -> None:
    """MD-MEL-2: facing checks, initiative order, strikes, combat resolution, morale tests."""
    face_giants(battle, melee)
    for ref in initiative_order(battle, melee):
        unit = now(battle, ref)
        if unit.on_board:
            strike_all(battle, melee, unit)
    resolve(battle, melee)


def face_giants(battle: Battle, melee: Melee) -> None:
    """MD-ROUT-2: a unit that touches an enemy more than two tiers above checks for rout once."""
    for ref in melee.units:
        unit = now(battle, ref)
        foes = (now(battle, enemy) for enemy in melee.contacts[ref])
        if unit.on_board and any(foe.on_board and strike.is_far_above(unit, foe) for foe in foes):
            strike.check_rout(battle, unit, "MD-ROUT-2")


# --- initiative ---------------------------------------------------------------------------------


def initiative_order(battle: Battle, melee: Melee) -> list[str]:
    """MD-INIT-1, MD-INIT-2, MD-INIT-3: high Initiative, then small Size, then a roll-off.

    MD-MEL-3: a broken unit does not strike.
    """
    able = [
        unit
        for unit in (now(battle, ref) for ref in melee.units)
        if unit.on_board and not unit.broken
    ]
    groups = in_groups(((-unit.effective("I"), unit.size), unit.ref) for unit in able)
    return [ref for rank in sorted(groups) for ref in roll_off(battle, groups[rank])]


def roll_off(battle: Battle, refs: Sequence[str], before: int = 0) -> list[str]:
    """MD-INIT-3: each tied unit draws in placement order; those still equal draw again.

    After `MOST_ROLL_OFFS` ties, which fair dice never need, placement order decides.
    """
    if len(refs) < 2 or before == MOST_ROLL_OFFS:
        return list(refs)
    rolls = tuple((ref, roll(battle, f"roll-off of {ref}")) for ref in refs)
    highest = max(die for _, die in rolls)
    best = [ref for ref, die in rolls if die == highest]
    battle.emit(ev.RolledOff(rolls, best[0] if len(best) == 1 else ""))
    faces = sorted({die: None for _, die in rolls}, reverse=True)
    return [
        ref
        for face in faces
        for ref in roll_off(battle, [one for one, die in rolls if die == face], before + 1)
    ]


# --- strikes ------------------------------------------------------------------------------------


def strike_all(battle: Battle, melee: Melee, unit: Unit) -> None:
    """MD-DIV-4 to MD-DIV-6: each target's dice, wounds and rout check come before the next one's.

    MD-INIT-4: casualties so far reduce the attacks; shares aimed at a unit that is gone are lost.
    MD-BOUND-2: the dice of each unit are counted anew, or a large melee could never end its phase.
    """
    next_order()
    attacks = strike.melee_attacks(battle.state, unit)
    if unit.division and len(melee.contacts[unit.ref]) > 1:
        shares = limited(unit.division, attacks)
    else:
        there = [ref for ref in melee.contacts[unit.ref] if now(battle, ref).on_board]
        shares = evenly(attacks, there)
    for ref, amount in shares:
        target = now(battle, ref)
        attacker = now(battle, unit)
        if amount and target.on_board and attacker.on_board:
            blow = strike.melee_blow(battle.state, attacker, amount)
            wounds = strike.strike(battle, attacker, target, blow)
            pair = unit.ref, ref
            melee.dealt[pair] = melee.dealt.get(pair, 0) + wounds


# --- resolution ---------------------------------------------------------------------------------


def resolve(battle: Battle, melee: Melee) -> None:
    """MD-CR-1, MD-CR-5: wounds dealt and rank bonus; each unit of the loser tests morale.

    If one seat has no unit of this melee left, the scores are recorded and nothing more happens.
    """
    units = [now(battle, ref) for ref in melee.units]
    dealt = score_of_wounds(battle, melee)
    ranks = (best_ranks(units, melee, 1), best_ranks(units, melee, 2))
    scores = dealt[0] + ranks[0], dealt[1] + ranks[1]
    there = [any(unit.on_board and unit.seat == seat for unit in units) for seat in SEATS]
    winner = (
        None if not all(there) else 0 if scores[0] == scores[1] else 1 + (scores[1] > scores[0])
    )
    battle.emit(ev.Resolved(melee.units, dealt, ranks, scores, winner))
    if not winner:
        return
    for unit in units:
        if unit.seat != winner and unit.on_board and not unit.broken:
            strike.test_and_break(battle, unit, cause_of(battle, melee, unit))


def score_of_wounds(battle: Battle, melee: Melee) -> tuple[int, int]:
    """MD-CR-1, MD-WOUND-4: the wounds that the units of each seat dealt in this melee."""
    sums = {1: 0, 2: 0}
    for (attacker, _), wounds in melee.dealt.items():
        sums[now(battle, attacker).seat] += wounds
    return sums[1], sums[2]


def ranks_behind(unit: Unit, models: int) -> int:
    """MD-CR-2, MD-CR-3: full ranks (of at least 5 models) - 1, from 0 to 3, if it has this many
    models; only a formation has ranks."""
    if not unit.is_formation:
        return 0
    whole, rest = divmod(models, unit.files)
    return clamp((whole if unit.files >= 5 else 0) + (rest >= 5) - 1, 0, 3)


def rank_bonus(unit: Unit, flanked: Sequence[str]) -> int:
    """MD-CR-3, MD-CR-4: its ranks behind the first; none for a unit touched in flank or rear."""
    return 0 if unit.ref in flanked else ranks_behind(unit, unit.models)


def best_ranks(units: Sequence[Unit], melee: Melee, seat: int) -> int:
    """MD-CR-3: only the best rank bonus among a seat's unbroken units counts."""
    return max(
        (
            rank_bonus(unit, melee.flanked)
            for unit in units
            if unit.seat == seat and unit.on_board and not unit.broken
        ),
        default=0,
    )


def cause_of(battle: Battle, melee: Melee, unit: Unit) -> str:
    """MD-BREAK-1: the enemy in contact that dealt it the most wounds.

    Ties: units still in play before units gone, then placement order.
    """
    return min(
        melee.contacts[unit.ref],
        key=lambda foe: (-melee.dealt.get((foe, unit.ref), 0), not now(battle, foe).on_board),
    )
