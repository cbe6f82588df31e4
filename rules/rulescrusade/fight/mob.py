"""RC-ABIL-23, RC-VOLLEY: attacks that several models make as one."""

from rules.line.errors import Refusal
from rules.numbers.grid import Cell
from rules.rulescrusade.checks import COLOURS, Battle
from rules.rulescrusade.events import Attacked, Cast, Parts, Rerolled
from rules.rulescrusade.field.routes import check_enemy, check_seen, check_shown, known
from rules.rulescrusade.field.sight import adjacent_units, eye, eye_at, spread
from rules.rulescrusade.field.terrain import penalty
from rules.rulescrusade.fight.arms import Held, held_by, meet, ready, source_of, value_parts
from rules.rulescrusade.fight.fire import range_to
from rules.rulescrusade.fight.harm import damage
from rules.rulescrusade.fight.ranged import appear
from rules.rulescrusade.sheets import Dice
from rules.rulescrusade.state import State, Unit
from rules.rulescrusade.words import Manner

TWO_WHITES = Dice(whites=2)
"""RC-VOLLEY-1: the dice of a volley's weapons."""
WIDTH = 3
"""RC-VOLLEY-2: the radius in inches of the template under which all targets must fit."""


def mob_size(unit: Unit) -> int:
    """RC-ABIL-23: how many models its mob may have: 3, or n of Mob-n (Mob-1: 2); 0: no mob."""
    for trait in unit.traits:
        if trait == "Mob":
            return 3
        if trait.startswith("Mob-"):
            return max(2, int(trait.removeprefix("Mob-")))
    return 0


def check_mob(state: State, units: list[Unit], target: Unit) -> None:
    """RC-ABIL-23, RC-MELEE-1, RC-MELEE-2: may these models mob the target?"""
    sizes = [mob_size(unit) for unit in units]
    single = len(units) == 2 and any("Mob-1" in unit.traits for unit in units)
    strangers = [unit.ref for unit, size in zip(units, sizes, strict=True) if not size]
    if not any(sizes) or (strangers and not single):
        who = strangers[0] if strangers else units[0].ref
        raise Refusal("RC-ABIL-23", f"{who} is of no mob")
    most = max(sizes)
    if len(units) < 2:
        raise Refusal("RC-ABIL-23", "a mob is at least 2 models")
    if len(units) > most:
        raise Refusal("RC-ABIL-23", f"{len(units)} models: a mob is at most {most}")
    for unit in units:
        check_enemy(state, unit, target, "RC-MELEE-1")
        if not adjacent_units(state, unit, target):
            raise Refusal("RC-MELEE-2", f"{unit.ref} does not touch {target.ref}")


# --- volleys ------------------------------------------------------------------------------------


def volley_arm(state: State, unit: Unit) -> Held:
    """RC-VOLLEY-1: its ready basic weapon of exactly 2W.  Raises `Refusal` if it has none."""
    for held in held_by(state, unit):
        if held.weapon.kind == "basic" and held.weapon.dice == TWO_WHITES and ready(unit, held):
            return held
    raise Refusal("RC-ABIL-38", f"{unit.ref}'s weapon is not 2W")


def check_volley(state: State, units: list[Unit], names: tuple[str, ...]) -> list[Unit]:
    """RC-VOLLEY-1, RC-VOLLEY-2: check a volley and return its targets."""
    if not state.rules.volley:
        raise Refusal("RC-ABIL-38", "there is no volley fire in this game")
    if len(units) < 2:
        raise Refusal("RC-ABIL-38", "a volley takes two models or more")
    firers = [(unit, volley_arm(state, unit)) for unit in units]
    targets = [known(state, name) for name in names]
    for unit, held in firers:
        for target in targets:
            check_enemy(state, unit, target, "RC-SHOOT-2")
            check_shown(state, target, held.weapon)
            check_seen(state, unit, eye(target), target.ref, held.weapon)
    band = penalty(range_to(state, units[0], eye(targets[0]), firers[0][1].weapon))
    for unit, held in firers:
        for target in targets:
            if penalty(range_to(state, unit, eye(target), held.weapon)) != band:
                why = f"{target.ref} is not in range band {band} of {unit.ref}"
                raise Refusal("RC-ABIL-38", why)
    if not any(covers(state, cell, targets) for cell in state.ground.around(targets[0].at, WIDTH)):
        names_of = " and ".join(target.ref for target in targets)
        raise Refusal("RC-ABIL-38", f"{names_of} do not fit under one template")
    return targets


def covers(state: State, cell: Cell, targets: list[Unit]) -> bool:
    """RC-VOLLEY-2: are all targets within 3 inches of the cell?"""
    return all(spread(state, eye_at(cell), eye(target)) <= WIDTH for target in targets)


def volley(battle: Battle, refs: list[str], targets: list[str], manner: Manner) -> None:
    """RC-VOLLEY-3, RC-VOLLEY-4: draw all dice and rerolls, then resolve shot by shot."""
    for ref in refs:
        appear(battle, ref)
        battle.mark(ref, attacked=True)
    first = battle.unit(refs[0])
    held = volley_arm(battle.state, first)
    battle.emit(Attacked("+".join(refs), "volleys", held.name, tuple(targets)))
    place = eye(battle.unit(targets[0]))
    away = penalty(range_to(battle.state, first, place, held.weapon))
    source = source_of(first, (held.weapon,), manner)
    for shot in volley_shots(battle, refs):
        standing = (battle.unit(ref) for ref in targets)
        target = next((unit for unit in standing if unit.standing), None)
        if target is None:
            return
        parts: Parts = (("dice", shot), ("range", -away)) if away else (("dice", shot),)
        value = value_parts(battle.state, held.weapon, eye(battle.unit(refs[0])), target)
        more = meet(battle, first.ref, "Volley", target.ref, parts, value, "volley")
        damage(battle, target.ref, more, source)


def volley_shots(battle: Battle, refs: list[str]) -> list[int]:
    """RC-VOLLEY-3, RC-RULING-38: the shots; each die that scores rerolls the next unused zero."""
    faces: list[int] = []
    for ref in refs:
        mine = [battle.roll(COLOURS["W"], f"volley of {ref}") for _ in range(2)]
        battle.emit(Cast(ref, "volley", tuple(("W", face) for face in mine), sum(mine)))
        faces += mine
    zeros = faces.count(0)
    shots = []
    for face in faces:
        if not face:
            continue
        if zeros:
            zeros -= 1
            more = battle.roll(COLOURS["W"], "reroll (volley)")
            battle.emit(Rerolled(refs[0], refs[0], "W", 0, more, "volley"))
            face += more
        shots.append(face)
    return shots
