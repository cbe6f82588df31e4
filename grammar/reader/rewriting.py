"""Spellings that are written out before a sentence is read."""

import re

from grammar.reader.ellipsis import summed
from grammar.reader.world import World

SHORT_CUTS = (
    (r"(?i)(?<![\w/])w/ ?(?!o\b)", "with "),
    (r"(?i)\bas far as (?=[(\[]?\d|r(?:ow)? ?\d|[a-h][1-8]\b)", "to "),
    (
        r"(?i)(?<=\S)(?:[,;:!-]| and) *(?:now |it's |it is )*(?:your|ur) (?:move|turn|go)[.!]*$",
        ", over to you",
    ),
    (r"(?i)(?:(?<=\S)[,;:-] *|(?<=\S) and )(?:end|next)[.!]*$", ", end of phase"),
    (r"(?i)\btargets?(?:ing)? ?[:=] ?", "at "),
)
"""`w/ gladius`, `as far as 18,15`, `target: O1`."""


def rewritten(text: str, world: World) -> str:
    """The text with the spellings of a system taken apart (`d2d4`, `Bxg5`), and sums reckoned."""
    if world.table.force:
        text = summed(text)
    for pattern, by in SHORT_CUTS:
        text = re.sub(pattern, by, text)
    for pattern, by in world.table.rewrite:
        text = re.sub(pattern, by, text)
    return text
