"""Facts that bar an order from being certain and have no learnt weight.

For example: the message says how often, a word leaves something open, somebody is meant but not
named, or another deed was said.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from grammar.doubt.agreement import REPLACED, UNSAID
from grammar.doubt.lost import ends_elsewhere, on_him
from grammar.doubt.marks import begins, found
from grammar.doubt.message import Message, Segment, ValueSpan, names_in, said_in
from grammar.doubt.subordinate import only_tells
from grammar.reader.edges import PREPOSITIONS
from grammar.reader.tokens import Token, tokens_of
from grammar.reader.weights import stem

AGAINST = "around: against it"
"""The words around the order speak against it, by their own weights.  It has no weight here: in the
sentences that those weights were learnt from, it is always right."""

RETHOUGHT = "rethought"
"""A part begins with a second thought after values were named (`L1 advances 4. EDIT: 3`)."""

OFTEN, DETOUR, TURNED = "how often", "a detour", "turned round with dice"
"""`OFTEN`: the message says how often, the order does not.  `DETOUR`: the order goes `via` a place
that was not said as a way.  `TURNED`: the order names units in another sequence than the message;
where dice are thrown, those that throw them count too."""

DENIED = "denied in part"
"""A part after an order both denies and speaks of what may be (`I would never do that`), or a part
says what is not done (`instead of moving`)."""

AMISS = "an act amiss"
"""The message names an act that is not ordered, and the candidate had one of its orders left out;
or one of the acts of a chained order was not said."""

WITH_WHAT = "with what"
"""The message names a weapon to use (`with the pila`) that is in no order."""

TAKEN = frozenset(("with", "using"))
"""Words before a weapon that is to be used."""

WHICH = "which of them"
SIDES = frozenset(("left", "right", "middle", "front", "rear", "flank"))
"""`WHICH`: units are told apart by one of these sides (`the archers on the left`)."""

FURTHER = "named further"
"""An unread word follows a name, so another thing may be meant (`the Aegis shield`)."""

SPOKEN_BY = "spoken by somebody"
"""An unread word and a colon begin a sentence: somebody unknown speaks (`Grimgor: ..`)."""

IF, ANYBODY = "if", "anybody"
"""`IF`: a part begins with an `if` or the like.  `ANYBODY`: somebody is meant but not named (`at
someone`)."""

LEFT_OPEN, OTHER_VERB = "left open", "another verb"
"""`LEFT_OPEN`: the message leaves open what is to be done (`some of them`, `or`).  `OTHER_VERB`: it
says an act in two words that is in no order (`rapid fires`), or another act is nearly as likely."""

ELSEWHERE = "ends elsewhere"
"""The message says where a move ends (`.., so 8,12`), and the order does not lead there."""

LINE_LOST = "a line lost"
"""A line by itself says where to (`MM - 6 N`), and nothing of it is ordered."""

UNLEARNT = frozenset(
    (
        LINE_LOST, ELSEWHERE, AGAINST, RETHOUGHT, OFTEN, DETOUR, TURNED, DENIED, IF, ANYBODY,
        AMISS, FURTHER, SPOKEN_BY, LEFT_OPEN, OTHER_VERB, WITH_WHAT, WHICH,
    )
)  # fmt: skip
"""Facts that only bar: they have no learnt weight."""

TIMES = frozenset(("twice", "thrice", "double", "doubles", "triple", "triples"))

WAYS = frozenset(("via", "through", "past", "around", "along", "over"))
"""Right before a place these say that it is on the way."""

VAGUE = frozenset(("or", "depending", "depends", "proposal", "whichever"))
OPEN = (("some", "of"), ("one", "of"), ("whatever", "you"))
"""Words that leave open what is to be done."""

MEANWHILE = ["while"]
"""A part that begins so may tell what somebody does meanwhile."""

NEAR = 4_000
"""If the lead of the likeliest order is below this, in thousandths, another act with the same
values is about as likely."""

IFS = frozenset(("if", "unless", "provided", "assuming", "supposing"))

LONG, LONGER = 4, 6
"""Letters that a word must have to say much beside another one, and by itself."""

POLITE = frozenset(("you", "you'd", "you'll", "i"))
"""Behind an `if` these make it a courtesy, not a condition (`if you please`, `if I may`)."""

AT = frozenset(("on", "at", "to", "against", "with", "by", "into"))

INDEFINITE = frozenset(
    (
        "somebody", "someone", "anybody", "anyone", "whoever", "whomever", "whichever",
        "something", "anything",
    )
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Comparison:
    """How the likeliest order compares with the other candidates for a message.

    `ahead` is its lead over the next candidate with another outcome and `over` its lead over no
    order at all, both in thousandths; `ranked` are its facts in the ranking.  `stands`: a trial
    carries it out; `draws`: it draws dice; `grave`: it ends or takes back something.  `read` names
    what became of the message as it was read, `unread` is how many words were left over,
    `readings` how many readings there were; `is_read`: the order is one of them, `is_only`: it is
    the reading.
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
    """The sentences of the next candidates, the likeliest first."""
    rivals: tuple[tuple[str, ...], ...] = ()
    """Those of the candidates with another effect that score nearly as high."""
    alike: tuple[tuple[str, ...], ...] = ()
    """Those of the candidates with the same effect."""


