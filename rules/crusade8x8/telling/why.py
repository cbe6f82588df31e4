"""An event unfolded: the rule behind it, and the facts that it followed from."""

from rules.crusade8x8 import events as ev
from rules.crusade8x8.board.tables import COLOURS
from rules.crusade8x8.state import State
from rules.line.events import Ended, Event


def why(event: Event, before: State) -> tuple[str, ...]:
    """One line for each event that a rule explains."""
    position = before.position
    match event:
        case ev.Acted(seat, note):
            return (f"C8-TURN-3: {note} is the one action of {COLOURS[seat]}'s turn",)
        case ev.CounterCaptured(_, kind, tile, start):
            return (
                f"C8-WAR-2: the {kind} from {start} entered {tile} over a front diagonal of the "
                "Warrior there, so both left the board",
            )
        case ev.Froze(seat, kind, tile):
            end = f"until the end of {COLOURS[seat]}'s next turn"
            return (f"C8-FRZ-1: the {kind} on {tile} is frozen {end}",)
        case ev.TreasureCaptured(seat, kind, tile):
            left = position.treasures_left(3 - seat) - 1
            return (f"C8-TREAS-3: landed on the {kind} at {tile}; {left} of 4 left to capture",)
        case ev.Recruited(seat, kind, tile):
            reserve = position.reserve(seat, kind)
            return (f"C8-REC-4: {kind} {reserve} in reserve before, {reserve - 1} after ({tile})",)
        case ev.Forfeited(_, count):
            return (f"C8-FORF-2: {count - 1} in a row before, {count} now; 2 offer a draw",)
        case ev.TurnEnded(_, _, _, progress):
            limit = before.house.progress or "no limit"
            return (f"C8-OPT-8: turns without a capture {progress} of {limit}",)
        case Ended(rule, how, _):
            return (f"{rule}: {how}",)
        case _:
            return ()
