"""What bars an order from being certain, and from which nothing is learnt: it is said how often, a
word leaves it open, somebody is meant who is not named, something else was said to be done."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from grammar.doubt.agreement import REPLACED
from grammar.doubt.marks import found
from grammar.doubt.message import Message, Part, said_in
from grammar.reader.tokens import Token, tokens_of

AGAINST = "around: against it"
"""What the words around orders say by weights of their own.  Nothing else is learnt from it: in the
sentences that those were learnt from it is always right."""

RETHOUGHT = "rethought"
"""Something else was named before such a word (`L1 advances 4. EDIT: 3`)."""

OFTEN, DETOUR, TURNED = "how often", "a detour", "turned round with dice"
"""It is said how often, and not ordered; a way that nobody said is ordered; what is listed comes in
another order, or dice are thrown and whoever throws them was named later."""

DENIED = "denied in part"
"""Behind an order something denies and speaks of what may be (`I would never do that`), or a part
says what is not done (`instead of moving`)."""

AMISS = "an act amiss"
"""Something else is done than is ordered, and of the order something was left out; or one of two
deeds was not said."""

WITH_WHAT = "with what"
"""A weapon is said to be taken (`with the pila`), and is in no order."""

TAKEN = frozenset(("with", "using"))
"""So a weapon is taken."""

WHICH = "which of them"
SIDES = frozenset(("left", "right", "middle", "front", "rear", "flank"))
"""Of several it is said where those stand who are meant (`the archers on the left`)."""

FURTHER = "named further"
"""A word that nobody knows stands behind a name: it may be another name (`the Aegis shield`)."""

SPOKEN_BY = "spoken by somebody"
"""Somebody unknown is said to speak (`Grimgor: ..`)."""

IF, ANYBODY = "if", "anybody"
"""A part beside an order begins with an `if`; somebody is meant who is not named."""

LEFT_OPEN, OTHER_VERB = "left open", "another verb"
"""What is to be done is left open (`some of them`, `or`); two words say what is done, and it is in
no order (`rapid fires`)."""

UNLEARNT = frozenset(
    (
        AGAINST, RETHOUGHT, OFTEN, DETOUR, TURNED, DENIED, IF, ANYBODY, AMISS, FURTHER,
        SPOKEN_BY, LEFT_OPEN, OTHER_VERB, WITH_WHAT, WHICH,
    )
)  # fmt: skip
"""What only bars."""

TIMES = frozenset(("twice", "thrice", "double", "doubles", "triple", "triples"))

WAYS = frozenset(("via", "through", "past", "around", "along", "over"))
"""Right before a place these say a way."""

VAGUE = frozenset(("or", "depending", "depends", "proposal", "whichever"))
OPEN = (("some", "of"), ("one", "of"), ("whatever", "you"))
"""With such words it is left open what is to be done."""

MEANWHILE = (["while"], ["whilst"])
"""What somebody does beside the order may be told so."""

NEAR = 4_000
"""So near, in thousandths, what is done otherwise with the same values is as likely."""

IFS = frozenset(("if", "unless", "provided", "assuming", "supposing"))

POLITE = frozenset(("you", "you'd", "you'll", "i"))
"""`if you please`, `if I may` is no condition."""

AT = frozenset(("on", "at", "to", "against", "with", "by", "into"))

INDEFINITE = frozenset(
    (
        "somebody", "someone", "anybody", "anyone", "whoever", "whomever", "whichever",
        "something", "anything",
    )
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Standing:
    """How an order stands among those that a message could mean.

    `ahead`: by how much it is likelier than the next that would do something else, `over`: than no
    order at all, both in thousandths; `ranked`: what the ranking knows of it.  `read`: what became
    of the message as it was read, `unread`: so many words were left; `readings`: so many there
    were, `is_read`: it is among them, `is_only`: it is what was read.
    """

    ahead: int
    over: int
    ranked: tuple[str, ...]
    stands: bool
    draws: bool
    grave: bool
    read: str
    unread: int
    readings: int
    is_read: bool
    is_only: bool
    others: tuple[tuple[str, ...], ...] = ()
    """The sentences of what else it could mean, the likeliest first."""


def bars_of(message: Message, standing: Standing) -> Iterator[str]:
    """What only bars, and nothing else is learnt from."""
    said = {token.word for row in message.tokens for token in row}
    if (said & TIMES) - message.used:
        yield OFTEN
    pairs = [two for row in message.tokens for two in pairwise(row)]
    vague = (said & VAGUE) - message.used or any((one.word, two.word) in OPEN for one, two in pairs)
    meanwhile = (one for one in message.parts if one.words[:1] in MEANWHILE)
    if vague or any(message.is_used(said) for one in meanwhile for said in one.said):
        yield LEFT_OPEN
    if any(_is_undone(message, *two) for two in pairs) or _is_otherwise(message, standing):
        yield OTHER_VERB
    if "via" in message.used and not _is_way_said(message):
        yield DETOUR
    if _turns_values(message, standing.draws):
        yield TURNED
    acts = any(is_another_act(message, part) for part in message.parts)
    chained = any(" then " in one.sentence for one in message.filed)
    if (acts and "less" in standing.ranked) or (chained and "unsaid verb" in standing.ranked):
        yield AMISS
    if _leaves_a_weapon(message):
        yield WITH_WHAT
    if _says_which(message):
        yield WHICH
    left = {word for one in message.left for word in one.lower().split()}
    if _is_named_further(message, left):
        yield FURTHER
    if any(row[1].word == ":" and row[0].word in left for row in message.tokens if len(row) > 1):
        yield SPOKEN_BY
    behind = False
    for part in message.parts:
        doubts = found(part.words, "condition", "unreal") and found(part.words, "denial")
        taken_back = behind and doubts and not message.orders(part)
        if taken_back or tuple(part.words[:2]) in REPLACED:
            yield DENIED
        if part.words[:1] and part.words[0] in IFS and not POLITE.intersection(part.words[1:2]):
            yield IF
        if any(one in AT and other in INDEFINITE for one, other in pairwise(part.words)):
            yield ANYBODY
        behind = behind or message.orders(part)


def _leaves_a_weapon(message: Message) -> bool:
    """Is a weapon said to be taken that is in no order?"""
    return any(
        TAKEN & {token.word for token in tokens[max(one.start - 2, 0) : one.start]}
        and any("weapon" in value.classes for value in one.values)
        and not message.is_used(one)
        for tokens, row in zip(message.tokens, message.said, strict=True)
        for one in row
    )


def _says_which(message: Message) -> bool:
    """Is it said of units that are not named by their refs on which side they stand?"""
    return any(
        tokens[one.end].word in ("on", "at", "in")
        and SIDES & {*(token.word for token in tokens[one.end : one.end + 4])}
        for tokens, row in zip(message.tokens, message.said, strict=True)
        for one in row
        if one.end < len(tokens) and one.value.kind == "units" and not one.value.explicit
    )


def _is_named_further(message: Message, left: Collection[str]) -> bool:
    """Does one of these words stand behind a name that is ordered?  What somebody does there
    (`gladius flashing`) is no name."""
    return any(
        one.value.kind == "noun"
        and message.is_used(one)
        and tokens[one.end].word in left
        and not tokens[one.end].word.endswith(("ing", "ed"))
        for tokens, row in zip(message.tokens, message.said, strict=True)
        for one in row
        if one.end < len(tokens)
    )


def _turns_values(message: Message, draws: bool) -> bool:
    """Do units that something is done to, or places that a GM names, come in another order in what
    would be filed?  Where dice are thrown (`draws`), who throws them counts as well."""
    kinds = ("units",) if message.world.seat else ("units", "place")
    values = [value for row in message.said for one in row for value in one.values]
    said = [item.lower() for value in values if value.kind in kinds for item in value.items]
    for filed in message.filed:
        words = re.findall(r"[0-9]+,[0-9]+|[A-Za-z0-9]+", filed.sentence.lower())
        own = frozenset[str]() if draws else message.actors
        places = [said.index(word) for word in words if word in said and word not in own]
        if places != sorted(places):
            return True
    return False


def _is_otherwise(message: Message, standing: Standing) -> bool:
    """Is it nearly as likely that something else is done with the same values?  Nothing is where
    the law's own words were said, or the same is done and more."""
    if standing.ahead >= NEAR or not standing.others:
        return False
    own = {one.sentence for one in message.filed}
    said = [_spoken(row) for row in message.tokens]
    if own <= {*standing.others[0]} or all(
        any(_spoken(tokens_of(one)) in row for row in said) for one in own
    ):
        return False
    own = {name for one in message.filed_said for name in one.names()}
    rows = (said_in(tokens_of(one), message.world) for one in standing.others[0])
    return own == {name for row in rows for one in row for name in one.names()}