def bars_of(message: Message, standing: Comparison) -> Iterator[str]:
    """The facts of `UNLEARNT` that hold, except `AGAINST` and `RETHOUGHT` (see `certain.py`)."""
    said = {token.word for row in message.tokens for token in row}
    if any(_says_how_often(message, part) for part in message.parts):
        yield OFTEN
    pairs = [two for row in message.tokens for two in pairwise(row)]
    vague = (said & VAGUE) - message.used or any((one.word, two.word) in OPEN for one, two in pairs)
    meanwhile = (one for one in message.parts if one.words[:1] == MEANWHILE)
    hedged = any(len(one.words) == 1 and begins(one.words, "leaves open") for one in message.parts)
    used = (message.is_used(said) for one in meanwhile for said in one.said)
    if vague or hedged or any(used):
        yield LEFT_OPEN
    if any(_is_undone(message, *two) for two in pairs) or _is_otherwise(message, standing):
        yield OTHER_VERB
    if ends_elsewhere(message):
        yield ELSEWHERE
    if any(True for _ in on_him(message)):
        yield ANYBODY
    if _loses_a_line(message):
        yield LINE_LOST
    if "via" in message.used and not _is_way_said(message):
        yield DETOUR
    if _turns_values(message, standing.draws):
        yield TURNED
    acts = any(is_another_act(message, part) for part in message.parts)
    if (acts and "less" in standing.ranked) or _chains_unsaid(message, standing):
        yield AMISS
    if leaves_a_weapon(message):
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
        taken_back = behind and doubts and not message.orders(part) and not only_tells(part.words)
        if taken_back or tuple(part.words[:2]) in REPLACED:
            yield DENIED
        if part.words[:1] and part.words[0] in IFS and not POLITE.intersection(part.words[1:2]):
            yield IF
        if any(one in AT and other in INDEFINITE for one, other in pairwise(part.words)):
            yield ANYBODY
        behind = behind or message.orders(part)


def _says_how_often(message: Message, part: Segment) -> bool:
    """Does a part say how often (`twice`)?  Not if somebody only looked twice (`I measured twice`),
    or if it belongs to a verb (`double taps`)."""
    if found(part.words, "checks"):
        return False
    return any(
        one in TIMES and one not in message.used and (one, two) not in message.world.table.said
        for one, two in pairwise((*part.words, ""))
    )


def _chains_unsaid(message: Message, standing: Comparison) -> bool:
    """Was an act of a chained order not said?  (The second number of a place is no act.)"""
    rows = [tokens_of(one.sentence) for one in message.filed]
    places = sum(
        two.word == "," and one.sort == three.sort == "number"
        for row in rows
        for one, two, three in zip(row, row[1:], row[2:], strict=False)
    )
    chained = any(token.word == "then" for row in rows for token in row)
    return chained and standing.ranked.count(f"{UNSAID} verb") > places


def _loses_a_line(message: Message) -> bool:
    """Does one of several lines name a place or a way, while none of its values is in an order?"""
    lines: dict[int, list[ValueSpan]] = {}
    for sentence, row in zip(message.sentences, message.said, strict=True):
        lines.setdefault(sentence.line, []).extend(row)
    return len(lines) > 1 and any(
        not {"place", "heading"}.isdisjoint(value.kind for one in row for value in one.values)
        and not any(map(message.is_used, row))
        for row in lines.values()
    )


def says_more(
    message: Message,
    others: Sequence[tuple[str, ...]],
    alike: Sequence[tuple[str, ...]] = (),
    plain: bool = False,
) -> bool:
    """Does another candidate share two adjacent words, or a long word, with the message that the
    likeliest order lacks (`rapid fires`, where the order only fires)?  What an order of the same
    effect (`alike`) has is not lacking.  `plain`: prepositions do not count."""
    said = {two for row in message.tokens for two in _pairs(row)}
    own = {two for one in message.filed for two in _pairs(tokens_of(one.sentence))}
    own |= {two for some in alike for one in some for two in _pairs(tokens_of(one))}
    rows = (tokens_of(sentence) for sentences in others for sentence in sentences)
    theirs = {two for row in rows for two in _pairs(row)}
    more = (said & theirs) - own
    return any(not (plain and PREPOSITIONS.intersection(two)) for two in more)


def _pairs(tokens: Sequence[Token]) -> Iterator[tuple[str, str]]:
    """Stems of every two adjacent long words, and of every still longer word paired with `""`."""
    for one, two in pairwise((*tokens, *tokens[-1:])):
        if one.is_word and two.is_word and min(len(one.word), len(two.word)) >= LONG:
            yield stem(one.word), stem(two.word)
        if one.is_word and len(one.word) >= LONGER:
            yield stem(one.word), ""


