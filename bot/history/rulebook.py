"""The text of any rule: each system's RULES.md, cut into its numbered rules."""

import re
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import Any

from bot.referee.service import RefereeError
from rules import games
from rules.border.game import Game

HEAD = re.compile(r"^(?:[-*]\s+)?\*\*([A-Z0-9]{2,4}-[A-Z0-9]+-\d+)\*\*\s*")
ROW = re.compile(r"^\|\s*`?\*{0,2}([A-Z0-9]{2,4}-[A-Z0-9]+-\d+)\*{0,2}`?\s*\|(.*)\|\s*$")
SEVERAL = re.compile(r" (?=\*\*[A-Z0-9]{2,4}-[A-Z0-9]+-\d+\*\*)")
"""The space between two rules in one line."""

TITLE = re.compile(r"^#{2,4}\s+(.*)")


@cache
def rules_of(system: str) -> dict[str, str]:
    """The text of every rule and ruling of a system by its ID, headed by the ID and its chapter."""
    text = files(f"rules.{system}").joinpath("RULES.md").read_text(encoding="utf-8")
    found: dict[str, list[str]] = {}
    chapter, current = "", ""
    for line in SEVERAL.sub("\n", text).splitlines():
        title, head, row = TITLE.match(line), HEAD.match(line), ROW.match(line)
        if title:
            chapter, current = title[1], ""
        elif head:
            current = head[1]
            found.setdefault(current, [f"{current} ({chapter})"]).append(line[head.end() :])
        elif row:
            cells = " - ".join(cell.strip() for cell in row[2].split("|") if cell.strip())
            found.setdefault(row[1], [f"{row[1]} ({chapter})"]).append(cells)
            current = ""
        elif current and line.strip():
            found[current].append(line)
        elif current:
            current = ""
    return {name: "\n".join(lines).strip() for name, lines in found.items()}


def rule_text(asked: str, game: Game[Any] | None = None) -> str:
    """The text of a rule of any system.

    Raises `RefereeError` that names the nearest IDs: of the system whose prefix was asked for, else
    of `game`, else of all systems.
    """
    wanted = asked.strip().upper()
    everything = {name: text for one in games() for name, text in rules_of(one.id).items()}
    if wanted in everything:
        return everything[wanted]
    begun = (one for one in games() if wanted.partition("-")[0] == one.prefix)
    own = next(begun, game)
    known = list(everything) if own is None else list(rules_of(own.id))
    near = get_close_matches(wanted, known, n=3, cutoff=0.5) or known[:3]
    raise RefereeError(f"there is no rule {asked.strip()[:30]!r}; perhaps {', '.join(near)}")


def rule_ids(typed: str, game: Game[Any] | None = None) -> list[str]:
    """At most 25 IDs for completion, of one system or of all: first those that begin with the typed
    text, then those that contain it."""
    systems = games() if game is None else (game,)
    names = [name for one in systems for name in rules_of(one.id)]
    wanted = typed.strip().upper()
    first = [name for name in names if name.startswith(wanted)]
    return [*first, *(one for one in names if wanted in one and one not in first)][:25]
