"""The dice of an order by what they could have brought: battle, withdrawal, missions, research."""

from collections.abc import Callable, Sequence

from rules.candlebre import events as ev
from rules.candlebre.context import D6, D20
from rules.candlebre.court.espionage import is_success
from rules.candlebre.events import war as wv
from rules.candlebre.state import State
from rules.candlebre.war.tiers import is_hit
from rules.candlebre.war.withdrawal import CAUGHT
from rules.line.events import Event, Rolled
from rules.numbers.luck import Fallen, Thrown, thrown


def luck(state: State, events: Sequence[Event]) -> tuple[Thrown, ...]:
    """CB-HIT-2, CB-WDRAW-5, CB-ESP-7, CB-RES-5: each die against what it needed; a die that was
    rolled again counts both times.  Neutral towns have no luck of their own."""
    fallen, again, found = Fallen(), dict[str, list[Rolled]](), list[Thrown]()
    for event in events:
        match event:
            case Rolled():
                fallen.waiting.append(event)
            case wv.Rerolled(kind=kind):
                again.setdefault(kind, []).append(fallen.waiting.pop())
            case wv.Volley(seat=seat, attacking=attacking, kind=kind, need=need, rolls=rolls):
                dice = [*fallen.first(len(rolls)), *again.pop(kind, [])]
                what = "attack" if attacking else "defend"
                found += thrown(seat, what, dice, D20, hit_at(need))
            case wv.Withdrew(seat=seat, rolls=rolls):
                dice = fallen.last(len(rolls))
                found += thrown(seat, "withdrawal", dice, D20, lambda face: int(face > CAUGHT))
            case ev.MissionSent(seat=seat, need=need, guarded=False):
                found += thrown(seat, "missions", fallen.last(1), D20, succeeds_at(need))
            case ev.ResearchRolled(seat, _, faces):
                dice = fallen.last(len(faces))
                found += thrown(seat, "research, points", dice, D6, lambda face: face)
            case _:
                pass
    return tuple(one for one in found if one.seat)


def hit_at(need: int) -> Callable[[int], int]:
    """CB-HIT-2: what a face brings in battle."""
    return lambda face: int(is_hit(face, need))


def succeeds_at(need: int) -> Callable[[int], int]:
    """CB-ESP-7: what a face brings on a mission."""
    return lambda face: int(is_success(face, need))
