"""Rewrites abbreviations and compact spellings before a sentence is read."""

import re
from functools import lru_cache

from grammar.reader.ellipsis import summed
from grammar.reader.world import World

BLANKS = re.compile(r"[^\S\n]+")
SHORT_CUTS = (
    (r"(?i)(?<![\w/])w/ ?(?!o\b)", "with "),
    (r"(?i)\bas far as (?=[(\[]?\d|r(?:ow)? ?\d|[a-h][1-8]\b)", "to "),
    (
        r"(?i)(?<=\S)(?:[,;:!-]| and) *(?:now |it's |it is )*(?:your|ur) (?:move|turn|go)[.!]*$",
        ", over to you",
    ),
    (r"(?i)(?:(?<=\S)[,;:-] *|(?<=\S) and )(?:end|next)[.!]*$", ", end of phase"),
    (r"(?i)(?<=\w), (?:the |his )?target (?:is )?(?=\w)", " at "),
    (r"(?i)(?<!'s )\btargets?(?:ing)? ?[:=] ?", "at "),
    (r"(?i)\b(?:the )?(?:square|field|cell|hex|position|pos|spot|location) (?=[(\[]?\d+ ?,)", ""),
    (
        r"(?i)^([^,;:.]+?),? after ((?:mov|walk|go|step|march|advanc)ing\b(?:(?!then|;|and).)*)$",
        r"after \2, \1",
    ),
    (r"(?i)\bbefore (?=(?:mov|walk|go|runn|shoot|fir|attack|charg|fight|throw|hid)ing\b)", "then "),
    (r"(?i)\bthen (?:he|she|it)'s (?=\w+ing\b)", "then "),
    (r"(?i)\bi'm (?=(?:tak|mov|send|putt|shoot|fir|attack|charg|throw|bring|march)ing\b)", "I am "),
)
"""Patterns and replacements that all systems share: `w/ gladius`, `as far as 18,15`, `target: O1`,
`on the square 9,9`.  What is done first is put first (`M1 shoots O1 after moving to 8,12`)."""


@lru_cache(maxsize=128)
def rewritten(text: str, world: World) -> str:
    """The text with shared and system spellings rewritten (`d2d4`, `Bxg5`), and sums computed."""
    text = BLANKS.sub(" ", text)
    if world.table.force:
        text = summed(text)
    for pattern, by in SHORT_CUTS:
        text = re.sub(pattern, by, text)
    for pattern, by in world.table.rewrite:
        text = re.sub(pattern, by, text)
    return text
