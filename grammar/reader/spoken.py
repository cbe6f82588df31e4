"""Normalises words spelled as they are spoken: stretched (`CHAAARGE`) or without a g (`goin`)."""

import re
from dataclasses import replace

from grammar.reader.spell import english
from grammar.reader.tokens import Token
from grammar.reader.world import World

STRETCHED = re.compile(r"([a-z])\1{2,}")


def spoken(tokens: tuple[Token, ...], world: World) -> tuple[Token, ...]:
    """The tokens, with each unknown word replaced by the known one that it sounds like."""
    return tuple(
        replace(token, word=heard) if (heard := _heard(token, world)) else token for token in tokens
    )


def _heard(token: Token, world: World) -> str:
    """The known word that an unknown one sounds like; empty if none, or if the word is known."""
    word, table = token.word, world.table
    if not token.is_word or word in table.vocabulary or word in world.vocabulary:
        return ""
    if (word,) in table.noise or (word,) in table.vague or word in english():
        return ""
    if word.endswith("in") and (f"{word}g",) in table.said:
        return f"{word}g"
    if STRETCHED.search(word):
        for by in (r"\1", r"\1\1"):
            plain = STRETCHED.sub(by, word)
            known = plain in table.vocabulary or plain in world.vocabulary
            if known or plain in english() or (plain,) in table.noise:
                return plain
    return ""


__all__ = ["spoken"]
