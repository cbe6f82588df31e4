"""Shields that a shield-breaker tears off: the word in the armour note, and the AC it was worth."""

import re

from rules.crusade7.battle import Battle, unit_now
from rules.crusade7.events import ShieldBroken
from rules.crusade7.field.geometry import ADJACENT, within
from rules.crusade7.state import State, Unit

SHIELD = re.compile(r"(?<![^\W\d_])shield(?![^\W\d_])\s*\+?(\d*)", re.IGNORECASE)
"""C7-ATTR-4: the whole word, in any case of letters, with the number right after it."""

WITHOUT_NUMBER = 2
"""C7-ATTR-4: what a shield is worth beside its number."""


def has_shield(armour: str) -> bool:
    """C7-ATTR-4: does an armour note contain the word shield?"""
    return SHIELD.search(armour) is not None


def shield_worth(armour: str) -> int:
    """C7-ATTR-4: the AC that is lost with the shield: 2, and the number after the word."""
    found = SHIELD.search(armour)
    if found is None:
        return 0
    return WITHOUT_NUMBER + int(found[1] or 0)


def without_shield(armour: str) -> str:
    """C7-ATTR-4: the note without the word, all that follows it and the comma before it."""
    found = SHIELD.search(armour)
    return armour[: found.start()].rstrip(" ,;") if found else armour


def stands_shield_to_shield(state: State, unit: Unit) -> bool:
    """C7-ATTR-4: it has a shield, and so has a comrade adjacent to it."""
    return has_shield(unit.armour) and any(
        has_shield(comrade.armour) for comrade in within(state, unit, ADJACENT, unit.seat)
    )


def break_shield(battle: Battle, ref: str) -> None:
    """C7-ATTR-4: of two shields side by side the one that was struck is lost."""
    unit = unit_now(battle, ref)
    if stands_shield_to_shield(battle.state, unit):
        loss = shield_worth(unit.armour)
        note = without_shield(unit.armour)
        battle.emit(ShieldBroken(unit.ref, loss, unit.ac - loss, note))
