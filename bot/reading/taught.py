"""Words that a GM teaches a match (stored as rulings, so they can be undone and are exported), and
words of a server."""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from rules.line.orders import Order
from rules.line.overrides import Rule

_TEACHING = re.compile(
    r"""\s*words?:?\s+["'](?P<said>[^"']{1,60})["']\s+"""
    r"""(?:means?|is|are|=)\s+"""
    r"""(?:["'](?P<quoted>[^"']{1,120})["']|["']?(?P<means>[^"']{1,120}?)["']?)"""
    r"""\s*(?P<reason>(?<!:)//.{0,500})?""",
    re.IGNORECASE,
)
_TAUGHT = re.compile(r"words: (?P<said>.{1,60}?) means (?P<means>.{1,120})")

LONGEST_SAID = 8_000
"""The most characters of a text after replacement: taught words could grow it without limit."""

NONE: Mapping[str, str] = MappingProxyType({})

Lesson = tuple[str, str]
"""What is said, and what it means."""


def ruling_of(text: str) -> str:
    """The ruling that records `words "the big guy" means WR1 // he asked`, with its reason; empty
    if the line teaches nothing."""
    found = _TEACHING.fullmatch(text)
    if found is None:
        return ""
    said, means = _parts(found)
    return f'rule "words: {said} means {means}" {found["reason"] or ""}'.strip()


def _parts(found: re.Match[str]) -> Lesson:
    """What is said and what it means, with runs of spaces collapsed."""
    said, means = found["said"], found["quoted"] or found["means"]
    return " ".join(said.split()), " ".join(means.split())


def lesson_of(orders: Sequence[Order]) -> Lesson | None:
    """The lesson that the orders of an entry teach; None if there is none."""
    for order in orders:
        if isinstance(order, Rule) and (found := _TAUGHT.fullmatch(order.text)):
            return found["said"].casefold(), found["means"]
    return None


def lesson_in(said: str, means: str) -> Lesson | None:
    """A lesson given in two parts, under the same rules as `ruling_of`; None if it breaks them
    (quotation marks, too long, nothing readable in it)."""
    found = _TEACHING.fullmatch(f'words "{said}" means "{means}"')
    if found is None:
        return None
    said, means = _parts(found)
    good = re.search(r"\w", said) and means and f"{said}{means}".isprintable()
    return (said.casefold(), means) if good else None


def in_words(text: str, own: Mapping[str, str], servers: Mapping[str, str] = NONE) -> str:
    """Replace every taught word in a text by what it means, the longest first.

    Words of the match take precedence over those of the server.  A text that would grow beyond
    `LONGEST_SAID` is returned unchanged.
    """
    if not own:
        return _replaced(text, servers)
    if not servers:
        return _replaced(text, own)
    small = text.casefold()
    said_here = [word for word in _longest_first(own) if word in small]
    if not said_here:
        return _replaced(_replaced(text, servers), own)
    parts = re.split(f"({'|'.join(map(_pattern, said_here))})", text, flags=re.IGNORECASE)
    parts[::2] = [_replaced(part, servers) for part in parts[::2]]
    said = "".join(parts)
    return text if len(said) > LONGEST_SAID else _replaced(said, own)


def _replaced(text: str, lessons: Mapping[str, str]) -> str:
    said, small = text, text.casefold()
    for word in _longest_first(lessons):
        if word not in small:
            continue  # thousands of words can be taught, and few of them are said
        means = lessons[word].replace("\\", "\\\\")
        said = re.sub(_pattern(word), means, said, flags=re.IGNORECASE)
        if len(said) > LONGEST_SAID:
            return text
        small = said.casefold()
    return said


def _longest_first(lessons: Mapping[str, str]) -> list[str]:
    return sorted(lessons, key=lambda one: (-len(one), one))


def _pattern(word: str) -> str:
    return rf"(?<!\w){re.escape(word)}(?!\w)"
