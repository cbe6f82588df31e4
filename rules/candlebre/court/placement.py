"""Section 7.17: where units may be placed; also when they are bought for a province (CB-BUY-4)."""

from rules.candlebre import events as ev
from rules.candlebre.context import Adj
from rules.candlebre.naming import check_units, name_of, province_named
from rules.candlebre.orders import AllOf, PlaceUnits, Some
from rules.candlebre.roster import INDEX, KINDS, MERCENARIES, ROSTER
from rules.candlebre.state import State
from rules.candlebre.units import NOBODY, Tally, added, tally_of
from rules.candlebre.words import counted
from rules.line.errors import Refusal
from rules.line.flow import seat_name
from rules.line.frozen import Frozen


class Placement(Frozen):
    """What goes where: from the pool, and from the reserve."""

    province: int
    pool: Tally
    reserve: Tally


def regulars(units: Tally) -> int:
    """Glossary: how many of them are no mercenaries."""
    return sum(units) - units[MERCENARIES]


def noted_in(state: State, seat: int, number: int) -> Tally:
    """CB-BUY-4: units noted so far for a province."""
    total = NOBODY
    for note in state.realm(seat).notes:
        if note.province == number:
            total = added(total, note.units)
    return total


# --- checks -------------------------------------------------------------------------------------


def check_own(state: State, seat: int, number: int) -> None:
    """CB-PLACE-2: only in own provinces."""
    if state.province(number).owner != seat:
        raise Refusal("CB-PLACE-2", f"{name_of(state, number)} is not {seat_name(seat)}'s")


def check_not_taken(state: State, number: int) -> None:
    """CB-PLACE-3, CB-RULING-30: not in a province that the seat has taken this turn."""
    if state.province(number).taken:
        raise Refusal("CB-PLACE-3", f"{name_of(state, number)} was taken this turn")


def check_barracks(state: State, number: int, units: Tally) -> None:
    """CB-PLACE-4, CB-UNIT-3: regular units only in a province with Barracks."""
    if regulars(units) and "barracks" not in state.province(number).buildings:
        why = f"{regulars(units)} regular unit(s) need Barracks; {name_of(state, number)} has none"
        raise Refusal("CB-PLACE-4", why)


def check_regular_limit(state: State, seat: int, number: int, units: Tally, noted: Tally) -> None:
    """CB-PLACE-5: value / 10 regular units a turn, one more with I5."""
    here = state.province(number)
    limit = here.value // 10 + (1 if state.realm(seat).levels[1] >= 5 else 0)
    before = here.placed_regulars + regulars(noted)
    if regulars(units) and before + regulars(units) > limit:
        why = (
            f"{name_of(state, number)} takes {limit} regular units a turn; {before} and "
            f"{regulars(units)} more are {before + regulars(units)}"
        )
        raise Refusal("CB-PLACE-5", why)


