"""Section 6.13: what the GM of this system may write beside the overrides of every system."""

from typing import ClassVar

from rules.display.words import listed
from rules.line.orders import Order
from rules.machinadei.orders import Cell, place
from rules.machinadei.statblock import Statblock, signed


class PutUnit(Order):
    """MD-GM-1: `put Legionary Legion1 for army 1 at 5,12 facing N 5 wide 10 models with Aegis`."""

    kind: str
    ref: str
    seat: int
    cells: tuple[Cell, ...] = ()
    facing: str = ""
    files: int | None = None
    models: int | None = None
    options: tuple[str, ...] = ()

    def __str__(self) -> str:
        where = f"at {' '.join(map(place, self.cells))}" if self.cells else "in reserve"
        facing = f" facing {self.facing}" if self.facing and self.cells else ""
        files = f" {self.files} wide" if self.files is not None and self.cells else ""
        models = f" {self.models} models" if self.models is not None else ""
        options = f" with {listed(self.options)}" if self.options else ""
        what = f"put {self.kind} {self.ref} for army {self.seat}"
        return f"{what} {where}{facing}{files}{models}{options}"


class MoveUnit(Order):
    """MD-GM-2: `move Legion1 to 5,12 facing W`, as the GM's act."""

    ref: str
    to: Cell
    facing: str = ""

    def __str__(self) -> str:
        facing = f" facing {self.facing}" if self.facing else ""
        return f"move {self.ref} to {place(self.to)}{facing}"


class BreakBy(Order):
    """MD-GM-2: `give Legion1 broken by War1`: the condition with its cause."""

    ref: str
    condition: str
    cause: str

    def __str__(self) -> str:
        return f"give {self.ref} {self.condition} by {self.cause}"


class Modify(Order):
    """MD-GM-2: `modify Legion1 hit -1 for 2 turns`; without turns: this turn only."""

    ref: str
    stat: str
    amount: int
    turns: int = 1

    def __str__(self) -> str:
        turns = "" if self.turns == 1 else f" for {self.turns} turns"
        return f"modify {self.ref} {self.stat} {signed(self.amount)}{turns}"


class StrikeAt(Order):
    """MD-GM-3: `strike Legion1 War1`: one strike with all melee attacks, wherever they stand."""

    ref: str
    target: str

    def __str__(self) -> str:
        return f"strike {self.ref} {self.target}"


class EndPhaseFor(Order):
    """MD-GM-5: `end phase for army 2`, as if that seat had ordered it."""

    seat: int

    def __str__(self) -> str:
        return f"end phase for army {self.seat}"


class Import(Order):
    """MD-DATA-1: `import <statblock>`: unit types, already read; `text` is kept as pasted."""

    explains: ClassVar[bool] = True

    text: str
    blocks: tuple[Statblock, ...]

    def __str__(self) -> str:
        return "import " + " / ".join(line for line in self.text.split("\n") if line.strip())
