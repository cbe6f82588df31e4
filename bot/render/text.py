"""A view for a terminal, printed by rich, with colours if the terminal has them."""

from io import StringIO

from rich.console import Console
from rich.text import Text

from bot.render.bbcode import COLOURS
from bot.render.wording import without_controls
from rules.display.view import Block, Line, View

STYLES = {**{tone: tone for tone in COLOURS}, "grey": "bright_black"}
"""The tones of a view as colours of rich, which has the same names but for grey."""


def view(view: View, colour: bool = False) -> str:
    """All blocks, one blank line between those that do not belong together."""
    parts = [("\n" if one.joined else "\n\n") + block(one, colour) for one in view.blocks]
    return "".join(parts).lstrip("\n")


def block(block: Block, colour: bool = False) -> str:
    """One block: its head, then its lines."""
    out = StringIO()
    console = Console(
        file=out,
        width=100_000,
        force_terminal=colour,
        color_system="standard" if colour else None,
        highlight=False,
        markup=False,
        emoji=False,
        legacy_windows=False,
        _environ={},
    )
    for line in (*block.head, *block.lines):
        console.print(styled(line), soft_wrap=True)
    return out.getvalue().removesuffix("\n")


def styled(line: Line) -> Text:
    """A line as rich text: what stands on the board is bold, ground is dim."""
    text = Text()
    for span in line:
        style = STYLES.get(span.tone, "")
        weight = "bold" if span.strong else "dim" if span.tone else ""
        text.append(without_controls(span.text), f"{weight} {style}".strip())
    return text
