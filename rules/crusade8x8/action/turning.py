"""C8-ROT-1, C8-ROT-2, C8-ROGUE-6: how far a Pawn may turn."""

from collections.abc import Sequence

from rules.crusade8x8.board.tables import ARROWS, FACINGS
from rules.crusade8x8.orders import Face, Rotate, Turning
from rules.line.errors import Refusal

QUARTERS = {"left": -1, "right": 1, "around": 2}


def facing_after(facing: str, turn: Turning) -> str:
    """C8-NOTE-4: `rotates` is relative to the unit that turns, `faces` is absolute."""
    match turn:
        case Rotate(way):
            return FACINGS[(FACINGS.index(facing) + QUARTERS[way]) % 4]
        case Face(wanted):
            return wanted


def quarter_turn(name: str, facing: str, turns: Sequence[Turning]) -> str:
    """C8-ROT-1: a Rotate is a quarter turn, left or right, and at most one in a clause."""
    if not turns:
        return facing
    if len(turns) > 1:
        raise Refusal("C8-ROT-1", f"{name} may rotate once, not {len(turns)} times")
    after = facing_after(facing, turns[0])
    if _quarters(facing, after) not in (1, 3):
        why = f"{name} faces {facing}; a Rotate is a quarter turn, {after} is not"
        raise Refusal("C8-ROT-1", why)
    return after


def rogue_turn(name: str, facing: str, turns: Sequence[Turning]) -> str:
    """C8-ROGUE-6: as a Rotate action a Rogue takes any facing but its own, in one turn or two."""
    if len(turns) == 1:
        after = facing_after(facing, turns[0])
    elif len(turns) == 2:
        after = quarter_turn(name, quarter_turn(name, facing, turns[:1]), turns[1:])
    else:
        raise Refusal("C8-ROT-1", f"{name} may rotate twice at most, not {len(turns)} times")
    if after == facing:
        raise Refusal("C8-ROT-1", f"{name} already faces {facing}: that is no Rotate")
    return after


def arrow(before: str | None, after: str | None) -> str:
    """C8-NOTE-2: the facing after the turn, written only if the Pawn turns."""
    return ARROWS[FACINGS.index(after)] if after and after != before else ""


def _quarters(before: str, after: str) -> int:
    return (FACINGS.index(after) - FACINGS.index(before)) % 4
