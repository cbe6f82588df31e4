"""The tiers of a battle round: what a die needs, who is hit, what is lost."""

from collections.abc import Iterator, Mapping, Sequence

from rules.candlebre import events as ev
from rules.candlebre.naming import name_of
from rules.candlebre.state import D20, Adj, Battle, Province, State
from rules.candlebre.units import (
    ARCHERS,
    CAVALRY,
    DEFAULT_LOSSES,
    INDEX,
    INFANTRY,
    KINDS,
    MERCENARIES,
    NOBODY,
    ROSTER,
    SIEGE_ENGINES,
    Standing,
    Tally,
    Units,
    fresh,
)
from rules.candlebre.words import side_name
from rules.line.frozen import Frozen

# CB-HIT-1: what a d20 must not exceed, for each segment of a side.


INFANTRY_CLASSED = tuple(
    kind for kind, one in enumerate(ROSTER) if "infantry-classed" in one.abilities
)
CHARGERS = tuple(kind for kind, one in enumerate(ROSTER) if "charge" in one.abilities)
FIRST_STRIKERS = tuple(kind for kind, one in enumerate(ROSTER) if "first-strike" in one.abilities)
SHIELD_WALL = tuple(kind for kind, one in enumerate(ROSTER) if "shield-wall" in one.abilities)


class Side(Frozen):
    """One side of a battle as a tier finds it; `seat` 0 are the neutrals."""

    seat: int
    attacking: bool
    level: int = 0
    """Its military level in force."""
    leader: bool = False
    warden: bool = False
    bowmasters: int = 0
    horse_lords: int = 0
    rally: bool = False
    bounty: int = 0
    masonry: bool = False
    """CB-TECH-2, I8: Walls count two."""


class Need(Frozen):
    """CB-HIT-1: factor x (value + tech) + modifiers."""

    factor: int
    value: int
    tech: int
    modifiers: tuple[tuple[str, int], ...]

    @property
    def total(self) -> int:
        """The number that a d20 must not exceed."""
        return self.factor * (self.value + self.tech) + sum(n for _, n in self.modifiers)


def side_in(state: State, number: int, attacking: bool, bounty: int = 0) -> Side:
    """One side of a battle, with the leaders that are there."""
    seat = state.battle_in(number).attacker if attacking else state.province(number).owner
    traits = [one.trait for one in state.leaders_at(number, attacking)]
    return side_of(state, seat, attacking, traits, bounty)


def side_of(
    state: State, seat: int, attacking: bool, traits: Sequence[str], bounty: int = 0
) -> Side:
    """A side with leaders of these traits; CB-NEUT-2: neutrals have no techs, leaders, bounties."""
    if not seat:
        return Side(0, attacking)
    realm = state.realm(seat)
    return Side(
        seat,
        attacking,
        realm.levels[0],
        bool(traits),
        "warden" in traits,
        traits.count("bowmaster"),
        traits.count("horse-lord"),
        realm.rally > 0,
        bounty,
        realm.levels[1] >= 8,
    )


def tech(level: int, kind: int, attack: bool) -> int:
    """CB-TECH-1: what the military levels in force add to a value; CB-MERC-2: never for them."""
    bonus = 0
    if kind in INFANTRY_CLASSED and level >= 2:
        bonus += 1
    if kind == ARCHERS and attack:
        bonus += (1 if level >= 4 else 0) + (1 if level >= 8 else 0)
    if kind == CAVALRY and level >= 6:
        bonus += 1
    if kind == INFANTRY and level >= 9:
        bonus += 1
    return bonus


def has_initiative(level: int, kind: int) -> bool:
    """CB-INIT-1: Light Infantry, and Infantry from M10 on."""
    return "initiative" in ROSTER[kind].abilities or (kind == INFANTRY and level >= 10)


def can_charge(level: int, kind: int) -> bool:
    """CB-CHARGE-1: Cavalry, and Light Infantry from M7 on."""
    return kind in CHARGERS or ("initiative" in ROSTER[kind].abilities and level >= 7)


def need_of(side: Side, kind: int, charging: bool, initiative: bool, walls: int) -> Need:
    """CB-HIT-1, CB-TIER-7, CB-CHARGE-4, CB-RULING-14: the need of one segment.

    `initiative`: it rolls in Tier One of round 1 by its Initiative, in defence with the better of
    its values (CB-INIT-2); `walls`: what they add.
    """
    attack = side.attacking or charging or kind in FIRST_STRIKERS
    one = ROSTER[kind]
    value, extra = _value(side.level, kind, attack)
    if initiative and not attack:
        other, other_extra = _value(side.level, kind, True)
        if other + other_extra > value + extra:
            value, extra = other, other_extra
    factor = 2 if charging else 1
    assert "no-attack" not in one.abilities
    return Need(factor, value, extra, tuple(_modifiers(side, kind, charging, walls)))


def _value(level: int, kind: int, attack: bool) -> tuple[int, int]:
    """CB-UNIT-1, CB-TECH-1: the value of 8.1 and what techs add to it."""
    one = ROSTER[kind]
    return (one.attack if attack else one.defence), tech(level, kind, attack)


