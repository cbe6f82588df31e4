"""Last doubts about words that turn an order round: a denial or a `by` at its verb, an exception, a
slip of the tongue, a `first` that comes late, an end that is somebody's own.

Each rule of `turned` returns the words that raise its doubt, or an empty string.
"""

from collections.abc import Iterator
from itertools import pairwise

from grammar.doubt.message import Message, ValueSpan, bracketed, said_in, verbs_of
from grammar.reader.tokens import Token, tokens_of
from grammar.reader.world import Value

DENIES = frozenset(
    (
        "not", "don't", "dont", "doesn't", "doesnt", "didn't", "won't", "wont", "can't", "cannot",
        "shouldn't", "isn't", "aren't", "never", "nothing", "without",
    )
)  # fmt: skip
WHERE = frozenset(
    (
        "to", "at", "on", "in", "with", "from", "then", "as", "and", "by", "of", "for", "into",
        "up", "down", "left", "right", "back", "north", "south", "east", "west", "forward",
    )
)  # fmt: skip
"""Words of the law beside its verbs."""

NOT_DONE = frozenset(("no", "decline", "stays", "stay", "denies"))
"""Sentences of the law with one of these do what a denial says."""

BETWEEN = frozenset(
    ("to", "be", "do", "yet", "really", "even", "just", "the", "any", "a", "on", "at")
)
"""Words that may stand between a denial and the verb that it denies."""

HOLDS = frozenset(
    (
        "hold", "holds", "holding", "held", "wait", "waits", "waiting", "keep", "keeps", "keeping",
        "stand", "stands", "stay", "stays", "skip", "skips", "halt", "halts", "pass", "passes",
    )
)  # fmt: skip
"""Right behind a unit these say that it does nothing yet."""

STAYS = frozenset(("stay", "stays", "stand", "stands", "keep", "keeps", "hold", "holds"))
"""Those that may go on with an act (`stays limbered and moves`)."""

KEEPS = frozenset(("readies", "hides", "deploy", "denies"))
"""Acts of the law that are said with a word of `HOLDS` too (`holds Shield back`)."""

IS = frozenset(("is", "are", "was", "were", "be", "being", "been", "gets", "get", "got"))
DONE = frozenset(("shot", "hit", "struck", "cut", "fought", "thrown", "shoved"))
"""Participles that do not end in `ed`."""

BY = frozenset(("by", "for", "with", "against", "hello"))
"""Between two targets these say that the second is none."""

EXCEPT = frozenset(("not", "but", "besides", "except", "excluding", "save"))
ALL = frozenset(("all", "every", "everyone", "everybody", "nearest", "closest", "next"))

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
    (
        "plan",
        "pending",
        "tentative",
        "tentatively",
        "later",
        "next",
        "reaction",
        "draft",
        "turn",
        "phase",
    )
)
"""In brackets these put an order off, or say that something else comes before it."""

TELLS = IS | {"has", "had", "have", "stands", "stood", "wants", "needs", "will", "can", "cannot"}
"""In brackets these tell something of a unit; they order nothing of it."""

FEW = 5
"""So many words in brackets are short; longer ones tell or explain something."""

AIMS = frozenset(("units", "place", "heading"))

FINE = frozenset(("well", "nicely", "easy", "deal", "story", "job", "his", "her", "him"))
"""In the words that end a phase these make them mean something else (`well done`)."""

ENDS = frozenset(("done", "end", "ends", "finished", "over", "more", "else", "through"))


def denied(message: Message) -> str:
    """`Bows1 doesn't shoot Clans1`, `aims at O2 but does not fire`: a denial stands between who is
    to act, or a `but`, and a verb that is filed."""
    if not message.used.isdisjoint(DENIES | NOT_DONE):
        return ""
    for number, tokens in enumerate(message.tokens):
        ends = {one.end for one in message.said[number] if _is_actor(message, one)}
        ends |= {at + 1 for at, token in enumerate(tokens) if token.word == "but"}
        for at, token in enumerate(tokens):
            if token.word not in DENIES or ends.isdisjoint(range(at - 1, at + 1)):
                continue
            behind = [one for one in tokens[at + 1 : at + 4] if one.word not in BETWEEN][:1]
            done = any(_is_verb(message, one) and _is_done(message, one.word) for one in behind)
            if done or "nothing" in (token.word, *(one.word for one in behind)):
                return f"{token.text} {behind[0].text}" if behind else token.text
    return ""


