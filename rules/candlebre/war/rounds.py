"""CB-TIER-1: one battle round, step by step."""

from rules.candlebre.context import Adj
from rules.candlebre.court.fate import join_cards
from rules.candlebre.events import war as wv
from rules.candlebre.realm.purse import purse_for, there_is
from rules.candlebre.roster import INDEX, KINDS, ROSTER
from rules.candlebre.state import State
from rules.candlebre.war.needs import (
    FIRST_STRIKERS,
    SHIELD_WALL,
    can_charge,
    has_initiative,
    only_engines,
)
from rules.candlebre.war.tiers import (
    Rolling,
    Tier,
    battle_in,
    fight_tier,
    force,
    orders_of,
)

SIDES = (True, False)
"""The attacker, then the defender."""

COUNTERS, TACTICIAN = 3, 4
"""CB-LEAD-4, CB-LEAD-8: reroll counters that a leader brings."""

ROLLING = tuple(kind for kind, one in enumerate(ROSTER) if "no-attack" not in one.abilities)
"""CB-HIT-6, CB-SIEGE-2, CB-RULING-32: Siege Engines never roll; else they are like any unit."""

Kinds = tuple[int, ...]


def seat_of(adj: Adj, number: int, attacking: bool) -> int:
    """Whose a side is."""
    return battle_in(adj, number).attacker if attacking else adj.state.province(number).owner


def begin(adj: Adj, number: int) -> None:
    """CB-TIER-1: cards waiting for the province are played, and reroll counters handed out."""
    here = adj.state.province(number)
    battle = battle_in(adj, number)
    adj.emit(
        wv.BattleBegan(
            number,
            battle.attacker,
            here.owner,
            battle.units.tally,
            adj.state.defenders(number),
            counters(adj.state, number, True),
            counters(adj.state, number, False) if here.owner else 0,
        )
    )
    join_cards(adj, number)


def counters(state: State, number: int, attacking: bool) -> int:
    """CB-LEAD-4: three for each leader present at the first round, four for a tactician."""
    return sum(
        TACTICIAN if one.trait == "tactician" else COUNTERS
        for one in state.leaders_at(number, attacking)
    )


def fight_round(adj: Adj, number: int) -> None:
    """CB-TIER-1, steps (a) to (e): bounties, charges, three tiers; CB-TIER-6: while both stand."""
    round_number = battle_in(adj, number).round + 1
    adj.emit(wv.RoundBegan(number, round_number))
    bounties = {side: pay_bounty(adj, number, side) for side in SIDES}
    forming: dict[bool, Kinds] = {}
    charging: dict[bool, Kinds] = {}
    for side in SIDES:
        forming[side], charging[side] = prepare_charges(adj, number, side, round_number)
    rolled: dict[bool, Kinds] = {side: forming[side] for side in SIDES}
    for tier_number in (1, 2, 3):
        if not both_stand(adj, number):
            return
        rolling: dict[bool, tuple[Rolling, ...]] = {}
        if tier_number == 2:
            charging = {side: unleash(adj, number, side, charging[side]) for side in SIDES}
        for side in SIDES:
            if tier_number == 1:
                rolling[side] = first_tier(adj, number, side, round_number, forming[side])
            elif tier_number == 2:
                rolling[side] = segments(adj, number, side, charging[side], charging=True)
            else:
                rest = tuple(kind for kind in ROLLING if kind not in rolled[side])
                rolling[side] = segments(adj, number, side, rest)
            rolled[side] += tuple(one.kind for one in rolling[side])
        fight_tier(
            adj,
            Tier(number, round_number, tier_number, rolling[True], rolling[False], bounties),
        )


def both_stand(adj: Adj, number: int) -> bool:
    """CB-TIER-6: has each side still a unit?"""
    return all(force(adj, number, side).total for side in SIDES)


# --- (a) bounties -------------------------------------------------------------------------------


def pay_bounty(adj: Adj, number: int, attacking: bool) -> int:
    """CB-MERC-5, CB-RULING-40: for each mercenary of the side, all or nothing; what it adds."""
    standing = orders_of(adj, number, attacking)
    rate = (standing.bounty or 0) if standing is not None else 0
    mercenaries = force(adj, number, attacking).mercenaries
    if not rate or not mercenaries:
        return 0
    seat = seat_of(adj, number, attacking)
    free = any(one.trait == "paymaster" for one in adj.state.leaders_at(number, attacking))
    gold = 0 if free else rate * mercenaries  # CB-LEAD-8
    there = there_is(adj.state.realm(seat), purse_for("units"))
    if gold > there:
        adj.emit(wv.BountyUnpaid(number, seat, rate, mercenaries, gold, there))
        return 0
    adj.emit(wv.BountyPaid(number, seat, rate, mercenaries, gold, there - gold))
    return rate


