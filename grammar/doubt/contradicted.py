"""Does a candidate order what the message denies, or except what nobody excepted?

`2 archers in Ashford, no cavalry this time` does not buy cavalry, and `3 infantry attack Mossgate`
is not everything but those three.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from grammar.doubt.agreement import SMALL, Agreement
from grammar.doubt.marks import marks
from grammar.doubt.message import Message, ValueSpan, said_in
from grammar.reader.candidates import STAYING
from grammar.reader.forces import BUT
from grammar.reader.tokens import Token, tokens_of
from grammar.reader.units import EXCEPT
from grammar.reader.weights import stem

ALL = frozenset(("everything", "all"))
WITHOUT = frozenset(("no", "without", "never", "not", "none", *BUT))
"""A sentence of the law with such a word may name what the message denies."""

NOT_DENIED = frozenset(("why", "if", "or"))
"""`not` denies nothing behind such a word (`why not L1?`)."""


class Contradictions:
    """What a message denies, and whether it excepts anything."""

    def __init__(self, message: Message, agreement: Agreement) -> None:
        self.message = message
        said, denied = set[str](), set[str]()
        for at, one in agreement.said:
            before = message.tokens[at][: one.start]
            is_denied = (at, one.start) in agreement.denied or _is_without(before, one)
            (denied if is_denied and not _is_asked(before) else said).update(_names(one))
        self.denied = frozenset(denied - said)
        words = {token.word for row in message.tokens for token in row}
        leaves = STAYING.intersection(map(stem, words)) | words.intersection((*EXCEPT, *BUT))
        self.excepts = bool(leaves) or any(row <= words for row in map(set, marks()["denial"]))

    def of(self, sentences: Sequence[str]) -> bool:
        """Does one of these sentences contradict the message?"""
        return any(map(self._is_against, map(tokens_of, sentences)))

    def _is_against(self, row: tuple[Token, ...]) -> bool:
        words = [token.word for token in row]
        if not self.excepts and any(
            one in ALL and other == "but" for one, other in pairwise(words)
        ):
            return True
        if not self.denied or not WITHOUT.isdisjoint(words):
            return False
        named = {name for one in said_in(row, self.message.world) for name in _names(one)}
        return not self.denied.isdisjoint(named)


def _names(one: ValueSpan) -> Iterator[str]:
    """What it names, in lower case, but for numbers and the units that stand somewhere."""
    for value in one.values:
        if value.kind in ("number", "numbers"):
            continue
        for item in (*value.items, *(ref for option in value.options for ref in option)):
            if "/" not in item:
                yield item.lower()


def _is_without(before: Sequence[Token], one: ValueSpan) -> bool:
    """Is it a sort of things behind a `no` (`no cavalry`)?  A place or a unit by its name is what a
    correction says (`no, 8,12`)."""
    kinds = ("place", "heading", "offset")
    named = any(value.explicit or value.kind in kinds for value in one.values)
    words = [token.word for token in before]
    while words and words[-1] in SMALL:
        words.pop()
    return not named and words[-1:] == ["no"]


def _is_asked(before: Sequence[Token]) -> bool:
    """Does the denial only ask, or leave it open (`why not L1`, `L1 or not L1`)?"""
    words = [token.word for token in before]
    last = max((at for at, word in enumerate(words) if word == "not"), default=0)
    return last > 0 and words[last - 1] in NOT_DENIED


__all__ = ["Contradictions"]