def _modifiers(side: Side, kind: int, charging: bool, walls: int) -> Iterator[tuple[str, int]]:
    """CB-HIT-1, CB-HIT-4: what is added after doubling."""
    if side.leader:  # CB-LEAD-3, CB-LEAD-8: a warden's bonus is 2 in defence
        yield ("warden", 2) if side.warden and not side.attacking else ("leader", 1)
    if side.rally:  # CB-CAPT-7, CB-RULING-39
        yield "rally", 1
    if kind == MERCENARIES and side.bounty:  # CB-MERC-5
        yield "bounty", side.bounty
    if walls and not side.attacking:  # CB-UNIT-3
        yield "walls", walls
    if kind in FIRST_STRIKERS and side.bowmasters:  # CB-LEAD-8
        yield "bowmaster", side.bowmasters
    if charging and side.horse_lords:  # CB-LEAD-8
        yield "horse-lord", side.horse_lords


def walls_of(here: Province, battle: Battle, defender: Side) -> int:
    """CB-SIEGE-1, CB-RULING-31: Walls count, unless the attackers have a Siege Engine now."""
    if "walls" not in here.buildings or battle.units.of(SIEGE_ENGINES):
        return 0
    return 2 if defender.masonry else 1


def only_engines(units: Tally) -> bool:
    """CB-FIGHT-5: a force that consists of Siege Engines alone."""
    return units[SIEGE_ENGINES] > 0 and sum(units) == units[SIEGE_ENGINES]


# Section 7.12: which units a side loses.


class Hits(Frozen):
    """What one side has done in one tier: precision kills by target, captures, kills."""

    precision: tuple[tuple[int, int], ...] = ()
    """(type, how many), by the shooter's types in roster order."""
    captures: int = 0
    kills: int = 0

    @property
    def total(self) -> int:
        """The number of all hits that count."""
        return self.captures + self.kills + sum(number for _, number in self.precision)


class Losses(Frozen):
    """What a side loses to hits; `wasted` hits found nobody."""

    killed: Tally
    captured: Tally
    wasted: int


def loss_order(standing: Standing | None) -> tuple[int, ...]:
    """CB-LOSS-3, CB-POST-2: the default is by price; `first` goes to the front, `last` to the end.

    A type in both lists counts as first.  Neutrals (None) have the default (CB-NEUT-3).
    """
    if standing is None:
        return DEFAULT_LOSSES
    first = tuple(dict.fromkeys(INDEX[kind] for kind in standing.first or ()))
    last = tuple(
        dict.fromkeys(INDEX[kind] for kind in standing.last or () if INDEX[kind] not in first)
    )
    middle = tuple(kind for kind in DEFAULT_LOSSES if kind not in (*first, *last))
    return (*first, *middle, *last)


def losses_from(there: Tally, hits: Hits, order: Sequence[int], shielded: bool) -> Losses:
    """CB-LOSS-2: precision kills, captures, kills, in this order; CB-LOSS-4: the rest is wasted.

    CB-WALL-2, CB-RULING-17: in Tier One (`shielded`) all of them come from the Pikemen first.
    """
    left = list(there)
    killed, captured = list(NOBODY), list(NOBODY)
    front = SHIELD_WALL if shielded else ()
    wasted = 0
    for target, number in hits.precision:  # CB-PREC-3: from the named segment alone
        wasted += _take(left, killed, number, (*front, target))
    wasted += _take(left, captured, hits.captures, (*front, *order))
    wasted += _take(left, killed, hits.kills, (*front, *order))
    return Losses(tuple(killed), tuple(captured), wasted)


def _take(left: list[int], into: list[int], number: int, order: Sequence[int]) -> int:
    """Move units from `left` to `into`, type by type; return how many were not there."""
    for kind in order:
        gone = min(number, left[kind])
        left[kind] -= gone
        into[kind] += gone
        number -= gone
    return number


# Sections 7.10 and 7.11: the dice of one tier, rerolls, hits, and the losses they bring.


SURE_HIT, SURE_MISS = 1, 20
"""CB-HIT-3, CB-RULING-1: the face that always hits, and the one that always misses."""


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
    """The rate paid by each side; True is the attacker."""

    @property
    def where(self) -> tuple[int, int, int]:
        """The province, the round and the number of the tier."""
        return self.province, self.round, self.number


Rolled = tuple[Rolling, Need, list[int]]
"""A segment with its need and its dice."""


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


def force(adj: Adj, number: int, attacking: bool) -> Units:
    """Glossary: all units of one side in a battle; neutral ones count as fresh."""
    here = adj.state.province(number)
    battle = adj.state.battle_in(number)
    if attacking:
        return battle.units
    return here.units if here.owner else fresh(battle.neutral)


def seat_of(adj: Adj, number: int, attacking: bool) -> int:
    """The seat of a side, 0 for neutrals."""
    return adj.state.battle_in(number).attacker if attacking else adj.state.province(number).owner


