"""The orders of Rules Crusade; `str(order)` is the canonical sentence of section 6.

Those to models stand in modules of their own and can be had from here; below are those of a seat.
"""

from rules.line.orders import Order
from rules.line.said import Said
from rules.numbers.grid import Cell
from rules.rulescrusade.orders.fight import *
from rules.rulescrusade.orders.mind import *
from rules.rulescrusade.orders.units import *
from rules.rulescrusade.words import Target, Who


class Discard(Order):
    """RC-PSY-9: `discard Curse`."""

    SAYS = "discard {card}"

    card: str


class Check(Order):
    """RC-ORD-11: `check M1 to O2`: distance, penalty, sight and cover."""

    SAYS = "check {ref} to {target}"

    ref: str
    target: Target


class TakeList(Order):
    """RC-SETUP-9: `takes Vanguard squad`; with a seat `army 1 takes Vanguard squad`."""

    SAYS = "[army {seat} ]takes {name}"

    name: str
    seat: int = 0


class Purchase(Said):
    """So many of a unit type; its name in the singular or in the plural, as said."""

    SAYS = "{count} {kind}"

    count: int
    kind: str


class Buy(Order):
    """RC-SETUP-9: `buys 2 Marines and 1 Psyker`."""

    SAYS = "buys {purchases}"

    purchases: tuple[Purchase, ...]


class Dismiss(Order):
    """RC-SETUP-9: `dismisses M3 and G1`."""

    SAYS = "dismisses {who}"

    who: Who


class Ready(Order):
    """RC-SETUP-9: `ready`: the seat has mustered."""

    SAYS = "ready"


class Deploy(Order):
    """RC-SETUP-12: `deploy M1-M3 at 22,5`, `deploy M1 at 10,10 inside B1`; RC-SETUP-11:
    `deploy X4 as ST1 at 3,5`, `deploy X5 as nothing at 3,6` (`stands_for` is `nothing`)."""

    SAYS = "deploy {who}[ as {stands_for}] at {at}[ inside {inside}]"

    who: Who
    at: Cell
    stands_for: str = ""
    inside: str = ""