# --- (b) charges --------------------------------------------------------------------------------


def prepare_charges(
    adj: Adj, number: int, attacking: bool, round_number: int
) -> tuple[Kinds, Kinds]:
    """CB-CHARGE-3, CB-RULING-15: segments with charge orders form up, or are ready to charge."""
    standing = orders_of(adj, number, attacking)
    if standing is None:
        return (), ()
    seat = seat_of(adj, number, attacking)
    level = adj.state.realm(seat).levels[0]
    tally = force(adj, number, attacking).tally
    ordered = tuple(
        kind
        for kind in ROLLING
        if KINDS[kind] in (standing.charge or ()) and tally[kind] and can_charge(level, kind)
    )
    battle = battle_in(adj, number)
    ready = tuple(INDEX[one] for one in (battle.attack_ready if attacking else battle.defend_ready))
    dropped = tuple(KINDS[kind] for kind in ready if kind not in ordered and tally[kind])
    if dropped:  # CB-CHARGE-5
        adj.emit(wv.ChargeSpent(number, seat, attacking, dropped, "called off"))
    forming = tuple(kind for kind in ordered if kind not in ready)
    if forming:
        names = tuple(KINDS[kind] for kind in forming)
        adj.emit(wv.FormedUp(number, seat, attacking, round_number, names))
    return forming, tuple(kind for kind in ordered if kind in ready)


def unleash(adj: Adj, number: int, attacking: bool, charging: Kinds) -> Kinds:
    """CB-CHARGE-6, CB-WALL-1, CB-RULING-16: Pikemen stop a charge; ready no longer either way."""
    if not charging:
        return ()
    enemy = force(adj, number, not attacking).tally
    stopped = any(enemy[kind] for kind in SHIELD_WALL)
    names = tuple(KINDS[kind] for kind in charging)
    how = "stopped" if stopped else "charged"
    adj.emit(wv.ChargeSpent(number, seat_of(adj, number, attacking), attacking, names, how))
    return () if stopped else charging


# --- (c) to (e): who rolls ----------------------------------------------------------------------


def first_tier(
    adj: Adj, number: int, attacking: bool, round_number: int, forming: Kinds
) -> tuple[Rolling, ...]:
    """CB-TIER-2, CB-INIT-1, CB-INIT-3: Archers, and in round 1 those with Initiative."""
    seat = seat_of(adj, number, attacking)
    level = adj.state.realm(seat).levels[0] if seat else 0
    tally = force(adj, number, attacking).tally
    found = []
    for kind in ROLLING:
        if not tally[kind] or kind in forming:
            continue
        if kind in FIRST_STRIKERS:
            found.append(Rolling(kind, tally[kind]))
        elif round_number == 1 and has_initiative(level, kind):
            found.append(Rolling(kind, tally[kind], initiative=True))
    return tuple(found)


def segments(
    adj: Adj, number: int, attacking: bool, kinds: Kinds, charging: bool = False
) -> tuple[Rolling, ...]:
    """CB-RULING-11: all units of a type that stand now, type by type."""
    tally = force(adj, number, attacking).tally
    return tuple(Rolling(kind, tally[kind], charging) for kind in kinds if tally[kind])


# --- (f) the siege-engine check -----------------------------------------------------------------


def take_engines(adj: Adj, number: int) -> None:
    """CB-FIGHT-5: engines left alone are captured, or destroyed by neutrals; not if both are."""
    alone = [side for side in SIDES if only_engines(force(adj, number, side).tally)]
    if len(alone) != 1:
        return
    attacking = alone[0]
    units = force(adj, number, attacking)
    if not force(adj, number, not attacking).total:
        return
    captor = seat_of(adj, number, not attacking)
    adj.emit(wv.EnginesTaken(number, seat_of(adj, number, attacking), attacking, units, captor))


def is_stalemate(adj: Adj, number: int) -> bool:
    """CB-FIGHT-5: both forces are engines alone, so that night falls at once (CB-FIGHT-6)."""
    return all(only_engines(force(adj, number, side).tally) for side in SIDES)
