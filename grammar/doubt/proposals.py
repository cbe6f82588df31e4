"""What may be offered where nothing was read: an offer must never be worse than silence."""

import re
from collections.abc import Sequence
from dataclasses import replace

from grammar.doubt.lost import lost
from grammar.doubt.marks import found, words_of
from grammar.doubt.message import Message, ReadSentence, Segment, ValueSpan, counted_in, said_in
from grammar.doubt.rules import AHEAD, AVOIDS, doubts_of, ways
from grammar.doubt.subordinate import main_clause
from grammar.reader.spell import is_near
from grammar.reader.there import BESIDE
from grammar.reader.tokens import Token, tokens_of

MOST_OPTIONS = 3
"""If at most so many units could be meant, any of them may be offered."""


def may_be_offered(message: Message, sentences: tuple[str, ...], behind: bool = False) -> bool:
    """May these sentences be offered as the likeliest meaning of a message?

    Only if no doubt forbids an offer, no enemy acts, every unit in them was named, they go the way
    that was said, and no part that names something of them denies it.  A denial after the last word
    of an order is about something else (`Bows1 turns left no joke`), unless `behind` is true.
    """
    proposed = replace(message, filed=tuple(ReadSentence(one) for one in sentences))
    if any(not doubt.offer for doubt in doubts_of(proposed)):
        return False
    for part in proposed.parts:
        if _foe_acts(proposed, part):
            return False
        words = main_clause(part.words) if behind else _up_to_the_last(proposed, part)
        if _denies(proposed, words) and any(map(proposed.is_used, part.said)):
            return False
    if _counts_others(proposed):
        return False
    if not _does_any(proposed) and any(True for _ in lost(proposed)):
        return False
    return _only_named(proposed) and not _turned_round(proposed) and not _stands_still(proposed)


def _up_to_the_last(message: Message, part: Segment) -> list[str]:
    """The words of a part up to the last value or verb that is in the sentences."""
    ends = [one.end - part.start for one in part.said if message.is_used(one)]
    ends += [at for at, token in enumerate(part.tokens, 1) if message.does(token.word)]
    return words_of(part.tokens[: max(ends, default=0)])


def _counts_others(message: Message) -> bool:
    """Do the sentences count units that the message does not (2 infantry, where it says `4 infantry
    and 2 archers`)?"""
    said = counted_in(message.tokens, message.world)
    filed = counted_in([tokens_of(one.sentence) for one in message.filed], message.world)
    return bool(said) and not filed <= said


def _denies(message: Message, words: Sequence[str]) -> bool:
    """Does a part say that something is not done, or that a unit keeps away from somewhere?  A unit
    that stays somewhere (`stays on d6`) may still act, and a denial that is in the sentences too
    (`M1 never parries`) does not count."""
    avoids = AVOIDS.intersection(words)
    if avoids == {"stays"}:
        avoids = frozenset(("out", "off", "clear")).intersection(words)
    return bool(found([one for one in words if one not in message.used], "denial") or avoids)


def _does_any(message: Message) -> bool:
    """Is one of the verbs in the message what the sentences do, or has it no verbs?"""
    words = [token.word for row in message.tokens for token in row]
    verbs = [word for word in words if (word,) in message.world.table.said]
    return (
        not verbs or any(map(message.does, verbs)) or any(map(_verbs(message).__contains__, words))
    )


def _verbs(message: Message) -> set[str]:
    """The words of the sentences beside their values, with and without a final s (`reforms`,
    `reform`)."""
    found: set[str] = set()
    for one in message.filed:
        tokens = tokens_of(one.sentence)
        inside = {
            at for said in said_in(tokens, message.world) for at in range(said.start, said.end)
        }
        plain = (token.word for at, token in enumerate(tokens) if at not in inside)
        found |= {
            form for word in plain if len(word) > 3 for form in (word, word.removesuffix("s"))
        }
    return found - {"with", "from", "then"}


WAYS = ("heading", "offset", "place")
FORWARD = re.compile(r"\b(up|forward|advances?)\b")
"""Words of a sentence that goes ahead; for a single step it needs no number."""


