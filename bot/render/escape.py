"""User text made harmless: no markup, no mentions, no control characters."""

import re
import unicodedata
from functools import lru_cache

GAP = "​"
"""A character without width, put where a sign would otherwise start something."""

MARKDOWN = re.compile(r"([\\*_~`|\[\]<])")
LINE_START = re.compile(r"^(\s*)(#{1,3}(?=\s)|-#|>)", re.MULTILINE)
MENTION = re.compile(r"@(?!​)|<(?=[@#:/a-z])", re.IGNORECASE)
TAG_START = re.compile(r"\[(?=[/*a-z])", re.IGNORECASE)


def without_controls(text: str) -> str:
    """Line breaks stay; other control characters and those that turn the writing go."""
    if text.isprintable():
        return text
    return "".join(
        one
        for one in text
        if one in "\n\t" or one == GAP or unicodedata.category(one) not in ("Cc", "Cf", "Cs")
    )


def escape_markdown(text: str) -> str:
    """Text as it stands: nothing becomes bold, a link, a quotation, a heading or a code block."""
    escaped = MARKDOWN.sub(r"\\\1", without_controls(text))
    return LINE_START.sub(r"\1\\\2", escaped)


def escape_lightly(text: str) -> str:
    """The words of a view: a sign that comes only once marks nothing up and stays as it is."""
    once = {sign for sign in "*_~|`[]<" if text.count(sign) == 1}
    once |= {"<"} if not MENTION.search(text) else set()
    escaped = MARKDOWN.sub(
        lambda found: found[1] if found[1] in once else f"\\{found[1]}", without_controls(text)
    )
    return LINE_START.sub(r"\1\\\2", escaped)


def no_mentions(text: str) -> str:
    """Nobody is called: `@` is followed by a gap, `<#` and `<@` are broken."""
    return MENTION.sub(lambda found: found[0] + GAP, text)


def escape_bbcode(text: str) -> str:
    """Brackets that could open or close a tag do nothing any more."""
    return TAG_START.sub("[" + GAP, without_controls(text))


def inside_fence(text: str) -> str:
    """Text for the inside of a code block: it cannot close the block."""
    return without_controls(text).replace("```", "`" + GAP + "`" + GAP + "`")


@lru_cache(maxsize=2000)
def plain(text: str) -> str:
    """Text of the rules or of a user for a Discord message: no markup, nobody called."""
    return no_mentions(escape_markdown(text))
