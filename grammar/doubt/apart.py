"""Last doubts about what stands apart from the orders: a choice below them, a correction beside a
star, an aim or an alternative between them, an act that is only spoken of.

Each rule of `apart` returns the words that raise its doubt, or an empty string.
"""

import re
from collections.abc import Iterator

from grammar.doubt.message import Message
from grammar.doubt.plainly import FILLING
from grammar.reader.edges import PREPOSITIONS
from grammar.reader.tokens import Token, tokens_of

LABEL = re.compile(r"(?i)\s*(?:plan |option )?([0-9]|[a-e])\s?[.):]")
"""`1) ..`, `B: ..`, `Plan A: ..`: the beginning of one of several lines to choose from."""

WHICH = frozenset(("first", "second", "third", "former", "latter", "both", "reverse", "none"))
MOST_OF_A_CHOICE = 6
"""A line that chooses has at most so many words."""

PLANS = frozenset(("plan", "option"))
STARRED = re.compile(r"(?<![\w*])\*[^\s*]+(?![\w*])|(?<![\w*])[^\s*]+\*(?![\w*])")
"""`*3`, `8C*`: a star on one side of a word, by which people correct what they wrote."""

AIMS = ("in order to", "with the intent", "with the intention", "with the hope", "with the aim",
        "with a view", "before that", "failing that")  # fmt: skip
INSTEAD = frozenset(("vs", "versus", "xor", "alt", "backup", "alternatively"))
"""Between two orders these say that the second is an aim, comes first, or is an alternative."""

THE, A = frozenset(("the", "this", "that", "any")), frozenset(("a", "an"))
DOES = frozenset(
    (
        "make", "makes", "do", "does", "order", "orders", "launch", "launches", "start", "starts",
        "begin", "begins", "accept", "my", "another", "next", "one",
    )
)  # fmt: skip
"""With one of these a verb with an article is an order all the same (`launch the attack on ..`)."""


def chosen(message: Message) -> str:
    """`1. buy ..`, `2. build ..`, and below: `I'll take the first`: only one of them is meant."""
    lines = [line for line in message.text.split("\n") if line.strip()]
    labels = [found[1].lower() for line in lines if (found := LABEL.match(line))]
    if len(labels) < 2:
        return ""
    if any(line.lower().split()[0] in PLANS for line in lines if LABEL.match(line)):
        return lines[0]
    for line in lines:
        words = [token.word for token in tokens_of(line)]
        picks = not {*labels, *WHICH}.isdisjoint(words)
        if not LABEL.match(line) and picks and len(words) <= MOST_OF_A_CHOICE:
            return line
    return ""


def starred(message: Message) -> str:
    """`buy 4 infantry`, and below: `*3`: a word with a star corrects one that was written."""
    found = STARRED.search(message.text)
    return found[0] if found and message.text.count("*") == 1 else ""


def instead(message: Message) -> str:
    """`buy 3 infantry in order to build a market`: the second of two orders is an aim of the first,
    or its alternative."""
    if len(message.filed) < 2:
        return ""
    for tokens in message.tokens:
        words = [token.word for token in tokens]
        said = " ".join(words)
        if aim := next((one for one in AIMS if f" {one} " in f" {said} "), ""):
            return aim
        others = (word for word in words if word in INSTEAD and not message.does(word))
        if other := next(others, ""):
            return other
    return ""


def spoken_of(message: Message) -> str:
    """`call off the attack on Corrin`, `the move of 2 infantry is off`: the act is a noun, and an
    unknown word says what becomes of it."""
    for part in message.parts:
        tokens = part.tokens
        covered = {at - part.start for one in part.said for at in range(one.start, one.end)}
        if not any(map(message.is_used, part.said)):
            continue
        for at, token in enumerate(tokens):
            verb = (token.word,) in message.world.table.said and message.does(token.word)
            if at in covered or not verb or token.word in message.world.table.directions:
                continue
            before = tokens[at - 1].word if at else ""
            behind = tokens[at + 1].word if at + 1 < len(tokens) else ""
            of = behind in ("on", "of", "in")
            if before not in THE and not (of and before in A) and before != "off":
                continue
            odd = [
                other.text
                for there, other in enumerate(tokens)
                if there not in covered and there != at and _is_odd(message, other)
            ]
            if odd and DOES.isdisjoint(word.word for word in tokens):
                return " ".join(odd)
    return ""


def _is_odd(message: Message, token: Token) -> bool:
    small = token.word in FILLING or token.word in PREPOSITIONS or token.word in THE | A
    manner = token.word.endswith("ly")
    return token.is_word and not small and not manner and token.word not in message.used


def apart(message: Message) -> Iterator[str]:
    """The words of each of these doubts."""
    rules = (chosen, starred, instead, spoken_of)
    yield from filter(None, (rule(message) for rule in rules))


__all__ = ["apart"]
