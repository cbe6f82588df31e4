"""Chapter 6.3: what the GM changed."""

from typing import TypeAlias

from rules.crusade7.army.statblock import Library
from rules.crusade7.state import Unit
from rules.line.events import Event
from rules.numbers.grid import Cell


class UnitPut(Event):
    """A unit as the GM made it; `blocks` and `faction` as far as they are new."""

    unit: Unit
    faction: str = ""


class UnitRemoved(Event):
    unit: str


class UnitPlaced(Event):
    """The GM put a unit somewhere, also out of a transport or the reserve."""

    unit: str
    to: Cell


class UnitChanged(Event):
    """The GM set an attribute; `unit` is the whole unit as it is now."""

    unit: Unit
    attribute: str
    before: str
    value: str


class ArmyChanged(Event):
    """The GM set `cp`, `faction` or `subfaction` of an army."""

    seat: int
    attribute: str
    before: str
    value: str


class BattleChanged(Event):
    """The GM set `round`, `killed`, or an option (`option <name>`)."""

    attribute: str
    before: str
    value: str


class FirstSet(Event):
    """`set turn army n`: that army takes the first turn of the current phase."""

    seat: int


class TerrainPainted(Event):
    """`terrain`: rough, difficult, impassable or clear, from `start` to `end`."""

    terrain: str
    start: Cell
    end: Cell


class DataImported(Event):
    """C7-UNIT-11: new unit types, tactics, spells or powers; a known name is replaced."""

    library: Library


class NoteAdded(Event):
    unit: str
    text: str


GMEvent: TypeAlias = (
    UnitPut
    | UnitRemoved
    | UnitPlaced
    | UnitChanged
    | ArmyChanged
    | BattleChanged
    | FirstSet
    | TerrainPainted
    | DataImported
    | NoteAdded
)
"""Section 6.3: what the GM sets."""
