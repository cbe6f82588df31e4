"""Sections 7.10 and 7.11: the dice of one tier, rerolls, hits, and the losses they bring."""

from collections.abc import Mapping

from rules.candlebre.context import D20, Adj
from rules.candlebre.events import war as wv
from rules.candlebre.naming import name_of
from rules.candlebre.roster import INDEX, KINDS
from rules.candlebre.standing import Standing
from rules.candlebre.state import Battle
from rules.candlebre.units import Tally, Units, fresh
from rules.candlebre.war.losses import Hits, Losses, loss_order, losses_from
from rules.candlebre.war.needs import Need, need_of, side_in, walls_of
from rules.candlebre.words import side_name
from rules.line.frozen import Frozen

SURE_HIT, SURE_MISS = 1, 20
"""CB-HIT-3, CB-RULING-1."""


class Rolling(Frozen):
    """A segment that rolls in a tier."""

    kind: int
    count: int
    charging: bool = False
    initiative: bool = False


class Tier(Frozen):
    """One tier of one round: who rolls on each side, and the bounties paid."""

    province: int
    round: int
    number: int
    attackers: tuple[Rolling, ...]
    defenders: tuple[Rolling, ...]
    bounties: Mapping[bool, int]
    """By side: is it the attacker's?"""


# --- hits ---------------------------------------------------------------------------------------


def is_hit(roll: int, need: int) -> bool:
    """CB-HIT-2, CB-HIT-3: at most the need; 1 always hits and 20 always misses."""
    return roll == SURE_HIT or (roll != SURE_MISS and roll <= need)


def is_exact(roll: int, need: int) -> bool:
    """CB-HIT-5, CB-RULING-10: a hit whose roll equals the need as it stands."""
    return roll == need and is_hit(roll, need)


def takes_prisoners(adj: Adj, seat: int, attacking: bool) -> bool:
    """CB-HIT-5, CB-RULING-9, CB-NEUT-4: attackers, by option defenders too, never neutrals.

    CB-NEUT-5: from neutrals as from anybody.
    """
    return seat != 0 and (attacking or adj.state.settings.defenders_capture)


# --- the tier -----------------------------------------------------------------------------------


def battle_in(adj: Adj, number: int) -> Battle:
    """The battle of a province."""
    battle = adj.state.province(number).battle
    assert battle is not None
    return battle


def force(adj: Adj, number: int, attacking: bool) -> Units:
    """Glossary: all units of one side in a battle; neutral ones are as if fresh."""
    here = adj.state.province(number)
    battle = battle_in(adj, number)
    if attacking:
        return battle.units
    return here.units if here.owner else fresh(battle.neutral)


def orders_of(adj: Adj, number: int, attacking: bool) -> Standing | None:
    """CB-POST-2: a side's standing orders for the battle; None for neutrals."""
    here = adj.state.province(number)
    seat = battle_in(adj, number).attacker if attacking else here.owner
    return adj.state.realm(seat).standing_in(number) if seat else None


def fight_tier(adj: Adj, tier: Tier) -> None:
    """CB-TIER-3, CB-TIER-4: the attacker's dice, then the defender's, then the losses of both.

    CB-TIER-5: with `answer=off` the defender loses before he rolls.
    """
    if not tier.attackers and not tier.defenders:
        return
    before = {side: force(adj, tier.province, side).tally for side in (True, False)}
    here = adj.state.province(tier.province)
    walls = walls_of(here, battle_in(adj, tier.province), side_in(adj.state, tier.province, False))
    by_attacker = roll_side(adj, tier, True, tier.attackers, before[False], 0)
    defenders = tier.defenders
    if not adj.state.settings.answer:
        take_losses(adj, tier, False, by_attacker)
        left = force(adj, tier.province, False).tally
        defenders = tuple(
            Rolling(one.kind, left[one.kind], one.charging, one.initiative)
            for one in defenders
            if left[one.kind]
        )
    by_defender = roll_side(adj, tier, False, defenders, before[True], walls)
    if adj.state.settings.answer:
        take_losses(adj, tier, False, by_attacker)
    take_losses(adj, tier, True, by_defender)


