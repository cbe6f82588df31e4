"""Facts against an order (`certain.py`) that hold only by the letter: what they find is harmless.

`would like to` holds a word of a condition and is a wish; `back` in `falls back` takes nothing
back; the `nine squares` that are in no order are just how far the target is.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from grammar.doubt.agreement import UNSAID, Agreement
from grammar.doubt.bars import (
    RETHOUGHT,
    WITH_WHAT,
    Comparison,
    is_made_up,
    leaves_a_weapon,
    says_more,
)
from grammar.doubt.corrected import mended
from grammar.doubt.lost import TOOLS, lost
from grammar.doubt.marks import begins, found
from grammar.doubt.message import Message, ReadSentence, Segment, ValueSpan
from grammar.doubt.rules import ABOUT_IT
from grammar.doubt.subordinate import main_clause
from grammar.reader.extremes import spot_of
from grammar.reader.measured import distance_at, legs_of
from grammar.reader.tokens import number_at, tokens_of

EXCUSED = "excused: "
OF_CORRECTIONS = ("corrected", "order: correction", "order: place unused")
"""Facts that say no more than that something was put right."""

EXCUSABLE = (
    "before: condition", "order: condition", "behind: condition", "order: withdrawal",
    "before: time", "order: time", "behind: time", "order: denial",
    "order: units unused", "behind: units unused", "behind: distance unused", "loses a value",
    "another says more", "judged", "filled in", "thrown together", "over 0", "ahead 0", "ahead 1",
    "ahead 2", WITH_WHAT, RETHOUGHT, *OF_CORRECTIONS,
)  # fmt: skip
"""The facts that can be excused.  That they are is not learnt."""

EXCUSES = frozenset(f"{EXCUSED}{fact}" for fact in EXCUSABLE)

MOST_SPOTS = 8
"""Of how many units and places the distances are looked at."""

KEPT = frozenset((f"{UNSAID} verb", f"{UNSAID} phase"))
"""What an order may say that the message does not: its verb is there in other words."""


def excuses(message: Message, standing: Comparison) -> Iterator[str]:
    """The facts of `EXCUSABLE` that are no reason against the order, prefixed."""
    alike = tuple(ReadSentence(one) for some in standing.alike for one in some)
    whole = replace(message, filed=(*message.filed, *alike))
    parts = message.parts
    orders = [message.orders(one) for one in parts]
    first = orders.index(True) if True in orders else 0
    for side in ("before", "order", "behind"):
        own = [
            part
            for at, part in enumerate(parts)
            if side == ("order" if orders[at] else "before" if at < first else "behind")
        ]
        if not any(found(_unconditional(part, side), "condition") for part in own):
            yield f"{EXCUSED}{side}: condition"
        if not any(_is_unused(whole, part, one) for part in own for one in part.said):
            yield f"{EXCUSED}{side}: units unused"
        if not any(found(_untimed(message, part), "time") for part in own):
            yield f"{EXCUSED}{side}: time"
        if side == "order" and not any(found(main_clause(one.words), "denial") for one in own):
            yield f"{EXCUSED}order: denial"
        if side == "order" and not any(found(_free(message, one), "withdrawal") for one in own):
            yield f"{EXCUSED}order: withdrawal"
        if side == "order" and not any(_judges(message, one) for one in own):
            yield f"{EXCUSED}judged"
    old = mended(message)
    if old:
        yield from (f"{EXCUSED}{one}" for one in (RETHOUGHT, *OF_CORRECTIONS))
        yield f"{EXCUSED}order: units unused"
    yield from _of_values(whole, old)
    yield from _of_ranking(message, whole, standing)


def _of_values(message: Message, old: frozenset[tuple[int, int]]) -> Iterator[str]:
    """Excuses for values that are in no order: distances that are right, enemies that are left
    alone, values that were put right (`old`), weapons that an order of the same effect names."""
    far = _distances(message)
    open_ = [one for one in lost(message) if not _is_measure(message, one, far)]
    denied = Agreement(message).denied
    left = {
        " ".join(token.text for token in message.tokens[at][one.start : one.end])
        for at, row in enumerate(message.said)
        for one in row
        if (at, one.start) in old or _is_left_alone(message, at, one, denied)
    }
    if not set(open_) - left:
        yield f"{EXCUSED}loses a value"
    lengths = [
        number
        for row in message.said
        for one in row
        if one.value.kind == "distance" and not message.is_used(one)
        for number in (one.value.numbers or (-1,))
    ]
    if far.issuperset(lengths):
        yield f"{EXCUSED}behind: distance unused"
    if not leaves_a_weapon(message):
        yield f"{EXCUSED}{WITH_WHAT}"


def _of_ranking(message: Message, whole: Message, standing: Comparison) -> Iterator[str]:
    """Excuses for what the ranking says: nothing was filled in if everything was said, an order of
    which a part was said nowhere is no rival, and what was only read was never scored."""
    unsaid = [one for one in standing.ranked if one.startswith(UNSAID) and one not in KEPT]
    if not unsaid and "apart" not in standing.ranked and not _leaves_a_tool(whole):
        yield f"{EXCUSED}filled in"
    if standing.over == 0 and standing.is_only:
        yield f"{EXCUSED}over 0"
    if standing.rivals and all(is_made_up(message, one) for one in standing.rivals):
        yield from (f"{EXCUSED}ahead {step}" for step in range(3))
    if not says_more(message, standing.others, standing.alike, plain=True):
        yield f"{EXCUSED}another says more"
    if message.is_of_the_rest:
        yield f"{EXCUSED}thrown together"


def _leaves_a_tool(message: Message) -> bool:
    """Is a weapon, a spell or the like named that is in no order (`L2: spear the next one`)?"""
    return any(
        not TOOLS.isdisjoint(value.classes) and not message.is_used(one)
        for row in message.said
        for one in row
        for value in one.values[:1]
    )


def _unconditional(part: Segment, side: str) -> list[str]:
    """The words of a part without the modal of a wish (`would like`), and without those of a
    comparison (`as Scipio would have`)."""
    pairs = [*pairwise((*part.words, ""))]
    compares = side != "order" and part.words[:1] == ["as"] and "long" not in part.words[:2]
    return [
        word
        for word, behind in pairs
        if not (begins([word], "modal") and (compares or begins([behind], "wish")))
    ]


def _untimed(message: Message, part: Segment) -> list[str]:
    """The words of a part without those that say since when something is, without the `last` or
    `next` of a thing (`throws his last cocktail`, `to the last man`), and without an `already` that
    is not about the order (`he has already lost his lunch`)."""
    things = {
        one.start
        for one in part.said
        if one.value.kind in ("noun", "units") and message.is_used(one)
    }
    told = not any(begins([one], "the deed") or message.does(one) for one in part.words)
    told = told and not begins(part.words[-1:], "auxiliary")
    kept, before = list[str](), ""
    behind = [*(token.word for token in part.tokens[1:]), ""]
    for at, (token, after) in enumerate(zip(part.tokens, behind, strict=True), part.start):
        if token.word == "since":
            break
        named = token.word in ("last", "next") and at + 1 in things
        named = named or (token.word == "last" and _is_last_of(before, after))
        if not (named or (told and token.word == "already")):
            kept.append(token.word)
        before = token.word
    return kept


def _is_last_of(before: str, after: str) -> bool:
    """Does a `last` between these words name a thing and no time (`every last leg`)?"""
    named = before == "every" or begins([before], "determiner") or begins([before], "a thing")
    return named and after.isalpha() and not begins([after], "a time")


def _free(message: Message, part: Segment) -> list[str]:
    """The words of a part that orders, but for those of the order itself: names of weapons, verbs
    for what is done, the direction `back`, the `rather` of a wish, and `instead` at the end."""
    values = {
        at
        for one in part.said
        if message.is_used(one) or any(not TOOLS.isdisjoint(of.classes) for of in one.values)
        for at in range(one.start, one.end)
    }
    about = not ABOUT_IT.isdisjoint(part.words)
    kept, before = [], ""
    for at, token in enumerate(part.tokens, part.start):
        last = at + 1 == part.start + len(part.tokens)
        own = token.word in message.used or message.does(token.word)
        way = (token.word == "back" and not about) or (token.word == "instead" and last)
        way = way or (token.word == "rather" and begins([before], "modal"))
        if not (at in values or own or way):
            kept.append(token.word)
        before = token.word
    return kept


def _judges(message: Message, part: Segment) -> bool:
    """Does a word behind the last value judge an order, and not just the unit that is named?"""
    used = [one for one in part.said if message.is_used(one)]
    if not used:
        return False
    last = max(one.end for one in used) - part.start
    behind = [token.word for token in part.tokens[last:]]
    acts = len(used) > 1 or any(message.does(token.word) for token in part.tokens[:last])
    units = all(value.kind == "units" for one in used for value in one.values)
    wishes = begins(behind, "modal") and begins(behind[1:], "wish")
    return begins(behind, "judges") and not wishes and (acts or not units)


def _is_unused(message: Message, part: Segment, one: ValueSpan) -> bool:
    """Is it a unit that may have to act, or to suffer something, and is in no order?"""
    if one.value.kind != "units" or message.is_used(one):
        return False
    table = message.world.table
    acts = any((token.word,) in table.said for token in part.tokens)
    if one.value.word == "everyone" and not acts:  # `where everybody can hear him`
        return False
    return not _is_left_alone(message, part.sentence, one, Agreement(message).denied)


def _is_left_alone(
    message: Message, number: int, one: ValueSpan, denied: set[tuple[int, int]]
) -> bool:
    """Is it an enemy to whom nothing is done (`runs from O1`, `L2 instead of O1`)?"""
    if not all(value.kind == "units" and value.side == "foe" for value in one.values):
        return False
    words = [token.word for token in message.tokens[number][: one.end - 1]]
    while begins(words[-1:], "determiner"):
        words.pop()
    away = begins(words[-1:], "away from") or begins(words[-2:], "tired of")
    return (number, one.start) in denied or away


def _distances(message: Message) -> set[int]:
    """How far the units and places of the orders are from each other, along and across too."""
    places = {thing.at for thing in message.things} | {
        name for name in message.used if spot_of(name, message.world) is not None
    }
    legs = legs_of(sorted(places)[:MOST_SPOTS], message.world)
    return {far for one in legs for far in (*one, sum(one))}


def _is_measure(message: Message, said: str, far: set[int]) -> bool:
    """Is it a number that says how far it is, and is that right?"""
    number = number_at(tokens_of(said), 0)
    if number is None or number[1] not in far:
        return False
    distances = (distance_at(row, at) for row in message.tokens for at in range(len(row)))
    return any(end and length == number[1] for end, length, _ in distances)


__all__ = ["EXCUSED", "EXCUSES", "excuses"]
