"""The orders of Machina Dei; `str(order)` is the canonical sentence of section 6."""

from typing import ClassVar

from rules.display.words import listed
from rules.line.frozen import Frozen
from rules.line.orders import Order

Cell = tuple[int, int]
"""MD-BOARD-1: x from the west edge, y from the north edge, both from 1."""


def place(cell: Cell) -> str:
    """`5,12`: x, then y."""
    return f"{cell[0]},{cell[1]}"


class Who(Frozen):
    """MD-ORD-2: the units an order is for, as named.

    `refs` are references in the order named, each `Legion1` or a range `Legion1-Legion3`;
    `every` is a type (`all Legionaries`), `everyone` when it is `*`.
    """

    refs: tuple[str, ...] = ()
    every: str = ""

    def __str__(self) -> str:
        if self.every:
            return "everyone" if self.every == "*" else f"all {self.every}"
        return listed(self.refs) if self.refs else "everyone"


class UnitOrder(Order):
    """An order to units; clauses of one line belong to the same units (MD-ORD-2)."""

    who: Who

    def clause(self) -> str:
        """The sentence without the units, as it stands after `then`."""
        raise TypeError(type(self).__name__)

    def __str__(self) -> str:
        return f"{self.who} {self.clause()}"

    def after(self, previous: Order | None) -> str:
        """MD-ORD-2: the unit need not be named again."""
        same = isinstance(previous, UnitOrder) and previous.who == self.who
        return self.clause() if same else str(self)


class Advance(UnitOrder):
    """Section 6.2: `Spears1 advances 5`; None: all movement left; text: no whole number."""

    inches: int | str | None = None

    def clause(self) -> str:
        return "advances" if self.inches is None else f"advances {self.inches}"


class Wheel(UnitOrder):
    """Section 6.3: `Spears1 wheels left 90`; None: all that is missing to 90."""

    side: str
    angle: int | None = None

    def clause(self) -> str:
        return f"wheels {self.side}" + ("" if self.angle is None else f" {self.angle}")


class Turn(UnitOrder):
    """Section 6.4: `Spears1 turns right`, `left` or `around`."""

    way: str

    def clause(self) -> str:
        return f"turns {self.way}"


class Face(UnitOrder):
    """Section 6.4: `Spears1 faces E`: the turn that leads there."""

    facing: str

    def clause(self) -> str:
        return f"faces {self.facing}"


class Reform(UnitOrder):
    """Section 6.5: `Spears1 reforms 6 wide facing E at 10,12`, or `in 3 ranks`."""

    files: int | None = None
    ranks: int | None = None
    facing: str = ""
    at: Cell | None = None

    def clause(self) -> str:
        if self.files is None and self.ranks is not None:
            shape = f"in {self.ranks} ranks"
        else:
            shape = f"{self.files or 0} wide"
        facing = f" facing {self.facing}" if self.facing else ""
        return f"reforms {shape}{facing}" + (f" at {place(self.at)}" if self.at else "")


class MoveTo(UnitOrder):
    """Section 6.6: `Titan1 moves to 12,20`; skirmishers also with one cell per model."""

    cells: tuple[Cell, ...]

    def clause(self) -> str:
        return f"moves to {' '.join(place(cell) for cell in self.cells)}"


class MoveSteps(UnitOrder):
    """Section 6.6: `Titan1 moves 4 NE`; text: no whole number."""

    steps: int | str
    direction: str

    def clause(self) -> str:
        return f"moves {self.steps} {self.direction}"


class Charge(UnitOrder):
    """Section 6.7: `Titan1 charges Spears2`."""

    target: str

    def clause(self) -> str:
        return f"charges {self.target}"


class Shoot(UnitOrder):
    """Section 6.8: `Bows1 shoots Fodder2 with Bow`."""

    target: str
    weapon: str = ""

    def clause(self) -> str:
        return f"shoots {self.target}" + (f" with {self.weapon}" if self.weapon else "")


class AreaOrder(UnitOrder):
    """An attack on a place; `on` names the enemy that takes all hits."""

    at: Cell
    weapon: str = ""
    on: str = ""

    def aim(self) -> str:
        """`12,20 with Bow on Fodder2`."""
        weapon = f" with {self.weapon}" if self.weapon else ""
        return f"{place(self.at)}{weapon}" + (f" on {self.on}" if self.on else "")


class Volley(AreaOrder):
    """Section 6.8: `Bows1 volleys at 12,20 with Bow on Fodder2`."""

    def clause(self) -> str:
        return f"volleys at {self.aim()}"


class Bombard(AreaOrder):
    """Section 6.8: `Onager1 bombards 12,20 with Stone on Fodder2`."""

    def clause(self) -> str:
        return f"bombards {self.aim()}"


class Share(Frozen):
    """`10 attacks to Fodder1`: a part of a division."""

    amount: int
    target: str

    def __str__(self) -> str:
        return f"{self.amount} to {self.target}"


class Allocate(UnitOrder):
    """Section 6.9: `Spears1 allocates 10 attacks to Fodder1 and 5 to Fodder2`."""

    shares: tuple[Share, ...]

    def clause(self) -> str:
        return f"allocates {listed(tuple(map(str, self.shares)))}"


class Cast(UnitOrder):
    """Section 6.10: `Mage1 casts Miasma on 10,10`, `on Spears1`, or without a target."""

    effect: str
    target: str | Cell | None = None

    def clause(self) -> str:
        if self.target is None:
            return f"casts {self.effect}"
        on = self.target if isinstance(self.target, str) else place(self.target)
        return f"casts {self.effect} on {on}"


class Arrive(UnitOrder):
    """Section 6.10: `Herald1 arrives at 10,30`."""

    at: Cell

    def clause(self) -> str:
        return f"arrives at {place(self.at)}"


class Deploy(Order):
    """Section 6.11: `deploy 20 Legionary as Spears1 at 10,30 facing N 5 wide with Aegis`.

    Without cells the unit is bought in reserve.
    """

    kind: str
    cells: tuple[Cell, ...] = ()
    models: int | None = None
    ref: str = ""
    facing: str = ""
    files: int | None = None
    options: tuple[str, ...] = ()

    def __str__(self) -> str:
        count = "" if self.models is None else f"{self.models} "
        ref = f" as {self.ref}" if self.ref else ""
        return f"deploy {count}{self.kind}{ref} {self.standing()}"

    def standing(self) -> str:
        """Where and how, as `deploy` and `put` say it."""
        where = f"at {' '.join(map(place, self.cells))}" if self.cells else "in reserve"
        facing = f" facing {self.facing}" if self.facing and self.cells else ""
        files = f" {self.files} wide" if self.files is not None and self.cells else ""
        options = f" with {listed(self.options)}" if self.options else ""
        return f"{where}{facing}{files}{options}"


class Show(Order):
    """Section 6.12: `show board`, `show key`, `show Spears1`: a question."""

    explains: ClassVar[bool] = True

    what: str

    def __str__(self) -> str:
        return f"show {self.what}"
