"""Pieces of a short line, and the numbers in them."""

from collections.abc import Iterable

from rules.crusade7.sequence.initiative import average_text
from rules.crusade7.state import PHASES, Until
from rules.crusade7.telling.wording import phase_name
from rules.display.view import Line, Span

BETWEEN = " · "


def worded(text: str) -> Line:
    """Words as they are."""
    return (Span(text),)


def strong(text: str) -> Line:
    """A death, or a result."""
    return (Span(text, strong=True),)


def join(parts: Iterable[Line], between: str = BETWEEN) -> Line:
    """Pieces behind each other; neighbours of the same kind become one."""
    spans: list[Span] = []
    for part in parts:
        for span in ((Span(between),) if spans else ()) + part:
            if spans and not span.strong and not spans[-1].strong:
                spans[-1] = Span(spans[-1].text + span.text)
            else:
                spans.append(span)
    return tuple(span for span in spans if span.text)


def sentences(parts: Iterable[Line]) -> Line:
    """`WB1 moves to 11,17. Spear of L4: ...`."""
    return join(parts, ". ")


def change(before: object, after: object) -> str:
    """`32 → 25`."""
    return f"{before} → {after}"


def mean(number: tuple[int, int]) -> str:
    """A mean or a half without needless zeros: `4`, `3.5`, `2.33`."""
    text = average_text(number)
    return text.rstrip("0").rstrip(".") if "." in text else text


def until_words(until: Until | None) -> str:
    """C7-TURN-9: ` until the Mana Phase of round 3`; nothing if it has no time."""
    if until is None:
        return ""
    phase = phase_name(PHASES[until.phase]) if until.phase >= 0 else "Setup"
    return f" until the {phase} Phase of round {until.round}"


def shortened(text: str, most: int = 60) -> str:
    """A text of others on one line, cut where it is too long."""
    text = " ".join(text.split())
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"
