"""Battles: how they are fought and end, their rounds, mercenaries and standing orders."""

from dataclasses import replace

from rules.candlebre import events as ev
from rules.candlebre import orders as od
from rules.candlebre.court.captives import check_out, send_home
from rules.candlebre.court.fate import join_cards, waits_for_owner
from rules.candlebre.naming import check_kind, in_full, name_of, names_of, province_named
from rules.candlebre.orders import Fight, FightAll
from rules.candlebre.realm.land import nearest
from rules.candlebre.realm.purse import change_honor, purse_for, there_is
from rules.candlebre.state import Adj, Leader, State
from rules.candlebre.units import INDEX, KINDS, MERCENARIES, ROSTER, Standing, Units, Withdrawal
from rules.candlebre.war import movement, tiers
from rules.candlebre.war.movement import Retreat
from rules.candlebre.war.tiers import Rolling, Tier, force, orders_of, seat_of
from rules.candlebre.words import plural
from rules.line.errors import Refusal, required
from rules.line.flow import seat_name
from rules.line.frozen import Frozen

# CB-TIER-1: one battle round, step by step.


SIDES = (True, False)
"""The attacker, then the defender."""

COUNTERS, TACTICIAN = 3, 4
"""CB-LEAD-4, CB-LEAD-8: reroll counters that a leader brings."""

ROLLING = tuple(kind for kind, one in enumerate(ROSTER) if "no-attack" not in one.abilities)
"""CB-HIT-6, CB-SIEGE-2, CB-RULING-32: Siege Engines never roll; else they are like any unit."""

Kinds = tuple[int, ...]


