"""Chapter 4: a battle is created, armies are bought and deployed, and play begins."""

from typing import ClassVar, TypeAlias

from rules.crusade7.army.statblock import Library, Statblock
from rules.crusade7.state import Unit
from rules.line.events import Event
from rules.numbers.grid import Cell


class BattleCreated(Event):
    """Entry #0: the options, the data the match keeps, and the two armies with their gold, CP."""

    options: tuple[tuple[str, str], ...]
    library: Library
    gold: int
    cp: int


class FactionChosen(Event):
    seat: int
    faction: str
    subfaction: str


class UnitsBought(Event):
    """C7-GOLD-1, C7-CP-2: `detachment` is its name, or empty for the reserve.

    `units` are complete; `blocks` are the statblocks with bought options that they need and
    that were new (their numbers continue `State.blocks`).
    """

    seat: int
    detachment: str
    units: tuple[Unit, ...]
    blocks: tuple[Statblock, ...]
    gold: int
    cp: int


class Deployed(Event):
    """C7-SETUP-4: units were put into the deployment zone."""

    seat: int
    places: tuple[tuple[str, Cell], ...]


class DeclaredReady(Event):
    """C7-SETUP-6."""

    seat: int


class ArmyCleared(Event):
    """C7-ORDER-11: back to nothing, with this gold and these CP."""

    seat: int
    gold: int
    cp: int


class BattleBegan(Event):
    """C7-SETUP-7, C7-SETUP-9: secrets are open; `renamed` lists (old, new) of army 2."""

    bars_undo: ClassVar[bool] = True

    renamed: tuple[tuple[str, str], ...]

    @property
    def opens(self) -> tuple[str, ...]:
        return ("setup",)


ArmyEvent: TypeAlias = (
    BattleCreated
    | FactionChosen
    | UnitsBought
    | Deployed
    | DeclaredReady
    | ArmyCleared
    | BattleBegan
)
"""Chapter 4: armies are bought and deployed."""