def holds(message: Message) -> str:
    """`M1 holds fire on O1`, `Legion2 waits for Clans1`, `M1 is at 14,6`: a unit that is to act is
    said to wait, or to stand where it is to go."""
    if not message.world.seat or not message.used.isdisjoint(HOLDS | KEEPS):
        return ""
    for number, tokens in enumerate(message.tokens):
        own = [one for one in message.said[number] if _is_actor(message, one)]
        for one in own:
            words = [token.word for token in tokens[one.end : one.end + 4]]
            word = next((each for each in words[:2] if each not in ("will", "is", ":")), "")
            goes_on = word in STAYS and not {"and", "but", ","}.isdisjoint(words[1:])
            if words[:2] == ["is", "at"] or (word in HOLDS and not goes_on):
                return " ".join(words[:2])
        for at, (before, behind) in enumerate(pairwise(tokens)):
            aimed = any(one.start > at and message.is_used(one) for one in message.said[number])
            if aimed and own and before.word in HOLDS and behind.word == "fire":
                return f"{before.text} fire"
    return ""


def suffers(message: Message) -> str:
    """`M1 is shot at by O1`: a `by` behind the verb says that a foe does it."""
    for number, at, one in _spans(message):
        before = [token for token in message.tokens[number][: at.start] if token.word != "at"]
        if one.kind != "units" or len(before) < 2 or before[-1].word != "by":
            continue
        done = before[-2].word.endswith("ed") or before[-2].word in DONE
        passive = done or not IS.isdisjoint(token.word for token in before[-4:])
        if passive and message.is_used(at) and not _is_actor(message, at):
            return f"{before[-2].text} by"
    return ""


def acts_itself(message: Message) -> str:
    """`Man1 lets Kin1 charge`, `Auspice is on Bows1`: what is filed as a target acts itself, or
    what would be done is told as done."""
    for number, at, one in _spans(message) if _is_grid(message) else ():
        tokens = message.tokens[number]
        words = [token.word for token in tokens[at.end : at.end + 2]]
        told = words in (["is", "at"], ["is", "in"], ["is", "on"]) and one.kind == "noun"
        lets = at.start and tokens[at.start - 1].word in ("let", "lets")
        foe = one.side != "own" and not _is_actor(message, at)
        target = one.kind == "units" and one.explicit and foe
        acts = words and (lets or words[0].endswith("s")) and _is_done(message, words[0])
        verb = acts and _is_verb(message, tokens[at.end])
        if message.world.seat and message.is_used(at) and (told or (target and verb)):
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


def unsaid(message: Message) -> str:
    """`Legion2 advances 2. Clans1 next.`: a chain goes on against a foe, unsaid."""
    words = [token.word for row in message.tokens for token in row if token.is_word]
    for one in message.filed if _is_grid(message) else ():
        for clause in one.sentence.lower().split(" then ")[1:]:
            values = [
                of for each in said_in(tokens_of(clause), message.world) for of in each.values
            ]
            armed = any("weapon" in of.classes for of in values)
            foe = any(of.kind == "units" and of.side != "own" for of in values)
            verbs = {clause.split()[0 if clause.split()[0] not in message.actors else 1]}
            meant = any(not verbs.isdisjoint(verbs_of(word, message)) for word in words)
            if foe and not (one.is_law or armed or meant):
                return clause
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


def _is_done(message: Message, word: str) -> bool:
    """Is the word a verb for something that is filed?"""
    return bool((verbs_of(word, message) & message.used) - WHERE)


def _is_verb(message: Message, token: Token) -> bool:
    return (token.word,) in message.world.table.said


def turned(message: Message) -> Iterator[str]:
    """The words of each of these doubts."""
    rules = (
        denied, holds, suffers, acts_itself, listed, excepted, slips, first, beyond, unsaid, asides,
        ends_of_one,
    )  # fmt: skip
    yield from filter(None, (rule(message) for rule in rules))


__all__ = ["turned"]
