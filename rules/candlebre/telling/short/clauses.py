"""Pieces of short sentences: before and after, dice, who, and clauses joined to lines."""

from collections.abc import Iterable, Sequence

from rules.candlebre.state import State
from rules.candlebre.telling.phrases import short
from rules.candlebre.units import Tally
from rules.candlebre.words import counted, joined, side_name
from rules.display.view import Line, Span, line

MOST_DICE = 6
"""So many dice stand in a line; more are a count."""

APART = " · "
"""What parts the clauses of a line."""


def said(text: str) -> Line:
    """A clause that is told; nothing of no text."""
    return line(text) if text else ()


def loud(text: str) -> Line:
    """A clause that is a death or a result."""
    return line(text, strong=True)


def put_together(clauses: Iterable[Line], between: str = APART) -> Line:
    """One line of several clauses."""
    found: list[Span] = []
    for clause in clauses:
        if clause:
            found += [Span(between)] if found else []
            found += clause
    return tuple(found)


def change(name: str, old: object, new: object) -> str:
    """`honor 20 -> 21`; nothing if it is as it was."""
    return "" if old == new else f"{name} {old} -> {new}"


def changes(parts: Sequence[str]) -> str:
    """Those that changed, joined by commas."""
    return ", ".join(part for part in parts if part)


def dice_words(faces: Sequence[int | str]) -> str:
    """`7 12 3`, or `8 dice`."""
    if len(faces) > MOST_DICE:
        return f"{len(faces)} dice"
    return " ".join(map(str, faces))


def side(seat: int) -> str:
    """`army 2`, or `the neutrals`."""
    return side_name(seat) if seat else "the neutrals"


def capital(text: str) -> str:
    """The same with a large first letter."""
    return text[:1].upper() + text[1:]


def verb(seat: int, one: str, many: str) -> str:
    """`army 1 wins`, `the neutrals win`."""
    return f"{side(seat)} {one if seat else many}"


def speaks(state: State, seat: int) -> str:
    """`army 2: ` of whoever is not in turn; nothing of the one who is."""
    return "" if seat == state.flow.turn else f"{side_name(seat)}: "


def of_seat(state: State, seat: int) -> str:
    """`army 2 ` in front of a purse that is not that of whoever is in turn."""
    return "" if seat == state.flow.turn else f"{side_name(seat)} "


def listed(units: Tally, leaders: Sequence[int] = ()) -> str:
    """`4 Inf, 1 Arc, GL1`; `nobody`."""
    parts = [short(units)] if any(units) else []
    return ", ".join([*parts, *(f"GL{number}" for number in leaders)]) or "nobody"


def ordered(units: Tally, kinds: Sequence[str]) -> str:
    """`3 infantry and 1 cavalry`, as an order says it."""
    return joined([counted(n, kind) for n, kind in zip(units, kinds, strict=True) if n])


def rounds_words(number: int) -> str:
    """`2 rounds`."""
    return f"{number} round{'' if number == 1 else 's'}"
