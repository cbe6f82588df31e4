"""Last doubts about what stands apart from the orders: a choice below them, a correction beside a
star, an aim or an alternative between them, an act that is only spoken of.

Each rule of `apart` returns the words that raise its doubt, or an empty string.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from grammar.doubt.marks import begins, found
from grammar.doubt.message import Message, bracketed
from grammar.reader.tokens import number_at, tokens_of

LABEL = re.compile(r"(?i)\s*(?:plan |option )?([0-9]|[a-e])\s?[.):]")
"""`1) ..`, `B: ..`, `Plan A: ..`: the beginning of one of several lines to choose from."""

WHICH = frozenset(("first", "second", "third", "former", "latter", "both", "reverse", "none"))
MOST_OF_A_CHOICE = 6
"""A line that chooses has at most so many words."""

PLANS = frozenset(("plan", "option"))
STARRED = re.compile(r"(?<![\w*])\*[^\s*]+(?![\w*])|(?<![\w*])[^\s*]+\*(?![\w*])")
"""`*3`, `8C*`: a star on one side of a word, by which people correct what they wrote."""

AIMS = (
    "in order to", "with the intent", "with the intention", "with the hope", "with the aim",
    "with a view", "before that", "failing that",
)  # fmt: skip
INSTEAD = frozenset(("vs", "versus", "xor", "alt", "backup", "alternatively"))
"""Between two orders these say that the second is an aim, comes first, or is an alternative."""

MOST_BEFORE = 4
"""How many words may stand up to the verb with which somebody tells something."""

AWAY = ("off", "back")
WHOM = (["them"], ["him"], ["her"], ["enemy"], ["foe"], ["others"])
MEN = (["men"], ["troops"], ["army"], ["forces"], ["soldiers"], ["lads"])

ROUNDS = frozenset(("round", "turn", "rd"))

THE = frozenset(("the", "this", "that", "any", "a", "an", "off"))
UNDONE = frozenset(
    (
        "fails", "failed", "feint", "feints", "simulate", "evaluate", "repel", "delay",
        "late", "consider", "risky", "compare", "calling",
    )
)  # fmt: skip
"""With one of these, or a withdrawal, an act with an article is not carried out."""


def recounted(message: Message) -> str:
    """`I considered K1 to 6,13`, `we discussed ..`: before what is filed somebody tells what was
    done or thought."""
    for part in message.parts if message.world.seat else ():
        used = [one.start - part.start for one in part.said if message.is_used(one)]
        words = [token.word for token in part.tokens[: min(used, default=0)] if token.is_word]
        if not begins(words, "persons"):
            continue
        for word in words[1:MOST_BEFORE]:
            if begins([word], "resolves"):
                break
            past = word.endswith("ed") and not word.endswith("eed") and len(word) > MOST_BEFORE
            if past or begins([word], "recounts"):
                return " ".join(words)
    return ""


def chosen(message: Message) -> str:
    """`1. buy ..`, `2. build ..`, and below: `I'll take the first`: only one of them is meant."""
    lines = [line for line in message.text.split("\n") if line.strip()]
    labels = [found[1].lower() for line in lines if (found := LABEL.match(line))]
    if len(labels) < 2:
        return ""
    if any(line.lower().split()[0] in PLANS for line in lines if LABEL.match(line)):
        return lines[0]
    last = max(at for at, line in enumerate(lines) if LABEL.match(line))
    for line in lines[last + 1 :]:
        words = [token.word for token in tokens_of(line)]
        if not {*labels, *WHICH}.isdisjoint(words) and len(words) <= MOST_OF_A_CHOICE:
            return line
    return ""


def another_round(message: Message) -> str:
    """`Turn 1: .., Turn 2: ..`, `build market in Brindle (round 2)`: some of it is for another
    round than this."""
    found: dict[int, str] = {}
    now = (message.world.round, max(message.world.round, 1))  # set-up is round 0
    for tokens in message.tokens if ROUNDS.isdisjoint(message.used) else ():
        inside = set(bracketed(tokens))
        for at, token in enumerate(tokens):
            number = number_at(tokens, at + 1) if token.word in ROUNDS else None
            if number is not None:
                found[number[1]] = f"{token.text} {number[1]}"
                if number[1] not in now and (at in inside or message.world.round > 1):
                    return found[number[1]]
    return found[max(found)] if len(found) > 1 else ""


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


def undone(message: Message) -> str:
    """`call off the attack on Corrin`, `the move of 2 infantry is off`: the act is a noun, and
    another word says what becomes of it."""
    if not message.used.isdisjoint(("no", "withdraw")):
        return ""
    for part in message.parts:
        if not any(map(message.is_used, part.said)):
            continue
        covered = {at - part.start for one in part.said for at in range(one.start, one.end)}
        free = [at for at in range(len(part.tokens)) if at not in covered]
        words = [part.tokens[at].word for at in free]
        noun = any(
            one in THE and (other,) in message.world.table.said and message.does(other)
            for one, other in pairwise(words)
        )
        others = [word for word in words if word != "let" and not message.does(word)]
        off = "off" if words[-1:] == ["off"] or ("call", "off") in pairwise(words) else ""
        said = next((word for word in others if word in UNDONE), "") or off
        said = said or found([one for one in others if one not in AWAY], "withdrawal")
        if noun and said:
            return said
    return ""


def of_others(message: Message) -> str:
    """`let the enemy build a market`, `their men attack Corrin`: others are to act."""
    for part in message.parts:
        words = [word for word in part.words if word not in ("the", "please")]
        lets = words[:1] in (["let"], ["make"]) and words[1:2] in WHOM
        theirs = words[:1] in (["his"], ["their"], ["enemy"]) and words[1:2] in MEN
        if (lets or theirs) and any(map(message.is_used, part.said)):
            return " ".join(part.words[:3])
    return ""


def apart(message: Message) -> Iterator[str]:
    """The words of each of these doubts."""
    rules = (chosen, recounted, another_round, of_others, starred, instead, undone)
    yield from filter(None, (rule(message) for rule in rules))


__all__ = ["apart"]
