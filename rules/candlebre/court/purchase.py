"""What is bought, and where it is placed."""

from rules.candlebre import events as ev
from rules.candlebre.naming import check_counted, check_own, check_units, name_of, province_named
from rules.candlebre.orders import Build, Buy, LeaderRef, PlaceUnits, Some
from rules.candlebre.realm.purse import (
    BUILDING_PRICES,
    building_price,
    check_gold,
    purse_for,
    there_is,
    units_price,
)
from rules.candlebre.realm.setup import check_claimed
from rules.candlebre.state import BUILDINGS, Adj, State
from rules.candlebre.units import INDEX, KINDS, MERCENARIES, NOBODY, ROSTER, Tally, added, tally_of
from rules.candlebre.words import building_words, counted
from rules.line.errors import Refusal
from rules.line.flow import seat_name
from rules.line.frozen import Frozen

# Section 7.17: where units may be placed; also when they are bought for a province (CB-BUY-4).


class Placement(Frozen):
    """The units to be placed in a province: from the pool, and from the reserve."""

    province: int
    pool: Tally
    reserve: Tally


def regulars(units: Tally) -> int:
    """Glossary: how many of the units are not mercenaries."""
    return sum(units) - units[MERCENARIES]


def noted_in(state: State, seat: int, number: int) -> Tally:
    """CB-BUY-4: units noted so far for a province."""
    notes = state.realm(seat).notes
    return added(*(note.units for note in notes if note.province == number))


# --- checks -------------------------------------------------------------------------------------


def check_not_taken(state: State, number: int) -> None:
    """CB-PLACE-3, CB-RULING-30: not in a province that the seat has taken this turn."""
    if state.province(number).taken:
        raise Refusal("CB-PLACE-3", f"{name_of(state, number)} was taken this turn")


def check_barracks(state: State, number: int, units: Tally) -> None:
    """CB-PLACE-4, CB-UNIT-3: regular units only in a province with Barracks."""
    if regulars(units) and "barracks" not in state.province(number).buildings:
        why = f"{regulars(units)} regular unit(s) need Barracks; {name_of(state, number)} has none"
        raise Refusal("CB-PLACE-4", why)


def check_limits(state: State, seat: int, number: int, units: Tally, noted: Tally) -> None:
    """CB-PLACE-5, CB-PLACE-6: how many units a province takes in a turn.

    Regular units: value / 10, one more with I5; mercenaries: twice value / 10.
    """
    here = state.province(number)
    limit, more = here.value // 10, 1 if state.realm(seat).levels[1] >= 5 else 0
    limits = (
        ("CB-PLACE-5", "regular units", limit + more),
        ("CB-PLACE-6", "mercenaries", 2 * limit),
    )
    placed = here.placed_regulars + regulars(noted), here.placed_mercenaries + noted[MERCENARIES]
    coming = regulars(units), units[MERCENARIES]
    for (rule, what, most), before, come in zip(limits, placed, coming, strict=True):
        if come and before + come > most:
            why = f"{name_of(state, number)} takes {most} {what} a turn; {before} and {come} more "
            raise Refusal(rule, f"{why}are {before + come}")


def check_majority(state: State, number: int, units: Tally, noted: Tally) -> None:
    """CB-MERC-3, CB-RULING-22: if mercenaries come, regular units must outnumber them."""
    if not units[MERCENARIES]:
        return
    total = added(state.province(number).units.tally, noted, units)
    if total[MERCENARIES] >= regulars(total):
        why = (
            f"{name_of(state, number)} would hold {total[MERCENARIES]} mercenaries and "
            f"{regulars(total)} regular units; more regulars are needed"
        )
        raise Refusal("CB-MERC-3", why)


def check_placement(state: State, seat: int, number: int, units: Tally, noted: Tally) -> None:
    """CB-PLACE-2 to -6, in this order; CB-MERC-1: mercenaries need no Barracks."""
    check_own(state, seat, number, "CB-PLACE-2")
    check_not_taken(state, number)
    check_barracks(state, number, units)
    check_limits(state, seat, number, units, noted)


# --- the order ----------------------------------------------------------------------------------


