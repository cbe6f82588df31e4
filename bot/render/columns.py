"""Lines of a bounded width: wrapped at words, columns under one another, names cut to fit."""

import re
from collections.abc import Iterable, Sequence


def wrapped(text: str, width: int, sign: str = " ", indent: str = "") -> list[str]:
    """Wrap a text into lines of at most `width`, broken at `sign` only; further lines are indented.

    A word that is longer than a line is cut.
    """
    lines: list[str] = []
    for part in text.split(sign):
        if lines and len(f"{lines[-1]}{sign}{part}") <= width:
            lines[-1] += f"{sign}{part}"
            continue
        piece = f"{indent}{part.lstrip()}" if lines else part
        while len(piece) > width > len(indent):
            lines.append(piece[:width])
            piece = indent + piece[width:]
        lines.append(piece)
    return lines


def all_wrapped(lines: Iterable[str], width: int, indent: str = "  ") -> str:
    """Wrap each line at words to at most this width, and join all of them."""
    return "\n".join(part for line in lines for part in wrapped(line, width, indent=indent))


def aligned(values: Sequence[str]) -> list[str]:
    """Pad the values of one column: aligned at the slash, numbers right, words left."""
    if any(re.fullmatch(r"-?\d+/-?\d+", value) for value in values):
        ahead = max(len(value.partition("/")[0]) for value in values if "/" in value)
        values = [
            f"{value.partition('/')[0]:>{ahead}}/{value.partition('/')[2]}"
            if "/" in value
            else value
            for value in values
        ]
    wide = max(map(len, values), default=0)
    numbers = all(re.fullmatch(r"-?\d*", value) for value in values)
    return [f"{value:>{wide}}" if numbers else f"{value:{wide}}" for value in values]


def shortened(name: str, room: int) -> str:
    """A name that fits: `Goblin Bomber` as `Gob. Bomber`, `Sagittarius` as `Sagitt.`."""
    if len(name) <= room:
        return name
    if room < 3:
        return ""
    *first, last = name.split(" ")
    for at, word in enumerate(first):
        left = room - (len(name) - len(word))
        if left >= 3 and len(word) > left:
            first[at] = f"{word[: left - 1]}."
            return " ".join((*first, last))
        if len(word) > 4:
            first[at] = f"{word[:3]}."
            name = " ".join((*first, last))
            if len(name) <= room:
                return name
    return f"{name[: room - 1].rstrip()}."
