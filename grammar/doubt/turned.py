"""Last doubts about words that turn an order round: fire that is held, an exception, a slip of the
tongue, a `first` that comes late, brackets, an end that is somebody's own.

Each rule of `turned` returns the words that raise its doubt, or an empty string.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from grammar.doubt.beside import PLAIN
from grammar.doubt.marks import found, marks
from grammar.doubt.message import Message, ValueSpan, bracketed, said_in
from grammar.reader.tokens import Token, tokens_of
from grammar.reader.world import Value

HOLD = frozenset(("hold", "holds", "holding", "held"))
IDLE = HOLD | {"keep", "keeps", "skip", "skips", "wait", "waits", "save", "saves", "no"}
"""Right behind a unit these say that it does not do what follows."""

KEPT = frozenset(("readies", "hides", "deploy", "denies", "uses", "stays", "stay"))
"""Acts of the law that are said with a word of `IDLE` too (`keeps Shield ready`)."""

IS_THERE = (["is", "at"], ["is", "in"], ["is", "on"])
WHO, STANDS = ("who", "which", "that"), ("stands", "sits", "was", "is")
"""Before a place these tell where somebody is (`M3, who stands at 20,20`)."""

JUDGES = frozenset(("is", "was", "takes", "looks", "would", "costs"))
"""Behind a place these tell something of the move."""

BY = frozenset(("by", "for", "with", "against"))
"""Between two targets these say that the second is none."""

EXCEPT = frozenset(("not", "but", "besides", "except", "excluding", "excl", "exc", "save"))
ALL = frozenset(("all", "every", "everyone", "everybody", "nearest", "closest", "next"))
"""What is named behind a word of `EXCEPT` is not meant; `ALL` says from whom it is taken."""

LINKS = frozenset(("and", "but", "then", ",", ";"))
SOME = frozenset(("one", "two", "three", "four", "five"))

SLIPS = frozenset(
    ("yes", "sorry", "er", "erm", "uh", "oops", "actually", "rather", "better", "wait")
)
ARTICLES = frozenset(("the", "his", "her", "its", "my", "their"))
ARROWS = frozenset(("->", "→"))
MARKS = frozenset(("→", "..", "...", "…", "->", ",", "-", "–", "no", "i", "mean"))
"""What may stand beside a word of `SLIPS` between a slip of the tongue and what was meant."""

SIDES = frozenset(("left", "right"))

LENGTHS = frozenset(("inch", "inches", "square", "squares", "tile", "tiles", '"', "paces"))
BEHIND = frozenset(("past", "behind", "beyond", "beside"))
OVER = frozenset(("over", "around"))
"""The same right behind a unit or its verb (`fires over O2`, but not `a shield around M1`)."""

NEAR = frozenset(("under", "by", "from"))
"""The same of a second unit that is to act (`L2 stays under L1`)."""

PAST = frozenset(("over", "past", "around", "behind", "beyond", "beside", "near"))
"""Before a target these say where it is from there, not that it is one."""

KIN = frozenset(
    ("target", "mate", "mates", "buddy", "friend", "friends", "pal", "brother", "neighbour")
)
"""`O1's mate` is somebody else."""

LATER = frozenset(
    ("plan", "pending", "tentative", "tentatively", "later", "next", "reaction", "turn", "phase")
)
"""In brackets these put an order off, or say that something else comes before it."""

MENDS = SLIPS | {"well", "ok", "okay", "just", "only", "or", "really", "make", "maybe"}
"""In brackets these mend a number (`(well, 2)`)."""

PUTS_OFF = frozenset(("on", "too", "no", "in", "under", "low", "not", "to"))
"""With one of these, two words in brackets may put the order off (`(on hold)`)."""

CLAUSES = frozenset(("i", "he", "she", "it", "we", "they", "you", "they're", "it's", "he's"))
"""With one of these, a word or two in brackets are a remark (`(they can)`)."""

TELLS = frozenset(("is", "are", "was", "were", "has", "had", "have", "stands", "wants"))
"""In brackets these tell something of a unit; they order nothing of it."""

FEW = 5
"""So many words in brackets are short; longer ones tell or explain something."""

FAR = ("distance", "offset", "length")

ROLLS = re.compile(r"[a-z]|[0-9]*d[0-9]+")
"""One's own dice and abbreviations of money."""

AIMS = frozenset(("units", "place", "heading"))

