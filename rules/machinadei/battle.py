"""An adjudication of this system, its dice, and the unit as it is at this moment."""

from typing import NoReturn

from rules.line.adjudication import Adjudication, Die
from rules.line.errors import Refusal
from rules.machinadei.state import State, Unit, key

Battle = Adjudication[State]

D10 = Die("d10", tuple(range(1, 11)), "MD-STAT-4")
"""MD-STAT-4: all dice are d10; a loaded value that is none is refused with this rule's ID."""

MOST_ROLL_OFFS = 100
"""So often equal dice are drawn again; no fair die needs it."""


def roll(battle: Battle, why: str) -> int:
    """MD-STAT-4: one d10."""
    return battle.roll(D10, why)


def now(battle: Battle, unit: Unit | str) -> Unit:
    """The unit as it is now."""
    return battle.state.units[key(unit if isinstance(unit, str) else unit.ref)]


def refuse(rule: str, why: str) -> NoReturn:
    """An order was understood and is not allowed."""
    raise Refusal(rule, why)
