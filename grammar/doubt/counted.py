"""Last doubts about counted units (`4 infantry`): are those that are filed to act at all?

Each rule of `miscounted` returns the words that raise its doubt, or an empty string.
"""

from collections.abc import Iterator
from itertools import pairwise

from grammar.doubt.message import SEAMS, Message, Segment
from grammar.doubt.plainly import FILLING
from grammar.reader.edges import PREPOSITIONS
from grammar.reader.forces import JOINS, forces_at
from grammar.reader.tokens import Token

OWNERS = frozenset(("i", "we", "he", "she", "they", "army"))
OWN = frozenset(("have", "has", "own", "owns", "hold", "holds", "got", "had", "is", "are", "was"))
"""Behind somebody these tell what he has (`I have 4 infantry in Ashford`)."""

GOALS = frozenset(("from", "to", "in", "at", "into", "on", "->", "then", "for", "by", "please"))
"""These may follow the last of a list of forces."""

HERE = frozenset(("in", "at"))
"""Behind these stands where a force is, if `from` said before where it comes from."""

POLITE = frozenset(
    (
        "would",
        "shall",
        "need",
        "needs",
        "wants",
        "get",
        "take",
        "please",
        "thanks",
        "thank",
        "you",
        "yes",
        "ok",
        "today",
        "x",
        "more",
    )
)


def _forces(tokens: tuple[Token, ...], message: Message) -> list[tuple[int, int, frozenset[str]]]:
    """Each single force of a sentence: (start, end, what the law calls it)."""
    found, at = [], 0
    while at < len(tokens):
        first = next(forces_at(tokens, at, message.world), None)
        if first is None or not first[1].items[0][:1].isdigit():
            at += 1
            continue
        found.append((at, first[0], frozenset(first[1].items)))
        at = first[0]
    return found


def owned(message: Message) -> str:
    """`I have 4 infantry in Ashford`, `Ashford holds 3 infantry`: it is told who has them."""
    for tokens in message.tokens:
        for start, _, _ in _forces(tokens, message):
            before = [token.word for token in tokens[max(start - 2, 0) : start]]
            if len(before) < 2 or before[1] not in OWN:
                continue
            placed = any(one.end == start - 1 for row in message.said for one in row)
            if before[0] in OWNERS or placed:
                return " ".join(before)
    return ""


def joined(message: Message) -> str:
    """`with 2 cavalry, 3 infantry remain`, `.., against 4 infantry`: a further force is in the same
    order that does not stand directly in the list of the others, or of which more is said."""
    for number, tokens in enumerate(message.tokens):
        covered = _covered(message, number)
        for (_, end, one), (start, last, other) in pairwise(_forces(tokens, message)):
            orders = [of.sentence for of in message.filed if _holds(of.sentence, one, other)]
            if not orders or one == other or " for " in orders[0]:
                continue
            between = [tokens[at].word for at in range(end, start) if at not in covered]
            odd = {word for word in between if word not in (*JOINS, *GOALS, "with", "the", "my")}
            tail = [token.word for token in tokens[last:]]
            left = tail[: next((at for at, word in enumerate(tail) if word in SEAMS), len(tail))]
            goals = GOALS - HERE if " from " in orders[0] else GOALS
            ends = not left or left[0] in JOINS or (left[0] in goals and len(left) > 1)
            if odd or not ends:
                return " ".join(token.text for token in tokens[start : last + 1])
    return ""


def shared_out(message: Message) -> str:
    """`3/4 of the infantry`, `3 out of 4 infantry`, `>2 infantry`: a part of a force, a limit."""
    for tokens in message.tokens:
        for start, _, _ in _forces(tokens, message):
            before = [token.word for token in tokens[max(start - 3, 0) : start]]
            if before[-1:] in ([">"], ["<"], ["/"]) or before[-2:] == ["out", "of"]:
                return " ".join((*before[-2:], tokens[start].text))
    return ""


def unspoken(message: Message) -> str:
    """`4 infantry in Ashford suffice`, `note: 3 infantry in Ashford`: no verb says what is to be
    done with them, and other words are beside them."""
    for part in message.parts:
        if not any(map(message.is_used, part.said)) or _has_verb(message, part):
            continue
        if not any(
            start >= part.start for start, *_ in _forces(message.tokens[part.sentence], message)
        ):
            continue
        covered = {at for one in part.said for at in range(one.start, one.end)}
        odd = [
            token.text
            for at, token in enumerate(part.tokens, part.start)
            if at not in covered and token.is_word and not _is_small(token.word)
        ]
        if odd:
            return " ".join(odd)
    return ""


def all_but(message: Message) -> str:
    """`move everything from Brindle, keeping 1 archer`: all are filed, and some of them named."""
    filed = " ".join(one.sentence for one in message.filed)
    if not ("everything" in filed or " all " in filed) or "but" in message.used:
        return ""
    for tokens in message.tokens:
        for start, end, names in _forces(tokens, message):
            if not any(one in filed for one in names):
                return " ".join(token.text for token in tokens[start:end])
    return ""


def _has_verb(message: Message, part: Segment) -> bool:
    covered = _covered(message, part.sentence)
    return any(
        token.word in message.used or message.does(token.word)
        for at, token in enumerate(part.tokens, part.start)
        if at not in covered and token.is_word and not _is_small(token.word)
        if token.word not in OWN
    )


def _covered(message: Message, sentence: int) -> set[int]:
    """The indices of the tokens of a sentence that belong to a value."""
    return {at for one in message.said[sentence] for at in range(one.start, one.end)}


def _holds(sentence: str, *forces: frozenset[str]) -> bool:
    return all(any(one in sentence for one in force) for force in forces)


def _is_small(word: str) -> bool:
    return word in FILLING or word in PREPOSITIONS or word in POLITE or word in JOINS


def miscounted(message: Message) -> Iterator[str]:
    """The words of each of these doubts."""
    if message.world.table.force and message.world.seat:
        rules = (owned, joined, shared_out, unspoken, all_but)
        yield from filter(None, (rule(message) for rule in rules))


__all__ = ["miscounted"]
