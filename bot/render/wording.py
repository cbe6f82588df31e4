"""Text for a chat, a terminal or a forum: user text made harmless (no markup, no mentions, no
control characters), and what each of them shows in its own way: arrows, bold, fixed width."""

import re
import unicodedata
from datetime import datetime
from functools import lru_cache

from rules.display.view import Form, Line

GAP = "​"
"""A zero-width character, put where a sign would otherwise start markup or a mention."""

MARKDOWN = re.compile(r"([\\*_~`|\[\]<])")
LINE_START = re.compile(r"^(\s*)(#{1,3}(?=\s)|-#|>)", re.MULTILINE)
MENTION = re.compile(r"@(?!​)|<(?=[@#:/a-z])", re.IGNORECASE)
TAG_START = re.compile(r"\[(?=[/*a-z])", re.IGNORECASE)


def without_controls(text: str) -> str:
    """Remove control characters, including those that change the direction of writing, but keep
    line breaks and tabs."""
    if text.isprintable():
        return text
    return "".join(
        one
        for one in text
        if one in "\n\t" or one == GAP or unicodedata.category(one) not in ("Cc", "Cf", "Cs")
    )


def escape_markdown(text: str) -> str:
    """Escape all Markdown: nothing becomes bold, a link, a quotation, a heading or a code block."""
    escaped = MARKDOWN.sub(r"\\\1", without_controls(text))
    return LINE_START.sub(r"\1\\\2", escaped)


def escape_lightly(text: str) -> str:
    """Escape Markdown, except signs that occur only once, which mark nothing up."""
    once = {sign for sign in "*_~|`[]<" if text.count(sign) == 1}
    once |= {"<"} if not MENTION.search(text) else set()
    escaped = MARKDOWN.sub(
        lambda found: found[1] if found[1] in once else f"\\{found[1]}", without_controls(text)
    )
    return LINE_START.sub(r"\1\\\2", escaped)


def no_mentions(text: str) -> str:
    """Break all mentions by a gap after `@` and after the `<` of `<#`, `<@` and the like."""
    return MENTION.sub(lambda found: found[0] + GAP, text)


def escape_bbcode(text: str) -> str:
    """Disable brackets that could open or close a tag."""
    return TAG_START.sub("[" + GAP, without_controls(text))


def inside_fence(text: str) -> str:
    """Make a text safe inside a code block: it cannot close the block."""
    return without_controls(text).replace("```", "`" + GAP + "`" + GAP + "`")


@lru_cache(maxsize=2000)
def plain(text: str) -> str:
    """Text of the rules or of a user for a Discord message, without markup or mentions."""
    return no_mentions(escape_markdown(text))


# Times, which Discord shows to each reader in his own time zone.


def stamp(at: datetime, form: str = "R") -> str:
    """A Discord timestamp; form `R` shows `in 3 hours`, `f` a date and a time."""
    return f"<t:{int(at.timestamp())}:{form}>"


def both(at: datetime) -> str:
    """A date, and how long it is until then, as Discord timestamps."""
    return f"{stamp(at, 'f')} ({stamp(at)})"


DIE_AGAIN = re.compile(r"(?<=\d)->(?=\d)")


def safe(text: str, form: Form) -> str:
    """Text of the rules or of a user, harmless in this form."""
    if form == "markdown":
        return plain(text)
    return escape_bbcode(text) if form == "bbcode" else without_controls(text)


def said(text: str, form: Form) -> str:
    """A sentence of the rules, harmless in this form and with the arrows of that form."""
    return safe(arrows(text) if form == "markdown" else text, form)


def fixed(text: str, form: Form) -> str:
    """Text in fixed width, so that columns are aligned."""
    if form == "markdown":
        return f"```\n{inside_fence(text)}\n```"
    return f"[code]\n{escape_bbcode(text)}\n[/code]" if form == "bbcode" else without_controls(text)


def arrows(text: str) -> str:
    """`32 -> 25` as a chat writes it: `32 → 25`; a die that was rerolled: `15→3`."""
    return DIE_AGAIN.sub("→", text.replace(" -> ", " → "))


def foreseen_text(head: str, *lines: str) -> str:
    """A forecast for a chat: the question in bold, the answer below."""
    return "\n".join((f"**{said(head, 'markdown')}**", *(said(one, "markdown") for one in lines)))


def strong(text: str, form: Form) -> str:
    """A text in bold, for deaths, results, and who is to act; plain in a terminal."""
    if form == "markdown":
        return f"**{said(text, form)}**"
    return f"[b]{said(text, form)}[/b]" if form == "bbcode" else said(text, form)


def told(spans: Line, form: Form) -> str:
    """A line of spans as text, the strong ones in bold (plain in a terminal)."""
    return "".join(
        strong(span.text, form) if span.strong and span.text.strip() else said(span.text, form)
        for span in spans
    )
