"""How armies march and withdraw."""

from collections.abc import Iterator

from rules.candlebre import events as ev
from rules.candlebre.court.captives import check_unprotected
from rules.candlebre.naming import (
    check_own,
    check_units,
    leader_named,
    name_of,
    names_of,
    province_named,
)
from rules.candlebre.orders import AllOf, Attack, LeaderRef, March, Some, UnitList, WithdrawNow
from rules.candlebre.realm.land import between, is_adjacent
from rules.candlebre.realm.purse import lose_honor
from rules.candlebre.state import D20, Adj, Leader, State
from rules.candlebre.units import (
    KINDS,
    ROSTER,
    Steps,
    Tally,
    Units,
    Withdrawal,
    fresh,
    taken,
)
from rules.candlebre.war.tiers import force, orders_of, seat_of
from rules.candlebre.words import counted
from rules.line.errors import Refusal
from rules.line.flow import seat_name
from rules.line.frozen import Frozen

# Section 7.6: combat movement and movement at home.


LEADER_STEPS = 2
"""CB-MOVE-3: how far a leader may go in a turn."""


class Going(Frozen):
    """Who goes from where to where: units as they leave and as they arrive, and leaders."""

    source: int
    target: int
    steps: int
    units: Units
    arriving: Units
    leaders: tuple[int, ...]


# --- the two orders -----------------------------------------------------------------------------


def check_going(state: State, seat: int, order: Attack | March) -> Going:
    """CB-ORDER-11: the checks of `attack Brindle from Ashford with 3 infantry` and of `move 2
    cavalry from Ashford to Brindle`, in their order; before phase `noncombat` both attack."""
    attacking = state.flow.phase != "noncombat"
    here, there = province_named(state, order.source), province_named(state, order.target)
    check_units(order.units)
    check_own(state, seat, here, "CB-MOVE-1")
    if attacking:
        check_strange(state, seat, there)
    else:
        check_own(state, seat, there, "CB-MOVE-8")
    steps = steps_between(state, seat, here, there, attacking)
    if attacking:
        check_not_ally(state, seat, there)
        check_unprotected(state, there)
    check_not_begun(state, seat, there)
    going = who_goes(state, seat, here, there, steps, order.units)
    check_somebody(state, seat, going, attacking)
    return going


def set_out(adj: Adj, going: Going) -> None:
    """CB-BATTLE-1, CB-MOVE-10: all who attack a province in one turn form one force; into an own
    province it is a march (CB-MOVE-8).

    CB-MOVE-11: the province that they leave stays with its owner though nobody is left in it.
    """
    at_home = adj.state.province(going.target).owner == adj.seat
    kind = ev.Marched if at_home else ev.Attacked
    way = (going.source, going.target, going.units, going.arriving, going.leaders, going.steps)
    adj.emit(kind(adj.seat, *way))
    warn_of_majority(adj, going.source)


def warn_of_majority(adj: Adj, number: int) -> None:
    """CB-MERC-4: more mercenaries than regular units left behind are allowed, with a warning."""
    left = adj.state.province(number).units
    if left.mercenaries > left.regulars:
        adj.emit(ev.MajorityWarned(adj.seat, number, left.mercenaries, left.regulars))


# --- from where to where ------------------------------------------------------------------------


def check_strange(state: State, seat: int, number: int) -> None:
    """CB-MOVE-4, CB-MOVE-9: combat movement enters provinces that the seat does not control."""
    if state.province(number).owner == seat:
        why = f"{name_of(state, number)} is {seat_name(seat)}'s own; that move waits for noncombat"
        raise Refusal("CB-MOVE-4", why)


def check_not_ally(state: State, seat: int, number: int) -> None:
    """CB-ALLY-3, CB-RULING-25: the alliance must be broken first, by an order of its own."""
    owner = state.province(number).owner
    if owner in state.realm(seat).allies:
        why = f"{name_of(state, number)} is {seat_name(owner)}'s, an ally; break the alliance first"
        raise Refusal("CB-ALLY-3", why)


def check_not_begun(state: State, seat: int, number: int) -> None:
    """CB-BATTLE-6: no force is joined by others during a battle, nor attacked by two seats."""
    battle = state.province(number).battle
    if battle is None:
        return
    if battle.begun:
        raise Refusal("CB-BATTLE-6", f"the battle of {name_of(state, number)} has begun")
    if battle.attacker != seat and state.province(number).owner != seat:
        why = f"{name_of(state, number)} is under attack by {seat_name(battle.attacker)}"
        raise Refusal("CB-BATTLE-6", why)


