"""Section 7.8: the frame of a battle: how it is fought, how it ends, who has the province."""

from rules.candlebre import events as ev
from rules.candlebre.court.captives import check_out, send_home
from rules.candlebre.court.fate import waits_for_owner
from rules.candlebre.naming import name_of, names_of, province_named
from rules.candlebre.orders import Fight, FightAll
from rules.candlebre.realm.land import nearest
from rules.candlebre.realm.purse import change_honor
from rules.candlebre.state import Adj, Leader, State
from rules.candlebre.war import movement, rounds
from rules.candlebre.war.movement import Retreat
from rules.candlebre.war.tiers import force
from rules.line.errors import Refusal
from rules.line.frozen import Frozen

WON = 1
"""CB-HONOR-5: honor for a battle won against another seat's units."""


class Fought(Frozen):
    """Which battles are fought, and how: `how` as in the order."""

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
    battles = state.battles()
    if not battles:
        raise Refusal("CB-BATTLE-2", "there is no battle to fight")
    return Fought(battles)


def check_not_by_round(state: State, battles: tuple[int, ...]) -> None:
    """CB-FIGHT-3: no battle that is kept by round is fought to the end."""
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
    """CB-FIGHT-1, CB-FIGHT-2, CB-BATTLE-4: the battles named, after unopposed entries."""
    take_undefended(adj)
    for number in plan.provinces:
        if adj.state.flow.outcome is None and adj.state.province(number).battle is not None:
            once = plan.how == "one round" or (not plan.how and is_by_round(adj.state, number))
            fight_battle(adj, number, once)


def fight_battle(adj: Adj, number: int, once: bool = False) -> None:
    """CB-TIER-1: round after round until the battle is over, or only one."""
    if not adj.state.battle_in(number).begun:
        rounds.begin(adj, number)
        if not rounds.both_stand(adj, number):
            finish(adj, number, "gone")
            return
    while True:
        rounds.fight_round(adj, number)
        end_round(adj, number)
        if once or adj.state.province(number).battle is None:
            return


def end_round(adj: Adj, number: int) -> None:
    """CB-TIER-1, steps (f) to (h): engines, nightfall, withdrawals."""
    if rounds.both_stand(adj, number):
        rounds.take_engines(adj, number)
    if not rounds.both_stand(adj, number):
        finish(adj, number, "gone")
        return
    limit = adj.state.settings.rounds
    if adj.state.battle_in(number).round >= limit or rounds.is_stalemate(adj, number):
        fall_of_night(adj, number)
        return
    for attacking in rounds.SIDES:
        retreat = movement.standing_retreat(adj, number, attacking)
        if retreat is not None:
            retire(adj, retreat)
            return


def retire(adj: Adj, retreat: Retreat) -> None:
    """CB-WDRAW-7, CB-HONOR-5: a withdrawal, and what it means for the battle."""
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
    """CB-BATTLE-3: such provinces are taken when `combat` begins, or when `fight` is ordered."""
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

    CB-BUILD-7: with its buildings.  CB-MOVE-13: it is their own from now on, steps and all.
    """
    here, battle = adj.state.province(number), adj.state.battle_in(number)
    attackers, defenders = (force(adj, number, side).total for side in rounds.SIDES)
    attacker, defender = battle.attacker, here.owner
    taken = attackers > 0 and defenders == 0
    lose_leaders(adj, number, attackers, defenders)
    guard = 0 if defender else min(battle.guard, battle.neutral[-1])
    winner = attacker if taken else defender
    adj.emit(ev.BattleOver(number, attacker, defender, winner, taken, battle.round, how, guard))
    if taken:
        send_home(adj, number)
        adj.emit(ev.ProvinceTaken(attacker, number, defender, "battle"))
    reward(adj, attacker, defender, taken, attackers, defenders)
    if taken:
        check_out(adj, defender)


def reward(
    adj: Adj, attacker: int, defender: int, taken: bool, attackers: int, defenders: int
) -> None:
    """CB-HONOR-5: 1 for the winner of a battle between seats who still has a unit."""
    if not defender:
        return
    if taken:
        change_honor(adj, attacker, WON, "battle won")
    elif defenders and not attackers:
        change_honor(adj, defender, WON, "battle won")


def lose_leaders(adj: Adj, number: int, attackers: int, defenders: int) -> None:
    """CB-LEAD-6, CB-LEAD-7: leaders of a force that is gone; if both are, the attacker's."""
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
