"""Last doubts about words that turn an order round: fire that is held, an exception, a slip of the
tongue, a `first` that comes late, brackets, an end that is somebody's own.

Each rule of `turned` returns the words that raise its doubt, or an empty string.
"""

from collections.abc import Iterator
from itertools import pairwise

from grammar.doubt.message import Message, ValueSpan, bracketed, said_in
from grammar.reader.tokens import Token, tokens_of
from grammar.reader.world import Value

HOLD = frozenset(("hold", "holds", "holding", "held"))
IS_THERE = (["is", "at"], ["is", "in"], ["is", "on"])

BY = frozenset(("by", "for", "with", "against"))
"""Between two targets these say that the second is none."""

EXCEPT = frozenset(("not", "but", "besides", "except", "excluding", "save"))
ALL = frozenset(("all", "every", "everyone", "everybody", "nearest", "closest", "next"))
"""What is named behind a word of `EXCEPT` is not meant; `ALL` says from whom it is taken."""

SLIPS = frozenset(("sorry", "er", "erm", "uh", "oops", "actually", "rather", "better", "wait"))
ARROWS = frozenset(("->", "→"))
MARKS = frozenset(("→", "..", "...", "…", "->", ",", "-", "–", "no", "i", "mean"))
"""What may stand beside a word of `SLIPS` between a slip of the tongue and what was meant."""

LENGTHS = frozenset(("inch", "inches", "square", "squares", "tile", "tiles", '"', "paces"))
BEHIND = frozenset(("past", "behind", "beyond", "beside"))
PAST = frozenset(("over", "past", "around", "behind", "beyond", "beside", "near"))
"""Before a target these say where it is from there, not that it is one."""

KIN = frozenset(("mate", "mates", "buddy", "friend", "friends", "pal", "brother", "neighbour"))
"""`O1's mate` is somebody else."""

LATER = frozenset(
    ("plan", "pending", "tentative", "tentatively", "later", "next", "reaction", "turn", "phase")
)
"""In brackets these put an order off, or say that something else comes before it."""

TELLS = frozenset(("is", "are", "was", "were", "has", "had", "have", "stands", "wants"))
"""In brackets these tell something of a unit; they order nothing of it."""

FEW = 5
"""So many words in brackets are short; longer ones tell or explain something."""

AIMS = frozenset(("units", "place", "heading"))

FINE = frozenset(("well", "nicely", "easy", "deal", "story", "job", "his", "her", "him"))
"""In the words that end a phase these make them mean something else (`well done`)."""

ENDS = frozenset(("done", "end", "ends", "finished", "over", "more", "else", "through"))


def holds(message: Message) -> str:
    """`moves 2 north and holds fire on O1`: fire that is held is filed as fire."""
    for tokens, row in zip(message.tokens, message.said, strict=True):
        for at, (one, other) in enumerate(pairwise(tokens)):
            aimed = any(said.start > at and message.is_used(said) for said in row)
            held = one.word in HOLD and other.word == "fire" and message.used.isdisjoint(HOLD)
            if held and aimed:
                return f"{one.text} {other.text}"
    return ""


def told(message: Message) -> str:
    """`Auspice is on Bows1`, `M1 is at 14,6`, `Man1 lets Kin1 charge`: what would be done is told
    as done, or a foe does it."""
    for number, at, one in _spans(message) if message.world.seat and _is_grid(message) else ():
        tokens = message.tokens[number]
        behind = [token.word for token in tokens[at.end : at.end + 2]]
        is_there = behind == ["is", "at"] or (one.kind == "noun" and behind in IS_THERE)
        stands = is_there and (one.kind == "noun" or _is_actor(message, at))
        let = one.side == "foe" and at.start and tokens[at.start - 1].word in ("let", "lets")
        let = let and behind[:1] != ["have"]  # `lets O1 have it`
        if message.is_used(at) and (stands or let):
            return " ".join(token.text for token in tokens[at.start : at.end + 2])
    return ""


def listed(message: Message) -> str:
    """`fires at K1 over O2`, `at K1. O2 next.`: two targets are filed that were not said as two."""
    targets = {
        item.lower()
        for filed in message.filed
        for one in said_in(tokens_of(filed.sentence), message.world)[1:]
        for of in one.values
        if of.kind == "units" and of.side != "own"
        for item in of.items
    }
    chained = any(" then " in one.sentence or one.is_law for one in message.filed)
    if len(targets) < 2 or len(message.filed) > 1 or chained or not _is_grid(message):
        return ""
    foes = [
        (number, one)
        for number, row in enumerate(message.said)
        for one in row
        if one.names() & targets
    ]
    for (number, one), (further, other) in pairwise(foes):
        tokens = message.tokens[number]
        between = {token.word for token in tokens[one.end : other.start]}
        aside = not between.isdisjoint(PAST | BY) and between.isdisjoint(("and", ","))
        if number != further or aside or [one.word for one in tokens[other.end :][:1]] == ["next"]:
            return " ".join(one.text for one in message.tokens[further][other.start : other.end])
    return ""


def excepted(message: Message) -> str:
    """`the nearest orc, not O2`, `all fire but M1`: an order uses what is excepted."""
    words = [token.word for row in message.tokens for token in row]
    if ("but", "one") in pairwise(words) and message.used.isdisjoint(("but", "1")):
        return "but one"
    for number, at, one in _spans(message):
        tokens = message.tokens[number][: at.start]
        before = [token.word for token in tokens if token.word not in ("at", "on", "the", "one")]
        if one.kind != "units" or not before or before[-1] not in EXCEPT or not message.is_used(at):
            continue
        apart = len(message.filed) > 1  # `all stay but OU1, who advances`
        if not apart and (before[-1] == "not" or not ALL.isdisjoint(before)):
            return f"{before[-1]} {message.tokens[number][at.start].text}"
    return ""


