"""Clauses beside an order that only describe: somebody, what the writer did before, an excuse.

`he has had quite enough`, `that archer has annoyed me`, `I paced it`, `sorry for the noise`,
`grumbling about his knees`, `not that anybody cares`: each is told by its first words, and holds no
value and no word that could be about the order.  The orders are read without them.
"""

import re
from collections.abc import Iterator, Sequence

from grammar.doubt.marks import begins, found, past, row_at
from grammar.doubt.message import ValueSpan, said_in
from grammar.reader.tokens import Token, tokens_of
from grammar.reader.weights import stem
from grammar.reader.world import World

STOPS = frozenset((",", ";", ".", "..", "...", "!", "(", ")", "-", "–", "—"))
OPENED, CLOSED = "(", ")"
LOOSE = frozenset((",", ";", "-", "–", "—"))
"""Signs between clauses of one sentence, which go with the clause behind them."""

AFTERWARDS = frozenset(("tomorrow", "later", "next", "until", "till", "once", "when", "soon"))
FREELY = frozenset(("direction", "text", "ordinal", "phase"))
"""Kinds of values that also occur in descriptions."""

LONGEST = 14
"""The most words of such a clause."""

DEGREES = frozenset(("that", "this", "too", "so"))
"""Before another word these speak of a thing or a degree, not of the order."""

MOST_OF_A_NAME = 4
"""The most words of a subject that is a noun (`the whole second line is ..`)."""

EMPTY = re.compile(r"\( ?\)")
PARTICIPLE = re.compile("[a-z]{3,}ing")


def undescribing(text: str, world: World) -> str:
    """The text without clauses that only describe; the text itself if there is none."""
    return "\n".join(_without(line, world) for line in text.split("\n"))


def _without(line: str, world: World) -> str:
    """A line without its descriptions.  The sign before a clause goes with it, or the one behind a
    clause that begins a sentence."""
    tokens = tokens_of(line)
    said = said_in(tokens, world)
    kept, done = "", 0
    for begin, end in _clauses(tokens, said):
        before = tokens[begin - 1].word if begin else ""
        behind = tokens[end].word if end < len(tokens) else ""
        labelled = before == ":" or behind == ":"
        quoted = line[: tokens[begin].start].count('"') % 2
        if labelled or quoted or not _describes(tokens, begin, end, said, world):
            continue
        if before in LOOSE or (before == OPENED and behind == CLOSED):
            first, last = tokens[begin - 1].start, tokens[end - 1].end
            last = tokens[end].end if before == OPENED else last
        else:
            first = tokens[begin].start
            last = tokens[end].end if behind and behind != CLOSED else tokens[end - 1].end
        kept, done = kept + line[done : max(first, done)], max(last, done)
    return EMPTY.sub("", kept + line[done:]).strip(" ,;-–—") if done else line


def _clauses(tokens: Sequence[Token], said: Sequence[ValueSpan]) -> Iterator[tuple[int, int]]:
    """The (start, end) of what may be a clause: between two stops that are in no value, and from a
    word that gives a reason or tells of somebody on."""
    inside = {at for one in said for at in range(one.start, one.end)}
    begin = 0
    for at in range(len(tokens) + 1):
        if at == len(tokens) or (at not in inside and tokens[at].word in (*STOPS, ":")):
            if at > begin:
                yield from _inner(tokens, begin, at, inside)
            begin = at + 1


def _inner(
    tokens: Sequence[Token], begin: int, end: int, inside: set[int]
) -> Iterator[tuple[int, int]]:
    """The clause itself, or the ones before and behind a word that gives a reason in it."""
    words = [token.word for token in tokens[begin:end]]
    for at in range(1, len(words)):
        link = row_at(words, at, "gives the reason")
        bare = begin + at not in inside and not begins(words[at - 1 :], "as soon")
        if link > at and bare and begins(words[link:], "a person"):
            yield begin, begin + at
            yield begin + at, end
            return
    yield begin, end


