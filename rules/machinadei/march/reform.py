"""MD-REFORM: a formation takes a new shape, place or facing."""

from rules.line.errors import Refusal
from rules.machinadei import events as ev
from rules.machinadei import orders as od
from rules.machinadei.battle import Battle
from rules.machinadei.field.table import (
    check_free,
    check_on_board,
    enemies,
    is_engaged,
    occupied,
)
from rules.machinadei.formation.geometry import bounds, touches
from rules.machinadei.formation.ranks import centred, ranks_of, standing
from rules.machinadei.march.checks import check_not_reformed, used
from rules.machinadei.march.drill import front
from rules.machinadei.orders import Cell
from rules.machinadei.state import State, Unit


def reform(battle: Battle, unit: Unit, order: od.Reform) -> None:
    """MD-REFORM-1 to MD-REFORM-8: any files, any facing; nothing else in this phase."""
    state = battle.state
    check_may_reform(state, unit)
    files = files_of(unit, order)
    facing = order.facing or unit.facing
    stand = front(unit), unit.facing, unit.files
    at = order.at or centred(stand, unit.models, facing, files)
    check_place(state, unit, standing(at, facing, files, unit.models))
    ranks = ranks_of(unit.models, files)
    battle.emit(ev.Reformed(unit.ref, at, facing, files, ranks, unit.effective("M")))


def check_may_reform(state: State, unit: Unit) -> None:
    """MD-REFORM-1, MD-REFORM-4, MD-REFORM-2, MD-REFORM-3, in this order."""
    if is_engaged(state, unit):
        raise Refusal("MD-REFORM-1", f"{unit.ref} is engaged and cannot reform.")
    check_not_reformed(unit)
    if used(unit):
        raise Refusal("MD-REFORM-2", f'{unit.ref} has used {used(unit)}" in this phase.')
    if not unit.is_formation:
        raise Refusal("MD-REFORM-3", f"{unit.ref} is no formation ({unit.kind}).")


def files_of(unit: Unit, order: od.Reform) -> int:
    """MD-REFORM-5: the new files, or ranks, are 1 to the number of models."""
    asked, what = order.files, "files"
    if asked is None:
        asked, what = order.ranks or 0, "ranks"
    if not 1 <= asked <= unit.models:
        raise Refusal("MD-REFORM-5", f"{unit.ref} can have 1 to {unit.models} {what}, not {asked}.")
    return ranks_of(unit.models, asked) if what == "ranks" else asked


def check_place(state: State, unit: Unit, cells: tuple[Cell, ...]) -> None:
    """MD-BOARD-2, MD-BOARD-3, MD-REFORM-6, MD-REFORM-7, in this order."""
    check_on_board(state, unit.ref, cells)
    check_free(occupied(state, unit.ref), cells)
    move = unit.effective("M")
    if not can_walk(unit.cells, cells, 2 * move):
        raise Refusal(
            "MD-REFORM-6",
            f'a model of {unit.ref} would move more than {2 * move}" (2 x Move {move}).',
        )
    for enemy in enemies(state, unit.seat):
        if touches(cells, frozenset(enemy.cells)):
            raise Refusal("MD-REFORM-7", f"{unit.ref} would be in contact with {enemy.ref}.")


def can_walk(old: tuple[Cell, ...], new: tuple[Cell, ...], most: int) -> bool:
    """MD-REFORM-6: can the models be assigned to the new cells, none moving farther than that?

    An exact matching: each model looks for a cell within its reach, and others make room for it.
    """
    far = most * most
    one, two = bounds(old), bounds(new)
    across = max(two[2] - one[0], one[2] - two[0])
    down = max(two[3] - one[1], one[3] - two[1])
    if across * across + down * down <= far:
        return True
    near = [
        [j for j, to in enumerate(new) if (to[0] - x) ** 2 + (to[1] - y) ** 2 <= far]
        for x, y in old
    ]
    holder = [-1] * len(new)
    return all(
        _seat_model(model, near, holder)
        for model in sorted(range(len(old)), key=lambda m: len(near[m]))
    )


def _seat_model(model: int, near: list[list[int]], holder: list[int]) -> bool:
    """Find a cell for one model, moving others on along a chain that ends in a free cell."""
    came: dict[int, int] = {}
    waiting = [model]
    for one in waiting:
        for cell in near[one]:
            if cell in came:
                continue
            came[cell] = one
            if holder[cell] < 0:
                _pass_on(cell, model, near, holder, came)
                return True
            waiting.append(holder[cell])
    return False


def _pass_on(
    cell: int, model: int, near: list[list[int]], holder: list[int], came: dict[int, int]
) -> None:
    """Along the chain each model takes the next cell."""
    while True:
        taker = came[cell]
        left = next((c for c in near[taker] if holder[c] == taker), -1)
        holder[cell] = taker
        if taker == model:
            return
        cell = left
