"""Changes to messages of people, each with what may still be carried out after it."""

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from bot.doors.measure import said
from grammar.doubt import Message, ReadSentence
from grammar.doubt.marks import found
from grammar.doubt.message import ValueSpan
from grammar.reader.tokens import Token
from grammar.reader.weights import stem
from tests.non_orders.seeds import Seed, real_seeds
from tests.non_orders.trying import Tried, outcome_of

Law = Literal["nothing", "not the old", "the old or nothing"]
"""What may be carried out of a changed message."""

QUOTED = ('"{}"', "“{}”", "[quote]{}[/quote]", "[quote=Tom]{}[/quote]", "he wrote: «{}»")
STRUCK = ("~~{}~~", "[s]{}[/s]", "[strike]{}[/strike]")
CONDITIONED = (
    "if he comes near, {}", "unless he moves first, {}", "{} if nobody minds",
    "{}, unless it is a trap", "as soon as he is near, {}", "{}, provided he stays there",
    "{} when he has gone", "once the way is free, {}", "in case he attacks, {}",
)  # fmt: skip
NOT = ("does not", "doesn't", "won't", "will not", "never", "must not")
JOINS = ("and", "then", "but", "or", "except", "both", "each", "all", "everyone", "nobody", "only")
"""Words that are neither dropped nor moved, since what is left may rightly be another order."""


@dataclass(frozen=True, slots=True)
class Changed:
    """A message that was changed, and what of it may be carried out."""

    kind: str
    text: str
    law: Law


def whole(seed: Seed, dice: random.Random) -> Iterator[Changed]:
    """Quote the whole message, strike it out, or put it under a condition."""
    text = seed.text
    yield Changed("quoted", dice.choice(QUOTED).format(text), "nothing")
    yield Changed("quoted", "\n".join(f"> {line}" for line in text.split("\n")), "nothing")
    yield Changed("struck out", dice.choice(STRUCK).format(text), "nothing")
    if "\n" not in text and len(_message(seed).sentences) == 1 and "//" not in text:
        framed = dice.choice(CONDITIONED).format(text.strip().rstrip(".!"))
        yield Changed("condition added", framed, "nothing")


def negated(seed: Seed, dice: random.Random) -> Iterator[Changed]:
    """Put a `not` before the one verb that orders something."""
    message = _message(seed)
    table = message.world.table
    verbs = [
        (number, at)
        for number, tokens in enumerate(message.tokens)
        for at, token in enumerate(tokens)
        if (token.word,) in table.said and not _inside(at, message.said[number])
    ]
    words = [token.word for tokens in message.tokens for token in tokens]
    if len(verbs) != 1 or found(words, "denial", "condition", "time"):
        return
    number, at = verbs[0]
    token = message.tokens[number][at]
    if message.does(token.word):
        one = len(seed.sentences) == 1 and " then " not in seed.sentences[0]
        text = _put(seed, message, number, token, f"{dice.choice(NOT)} {stem(token.text)}")
        yield from (Changed("negated", each, "nothing" if one else "not the old") for each in text)


def values(seed: Seed, dice: random.Random) -> Iterator[Changed]:
    """Drop a value that was filed, or say another of its kind in its place."""
    message = _message(seed)
    filed = [
        (number, one)
        for number, row in enumerate(message.said)
        for one in row
        if message.is_used(one) and not _elsewhere(message, one)
    ]
    if not filed:
        return
    number, one = dice.choice(filed)
    kinds = {value.kind for value in one.values}
    for text in _put_value(seed, message, number, one, ""):
        yield Changed(f"value dropped: {one.value.kind}", text, "not the old")
    others = [
        said
        for row in message.said
        for said in row
        if kinds & {value.kind for value in said.values} and not said.names() & one.names()
    ]
    if others:
        other = dice.choice(others)
        words = " ".join(token.text for token in _tokens(message, other))
        for text in _put_value(seed, message, number, one, words):
            yield Changed(f"value replaced: {one.value.kind}", text, "not the old")


def words(seed: Seed, dice: random.Random) -> Iterator[Changed]:
    """Drop a word, double it, or swap it with the next."""
    message = _message(seed)
    spots = [
        (number, at)
        for number, tokens in enumerate(message.tokens)
        for at, token in enumerate(tokens)
        if token.sort != "sign"
    ]
    if not spots:
        return
    number, at = dice.choice(spots)
    tokens = message.tokens[number]
    token = tokens[at]
    plain = token.word not in JOINS and not found((token.word,), "denial")
    if plain and not _inside(at, message.said[number]):
        for text in _put(seed, message, number, token, ""):
            yield Changed("word dropped", text, "the old or nothing")
    for text in _put(seed, message, number, token, f"{token.text} {token.text}"):
        yield Changed("word doubled", text, "the old or nothing")
    if at + 1 < len(tokens) and tokens[at + 1].sort != "sign" and plain:
        turned = f"{tokens[at + 1].text} {token.text}"
        for text in _put(seed, message, number, token, turned, tokens[at + 1]):
            yield Changed("words exchanged", text, "the old or nothing")


CHANGES: tuple[Callable[[Seed, random.Random], Iterator[Changed]], ...] = (
    whole,
    negated,
    values,
    words,
)


def _message(seed: Seed) -> Message:
    return Message(seed.text, tuple(map(ReadSentence, seed.sentences)), seed.world)


def _inside(at: int, row: tuple[ValueSpan, ...]) -> bool:
    return any(one.start <= at < one.end for one in row)


def _tokens(message: Message, one: ValueSpan) -> tuple[Token, ...]:
    number = next(at for at, row in enumerate(message.said) if any(one is each for each in row))
    return message.tokens[number][one.start : one.end]


def _elsewhere(message: Message, one: ValueSpan) -> bool:
    """Is something that this could mean said a second time?"""
    return any(
        other is not one and other.names() & one.names() for row in message.said for other in row
    )


def _put_value(
    seed: Seed, message: Message, number: int, one: ValueSpan, words: str
) -> Iterator[str]:
    tokens = message.tokens[number]
    yield from _put(seed, message, number, tokens[one.start], words, tokens[one.end - 1])


def _put(
    seed: Seed, message: Message, number: int, first: Token, words: str, last: Token | None = None
) -> Iterator[str]:
    """The message with the tokens from `first` to `last` replaced by `words`; nothing if that
    changes nothing, or if the message does not contain the sentence exactly once as it was read."""
    sentence = message.sentences[number].text
    if seed.text.count(sentence) != 1:
        return
    begun = seed.text.index(sentence)
    before = seed.text[: begun + first.start]
    text = f"{before}{words}{seed.text[begun + (last or first).end :]}"
    text = re.sub(r"[ \t]{2,}", " ", text).strip()
    if text and text != seed.text:
        yield text


def changed(system: str, dice: random.Random) -> Iterator[Tried]:
    """Try an endless stream of changed messages of a system."""
    for seed in real_seeds(system, dice):
        for change in CHANGES:
            for one in change(seed, dice):
                yield try_change(seed, one)


def try_change(seed: Seed, one: Changed) -> Tried:
    """Say a changed message, and judge what comes of it."""
    came = seed.hear(one.text)
    against = bool(came.filed)
    if against and one.law != "nothing":
        against = (came.state == seed.came.state) == (one.law == "not the old")
    return Tried(
        seed.system, one.kind, seed.text, one.text, outcome_of(came), against, came=said(came)
    )


def sample(system: str, seed: str, count: int) -> list[Tried]:
    """Try `count` changed messages of a system; the same seed tries the same."""
    dice = random.Random(f"{system} changed {seed}")
    return list(islice(changed(system, dice), count))
