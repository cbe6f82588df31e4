"""Section 7.4: buying units and buildings."""

from rules.candlebre import events as ev
from rules.candlebre.context import Adj
from rules.candlebre.court.placement import check_majority, check_placement, noted_in
from rules.candlebre.naming import check_counted, name_of, province_named
from rules.candlebre.orders import Build, Buy, Some
from rules.candlebre.realm.prices import BUILDING_PRICES, building_price, units_price
from rules.candlebre.realm.purse import check_gold, purse_for, there_is
from rules.candlebre.realm.setup import check_claimed
from rules.candlebre.roster import ROSTER
from rules.candlebre.state import BUILDINGS, State
from rules.candlebre.units import NOBODY, Tally, added, tally_of
from rules.candlebre.words import building_words
from rules.line.errors import Refusal
from rules.line.flow import seat_name
from rules.line.frozen import Frozen

FREE_BUILDINGS = ("barracks", "temple")
"""CB-SETUP-7."""


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
    units = NOBODY
    for item in order.units.items:
        if isinstance(item, Some):
            units = added(units, tally_of(item.kind, item.count))
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
            check_placement(state, seat, number, units, noted_in(state, seat, number))
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
    """CB-BUY-1, CB-BUY-3: into the pool, or at once where the seat sets up (CB-SETUP-6)."""
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
    check_own(state, seat, number)
    check_one_of_a_kind(state, number, building)
    check_one_hall(state, seat, building)
    if in_setup:
        return Works(building, number, 0, "")
    price, purse = building_price(state, realm, building), purse_for(building)
    check_gold(realm, purse, price, building_words(building))
    return Works(building, number, price, purse)


def check_known(words: str) -> str:
    """CB-BUILD-1: one of the five kinds."""
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


def check_own(state: State, seat: int, number: int) -> None:
    """CB-BUILD-2: only in an own province."""
    if state.province(number).owner != seat:
        raise Refusal("CB-BUILD-2", f"{name_of(state, number)} is not {seat_name(seat)}'s")


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