def steps_between(state: State, seat: int, source: int, target: int, attacking: bool) -> int:
    """CB-MOVE-5: one step, or two through an own province; CB-MOVE-6: there is no blitz."""
    if is_adjacent(state, source, target):
        return 1
    ways = between(state, source, target)
    through_own = any(state.province(way).owner == seat for way in ways)
    if source == target or not (through_own or (attacking and ways)):
        raise out_of_reach(state, source, target)
    if not through_own:
        way = ", ".join(name_of(state, one) for one in ways)
        why = f"the way to {name_of(state, target)} leads through {way}, which is not one's own"
        raise Refusal("CB-MOVE-6", why)
    return 2


def out_of_reach(state: State, source: int, target: int) -> Refusal:
    """CB-MOVE-5: the refusal, with both names."""
    if source == target:
        why = f"a move cannot end where it begins, in {name_of(state, source)}"
        return Refusal("CB-MOVE-5", why)
    why = f"{name_of(state, target)} is not within one or two steps of {name_of(state, source)}"
    return Refusal("CB-MOVE-5", why)


# --- who goes -----------------------------------------------------------------------------------


def who_goes(
    state: State, seat: int, source: int, target: int, steps: int, units: UnitList
) -> Going:
    """CB-MOVE-2, then CB-MOVE-3: those named; of equal units those that have spent most."""
    there = state.province(source).units
    able = Units(
        tuple(able_of(state, seat, kind, counts, steps) for kind, counts in enumerate(there.counts))
    )
    if units.everything:
        numbers, leaders = everything(state, seat, source, steps, units, able.tally)
    else:
        check_there(state, seat, source, units)
        numbers = numbers_meant(units, able.tally)
        leaders = check_leaders_able(state, source, steps, units)
    for kind, number in enumerate(numbers):
        check_able(state, source, kind, number, able.of(kind), steps)
    left = able.most_spent(numbers)
    arriving = Units(tuple(shifted(gone, steps) for gone in left.counts))
    return Going(source, target, steps, left, arriving, leaders)


def able_of(state: State, seat: int, kind: int, counts: Steps, steps: int) -> Steps:
    """CB-MOVE-3, CB-MOVE-12: the units of a type that can still make so many steps."""
    movement = ROSTER[kind].movement
    roads = state.flow.phase == "noncombat" and state.realm(seat).levels[1] >= 4
    if movement == 1 and steps == 2:
        return (counts[0] if roads else 0, 0, 0)
    able = tuple(n if spent + steps <= movement else 0 for spent, n in enumerate(counts))
    return (able[0], able[1], able[2])


def shifted(gone: Steps, steps: int) -> Steps:
    """The same units with so many more steps spent."""
    if steps == 1:
        return (0, gone[0], gone[1])
    return (0, 0, gone[0])


def check_there(state: State, seat: int, source: int, units: UnitList) -> None:
    """CB-MOVE-2: the units and leaders named must be there."""
    there = state.province(source).units
    wanted: dict[str, int] = {}
    for item in units.items:
        if isinstance(item, Some):
            wanted[item.kind] = wanted.get(item.kind, 0) + item.count
        elif isinstance(item, LeaderRef):
            own_leader_at(state, seat, source, item.ref)
    for kind, number in wanted.items():
        if number > there.of(kind):
            why = f"{name_of(state, source)} has {counted(there.of(kind), kind)}, not {number}"
            raise Refusal("CB-MOVE-2", why)


def own_leader_at(state: State, seat: int, source: int, ref: str) -> Leader:
    """CB-MOVE-2, CB-LEAD-2: an own leader who stands there."""
    leader = leader_named(state, ref)
    there = leader is not None and (leader.owner, leader.place) == (seat, source)
    if leader is None or not there or leader.attacking or leader.dead:
        why = f"{ref.upper()} of {seat_name(seat)} is not in {name_of(state, source)}"
        raise Refusal("CB-MOVE-2", why)
    return leader


def numbers_meant(units: UnitList, able: Tally) -> Tally:
    """CB-ORDER-12: `all archers` are those that can still make the move."""
    every = {item.kind for item in units.items if isinstance(item, AllOf)}
    rows = zip(KINDS, units.counts(), able, strict=True)
    return tuple(max(number, there) if kind in every else number for kind, number, there in rows)


def check_leaders_able(state: State, source: int, steps: int, units: UnitList) -> tuple[int, ...]:
    """CB-MOVE-3: a leader may spend two steps a turn."""
    found = []
    for item in units.items:
        if not isinstance(item, LeaderRef):
            continue
        leader = leader_named(state, item.ref)
        assert leader is not None
        if leader.steps + steps > LEADER_STEPS:
            why = f"{leader.ref} has spent {leader.steps} of {LEADER_STEPS} steps; it takes {steps}"
            raise Refusal("CB-MOVE-3", why)
        found.append(leader.number)
    return tuple(dict.fromkeys(found))


def check_able(state: State, source: int, kind: int, number: int, able: int, steps: int) -> None:
    """CB-MOVE-3: a unit may spend as many steps a turn as its movement."""
    if number > able:
        one = ROSTER[kind]
        why = (
            f"{counted(able, one.id)} in {name_of(state, source)} can still make "
            f"{steps} step(s), not {number} (movement {one.movement})"
        )
        raise Refusal("CB-MOVE-3", why)


