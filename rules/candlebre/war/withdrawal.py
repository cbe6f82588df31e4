"""Section 7.16: how a force gets away, and who is caught."""

from rules.candlebre.context import D20, Adj
from rules.candlebre.events import war as wv
from rules.candlebre.naming import name_of, names_of, province_named
from rules.candlebre.orders import WithdrawNow
from rules.candlebre.realm.land import is_adjacent
from rules.candlebre.realm.purse import lose_honor
from rules.candlebre.roster import KINDS
from rules.candlebre.standing import Withdrawal
from rules.candlebre.state import Battle, State
from rules.candlebre.units import Tally, fresh, taken
from rules.candlebre.war.tiers import battle_in, force, orders_of
from rules.line.errors import Refusal
from rules.line.flow import seat_name
from rules.line.frozen import Frozen

CAUGHT = 3
"""CB-WDRAW-5: on a roll of 1 to 3 a unit is caught."""

HONOR = 2
"""CB-WDRAW-6: what a withdrawal costs."""


class Retreat(Frozen):
    """A withdrawal that may be carried out."""

    province: int
    attacking: bool
    to: int


# --- which battle -------------------------------------------------------------------------------


def fights_in(state: State, seat: int) -> tuple[int, ...]:
    """The provinces with a battle in which a seat fights for itself."""
    return tuple(
        number
        for number in state.battles()
        if seat in (battle_at(state, number).attacker, state.province(number).owner)
    )


def battle_at(state: State, number: int) -> Battle:
    """The battle of a province that has one."""
    battle = state.province(number).battle
    assert battle is not None
    return battle


def only_battle(state: State, seat: int) -> int:
    """CB-ORDER-5: no province named means the seat's only battle."""
    fights = fights_in(state, seat)
    if len(fights) > 1:
        why = f"{seat_name(seat)} fights in {names_of(state, fights)}: name the province"
        raise Refusal("CB-ORDER-5", why)
    if not fights:
        raise Refusal("CB-BATTLE-2", f"{seat_name(seat)} fights in no battle")
    return fights[0]


def check_fights(state: State, seat: int, number: int) -> None:
    """CB-BATTLE-2: an order about a battle that does not exist is refused."""
    if state.province(number).battle is None:
        raise Refusal("CB-BATTLE-2", f"there is no battle in {name_of(state, number)}")
    if number not in fights_in(state, seat):
        why = f"{seat_name(seat)} does not fight in {name_of(state, number)}"
        raise Refusal("CB-BATTLE-2", why)


# --- the order ----------------------------------------------------------------------------------


def check_withdraw(state: State, seat: int, order: WithdrawNow) -> Retreat:
    """The checks of `withdraw to Ashford`, in their order."""
    number = province_named(state, order.place) if order.place else 0
    to = province_named(state, order.to) if order.to else 0
    if number:
        check_fights(state, seat, number)
    else:
        number = only_battle(state, seat)
    if state.flow.phase != "combat":
        why = f"a withdrawal needs the phase combat; this is {state.flow.phase}"
        raise Refusal("CB-TURN-2", why)
    battle = battle_at(state, number)
    if not battle.round:
        why = f"no round has been fought in {name_of(state, number)} yet"
        raise Refusal("CB-WDRAW-2", why)
    return Retreat(number, battle.attacker == seat, destination(state, seat, number, to))


def destination(state: State, seat: int, number: int, to: int) -> int:
    """CB-WDRAW-3, CB-WDRAW-4, CB-RULING-47: one bordering own province without a battle."""
    where = name_of(state, number)
    if to and not is_adjacent(state, number, to):
        raise Refusal("CB-WDRAW-3", f"{name_of(state, to)} does not border {where}")
    if to and not is_open(state, seat, to):
        owner = state.province(to).owner
        why = "a battle is on there" if owner == seat else f"it is not {seat_name(seat)}'s"
        raise Refusal("CB-WDRAW-4", f"{name_of(state, to)}: {why}")
    to = to or default_destination(state, seat, number)
    if not to:
        why = f"{seat_name(seat)} has no own province without a battle next to {where}"
        raise Refusal("CB-WDRAW-4", why)
    return to


def is_open(state: State, seat: int, number: int) -> bool:
    """CB-WDRAW-4: an own province without a battle."""
    here = state.province(number)
    return here.owner == seat and here.battle is None


def default_destination(state: State, seat: int, number: int) -> int:
    """CB-WDRAW-4: from where he attacked first, else the lowest-numbered; 0: nowhere."""
    battle = battle_at(state, number)
    first = battle.origins[:1] if battle.attacker == seat else ()
    for to in (*first, *sorted(state.site(number).borders)):
        if is_adjacent(state, number, to) and is_open(state, seat, to):
            return to
    return 0


# --- standing conditions ------------------------------------------------------------------------


def is_met(condition: Withdrawal | None, round_number: int, units: int) -> bool:
    """CB-WDRAW-8: `after round N`, or `when N units are left`."""
    if condition is None:
        return False
    if condition.when == "round":
        return round_number >= condition.number
    return condition.when == "units" and units <= condition.number


def standing_retreat(adj: Adj, number: int, attacking: bool) -> Retreat | None:
    """CB-WDRAW-8: the condition is met, and CB-WDRAW-3 and -4 allow it; else the battle goes on."""
    standing = orders_of(adj, number, attacking)
    if standing is None or standing.withdrawal is None:
        return None
    battle = battle_in(adj, number)
    if not is_met(standing.withdrawal, battle.round, force(adj, number, attacking).total):
        return None
    seat = battle.attacker if attacking else adj.state.province(number).owner
    try:
        to = destination(adj.state, seat, number, standing.withdrawal.to)
    except Refusal as refusal:
        adj.emit(wv.WithdrawalForbidden(number, seat, refusal.rule, refusal.why))
        return None
    return Retreat(number, attacking, to)


# --- carrying it out ----------------------------------------------------------------------------


def withdraw(adj: Adj, retreat: Retreat) -> None:
    """CB-WDRAW-1, CB-WDRAW-5, CB-RULING-18: the whole force; one d20 a unit in roster order."""
    number, attacking = retreat.province, retreat.attacking
    here, battle = adj.state.province(number), battle_in(adj, number)
    seat, enemy = battle.attacker, here.owner
    if not attacking:
        seat, enemy = enemy, seat
    units = force(adj, number, attacking)
    rolls: list[int] = []
    caught: list[int] = []
    why = f"withdrawal from {name_of(adj.state, number)}"
    for kind, count in zip(KINDS, units.tally, strict=True):
        faces = [adj.roll(D20, f"{why} {kind}") for _ in range(count)]
        rolls += faces
        caught.append(sum(face <= CAUGHT for face in faces))
    lost: Tally = tuple(caught)
    survivors = fresh(taken(units.tally, lost)).spent()
    escaped = survivors.total > 0  # CB-LEAD-7
    leaders = tuple(one.number for one in adj.state.leaders_at(number, attacking))
    adj.emit(
        wv.Withdrew(
            number,
            seat,
            attacking,
            retreat.to,
            tuple(rolls),
            units,
            survivors,
            lost,
            enemy,
            leaders if escaped else (),
        )
    )
    lose_honor(adj, seat, HONOR, "withdrawal")
