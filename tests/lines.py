"""`python -m tests.lines`: count lines of code, without blank lines, comments and docstrings.

Prints the files and lines of each room in rules/, grammar/ and bot/; a system of rules/ is a room
here.  `python -m tests.lines rules/crusade7` counts the rooms of another folder.
"""

import ast
import sys
import tokenize
from collections.abc import Iterable, Iterator
from io import StringIO
from pathlib import Path

from tests.places import ROOT

PARTS = ("rules", "grammar", "bot")

SILENT = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
SILENT |= {tokenize.ENDMARKER}
"""Tokens that do not make a line a line of code."""


def code_lines(source: str) -> int:
    """How many lines hold code; a string that stands alone, like a docstring, does not count."""
    lines = set[int]()
    for token in tokenize.generate_tokens(StringIO(source).readline):
        if token.type not in SILENT:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(ast.Constant(str())):
                lines.difference_update(range(node.lineno, (node.end_lineno or 0) + 1))
    return len(lines)


def rooms(folder: Path) -> dict[str, list[int]]:
    """The line counts of files by the folder that they are in; `.` for files beside the folders."""
    found: dict[str, list[int]] = {}
    for path in sorted(folder.rglob("*.py")):
        inside = path.relative_to(folder).parts
        lines = code_lines(path.read_text(encoding="utf-8"))
        found.setdefault(inside[0] if len(inside) > 1 else ".", []).append(lines)
    return found


def table(folders: Iterable[Path]) -> Iterator[str]:
    """The rows: each room of a folder, the sum of the folder, and at the end the sum of all."""
    whole = list[int]()
    for folder in folders:
        name = folder.relative_to(ROOT).as_posix()
        found = rooms(folder)
        for room, lines in found.items():
            yield row(f"{name}/{room}", lines)
        total = [one for lines in found.values() for one in lines]
        yield row(name, total)
        yield ""
        whole += total
    yield row("all", whole)


def row(name: str, lines: list[int]) -> str:
    """`rules/line              14 files     779 lines`."""
    return f"{name:28} {len(lines):5,} files {sum(lines):8,} lines"


if __name__ == "__main__":
    print("\n".join(table([ROOT / one for one in sys.argv[1:] or PARTS])))