def check_place(state: State, seat: int, order: PlaceUnits) -> Placement:
    """The checks of `place 2 infantry in Ashford`, in their order."""
    number = province_named(state, order.place)
    check_units(order.units)
    meant = everything if order.units.everything else named
    pool, reserve = meant(state, seat, order)
    check_there(state, seat, pool, reserve)
    if any(pool):
        check_placement(state, seat, number, pool, NOBODY)
    check_own(state, seat, number, "CB-PLACE-2")
    check_majority(state, number, added(pool, reserve), NOBODY)
    return Placement(number, pool, reserve)


def named(state: State, seat: int, order: PlaceUnits) -> tuple[Tally, Tally]:
    """CB-PLACE-1, CB-ORDER-12: the units named from the pool, and those from the reserve."""
    realm = state.realm(seat)
    pool, reserve = NOBODY, NOBODY
    for item in order.units.items:
        if isinstance(item, LeaderRef):
            raise Refusal("CB-PLACE-1", f"{item.ref.upper()} is a leader; the pool holds units")
        kind = INDEX[item.kind]
        if isinstance(item, Some):
            count = item.count
            in_pool = pool[kind] + count <= realm.pool[kind]
            from_reserve = not in_pool and reserve[kind] + count <= realm.reserve[kind]
        else:
            from_reserve = order.reserve or not realm.pool[kind]
            count = (realm.reserve if from_reserve else realm.pool)[kind]
        wanted = tally_of(item.kind, count)
        if order.reserve or from_reserve:
            reserve = added(reserve, wanted)
        else:
            pool = added(pool, wanted)
    return pool, reserve


def everything(state: State, seat: int, order: PlaceUnits) -> tuple[Tally, Tally]:
    """CB-ORDER-12: all of the pool, or of the reserve; `but` names what stays."""
    realm = state.realm(seat)
    from_reserve = order.reserve or not any(realm.pool)
    there = realm.reserve if from_reserve else realm.pool
    units = order.units.spared(there)
    return (NOBODY, units) if from_reserve else (units, NOBODY)


def check_there(state: State, seat: int, pool: Tally, reserve: Tally) -> None:
    """CB-PLACE-1: the units must be in the pool, or in the reserve."""
    realm = state.realm(seat)
    if not any(pool) and not any(reserve):
        raise Refusal("CB-PLACE-1", f"{seat_name(seat)} has nothing of that to place")
    for place, wanted, there in (("pool", pool, realm.pool), ("reserve", reserve, realm.reserve)):
        for kind, number, found in zip(KINDS, wanted, there, strict=True):
            if number > found:
                why = f"the {place} of {seat_name(seat)} has {counted(found, kind)}, not {number}"
                raise Refusal("CB-PLACE-1", why)


def place(adj: Adj, plan: Placement) -> None:
    """CB-PLACE-9: place units; those from the reserve have no limits."""
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
    """CB-PLACE-7, CB-PLACE-8: place one noted type; if that is impossible, it stays in the pool."""
    try:
        check_there(adj.state, seat, units, NOBODY)
        check_placement(adj.state, seat, number, units, NOBODY)
        check_majority(adj.state, number, units, NOBODY)
    except Refusal as refusal:
        adj.emit(ev.PlacementFailed(seat, number, units, refusal.rule, refusal.why))
    else:
        adj.emit(ev.Placed(seat, number, units, noted=True))


# Section 7.4: buying units and buildings.


FREE_BUILDINGS = ("barracks", "temple")
"""CB-SETUP-7: the kinds that the free building of the setup may have."""


class Purchase(Frozen):
    """Units that can be paid for; `province` 0 if none was named."""

    units: Tally
    price: int
    province: int


class Works(Frozen):
    """A building that can be paid for; a price of 0 and no purse: the free one of the setup."""

    building: str
    province: int
    price: int
    purse: str


def check_buy(state: State, seat: int, order: Buy) -> Purchase:
    """The checks of `buy 3 infantry in Ashford`, in their order."""
    number = province_named(state, order.place) if order.place else 0
    check_counted(order.units)
    units = order.units.counts()
    in_setup = state.flow.phase == "setup"
    check_available(state, seat, units)
    price = units_price(state, state.realm(seat), units)
    if in_setup:
        check_place_named(number)
        check_claimed(state, seat, number, f"{order.units}")
        check_majority(state, number, units, NOBODY)
        check_start_gold(state, seat, price, f"{order.units}")
    else:
        if number:
            noted = noted_in(state, seat, number)
            check_placement(state, seat, number, units, noted)
            check_majority(state, number, units, noted)
        check_gold(state.realm(seat), purse_for("units"), price, f"{order.units}")
    return Purchase(units, price, number)


