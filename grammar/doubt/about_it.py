"""Last doubts about remarks that may be about the order itself.

What is told of somebody or something (`he is tired`, `in the pouring rain`) leaves an order as it
is.  A remark that speaks of words, wishes, decisions, trials or other matches may not (`my
grandson recommends it`, `test post`), nor may one that asks for something to be done with what was
said (`cross that out`), or whose verb stands alone, so that only the order can be its subject
(`Recalled.`).

Each rule of `about_it` returns the words that raise its doubt, or an empty string.
"""

from collections.abc import Iterator
from dataclasses import replace

from grammar.doubt.around import ADDRESS
from grammar.doubt.marks import begins, found, past, row_at, without_harmless
from grammar.doubt.message import Message, Segment
from grammar.doubt.rules import bids
from grammar.doubt.subordinate import only_tells

DONE = "ed"
"""How the participle ends that says what became of an order."""

DOING = "ing"
"""How the participle ends that says what somebody does now."""

ANSWERS = frozenset(("undo", "cancel", "decline", "accept"))
"""Orders about something that was said before."""

SHORT = 3
"""A request about what was said has no more words."""


def spoken_of(message: Message) -> str:
    """`my grandson recommends it`, `test post`, `on the strength of a rumour`: a word about words,
    wishes or decisions that is in no order."""
    for part in message.parts:
        world, orders = message.world, message.orders(part)
        words = [
            word
            for word in without_harmless(message.open_words(part))
            if word not in world.vocabulary and not (orders and (word,) in world.table.said)
        ]
        if only_tells(part.words) or begins(part.words, "conclusion"):
            continue
        for at in range(len(words)):
            end = row_at(words, at, "words and wishes")
            if end > at and words[at - 1 : at] not in (["no"], ["with"]):
                return " ".join(words[at:end])
    return ""


def asked_of_it(message: Message) -> str:
    """`Cross that out`, `kindly unmake it`: something is to be done with what was said."""
    for part in message.parts:
        words = _words(part)
        about = begins(words[1:], "what was written") and len(words) <= SHORT
        ways = message.world.table.directions  # `turn it left`
        shapes = begins(words, "correction") or part.said or not ways.keys().isdisjoint(words)
        if about and not shapes and bids(words) and not message.orders(part):
            return part.text
    return ""


def done_to_it(message: Message) -> str:
    """`Recalled.`, `.., given half a chance`: a participle that is a sentence of its own behind an
    order, or one that sets a condition."""
    for part in _behind(message):
        words = _words(part)
        alone = not part.start and len(words) == 1 and words[0].endswith(DONE)
        if alone or begins(words, "given that"):
            return part.text
    return ""


def wished_by(message: Message) -> str:
    """`.., my engine likes`: somebody's verb has no object, so that it is the order."""
    for part in _behind(message):
        *ahead, last = part.words
        named = ahead and ahead[0] != "as" and not begins(ahead[-1:], "he")  # `he thinks`
        if named and begins([last], "thinks so"):
            return part.text
    return ""


def of_the_writer(message: Message) -> str:
    """`I'm merely chatting`, `we could, but why`, `let me think`, `(to be confirmed)`: what the
    writer merely does or would do, and what is still to be done, may change the order before it."""
    for part in _behind(message):
        words = _words(part)
        at = row_at(words, 0, "i am")
        mere = row_at(words, at, "merely") if at else 0
        if mere > at and words[mere:] and words[mere].endswith(DOING):
            return part.text
        would = begins(words, "i would") and not found(words[:3], "wish")
        to_be = words[:2] == ["to", "be"] and any(one.endswith(DONE) for one in words[2:3])
        if would or to_be or begins(words, "let me"):
            return part.text
    return ""


def _behind(message: Message) -> Iterator[Segment]:
    """The parts behind an order that order nothing, and tell no reason."""
    begun = False
    for part in message.parts:
        orders = message.orders(part)
        if begun and not orders and part.words and not only_tells(part.words):
            yield part
        begun = begun or orders


def _words(part: Segment) -> list[str]:
    """The words of a part from the first that is no mere sigh or link."""
    return part.words[past(part.words, 0, "sighs") :]


def about_it(message: Message) -> Iterator[str]:
    """The words of each of these doubts, addresses of pages left out."""
    if ADDRESS.search(message.text):
        message = replace(message, text=ADDRESS.sub(" ", message.text))
    if message.used.isdisjoint(ANSWERS):
        rules = spoken_of, asked_of_it, done_to_it, wished_by, of_the_writer
        yield from filter(None, (rule(message) for rule in rules))


__all__ = ["about_it"]
