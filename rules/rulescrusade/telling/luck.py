"""The dice of an order by what they could have brought: their points, red and white apart."""

from collections.abc import Sequence

from rules.line.events import Event, Rolled
from rules.numbers.luck import Fallen, Thrown, thrown
from rules.rulescrusade.checks import COLOURS
from rules.rulescrusade.events import Cast, Rerolled
from rules.rulescrusade.state import State

NAMES = {"R": "red dice, points", "W": "white dice, points"}


def luck(state: State, events: Sequence[Event]) -> tuple[Thrown, ...]:
    """RC-DICE-1, RC-DICE-2: every die by its points; one that was rolled again counts twice."""
    fallen, found = Fallen(), list[Thrown]()
    colours = {die.name: colour for colour, die in COLOURS.items()}
    for event in events:
        if isinstance(event, Rolled) and event.die in colours:
            fallen.waiting.append(event)
        elif isinstance(event, Cast | Rerolled):
            ref = event.ref if isinstance(event, Cast) else event.whose
            count = len(event.faces) if isinstance(event, Cast) else 1
            unit = state.units.get(ref.upper())
            for die in fallen.last(count):
                colour = colours[die.die]
                if unit is not None and unit.seat:
                    kind = COLOURS[colour]
                    found += thrown(unit.seat, NAMES[colour], [die], kind, lambda face: face)
    return tuple(found)