def _describes(
    tokens: Sequence[Token], begin: int, end: int, said: Sequence[ValueSpan], world: World
) -> bool:
    """Does a clause only describe?"""
    words = [token.word for token in tokens[begin:end] if token.sort != "sign"]
    words = words[past(words, 0, "before a subject") :]
    while begins(words[-1:], "laughs"):
        words = words[:-1]
    if not 1 < len(words) <= LONGEST or any(token.sort == "ref" for token in tokens[begin:end]):
        return False
    if found(words, "condition", "leaves open") or not AFTERWARDS.isdisjoint(words):
        return False
    if not world.seat and not any(one.end <= begin for one in said):
        return False  # the GM's excuse before a fact
    values = [
        value for one in said if begin <= one.start and one.end <= end for value in one.values
    ]
    if not values and (_is_excuse(words) or _is_manner(words, world) or _is_set_aside(words)):
        return True
    kinds = {value.kind for value in values} - FREELY
    theirs = all(value.side == "foe" for value in values if value.kind == "units")
    if not kinds <= {"units"} or (kinds and not (theirs and world.seat)):
        return False
    if _is_reckoned(words):
        return True
    named = begin > 1 and tokens[begin - 2].sort == "ref"  # `L1, who is tired, ..`
    told = _told_of_him(words, named) if world.seat else ()
    if begins(words, "pointing") and not values:  # `because that hill is nice`
        return False
    return bool(told) and not _does(told, world)


def _does(words: Sequence[str], world: World) -> bool:
    """Is there a verb of an order in a clause, other than as a noun or behind `too .. to`?"""
    said = world.table.said
    for at, word in enumerate(words):
        acts = (word,) in said or any((stem(word) + end,) in said for end in ("", "e", "s"))
        noun = at and begins([words[at - 1]], "determiner")
        able = at > 1 and words[at - 1] == "to" and not {"too", "enough"}.isdisjoint(words[:at])
        if acts and not noun and not able:
            return True
    return False


def _told_of_him(words: Sequence[str], named: bool) -> Sequence[str]:
    """`he is too fragile to walk`, `that archer has annoyed me`, `who was never in a hurry`: the
    words for what somebody is, was or has; empty if it may be what he is to do."""
    at = row_at(words, 0, "a person")
    if not at and begins(words, "whose thing"):
        verbs = range(2, min(len(words), MOST_OF_A_NAME + 2))
        at = next((one for one in verbs if begins(words[one:], "is or has")), 0)
    contracted = begins(words, "a person is")
    verb = row_at(words, at, "is or has")
    if not at or (verb == at and not contracted):
        return ()
    if words[0] == "who" and not named and begins(words[at:], "is now"):
        return ()  # `the archer, who is wounded, ..`
    told = words[past(words, verb, "in passing") :]
    doubts = ("denial", "withdrawal", "unreal", "reports", "resolves", "about it")
    doubted = found([*words[:at], *_plain(told)], *doubts)
    return () if doubted or begins(told, "is to act") else told


def _plain(words: Sequence[str]) -> list[str]:
    """The words without `of it` and the like, and without `that` or `too` before another word."""
    pairs = [*zip(("", *words), words, (*words[1:], ""), strict=False)]
    return [
        one
        for before, one, behind in pairs
        if not (one == "it" and begins([before], "before it"))
        and not (one in DEGREES and behind and not begins([behind], "auxiliary"))
    ]


def _is_reckoned(words: Sequence[str]) -> bool:
    """`I have counted it twice`, `measured twice`, `we forgot his potion`: what the writer did."""
    at = past(words, 0, "i have")
    verb = row_at(words, at, "did reckon") or at
    if verb == at and at:
        verb = row_at(words, at, "did forget")
    rest = words[verb:]
    if verb == at or begins(rest, "is to act"):
        return False
    return not found(rest, "denial", "withdrawal", "unreal", "this order")


def _is_excuse(words: Sequence[str]) -> bool:
    """`sorry for the noise`, `sorry my english`, `sorry guys`."""
    rest = words[row_at(words, 0, "excuse") :]
    if not 0 < len(rest) < len(words):
        return False
    return not found(_plain(rest), "denial", "withdrawal", "correction", "unreal", "about it")


def _is_set_aside(words: Sequence[str]) -> bool:
    """`not that anybody cares`, `mind the gap`."""
    return begins(words, "set aside") and not found(
        words[2:], "withdrawal", "correction", "about it"
    )


def _is_manner(words: Sequence[str], world: World) -> bool:
    """`grumbling about his knees`: what somebody does besides."""
    if not PARTICIPLE.fullmatch(words[0]) or begins(words, "not acting") or _does(words, world):
        return False
    every = [*_plain(words), *map(stem, words)]
    doubts = "denial", "withdrawal", "time", "unreal", "correction", "still open", "about it"
    return not found(every, *doubts)


__all__ = ["undescribing"]
