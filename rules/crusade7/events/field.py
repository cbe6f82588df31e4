"""Chapter 5.4: how units went."""

from typing import TypeAlias

from rules.line.events import Event
from rules.numbers.grid import Cell


class Moved(Event):
    """A leg of a move ended at `to`.  `manner`: normal, advance, fall back, charge.

    `length` is the text of the whole move so far (`3.00`), `rounded` its whole number; they are
    the move's total on the leg with `last`.
    """

    unit: str
    manner: str
    start: Cell
    to: Cell
    length: str
    rounded: int
    last: bool = True


class Stayed(Event):
    """C7-MOVE-5."""

    unit: str


class Embarked(Event):
    """C7-TRANS-3."""

    unit: str
    transport: str


class Disembarked(Event):
    """C7-TRANS-7; `forced` when the transport was killed (C7-TRANS-10)."""

    unit: str
    transport: str
    to: Cell
    forced: bool = False


class Arrived(Event):
    """C7-RES-2: a reserve unit came in; the second step of its army's turn has begun."""

    unit: str
    at: Cell


class Charged(Event):
    """C7-CHARGE-8: a charge was declared at a target; the move follows."""

    unit: str
    target: str


class Engaged(Event):
    """C7-MELEE-2."""

    unit: str
    to: Cell


class StoodUp(Event):
    """C7-COND-4."""

    unit: str


FieldEvent: TypeAlias = (
    Moved | Stayed | Embarked | Disembarked | Arrived | Charged | Engaged | StoodUp
)
"""Sections 5.4 and 7.8: units change places."""
