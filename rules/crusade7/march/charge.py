"""Charges (chapter 7.8)."""

from rules.crusade7.battle import Battle
from rules.crusade7.events import Charged
from rules.crusade7.field import geometry
from rules.crusade7.field.paths import ground_for, reachable
from rules.crusade7.fight import reactions
from rules.crusade7.march.movement import (
    check_column,
    check_on_board,
    check_prone,
    check_stunned,
    check_unoccupied,
    leg_lengths,
    walk,
)
from rules.crusade7.naming import named
from rules.crusade7.orders import Charge, place
from rules.crusade7.state import State, Unit
from rules.line.errors import Refusal
from rules.numbers.arith import longer, nearest
from rules.numbers.grid import Cell

CHARGE_MOVE = 3
"""C7-CHARGE-5: how far a charger moves at most."""

CHARGE_RANGE = 6
"""C7-CHARGE-4: how far away its target may be."""

SLOW = ("Heavy Support", "Very Heavy Support", "Transport")
"""C7-CHARGE-1: the classifications that cannot charge."""


def charge(battle: Battle, unit: Unit, order: Charge) -> None:
    """C7-CHARGE-5: a unit runs at an enemy, to the cell named or to the best one it can reach.

    C7-REACT-4: all checks, then Reflexive Fire, then the move, then polearms.
    C7-MELEE-7, C7-CHARGE-6: enemy zones do not matter, and `moved` stays what it was.
    """
    state = battle.state
    target = named(state, unit.seat, order.target)
    check_may_charge(state, unit)
    check_target(state, unit, target)
    if order.to is None:
        to, length = best_place(state, unit, target)
    else:
        to, length = order.to, length_to(state, unit, target, order.to)
    battle.emit(Charged(unit.ref, target.ref))
    reactions.reflexive_fire(battle, unit.ref)
    walk(battle, unit.ref, "charge", (to,), (length,))


# --- checks, in the order of the table in section 6.2 -------------------------------------------


def check_may_charge(state: State, unit: Unit) -> None:
    """What has to hold whoever is charged."""
    check_class(state, unit)
    check_stunned(unit)
    check_prone(unit, "charge")
    check_first_charge(unit)
    check_part(unit)
    check_unengaged(state, unit)


def check_class(state: State, unit: Unit) -> None:
    """C7-CHARGE-1: Heavy Support, Very Heavy Support and Transport units cannot charge."""
    classification = state.block(unit).classification
    if classification in SLOW:
        raise Refusal("C7-CHARGE-1", f"{unit.ref} is {classification}, which cannot charge")


def check_first_charge(unit: Unit) -> None:
    """C7-CHARGE-8: a unit charges at most once per Charge Phase."""
    if unit.charged:
        raise Refusal("C7-CHARGE-8", f"{unit.ref} has charged in this phase (1 of 1)")


def check_part(unit: Unit) -> None:
    """C7-CHARGE-2: nor does a unit that advanced or fell back in this round."""
    if unit.moved in ("advance", "fall back"):
        done = "advanced" if unit.moved == "advance" else "fell back"
        raise Refusal("C7-CHARGE-2", f"{unit.ref} {done} in this round and cannot charge")


def check_unengaged(state: State, unit: Unit) -> None:
    """C7-CHARGE-3: nor does a unit that is adjacent to an enemy."""
    beside = geometry.within(state, unit, geometry.ADJACENT, geometry.enemy_seat(unit))
    if beside:
        raise Refusal(
            "C7-CHARGE-3", f"{unit.ref} is engaged with {beside[0].ref} and cannot charge"
        )


def check_target(state: State, unit: Unit, target: Unit) -> None:
    """C7-ATK-11, C7-CHARGE-4: the target is an enemy on the field at 6 or less."""
    if target.seat == unit.seat or not target.on_field:
        raise Refusal("C7-ATK-11", f"{target.ref} is no enemy of {unit.ref} on the field")
    gap = geometry.separation(state, unit, target)
    if gap > CHARGE_RANGE:
        why = f"{unit.ref} may charge a unit within {CHARGE_RANGE}; {target.ref} is at {gap}"
        raise Refusal("C7-CHARGE-4", why)


def length_to(state: State, unit: Unit, target: Unit, to: Cell) -> int:
    """C7-CHARGE-5: the length of a charge to the cell named, if that is a charge at all."""
    check_on_board(unit, to, geometry.size_of(state, unit))
    check_unoccupied(state, unit, to)
    check_column(unit, (to,), "frightened", "C7-COND-10")
    check_nearer(state, unit, target, to)
    (length,) = leg_lengths(state, unit, "charge", (to,))
    if nearest(length) > CHARGE_MOVE:
        way = f"{place(geometry.anchor_of(unit))} to {place(to)}"
        why = f"{unit.ref} may charge {CHARGE_MOVE}; {way} is {nearest(length)}"
        raise Refusal("C7-CHARGE-5", why)
    return length


def check_nearer(state: State, unit: Unit, target: Unit, to: Cell) -> None:
    """C7-CHARGE-5: by exact distances the charge ends nearer to the target than it began."""
    if geometry.gap_square_at(state, unit, to, target) >= geometry.gap_square(state, unit, target):
        why = f"{place(to)} is no nearer to {target.ref} than {place(geometry.anchor_of(unit))}"
        raise Refusal("C7-CHARGE-5", f"{unit.ref} must get nearer; {why}")


# --- where to -----------------------------------------------------------------------------------


def best_place(state: State, unit: Unit, target: Unit) -> tuple[Cell, int]:
    """C7-CHARGE-7: the reachable cell nearest to the target, then the shorter move.

    What is equal in both goes to the lower row, then the lower column: the first one listed.
    """
    best: tuple[int, Cell, int] | None = None
    for cell, length in places(state, unit, target):
        gap = geometry.gap_square_at(state, unit, cell, target)
        if best is None or gap < best[0] or (gap == best[0] and longer(best[2], length)):
            best = (gap, cell, length)
    if best is None:
        why = f"{unit.ref} can reach no cell within {CHARGE_MOVE} that is nearer to {target.ref}"
        raise Refusal("C7-CHARGE-5", why)
    return best[1], best[2]


def places(
    state: State, unit: Unit, target: Unit, among: list[tuple[Cell, int]] | None = None
) -> list[tuple[Cell, int]]:
    """C7-CHARGE-5: where a charge at this target may end, by row and column, with lengths.

    `among`: the ends of its charges, where they are known already.
    """
    now = geometry.gap_square(state, unit, target)
    found = ends(state, unit) if among is None else among
    return [one for one in found if geometry.gap_square_at(state, unit, one[0], target) < now]


def ends(state: State, unit: Unit) -> list[tuple[Cell, int]]:
    """C7-CHARGE-6: the cells on which a charge may end, whoever is charged, with lengths."""
    ground = ground_for(state, unit, "charge")
    return [
        (cell, length)
        for cell, length in reachable(ground, CHARGE_MOVE).items()
        if geometry.is_free(state, cell, ground.size, unit.ref)
    ]
