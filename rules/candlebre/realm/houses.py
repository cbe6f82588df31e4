"""Section 4.3: which House a seat plays."""

from rules.candlebre import events as ev
from rules.candlebre.context import Adj
from rules.candlebre.lore import House
from rules.candlebre.orders import ChooseHouse
from rules.candlebre.realm.prices import house_of
from rules.candlebre.state import State
from rules.line.errors import Refusal
from rules.line.flow import seat_name


def check_house(state: State, seat: int, order: ChooseHouse) -> House:
    """The checks of `house Varlan`, in their order."""
    check_houses_on(state)
    house = house_named(state, order.house)
    check_not_played(state, seat, house)
    return house


def check_houses_on(state: State) -> None:
    """CB-HOUSE-1: with `houses=off` nobody has a House."""
    if not state.settings.houses:
        raise Refusal("CB-HOUSE-1", "this game is played without Houses")


def house_named(state: State, words: str) -> House:
    """CB-HOUSE-2: one of the five."""
    wanted = words.lower().removeprefix("house").strip()
    house = state.lore.house(wanted)
    if house is None:
        known = ", ".join(one.name for one in state.lore.houses)
        raise Refusal("CB-HOUSE-2", f"there is no House {words[:40]!r}; there are {known}")
    return house


def check_not_played(state: State, seat: int, house: House) -> None:
    """CB-HOUSE-3: no two seats play the same House."""
    for realm in state.realms:
        if realm.seat != seat and realm.house == house.id:
            raise Refusal("CB-HOUSE-3", f"{seat_name(realm.seat)} plays {house.name} already")


def choose_house(adj: Adj, house: House) -> None:
    """CB-HOUSE-4: effects hold from now on, starting honor included (13.2)."""
    realm = adj.state.realm(adj.seat)
    before = house_of(adj.state, realm).start_honor
    honor = realm.honor - before + house.start_honor
    adj.emit(ev.HouseChosen(adj.seat, house.id, honor))
