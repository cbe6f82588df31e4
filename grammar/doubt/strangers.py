"""Unknown words and unknown actors in a sentence with an order."""

import re
from collections.abc import Iterator
from functools import lru_cache

from grammar.doubt.message import Message
from grammar.doubt.roles import LIGHT, clauses_of
from grammar.reader.edges import PREPOSITIONS
from grammar.reader.spell import english, is_near
from grammar.reader.table import Table
from grammar.reader.tokens import SHORT, Token
from grammar.reader.world import World

GOES = ("to", "->", "at", "on", "into", "goes", "do", "does", "two", "three", "will", "up", "over")
DRAWN = re.compile(r"(.)\1{2,}")
"""A letter that is drawn out (`mooooves`)."""

DETERMINERS = (
    "the", "a", "an", "some", "my", "our", "his", "her", "their", "both", "each", "another",
    "other",
)  # fmt: skip


def unknown_words(message: Message) -> Iterator[str]:
    """Words in a sentence with an order that are neither English nor of this match, and that the
    reader did not respell."""
    for number, tokens in enumerate(message.tokens):
        said = message.said[number]
        if not any(map(message.is_used, said)):
            continue
        covered = {at for one in said for at in range(one.start, one.end)}
        for at, token in enumerate(tokens):
            known = token.word in message.respelt or token.word in message.used
            if at not in covered and not known and not _sounds_known(token, message.world):
                yield token.text


def is_strange(token: Token, world: World) -> bool:
    """Is it in small letters, so no name, and neither English nor of this match?"""
    return token.text.islower() and not _is_known(token, world)


def _sounds_known(token: Token, world: World) -> bool:
    """Is it a known word, or nearly one of the system or of this match?"""
    near = is_near(token.word, world.table.vocabulary, world.vocabulary)
    return near or _is_known(token, world)


def _is_known(token: Token, world: World) -> bool:
    """Is it a word of English, of the system or of this match?"""
    word, table = token.word, world.table
    if not token.is_word or len(word) < 2 or "'" in word:
        return True
    if word in english() or word in SHORT or word in table.vocabulary or word in world.vocabulary:
        return True
    if (
        word in PREPOSITIONS
        or word in world.named
        or (word,) in table.noise
        or (word,) in table.said
    ):
        return True
    short = DRAWN.sub(r"\1", word)  # `mooooves`
    if short != word and (short in table.vocabulary or (short,) in table.said):
        return True
    parts = word.split("-")
    if all(part in english() or part in world.named or len(part) < 2 for part in parts):
        return True
    return word in _rewritten(table)


@lru_cache(maxsize=16)
def _rewritten(table: Table) -> frozenset[str]:
    """The words that the table's rewriting rules look for."""
    return frozenset(
        word for said, _ in table.rewrite for word in re.findall(r"[a-z][a-z-]+", said)
    )


def unknown_actors(message: Message) -> Iterator[str]:
    """`the cataphract to 8,11`: an unknown actor in a later clause whose values are filed."""
    table = message.world.table
    for number, tokens in enumerate(message.tokens):
        said = message.said[number]
        for start, end in list(clauses_of(tokens, said))[1:]:
            own = [one for one in said if start <= one.start < end]
            first = own[0].start if own else end
            if not any(map(message.is_used, own)) or tokens[start].word not in DETERMINERS:
                continue
            at = start
            while at < first and tokens[at].word in (*LIGHT, *DETERMINERS):
                at += 1
            word = tokens[at].word if at < first else ""
            known = (word,) in table.said or (word,) in table.noise or word in table.vocabulary
            behind = tokens[at + 1].word if at + 1 < end else ""
            acts = behind in GOES or (behind,) in table.said
            if word and tokens[at].is_word and not known and acts:
                yield " ".join(token.text for token in tokens[start : at + 1])
