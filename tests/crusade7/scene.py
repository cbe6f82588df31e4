"""Small battles for tests of what is shown, with units of the shipped types placed by hand."""

from dataclasses import replace
from typing import Any

from grammar.language import library
from rules.crusade7.state import Army, State, Unit
from rules.line.flow import Flow
from rules.numbers.grid import Cell

LIBRARY = library("crusade7")


def battle(*units: Unit, phase: str = "move", **changes: Any) -> State:
    """A battle in its first round with these units."""
    state = State(
        flow=Flow(round=1, phase=phase, turn=1),
        library=LIBRARY,
        blocks=LIBRARY.blocks,
        armies={seat: Army(seat, gold=1000, cp=6) for seat in (1, 2)},
    )
    for unit in units:
        state = state.with_unit(unit)
    return replace(state, **changes)


def unit(name: str, number: int, seat: int, at: Cell | None = None, **changes: Any) -> Unit:
    """A fresh unit of a shipped type."""
    kind, block = next((n, b) for n, b in enumerate(LIBRARY.blocks) if b.name == name)
    fresh = Unit(
        ref=f"{block.abbreviation}{number}",
        seat=seat,
        kind=kind,
        hp=block.hp,
        maxhp=block.hp,
        ac=block.ac,
        armour=block.armour,
        stats=block.stats,
        at=at,
        uses=tuple((one.name, one.uses) for one in block.attacks if one.uses is not None),
        slots=block.casting.slots if block.casting else (),
    )
    return replace(fresh, **changes)
