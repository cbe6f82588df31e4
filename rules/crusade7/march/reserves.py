"""Reinforcements come in at the army's own edge (chapter 5.4)."""

from rules.crusade7.battle import Battle
from rules.crusade7.events import Arrived
from rules.crusade7.field.geometry import edge_column, is_free, on_board, size_of, units_on
from rules.crusade7.orders import place
from rules.crusade7.state import State, Unit
from rules.line.errors import Refusal
from rules.line.flow import seat_name
from rules.numbers.grid import Cell


def arrive(battle: Battle, unit: Unit, at: Cell) -> None:
    """C7-RES-4, C7-RES-5: a reserve unit comes in; that is its part, and the army's second step."""
    state = battle.state
    check_in_reserve(unit)
    check_round(state, unit)
    check_edge(state, unit, at)
    check_free(state, unit, at)
    battle.emit(Arrived(unit.ref, at))


def check_in_reserve(unit: Unit) -> None:
    """C7-RES-1: only a unit in reserve can arrive."""
    if not unit.reserve:
        raise Refusal("C7-RES-1", f"{unit.ref} is not in reserve")


def check_round(state: State, unit: Unit) -> None:
    """C7-RES-6: no unit arrives before the round that the option `reinforce-from` names."""
    first, now = int(state.options.get("reinforce-from", "1")), state.flow.round
    if now < first:
        raise Refusal("C7-RES-6", f"{unit.ref} may arrive from round {first}; this is round {now}")


def check_edge(state: State, unit: Unit, at: Cell) -> None:
    """C7-RES-2: at least one of its cells is in the army's own edge column."""
    size, edge = size_of(state, unit), edge_column(unit.seat)
    if not on_board(at, size):
        why = f"{unit.ref} covers {size[0]}x{size[1]}; {place(at)} is off the board"
        raise Refusal("C7-RES-2", why)
    if not at[1] <= edge < at[1] + size[1]:
        whose = seat_name(unit.seat)
        why = f"{unit.ref} arrives in column {edge} (edge of {whose}), not at {place(at)}"
        raise Refusal("C7-RES-2", why)


def check_free(state: State, unit: Unit, at: Cell) -> None:
    """C7-RES-3: its cells are free and not impassable; enemies nearby do not matter."""
    size = size_of(state, unit)
    if is_free(state, at, size):
        return
    others = units_on(state, at, size)
    what = others[0].ref if others else "impassable ground"
    raise Refusal("C7-RES-3", f"{unit.ref} cannot arrive at {place(at)}: {what} is there")
