"""A view as Discord messages: fenced boards with colour codes, running text escaped."""

from bot.render.pages import LIMIT, split
from bot.render.wording import escape_lightly, inside_fence, no_mentions
from rules.display.view import Block, Line, Span, View

BLOCK_LIMIT = 4096
"""C7-SCREEN-4: how many characters the one block may have before it loses its colours."""

CODES = {
    "grey": 30,
    "red": 31,
    "green": 32,
    "yellow": 33,
    "blue": 34,
    "magenta": 35,
    "cyan": 36,
    "white": 37,
}

PLAIN = 3
"""Colour level 3: no codes at all.  Level 1 colours everything, level 2 strong spans only."""


def messages(view: View, level: int = 1) -> list[str]:
    """The blocks as messages of at most 2000 characters, in no more colour than `level` allows."""
    posts: list[str] = []
    for block in view.blocks:
        first, *rest = pieces(block, level)
        if block.joined and posts and len(posts[-1]) + 1 + len(first) <= LIMIT:
            posts[-1] += f"\n{first}"
        else:
            posts.append(first)
        posts += rest
    return posts


def pieces(block: Block, level: int = 1) -> list[str]:
    """One block as messages, cut in the first way in which all of them fit."""
    if not block.fence:
        return split("\n".join(text_line(line) for line in (*block.head, *block.lines)))
    for count, colour in _ways(block, level):
        posts = _cut(block, count, colour)
        if all(len(post) <= LIMIT for post in posts):
            return posts
    return _cut(block, len(block.lines) or 1, PLAIN)


def _ways(block: Block, level: int) -> list[tuple[int, int]]:
    """The ways to cut a block, as (number of parts, colour level): its own, with no more colour
    than allowed, then ever more parts without colour."""
    ways = [(count, max(colour, level)) for count, colour in block.pieces]
    most = max(count for count, _ in ways)
    ways += [(count, PLAIN) for count in range(most, len(block.lines) + 1)]
    return list(dict.fromkeys(ways))


def _cut(block: Block, count: int, level: int) -> list[str]:
    """Cut the lines into `count` equal parts, each below the head."""
    size = max(1, -(-len(block.lines) // count))
    parts = [block.lines[at : at + size] for at in range(0, len(block.lines), size)] or [()]
    return [fenced(block, part, level) for part in parts]


def fenced(block: Block, lines: tuple[Line, ...], level: int) -> str:
    """Lines of a block in a fence of three backticks, its head above them."""
    language = "ansi" if block.fence == "ansi" else ""
    shown = level if block.fence == "ansi" else PLAIN
    rows = "\n".join(coloured(line, shown) for line in (*block.head, *lines))
    return f"```{language}\n{rows}\n```"


def single_block(block: Block) -> str:
    """C7-SCREEN-4: the whole board in one block, with the most colour that fits 4096 characters."""
    for colour in range(1, PLAIN):
        text = fenced(block, block.lines, colour)
        if len(text) <= BLOCK_LIMIT:
            return text
    return fenced(block, block.lines, PLAIN)


def coloured(line: Line, level: int) -> str:
    """C7-SCREEN-2: a line with a colour code before each cell that differs from the one before."""
    parts = []
    current = ""
    for span in line:
        code = _code(span, level)
        if code != current:
            parts.append(f"\x1b[{code or 0}m")
            current = code
        parts.append(inside_fence(span.text))
    if current:
        parts.append("\x1b[0m")
    return "".join(parts)


def _code(span: Span, level: int) -> str:
    """`1;31` for a unit, `0;31` for ground, nothing for the default colour."""
    if span.tone not in CODES or level >= PLAIN or (level == 2 and not span.strong):
        return ""
    return f"{int(span.strong)};{CODES[span.tone]}"


def text_line(line: Line) -> str:
    """A line of running text; strong spans are bold."""
    return "".join(_running(span) for span in line)


def _running(span: Span) -> str:
    safe = no_mentions(escape_lightly(span.text))
    return f"**{safe}**" if span.strong and safe.strip() else safe
