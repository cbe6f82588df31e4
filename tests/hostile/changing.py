"""Makes texts that nobody in their right mind would write out of texts that somebody did."""

import json
import random
from collections.abc import Callable, Sequence
from typing import Any

from tests.fuzz_phrases import slipped
from tests.reader_mutants import garbled

LONGEST = 20_000
"""How many characters a text has at most; longer ones are refused before they are read."""

PIECES = (
    *(
        "\0",
        "\x1b[31m",
        "\u202e",
        "\u200b",
        "\u2066",
        "\ufeff",
        "\ud800",
        "e\u0301" * 40,
        "\r",
        "\u2028",
    ),
    *(
        "<script>alert(1)</script>",
        "</script>",
        '"><img src=x onerror=alert(1)>',
        "&lt;",
        "]]>",
        "<!--",
    ),
    *("{0}", "%s%n", "${x}", "{{x}}", "`" * 3, "||", "@everyone", "<@&1>", "<#1>", "\\", "\\u0000"),
    *("(" * 300, "[" * 300, "{" * 300, ")" * 300, "-" * 500, " " * 2000, "a" * 3000, "\n" * 400),
    *(
        "0",
        "-1",
        "1e309",
        "999999999999999999999",
        "0x10",
        "\u00b2",
        "\u0664",
        "NaN",
        "null",
        "true",
    ),
    *("'; DROP TABLE matches; --", "../../etc/passwd", "#" * 50, "//", "#999999", "undo #0", "gm>"),
    *("9" * 4400, ",".join("1" * 400), "and " * 300, ";" * 200, "if " * 200, "not " * 200),
)
"""Pieces of text that tend to break programs."""

Change = Callable[[str, random.Random, Sequence[str]], str]


def put_in(text: str, dice: random.Random, _: Sequence[str]) -> str:
    """Insert one of `PIECES` anywhere."""
    at = dice.randint(0, len(text))
    return text[:at] + dice.choice(PIECES) + text[at:]


def cut(text: str, dice: random.Random, _: Sequence[str]) -> str:
    """Delete a stretch."""
    at, until = sorted((dice.randint(0, len(text)), dice.randint(0, len(text))))
    return text[:at] + text[until:]


def again(text: str, dice: random.Random, _: Sequence[str]) -> str:
    """Repeat a stretch many times."""
    at = dice.randint(0, len(text))
    piece = text[at : at + dice.choice((1, 8, 60))]
    return text[:at] + piece * dice.choice((2, 20, 300)) + text[at:]


def joined(text: str, dice: random.Random, others: Sequence[str]) -> str:
    """Join the beginning of the text to the end of another."""
    other = dice.choice(others)
    return text[: dice.randint(0, len(text))] + other[dice.randint(0, len(other)) :]


def rows(text: str, dice: random.Random, _: Sequence[str]) -> str:
    """Swap two lines, or replace one by the other."""
    lines = text.split("\n")
    one, other = dice.randrange(len(lines)), dice.randrange(len(lines))
    lines[one], lines[other] = lines[other], dice.choice((lines[one], lines[other]))
    return "\n".join(lines)


def number(text: str, dice: random.Random, _: Sequence[str]) -> str:
    """Replace a digit by something that is too large, or no valid number."""
    at = [place for place, sign in enumerate(text) if sign.isdigit()]
    if not at:
        return text
    here = dice.choice(at)
    wrong = dice.choice(("0", "-1", "99999", "1" * 30, "1.5", "\u0664", ""))
    return text[:here] + wrong + text[here + 1 :]


def inside(text: str, dice: random.Random, _: Sequence[str]) -> str:
    """If the text is JSON, replace or delete something in it, so that it stays JSON."""
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        return text
    here: Any = whole
    while isinstance(here, dict | list) and here:
        keys = sorted(here) if isinstance(here, dict) else range(len(here))
        key = dice.choice(keys)
        if not isinstance(here[key], dict | list) or dice.random() < 0.2:
            if dice.random() < 0.2:
                del here[key]
            else:
                here[key] = dice.choice((None, -1, 10**30, 0.5, True, "", [], {}, *PIECES))
            break
        here = here[key]
    return json.dumps(whole)


def slip(text: str, dice: random.Random, _: Sequence[str]) -> str:
    """Make a typing slip."""
    return slipped(text or "x", dice)


def garble(text: str, dice: random.Random, _: Sequence[str]) -> str:
    """Delete, double, move or replace a word."""
    return garbled(text, dice)


CHANGES: tuple[Change, ...] = (put_in, cut, again, joined, rows, number, slip, garble, inside)


def changed(text: str, dice: random.Random, others: Sequence[str], longest: int = LONGEST) -> str:
    """The text after one to five changes; half of the JSON texts stay JSON."""
    changes = CHANGES
    if text.startswith("{") and dice.random() < 0.5:
        changes = (inside,)
    for _ in range(dice.choice((1, 1, 2, 3, 5))):
        text = dice.choice(changes)(text, dice, others)
    return text[:longest]
