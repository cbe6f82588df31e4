"""Sections 7.1 and 7.2: the two purses, honor and influence."""

from rules.candlebre import events as ev
from rules.candlebre.context import Adj
from rules.candlebre.state import Realm, State
from rules.line.errors import Refusal
from rules.line.flow import seat_name

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


def transfer_check(state: State, seat: int, amount: int, purse: str) -> None:
    """CB-GOLD-6: civil gold never becomes military; CB-GOLD-5: what is there may become civil."""
    if purse == "military":
        raise Refusal("CB-GOLD-6", "civil gold can never be transferred to the military purse")
    check_gold(state.realm(seat), "military", amount, f"a transfer of {amount}")


def transfer(adj: Adj, amount: int) -> None:
    """CB-GOLD-5: military gold becomes civil gold."""
    realm = adj.state.realm(adj.seat)
    adj.emit(ev.Transferred(adj.seat, amount, realm.military - amount, realm.civil + amount))


def lose_honor(adj: Adj, seat: int, amount: int, why: str) -> None:
    """CB-HONOR-4, CB-HONOR-6: a dishonourable deed."""
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
