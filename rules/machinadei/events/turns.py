"""Effects and modifiers, the sequence of phases, and what the GM sets."""

from typing import ClassVar, TypeAlias

from rules.line.events import Event, TurnPassed
from rules.machinadei.orders import Cell
from rules.machinadei.statblock import Statblock
from rules.machinadei.state import Modifier, Unit


class EffectCast(Event):
    """MD-MAG-1: `left` are the uses left (None: unlimited); `target` is as the order names it."""

    unit: str
    effect: str
    target: str
    left: int | None


class Modified(Event):
    """MD-EFF-2: a modifier came upon a unit; one of the same source and kind is renewed."""

    unit: str
    modifier: Modifier


class ModifiersExpired(Event):
    """MD-SEQ-9: the modifiers of a unit whose last turn this was."""

    unit: str
    modifiers: tuple[Modifier, ...]


MagicEvent: TypeAlias = EffectCast | Modified | ModifiersExpired
"""Effects and modifiers."""


class FirstChosen(Event):
    """MD-SEQ-6: the seat that is first this turn."""

    seat: int


class MarksCleared(Event):
    """MD-SEQ-7, MD-SEQ-10: the action marks of earlier phases that end as this phase begins."""

    phase: str


class PartBegan(TurnPassed):
    """MD-SEQ-4, MD-ORD-8: a seat is asked in its part; no undo takes back the end of another."""

    bars_undo: ClassVar[bool] = True


class PartSkipped(Event):
    """MD-SEQ-5: a seat could do nothing in this phase and was passed over."""

    seat: int


class Shown(Event):
    """Section 6.12: the answer to a question; it changes nothing."""

    question: ClassVar[bool] = True

    what: str


SequenceEvent: TypeAlias = FirstChosen | MarksCleared | PartSkipped | Shown
"""The sequence, and questions."""


class UnitRemoved(Event):
    """MD-GM-2: no casualty, no victory check."""

    unit: str


class UnitPlaced(Event):
    """MD-GM-2: the GM moved a unit."""

    unit: str
    at: Cell
    facing: str = ""
    spots: tuple[Cell, ...] = ()


class UnitChanged(Event):
    """MD-GM-2: the GM set an attribute or a condition; `unit` is the whole unit as it is now."""

    unit: Unit
    attribute: str
    value: str


class ArmyChanged(Event):
    """MD-GM-2: the GM set points, casualties, vp or cr of a seat."""

    seat: int
    attribute: str
    before: int
    value: int


class TypesImported(Event):
    """MD-DATA-4: types for units placed later; one of the same name is replaced."""

    blocks: tuple[Statblock, ...]


GMEvent: TypeAlias = UnitRemoved | UnitPlaced | UnitChanged | ArmyChanged | TypesImported
"""What the GM sets."""
