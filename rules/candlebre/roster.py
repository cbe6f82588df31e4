"""The unit types of section 8.1, in roster order."""

from collections.abc import Mapping

from rules.line.frozen import Frozen


class UnitType(Frozen):
    """CB-UNIT-1: a row of the unit table; a d20 must not exceed `attack` or `defence`."""

    id: str
    singular: str
    plural: str
    short: str
    attack: int
    defence: int
    movement: int
    price: int
    level: int
    abilities: tuple[str, ...] = ()


ROSTER = (
    UnitType("infantry", "infantry", "infantry", "Inf", 7, 8, 1, 15, 0, ("infantry-classed",)),
    UnitType("archers", "archer", "archers", "Arc", 6, 6, 1, 20, 0, ("first-strike",)),
    UnitType("cavalry", "cavalry", "cavalry", "Cav", 8, 6, 2, 25, 0, ("charge",)),
    UnitType(
        "light-infantry",
        "light infantry",
        "light infantry",
        "LIn",
        5,
        4,
        2,
        18,
        1,
        ("infantry-classed", "initiative"),
    ),
    UnitType(
        "pikemen", "pikeman", "pikemen", "Pik", 5, 10, 1, 15, 3, ("infantry-classed", "shield-wall")
    ),
    UnitType(
        "siege-engines",
        "siege engine",
        "siege engines",
        "Sie",
        0,
        0,
        1,
        20,
        5,
        ("negate-walls", "no-attack"),
    ),
    UnitType("mercenaries", "mercenary", "mercenaries", "Mer", 5, 5, 1, 10, 0, ("mercenary",)),
)
"""CB-UNIT-1, in roster order.  Archers have no defence value: they use their attack (CB-TIER-7)."""

KINDS = tuple(one.id for one in ROSTER)
"""The ids of the types, in roster order; the names that attributes use."""

INFANTRY, ARCHERS, CAVALRY, LIGHT_INFANTRY, PIKEMEN, SIEGE_ENGINES, MERCENARIES = range(7)

INDEX: Mapping[str, int] = {kind: number for number, kind in enumerate(KINDS)}
