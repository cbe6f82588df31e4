"""How long a text may be to be read freely; beyond that only the law reads it."""

import re

from grammar.reader.clauses import MOST_TOKENS
from grammar.reader.shape import shape
from grammar.reader.tokens import tokens_of

MOST_FREE = 4_000
MOST_SIGNS = 600
MOST_SENTENCES = 80
MOST_WORDS = 60
"""Limits of what is read freely: characters of a text, signs of it, its sentences, and words or
signs of one sentence.  Beyond them only the law reads a text; the same is true of sentences of more
than `MOST_TOKENS` tokens (`L1L1L1` is six)."""

_STOP, _WORD, _SIGN = re.compile(r"[.!?;\n]"), re.compile(r"\w+"), re.compile(r"[^\w\s]")


def is_too_long(text: str) -> bool:
    """Is a text, or a sentence of it, too long to be read freely?"""
    if len(text) > MOST_FREE or len(_SIGN.findall(text)) > MOST_SIGNS:
        return True
    parts = [part for part in _STOP.split(text) if part.strip()]
    if len(parts) > MOST_SENTENCES or any(
        len(sort.findall(part)) > MOST_WORDS for part in parts for sort in (_WORD, _SIGN)
    ):
        return True
    return any(len(tokens_of(one.text)) > MOST_TOKENS for one in shape(text).sentences)
