"""C7-BOUND-1: how many units an army has, and how much a unit type holds."""

from rules.crusade7.army.statblock import Statblock
from rules.crusade7.state import State
from rules.line.errors import Refusal
from rules.line.flow import seat_name

RULE = "C7-BOUND-1"

MOST_UNITS = 500
"""Living units of an army."""

MOST_ENTRIES = 40
"""Attacks, powers and tags of a unit type, each."""

MOST_STRIKES = 100
"""Strikes of a Multiattack."""

MOST_MOVEMENT = 200
"""Inches of Speed, printed, bought or set."""


def check_army(state: State, seat: int, more: int) -> None:
    """C7-BOUND-1: an army has room for so many units more; the dead do not count."""
    living = sum(unit.seat == seat and not unit.dead for unit in state.units.values())
    if living + more > MOST_UNITS:
        why = f"{seat_name(seat)} would have {living + more:,} units, an army has at most"
        raise Refusal(RULE, f"{why} {MOST_UNITS}")


def check_type(block: Statblock) -> None:
    """C7-BOUND-1: a unit type, with the options that it was bought with."""
    entries = {
        "attacks": len(block.attacks),
        "powers": len(block.powers),
        "tags": len(block.tags),
    }
    for what, count in entries.items():
        if count > MOST_ENTRIES:
            raise Refusal(
                RULE, f"{block.name} has {count} {what}, a type has at most {MOST_ENTRIES}"
            )
    strikes = sum(count for count, _ in block.multiattack)
    if strikes > MOST_STRIKES:
        why = f"{block.name}'s Multiattack has {strikes:,} strikes, at most {MOST_STRIKES}"
        raise Refusal(RULE, f"{why} are made")
    check_movement(block.name, block.stat("Speed"))


def check_movement(name: str, speed: int) -> None:
    """C7-BOUND-1: how fast a unit is."""
    if speed > MOST_MOVEMENT:
        raise Refusal(RULE, f"{name} has Speed {speed:,}, movement is at most {MOST_MOVEMENT}")