def check_mercenary_limit(state: State, number: int, units: Tally, noted: Tally) -> None:
    """CB-PLACE-6: twice value / 10 mercenaries a turn."""
    here = state.province(number)
    limit = 2 * (here.value // 10)
    before = here.placed_mercenaries + noted[MERCENARIES]
    hired = units[MERCENARIES]
    if hired and before + hired > limit:
        why = (
            f"{name_of(state, number)} takes {limit} mercenaries a turn; {before} and {hired} "
            f"more are {before + hired}"
        )
        raise Refusal("CB-PLACE-6", why)


def check_majority(state: State, number: int, units: Tally, noted: Tally) -> None:
    """CB-MERC-3, CB-RULING-22: it ends with more regular units than mercenaries there."""
    if not units[MERCENARIES]:
        return
    total = added(added(state.province(number).units.tally, noted), units)
    if total[MERCENARIES] >= regulars(total):
        why = (
            f"{name_of(state, number)} would hold {total[MERCENARIES]} mercenaries and "
            f"{regulars(total)} regular units; more regulars are needed"
        )
        raise Refusal("CB-MERC-3", why)


def check_placement(state: State, seat: int, number: int, units: Tally, noted: Tally) -> None:
    """CB-PLACE-2 to -6, CB-MERC-3, in this order; CB-MERC-1: mercenaries need no Barracks."""
    check_own(state, seat, number)
    check_not_taken(state, number)
    check_barracks(state, number, units)
    check_regular_limit(state, seat, number, units, noted)
    check_mercenary_limit(state, number, units, noted)
    check_majority(state, number, units, noted)


# --- the order ----------------------------------------------------------------------------------


def check_place(state: State, seat: int, order: PlaceUnits) -> Placement:
    """The checks of `place 2 infantry in Ashford`, in their order."""
    number = province_named(state, order.place)
    check_units(order.units)
    pool, reserve = meant(state, seat, order)
    if any(pool):
        check_own(state, seat, number)
        check_not_taken(state, number)
        check_barracks(state, number, pool)
        check_regular_limit(state, seat, number, pool, NOBODY)
        check_mercenary_limit(state, number, pool, NOBODY)
    check_own(state, seat, number)
    check_majority(state, number, added(pool, reserve), NOBODY)
    return Placement(number, pool, reserve)


def meant(state: State, seat: int, order: PlaceUnits) -> tuple[Tally, Tally]:
    """CB-PLACE-1, CB-ORDER-12: what comes from the pool and what from the reserve."""
    realm = state.realm(seat)
    if order.units.everything:
        return everything(state, seat, order)
    pool, reserve = NOBODY, NOBODY
    for item in order.units.items:
        if isinstance(item, Some):
            wanted = tally_of(item.kind, item.count)
            in_pool = added(pool, wanted)[INDEX[item.kind]] <= realm.pool[INDEX[item.kind]]
            in_reserve = added(reserve, wanted)[INDEX[item.kind]] <= realm.reserve[INDEX[item.kind]]
            if order.reserve or (in_reserve and not in_pool):
                reserve = added(reserve, wanted)
            else:
                pool = added(pool, wanted)
        elif isinstance(item, AllOf):
            kind = INDEX[item.kind]
            if order.reserve or not realm.pool[kind]:
                reserve = added(reserve, tally_of(item.kind, realm.reserve[kind]))
            else:
                pool = added(pool, tally_of(item.kind, realm.pool[kind]))
        else:
            raise Refusal("CB-PLACE-1", f"{item.ref.upper()} is a leader; the pool holds units")
    check_there(state, seat, pool, reserve)
    return pool, reserve


def everything(state: State, seat: int, order: PlaceUnits) -> tuple[Tally, Tally]:
    """CB-ORDER-12: all of the pool, or of the reserve; what stays is named behind `but`."""
    realm = state.realm(seat)
    from_reserve = order.reserve or not any(realm.pool)
    there = realm.reserve if from_reserve else realm.pool
    units = without(there, order)
    pool, reserve = (NOBODY, units) if from_reserve else (units, NOBODY)
    check_there(state, seat, pool, reserve)
    return pool, reserve


def without(there: Tally, order: PlaceUnits) -> Tally:
    """CB-ORDER-3: everything but what is named."""
    left = list(there)
    for item in order.units.items:
        if isinstance(item, Some):
            left[INDEX[item.kind]] = max(0, left[INDEX[item.kind]] - item.count)
        elif isinstance(item, AllOf):
            left[INDEX[item.kind]] = 0
    return tuple(left)


def check_there(state: State, seat: int, pool: Tally, reserve: Tally) -> None:
    """CB-PLACE-1: the units must be in the pool, or in the reserve."""
    realm = state.realm(seat)
    if not any(pool) and not any(reserve):
        raise Refusal("CB-PLACE-1", f"{seat_name(seat)} has nothing of that to place")
    for place, wanted, there in (
        ("pool", pool, realm.pool),
        ("reserve", reserve, realm.reserve),
    ):
        for kind, number, found in zip(KINDS, wanted, there, strict=True):
            if number > found:
                why = f"the {place} of {seat_name(seat)} has {counted(found, kind)}, not {number}"
                raise Refusal("CB-PLACE-1", why)


def place(adj: Adj, plan: Placement) -> None:
    """CB-PLACE-9: what comes from the reserve has no limits."""
    if any(plan.pool):
        adj.emit(ev.Placed(adj.seat, plan.province, plan.pool))
    if any(plan.reserve):
        adj.emit(ev.Placed(adj.seat, plan.province, plan.reserve, reserve=True))


# --- the beginning of the phase -----------------------------------------------------------------


def place_noted(adj: Adj) -> None:
    """CB-PLACE-7: in the order of buying, type by type, each type whole or not at all."""
    seat = adj.state.flow.turn
    notes = adj.state.realm(seat).notes
    for note in notes:
        for unit, count in zip(ROSTER, note.units, strict=True):
            if count:
                place_one(adj, seat, note.province, tally_of(unit.id, count))
    if notes:
        adj.emit(ev.NotesCleared(seat))


def place_one(adj: Adj, seat: int, number: int, units: Tally) -> None:
    """CB-PLACE-7, CB-PLACE-8: what has become impossible stays in the pool."""
    try:
        check_there(adj.state, seat, units, NOBODY)
        check_placement(adj.state, seat, number, units, NOBODY)
    except Refusal as refusal:
        adj.emit(ev.PlacementFailed(seat, number, units, refusal.rule, refusal.why))
    else:
        adj.emit(ev.Placed(seat, number, units, noted=True))
