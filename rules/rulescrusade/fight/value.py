"""RC-SHOOT-8, RC-COVER-7: what an attack has to beat: armour and cover."""

from rules.rulescrusade.events import Parts
from rules.rulescrusade.field.sight import Eye, cover
from rules.rulescrusade.sheets import Weapon
from rules.rulescrusade.state import State, Unit


def cover_left(
    state: State, weapon: Weapon | None, origin: Eye, target: Unit, scope: bool = False
) -> tuple[str, ...]:
    """RC-COVER-7: the cover that the exceptions of the weapon leave."""
    kinds = cover(state, origin, target)
    if not kinds or weapon is None:
        return kinds
    effects = weapon.effects
    if "IA" in effects:  # RC-WFX-7
        return ()
    if (scope or "Burn" in effects) and "armoured" not in kinds:  # RC-WFX-5, RC-WFX-21
        return ()
    over = weapon.kind == "grenade" or "IFC" in effects or "Barrage" in effects  # RC-WFX-8
    if over and "top" not in kinds:
        kinds = tuple(kind for kind in kinds if kind != "front")
    return kinds


def value_parts(
    state: State,
    weapon: Weapon | None,
    origin: Eye | None,
    target: Unit,
    scope: bool = False,
) -> Parts:
    """RC-SHOOT-8: armour, and 1 for any cover; RC-COVER-8: without an origin none counts."""
    if weapon is not None and "IA" in weapon.effects:
        return (("armour ignored", 0),)
    parts = [("armour", target.armor)]
    if origin is not None:
        kinds = cover_left(state, weapon, origin, target, scope)
        if kinds:
            parts.append((f"cover ({'+'.join(kinds)})", 1))
    return tuple(parts)


def total_of(parts: Parts) -> int:
    """The sum of parts."""
    return sum(number for _, number in parts)


def piercing(state: State, weapon: Weapon, target: Unit, melee: bool = False) -> int:
    """RC-WFX-1: +1 against a target whose own armour is at least 1 (RC-RULING-42)."""
    if "AP" not in weapon.effects or (melee and not state.rules.ap_in_melee):
        return 0
    return 1 if target.armor >= 1 else 0
