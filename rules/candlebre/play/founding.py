"""Turn 0 of the opponent: land, House, free building, first force, leaders."""

from rules.candlebre import orders as od
from rules.candlebre.candidates import claims
from rules.candlebre.legal import is_accepted
from rules.candlebre.naming import find_province
from rules.candlebre.state import State
from rules.line.orders import EndPhase, Order
from rules.numbers.arith import scattered

HOUSES = ("Varlan", "Oswin", "Brannoch", "Raske", "Tessaly")
"""As the opponent likes them."""

BEST = 6
"""It takes one of so many best claims."""

FORCE = ((od.Some(4, "infantry"), od.Some(2, "archers")), (od.Some(1, "infantry"),))
"""What it buys as long as the start gold lasts."""


def found(state: State, seat: int, seed: int) -> Order:
    """The next order of the setup."""
    realm = state.realm(seat)
    if not realm.claimed:
        return best_claim(state, seed)
    if state.settings.houses and realm.house == "none":
        for name in HOUSES:
            if is_accepted(state, seat, od.ChooseHouse(name)):
                return od.ChooseHouse(name)
    seat_of_power = capital(state, seat)
    if not realm.free_building:
        return od.Build("barracks", seat_of_power)
    for force in FORCE:
        order = od.Buy(od.UnitList(force), seat_of_power)
        if is_accepted(state, seat, order):
            return order
    for leader in state.leaders_of(seat):
        if not leader.place and leader.captor is None:
            return od.PlaceUnits(od.UnitList((od.LeaderRef(leader.ref),)), seat_of_power)
    return EndPhase()


def capital(state: State, seat: int) -> str:
    """The name of the most valuable claimed province."""
    best = max(state.realm(seat).claimed, key=lambda n: (state.province(n).value, -n))
    return state.site(best).name


def best_claim(state: State, seed: int) -> Order:
    """One of the claims that are worth most."""
    valued: list[tuple[int, od.Claim]] = []
    for claim in claims(state):
        numbers = [find_province(state, name) for name in claim.provinces]
        valued.append((sum(state.province(number).value for number in numbers), claim))
    if not valued:
        return EndPhase()
    valued.sort(key=lambda one: -one[0])
    return valued[scattered(seed, 0) % min(BEST, len(valued))][1]
