"""Section 4.1: units of choice for the fives."""

from collections.abc import Sequence

from rules.crusade8x8.board.tables import LETTER_OF_KIND, LIMITS, NOBLES, PAWNS
from rules.crusade8x8.orders import Choose
from rules.crusade8x8.state import State
from rules.display.words import counted
from rules.line.errors import Refusal


def room(army: Sequence[str], removed: str, kind: str) -> int:
    """C8-CHOICE-3: how many of a type the army can still take."""
    return 0 if LETTER_OF_KIND[kind] in removed else LIMITS[kind] - list(army).count(kind)


def available(army: Sequence[str], removed: str, kinds: Sequence[str]) -> int:
    """C8-CHOICE-1: how many units of a class are still available."""
    return sum(room(army, removed, kind) for kind in kinds)


def automatic_choice(army: Sequence[str], removed: str, due: tuple[int, int]) -> tuple[str, ...]:
    """C8-CHOICE-6: each time the available type of which the army has fewest, Pawns first."""
    chosen: list[str] = []
    for count, kinds in zip(due, (PAWNS, NOBLES), strict=True):
        for _ in range(count):
            have = [*army, *chosen]
            possible = [kind for kind in kinds if room(have, removed, kind)]
            chosen.append(min(possible, key=have.count))
    return tuple(chosen)


def check_choice(state: State, seat: int, order: Choose) -> None:
    """C8-CHOICE-4, C8-CHOICE-2, C8-CHOICE-3: once, exactly what is due, and only what exists."""
    if state.choices[seat - 1]:
        chosen = ", ".join(state.choices[seat - 1])
        raise Refusal("C8-CHOICE-4", f"your choice is in and stands: {chosen}")
    check_size("Pawns", len(order.pawns), state.due[0])
    check_size("Nobles", len(order.nobles), state.due[1])
    army = list(state.armies[seat - 1])
    for kind in order.kinds:
        check_available(army, state.position.removed, kind)
        army.append(kind)


def check_size(what: str, named: int, due: int) -> None:
    """C8-CHOICE-2: exactly the Pawns and Nobles due, all in one order."""
    if named != due:
        wanted = f"{due or 'no'} {what if due > 1 else what[:-1]} {verb(due)} due"
        raise Refusal("C8-CHOICE-2", f"{wanted}, {named or 'none'} {verb(named)} named")


def verb(count: int) -> str:
    """One is, two are."""
    return "are" if count > 1 else "is"


def due_text(pawns: int, nobles: int) -> str:
    """C8-CHOICE-1: `2 Pawns and 1 Noble`; empty: nothing."""
    parts = ((pawns, "Pawn"), (nobles, "Noble"))
    return " and ".join(counted(count, what) for count, what in parts if count)


def check_available(army: Sequence[str], removed: str, kind: str) -> None:
    """C8-CHOICE-3: no removed type, and none beyond its limit."""
    if LETTER_OF_KIND[kind] in removed:
        raise Refusal("C8-CHOICE-3", f"the {kind} is removed from this game")
    if not room(army, removed, kind):
        raise Refusal("C8-CHOICE-3", f"the army has its {LIMITS[kind]} {kind}s already")