def _spoken(tokens: Sequence[Token]) -> str:
    return f" {' '.join(token.word for token in tokens)} "


def _is_undone(message: Message, one: Token, other: Token) -> bool:
    """Do two words stand so in a sentence of the law that the first belongs to, and in no order?"""
    rows = message.world.table.said.get((one.word,), ())
    forms = (form.text.lower().split() for row in rows for form in row.forms)
    pair = (one.word, other.word)
    if not any(pair in pairwise(form) for form in forms):
        return False
    return not any(pair in pairwise(filed.sentence.lower().split()) for filed in message.filed)


def _is_way_said(message: Message) -> bool:
    """Is a place said as one that a way leads through (`through 5,12`)?"""
    return any(
        value.kind == "place" and one.start and tokens[one.start - 1].word in WAYS
        for tokens, row in zip(message.tokens, message.said, strict=True)
        for one in row
        for value in one.values
    )


def is_another_act(message: Message, part: Part) -> bool:
    """Is something done in it, at its beginning or behind an `and`, that is not filed (`L1 goes
    to 6,13 and attacks him`)?"""
    said, joins = message.world.table.said, ("and", "then", "&", "plus")
    firsts = [token.word for token in part.tokens[:1]]
    firsts += [two.word for one, two in pairwise(part.tokens) if one.word in joins]
    return any((word,) in said and not message.does(word) for word in firsts)


__all__ = ["AGAINST", "RETHOUGHT", "UNLEARNT", "Standing", "bars_of", "is_another_act"]
