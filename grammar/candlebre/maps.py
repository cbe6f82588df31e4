"""CB-MAP-7: parse a map from text into rows, and report what is wrong with it line by line."""

import re
from collections.abc import Iterable

from grammar.transform import Unreadable
from rules.candlebre.overrides import ProvinceRow

MOST_TOLD = 5
"""How many wrong lines one message reports at most."""

FORM = "a province is `number name code x y : code code ...`"

_BEGIN = re.compile(r"(map\s*)?(begin)?\s*", re.IGNORECASE)
_END = re.compile(r"(map\s+)?end", re.IGNORECASE)
_ROW = re.compile(
    r"(?P<number>\S+)\s+(?P<name>\S+)\s+(?P<code>\S+)\s+(?P<x>\S+)\s+(?P<y>[^\s:]+)\s*"
    r"(:\s*(?P<borders>.*))?"
)
_PARTS = (
    ("number", re.compile(r"[0-9]{1,3}"), "the number"),
    ("name", re.compile(r"[^\W\d_]{1,40}"), "the name, one word of letters,"),
    ("code", re.compile(r"[A-Z]{3}"), "the code, three capital letters,"),
    ("x", re.compile(r"-?[0-9]{1,6}"), "the coordinate x, a whole number,"),
    ("y", re.compile(r"-?[0-9]{1,6}"), "the coordinate y, a whole number,"),
)


def read_pasted(text: str) -> tuple[ProvinceRow, ...]:
    """Parse the lines from `map begin` to `map end`.  Raises Unreadable if either is missing."""
    first, *lines = text.split("\n")
    if not _BEGIN.fullmatch(first.strip()):
        raise Unreadable(f"a map begins with the line `map begin`, not `{first[:40]}`", "CB-MAP-7")
    if not lines or not _END.fullmatch(lines[-1].strip()):
        raise Unreadable("the map has no line `map end` at its end", "CB-MAP-7")
    return read_rows(lines[:-1], first=2)


def read_rows(lines: Iterable[str], first: int = 1) -> tuple[ProvinceRow, ...]:
    """Parse one province per line; skip comments, empty lines and a line `map standard`.

    `first` is the number of the first line.  Raises Unreadable with the wrong lines.
    """
    rows: list[ProvinceRow] = []
    wrong: list[str] = []
    for at, written in enumerate(lines, first):
        said = " ".join(written.partition("#")[0].split())
        if not said or said.lower() == "map standard":
            continue
        row = read_row(said, at)
        if isinstance(row, str):
            wrong.append(f"line {at} `{said[:60]}`: {row}")
        else:
            rows.append(row)
    if wrong:
        more = f"; and {len(wrong) - MOST_TOLD} more" if len(wrong) > MOST_TOLD else ""
        raise Unreadable("; ".join(wrong[:MOST_TOLD]) + more, "CB-MAP-7")
    return tuple(rows)


def read_row(said: str, line: int) -> ProvinceRow | str:
    """Parse one line into a row; return a message instead if the line is wrong."""
    parts = _ROW.fullmatch(said)
    if parts is None:
        return FORM
    for part, form, called in _PARTS:
        if not form.fullmatch(parts[part]):
            return f"{called} cannot be `{parts[part][:20]}`; {FORM}"
    borders = tuple((parts["borders"] or "").split())
    name, code = parts["name"], parts["code"]
    number, x, y = (int(parts[part]) for part in ("number", "x", "y"))
    return ProvinceRow(number, name, code, x, y, borders, line)