def check_available(state: State, seat: int, units: Tally) -> None:
    """CB-BUY-2: a type needs its military level in force; in setup only level-0 types are."""
    level = 0 if state.flow.phase == "setup" else state.realm(seat).levels[0]
    for one, count in zip(ROSTER, units, strict=True):
        if count and one.level > level:
            why = f"{one.plural} need military level {one.level}; {seat_name(seat)} has {level}"
            raise Refusal("CB-BUY-2", why)


def check_place_named(number: int) -> None:
    """CB-SETUP-6: in setup `buy` must name the province."""
    if not number:
        raise Refusal("CB-SETUP-6", "in the setup units stand at once: name the province")


def check_start_gold(state: State, seat: int, price: int, what: str) -> None:
    """CB-SETUP-10: the initial force is paid from the start gold (CB-GOLD-4)."""
    there = state.realm(seat).start_gold
    if price > there:
        why = f"{what} cost {price} gold; {seat_name(seat)} has {there} of its start gold"
        raise Refusal("CB-GOLD-4", why)


def buy(adj: Adj, plan: Purchase) -> None:
    """CB-BUY-1, CB-BUY-3: into the pool, or in setup straight into the province (CB-SETUP-6)."""
    realm = adj.state.realm(adj.seat)
    if adj.state.flow.phase == "setup":
        left = realm.start_gold - plan.price
        adj.emit(ev.Mustered(adj.seat, plan.province, plan.units, plan.price, left))
    else:
        left = realm.military - plan.price
        adj.emit(ev.Bought(adj.seat, plan.units, plan.price, left, plan.province))


def check_build(state: State, seat: int, order: Build) -> Works:
    """The checks of `build barracks in Ashford`, in their order."""
    number = province_named(state, order.place)
    building = check_known(order.building)
    in_setup = state.flow.phase == "setup"
    if in_setup:
        check_free_building(state, seat, building)
        check_claimed(state, seat, number, f"a {building_words(building)}")
    realm = state.realm(seat)
    check_own(state, seat, number, "CB-BUILD-2")
    check_one_of_a_kind(state, number, building)
    check_one_hall(state, seat, building)
    if in_setup:
        return Works(building, number, 0, "")
    price, purse = building_price(state, realm, building), purse_for(building)
    check_gold(realm, purse, price, building_words(building))
    return Works(building, number, price, purse)


def check_known(words: str) -> str:
    """CB-BUILD-1: the id of a building.  Raises Refusal if it is none of the five kinds."""
    building = words.lower()
    if building not in BUILDING_PRICES:
        known = ", ".join(building_words(one) for one in BUILDINGS)
        raise Refusal("CB-BUILD-1", f"there is no building {words[:40]!r}; there are {known}")
    return building


def check_free_building(state: State, seat: int, building: str) -> None:
    """CB-SETUP-7: exactly one free building, Barracks or a Temple."""
    if building not in FREE_BUILDINGS:
        why = f"the free building is Barracks or a Temple, not {building_words(building)}"
        raise Refusal("CB-SETUP-7", why)
    if state.realm(seat).free_building:
        raise Refusal("CB-SETUP-7", f"{seat_name(seat)} has set its free building already")


def check_one_of_a_kind(state: State, number: int, building: str) -> None:
    """CB-BUILD-3: at most one building of each kind in a province."""
    if building in state.province(number).buildings:
        why = f"{name_of(state, number)} has {building_words(building)} already"
        raise Refusal("CB-BUILD-3", why)


def check_one_hall(state: State, seat: int, building: str) -> None:
    """CB-BUILD-4: a seat with a Great Hall may not build another."""
    if building != "hall":
        return
    for number in state.owned(seat):
        if "hall" in state.province(number).buildings:
            why = f"{seat_name(seat)} has a Great Hall in {name_of(state, number)}"
            raise Refusal("CB-BUILD-4", why)


def build(adj: Adj, plan: Works) -> None:
    """CB-BUILD-5, CB-RULING-42: it stands and works from now on."""
    seat = adj.seat
    if not plan.purse:
        adj.emit(ev.Built(seat, plan.building, plan.province, why="setup"))
        return
    left = there_is(adj.state.realm(seat), plan.purse) - plan.price
    adj.emit(ev.Built(seat, plan.building, plan.province, plan.price, plan.purse, left))
