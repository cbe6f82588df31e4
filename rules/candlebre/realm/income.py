"""Section 7.21: what step 8 brings."""

from rules.candlebre import events as ev
from rules.candlebre.context import Adj
from rules.candlebre.realm.prices import house_of
from rules.candlebre.realm.purse import halves
from rules.candlebre.state import State
from rules.numbers.arith import half_up

MARKET, GUILD_MARKET = 10, 15
"""CB-INC-2: what a Market brings, and with I2."""

GRANARIES, COINAGE = 2, 3
"""CB-INC-2: gold for each province with I1, and more with I7."""

GOLDEN_AGE = 10
"""CB-INC-2: percent more with I10."""

HALL, COURTS_HALL = 2, 3
"""CB-INC-3: honor for a Great Hall, and with I9."""

TEMPLE = 2
"""CB-INC-4."""


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
    honor = honor_income(adj.state, seat)
    influence = influence_income(adj.state, seat)
    military, civil = halves(gold)
    adj.emit(
        ev.IncomePaid(
            seat,
            gold,
            military,
            civil,
            honor,
            influence,
            realm.military + military,
            realm.civil + civil,
            realm.honor + honor,
            realm.influence + influence,
        )
    )
