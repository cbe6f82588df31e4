"""Gold: prices, income, who pays."""

from collections.abc import Iterator
from operator import add

from rules.candlebre import events as ev
from rules.candlebre.orders import Transfer
from rules.candlebre.state import TREES, Adj, Realm, State
from rules.candlebre.units import ROSTER, House, Tally
from rules.line.errors import Refusal
from rules.line.flow import seat_name
from rules.numbers.arith import half_up

# Sections 7.1 and 7.2: the two purses, honor and influence.


PURSE_OF = {"units": "military", "barracks": "military"}
"""CB-GOLD-3, CB-RULING-5: what the military purse pays; the civil one pays for all else."""


def purse_for(what: str) -> str:
    """CB-GOLD-3: which purse pays for something."""
    return PURSE_OF.get(what, "civil")


def halves(amount: int) -> tuple[int, int]:
    """CB-GOLD-2, CB-RULING-4: half, rounded down, is military, the rest is civil."""
    return amount // 2, amount - amount // 2


def receive(adj: Adj, seat: int, amount: int, why: str) -> None:
    """CB-GOLD-2: every amount received is split, whatever its source."""
    if amount > 0:
        military, civil = halves(amount)
        adj.emit(ev.GoldReceived(seat, amount, military, civil, why))


def there_is(realm: Realm, purse: str) -> int:
    """What a purse holds."""
    return realm.military if purse == "military" else realm.civil


def check_gold(realm: Realm, purse: str, price: int, what: str) -> None:
    """CB-GOLD-1, CB-GOLD-4: a purse pays in full or not at all, and the other does not help."""
    there = there_is(realm, purse)
    if price > there:
        why = f"{what} costs {price} gold; {seat_name(realm.seat)} has {there} {purse} gold"
        raise Refusal("CB-GOLD-4", why)


def pay(adj: Adj, seat: int, amount: int, purse: str, why: str) -> None:
    """CB-GOLD-3: gold leaves a purse."""
    left = there_is(adj.state.realm(seat), purse) - amount
    adj.emit(ev.GoldSpent(seat, amount, purse, left, why))


def check_transfer(state: State, seat: int, order: Transfer) -> int:
    """CB-GOLD-6: civil gold never becomes military; CB-GOLD-5, CB-GOLD-4: what is there may become
    civil.  Returns the amount."""
    if order.purse == "military":
        raise Refusal("CB-GOLD-6", "civil gold can never be transferred to the military purse")
    check_gold(state.realm(seat), "military", order.gold, f"a transfer of {order.gold}")
    return order.gold


def transfer(adj: Adj, amount: int) -> None:
    """CB-GOLD-5: military gold becomes civil gold."""
    realm = adj.state.realm(adj.seat)
    adj.emit(ev.Transferred(adj.seat, amount, realm.military - amount, realm.civil + amount))


def lose_honor(adj: Adj, seat: int, amount: int, why: str) -> None:
    """CB-HONOR-4, CB-HONOR-6: take honor for a dishonourable deed."""
    change_honor(adj, seat, -amount, why, deed=True)


def change_honor(adj: Adj, seat: int, change: int, why: str, deed: bool = False) -> None:
    """CB-HONOR-1, CB-HONOR-5: honor has no lower or upper bound."""
    adj.emit(ev.HonorChanged(seat, change, adj.state.realm(seat).honor + change, why, deed))


def change_influence(adj: Adj, seat: int, change: int, why: str) -> None:
    """CB-INFL-1: influence never falls below 0."""
    influence = adj.state.realm(seat).influence
    now = max(0, influence + change)
    adj.emit(ev.InfluenceChanged(seat, now - influence, now, why))


def check_influence(state: State, seat: int, price: int, what: str) -> None:
    """CB-INFL-3: influence that is spent must be there."""
    there = state.realm(seat).influence
    if price > there:
        why = f"{what} costs {price} influence; {seat_name(seat)} has {there}"
        raise Refusal("CB-INFL-3", why)


# What things cost a seat: base prices, Houses, infamy, techs.
#
# CB-DICE-5: percentages round half up, the half price of a captive down.


BUILDING_PRICES = {"barracks": 60, "temple": 50, "market": 80, "walls": 80, "hall": 120}
"""CB-BUILD-1: base prices in gold."""