FINE = frozenset(("well", "nicely", "easy", "deal", "story", "job", "his", "her", "him"))
"""In the words that end a phase these make them mean something else (`well done`)."""

FOR_ONE = frozenset(("for", one) for one in ("him", "her", "it", "them"))
ENDS = frozenset(("done", "end", "ends", "finished", "over", "more", "else", "through"))
GIVES_UP = frozenset(("pass", "passing", "resign", "surrender", "concede"))


def holds(message: Message) -> str:
    """`M1 keeps Auspice for L2`, `moves 2 north and holds fire on O1`: what is held is filed."""
    if not message.used.isdisjoint(IDLE | KEPT):
        return ""
    for tokens, row in zip(message.tokens, message.said, strict=True):
        used = [one for one in row if message.is_used(one)]
        actors = [one for one in used if _is_actor(message, one)]
        for at, (one, other) in enumerate(pairwise(tokens)):
            behind = next((said for said in used if said.start > at), None)
            if behind is None or one.word not in IDLE or behind in actors:
                continue
            between = {token.word for token in tokens[at + 1 : behind.start]}
            idle = any(said.end == at for said in actors) and between.isdisjoint(LINKS)
            idle = idle and not other.word.endswith("ing")  # `keeps going`
            if idle or (one.word in HOLD and other.word == "fire"):
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
        place = one.kind == "place"
        before = [token.word for token in tokens[max(at.start - 3, 0) : at.start]]
        judged = place and not JUDGES.isdisjoint(behind[:1])
        which = len(before) == 3 and before[0] in WHO and before[1] in STANDS
        stands = stands or (place and which and before[2] in ("at", "on"))
        if message.is_used(at) and (stands or let or judged):
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
    for but, some in pairwise(words):
        if but in ("but", "except", "besides") and some in SOME and "but" not in message.used:
            return f"{but} {some}"
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


def repeated(message: Message) -> str:
    """`wheels left 45 then 45`, `turn left and right respectively`: less is filed than said."""
    filed = [token.word for one in message.filed for token in tokens_of(one.sentence)]
    for tokens in message.tokens:
        for one, other in pairwise(tokens):
            again = one.word in ("then", "another") and other.sort == "number"
            times = sum(of.word == other.word for of in tokens)
            if again and max(filed.count(other.word), 1) < times:
                return f"{one.text} {other.text}"
        if len(message.filed) < 2 and any(one.word == "respectively" for one in tokens):
            return "respectively"
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
            which = at and tokens[at - 1].word in ARTICLES  # `burns the first zombie`
            if which or token.word != "first" or "first" in message.used:
                continue
            if late and not then:
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
        actors = [said for said in message.said[number] if _is_actor(message, said)]
        follows = at.start > 1 and tokens[at.start - 2].word.endswith("ed")  # `followed by L2`
        near = bool(before) and before[-1].word in NEAR and one.explicit and at in actors[1:]
        near = near and not follows
        last = tokens[at.end - 1].sort == "number"
        length = last and behind[:1] and behind[0].word in LENGTHS
        over = bool(before) and before[-1].word in OVER and _is_aim(message, number, at.start - 1)
        kin = (
            not _is_actor(message, at)
            and len(behind) > 1
            and behind[0].sort == "own"
            and behind[1].word in KIN
        )
        if past or over or near or length or kin:
            return " ".join(token.text for token in tokens[max(at.start - 1, 0) : at.end + 1])
    return ""


