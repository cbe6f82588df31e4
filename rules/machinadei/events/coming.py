"""How units come into the game, and how they leave it."""

from typing import TypeAlias

from rules.line.events import Event
from rules.machinadei.statblock import Statblock
from rules.machinadei.state import Unit


class BattleCreated(Event):
    """Entry #0: the options and the unit types that the match keeps."""

    options: tuple[tuple[str, str], ...]
    types: tuple[Statblock, ...]


class UnitEntered(Event):
    """A unit came into the game: `deployed`, `put` or `summoned`.

    `profile` is its statblock with options if that is new; `points` is what it cost.
    """

    unit: Unit
    how: str
    profile: Statblock | None = None
    points: int = 0
    faction: str = ""


class LeftPlay(Event):
    """MD-CAS-4: `how`: destroyed, routed, fled, cut down; `models` were still there."""

    unit: str
    how: str
    models: int
    vp: int


class ArrivalRolled(Event):
    """MD-ABIL-6: die + casualties against the threshold."""

    unit: str
    die: int
    casualties: int
    threshold: int
    arrives: bool


class Arrived(Event):
    """MD-ABIL-6: a unit came in from the reserve; `unit` is the whole unit as it stands."""

    unit: Unit


ComingEvent: TypeAlias = BattleCreated | UnitEntered | LeftPlay | ArrivalRolled | Arrived
"""How units come into the game and leave it."""