def everything(
    state: State, seat: int, source: int, steps: int, units: UnitList, able: Tally
) -> tuple[Tally, tuple[int, ...]]:
    """CB-ORDER-3, CB-ORDER-12: all units and leaders that can make the move, except those named."""
    named = (leader_named(state, one.ref) for one in units.items if isinstance(one, LeaderRef))
    stay = tuple(named)
    leaders = (one.number for one in leaders_able(state, seat, source, steps) if one not in stay)
    return units.spared(able), tuple(leaders)


def leaders_able(state: State, seat: int, source: int, steps: int = 1) -> Iterator[Leader]:
    """CB-MOVE-3: the own leaders in a province who can still make so many steps."""
    for one in state.leaders_at(source):
        if one.owner == seat and one.steps + steps <= LEADER_STEPS:
            yield one


def check_somebody(state: State, seat: int, going: Going, attacking: bool) -> None:
    """CB-MOVE-7: at least one unit goes; a leader attacks only with units, or joins a force."""
    if going.units.total:
        return
    where = name_of(state, going.source)
    if not going.leaders:
        raise Refusal("CB-MOVE-7", f"nobody in {where} is meant who can still go")
    if attacking and state.province(going.target).battle is None:
        why = f"a leader does not attack {name_of(state, going.target)} without units"
        raise Refusal("CB-MOVE-7", why)


# Section 7.16: how a force gets away, and who is caught.


CAUGHT = 3
"""CB-WDRAW-5: on a roll of 1 to 3 a unit is caught."""

HONOR = 2
"""CB-WDRAW-6: the honor that a withdrawal costs."""


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
        if seat in (state.battle_in(number).attacker, state.province(number).owner)
    )


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
    battle = state.battle_in(number)
    if not battle.round:
        why = f"no round has been fought in {name_of(state, number)} yet"
        raise Refusal("CB-WDRAW-2", why)
    return Retreat(number, battle.attacker == seat, destination(state, seat, number, to))


def destination(state: State, seat: int, number: int, to: int) -> int:
    """CB-WDRAW-3, CB-WDRAW-4, CB-RULING-47: an own province next to it without a battle.

    `to` is the one that was named, 0: the default.  Raises Refusal if there is none.
    """
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
    """CB-WDRAW-4: is it an own province without a battle?"""
    here = state.province(number)
    return here.owner == seat and here.battle is None


def default_destination(state: State, seat: int, number: int) -> int:
    """CB-WDRAW-4: where the attackers first came from, else the lowest number; 0: nowhere."""
    battle = state.battle_in(number)
    first = battle.origins[:1] if battle.attacker == seat else ()
    for to in (*first, *sorted(state.site(number).borders)):
        if is_adjacent(state, number, to) and is_open(state, seat, to):
            return to
    return 0


# --- standing conditions ------------------------------------------------------------------------


def is_met(condition: Withdrawal | None, round_number: int, units: int) -> bool:
    """CB-WDRAW-8: does `after round N` or `when N units are left` hold?"""
    if condition is None:
        return False
    if condition.when == "round":
        return round_number >= condition.number
    return condition.when == "units" and units <= condition.number


def standing_retreat(adj: Adj, number: int, attacking: bool) -> Retreat | None:
    """CB-WDRAW-8: the retreat of a side whose condition is met, if CB-WDRAW-3 and -4 allow it.

    None: the battle goes on.
    """
    standing = orders_of(adj, number, attacking)
    if standing is None or standing.withdrawal is None:
        return None
    battle = adj.state.battle_in(number)
    if not is_met(standing.withdrawal, battle.round, force(adj, number, attacking).total):
        return None
    seat = seat_of(adj, number, attacking)
    try:
        to = destination(adj.state, seat, number, standing.withdrawal.to)
    except Refusal as refusal:
        adj.emit(ev.WithdrawalForbidden(number, seat, refusal.rule, refusal.why))
        return None
    return Retreat(number, attacking, to)


# --- carrying it out ----------------------------------------------------------------------------


def withdraw(adj: Adj, retreat: Retreat) -> None:
    """CB-WDRAW-1, CB-WDRAW-5, CB-RULING-18: the whole force; one d20 a unit in roster order."""
    number, attacking = retreat.province, retreat.attacking
    seat, enemy = (seat_of(adj, number, side) for side in (attacking, not attacking))
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
    there = (one.number for one in adj.state.leaders_at(number, attacking))
    along = tuple(there) if survivors.total else ()  # CB-LEAD-7
    who, went = (number, seat, attacking, retreat.to), (units, survivors, lost)
    adj.emit(ev.Withdrew(*who, tuple(rolls), *went, enemy, along))
    lose_honor(adj, seat, HONOR, "withdrawal")
