"""Cards of units, and price lists."""

from collections.abc import Sequence

from bot.render.columns import wrapped
from bot.render.wording import said, strong, told
from rules.display.telling import Card
from rules.display.view import Form

TERMINAL = 80
MOST = 20
"""How many lines of a price list are shown at once."""


def card_text(card: Card, form: Form = "markdown", width: int = TERMINAL) -> str:
    """The card of a unit as text: title and head, its lines, the rules in small print."""
    head = f" · {said(card.head, form)}" if card.head else ""
    lines = [strong(card.title, form) + head, *(told(line, form) for line in card.lines)]
    rules = ", ".join(card.rules)
    if form == "markdown":
        return "\n".join((*lines, *([f"-# {said(rules, form)}"] if rules else [])))
    lines += [f"({rules})"] if rules else []
    if form == "bbcode":
        return "\n".join(lines)
    return "\n".join(part for line in lines for part in hung(line, width))


def hung(line: str, width: int) -> list[str]:
    """Wrap a line for a terminal; the lines that continue it are indented by two more."""
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    return wrapped(line, width, indent=indent)


def price_text(
    lines: Sequence[str], form: Form = "markdown", start: int = 0, more: str = ""
) -> str:
    """Up to `MOST` lines of a price list from line `start` on, and how many are left after them.

    `more` says how to see those.
    """
    page = [said(line, form) for line in lines[start : start + MOST]]
    left = len(lines) - start - MOST
    if left > 0:
        sign = "…" if form == "markdown" else "..."
        page.append(f"{sign} {left} more{f': {more}' if more else ''}")
    return "\n".join(page)
