"""Sums beside an order that only say what it costs: `70 gold in total`, `10 apiece, so 40`, `(45)`.

Such a part is left out when the order is read, and then compared with what a trial of the order
takes, costs and leaves.
"""

import re
from collections.abc import Sequence

from grammar.doubt.marks import marks
from grammar.doubt.message import Message
from grammar.reader.tokens import Token, number_at, ordinal_at, tokens_of

PRICES = re.compile(r"\b(?:price|gold|amount|cost|paid)=([0-9]{1,6})\b")
SPENT = re.compile(r"\bprice=([0-9]+).*?\bleft=([0-9]+)")
SUMS = re.compile(r"\b(?:left|military|civil|influence|change)=-?([0-9]{1,6})\b")
"""What events say of money."""

COUNTS = re.compile(r"\bunits=\(([0-9]+(?:, [0-9]+)*)\)")
LEVELS = re.compile(r"\blevel=([0-9]+)")
LEVEL, NEXT = "level", ("next", "one", "a", "another", "further")
TIMES = ("x", "*", "×")
EMPTY = re.compile(r"[ \t]*\([\s,;]*\)|[ \t]*[,;:][ \t]*(?=[,;.!?)\n]|$)|[ \t]+(?=[,;.!?)\n]|$)")
BEGUN = re.compile(r"(?m)^[ \t]*[,;.!?]+[ \t]*")


def without_sums(message: Message) -> tuple[str, tuple[str, ...]]:
    """A message without the parts that only say a sum, and these parts."""
    text, sums, begin = message.text, list[str](), 0
    for part in message.parts:
        if any(value.kind == "place" for one in part.said for value in one.values):
            continue  # `two to the right, so 8,12`
        whole = message.sentences[part.sentence].text
        first, last = part.tokens[0].start, part.tokens[-1].end
        noted = whole[:first].rstrip().endswith("(") and whole[last:].lstrip().startswith(")")
        said = whole[first:last]
        if (at := text.find(said, begin)) < 0:
            continue
        begin = at + len(said)
        if is_reckoning(part.tokens, noted):
            text, begin = text[:at] + text[begin:], at
            sums.append(said)
    if not sums:
        return text, ()
    return BEGUN.sub("", EMPTY.sub("", EMPTY.sub("", text))).strip(), tuple(sums)


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


def costs(events: str) -> bool:
    """Do these events, as text, say that anything costs gold?"""
    return PRICES.search(events) is not None


def is_confirmed(parts: Sequence[str], events: str) -> bool:
    """Do the events of a trial, as text, have all the sums that these parts say: each by itself, as
    the price of one unit, or all together?"""
    paid = [int(one) for one in PRICES.findall(events)]
    prices = {*paid, sum(paid)}
    rows = [[int(one) for one in row.split(",")] for row in COUNTS.findall(events)]
    counts = {one for row in rows for one in row if one}
    known = prices | {int(one) for one in SUMS.findall(events)} | set(map(sum, rows))
    known |= {int(one) + int(other) for one, other in SPENT.findall(events)}  # what there was
    levels = {int(one) for one in LEVELS.findall(events)}
    open_: list[int] = []
    for tokens in map(tokens_of, parts):
        words = [token.word for token in tokens]
        if LEVEL in words and not levels:
            return False
        for at in range(len(tokens)):
            beside = LEVEL in (*words[at + 1 : at + 2], *words[max(at - 1, 0) : at])
            same = words[at] in NEXT or not levels.isdisjoint(_number(tokens, at))
            times = words[at + 1 : at + 2] and words[at + 1] in TIMES
            said = counts | known if times else known
            open_ += (
                one for one in _number(tokens, at) if not (beside and same) and one not in said
            )
    each = all(any(one * count in prices for count in counts) for one in open_)
    return each or (len(open_) > 1 and sum(open_) in known)


__all__ = ["costs", "is_confirmed", "without_sums"]