def leaves_a_weapon(message: Message) -> bool:
    """Does the message name a weapon to use that is in no order?"""
    return any(
        TAKEN & {token.word for token in tokens[max(one.start - 2, 0) : one.start]}
        and any("weapon" in value.classes for value in one.values)
        and not message.is_used(one)
        for tokens, row in zip(message.tokens, message.said, strict=True)
        for one in row
    )


def _says_which(message: Message) -> bool:
    """Does the message say on which side units stand that it does not name outright?"""
    return any(
        tokens[one.end].word in ("on", "at", "in")
        and SIDES & {*(token.word for token in tokens[one.end : one.end + 4])}
        for tokens, row in zip(message.tokens, message.said, strict=True)
        for one in row
        if one.end < len(tokens) and one.value.kind == "units" and not one.value.explicit
    )


def _is_named_further(message: Message, left: Collection[str]) -> bool:
    """Does one of these words follow a name that is ordered?  A verb form (`gladius flashing`) does
    not count."""
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
    """Does a filed sentence name units that something is done to, or places of a GM, in another
    sequence than the message?  Where dice are thrown (`draws`), acting units count as well."""
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


def _is_otherwise(message: Message, standing: Comparison) -> bool:
    """Is another act with the same values nearly as likely?  Never if the message says the orders
    word for word, or if the next candidate only adds to them."""
    if standing.ahead >= NEAR or not standing.others:
        return False
    own = {one.sentence for one in message.filed}
    said = [_spoken(row) for row in message.tokens]
    if is_made_up(message, standing.others[0]):
        return False
    if own <= {*standing.others[0]} or all(
        any(_spoken(tokens_of(one)) in row for row in said) for one in own
    ):
        return False
    own = {name for one in message.filed_said for name in one.names()}
    rows = (said_in(tokens_of(one), message.world) for one in standing.others[0])
    return own == {name for row in rows for one in row for name in one.names()}


def is_made_up(message: Message, rival: Sequence[str]) -> bool:
    """Does a rival name what nobody said, or another verb than the one that was said, where the
    order itself says only what was said?  Or does it only leave out words that were said (`fires`
    for `rapid fires`), or cut the same in other sentences?"""
    said = {token.word for row in message.tokens for token in row} | message.reached
    said |= {name for row in message.said for one in row for name in one.names()}
    own = names_in([tokens_of(one.sentence) for one in message.filed], message.world)
    other = names_in([tokens_of(one) for one in rival], message.world)
    things = set(message.world.by_ref) & (other - own)
    more, less = other - own, own - other
    verb = bool(more) and bool(less) and less <= said and more.isdisjoint(said)
    added, gone = _differing(rival, [one.sentence for one in message.filed])
    longer = _acts_in(rival) > _acts_in([one.sentence for one in message.filed])
    adds = bool(added) and not gone and not longer and said.isdisjoint(added)
    cut = len(rival) != len(message.filed)
    fewer = not added and said.issuperset(gone) and (bool(gone) or cut)
    return verb or adds or fewer or not things <= said


def _differing(one: Sequence[str], other: Sequence[str]) -> tuple[Counter[str], Counter[str]]:
    """The words that each of two candidates has more often than the other."""
    some, more = (
        Counter(
            token.word for row in map(tokens_of, sentences) for token in row if token.sort != "sign"
        )
        for sentences in (one, other)
    )
    return some - more, more - some


def _acts_in(sentences: Sequence[str]) -> int:
    """How many acts these sentences order, one behind the other."""
    return sum(1 + one.lower().count(" then ") for one in sentences)


def _spoken(tokens: Sequence[Token]) -> str:
    return f" {' '.join(token.word for token in tokens)} "


def _is_undone(message: Message, one: Token, other: Token) -> bool:
    """Do these two words stand together in a sentence of the law for the first, but in no order?"""
    rows = message.world.table.said.get((one.word,), ())
    forms = (form.text.lower().split() for row in rows for form in row.forms)
    pair = (one.word, other.word)
    if not any(pair in pairwise(form) for form in forms):
        return False
    return not any(pair in pairwise(filed.sentence.lower().split()) for filed in message.filed)


def _is_way_said(message: Message) -> bool:
    """Does the message name a place on the way (`through 5,12`)?"""
    return any(
        value.kind == "place" and one.start and tokens[one.start - 1].word in WAYS
        for tokens, row in zip(message.tokens, message.said, strict=True)
        for one in row
        for value in one.values
    )


def is_another_act(message: Message, part: Segment) -> bool:
    """Does a part have a verb at its beginning, or after an `and`, that is not filed (`L1 goes to
    6,13 and attacks him`)?"""
    said, joins = message.world.table.said, ("and", "then", "&", "plus")
    firsts = [token.word for token in part.tokens[:1]]
    firsts += [two.word for one, two in pairwise(part.tokens) if one.word in joins]
    return any((word,) in said and not message.does(word) for word in firsts)


__all__ = [
    "AGAINST", "RETHOUGHT", "UNLEARNT", "WITH_WHAT", "Comparison", "bars_of",
    "is_another_act", "is_made_up", "leaves_a_weapon", "says_more",
]  # fmt: skip
