"""What things cost a seat: base prices, Houses, infamy, techs.

CB-DICE-5: percentages round half up, the half price of a captive down.
"""

from rules.candlebre.lore import House
from rules.candlebre.roster import ROSTER
from rules.candlebre.state import Realm, State
from rules.candlebre.units import Tally
from rules.numbers.arith import half_up

BUILDING_PRICES = {"barracks": 60, "temple": 50, "market": 80, "walls": 80, "hall": 120}
"""CB-BUILD-1."""

LEVEL_PRICES = (80, 160, 260, 410, 610, 860, 1200, 1700, 2300, 3000)
"""CB-RES-4: prices of levels 1 to 10, the same in all trees."""

DIE_PRICE = 3
"""CB-RES-5."""

NO_HOUSE = House("none", "none")


def house_of(state: State, realm: Realm) -> House:
    """The House that a seat plays, or one without any effect."""
    return state.lore.house(realm.house) or NO_HOUSE


def base_price(house: House, what: str, price: int) -> int:
    """CB-HOUSE-5: a House's price replaces the base price, before percentages."""
    return dict(house.prices).get(what, price)


def unit_prices(state: State, realm: Realm) -> tuple[int, ...]:
    """CB-UNIT-1, CB-HONOR-3: what a unit of each type costs; infamy does not touch it."""
    house = house_of(state, realm)
    return tuple(base_price(house, one.id, one.price) for one in ROSTER)


def units_price(state: State, realm: Realm, units: Tally) -> int:
    """CB-BUY-3: a mixed order is paid in one sum."""
    prices = unit_prices(state, realm)
    return sum(price * count for price, count in zip(prices, units, strict=True))


def building_price(state: State, realm: Realm, building: str) -> int:
    """CB-BUILD-6, CB-HONOR-3, CB-RULING-29: 10 percent more with infamy, 10 less with I3."""
    base = base_price(house_of(state, realm), building, BUILDING_PRICES[building])
    percent = 100 + (10 if realm.infamy else 0) - (10 if realm.levels[1] >= 3 else 0)
    return half_up(base * percent, 100)


def research_price(state: State, realm: Realm, base: int) -> int:
    """CB-RES-7: 10 percent more with infamy, 10 less for House Raske."""
    percent = 100 + (10 if realm.infamy else 0) + house_of(state, realm).research_price
    return half_up(base * percent, 100)


KILL_PRICES = tuple(one.price // 2 for one in ROSTER)
"""CB-CAPT-4: half the base price of a killed captive, rounded down; House prices do not count."""
