"""A view as forum text: tones become colour tags, running text keeps its characters."""

from bot.render.escape import escape_bbcode
from rules.view import Block, Line, View, plain

COLOURS = {
    "red": "#f00",
    "blue": "#00f",
    "green": "#080",
    "yellow": "#a80",
    "magenta": "#a0a",
    "cyan": "#088",
    "white": "#888",
    "grey": "#888",
}
"""What the tones of a view are called in a forum."""


def view(view: View) -> str:
    """All blocks, one blank line between them."""
    return "\n\n".join(block(one) for one in view.blocks)


def block(block: Block) -> str:
    """One block; fixed-width blocks keep their shape inside `[code]`."""
    if not block.fence:
        return "\n".join(line(one) for one in (*block.head, *block.lines))
    rows = "\n".join(plain(one).rstrip() for one in (*block.head, *block.lines))
    return f"[code]\n{escape_bbcode(rows)}\n[/code]"


def line(spans: Line) -> str:
    """One line, each coloured run in its tags."""
    return "".join(_span(span.text, span.tone) for span in spans)


def _span(text: str, tone: str) -> str:
    safe = escape_bbcode(text)
    return f"[color={COLOURS[tone]}]{safe}[/color]" if tone in COLOURS else safe