def asides(message: Message) -> str:
    """`Legion1 advances 3 (turn right first)`, `(well, 2)`, `(on hold)`: brackets hold a further
    act, a value that is in no order, a correction, or a word or two that may put the order off."""
    for tokens, row in zip(message.tokens, message.said, strict=True):
        inside = list(bracketed(tokens))
        held = [one for one in row if one.start in inside]
        lost = [one for one in held if not _is_in_orders(message, one)]
        lost = [one for one in lost if not _is_where_it_is(message, one)]
        lost = [one for one in lost if not ROLLS.fullmatch(tokens[one.start].word)]
        words = [tokens[at].word for at in inside if tokens[at].is_word]
        tells = len(words) > FEW or not TELLS.isdisjoint(words) or words[:1] == ["i"]
        begun = tokens[inside[0]] if inside else None  # `(protects the paladin)`
        tells = tells or (begun is not None and _is_what_it_does(message, begun))
        denies = words[:1] == ["not"]  # `(not Harrowby)`
        elsewhere = (*PLAIN, *FAR, "heading", *(("place",) * _is_grid(message)))
        named = not denies and any(one.value.kind not in elsewhere for one in lost)
        turns = any(one.value.kind == "heading" for one in lost)
        moving = len(inside) == 1 or any(word.endswith("ing") for word in words)
        begins = inside and _is_verb(message, tokens[inside[0]])
        acts = begins and all(one.start != inside[0] for one in row)
        acts = acts and any(one.value.kind in AIMS for one in lost)
        later = not LATER.isdisjoint(words[-1:] + words[:1])
        mends = bool(lost) and not MENDS.isdisjoint(words)
        brief = len(words) == 1 or (len(words) == 2 and words[0] in PUTS_OFF)
        brief = brief and not held and CLAUSES.isdisjoint(words)
        off = words[0] in PUTS_OFF if words else False
        brief = brief and (off or not any(_is_known(message, tokens[at]) for at in inside))
        brief = brief and tuple(words) not in marks()["harmless"]
        actors = any(_is_actor(message, one) for one in held)
        apiece = actors and any(one.value.kind == "number" for one in held)  # `(L3: 2)`
        if not tells and (apiece or named or acts or later or mends or brief or (turns and moving)):
            return " ".join(tokens[at].text for at in inside)
    return ""


def ends_of_one(message: Message) -> str:
    """`Well done`, `M1 is done`, `fires no more`, `no charge for him`: words for an end that end no
    phase."""
    if not any(one.grave for one in message.filed):
        return ""
    for part in message.parts:
        words, pairs = set(part.words), list(pairwise(part.words))
        if "no" in words and not FOR_ONE.isdisjoint(pairs):
            return part.text
        if not (ENDS | GIVES_UP) & words or "phase" in words:
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
        not_now = "i'd" in words or ("on", "that") in pairs or part.words[-1] in ("by", "for")
        ended = not ENDS.isdisjoint(words)
        fine = ended and (("and", "is") in pairs or not FINE.isdisjoint(words))
        if of_one or no_more or not_now or fine:
            return part.text
    return ""


def viewed(message: Message) -> str:
    """`c6 rotates right (yours)`, `.. left, from your side`: whose left and right is it?"""
    sided = any(not SIDES.isdisjoint(one.sentence.split()) for one in message.filed)
    rows = ([token.word for token in row if token.sort != "sign"] for row in message.tokens)
    return next(filter(None, (found(row, "a view") for row in rows)), "") if sided else ""


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


def _is_in_orders(message: Message, said: ValueSpan) -> bool:
    """Is it in an order?  Where units are counted (`4 infantry`), a province is not its units."""
    if not message.world.table.force:
        return message.touches(said)
    plain = tuple(value for value in said.values if value.kind != "units")
    return message.is_used(ValueSpan(said.start, said.end, plain or said.values))


def _is_what_it_does(message: Message, token: Token) -> bool:
    """Is it a verb of the third person that orders nothing?"""
    verb = token.sort == "word" and token.word.endswith("s") and len(token.word) > 4
    return verb and not _is_verb(message, token)


def _is_aim(message: Message, number: int, at: int) -> bool:
    """Stands the word right behind a verb of the order, or behind the unit that begins it?"""
    tokens = message.tokens[number]
    first = any(not one.start and one.end == at for one in message.said[number])
    verb = at > 0 and tokens[at - 1].word.endswith("s") and message.does(tokens[at - 1].word)
    return first or verb


def _is_where_it_is(message: Message, said: ValueSpan) -> bool:
    """Is it the place of a unit in the orders (`M1 (at 15,5) moves 2 north`)?"""
    stands = {thing.at for thing in message.things}
    places = [value for value in said.values if value.kind == "place"]
    return any(value.items and set(value.items) <= stands for value in places)


def _is_known(message: Message, token: Token) -> bool:
    """Is the word a verb of the order (`(double tap)`), or a name (`(Bob's idea)`)?"""
    return token.sort == "own" or message.does(token.word)


def _is_grid(message: Message) -> bool:
    """Are places written with two numbers?"""
    return message.world.table.places.style == "grid"


def _is_verb(message: Message, token: Token) -> bool:
    return (token.word,) in message.world.table.said


def turned(message: Message) -> Iterator[str]:
    """The words of each of these doubts."""
    rules = (
        holds, told, listed, excepted, slips, repeated, first, beyond, asides, ends_of_one, viewed
    )  # fmt: skip
    yield from filter(None, (rule(message) for rule in rules))


__all__ = ["turned"]
