"""Section 7.5: the Warrior's answer."""

from rules.crusade8x8.action.under_way import UnderWay
from rules.crusade8x8.board.position import Unit
from rules.crusade8x8.board.tables import FACINGS, SLANTS


def is_countered(victim: Unit | None, goal: int, came_from: int) -> bool:
    """C8-WAR-2: who takes a Warrior arriving from one of its two front diagonals falls too.

    What counts is the last tile before the Warrior's, and the Warrior's own facing.
    """
    if victim is None or victim.kind != "Warrior" or victim.facing is None:
        return False
    return came_from in SLANTS[FACINGS.index(victim.facing)][goal]


def both_fall(act: UnderWay, start: int, goal: int) -> None:
    """C8-WAR-3: both leave the board; the attacker does not land, rotate or cast."""
    act.capture(goal)
    act.fall(start, goal)
