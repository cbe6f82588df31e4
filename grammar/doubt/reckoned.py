"""Sums beside an order that only say what it costs: `70 gold in total`, `10 apiece, so 40`, `(45)`.

Such a part is left out when the order is read, and then compared with what a trial of the order
takes, costs and leaves.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from grammar.doubt.marks import marks
from grammar.doubt.message import Message, Segment, leaving_out
from grammar.reader.tokens import Token, number_at, ordinal_at, tokens_of
from rules.line.events import Event
from rules.line.frozen import all_fields_in

PRICES = ("price", "gold", "amount", "cost", "paid", "points")
SUMS = ("left", "spent", "military", "civil", "influence", "change")
COUNTS, LEVELS = "units", "level"
"""The fields of events that say something of money, units by type, and levels."""

LEVEL, NEXT = "level", ("next", "one", "a", "another", "further")
TIMES = ("x", "*", "×")
KEPT = ("left", "leaves", "leaving", "remain", "remaining")


def without_sums(message: Message) -> tuple[str, tuple[str, ...]]:
    """A message without the parts that only say a sum, and these parts."""
    return leaving_out(message, [part for part in message.parts if _is_sum(message, part)])


def _is_sum(message: Message, part: Segment) -> bool:
    """Does a part only say a sum?"""
    if any(value.kind == "place" for one in part.said for value in one.values):
        return False  # `two to the right, so 8,12`
    whole = message.sentences[part.sentence].text
    first, last = part.tokens[0].start, part.tokens[-1].end
    noted = whole[:first].rstrip().endswith("(") and whole[last:].lstrip().startswith(")")
    return is_reckoning(part.tokens, noted)


def is_reckoning(tokens: tuple[Token, ...], noted: bool = False) -> bool:
    """Does a part only say a sum of money, or the level that is bought?  `noted`: it stands in
    brackets of its own, so that a number alone may be one."""
    words = [token.word for token in tokens]
    sorts = marks()["reckoning"] | marks()["reckoned"]
    levels = LEVEL in words and not set(NEXT).isdisjoint(words)
    if not levels and not any(_number(tokens, at) for at in range(len(tokens))):
        return False
    named = any((word,) in marks()["reckoning"] for word in words)
    return (named or (noted and len(words) == 1)) and all(
        token.sort == "sign" or (token.word,) in sorts or _number(tokens, at)
        for at, token in enumerate(tokens)
    )


def _number(tokens: tuple[Token, ...], at: int) -> tuple[int, ...]:
    """The number or ordinal at a token, if there is one."""
    if (found := number_at(tokens, at)) is not None:
        return (found[1],)
    if (nth := ordinal_at(tokens, at)) is not None:
        return (nth,)
    glued = re.fullmatch("([0-9]{1,6})g", tokens[at].word)
    return (int(glued[1]),) if glued else ()


def costs(events: Sequence[Event]) -> bool:
    """Do these events say that anything costs gold?"""
    return any(name in PRICES and _is_number(value) for name, value in all_fields_in(tuple(events)))


def _is_number(value: object) -> bool:
    """Is it a whole number from 0 up?"""
    return type(value) is int and value >= 0


def _had(told: Sequence[tuple[str, Any]]) -> Iterator[int]:
    """What there was before a price was paid: the price, and what the next field says is left."""
    price: int | None = None
    for name, value in told:
        if name == "price" and price is None:
            price = value
        elif name == "left" and price is not None:
            yield price + value
            price = None


def is_confirmed(parts: Sequence[str], events: Sequence[Event]) -> bool:
    """Do the events of a trial have all the sums that these parts say: each by itself, as the price
    of one unit, or all together?"""
    told = tuple(all_fields_in(tuple(events)))
    numbers = [(name, value) for name, value in told if _is_number(value)]
    paid = [value for name, value in numbers if name in PRICES]
    prices = {*paid, sum(paid)}
    rows = [
        value
        for name, value in told
        if name == COUNTS and isinstance(value, tuple) and value and all(map(_is_number, value))
    ]
    counts = {one for row in rows for one in row if one}
    counts |= {len(value) for name, value in told if name == COUNTS and isinstance(value, tuple)}
    sums = {abs(value) for name, value in told if name in SUMS and type(value) is int}
    known = prices | sums | set(map(sum, rows)) | set(_had(numbers))
    levels = {value for name, value in numbers if name == LEVELS}
    open_: list[int] = []
    for tokens in map(tokens_of, parts):
        words = [token.word for token in tokens]
        if LEVEL in words and not levels:
            return False
        if paid and not set(KEPT).isdisjoint(words) and all(name != "left" for name, _ in told):
            continue
        for at in range(len(tokens)):
            beside = LEVEL in (*words[at + 1 : at + 2], *words[max(at - 1, 0) : at])
            if words[at] == "one" and at and at + 1 == len(words):  # `the 50 point one`
                continue
            same = words[at] in NEXT or not levels.isdisjoint(_number(tokens, at))
            times = words[at + 1 : at + 2] and words[at + 1] in TIMES
            said = counts | known if times else known
            open_ += (
                one for one in _number(tokens, at) if not (beside and same) and one not in said
            )
    each = all(any(one * count in prices for count in counts) for one in open_)
    return each or (len(open_) > 1 and sum(open_) in known)


__all__ = ["costs", "is_confirmed", "without_sums"]