def orders_of(adj: Adj, number: int, attacking: bool) -> Standing | None:
    """CB-POST-2: a side's standing orders for the battle; None for neutrals."""
    seat = seat_of(adj, number, attacking)
    return adj.state.realm(seat).standing_in(number) if seat else None


def fight_tier(adj: Adj, tier: Tier) -> None:
    """CB-TIER-3, CB-TIER-4: the attacker's dice, then the defender's, then the losses of both.

    CB-TIER-5: with `answer=off` the defender loses before he rolls.
    """
    if not tier.attackers and not tier.defenders:
        return
    before = {side: force(adj, tier.province, side).tally for side in (True, False)}
    here = adj.state.province(tier.province)
    walls = walls_of(
        here, adj.state.battle_in(tier.province), side_in(adj.state, tier.province, False)
    )
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
    adj: Adj, tier: Tier, attacking: bool, rolling: tuple[Rolling, ...], enemy: Tally, walls: int
) -> Hits:
    """CB-TIER-3: one d20 for each unit, type by type in roster order, then the rerolls."""
    side = side_in(adj.state, tier.province, attacking, tier.bounties[attacking])
    where = f"{name_of(adj.state, tier.province)} round {tier.round} tier {tier.number}"
    rolled: list[Rolled] = []
    for one in rolling:
        why = f"{where} {side_name(side.seat)} {KINDS[one.kind]}"
        dice = [adj.roll(D20, why) for _ in range(one.count)]
        rolled.append((one, need_of(side, one.kind, one.charging, one.initiative, walls), dice))
    if side.seat:
        reroll(adj, tier, attacking, rolled)
    precision: list[tuple[int, int]] = []
    captures = kills = 0
    for segment in rolled:
        volley = volley_of(adj, tier, attacking, segment, enemy)
        adj.emit(volley)
        if volley.target:
            precision.append((INDEX[volley.target], volley.precision))
        else:
            captures += volley.captured
            kills += volley.hits - volley.captured
    return Hits(tuple(precision), captures, kills)


def reroll(adj: Adj, tier: Tier, attacking: bool, rolled: Sequence[Rolled]) -> None:
    """CB-LEAD-5, CB-RULING-46: reroll missed dice in the order of rolling, while counters last."""
    standing = orders_of(adj, tier.province, attacking)
    assert standing is not None
    policy = standing.rerolls or ("auto",)
    if policy == ("off",):
        return
    battle = adj.state.battle_in(tier.province)
    seat = seat_of(adj, tier.province, attacking)
    left = battle.attack_counters if attacking else battle.defend_counters
    for one, need, rolls in rolled:
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
                adj.emit(ev.Rerolled(tier.province, seat, attacking, kind, old, new, left))


def volley_of(adj: Adj, tier: Tier, attacking: bool, rolled: Rolled, enemy: Tally) -> ev.Volley:
    """CB-HIT-5, CB-PREC-2, CB-PREC-4: hits, captures, or the halved hits of a precision strike."""
    (one, need, rolls), seat = rolled, seat_of(adj, tier.province, attacking)
    hits = sum(is_hit(roll, need.total) for roll in rolls)
    target = target_of(orders_of(adj, tier.province, attacking), one.kind, enemy)
    captured = 0
    if not target and takes_prisoners(adj, seat, attacking):
        captured = sum(is_exact(roll, need.total) for roll in rolls)
    result = (hits, captured, target, hits // 2 if target else 0)
    made_of = (need.factor, need.value, need.tech, need.modifiers)
    who = (*tier.where, seat, attacking, KINDS[one.kind])
    return ev.Volley(*who, need.total, tuple(rolls), *result, *made_of)


def target_of(standing: Standing | None, kind: int, enemy: Tally) -> str:
    """CB-PREC-1, CB-PREC-4, CB-RULING-12: the type a segment strikes; empty: a standard attack."""
    if standing is None:
        return ""
    target = dict(standing.modes).get(KINDS[kind], "standard")
    return target if target != "standard" and enemy[INDEX[target]] else ""


def take_losses(adj: Adj, tier: Tier, attacking: bool, hits: Hits) -> None:
    """CB-LOSS-1, CB-LOSS-5: by the owner's loss order; of equal units the most spent are lost."""
    if not hits.total:
        return
    there = force(adj, tier.province, attacking)
    order = loss_order(orders_of(adj, tier.province, attacking))
    losses = losses_from(there.tally, hits, order, shielded=tier.number == 1)
    seat, captor = (seat_of(adj, tier.province, side) for side in (attacking, not attacking))
    captured, killed = very_units(there, losses)
    adj.emit(ev.LossesTaken(*tier.where, seat, attacking, killed, captured, captor, losses.wasted))


def very_units(there: Units, losses: Losses) -> tuple[Units, Units]:
    """CB-LOSS-2, CB-LOSS-5: the units captured and those killed, each the most spent first.

    Captures come before kills.
    """
    captured = there.most_spent(losses.captured) if any(losses.captured) else Units()
    if not any(losses.killed):
        return captured, Units()
    return captured, there.minus(captured).most_spent(losses.killed)
