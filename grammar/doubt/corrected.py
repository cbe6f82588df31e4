"""Is a correction carried out whole: is every value that it replaces gone from the orders, and the
one that replaces it there?  Then what it leaves over speaks against nothing."""

from grammar.doubt.agreement import Agreement
from grammar.doubt.marks import begins, found
from grammar.doubt.message import Message, Segment, ValueSpan
from grammar.reader.acts import rows_of

KINDS = ("units", "place", "noun", "heading", "offset", "distance")
"""Kinds of values that a correction replaces."""

WAYS = ("heading", "offset")
"""Kinds of values that single words also say in small talk (`back`, `down`)."""

UNSETTLED = ("time", "condition", "unreal", "denial")


def mended(message: Message) -> frozenset[tuple[int, int]]:
    """(Sentence, token) of each value that the one correction of the message replaces, if it
    replaces all that is in no order; else empty."""
    agreement = Agreement(message)
    mark, old = agreement.correction, agreement.mended
    if mark is None or not old or _again(message, mark):
        return frozenset()
    row, begin, end = mark
    if not _is_at_seam(message, mark) and not any(
        one.end == begin and (at, one.start) in old for at, one in agreement.said
    ):
        return frozenset()  # `L1 to 8,12, he covers the king I mean the boss`
    gone = agreement.talked_of
    for at, one in agreement.said:
        behind = (at, one.start) >= (row, begin)
        replaced = (at, one.start) in old or (behind and bool(one.names()) and one.names() <= gone)
        if replaced and message.is_used(one) and (at, one.start) in old:
            return frozenset()
        if not replaced and not _is_placed(message, at, one):
            return frozenset()
    sorts = {one.value.kind for at, one in agreement.said if (at, one.start) in old}
    own = any((at, one.start) in old and message.is_own(one) for at, one in agreement.said)
    if own and len(sorts) > 1:  # `L1 to 8,12. Oops, L2 to 9,12`: both may be meant
        return frozenset()
    if _leaves_somebody(message, (row, begin)):
        return frozenset()
    new = [part for part in message.parts if _is_behind(part, row, end) and message.orders(part)]
    if not new or any(_is_unsettled(part.words) for part in new):
        return frozenset()
    return old


def _leaves_somebody(message: Message, mark: tuple[int, int]) -> bool:
    """Are more of one's own units named outright before a correction than behind it (`S1 shoots O1,
    S2 the same, no, S2 O2`)?  Not all of their orders may be replaced."""
    before, behind = set[frozenset[str]](), set[frozenset[str]]()
    for number, row in enumerate(message.said):
        for one in filter(message.is_own, row):
            if one.value.explicit:
                side = before if (number, one.start) < mark else behind
                side.add(frozenset(one.names()))
    return bool(behind) and len(before) > len(behind)


def _is_at_seam(message: Message, mark: tuple[int, int, int]) -> bool:
    """Does a correction begin a part (`.., I am sorry, ..`), or a clause behind what is told as
    said before (`I typed d5 and I meant e4`)?"""
    row, begin, _ = mark
    words = [token.word for token in message.tokens[row][:begin]]
    told = begins(words[1:], "recounts") or begins(words[1:], "reports")
    if words and begins(words[:1], "me") and told and words[-1] in ("and", "but"):
        return True
    while words and begins(words[-1:], "so sorry"):
        words.pop()
    return not words or message.tokens[row][len(words) - 1].sort == "sign"


def _is_placed(message: Message, number: int, one: ValueSpan) -> bool:
    """Is a value in the orders, or no value that a correction could be about (`upside down`)?"""
    if one.value.kind not in KINDS or _is_me(message, number, one) or message.is_used(one):
        return True
    if one.value.kind in WAYS:
        return one.end == one.start + 1
    some = {item.lower() for item in one.value.items}
    return one.value.kind == "place" and len(some) > 1 and not some.isdisjoint(message.used)


def _again(message: Message, mark: tuple[int, int, int]) -> bool:
    """Is something corrected a second time: does a correction stand behind the first new value,
    and a value of its own behind that (not so in `no, f7, sorry, I mix the ranks`)?"""
    row, _, end = mark
    rows = (*rows_of("correction"), *rows_of("rethought"))
    for number, tokens in enumerate(message.tokens):
        words = tuple(token.word for token in tokens)
        first = next((one.start for one in message.said[number] if one.start >= end), len(words))
        start = first if number == row else 0 if number > row else len(words)
        for at in range(start, len(words)):
            if any(words[at : at + len(one)] == one for one in rows) and _names_any(
                message, number, at
            ):
                return True
    return False


def _names_any(message: Message, number: int, at: int) -> bool:
    """Is a value said from a token on that a correction could bring?"""
    return any(
        one.value.kind in KINDS and not _is_me(message, row, one)
        for row, values in enumerate(message.said)
        for one in values
        if (row, one.start) >= (number, at)
    )


def _is_behind(part: Segment, row: int, end: int) -> bool:
    return part.sentence > row or (part.sentence == row and part.start + len(part.tokens) > end)


def _is_unsettled(words: list[str]) -> bool:
    """Do the words with the new value leave it open, deny it, or add something?"""
    while words and (words[0],) in rows_of("cried"):
        words = words[1:]
    if begins(words, "adds") or found(words, *UNSETTLED):
        return True
    return bool(found([word for word in words if word != "and"], "adds"))


def _is_me(message: Message, number: int, one: ValueSpan) -> bool:
    """Is it the player himself (`I`, which may be short for a unit)?"""
    return one.end == one.start + 1 and begins([message.tokens[number][one.start].word], "me")


__all__ = ["mended"]