def begin(adj: Adj, number: int) -> None:
    """CB-TIER-1: cards waiting for the province are played, and reroll counters handed out."""
    here, battle = adj.state.province(number), adj.state.battle_in(number)
    forces = battle.units.tally, adj.state.defenders(number)
    own, theirs = (counters(adj.state, number, side) for side in SIDES)
    adj.emit(
        ev.BattleBegan(
            number, battle.attacker, here.owner, *forces, own, theirs if here.owner else 0
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
    """CB-TIER-1, steps (a) to (e): bounties, charges, tiers; CB-TIER-6: while both sides stand."""
    round_number = adj.state.battle_in(number).round + 1
    adj.emit(ev.RoundBegan(number, round_number))
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
        tiers.fight_tier(
            adj, Tier(number, round_number, tier_number, rolling[True], rolling[False], bounties)
        )


def both_stand(adj: Adj, number: int) -> bool:
    """CB-TIER-6: has each side still a unit?"""
    return all(force(adj, number, side).total for side in SIDES)


# --- (a) bounties -------------------------------------------------------------------------------


def pay_bounty(adj: Adj, number: int, attacking: bool) -> int:
    """CB-MERC-5, CB-RULING-40: pay all mercenaries of a side or none; return the rate paid."""
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
        adj.emit(ev.BountyUnpaid(number, seat, rate, mercenaries, gold, there))
        return 0
    adj.emit(ev.BountyPaid(number, seat, rate, mercenaries, gold, there - gold))
    return rate


# --- (b) charges --------------------------------------------------------------------------------


def prepare_charges(
    adj: Adj, number: int, attacking: bool, round_number: int
) -> tuple[Kinds, Kinds]:
    """CB-CHARGE-3, CB-RULING-15: the segments that form up, and those that are ready to charge."""
    standing = orders_of(adj, number, attacking)
    if standing is None:
        return (), ()
    seat = seat_of(adj, number, attacking)
    level = adj.state.realm(seat).levels[0]
    tally = force(adj, number, attacking).tally
    ordered = tuple(
        kind
        for kind in ROLLING
        if KINDS[kind] in (standing.charge or ()) and tally[kind] and tiers.can_charge(level, kind)
    )
    battle = adj.state.battle_in(number)
    ready = tuple(INDEX[one] for one in (battle.attack_ready if attacking else battle.defend_ready))
    dropped = tuple(KINDS[kind] for kind in ready if kind not in ordered and tally[kind])
    if dropped:  # CB-CHARGE-5
        adj.emit(ev.ChargeSpent(number, seat, attacking, dropped, "called off"))
    forming = tuple(kind for kind in ordered if kind not in ready)
    if forming:
        names = tuple(KINDS[kind] for kind in forming)
        adj.emit(ev.FormedUp(number, seat, attacking, round_number, names))
    return forming, tuple(kind for kind in ordered if kind in ready)


def unleash(adj: Adj, number: int, attacking: bool, charging: Kinds) -> Kinds:
    """CB-CHARGE-6, CB-WALL-1, CB-RULING-16: the segments that charge; none against Pikemen.

    Stopped or not, they are no longer ready.
    """
    if not charging:
        return ()
    enemy = force(adj, number, not attacking).tally
    stopped = any(enemy[kind] for kind in tiers.SHIELD_WALL)
    names = tuple(KINDS[kind] for kind in charging)
    how = "stopped" if stopped else "charged"
    adj.emit(ev.ChargeSpent(number, seat_of(adj, number, attacking), attacking, names, how))
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
        if kind in tiers.FIRST_STRIKERS:
            found.append(Rolling(kind, tally[kind]))
        elif round_number == 1 and tiers.has_initiative(level, kind):
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
    alone = [side for side in SIDES if tiers.only_engines(force(adj, number, side).tally)]
    if len(alone) != 1:
        return
    attacking = alone[0]
    units = force(adj, number, attacking)
    if not force(adj, number, not attacking).total:
        return
    captor = seat_of(adj, number, not attacking)
    adj.emit(ev.EnginesTaken(number, seat_of(adj, number, attacking), attacking, units, captor))


def is_stalemate(adj: Adj, number: int) -> bool:
    """CB-FIGHT-5: both forces are engines alone, so that night falls at once (CB-FIGHT-6)."""
    return all(tiers.only_engines(force(adj, number, side).tally) for side in SIDES)


# Section 7.14: revolts.  Hiring is in `court/purchase`, bounties are above.


def check_revolts(adj: Adj) -> None:
    """CB-MERC-7, CB-TURN-11, CB-RULING-23: at the end of every phase, in number order."""
    for number in range(1, len(adj.state.provinces) + 1):
        if adj.state.flow.outcome is None and is_in_revolt(adj.state, number):
            revolt(adj, number)


def is_in_revolt(state: State, number: int) -> bool:
    """CB-MERC-7: are there more mercenaries than regular units, and no battle?"""
    here = state.province(number)
    if not here.owner or here.battle is not None:
        return False
    return here.units.mercenaries > here.units.regulars


def revolt(adj: Adj, number: int) -> None:
    """CB-MERC-8: regulars and leaders leave; mercenaries become the guard of neutral land."""
    here = adj.state.province(number)
    seat, mercenaries = here.owner, here.units.mercenaries
    regulars = Units((*here.units.counts[:MERCENARIES], (0, 0, 0)))
    leaders = tuple(one.number for one in adj.state.leaders_at(number))
    to = refuge(adj.state, seat, number)
    send_home(adj, number)
    adj.emit(ev.Revolted(seat, number, mercenaries, regulars, leaders, to))
    if not to:
        for leader in leaders:
            adj.emit(ev.LeaderDied(leader, seat, "revolt"))
    check_out(adj, seat)


def refuge(state: State, seat: int, number: int) -> int:
    """CB-MERC-8, CB-RULING-48: the nearest other own province where no battle has begun."""
    others = (one for one in state.owned(seat) if one != number and not has_begun(state, one))
    return nearest(state, number, others)


def has_begun(state: State, number: int) -> bool:
    """CB-BATTLE-6: has a battle begun there?"""
    battle = state.province(number).battle
    return battle is not None and battle.begun


# Section 7.9: standing orders, checked and kept.


BOUNTIES = (0, 1, 2)
"""CB-MERC-6: the gold that may be ordered for each mercenary."""


class Resolved(Frozen):
    """A checked standing order: its province (0: in general), and the orders that hold with it."""

    province: int
    standing: Standing
    words: str


def check_standing(state: State, seat: int, order: od.Standing) -> Resolved:
    """CB-POST-1: the checks of a standing order; CB-POST-2: what it replaces and what it keeps."""
    number = province_named(state, order.place) if order.place else 0
    to = province_named(state, order.to) if isinstance(order, od.WithdrawWhen) and order.to else 0
    realm = state.realm(seat)
    now = realm.general
    if number:
        now = next((one for place, one in realm.local if place == number), Standing())
    return Resolved(number, changed(state, seat, order, now, to), in_full(state, order))


def changed(state: State, seat: int, order: od.Standing, now: Standing, to: int) -> Standing:
    """CB-POST-2: lists replace the earlier list; mode orders change the named segments only."""
    match order:
        case od.Charge(kinds):
            check_chargers(state, seat, kinds)
            return replace(now, charge=in_roster_order(kinds))
        case od.PrecisionStrike(target, kinds):
            check_target(target)
            check_kinds((target, *kinds))
            return with_modes(now, kinds, target)
        case od.StandardAttack(kinds):
            check_kinds(kinds)
            return with_modes(now, kinds, "standard")
        case od.PayBounty(gold):
            if gold not in BOUNTIES:
                raise Refusal("CB-MERC-6", f"a bounty is 0, 1 or 2 gold, not {gold}")
            return replace(now, bounty=gold)
        case od.Lose(kinds, last):
            check_kinds(kinds)
            kinds = tuple(dict.fromkeys(kinds))
            return replace(now, last=kinds) if last else replace(now, first=kinds)
        case od.Rerolls(on, only):
            check_kinds(only)
            policy = in_roster_order(only) or (("auto",) if on else ("off",))
            return replace(now, rerolls=policy)
        case od.WithdrawWhen(_, after, left):
            when, count = ("round", after) if after else ("units", left)
            return replace(now, withdrawal=Withdrawal(when, count, to))
        case od.StandFast():
            return replace(now, withdrawal=Withdrawal())
        case od.Pace(by_round):
            return replace(now, pace="round" if by_round else "auto")


def in_roster_order(kinds: tuple[str, ...]) -> tuple[str, ...]:
    """Each type once, in roster order."""
    return tuple(kind for kind in KINDS if kind in kinds)


def check_kinds(kinds: tuple[str, ...]) -> None:
    """CB-ORDER-3: unit types of the roster."""
    for kind in kinds:
        check_kind(kind)


def check_chargers(state: State, seat: int, kinds: tuple[str, ...]) -> None:
    """CB-CHARGE-2: ordering a charge of a type that cannot is refused."""
    check_kinds(kinds)
    level = state.realm(seat).levels[0]
    for kind in kinds:
        if not tiers.can_charge(level, INDEX[kind]):
            why = f"{plural(kind)} of {seat_name(seat)} cannot charge (military level {level})"
            raise Refusal("CB-CHARGE-2", why)


def check_target(target: str) -> None:
    """CB-PREC-5, CB-LEAD-1: leaders cannot be named as targets."""
    if target not in INDEX and target.lower().startswith("gl"):
        raise Refusal("CB-PREC-5", f"{target.upper()} is a leader; a strike aims at a unit type")


def with_modes(now: Standing, kinds: tuple[str, ...], target: str) -> Standing:
    """CB-PREC-1: an attack mode for each segment named, or for all of them, in roster order."""
    modes = dict(now.modes) | dict.fromkeys(kinds or KINDS, target)
    return replace(now, modes=tuple((kind, modes[kind]) for kind in KINDS if kind in modes))


def keep(adj: Adj, plan: Resolved) -> None:
    """CB-POST-1: the standing order holds from now on."""
    adj.emit(ev.StandingSet(adj.seat, plan.province, plan.standing, plan.words))


# Section 7.8: the frame of a battle: how it is fought, how it ends, who has the province.


WON = 1
"""CB-HONOR-5: honor for a battle won against another seat's units."""


class Fought(Frozen):
    """The battles to be fought, and `how`, as in the order."""

    provinces: tuple[int, ...]
    how: str = ""


# --- the order ----------------------------------------------------------------------------------


def check_fight(state: State, seat: int, order: Fight) -> Fought:
    """CB-BATTLE-2, CB-FIGHT-3: the checks of `fight Brindle`, in their order."""
    if order.place:
        number = province_named(state, order.place)
        if state.province(number).battle is None:
            raise Refusal("CB-BATTLE-2", f"there is no battle in {name_of(state, number)}")
    else:
        number = movement.only_battle(state, seat)
    if order.how == "to the end":
        check_not_by_round(state, (number,))
    return Fought((number,), order.how)


def check_fight_all(state: State, seat: int, order: FightAll) -> Fought:
    """CB-FIGHT-4: all battles, in province number order."""
    battles = required(state.battles(), "CB-BATTLE-2", "there is no battle to fight")
    return Fought(battles)


def check_not_by_round(state: State, battles: tuple[int, ...]) -> None:
    """CB-FIGHT-3: no battle that is kept by round is fought to the end.

    Where nobody defends, the province is simply taken.
    """
    kept = tuple(
        one for one in battles if is_by_round(state, one) and not is_undefended(state, one)
    )
    if kept:
        raise Refusal("CB-FIGHT-3", f"kept by round: {names_of(state, kept)}")


def is_by_round(state: State, number: int) -> bool:
    """CB-FIGHT-1: has a seat in the battle ordered `battles by round` for it?"""
    sides = (state.battle_in(number).attacker, state.province(number).owner)
    return any(seat and state.realm(seat).standing_in(number).pace == "round" for seat in sides)


def fight(adj: Adj, plan: Fought) -> None:
    """CB-FIGHT-1, CB-FIGHT-2, CB-BATTLE-4: take undefended provinces, then fight those named."""
    take_undefended(adj)
    for number in plan.provinces:
        if adj.state.flow.outcome is None and adj.state.province(number).battle is not None:
            once = plan.how == "one round" or (not plan.how and is_by_round(adj.state, number))
            fight_battle(adj, number, once)


def fight_battle(adj: Adj, number: int, once: bool = False) -> None:
    """CB-TIER-1: round after round until the battle is over; with `once` a single round."""
    if not adj.state.battle_in(number).begun:
        begin(adj, number)
        if not both_stand(adj, number):
            finish(adj, number, "gone")
            return
    while True:
        fight_round(adj, number)
        end_round(adj, number)
        if once or adj.state.province(number).battle is None:
            return


def end_round(adj: Adj, number: int) -> None:
    """CB-TIER-1, steps (f) to (h): engines, nightfall, withdrawals."""
    if both_stand(adj, number):
        take_engines(adj, number)
    if not both_stand(adj, number):
        finish(adj, number, "gone")
        return
    limit = adj.state.settings.rounds
    if adj.state.battle_in(number).round >= limit or is_stalemate(adj, number):
        fall_of_night(adj, number)
        return
    for attacking in SIDES:
        retreat = movement.standing_retreat(adj, number, attacking)
        if retreat is not None:
            retire(adj, retreat)
            return


def retire(adj: Adj, retreat: Retreat) -> None:
    """CB-WDRAW-7, CB-HONOR-5: withdraw a force, and end the battle."""
    movement.withdraw(adj, retreat)
    finish(adj, retreat.province, "withdrawn")


# --- unopposed ----------------------------------------------------------------------------------


def is_undefended(state: State, number: int) -> bool:
    """CB-BATTLE-3: a seat's province without units, for which no card of its owner waits."""
    here = state.province(number)
    battle = here.battle
    if battle is None or battle.begun or not here.owner:
        return False
    return not here.units.total and not waits_for_owner(state, number)


def take_undefended(adj: Adj) -> None:
    """CB-BATTLE-3: take undefended provinces, when `combat` begins or `fight` is ordered."""
    for number in adj.state.battles():
        if adj.state.province(number).battle is not None and is_undefended(adj.state, number):
            take_unopposed(adj, number, "unopposed")


def take_unopposed(adj: Adj, number: int, how: str) -> None:
    """CB-BATTLE-3: leaders alone there are captured; no battle is won (CB-HONOR-5)."""
    battle = adj.state.battle_in(number)
    former = adj.state.province(number).owner
    for leader in tuple(adj.state.leaders_at(number)):
        adj.emit(ev.LeaderCaptured(leader.number, leader.owner, battle.attacker, number))
    send_home(adj, number)
    adj.emit(ev.ProvinceTaken(battle.attacker, number, former, how))
    check_out(adj, former)


# --- the end ------------------------------------------------------------------------------------


def finish(adj: Adj, number: int, how: str) -> None:
    """CB-BATTLE-5, CB-RULING-33: attackers left when the defenders are gone take the province.

    CB-BUILD-7: its buildings are theirs too.  CB-MOVE-13: the province counts as their own at once;
    the units keep the steps that they have spent.  CB-HONOR-5: 1 honor for the winner of a battle
    between seats who still has a unit.
    """
    here, battle = adj.state.province(number), adj.state.battle_in(number)
    attackers, defenders = (force(adj, number, side).total for side in SIDES)
    attacker, defender = battle.attacker, here.owner
    taken = attackers > 0 and defenders == 0
    lose_leaders(adj, number, attackers, defenders)
    guard = 0 if defender else min(battle.guard, battle.neutral[-1])
    winner = attacker if taken else defender
    adj.emit(ev.BattleOver(number, attacker, defender, winner, taken, battle.round, how, guard))
    if taken:
        send_home(adj, number)
        adj.emit(ev.ProvinceTaken(attacker, number, defender, "battle"))
    if defender and (taken or (defenders and not attackers)):
        change_honor(adj, winner, WON, "battle won")
    if taken:
        check_out(adj, defender)


def lose_leaders(adj: Adj, number: int, attackers: int, defenders: int) -> None:
    """CB-LEAD-6, CB-LEAD-7: a force that is gone loses its leaders; if both are, the attacker's."""
    defender = adj.state.province(number).owner
    attacker = adj.state.battle_in(number).attacker
    if not attackers:
        for leader in tuple(adj.state.leaders_at(number, attacking=True)):
            lose_leader(adj, leader, number, defender)
    elif not defenders and defender:
        for leader in tuple(adj.state.leaders_at(number)):
            lose_leader(adj, leader, number, attacker)


def lose_leader(adj: Adj, leader: Leader, number: int, captor: int) -> None:
    """CB-LEAD-6, CB-RULING-20: captured by the other seat; CB-NEUT-4: neutrals let him escape."""
    if captor:
        adj.emit(ev.LeaderCaptured(leader.number, leader.owner, captor, number))
        return
    to = haven(adj.state, leader.owner, number)
    if to:
        adj.emit(ev.LeaderEscaped(leader.number, leader.owner, number, to))
    else:
        adj.emit(ev.LeaderDied(leader.number, leader.owner, "nowhere to go"))


def haven(state: State, seat: int, number: int) -> int:
    """CB-NEUT-4, CB-RULING-21: the nearest own province without a battle."""
    others = (one for one in state.owned(seat) if state.province(one).battle is None)
    return nearest(state, number, others)


def fall_of_night(adj: Adj, number: int) -> None:
    """CB-FIGHT-6, CB-RULING-37: the attackers go back without rolls, or are captured or lost."""
    here, battle = adj.state.province(number), adj.state.battle_in(number)
    seat, captor = battle.attacker, here.owner
    to = movement.default_destination(adj.state, seat, number)
    leaders = tuple(one.number for one in adj.state.leaders_at(number, attacking=True))
    adj.emit(
        ev.NightFell(number, seat, battle.round, battle.units, to, captor, leaders if to else ())
    )
    if not to:
        lose_leaders(adj, number, 0, 1)
    guard = 0 if captor else min(battle.guard, battle.neutral[-1])
    adj.emit(ev.BattleOver(number, seat, captor, captor, False, battle.round, "night", guard))
