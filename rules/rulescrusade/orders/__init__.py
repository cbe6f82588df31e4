"""The orders of Rules Crusade; `str(order)` is the canonical sentence of section 6.

Those to models stand in modules of their own and can be had from here; below are those of a seat.
"""

from rules.display.words import listed
from rules.line.frozen import Frozen
from rules.line.orders import Order
from rules.numbers.grid import Cell
from rules.rulescrusade.orders.fight import *
from rules.rulescrusade.orders.mind import *
from rules.rulescrusade.orders.units import *
from rules.rulescrusade.words import Target, Who, cell_text, target_text


class Discard(Order):
    """RC-PSY-9: `discard Curse`."""

    card: str

    def __str__(self) -> str:
        return f"discard {self.card}"


class Check(Order):
    """RC-ORD-11: `check M1 to O2`: distance, penalty, sight and cover."""

    ref: str
    target: Target

    def __str__(self) -> str:
        return f"check {self.ref} to {target_text(self.target)}"


class TakeList(Order):
    """RC-SETUP-9: `takes Vanguard squad`; with a seat `army 1 takes Vanguard squad`."""

    name: str
    seat: int = 0

    def __str__(self) -> str:
        return f"army {self.seat} takes {self.name}" if self.seat else f"takes {self.name}"


class Purchase(Frozen):
    """So many of a unit type; its name in the singular or in the plural, as said."""

    count: int
    kind: str

    def __str__(self) -> str:
        return f"{self.count} {self.kind}"


class Buy(Order):
    """RC-SETUP-9: `buys 2 Marines and 1 Psyker`."""

    purchases: tuple[Purchase, ...]

    def __str__(self) -> str:
        return f"buys {listed(tuple(map(str, self.purchases)))}"


class Dismiss(Order):
    """RC-SETUP-9: `dismisses M3 and G1`."""

    who: Who

    def __str__(self) -> str:
        return f"dismisses {self.who}"


class Ready(Order):
    """RC-SETUP-9: `ready`: the seat has mustered."""

    def __str__(self) -> str:
        return "ready"


class Deploy(Order):
    """RC-SETUP-12: `deploy M1-M3 at 22,5`, `deploy M1 at 10,10 inside B1`; RC-SETUP-11:
    `deploy X4 as ST1 at 3,5`, `deploy X5 as nothing at 3,6` (`stands_for` is `nothing`)."""

    who: Who
    at: Cell
    stands_for: str = ""
    inside: str = ""

    def __str__(self) -> str:
        name = f" as {self.stands_for}" if self.stands_for else ""
        inside = f" inside {self.inside}" if self.inside else ""
        return f"deploy {self.who}{name} at {cell_text(self.at)}{inside}"
