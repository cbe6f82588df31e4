"""A view as forum text (BBCode): tones become colour tags, running text keeps its characters."""

from bot.render.wording import escape_bbcode, fixed
from rules.display.view import Block, Line, Span, View, unstyled

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
"""The tones of a view as colours of a forum."""

FONT = "[font=Courier New]"
"""The tag for fixed width with tones, which `[code]` does not show."""


def view(view: View) -> str:
    """All blocks, one blank line between those that do not belong together."""
    parts = [("\n" if one.joined else "\n\n") + block(one) for one in view.blocks]
    return "".join(parts).lstrip("\n")


def block(block: Block) -> str:
    """One block; fixed-width blocks keep their shape inside `[code]`, or in a font of their own."""
    if block.fence in ("", "font"):
        lines = [line(one) for one in (*block.head, *block.lines)]
        return "\n".join([FONT, *lines, "[/font]"] if block.fence else lines)
    rows = "\n".join(unstyled(one).rstrip() for one in (*block.head, *block.lines))
    return fixed(rows, "bbcode")


def line(spans: Line) -> str:
    """One line, each coloured run in its tags."""
    return "".join(_span(span) for span in spans)


def _span(span: Span) -> str:
    safe = escape_bbcode(span.text)
    if span.tone in COLOURS:
        return f"[color={COLOURS[span.tone]}]{safe}[/color]"
    return f"[b]{safe}[/b]" if span.strong and safe.strip() else safe
