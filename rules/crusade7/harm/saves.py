"""Saving throws: how much of an attack with a DC a unit takes, by Type 1, 2 or 3."""

from rules.crusade7.army.statblock import Attack, Formula
from rules.crusade7.events import Part
from rules.crusade7.harm.numbers import Tally, add_up, stat_parts, tally
from rules.crusade7.state import State, Unit
from rules.numbers.arith import clamp

FULL = 1000
"""Shares are counted in tenths of a percent."""

REFLEXES = ("STR", "DEX")
"""C7-COND-6: the saving throws that a stunned unit cannot make."""


def share_taken(save_type: int, dc: int, stat: int, helpless: bool = False) -> int:
    """C7-SAVE-2 to C7-SAVE-5: the tenths of a percent that get through a saving throw.

    `helpless`: a stunned unit's STR or DEX (C7-COND-6), for which x counts as 21.
    """
    if save_type == 3:
        return FULL if helpless or not is_saved(dc, stat) else 0
    x = 21 if helpless else clamp(dc - stat, 1, 21)
    return type_1_share(x) if save_type == 1 else type_2_share(x)


def type_1_share(x: int) -> int:
    """C7-SAVE-2: 47.5 + 2.5 x percent: half at x = 1, everything at 21."""
    return 475 + 25 * x


def type_2_share(x: int) -> int:
    """C7-SAVE-3: 5 x - 5 percent: nothing at x = 1, everything at 21."""
    return 50 * x - 50


def is_saved(dc: int, stat: int) -> bool:
    """C7-SAVE-4: a Type 3 saving throw succeeds if stat + 10 reaches the DC."""
    return stat + 10 >= dc


def is_helpless(unit: Unit, stat: str) -> bool:
    """C7-COND-6: stunned units are no match for what tests STR or DEX."""
    return unit.has("stunned") and stat in REFLEXES


def saving_stat(state: State, unit: Unit, name: str, magic: bool = False) -> Tally:
    """C7-SAVE-6: the stat as it counts for a saving throw with it.

    Advantage on the stat, on saving throws and, against spells, on saving throws against magic
    counts once (C7-STAT-4).  The tally's `value` is what the DC is measured against.
    """
    against = ("saving throws", "saving throws against magic") if magic else ("saving throws",)
    edges = (part for part in tally(state, unit, name).parts if part.edge)
    return add_up((*stat_parts(state, unit, name), *edges, *tally(state, unit, *against).parts))


def saves(state: State, unit: Unit, name: str, dc: int, magic: bool = False) -> bool:
    """C7-SAVE-4, C7-COND-6: does the unit make a Type 3 saving throw with this stat?"""
    if is_helpless(unit, name):
        return False
    return is_saved(dc, saving_stat(state, unit, name, magic).value)


def tested_stat(attack: Attack) -> str:
    """C7-SAVE-1: the stat written after DC, else the first of the attack's formula."""
    if attack.save is not None and attack.save.stat:
        return attack.save.stat
    return leading_stat(attack.bonus) if attack.bonus is not None else ""


def leading_stat(terms: Formula) -> str:
    """C7-SAVE-1: the first of STR, DEX, CON, INT, WIS and CHA in a formula."""
    return next((name for name in terms.stats if name not in ("PF", "Speed")), "")


def helpless_part() -> Part:
    """C7-COND-6, as one of the parts of the stat that a report can show."""
    return Part("stunned: x counts as 21", 0, rule="C7-COND-6")
