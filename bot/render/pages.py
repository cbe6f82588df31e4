"""Text cut into messages: at line ends, and never through the middle of a code block."""

import re

LIMIT = 2000
"""What one Discord message holds."""

FENCE = "```"
OPENING = re.compile(r"```[a-z]{0,10}")


def split(text: str, limit: int = LIMIT) -> list[str]:
    """Pages of at most `limit` characters; an open code block is closed and opened again."""
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
    """The lines; one that fits no page is cut at a blank in its second half, or anywhere."""
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