def slips(message: Message) -> str:
    """`advances 2 sorry 3`: a slip of the tongue and what was meant are both in the order."""
    for tokens, row in zip(message.tokens, message.said, strict=True):
        own = [one for one in row if message.is_used(one)]
        for one, other in pairwise(own):
            between = [token.word for token in tokens[one.end : other.start]]
            after = [token.word for token in tokens[other.end : other.end + 1]]
            said = [*between, *(word for word in after if word == "actually")]
            lone = one.values[0].kind in ("number", "distance", "heading")
            marked = not SLIPS.isdisjoint(said) or (lone and not ARROWS.isdisjoint(between))
            if marked and set(between) <= SLIPS | MARKS and _are_alike(one, other):
                return " ".join(said)
    return ""


def first(message: Message) -> str:
    """`M2 fires at O2 but moves 1 north first`: what is to come first was filed last."""
    acts = sum(1 + one.sentence.count(" then ") for one in message.filed)
    for tokens, row in zip(message.tokens, message.said, strict=True):
        begun = min((one.end for one in row if message.is_used(one)), default=len(tokens))
        for at, token in enumerate(tokens) if acts > 1 else ():
            between = {one.word for one in tokens[begun:at]}
            late = not between.isdisjoint(("but", "and", ","))
            then = any(one.word == "then" for one in tokens[at:])
            if token.word == "first" and late and not then and "first" not in message.used:
                return " ".join(one.text for one in tokens[at - 1 : at + 1])
    return ""


def beyond(message: Message) -> str:
    """`K1 over O2`, `O2, 4 inches away`, `O1's mate`: what is used as a unit only tells where
    something is, or whose."""
    for number, at, one in _spans(message) if _is_grid(message) else ():
        tokens = message.tokens[number]
        if one.kind != "units" or not message.is_used(at):
            continue
        before, behind = tokens[max(at.start - 1, 0) : at.start], tokens[at.end : at.end + 3]
        past = bool(before) and before[-1].word in BEHIND
        last = tokens[at.end - 1].sort == "number"
        length = last and behind[:1] and behind[0].word in LENGTHS
        kin = len(behind) > 1 and behind[0].sort == "own" and behind[1].word in KIN
        if past or length or kin:
            return " ".join(token.text for token in tokens[max(at.start - 1, 0) : at.end + 1])
    return ""


def asides(message: Message) -> str:
    """`Legion1 advances 3 (turn right first)`, `(just a plan)`: brackets hold a further act, a unit
    or weapon that is in no order, or a word that puts the order off."""
    for tokens, row in zip(message.tokens, message.said, strict=True):
        inside = list(bracketed(tokens))
        lost = [one for one in row if one.start in inside and not message.touches(one)]
        words = [tokens[at].word for at in inside if tokens[at].is_word]
        tells = len(words) > FEW or not TELLS.isdisjoint(words)
        refs = message.world.by_ref.keys() if _is_grid(message) else set()
        units = any(not refs.isdisjoint(one.names()) for one in lost)
        armed = any("weapon" in of.classes for one in lost for of in one.values)
        turns = any(one.value.kind == "heading" for one in lost)
        moving = len(inside) == 1 or any(word.endswith("ing") for word in words)
        begins = inside and _is_verb(message, tokens[inside[0]])
        acts = begins and all(one.start != inside[0] for one in row)
        acts = acts and any(one.value.kind in AIMS for one in lost)
        later = not LATER.isdisjoint(words[-1:] + words[:1])
        if not tells and (units or armed or acts or later or (turns and moving)):
            return " ".join(tokens[at].text for at in inside)
    return ""


def ends_of_one(message: Message) -> str:
    """`Well done`, `M1 is done`, `fires no more`: words for an end that end no phase."""
    if not any(one.grave for one in message.filed):
        return ""
    for part in message.parts:
        words, pairs = set(part.words), list(pairwise(part.words))
        if ENDS.isdisjoint(words) or "phase" in words:
            continue
        of_one = any(
            token.word in ENDS
            and one.value.explicit
            and _is_actor(message, one)
            and one.end <= at <= one.end + 2
            for at, token in enumerate(part.tokens, part.start)
            for one in part.said
        )
        no_more = {("no", "more"), ("nobody", "else")} & {*pairs} and message.orders(part)
        if of_one or no_more or ("and", "is") in pairs or not FINE.isdisjoint(words):
            return part.text
    return ""


def _spans(message: Message) -> Iterator[tuple[int, ValueSpan, Value]]:
    """Each value of each sentence: (number of its sentence, where it stands, a reading)."""
    for number, row in enumerate(message.said):
        for at in row:
            yield from ((number, at, one) for one in at.values)


def _are_alike(one: ValueSpan, other: ValueSpan) -> bool:
    return bool({of.kind for of in one.values} & {of.kind for of in other.values})


def _is_actor(message: Message, said: ValueSpan) -> bool:
    units = (item.lower() for of in said.values if of.kind == "units" for item in of.items)
    return not message.actors.isdisjoint(units)


def _is_grid(message: Message) -> bool:
    """Are places written with two numbers?"""
    return message.world.table.places.style == "grid"


def _is_verb(message: Message, token: Token) -> bool:
    return (token.word,) in message.world.table.said


def turned(message: Message) -> Iterator[str]:
    """The words of each of these doubts."""
    rules = (holds, told, listed, excepted, slips, first, beyond, asides, ends_of_one)
    yield from filter(None, (rule(message) for rule in rules))


__all__ = ["turned"]
