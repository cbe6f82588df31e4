"""The orders of Crusade 7th edition; `str(order)` is the canonical sentence of section 6.2."""

from typing import ClassVar

from rules.line.orders import Chained, Named, Order
from rules.line.said import Said, Words
from rules.numbers.grid import Cell


class Who(Named):
    """C7-ORDER-7: the units an order is for, as named."""


class Heading(Said):
    """C7-MOVE-14: `3 forward`: steps and a direction (`forward` and `back` depend on the army)."""

    SAYS = "{steps} {direction}"

    steps: int
    direction: str


Goal = Cell | Heading


def place(goal: Goal) -> str:
    """`5,12`, or `3 forward`."""
    return str(goal) if isinstance(goal, Heading) else f"{goal[0]},{goal[1]}"


class UnitOrder(Chained, Order):
    """An order to units.  The clauses of one line for the same units form a chain (C7-ORDER-8):
    each unit carries out the whole chain before the next unit."""

    who: Who

    def does(self) -> str:
        return self.who.does(self.clause())


class MoveOrder(UnitOrder):
    """A move of the Move Phase: `L1 moves to 5,12 via 4,10, 5,11`."""

    SAYS = "{verb} {goal}[ via {via:, }]"

    verb: ClassVar[str]

    to: Goal
    via: tuple[Goal, ...] = ()

    @property
    def goal(self) -> str:
        """`to 5,12`, or `3 forward`."""
        return place(self.to) if isinstance(self.to, Heading) else f"to {place(self.to)}"


class Move(MoveOrder):
    """C7-MOVE-2: `L1 moves to 5,12`."""

    verb = "moves"


class Advance(MoveOrder):
    """C7-MOVE-3: `L1 advances to 5,12`."""

    verb = "advances"


class FallBack(MoveOrder):
    """C7-MOVE-4: `L1 falls back to 5,9`."""

    verb = "falls back"


class Stay(UnitOrder):
    """C7-MOVE-5: `L1 stays`."""

    SAYS = "stays"

    waits: ClassVar[bool] = True


class Embark(UnitOrder):
    """C7-TRANS-3: `L1 embarks on CR1`."""

    SAYS = "embarks on {transport}"

    transport: str


class Disembark(UnitOrder):
    """C7-TRANS-7: `L1 disembarks to 5,12`."""

    SAYS = "disembarks[ from {transport}] to {to}"

    to: Cell
    transport: str = ""


class Arrive(UnitOrder):
    """C7-RES-2: `L5 arrives at 7,1`."""

    SAYS = "arrives at {at}"

    at: Cell


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `3rd`, `4th` ..."""
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number, 'th') }"


class Cast(UnitOrder):
    """C7-SPELL-8: `E1 casts Ward on E2 using a 2nd level slot`."""

    SAYS = "casts {spell}[ on {targets}][ using a {slot:ordinal} level slot]"
    WORDS: ClassVar[Words] = {"ordinal": ordinal}

    spell: str
    targets: tuple[str, ...] = ()
    slot: int | None = None


class StopConcentrating(UnitOrder):
    """C7-CONC-4: `E1 stops concentrating`."""

    SAYS = "stops concentrating"

    waits: ClassVar[bool] = True


class Manifest(UnitOrder):
    """C7-PSI-12: `PP1 manifests Smite on L1`."""

    SAYS = "manifests {power}[ on {targets}]"

    power: str
    targets: tuple[str, ...] = ()


class Deny(UnitOrder):
    """C7-PSI-9: `PP1 denies MS1`."""

    SAYS = "denies {target}"

    target: str


class Strike(UnitOrder):
    """C7-ATK-8: `L1 attacks P1 with Gladius`; C7-ATK-9 finds the attack if none is named."""

    SAYS = "attacks {targets}[ with {attack}]"

    targets: tuple[str, ...]
    attack: str = ""


class Multiattack(UnitOrder):
    """C7-ATK-12: `C1 multiattacks P1, P2`."""

    SAYS = "multiattacks {targets:, }"

    targets: tuple[str, ...]


class Engage(UnitOrder):
    """C7-MELEE-2: `L1 engages to 5,13` or `L1 engages P1`."""

    to: Cell | str

    def clause(self) -> str:
        return f"engages {self.to}" if isinstance(self.to, str) else f"engages to {place(self.to)}"


class StandUp(UnitOrder):
    """C7-COND-4: `L1 stands up`."""

    SAYS = "stands up"


class Charge(UnitOrder):
    """C7-CHARGE-4: `L1 charges P1 to 5,15`."""

    SAYS = "charges {target}[ to {to}]"

    target: str
    to: Cell | None = None


class UseTactic(Order):
    """C7-TAC-1: `use Support`, `use High Alert on L1`, `use Reflexive Fire with B1 Bolt`.

    `choice` is the word before the unit: `on` (or `for`) a target, `with` the unit that acts.
    """

    SAYS = "use {tactic}[{unit?} {choice} {unit}][ {attack}]"

    tactic: str
    unit: str = ""
    attack: str = ""
    choice: str = "on"


class SkipTo(Order):
    """C7-TURN-8: `skip to fight`."""

    SAYS = "skip to {phase}"

    passes: ClassVar[bool] = True

    phase: str


class ChooseFaction(Order):
    """C7-SETUP-2: `faction Second Roman Empire subfaction Veterans`."""

    SAYS = "faction {faction}[ subfaction {subfaction}]"

    faction: str
    subfaction: str = ""


class Levy(Said):
    """`4 Centurions with Phalerae`: how many, of which type, with which options."""

    SAYS = "{count} {kind}[ with {options: + }]"

    count: int
    kind: str
    options: tuple[str, ...] = ()


class TakeDetachment(Order):
    """C7-DET-2: `detachment Platoon: 1 Legate, 12 Legionnaires`."""

    SAYS = "detachment {detachment}: {levies:, }"

    detachment: str
    levies: tuple[Levy, ...]


class TakeReserves(Order):
    """C7-CP-3: `reinforcements: 5 Legionnaires`."""

    SAYS = "reinforcements: {levies:, }"

    levies: tuple[Levy, ...]


class Deploy(UnitOrder):
    """C7-SETUP-4: `deploy L1-L10 at 3,5 across`; in the Move Phase it means `arrives`."""

    SAYS = "deploys at {at}[ {across}]"

    at: Cell
    across: bool = False

    def __str__(self) -> str:
        return f"deploy {self.who} {self.clause().removeprefix('deploys ')}"


class Ready(Order):
    """C7-SETUP-6: `ready`."""

    SAYS = "ready"


class ClearArmy(Order):
    """C7-ORDER-11: `clear army`."""

    SAYS = "clear army"
