"""Section 7.7: clergy who keep attackers out."""

from rules.candlebre import events as ev
from rules.candlebre.context import Adj
from rules.candlebre.naming import name_of, province_named
from rules.candlebre.orders import Intercede
from rules.candlebre.realm.purse import change_influence, check_influence
from rules.candlebre.state import State
from rules.line.errors import Refusal
from rules.line.flow import seat_name


def price_of(state: State, number: int) -> int:
    """CB-CLERGY-5, CB-RULING-44: value / 10 influence."""
    return state.province(number).value // 10


def check_intercede(state: State, seat: int, order: Intercede) -> int:
    """The checks of `intercession in Ashford`, in their order."""
    number = province_named(state, order.place)
    name = name_of(state, number)
    here = state.province(number)
    if here.owner != seat and here.owner not in state.realm(seat).allies:
        raise Refusal("CB-CLERGY-2", f"{name} is neither {seat_name(seat)}'s nor an ally's")
    if here.protector is not None:
        raise Refusal("CB-CLERGY-3", f"{name} is protected already")
    check_influence(state, seat, price_of(state, number), f"an intercession in {name}")
    return number


def intercede(adj: Adj, number: int) -> None:
    """CB-CLERGY-1: nobody may attack the province until the payer's next turn begins."""
    change_influence(adj, adj.seat, -price_of(adj.state, number), "intercession")
    adj.emit(ev.ClergyCame(adj.seat, number))


def check_unprotected(state: State, number: int) -> None:
    """CB-CLERGY-4: a combat move into a protected province is refused."""
    if state.province(number).protector is not None:
        raise Refusal("CB-CLERGY-4", f"{name_of(state, number)} is protected by the clergy")


def send_home(adj: Adj, number: int) -> None:
    """CB-CLERGY-6: protection ends when the province changes hands; a GM's stays (CB-GM-1)."""
    protector = adj.state.province(number).protector
    if protector:
        adj.emit(ev.ClergyLeft(number, protector))


def send_home_of(adj: Adj, seat: int) -> None:
    """CB-CLERGY-1, CB-CLERGY-6: the clergy that a seat paid for leave."""
    for number, here in enumerate(adj.state.provinces, 1):
        if here.protector == seat:
            adj.emit(ev.ClergyLeft(number, seat))
