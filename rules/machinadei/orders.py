"""The orders of Machina Dei; `str(order)` is the canonical sentence of section 6."""

from typing import ClassVar

from rules.line.orders import Chained, Named, Order
from rules.line.said import Said

Cell = tuple[int, int]
"""MD-BOARD-1: x from the west edge, y from the north edge, both from 1."""


def place(cell: Cell) -> str:
    """`5,12`: x, then y."""
    return f"{cell[0]},{cell[1]}"


class Who(Named):
    """MD-ORD-2: the units that an order is for, as named."""


class UnitOrder(Chained, Order):
    """An order to units; clauses of one line belong to the same units (MD-ORD-2)."""

    who: Who


class Advance(UnitOrder):
    """Section 6.2: `Spears1 advances 5`.  None: all movement left; a text: no whole number."""

    SAYS = "advances[ {inches}]"

    inches: int | str | None = None


class Wheel(UnitOrder):
    """Section 6.3: `Spears1 wheels left 90`.  `angle` None: all that is missing to 90."""

    SAYS = "wheels {side}[ {angle}]"

    side: str
    angle: int | None = None


class Turn(UnitOrder):
    """Section 6.4: `Spears1 turns right`, `left` or `around`."""

    SAYS = "turns {way}"

    way: str


class Face(UnitOrder):
    """Section 6.4: `Spears1 faces E`: the turn that gives it this facing."""

    SAYS = "faces {facing}"

    facing: str


class Reform(UnitOrder):
    """Section 6.5: `Spears1 reforms 6 wide facing E at 10,12`, or `in 3 ranks`."""

    SAYS = "reforms [{files} wide|in {ranks} ranks|0 wide][ facing {facing}][ at {at}]"

    files: int | None = None
    ranks: int | None = None
    facing: str = ""
    at: Cell | None = None


class MoveTo(UnitOrder):
    """Section 6.6: `Titan1 moves to 12,20`; skirmishers also with one cell per model."""

    SAYS = "moves to {cells: }"

    cells: tuple[Cell, ...]


class MoveSteps(UnitOrder):
    """Section 6.6: `Titan1 moves 4 NE`.  `steps` as a text: no whole number."""

    SAYS = "moves {steps} {direction}"

    steps: int | str
    direction: str


class Charge(UnitOrder):
    """Section 6.7: `Titan1 charges Spears2`."""

    SAYS = "charges {target}"

    target: str


class Shoot(UnitOrder):
    """Section 6.8: `Bows1 shoots Fodder2 with Bow`."""

    SAYS = "shoots {target}[ with {weapon}]"

    target: str
    weapon: str = ""


class AreaOrder(UnitOrder):
    """An attack on a place; `on` names the enemy that takes all hits."""

    at: Cell
    weapon: str = ""
    on: str = ""


class Volley(AreaOrder):
    """Section 6.8: `Bows1 volleys at 12,20 with Bow on Fodder2`."""

    SAYS = "volleys at {at}[ with {weapon}][ on {on}]"


class Bombard(AreaOrder):
    """Section 6.8: `Onager1 bombards 12,20 with Stone on Fodder2`."""

    SAYS = "bombards {at}[ with {weapon}][ on {on}]"


class Share(Said):
    """`10 attacks to Fodder1`: a part of a division."""

    SAYS = "{amount} to {target}"

    amount: int
    target: str


class Allocate(UnitOrder):
    """Section 6.9: `Spears1 allocates 10 attacks to Fodder1 and 5 to Fodder2`."""

    SAYS = "allocates {shares}"

    shares: tuple[Share, ...]


class Cast(UnitOrder):
    """Section 6.10: `Mage1 casts Miasma on 10,10`, `on Spears1`, or without a target."""

    SAYS = "casts {effect}[ on {target}]"

    effect: str
    target: str | Cell | None = None


class Arrive(UnitOrder):
    """Section 6.10: `Herald1 arrives at 10,30`."""

    SAYS = "arrives at {at}"

    at: Cell


STANDING = "[at {cells: }[ facing {facing}][ {files} wide]|in reserve]"
"""Where and how a unit stands, as `deploy` and `put` say it."""


class Deploy(Order):
    """Section 6.11: `deploy 20 Legionary as Spears1 at 10,30 facing N 5 wide with Aegis`.

    Without cells the unit is bought to wait in reserve.
    """

    SAYS = f"deploy[ {{models}}] {{kind}}[ as {{ref}}] {STANDING}[ with {{options}}]"

    kind: str
    cells: tuple[Cell, ...] = ()
    models: int | None = None
    ref: str = ""
    facing: str = ""
    files: int | None = None
    options: tuple[str, ...] = ()


class Show(Order):
    """Section 6.12: `show board`, `show key`, `show Spears1`: a question."""

    SAYS = "show {what}"

    explains: ClassVar[bool] = True

    what: str
