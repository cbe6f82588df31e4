"""The Move phase: what moves a unit, with its paths."""

from typing import TypeAlias

from rules.line.events import Event
from rules.machinadei.orders import Cell
from rules.machinadei.state import Turning


class Charged(Event):
    """MD-CHARGE-1: a charge of so many inches; the move follows."""

    unit: str
    target: str
    inches: int


class Advanced(Event):
    """MD-ADV-1: straight ahead."""

    unit: str
    inches: int
    start: Cell
    at: Cell


class Wheeled(Event):
    """MD-WHEEL-2: a part of a wheel; with the last part (`complete`) the formation moves."""

    unit: str
    side: str
    angle: int
    before: int
    cost: int
    files: int
    complete: bool
    at: Cell
    facing: str

    @property
    def turning(self) -> Turning | None:
        """What is left unfinished."""
        return None if self.complete else Turning(self.side, self.before + self.angle)


class Turned(Event):
    """MD-TURN-2: the block stays, facing and files change."""

    unit: str
    way: str
    cost: int
    at: Cell
    facing: str
    files: int


class Reformed(Event):
    """MD-REFORM-8: a new block; the movement is used up."""

    unit: str
    at: Cell
    facing: str
    files: int
    ranks: int
    move: int


class Walked(Event):
    """MD-WALK-1, MD-WALK-2: where the models stand now, and the steps that the unit is charged."""

    unit: str
    start: Cell
    spots: tuple[Cell, ...]
    straight: int
    diagonal: int
    spent: int
    """The movement used in this phase, rounded (MD-MEAS-3)."""


class Fled(Event):
    """MD-BREAK-3: `end`: empty, `leaves the board` or `is cut down` (a `LeftPlay` follows)."""

    unit: str
    inches: int
    direction: str
    end: str
    cause: str
    at: Cell | None = None
    facing: str = ""
    files: int = 0
    spots: tuple[Cell, ...] = ()


Movement: TypeAlias = Advanced | Wheeled | Turned | Reformed | Walked | Fled
"""What moves a unit."""


MarchEvent: TypeAlias = Charged | Movement
"""The Move phase."""
