"""Cuts text into messages: at line ends, with every code block closed and reopened."""

import re
from collections.abc import Sequence

from bot.match.reply import AT_ONCE, COLOUR

LIMIT = 2000
"""Characters that one Discord message may have."""

IN_FILE = "... all of it is in the file"

FENCE = "```"
OPENING = re.compile(r"```[a-z]{0,10}")
SIGNS = re.compile(r"\\([^\w\s])|\*\*|^-# ")
"""Markup that a chat does not show: backslashes, the signs of bold and of small print."""


def split(text: str, limit: int = LIMIT) -> list[str]:
    """Cut a text into pages of at most `limit` characters.  A code block that does not fit is
    closed at the end of a page and reopened on the next."""
    pages: list[str] = []
    page: list[str] = []
    opening = ""
    for line in _lines(text, limit):
        closes = bool(opening) and line.startswith(FENCE)
        opens = line if not opening and OPENING.fullmatch(line) else ""
        reserve = len(FENCE) + 1 if (opening or opens) and not closes else 0
        begun = len(page) > bool(opening)
        if begun and not closes and len("\n".join((*page, line))) + reserve > limit:
            pages.append("\n".join((*page, FENCE) if opening else page))
            page = [opening] if opening else []
        page.append(FENCE if closes else line)
        opening = "" if closes else opening or opens
    if opening:
        page.append(FENCE)
    pages.append("\n".join(page))
    return [one for one in pages if one.strip()]


def _lines(text: str, limit: int) -> list[str]:
    """The lines of a text; one that fits no page is cut at a blank in its second half, or else at
    the limit."""
    room = max(limit - 2 * len(FENCE) - 16, 1)
    lines: list[str] = []
    for line in text.split("\n"):
        while len(line) > room:
            cut = line.rfind(" ", room // 2, room)
            cut = room if cut < 0 else cut
            lines.append(line[:cut])
            line = line[cut:].removeprefix(" ")
        lines.append(line)
    return lines


def at_once(pages: Sequence[str]) -> tuple[list[str], str]:
    """The pages that are sent at once, and, if there are more, a text of all for a file (else
    empty)."""
    if sum(map(len, pages)) <= AT_ONCE:
        return list(pages), ""
    shown, room = list[str](), AT_ONCE - len(IN_FILE) - 1
    for page in pages:
        if len(page) > room:
            break
        shown.append(page)
        room -= len(page)
    if shown and len(shown[-1]) + len(IN_FILE) < LIMIT:
        shown[-1] += f"\n{IN_FILE}"
    else:
        shown.append(IN_FILE)
    return shown, unmarked(pages)


def unmarked(pages: Sequence[str]) -> str:
    """Pages as one plain text, without fences, colours and markup."""
    lines, inside = list[str](), False
    for line in "\n".join(pages).split("\n"):
        if line.startswith(FENCE):
            inside = not inside
        else:
            shown = COLOUR.sub("", line) if inside else SIGNS.sub(r"\1", line)
            lines.append(shown)
    return "\n".join(lines)