def _stands_still(message: Message) -> bool:
    """Does the message say a number of steps (`forward 4`), while the sentences go nowhere?"""
    values = (value for row in message.said for one in row for value in one.values)
    steps = {value.numbers for value in values if value.kind == "heading" and value.items}
    goes = any(value.kind in WAYS for one in message.filed_said for value in one.values)
    ahead = AHEAD if steps != {(1,)} else FORWARD
    return bool(steps) and not goes and not any(ahead.search(one.sentence) for one in message.filed)


def _foe_acts(message: Message, part: Segment) -> bool:
    """`I bet e5 takes e4`: does the part name an enemy before the unit that would act?  In systems
    that count units, only values that cannot be the player's own are enemies."""
    foe = all if message.world.table.force else any
    foes = [
        at
        for at, one in enumerate(part.said)
        if foe(value.kind == "units" and value.side == "foe" for value in one.values)
    ]
    acts = [at for at, one in enumerate(part.said) if not message.actors.isdisjoint(one.names())]
    return bool(foes and acts) and foes[0] < acts[0]


def is_example(message: Message, *sentences: str) -> bool:
    """May these sentences be shown as an example of how to write such a message?

    Only if they share a word or name with it, every unit in them was named, it is no talk and
    denies nothing, and they go the way that it says.
    """
    shown = frozenset(token.word for one in sentences for token in tokens_of(one))
    said = {token.word for row in message.tokens for token in row if token.sort != "sign"}
    alike = any(word in shown or is_near(word, shown) for word in said)
    if not alike and not any(one.names() & shown for row in message.said for one in row):
        return False
    proposed = replace(message, filed=tuple(ReadSentence(one) for one in sentences))
    if not _does_any(proposed):
        return False
    if any(doubt.talk or not doubt.offer for doubt in doubts_of(proposed)):
        return False
    if any(found([token.word for token in row], "denial") for row in message.tokens):
        return False
    return _only_named(proposed) and not _turned_round(proposed)


def _only_named(message: Message) -> bool:
    """Is every unit of the sentences named in the message?  If the message names units outright,
    the sentences must name one of them or another thing of the match.  In systems that count units,
    this is asked of the places instead."""
    said = [value for row in message.said for one in row for value in one.values]
    if message.world.table.force:
        places = {item.lower() for value in said if value.kind == "place" for item in value.items}
        filed = (value for one in message.filed_said for value in one.values)
        return all(
            item.lower() in places
            for value in filed
            if value.kind == "place"
            for item in value.items
        )
    units = [value for value in said if value.kind == "units"]
    outright = {item.lower() for value in units if value.explicit for item in value.items}
    if outright and not message.things and outright.isdisjoint(message.used):
        return False
    named = {
        item.lower()
        for value in units
        if len(value.options) <= MOST_OPTIONS or value.word in ("nearest", *BESIDE)
        for item in (*value.items, *(ref for option in value.options for ref in option))
    }
    if message.world.table.places.style == "tile":
        named |= {item for value in said if value.kind == "place" for item in value.items}
    return message.is_of_the_rest or all(
        thing.ref.lower() in named or thing.spoken.lower() in named or thing.at.lower() in named
        for thing in message.things
    )


def _turned_round(message: Message) -> bool:
    """Do the sentences go another way, or leave another place, than the message says?"""
    said = {way for tokens in message.tokens for way in ways(tokens)}
    filed = {way for one in message.filed for way in ways(tokens_of(one.sentence))}
    if said and filed and not filed <= said:
        return True
    left = _left(message.tokens, message.said)
    rows = [tokens_of(one.sentence) for one in message.filed]
    leaves = _left(rows, [said_in(row, message.world) for row in rows])
    return bool(left and leaves) and not leaves <= left


def _left(rows: Sequence[tuple[Token, ...]], said: Sequence[Sequence[ValueSpan]]) -> set[str]:
    """The places that something leaves (`from Ashford`): their first words, in lower case."""
    pairs = zip(rows, said, strict=True)
    places = (
        (tokens, one)
        for tokens, row in pairs
        for one in row
        if one.start and tokens[one.start - 1].word == "from"
    )
    return {tokens[one.start].word for tokens, one in places}


__all__ = ["is_example", "may_be_offered"]
