"""CB-BOARD-5: standing orders in canonical words, those that are not the default."""

from collections.abc import Iterator

from rules.candlebre import orders
from rules.candlebre.roster import KINDS
from rules.candlebre.standing import Standing, Withdrawal
from rules.candlebre.state import Realm, State
from rules.line.orders import Order


def standing_words(state: State, realm: Realm) -> Iterator[str]:
    """CB-BOARD-5: general orders that are not the default, then all for single provinces."""
    for order in orders_of(state, realm.general):
        if not is_default(order):
            yield str(order)
    for number, standing in realm.local:
        for order in orders_of(state, standing, state.site(number).name):
            yield str(order)


def orders_of(state: State, standing: Standing, place: str = "") -> Iterator[Order]:
    """The orders that say what stands there, fields in the order of CB-POST-1."""
    if standing.charge is not None:
        yield orders.Charge(standing.charge, place)
    modes = dict(standing.modes)
    for kind in KINDS:
        target = modes.get(kind)
        if target == "standard":
            yield orders.StandardAttack((kind,), place)
        elif target is not None:
            yield orders.PrecisionStrike(target, (kind,), place)
    if standing.bounty is not None:
        yield orders.PayBounty(standing.bounty, place)
    for kinds, last in ((standing.first, False), (standing.last, True)):
        if kinds:
            yield orders.Lose(kinds, last, place)
    if standing.rerolls is not None:
        only = () if standing.rerolls in (("auto",), ("off",)) else standing.rerolls
        yield orders.Rerolls(standing.rerolls != ("off",), only, place)
    if standing.withdrawal is not None:
        yield withdrawal_order(state, standing.withdrawal, place)
    if standing.pace is not None:
        yield orders.Pace(standing.pace == "round", place)


def withdrawal_order(state: State, withdrawal: Withdrawal, place: str) -> Order:
    """CB-WDRAW-8: the order that says this condition."""
    to = state.site(withdrawal.to).name if withdrawal.to else ""
    match withdrawal.when:
        case "round":
            return orders.WithdrawWhen(to, round=withdrawal.number, place=place)
        case "units":
            return orders.WithdrawWhen(to, left=withdrawal.number, place=place)
        case _:
            return orders.StandFast(place)


def is_default(order: Order) -> bool:
    """CB-POST-1: what holds without any order."""
    match order:
        case (
            orders.Charge(())
            | orders.StandardAttack()
            | orders.PayBounty(0)
            | orders.Pace(False)
            | orders.StandFast()
        ):
            return True
        case orders.Rerolls(True, ()):
            return True
        case _:
            return False
