"""RC-SHOOT-2 to RC-SHOOT-6, RC-ABIL-9, RC-ABIL-22: whom one may shoot at or fight."""

from rules.line.errors import Refusal
from rules.numbers.grid import Cell
from rules.rulescrusade.field.areas import in_bunker
from rules.rulescrusade.field.sight import (
    adjacent_units,
    apart,
    eye,
    eye_at,
    sees,
    sight,
    spread_square,
)
from rules.rulescrusade.sheets import Weapon
from rules.rulescrusade.state import State, Unit


def known(state: State, ref: str) -> Unit:
    """RC-ORD-3, RC-VIEW-2: there must be such a unit; models under chits have no name."""
    unit = state.find(ref)
    if unit is None or unit.place in ("under", "unhidden"):
        raise Refusal("RC-ORD-3", f"There is no {ref[:40]}")
    return unit


def gone(state: State, unit: Unit) -> str:
    """RC-ORD-6, RC-CHIT-3, RC-CHIT-4: what became of whoever is not there any more; of a chit that
    was turned over, who it is now."""
    if not unit.chit:
        return "lies killed" if unit.has("down") else "was killed"
    if not unit.under:
        return "was turned over: there is nothing"
    model = state.unit(unit.under)
    if model.place == "board":
        return f"was turned over: it is {model.ref} now"
    return "is gone" if model.place == "under" else f"was turned over: it was {model.ref}"


def check_enemy(state: State, unit: Unit, target: Unit, rule: str) -> None:
    """RC-SHOOT-2, RC-MELEE-1: an enemy on the board, not killed."""
    if target.place == "dead" or target.has("down"):
        raise Refusal(rule, f"{target.ref} {gone(state, target)}")
    if target.place != "board":
        raise Refusal(rule, f"{target.ref} is not on the board")
    if state.friends(unit, target):
        raise Refusal(rule, f"{target.ref} is a friend")


def check_shown(state: State, target: Unit, weapon: Weapon | None) -> None:
    """RC-SHOOT-3, RC-HIDE-3, RC-WFX-5, RC-CHIT-6: not hidden, but for flames; never a chit."""
    if target.chit:
        raise Refusal("RC-SHOOT-3", f"{target.ref} is an unrevealed chit")
    burns = weapon is not None and "Burn" in weapon.effects and not in_bunker(state, target)
    if target.has("hidden") and not burns:
        raise Refusal("RC-SHOOT-3", f"{target.ref} is hidden")


def check_seen(state: State, unit: Unit, target: Unit, weapon: Weapon | None = None) -> None:
    """RC-SHOOT-4; RC-WFX-3: a barrage needs any model of the team to see."""
    barrage = weapon is not None and "Barrage" in weapon.effects
    watchers = spotters(state, unit) if barrage else [unit]
    if not any(sees(state, other, target) for other in watchers):
        raise Refusal("RC-SHOOT-4", f"{unit.ref} cannot see {target.ref}")


def check_seen_cell(state: State, unit: Unit, cell: Cell, weapon: Weapon) -> None:
    """RC-SHOOT-4, RC-LOS-7, RC-TMPL-6: line of sight to the cell named."""
    watchers = spotters(state, unit) if "Barrage" in weapon.effects else [unit]
    if all(sight(state, eye(other), eye_at(cell)) == "none" for other in watchers):
        raise Refusal("RC-SHOOT-4", f"{unit.ref} cannot see {cell[0]},{cell[1]}")


def spotters(state: State, unit: Unit) -> list[Unit]:
    """RC-WFX-3: the models of the team that can see."""
    return [
        other
        for other in state.on_board()
        if other.standing and not other.chit and state.friends(other, unit)
    ]


def quarry(state: State, unit: Unit) -> list[Unit]:
    """RC-ABIL-22: the enemies that count for a mindless or feral creature."""
    return [
        other
        for other in state.on_board()
        if other.standing
        and not other.chit
        and not other.has("hidden")
        and not state.friends(other, unit)
    ]


def nearest(state: State, unit: Unit) -> list[Unit]:
    """RC-ABIL-9, RC-ABIL-22: the nearest enemies (dr² + dc² + dz²)."""
    foes = quarry(state, unit)
    if not foes:
        return []
    least = min(spread_square(state, eye(unit), eye(foe)) for foe in foes)
    return [foe for foe in foes if spread_square(state, eye(unit), eye(foe)) == least]


def check_nearest(state: State, unit: Unit, targets: list[Unit], melee: bool) -> None:
    """RC-ABIL-9 for the feral, RC-ABIL-22 for the mindless: a nearest enemy, and no other."""
    if not (unit.trait("Feral") or unit.trait("Mindless")):
        return
    near = nearest(state, unit)
    if not near:
        return
    refs = [foe.ref for foe in near]
    if unit.trait("Feral"):
        for target in targets:
            if target.ref not in refs:
                away = apart(state, eye(unit), eye(near[0]))
                why = f"{unit.ref} must attack {near[0].ref}, {away} inches away"
                raise Refusal("RC-ABIL-9", why)
    if unit.trait("Mindless"):
        touching = any(adjacent_units(state, unit, foe) for foe in quarry(state, unit))
        if any(target.ref not in refs for target in targets) or (touching and not melee):
            raise Refusal("RC-ABIL-22", f"{unit.ref} must go for {near[0].ref}")
