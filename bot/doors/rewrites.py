"""Legal rewrites of a refused order: what could be ordered instead, nearest in kind and place."""

import re
from difflib import SequenceMatcher

from bot.doors.suggest import Suggestions, units
from bot.referee.service import OpenMatch
from rules.line.orders import GM

MOST = 3
LONGEST = 78
"""A button holds a sentence that is no longer."""

PATIENCE = 0.5
"""An answer waits no longer for them."""

PLACED = re.compile(r"\b[a-h](?=[1-8]\b)|[0-9]+")
"""The parts of places: numbers, and the letters of tiles."""

NEAR = 0.62
"""How alike two sentences are at least, but for their places; 1 is the same."""


async def rewrites(known: Suggestions, table: OpenMatch, seat: int, line: str) -> tuple[str, ...]:
    """Up to three sentences like this one that would be accepted now."""
    if seat == GM or not line or len(line) > LONGEST:
        return ()
    words = [word.strip(",").lower() for word in line.split()[:2]]
    unit = next((one for one in units(table, seat) if one.lower() in words), None)
    if unit is None:
        return ()
    orders = await known.orders(table, seat, unit, PATIENCE)
    wanted, found = line.lower(), []
    kind = PLACED.sub("#", wanted)
    likeness: dict[str, float] = {}
    for text in dict.fromkeys(map(str, orders)):
        other = PLACED.sub("#", text.lower())
        alike = likeness.get(other)
        if alike is None:
            alike = likeness[other] = SequenceMatcher(None, kind, other).ratio()
        if alike >= NEAR and text.lower() != wanted and len(text) <= LONGEST:
            found.append((-alike, _apart(wanted, text.lower()), text))
    best = [text for _, _, text in sorted(found)]
    kinds: dict[str, str] = {}
    for text in best:
        kinds.setdefault(" ".join(text.split()[1:2]), text)
    first = [*kinds.values()][:MOST]
    rest = [text for text in best if text not in first]
    return tuple((*first[:2], *rest[:1], *first[2:])[:MOST])


def _apart(one: str, other: str) -> int:
    """How far the places and numbers of two sentences are from each other, one by one."""
    pairs = zip(PLACED.findall(one), PLACED.findall(other), strict=False)
    return sum(abs(_line(first) - _line(second)) for first, second in pairs)


def _line(part: str) -> int:
    """The row or column that a number or the letter of a tile stands for."""
    return int(part) if part.isdigit() else ord(part)
