"""Reads the lines below a place that stands as their heading: `Orders for Brindle` / `- charge`.

What is said below it without a place of its own is said of that place, as is a withdrawal to
somewhere: each such line is read with `in Brindle` at its end.  `Infantry: 2` is `2 infantry`.
"""

import re
from collections.abc import Sequence

from grammar.reader.acts import rows_of
from grammar.reader.tokens import Token, tokens_of
from grammar.reader.values import noun_of, nouns_at
from grammar.reader.world import World

MARKS = re.compile(r"(?:\[/?(?:b|u|i|size)\]|[*_#\s]|^\s*[-•]\s)+")
BULLET = re.compile(r"\s*(?:[-*•‣◦·–—+]|\d{1,2}[.)])\s")
COUNTED = re.compile(r"(\s*[-*•]?\s*)([A-Za-z][A-Za-z ]{1,20}?)\s*(?::|-|=|x)\s*(\d{1,2})\s*")
"""A line that says how many of what (`Infantry: 2`)."""

SIGNS = ("[", "]", ":", ",", "-", "(", ")")
AT_LEAST = 2
"""The least lines of such a message."""


def below_places(text: str, world: World) -> str:
    """The text with the place of a heading at the end of each line below it; the text itself if it
    has no such heading."""
    lines = text.split("\n")
    if not world.table.force or not world.seat or len(lines) < AT_LEAST:
        return text
    plain, place, listed = list[str](), "", ""
    for at, line in enumerate(lines):
        if head := _heading(line, world):
            place, listed = head, "".join(lines[at + 1 : at + 2])
        elif not line.strip() and not _heading("".join(lines[at - 1 : at]), world):
            place = ""
        elif place and (BULLET.match(line) or not BULLET.match(listed)):
            said = _said_of(line, place, world) if line.strip() else line
            if COUNTED.fullmatch(line) and COUNTED.fullmatch(lines[at - 1]):  # one order
                said = f"{plain.pop().removesuffix(f' in {place}')} and {said.strip(' -*•')}"
            plain.append(said)
            continue
        plain += [line] if not head else []
    return "\n".join(plain).strip("\n") if any(one not in lines for one in plain) else text


def _heading(line: str, world: World) -> str:
    """The place that a heading names, with nothing else but words for orders; empty if it is none.
    A place alone needs a sign that it is a heading."""
    tokens = tokens_of(MARKS.sub(" ", line).strip())
    places = _places(tokens, world)
    if len(places) != 1:
        return ""
    ((begin, end, name),) = places
    rest = [*tokens[:begin], *tokens[end:]]
    words = [one.word for one in rest if one.word not in SIGNS]
    known = all((word,) in rows_of("heads orders") for word in words)
    marked = line.strip()[-1:] in (":", "]", "*") or line.strip()[:1] == "#"
    return name if known and (words or marked) else ""


def _places(tokens: Sequence[Token], world: World) -> list[tuple[int, int, str]]:
    """The places that are named here, as (start, end, name)."""
    kind = world.table.force["place"]
    found, at = [], 0
    while at < len(tokens):
        here = [
            (end, noun_of(value, kind, world))
            for end, value in nouns_at(tuple(tokens), at, world)
            if kind in value.classes
        ]
        if here:
            end, name = max(here)
            found.append((at, end, name))
            at = end
        else:
            at += 1
    return found


def _said_of(line: str, place: str, world: World) -> str:
    """A line as it is said of a place; the same line if it names another or only sums up."""
    if counted := COUNTED.fullmatch(line):
        line = f"{counted[1]}{counted[3]} {counted[2].lower()}"
    tokens = tokens_of(line)
    words = [one.word for one in tokens]
    others = _places(tokens, world)
    away = len(others) == 1 and any((word,) in rows_of("leaves it") for word in words)
    if "?" in line or (others and not away) or any((word,) in rows_of("sums up") for word in words):
        return line
    at = next((at for at, one in enumerate(words[:3]) if at and one == "it"), 0)
    if at:  # `fight it to the end`
        return f"{line[: tokens[at].start]}{place}{line[tokens[at].end :]}"
    return f"{line.rstrip(' .!;,')} in {place}"


__all__ = ["below_places"]