def roll_side(
    adj: Adj,
    tier: Tier,
    attacking: bool,
    rolling: tuple[Rolling, ...],
    enemy: Tally,
    walls: int,
) -> Hits:
    """CB-TIER-3: one d20 for each unit, type by type in roster order, then the rerolls."""
    side = side_in(adj.state, tier.province, attacking, tier.bounties[attacking])
    where = f"{name_of(adj.state, tier.province)} round {tier.round} tier {tier.number}"
    needs: list[Need] = []
    dice: list[list[int]] = []
    for one in rolling:
        needs.append(need_of(side, one.kind, one.charging, one.initiative, walls))
        why = f"{where} {side_name(side.seat)} {KINDS[one.kind]}"
        dice.append([adj.roll(D20, why) for _ in range(one.count)])
    if side.seat:
        reroll(adj, tier, attacking, rolling, needs, dice)
    precision: list[tuple[int, int]] = []
    captures = kills = 0
    for one, need, rolls in zip(rolling, needs, dice, strict=True):
        volley = volley_of(adj, tier, attacking, one, need, tuple(rolls), enemy)
        adj.emit(volley)
        if volley.target:
            precision.append((INDEX[volley.target], volley.precision))
        else:
            captures += volley.captured
            kills += volley.hits - volley.captured
    return Hits(tuple(precision), captures, kills)


def reroll(
    adj: Adj,
    tier: Tier,
    attacking: bool,
    rolling: tuple[Rolling, ...],
    needs: list[Need],
    dice: list[list[int]],
) -> None:
    """CB-LEAD-5, CB-RULING-46: each missed die in the order of rolling, while counters last."""
    standing = orders_of(adj, tier.province, attacking)
    assert standing is not None
    policy = standing.rerolls or ("auto",)
    if policy == ("off",):
        return
    battle = battle_in(adj, tier.province)
    seat = battle.attacker if attacking else adj.state.province(tier.province).owner
    left = battle.attack_counters if attacking else battle.defend_counters
    for one, need, rolls in zip(rolling, needs, dice, strict=True):
        kind = KINDS[one.kind]
        if policy != ("auto",) and kind not in policy:
            continue
        for index, old in enumerate(rolls):
            if not left:
                return
            if not is_hit(old, need.total):
                new = adj.roll(D20, f"reroll {kind}")
                left -= 1
                rolls[index] = new
                adj.emit(wv.Rerolled(tier.province, seat, attacking, kind, old, new, left))


def volley_of(
    adj: Adj,
    tier: Tier,
    attacking: bool,
    one: Rolling,
    need: Need,
    rolls: tuple[int, ...],
    enemy: Tally,
) -> wv.Volley:
    """CB-HIT-5, CB-PREC-2, CB-PREC-4: hits, captures, or the halved hits of a precision strike."""
    seat = battle_in(adj, tier.province).attacker
    if not attacking:
        seat = adj.state.province(tier.province).owner
    hits = sum(is_hit(roll, need.total) for roll in rolls)
    target = target_of(orders_of(adj, tier.province, attacking), one.kind, enemy)
    captured = 0
    if not target and takes_prisoners(adj, seat, attacking):
        captured = sum(is_exact(roll, need.total) for roll in rolls)
    return wv.Volley(
        tier.province,
        tier.round,
        tier.number,
        seat,
        attacking,
        KINDS[one.kind],
        need.total,
        rolls,
        hits,
        captured,
        target,
        hits // 2 if target else 0,
        need.factor,
        need.value,
        need.tech,
        need.modifiers,
    )


def target_of(standing: Standing | None, kind: int, enemy: Tally) -> str:
    """CB-PREC-1, CB-PREC-4, CB-RULING-12: whom a segment strikes; nobody there: nobody."""
    if standing is None:
        return ""
    target = dict(standing.modes).get(KINDS[kind], "standard")
    return target if target != "standard" and enemy[INDEX[target]] else ""


def take_losses(adj: Adj, tier: Tier, attacking: bool, hits: Hits) -> None:
    """CB-LOSS-1, CB-LOSS-5: the owner's loss order; of equal units those most spent."""
    if not hits.total:
        return
    there = force(adj, tier.province, attacking)
    order = loss_order(orders_of(adj, tier.province, attacking))
    losses = losses_from(there.tally, hits, order, shielded=tier.number == 1)
    here = adj.state.province(tier.province)
    attacker = battle_in(adj, tier.province).attacker
    seat, captor = (attacker, here.owner) if attacking else (here.owner, attacker)
    captured, killed = very_units(there, losses)
    adj.emit(
        wv.LossesTaken(
            tier.province,
            tier.round,
            tier.number,
            seat,
            attacking,
            killed,
            captured,
            captor,
            losses.wasted,
        )
    )


def very_units(there: Units, losses: Losses) -> tuple[Units, Units]:
    """CB-LOSS-2, CB-LOSS-5: captures are filled before kills, from those most spent."""
    captured = there.most_spent(losses.captured) if any(losses.captured) else Units()
    if not any(losses.killed):
        return captured, Units()
    return captured, there.minus(captured).most_spent(losses.killed)
