"""The dice of an order by what they could have brought: psychic tests, the only dice there are."""

from collections.abc import Sequence

from rules.crusade7.events.magic import PsionicTested
from rules.crusade7.magic.psionics import PSIONIC_DIE, psionic_value
from rules.crusade7.state import State
from rules.line.events import Event, Rolled
from rules.numbers.luck import Fallen, Thrown, thrown


def luck(state: State, events: Sequence[Event]) -> tuple[Thrown, ...]:
    """C7-PSI-4: each die against the charge, with the modifiers of the test."""
    fallen, found = Fallen(), list[Thrown]()
    for event in events:
        if isinstance(event, Rolled):
            fallen.waiting.append(event)
        elif isinstance(event, PsionicTested) and event.unit in state.units:
            tested = event
            more = tested.value - psionic_value(tested.die, bool(tested.denier), 0, 0)

            def passes(face: int, test: PsionicTested = tested, more: int = more) -> int:
                return int(psionic_value(face, bool(test.denier), 0, more) >= test.charge)

            seat = state.units[tested.unit].seat
            found += thrown(seat, "psychic tests", fallen.last(1), PSIONIC_DIE, passes)
    return tuple(found)
