"""The last doubts about free words before they are carried out: does a unit act that is told to
stay, is an order repeated for others who do nothing, may one wait, does an aside end a turn?

Each rule of `doubted_at_last` returns the words that raise its doubt, or an empty string.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from grammar.doubt.about_it import about_it
from grammar.doubt.apart import apart
from grammar.doubt.beside import ENDS
from grammar.doubt.counted import miscounted
from grammar.doubt.lost import BODIES
from grammar.doubt.marks import begins, found
from grammar.doubt.message import Message, Segment, ValueSpan, bracketed, said_in
from grammar.doubt.revoked import revoked
from grammar.doubt.strides import mispaced
from grammar.doubt.turned import turned
from grammar.doubt.unsettled import unsettled
from grammar.reader.measured import distance_at
from grammar.reader.tokens import tokens_of

STAYS = frozenset(("stay", "stays"))
PUT = frozenset(("put", "where", "he", "she", "it", "is", "for", "now", "still", "home", "there"))
"""The only words that may follow `stay` in a part that says just that somebody stays."""

AGAIN = frozenset(("same", "ditto", "dito", "likewise"))
"""Words for doing the same as somebody else."""

TOO = frozenset(("too", "also", "likewise", "well", "same"))
OTHERS_TOO = TOO | frozenset(
    ("the", "other", "others", "rest", "two", "three", "as", "all", "everyone", "else", "and")
)
"""The only words of a part in which others do the same."""

UNTIL = frozenset(("after", "until", "till", "once", "before", "when"))
HAS = frozenset(("has", "have", "is", "are", "had"))
"""Words of a clause that says when something is done (`after he has moved`)."""

SPOKEN_TO = frozenset(("sir", "ref", "mate", "friend", "pal", "buddy", "bro", "dude"))
IS = frozenset(("is", "was", "isn't", "wasn't"))
"""Behind one of `SPOKEN_TO`, such a word judges what was said before, or the person addressed."""

FROM_ME = frozenset(("me", "us", "mine", "ours", "turn", "phase", "side"))
"""Beside one of these, `nothing` ends the player's turn or phase (`nothing else from me`), not just
what one unit does."""

THERE = (["there", "is"], ["there", "are"], ["there's"], ["theres"])
"""Beginnings of a part that tells what is somewhere."""

WITH = frozenset(("with", "using", "by", "w"))
MANNER, THEIRS = "ing", frozenset(("his", "her", "its", "their"))
"""`WITH` stands before a weapon that is to be used; `MANNER` (the ending of `swinging`) and
`THEIRS` (`over his head`) tell how it is held."""

CLAUSES = re.compile(" then |, ")
"""Separates the clauses of a sentence of the law."""

THIS = frozenset(("this", "these", "following", "below"))
"""Words by which a question refers to the order behind it."""

ANSWERS = frozenset(("accept draw", "decline draw"))
OF_A_DRAW = frozenset(
    (
        "draw", "drawn", "remis", "peace", "tie", "truce", "half", "split", "offer", "accept",
        "accepted", "agree", "agreed", "decline", "refuse", "play", "fight", "win",
    )
)  # fmt: skip
"""A message that answers a draw and says more must hold one of these words."""

FEW = 6

ASIDE = 3
"""Brackets with at least so many words beside their values are an aside."""


def stays(message: Message) -> str:
    """`.., M3 stay put for now`: a unit is told to stay, but the orders make it act."""
    for part in message.parts:
        who, *told = part.words or [""]
        stays = not STAYS.isdisjoint(told[:1]) and PUT.issuperset(told[1:])
        if stays and who in message.actors and message.used.isdisjoint(STAYS):
            return part.text
    return ""


def repeats(message: Message) -> str:
    """`.. Bows2 the same on Mob1`: an order is repeated for a unit for which nothing is filed."""
    begun = False
    for part in message.parts:
        again = not AGAIN.isdisjoint(part.words) and AGAIN.isdisjoint(message.used)
        if begun and again and any(map(message.is_own, part.said)) and not message.orders(part):
            return part.text
        begun = begun or message.orders(part)
    return ""


def alike(message: Message) -> str:
    """`L1 stays. The others too.`, `All stay, L3 too`: others are to do the same, or all, and
    nothing is filed for them."""
    for part in message.parts:
        rest = [one for one in part.said if any(of.kind == "rest" for of in one.values)]
        too = not TOO.isdisjoint(part.words[-2:])
        if rest and too and OTHERS_TOO.issuperset(part.words) and len(message.actors) < 2:
            return part.text
    for tokens, row in zip(message.tokens, message.said, strict=True):
        words = [token.word for token in tokens]
        every = words[:1] == ["all"] and len(words) > 1 and all(one.start for one in row)
        some = any(message.is_own(one) and message.is_used(one) for one in row)
        one_acts = len(message.actors) == 1 and not TOO.isdisjoint(words)
        if every and some and one_acts and message.does(words[1]):
            return tokens[0].text
    return ""


def waits(message: Message) -> str:
    """`.. i want to see how it goes after he has moved`: the order may have to wait for that."""
    for part in message.parts:
        rows = zip(part.words, part.words[1:], part.words[2:], strict=False)
        if any(one in UNTIL and begins([who], "he") and has in HAS for one, who, has in rows):
            return part.text
    return ""


def judged(message: Message) -> str:
    """`L1 attacks O1, sir is stupid`: a judgement of the order, behind the person addressed."""
    rows = (part for part in message.parts if not part.said and not message.orders(part))
    judging = (one for one in rows if SPOKEN_TO & {*one.words[:1]} and IS & {*one.words[1:2]})
    return next((one.text for one in judging), "")


def so_that(message: Message) -> str:
    """`So that L1 attacks O1`: the message begins with the purpose of something else."""
    first = message.parts[0] if message.parts else None
    begins_so = first is not None and first.words[:2] in (["so", "that"], ["such", "that"])
    return first.text if first is not None and begins_so and message.orders(first) else ""


def no_order(message: Message) -> str:
    """`Pure exercise, no order: end phase`, `.. is no standing order`: the player says that it is
    none."""
    rows = ((part, pairwise(part.words), part.words[2:]) for part in message.parts)
    none = (part for part, two, third in rows if any(map(_is_none, two, [*third, ""])))
    return next((part.text for part in none), "")


def _is_none(two: tuple[str, str], third: str) -> bool:
    """Do three words in a row say that something is no order?"""
    no, what = two
    return no == "no" and bool(found((what, third), "an order"))


def nothing_else(message: Message) -> str:
    """`Bows1 faces east and nothing further`: this may be all that the unit does, and not end the
    phase."""
    ends = [one.grave for one in message.filed]
    if not any(ends) or all(ends):
        return ""
    mixed = {one.sentence for one in message.parts if message.orders(one) and one.said}
    some = (one for one in message.parts if one.sentence in mixed and "nothing" in one.words)
    return next((one.text for one in some if FROM_ME.isdisjoint(one.words)), "")


def tells(message: Message) -> str:
    """`.. attacks Glenmark, there are only 2 archers`: a part only tells what is somewhere, but a
    value of it is in an order."""
    begun = False
    for part in message.parts:
        told = part.words[:1] in THERE or part.words[:2] in THERE
        if begun and told and any(map(message.is_used, part.said)):
            return part.text
        begun = begun or message.orders(part)
    return ""


def in_which_manner(message: Message) -> str:
    """`K1 charges S1, swinging the axe`, `.., great axe over his head`: a part only tells how a
    weapon is held, but the order uses that weapon."""
    begun = False
    for part in message.parts:
        weapons = [one for one in part.said if any("weapon" in of.classes for of in one.values)]
        named = [one for one in weapons if message.is_used(one)]
        if begun and named and WITH.isdisjoint(part.words):
            behind = {token.word for token in part.tokens[named[0].end - part.start :]}
            if part.words[0].endswith(MANNER) or behind & THEIRS:
                return part.text
        begun = begun or message.orders(part)
    return ""


def in_brackets(message: Message) -> str:
    """`War1 turns right (that is clockwise to us, it costs him 1")`: an order uses a value that is
    said only in a bracketed aside, while its unit is named outside."""
    for tokens, row in zip(message.tokens, message.said, strict=True):
        inside = list(bracketed(tokens))
        own = [one for one in row if message.is_used(one)]
        outside = {name for one in own if one.start not in inside for name in one.names()}
        alone = [one for one in own if one.start in inside and outside.isdisjoint(one.names())]
        alone = [one for one in alone if not _is_range(message, one)]
        values = {at for one in row for at in range(one.start, one.end)}
        words = [at for at in inside if tokens[at].is_word and at not in values]
        if outside and alone and len(words) >= ASIDE and not any(map(message.is_own, alone)):
            return " ".join(tokens[at].text for at in inside)
    return ""


def _is_range(message: Message, one: ValueSpan) -> bool:
    """Is it a distance that only tells how far it is (`(3 inches, no penalty I hope)`)?"""
    numbers = {str(number) for number in one.value.numbers}
    return one.value.kind == "distance" and message.used.isdisjoint(numbers)


def misjudged(message: Message) -> str:
    """`fires at O1 (range is 9)`: brackets say a distance at which none of those are whom the
    orders name."""
    if len(message.things) + len(message.goals) < 2:
        return ""
    for tokens in message.tokens:
        for at in range(1, len(tokens)):
            end, far, _ = distance_at(tokens, at) if tokens[at - 1].word == "(" else (0, 0, False)
            if 0 < end < len(tokens) and tokens[end].word == ")" and not message.is_apart(far):
                return " ".join(token.text for token in tokens[at:end])
    return ""


def goes_on(message: Message) -> str:
    """`L1 to 6,13 and then he zorps the lot`, `.., and there he goes to ground`, `L1 to 6,13. Then
    L2: zorp`: something comes next that is in no order."""
    clauses = [clause for one in message.filed for clause in CLAUSES.split(one.sentence)]
    for row in message.tokens if len(clauses) == 1 else ():
        for one, other, does in zip(row, row[1:], row[2:], strict=False):
            acts = (does.word,) in message.world.table.said and does.word not in STAYS
            next_ = one.word == "then" or (one.word == "there" and acts)
            if next_ and begins([other.word], "he") and does.word not in HAS:
                return f"{one.text} {other.text}"
    begun = False
    for part in message.parts if len(clauses) == 1 else ():
        if (
            begun
            and part.start == 0
            and part.words[:1] == ["then"]
            and any(map(message.is_own, part.said))
        ):
            return part.text
        begun = begun or message.orders(part)
    return ""


def joined(message: Message) -> str:
    """`temple in Aldermere, and GL1 lives there too`: a part that looks like a further order for an
    own unit which is in no order."""
    for part in message.parts:
        who = [one for one in part.said if message.is_own(one) and one.value.explicit]
        begins = part.words[:1] in (["and"], ["also"], ["plus"])
        if begins and who and not any(map(message.touches, who)):
            return part.text
    return ""


def he_is_one(message: Message) -> str:
    """`L2 turns left and he goes 3`: `he` is no body of many men, so somebody else may be meant."""
    acting = [one for one in message.things if one.ref.lower() in message.actors]
    if not acting or not all(BODIES & {word.lower() for word in one.words} for one in acting):
        return ""
    for tokens in message.tokens:
        for one, other in pairwise(tokens):
            if begins([one.word], "he or she") and message.does(other.word):
                return f"{one.text} {other.text}"
    return ""


def notes(message: Message) -> str:
    """`Ruling: C1 takes 6 damage`: a GM may have meant to change a unit, but it is filed as a mere
    note."""
    noted = any(one.sentence.lower().startswith("rul") for one in message.filed)
    for part in message.parts if noted and '"' not in message.text else ():
        if any(one.value.explicit and one.value.kind == "units" for one in part.said):
            return part.text
    return ""


def asked_about(message: Message) -> str:
    """`Is it too early for this? end phase`: a question about the order that follows it."""
    for number, sentence in enumerate(message.sentences):
        parts = [one for one in message.parts if one.sentence == number]
        if any(map(message.orders, parts)):
            return ""
        if sentence.asks and any(THIS.intersection(one.words) for one in parts):
            return sentence.text
    return ""


def answers(message: Message) -> str:
    """`Never mind, I don't want that after all`: read as the answer to an offered draw, though the
    message does not speak of a draw."""
    words = [token.word for row in message.tokens for token in row if token.is_word]
    answered = any(one.sentence in ANSWERS and not one.is_law for one in message.filed)
    more = len(message.filed) > 1 or len(words) > FEW
    return " ".join(words[:FEW]) if answered and more and OF_A_DRAW.isdisjoint(words) else ""


def of_both(message: Message) -> str:
    """`O2 to 12,8 and O3 to 12,12, both 2 south`: something is said of two units, but ordered of
    only one."""
    for part in message.parts:
        if part.words[:1] != ["both"] or _units(part.said):
            continue
        said = {name for one in part.said for name in one.names()}
        rows = [said_in(tokens_of(one.sentence), message.world) for one in message.filed]
        alone = [row for row in rows if said & {name for one in row for name in one.names()}]
        if len(alone) == 1 and len(_units(alone[0][:1])) == 1:
            return part.text
    return ""


def _units(said: Sequence[ValueSpan]) -> set[str]:
    """The names of the units among these values."""
    values = (value for one in said for value in one.values if value.kind == "units")
    return {item for value in values for item in value.items}


def with_both(message: Message) -> str:
    """`with both cleavers`: two weapons are said, but one unit is ordered to use only one."""
    alone = len(message.actors) == 1 and "both" not in message.used
    for row, said in zip(message.tokens, message.said, strict=True):
        for one in said if alone else ():
            two = one.start and row[one.start - 1].word == "both" and message.is_used(one)
            if two and any("weapon" in value.classes for value in one.values):
                return " ".join(token.text for token in row[one.start - 1 : one.end])
    return ""


def hidden_ends(message: Message) -> tuple[str, ...]:
    """`Release 2 infantry, they can go home`, `(to cut the road, nothing more)`: the grave ones of
    the filed sentences, if an end is said only in brackets or of others.  Empty otherwise, and if
    all of them are grave."""
    ends = tuple(one.sentence for one in message.filed if one.grave)
    if len(ends) in (0, len(message.filed)):
        return ()
    aside = [part for part in message.parts if _is_aside(message, part)]
    parts = [part for part in message.parts if part not in aside]
    said = any(found(part.words, "conclusion") or ENDS & {*part.words} for part in parts)
    return ends if aside and not said else ()


def _is_aside(message: Message, part: Segment) -> bool:
    before = [token.word for token in message.tokens[part.sentence][: part.start]]
    of_others = bool(found((*part.words[:1], *part.words[-2:-1]), "he"))
    return before.count("(") > before.count(")") or of_others


def doubted_at_last(message: Message) -> Iterator[str]:
    """The words of each last doubt that keeps free words from being carried out."""
    rules = (
        stays, repeats, alike, waits, judged, so_that, no_order, nothing_else, of_both, with_both,
        tells, in_which_manner, in_brackets, goes_on, joined, notes, asked_about, answers, mispaced,
        he_is_one, misjudged,
    )  # fmt: skip
    yield from filter(None, (rule(message) for rule in rules))
    yield from revoked(message)
    yield from about_it(message)
    yield from turned(message)
    yield from apart(message)
    yield from miscounted(message)
    yield from unsettled(message)


__all__ = ["doubted_at_last", "hidden_ends", "misjudged", "notes"]
