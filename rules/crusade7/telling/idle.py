"""Turns in which an army can only pass; found without trying every order."""

from rules.crusade7.field.geometry import enemies, separation
from rules.crusade7.fight.attack_checks import FIGHTERS
from rules.crusade7.legal import legal
from rules.crusade7.march.charge import CHARGE_RANGE, SLOW
from rules.crusade7.state import State, Unit
from rules.crusade7.telling.calling import open_tactics
from rules.line.orders import EndPhase, Order

NOTHING = {
    "command": "no tactic is possible",
    "mana": "nobody casts",
    "heavy": "nobody can fight",
    "charge": "nobody can charge",
    "fight": "nobody can fight",
    "morale": "no tactic is possible",
}
"""Why a turn passes, by phase; in Move every unit can at least stay (C7-MOVE-5)."""

ENGAGE_RANGE = 3
"""C7-MELEE-2: who is farther from every enemy engages nobody."""


def idle(state: State) -> tuple[int, Order, str] | None:
    """C7-TURN-4, C7-TURN-5: the seat that can do nothing but pass, how it does so, and why.

    The Mana Phase is for those who cast: a tactic that could be used in any phase (C7-TAC-9) waits.
    """
    seat, phase = state.flow.turn, state.flow.phase
    if state.flow.outcome is not None or seat not in state.armies or phase not in NOTHING:
        return None
    if phase != "mana" and any(True for _ in open_tactics(state, seat)):
        return None
    if any(may_do_something(state, unit) for unit in state.living(seat)):
        return None
    return seat, EndPhase(), NOTHING[phase]


def may_do_something(state: State, unit: Unit) -> bool:
    """Has it an order now?  What is asked first costs little; only then its orders are tried."""
    if unit.concentration is not None:
        return True
    if not unit.on_field or not is_concerned(state, unit):
        return False
    return any(True for _ in legal(state, unit.seat, unit.ref))


def is_concerned(state: State, unit: Unit) -> bool:
    """Does the phase concern a unit of its kind, where it stands?"""
    phase, block = state.flow.phase, state.block(unit)
    if phase in ("command", "mana"):
        return block.psionic or (phase == "mana" and block.casting is not None)
    if phase == "charge":
        return block.classification not in SLOW and is_near(state, unit, CHARGE_RANGE)
    if phase == "morale":
        return False
    grenades = any("grenade" in attack.attributes for attack in block.attacks)
    if block.classification not in FIGHTERS[phase] and not grenades:
        return False
    reaches = [attack.range or 2 for attack in block.attacks]
    return unit.has("prone") or is_near(state, unit, max((ENGAGE_RANGE, *reaches)))


def is_near(state: State, unit: Unit, reach: int) -> bool:
    """Is an enemy at that distance or less?"""
    return any(separation(state, unit, enemy) <= reach for enemy in enemies(state, unit))
