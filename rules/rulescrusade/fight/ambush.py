"""RC-ABIL-1: the free attack of a model that an enemy has found (RC-RULING-52)."""

from rules.line.errors import Refusal
from rules.rulescrusade.battle import Battle
from rules.rulescrusade.field.sight import adjacent_units, eye, sees, spread_square
from rules.rulescrusade.field.targets import quarry
from rules.rulescrusade.fight.arms import ranged_arm
from rules.rulescrusade.fight.melee import melee
from rules.rulescrusade.fight.ranged import check_blinded, check_fire, shoot
from rules.rulescrusade.state import Unit, order_of


def spring(battle: Battle) -> None:
    """RC-ABIL-1: all who have been found and are able, each at once."""
    while battle.found:
        ref = battle.found.pop(0)
        unit = battle.unit(ref)
        lame = any(unit.has(name) for name in ("stunned", "rising", "ko", "down"))
        if unit.place == "board" and not lame and unit.ambush == "attack":
            strike_back(battle, unit)


def strike_back(battle: Battle, unit: Unit) -> None:
    """RC-ABIL-1: melee if adjacent, otherwise its default weapon if that reaches."""
    seen = [foe for foe in quarry(battle.state, unit) if sees(battle.state, unit, foe)]
    if not seen:
        return
    foe = min(
        seen, key=lambda one: (spread_square(battle.state, eye(unit), eye(one)), order_of(one.ref))
    )
    if adjacent_units(battle.state, unit, foe):
        melee(battle, [unit.ref], foe.ref, "ambush", left=unit.moveleft)
        return
    try:
        check_blinded(unit)
        held = ranged_arm(battle.state, unit, "")
        check_fire(battle, unit, held, (foe.ref,))
    except Refusal:
        return
    shoot(battle, unit.ref, [held], (foe.ref,), how="ambushes")
