"""Words that a GM teaches a match: recorded as rulings, and undone and exported like them."""

import re
from collections.abc import Mapping, Sequence

from rules.orders import Order
from rules.overrides import Rule

_TEACHING = re.compile(
    r"""\s*words?:?\s+["'](?P<said>[^"']{1,60})["']\s+"""
    r"""(?:means?|is|are|=)\s+["']?(?P<means>[^"']{1,120}?)["']?\s*""",
    re.IGNORECASE,
)
_TAUGHT = re.compile(r"words: (?P<said>.{1,60}?) means (?P<means>.{1,120})")

Lesson = tuple[str, str]
"""What is said, and what it means."""


def ruling_of(text: str) -> str:
    """The ruling that records `words "the big guy" means WR1`; empty if the line is no such."""
    found = _TEACHING.fullmatch(text)
    if found is None:
        return ""
    said, means = " ".join(found["said"].split()), " ".join(found["means"].split())
    return f'rule "words: {said} means {means}"'


def lesson_of(orders: Sequence[Order]) -> Lesson | None:
    """What an entry teaches."""
    for order in orders:
        if isinstance(order, Rule) and (found := _TAUGHT.fullmatch(order.text)):
            return found["said"].casefold(), found["means"]
    return None


def in_words(text: str, lessons: Mapping[str, str]) -> str:
    """A text with every taught word replaced by what it means, the longest first."""
    for said in sorted(lessons, key=lambda one: (-len(one), one)):
        pattern = rf"(?<!\w){re.escape(said)}(?!\w)"
        means = lessons[said].replace("\\", "\\\\")
        text = re.sub(pattern, means, text, flags=re.IGNORECASE)
    return text
