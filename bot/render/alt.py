"""The description of a picture in words: changes first, then the armies in groups."""

import re

from rules.display.telling import Roll, RollLine, RollSide, Traces
from rules.display.view import Picture, Shape

LIMIT = 1024
"""Characters that the description of a picture may have in a chat."""

ALL = "All positions: /key"
FORMS = {"white": "discs", "red": "discs", "black": "blocks", "blue": "blocks"}
"""How the units of a tone look."""

SPAN = re.compile(r"[A-Za-z]{0,20}(\d{1,9})-[A-Za-z]{0,20}(\d{1,9})", re.ASCII)
MOST_SPANNED = 1000


def alt_text(picture: Picture, limit: int = LIMIT) -> str:
    """The words of a picture, cut after a whole item if they are longer than `limit`."""
    return cut(picture.words, limit, "...")


def described(
    picture: Picture,
    traces: Traces | None = None,
    roll: Roll | None = None,
    name: str = "",
    limit: int = LIMIT,
) -> str:
    """`Fords, Round 2 - Move phase: O5 died at 11,17. Hurt: ... Army 1, discs, 15 units: ...`.

    If the system has no grouped key, the picture's own words follow the changes.
    """
    shapes = [shape for shape in picture.shapes if isinstance(shape, Shape)]
    titles = [shape.label for shape in shapes if shape.kind == "title"]
    head = ", ".join(part for part in (name, *titles[:1]) if part)
    parts = [f"{head}."] if head else []
    parts += [f"{sentence}." for sentence in (traces or Traces()).words]
    if roll is None or not roll.sides:
        own = picture.words
        for title in titles:
            own = own.removeprefix(f"{title}.").lstrip()
        return cut(" ".join((*parts, own)).strip(), limit, ALL)
    forms = [FORMS.get(shape.tone, "") for shape in shapes if is_army(shape)]
    for number, side in enumerate(roll.sides):
        form = forms[number] if len(forms) == len(roll.sides) else ""
        parts.append(side_words(side, form))
    return cut(" ".join(parts), limit, ALL)


def is_army(shape: Shape) -> bool:
    """Is this the entry of the legend for the units of an army?"""
    return shape.kind == "legend" and shape.mark in ("unit", "unit up") and bool(shape.tone)


def side_words(side: RollSide, form: str) -> str:
    """`Army 1, discs, 15 units: L1-L5 at 8-12,15; L6-L7 at 13-14,9.`"""
    count = sum(counted(line.labels) for line in side.lines)
    units = f"{count} unit{'' if count == 1 else 's'}" if all(map(is_placed, side.lines)) else ""
    head = ", ".join(part for part in (side.head, form, units) if part)
    lines = "; ".join(placed(line) for line in side.lines)
    return f"{head}: {lines}." if lines else f"{head}."


def is_placed(line: RollLine) -> bool:
    """Does a line say where its units are?"""
    return len(line.values) > 1


def placed(line: RollLine) -> str:
    """`L1-L5 at 8-12,15`; a line that does not say where its units are stays as it is."""
    if not is_placed(line):
        return " ".join(part for part in (line.labels, *line.values) if part)
    return f"{line.labels} at {line.values[-1]}" if line.values[-1] else line.labels


def counted(labels: str) -> int:
    """How many units these labels name: `O3-O4, O6` are 3."""
    count = 0
    for part in labels.split(","):
        span = SPAN.search(part)
        size = int(span[2][:6]) - int(span[1][:6]) + 1 if span else 1
        count += size if 0 < size < MOST_SPANNED else 1
    return count


def cut(words: str, limit: int, end: str) -> str:
    """Cut words after the last whole item that fits, and add `end` to say where the rest is."""
    if len(words) <= limit:
        return words
    sign = "" if end == "..." else "… "
    kept = words[: limit - len(end) - len(sign) - 1]
    last = max(kept.rfind(", "), kept.rfind("; "), kept.rfind(". "))
    if sign and last > 0:
        last += 1
    return f"{kept[:last] if last > 0 else kept} {sign}{end}"