LEVEL_PRICES = (80, 160, 260, 410, 610, 860, 1200, 1700, 2300, 3000)
"""CB-RES-4: prices of levels 1 to 10, the same in all trees."""

DIE_PRICE = 3
"""CB-RES-5: the gold that one research die costs."""

NO_HOUSE = House("none", "none")


def house_of(state: State, realm: Realm) -> House:
    """The House that a seat plays, or one without any effect."""
    return state.lore.house(realm.house) or NO_HOUSE


def base_price(house: House, what: str, price: int) -> int:
    """CB-HOUSE-5: a House's price replaces the base price, before percentages."""
    return dict(house.prices).get(what, price)


def unit_prices(state: State, realm: Realm) -> tuple[int, ...]:
    """CB-UNIT-1, CB-HONOR-3: what a unit of each type costs; infamy does not change it."""
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


def next_levels(state: State, realm: Realm) -> Iterator[tuple[int, int, int]]:
    """CB-RES-2 to -7: (tree, level reached, price of the next level) for each tree below its top.

    With `research=dice` the price is that of one die.
    """
    for at in range(1 if state.settings.military_only else len(TREES)):
        level = realm.reached(at)
        if level < len(LEVEL_PRICES):
            base = DIE_PRICE if state.settings.research_dice else LEVEL_PRICES[level]
            yield at, level, research_price(state, realm, base)


KILL_PRICES = tuple(one.price // 2 for one in ROSTER)
"""CB-CAPT-4: half the base price of a killed captive, rounded down; House prices do not count."""


# Section 7.21: what step 8 brings.


MARKET, GUILD_MARKET = 10, 15
"""CB-INC-2: what a Market brings, and with I2."""

GRANARIES, COINAGE = 2, 3
"""CB-INC-2: gold for each province with I1, and more with I7."""

GOLDEN_AGE = 10
"""CB-INC-2: percent more with I10."""

HALL, COURTS_HALL = 2, 3
"""CB-INC-3: honor for a Great Hall, and with I9."""

TEMPLE = 2
"""CB-INC-4: the influence that a Temple brings."""


def count(state: State, seat: int, building: str) -> int:
    """How many buildings of a kind stand in a seat's provinces."""
    return sum(building in one.buildings for one in state.provinces if one.owner == seat)


def gold_income(state: State, seat: int) -> int:
    """CB-INC-2: values, Markets, techs for provinces; percentages of the sum, halves up."""
    realm = state.realm(seat)
    level = realm.levels[1]
    own = [one for one in state.provinces if one.owner == seat]
    each = (GRANARIES if level >= 1 else 0) + (COINAGE if level >= 7 else 0)
    market = GUILD_MARKET if level >= 2 else MARKET
    total = sum(one.value for one in own) + each * len(own) + market * count(state, seat, "market")
    percent = 100 + house_of(state, realm).gold_income + (GOLDEN_AGE if level >= 10 else 0)
    return half_up(total * percent, 100)


def honor_income(state: State, seat: int) -> int:
    """CB-INC-3: provinces, clean hands, Great Halls; of House Raske one less, but not below 0."""
    realm = state.realm(seat)
    hall = COURTS_HALL if realm.levels[1] >= 9 else HALL
    total = len(state.owned(seat)) // 5 + int(realm.clean) + hall * count(state, seat, "hall")
    house = house_of(state, realm)
    return max(0, total + house.honor_income) if house.honor_income else total


def influence_income(state: State, seat: int) -> int:
    """CB-INC-4, CB-INFL-2: 2 for each Temple, 1 more for House Tessaly, 1 more with I6."""
    realm = state.realm(seat)
    school = 1 if realm.levels[1] >= 6 else 0
    each = TEMPLE + house_of(state, realm).temple_influence + school
    return each * count(state, seat, "temple")


def pay_income(adj: Adj, seat: int) -> None:
    """CB-INC-1: for the provinces that it holds now; then the seat is clean (CB-INC-3)."""
    realm = adj.state.realm(seat)
    gold = gold_income(adj.state, seat)
    gains = (*halves(gold), honor_income(adj.state, seat), influence_income(adj.state, seat))
    had = (realm.military, realm.civil, realm.honor, realm.influence)
    adj.emit(ev.IncomePaid(seat, gold, *gains, *map(add, had, gains)))
