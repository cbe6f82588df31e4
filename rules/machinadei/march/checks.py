"""What the orders of the Move phase have in common: who may move, and how far."""

from rules.line.errors import Refusal
from rules.machinadei.field.routes import rounded
from rules.machinadei.field.table import touching
from rules.machinadei.state import State, Unit


def check_not_locked(state: State, unit: Unit) -> None:
    """MD-MOVE-2: an engaged unit may not move.

    Option `disengage=free`: it may, unless an enemy that touches it has `grip` for its Size.
    """
    for enemy in touching(state, unit):
        if state.is_bound():
            raise Refusal("MD-MOVE-2", f"{unit.ref} is engaged with {enemy.ref} and cannot move.")
        if any(unit.size <= grip.size for grip in state.grips(enemy)):
            raise Refusal("MD-MOVE-2", f"{unit.ref} is held by {enemy.ref}.")


def check_not_reformed(unit: Unit) -> None:
    """MD-REFORM-4: a unit that has reformed does nothing else in this Move phase."""
    if unit.reformed:
        raise Refusal("MD-REFORM-4", f"{unit.ref} has reformed in this phase.")


def check_formation(unit: Unit, what: str) -> None:
    """MD-MOVE-4: advance, wheel, turn and reform are for formations."""
    if not unit.is_formation:
        raise Refusal("MD-MOVE-4", f"{unit.ref} is no formation ({unit.kind}) and cannot {what}.")


def check_loose(unit: Unit) -> None:
    """MD-MOVE-4: free moves are for individuals and skirmishers."""
    if unit.is_formation:
        raise Refusal("MD-MOVE-4", f"{unit.ref} is a formation and cannot walk freely.")


def whole(unit: Unit, inches: int | str) -> int:
    """MD-MOVE-5: distances are whole inches of at least 1."""
    if isinstance(inches, str) or inches < 1:
        raise Refusal(
            "MD-MOVE-5", f"{unit.ref} moves whole inches of at least 1, not {str(inches)[:20]}."
        )
    return inches


def used(unit: Unit) -> int:
    """MD-MEAS-3: the movement used in this phase, rounded."""
    return rounded(unit.spent)


def remaining(unit: Unit) -> int:
    """MD-MOVE-1: the movement left, never below 0."""
    return max(0, unit.effective("M") - used(unit))


def check_movement(unit: Unit, inches: int, what: str = "") -> None:
    """MD-MOVE-1: in a Move phase a unit uses movement up to its effective M."""
    if used(unit) + inches > unit.effective("M"):
        raise too_far(unit, inches, what)


def too_far(unit: Unit, inches: int, what: str = "") -> Refusal:
    """MD-MOVE-1: the refusal of a movement that is too long."""
    move, gone = unit.effective("M"), used(unit)
    purpose = f" to {what}" if what else ""
    return Refusal(
        "MD-MOVE-1",
        f'{unit.ref} needs {inches}"{purpose} but has {remaining(unit)}" left '
        f"(Move {move}, used {gone}).",
    )
