"""Text cut into messages: at line ends, and never through the middle of a code block."""

LIMIT = 2000
"""What one Discord message holds."""

FENCE = "```"


def split(text: str, limit: int = LIMIT) -> list[str]:
    """Pages of at most `limit` characters; an open code block is closed and opened again."""
    pages: list[str] = []
    page: list[str] = []
    opening = ""
    for line in _lines(text, limit):
        closing = f"\n{FENCE}" if opening else ""
        if page and len("\n".join((*page, line))) + len(closing) > limit:
            pages.append("\n".join(page) + closing)
            page = [opening] if opening else []
        page.append(line)
        if line.startswith(FENCE):
            opening = "" if opening else line
    if page:
        pages.append("\n".join(page))
    return [one for one in pages if one.strip()]


def _lines(text: str, limit: int) -> list[str]:
    """The lines; one that fits no page is cut at its last blank, or anywhere."""
    room = max(limit - 2 * len(FENCE) - 16, 1)
    lines: list[str] = []
    for line in text.split("\n"):
        while len(line) > room:
            cut = line.rfind(" ", room // 2, room)
            cut = room if cut < 0 else cut
            lines.append(line[:cut])
            line = line[cut:].lstrip(" ")
        lines.append(line)
    return lines
