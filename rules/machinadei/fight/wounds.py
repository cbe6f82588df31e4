"""MD-WOUND, MD-CAS: from hits to wounds, from wounds to casualties."""

from rules.machinadei import events as ev
from rules.machinadei.battle import Battle
from rules.machinadei.events import Part
from rules.machinadei.field.table import is_chain
from rules.machinadei.orders import Cell
from rules.machinadei.state import Unit


def damage_parts(attacker: Unit, target: Unit, weapon: tuple[str, int]) -> tuple[Part, ...]:
    """MD-WOUND-1: max(1, Size less Size), D of the weapon, and `damage` modifiers."""
    parts = [Part("Size", max(1, attacker.size - target.size), "MD-WOUND-1")]
    if weapon[1]:
        parts.append(Part(weapon[0] or "weapon", weapon[1], "MD-WOUND-1"))
    parts += [
        Part(one.source or "the GM", one.amount, "MD-EFF-2")
        for one in attacker.modifiers
        if one.stat == "damage"
    ]
    return tuple(parts)


def damage_of(parts: tuple[Part, ...]) -> int:
    """MD-WOUND-1: damage of a hit is at least 0."""
    return max(0, sum(part.amount for part in parts))


def wounds_from(total: int, tiers: int) -> int:
    """MD-WOUND-3: one for one; against higher tiers 5, 25 or 125 damage make a wound."""
    return total if tiers >= 0 else total // 5**-tiers


def suffered(target: Unit, wounds: int) -> int:
    """MD-WOUND-4: a unit suffers no more wounds than it has left."""
    return min(wounds, target.left)


def casualties(target: Unit, wounds: int) -> tuple[int, int]:
    """MD-CAS-1: models lost, and the wounds that stay on one survivor."""
    return divmod(target.wounds + wounds, target.wound_limit)


def survivors(target: Unit, lost: int) -> tuple[Cell, ...]:
    """MD-CAS-3: one at a time the last model goes whose removal leaves the others one chain."""
    spots = list(target.spots)
    for _ in range(lost if target.kind == "skirmish" and spots else 0):
        last = next(
            (
                i
                for i in range(len(spots) - 1, -1, -1)
                if is_chain((*spots[:i], *spots[i + 1 :]), target.side)
            ),
            len(spots) - 1,
        )
        del spots[last]
    return tuple(spots)


def worth(unit: Unit, models: int, all_gone: bool) -> int:
    """MD-END-4: cost of the models lost, and of the options if the unit has left play."""
    return unit.cost * models + (unit.price if all_gone else 0)


def leave(battle: Battle, unit: Unit, how: str) -> None:
    """MD-CAS-4: destroyed, routed, fled or cut down: out of the game, its models lost."""
    battle.emit(ev.LeftPlay(unit.ref, how, unit.models, worth(unit, unit.models, all_gone=True)))
