"""The dice of an order by what they could have brought: hits, morale, arrivals."""

from collections.abc import Callable, Sequence

from rules.line.events import Event, Rolled
from rules.machinadei import events as ev
from rules.machinadei.battle import D10
from rules.machinadei.fight.hits import NONE, hits_of
from rules.machinadei.fight.morale import is_passed
from rules.machinadei.state import State, key
from rules.numbers.luck import Fallen, Thrown, thrown


def luck(state: State, events: Sequence[Event]) -> tuple[Thrown, ...]:
    """MD-HIT-5, MD-MORALE-2, MD-ROUT-3, MD-ABIL-6: each die against the number that it needed.

    The dice of an area attack count once, however many units they might hit.
    """
    fallen, found = Fallen(), list[Thrown]()
    for event in events:
        match event:
            case Rolled():
                fallen.waiting.append(event)
            case ev.Struck(unit, needed=number, dice=dice):
                hits = fallen.last(len(dice))
                found += thrown(seat_of(state, unit), "attack", hits, D10, at_least(number))
            case ev.AreaRolled(unit, dice=dice, needs=needs):
                least = min((number for _, number, _ in needs), default=NONE)
                hits = fallen.last(len(dice))
                found += thrown(seat_of(state, unit), "area", hits, D10, at_least(least))
            case ev.MoraleTested(unit, die, against) | ev.RoutChecked(unit, die, against) if die:
                passes = at_most(state, against)
                found += thrown(seat_of(state, unit), "morale", fallen.last(1), D10, passes)
            case ev.ArrivalRolled(unit, _, casualties, threshold):
                arrives = at_least(threshold - casualties + 1)
                found += thrown(seat_of(state, unit), "arrival", fallen.last(1), D10, arrives)
            case _:
                pass
    return tuple(one for one in found if one.seat and len(set(one.could)) > 1)


def at_least(number: int) -> Callable[[int], int]:
    """MD-HIT-5: what a face brings where so much is needed."""
    return lambda face: hits_of((face,), number)


def at_most(state: State, against: int) -> Callable[[int], int]:
    """MD-MORALE-2: what a face brings in a test against a number."""
    return lambda face: int(is_passed(state, face, against))


def seat_of(state: State, ref: str) -> int:
    """Whose unit it is; 0 if it came in with this very order."""
    unit = state.units.get(key(ref))
    return unit.seat if unit is not None else 0
