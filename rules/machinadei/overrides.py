"""Section 6.13: the GM's overrides of this system, besides those that every system has."""

from typing import ClassVar

from rules.line.orders import Order
from rules.line.said import Words
from rules.machinadei.orders import STANDING, Cell
from rules.machinadei.statblock import Statblock, signed


class PutUnit(Order):
    """MD-GM-1: `put Legionary Legion1 for army 1 at 5,12 facing N 5 wide 10 models with Aegis`."""

    SAYS = (
        f"put {{kind}} {{ref}} for army {{seat}} {STANDING}[ {{models}} models][ with {{options}}]"
    )

    kind: str
    ref: str
    seat: int
    cells: tuple[Cell, ...] = ()
    facing: str = ""
    files: int | None = None
    models: int | None = None
    options: tuple[str, ...] = ()


class MoveUnit(Order):
    """MD-GM-2: `move Legion1 to 5,12 facing W`, as the GM's act."""

    SAYS = "move {ref} to {to}[ facing {facing}]"

    ref: str
    to: Cell
    facing: str = ""


class BreakBy(Order):
    """MD-GM-2: `give Legion1 broken by War1`: the condition with its cause."""

    SAYS = "give {ref} {condition} by {cause}"

    ref: str
    condition: str
    cause: str


class Modify(Order):
    """MD-GM-2: `modify Legion1 hit -1 for 2 turns`; without turns: this turn only."""

    SAYS = "modify {ref} {stat} {amount:signed}[ for {turns} turns]"
    WORDS: ClassVar[Words] = {"signed": signed}

    ref: str
    stat: str
    amount: int
    turns: int = 1


class StrikeAt(Order):
    """MD-GM-3: `strike Legion1 War1`: one strike with all melee attacks, wherever they stand."""

    SAYS = "strike {ref} {target}"

    ref: str
    target: str


class EndPhaseFor(Order):
    """MD-GM-5: `end phase for army 2`, as if that seat had ordered it."""

    SAYS = "end phase for army {seat}"

    seat: int


class Import(Order):
    """MD-DATA-1: `import <statblock>`: unit types, already read; `text` is kept as pasted."""

    explains: ClassVar[bool] = True

    text: str
    blocks: tuple[Statblock, ...]

    def __str__(self) -> str:
        return "import " + " / ".join(line for line in self.text.split("\n") if line.strip())
