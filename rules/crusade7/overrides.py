"""The GM's orders that only Crusade 7th edition has (section 6.3), besides the shared ones."""

from typing import ClassVar

from rules.crusade7.army.statblock import Library
from rules.line.orders import Order
from rules.numbers.grid import Cell


class Damage(Order):
    """`damage L1 12 fire`: real damage, with resistances, concentration and death."""

    SAYS = "damage {ref} {amount}[ {damage_type}]"

    ref: str
    amount: int
    damage_type: str = ""


class Heal(Order):
    """`heal L1 12`."""

    SAYS = "heal {ref} {amount}"

    ref: str
    amount: int


class Kill(Order):
    """`kill L1`."""

    SAYS = "kill {ref}"

    ref: str


class PaintTerrain(Order):
    """`terrain rough at 3,4-6,8`: a rectangle; `clear` makes it normal ground."""

    terrain: str
    start: Cell
    end: Cell

    def __str__(self) -> str:
        to = "" if self.end == self.start else f"-{self.end[0]},{self.end[1]}"
        return f"terrain {self.terrain} at {self.start[0]},{self.start[1]}{to}"


class Import(Order):
    """`import <statblock>`: new unit types, already read; `text` is kept as pasted."""

    explains: ClassVar[bool] = True

    text: str
    library: Library

    def __str__(self) -> str:
        return "import " + self.text.replace("\n", " | ")


class AddNote(Order):
    """`note L1 carries the eagle`: shown in the key."""

    SAYS = "note {ref} {text}"

    explains: ClassVar[bool] = True

    ref: str
    text: str
