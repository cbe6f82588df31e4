"""Signs that a chat shows and a terminal or a forum does not: arrows, bold, small print."""

import re
from datetime import datetime

from bot.render.escape import escape_bbcode, inside_fence, plain, without_controls
from rules.display.view import Form, Line

# Times: to each reader in his own zone.


def stamp(at: datetime, form: str = "R") -> str:
    """A time as Discord shows it: `R` is `in 3 hours`, `f` a date and a time."""
    return f"<t:{int(at.timestamp())}:{form}>"


def both(at: datetime) -> str:
    """A date and how long it is until then."""
    return f"{stamp(at, 'f')} ({stamp(at)})"


DIE_AGAIN = re.compile(r"(?<=\d)->(?=\d)")


def safe(text: str, form: Form) -> str:
    """Text of the rules or of a user, harmless in this form."""
    if form == "markdown":
        return plain(text)
    return escape_bbcode(text) if form == "bbcode" else without_controls(text)


def said(text: str, form: Form) -> str:
    """A sentence of the rules, harmless in this form, with the arrow that it uses."""
    return safe(arrows(text) if form == "markdown" else text, form)


def fixed(text: str, form: Form) -> str:
    """Text in fixed width, so that columns stand under one another."""
    if form == "markdown":
        return f"```\n{inside_fence(text)}\n```"
    return f"[code]\n{escape_bbcode(text)}\n[/code]" if form == "bbcode" else without_controls(text)


def arrows(text: str) -> str:
    """`32 -> 25` as a chat writes it: `32 → 25`; a die that was rerolled: `15→3`."""
    return DIE_AGAIN.sub("→", text.replace(" -> ", " → "))


def foreseen_text(head: str, *lines: str) -> str:
    """What could happen, for a chat: the question bold, the answer below."""
    return "\n".join((f"**{said(head, 'markdown')}**", *(said(one, "markdown") for one in lines)))


def strong(text: str, form: Form) -> str:
    """A death, a result, who is to act."""
    if form == "markdown":
        return f"**{said(text, form)}**"
    return f"[b]{said(text, form)}[/b]" if form == "bbcode" else said(text, form)


def told(spans: Line, form: Form) -> str:
    """A line of spans, the strong ones bold where there is bold."""
    return "".join(
        strong(span.text, form) if span.strong and span.text.strip() else said(span.text, form)
        for span in spans
    )
