"""Orders to models: moving about, buildings, hiding, weapons, things, chits."""

from typing import ClassVar

from rules.line.orders import Chained, Order
from rules.numbers.grid import Cell
from rules.rulescrusade.words import Goal, Who, cell_text, goal_text


class UnitOrder(Chained, Order):
    """An order to models.  Clauses of one line for the same are one chain (RC-ORD-8): each model
    carries out the whole chain before the next one, and what follows a refused clause of a model is
    not tried.  `everyone` means every model of the seat.
    """

    SAYS = "{verb}"

    VERB: ClassVar[tuple[str, str]] = ("acts", "act")
    """The verb of one model, and of several."""

    who: Who

    @property
    def verb(self) -> str:
        """The verb as it fits the models."""
        return self.VERB[self.who.several]


class MoveOrder(UnitOrder):
    """A move along a route: to a cell, perhaps through others, or so many steps straight on."""

    SAYS = "{verb}[ via {via:, }] {goal}"

    to: Goal
    via: tuple[Cell, ...] = ()

    @property
    def goal(self) -> str:
        """`to 10,14`, `4 north`."""
        return goal_text(self.to)


class Move(MoveOrder):
    """RC-MOVE-1: `M3 moves to 10,14`, `M3 moves 4 north`, `M3 moves via 9,12, 9,13 to 10,14`."""

    VERB = ("moves", "move")


class Run(MoveOrder):
    """RC-MOVE-14: `M3 runs to 10,20`, an extra full move."""

    VERB = ("runs", "run")


class Slip(UnitOrder):
    """RC-REACT-6: `Y1 slips to 10,13`, the half move of an ambush."""

    VERB = ("slips", "slip")

    to: Goal

    def clause(self) -> str:
        return f"{self.verb} {goal_text(self.to)}"


class Jump(UnitOrder):
    """RC-JUMP-1: `M2 jumps to 5,9`."""

    SAYS = "{verb} to {to}"

    VERB = ("jumps", "jump")

    to: Cell


class JumpDown(UnitOrder):
    """RC-FALL-4: `M2 jumps down to 5,9`."""

    SAYS = "{verb} down to {to}"

    VERB = ("jumps", "jump")

    to: Cell


class HangAndDrop(UnitOrder):
    """RC-FALL-5: `M2 hangs and drops to 5,9`."""

    SAYS = "{verb} to {to}"

    VERB = ("hangs and drops", "hang and drop")

    to: Cell


class Scrabble(UnitOrder):
    """RC-SCRAB-1: `M2 scrabbles to 5,9`."""

    SAYS = "{verb} to {to}"

    VERB = ("scrabbles", "scrabble")

    to: Cell


class Climb(UnitOrder):
    """RC-MOVE-16: `M2 climbs to 4,6`; without a cell `M2 climbs the ladder`."""

    SAYS = "{verb} [to {to}|the ladder]"

    VERB = ("climbs", "climb")

    to: Cell | None = None


class Enter(UnitOrder):
    """RC-BLDG-7: `M2 enters B1`, `M2 enters B1.2 at 4,5`."""

    SAYS = "{verb} {building}[ at {at}]"

    VERB = ("enters", "enter")

    building: str
    at: Cell | None = None


class Leave(UnitOrder):
    """RC-BLDG-12: `M2 leaves B1 to 5,6`; without a building `M2 moves out to 5,6`."""

    VERB = ("leaves", "leave")

    to: Cell
    building: str = ""

    def clause(self) -> str:
        if self.building:
            return f"{self.verb} {self.building} to {cell_text(self.to)}"
        return f"{'move' if self.who.several else 'moves'} out to {cell_text(self.to)}"


class OntoRoof(UnitOrder):
    """RC-BLDG-12: `M2 goes onto the roof`; with a cell `M2 goes onto the roof at 4,5`."""

    SAYS = "{verb}[ at {at}]"

    VERB = ("goes onto the roof", "go onto the roof")

    at: Cell | None = None


class Hide(UnitOrder):
    """RC-HIDE-1: `M2 hides`."""

    VERB = ("hides", "hide")


class Reload(UnitOrder):
    """RC-WFX-18: `M2 reloads`, `M2 reloads Musket`; RC-WFX-2: `M2 reloads M3's Mortar`."""

    SAYS = "{verb}[ {owner}'s][ {weapon}]"

    VERB = ("reloads", "reload")

    weapon: str = ""
    owner: str = ""


class Unjam(UnitOrder):
    """RC-FAIL-3: `M2 unjams`, `M2 unjams Bolter`."""

    SAYS = "{verb}[ {weapon}]"

    VERB = ("unjams", "unjam")

    weapon: str = ""


class Recover(UnitOrder):
    """RC-FAIL-9: `M2 recovers Spear`."""

    SAYS = "{verb} {weapon}"

    VERB = ("recovers", "recover")

    weapon: str


class PickUp(UnitOrder):
    """RC-CARRY-1: `M2 picks up skrap`, `M2 picks up skrap at 5,5`, `M2 picks up body of O1`."""

    SAYS = "{verb} {item}[ at {at}]"

    VERB = ("picks up", "pick up")

    item: str
    at: Cell | None = None


class Drop(UnitOrder):
    """RC-CARRY-6: `M2 drops skrap`; an empty `item` is `M2 drops everything`."""

    SAYS = "{verb} [{item}|everything]"

    VERB = ("drops", "drop")

    item: str = ""


class Scan(UnitOrder):
    """RC-CHIT-7: `S1 scans X3`."""

    SAYS = "{verb} {chit}"

    VERB = ("scans", "scan")

    chit: str


class Reveal(UnitOrder):
    """RC-CHIT-2: `X3 reveals`."""

    VERB = ("reveals", "reveal")


class Dissipate(UnitOrder):
    """RC-CARD-14: `GH1 dissipates`."""

    VERB = ("dissipates", "dissipate")


class EndProjection(UnitOrder):
    """RC-CARD-14: `P1 ends the projection`: the ghost that P1 made dissipates."""

    VERB = ("ends the projection", "end the projection")
