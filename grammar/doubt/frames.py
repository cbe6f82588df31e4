"""Sentences that order nothing, whatever they name: wishes, judgements, reports and headings."""

from collections.abc import Iterator

from grammar.doubt.marks import begins, found
from grammar.doubt.message import Message
from grammar.doubt.roles import LIGHT
from grammar.reader.edges import PREPOSITIONS
from grammar.reader.tokens import Token

TELLS = ("that", "how", "if", "whether", "why", "when", "where", "what")
"""Before a unit: the sentence says something about what it does (`I wonder how L1 ..`)."""

PURPOSE = (
    "so",
    "such",
    "now",
    "given",
    "see",
    "want",
    "order",
    "insist",
    "demand",
    "ask",
    "let",
    "decided",
)
"""Before `that`: what follows is still to be done (`I insist that L1 ..`)."""

FINITE = (
    "is", "was", "are", "were", "would", "won't", "wouldn't", "will", "isn't", "wasn't", "makes",
    "made", "seems", "looks", "feels", "sounds", "costs", "cost", "loses", "wins", "takes", "took",
    "helps", "hurts", "means", "meant", "doesn't", "didn't", "does", "did", "has", "had", "could",
    "might", "belongs", "brings", "gets", "gives", "leaves", "leads", "works", "never", "always",
)  # fmt: skip
"""After a deed named by a verb in -ing: the sentence judges it (`shooting O4 won't help`)."""

BE = ("is", "are", "am", "i'm", "we're", "be", "start", "starts", "keep", "keeps", "go", "goes")
"""Before a verb in -ing: it is the verb of an order (`keep shooting O4`)."""

THINGS = frozenset(("the", "a", "an", "my", "our", "this", "one"))
"""Before a word in -ing: it is a noun (`my free building`)."""

GREETINGS = frozenset(
    (
        "referee", "ref", "umpire", "gm", "bot", "dear", "hello", "hi", "hey", "orders", "order",
        "turn", "round", "phase", "move", "moves", "action", "actions", "my", "the", "for", "this",
        "first", "second", "third", "next", "then", "finally", "last", "and", "army", "player",
        "kindly", "note", "please", "final", "answer", "decision", "here", "are", "is", "goes",
        "we", "go", "ok", "okay", "so", "well", "right", "now", "yes", "standard", "free", "bonus",
        "attack", "attacks", "fight", "shooting", "movement", "charge", "charges", "magic", "as",
        "correction", "target",
        "follows", "with", "from", "to", "in", "at", "on", "of", "a", "an", "edit", "update", "all",
    )
)  # fmt: skip
"""Before a colon these are a heading for orders, or a greeting to the referee."""


def reported(message: Message) -> Iterator[str]:
    """`Nice that L1 moves ..`, `I wonder how L1 ..`: the unit that acts stands behind a word of
    telling; also `there is a retreat to ..`."""
    for tokens, said in zip(message.tokens, message.said, strict=True):
        there = [token.word for token in tokens[:1]] == ["there"] and message.world.seat
        if there and any(map(message.is_used, said)):
            yield " ".join(token.text for token in tokens[:2])
        for one in said:
            inside = tokens[one.start].word in TELLS and one.end > one.start + 1
            at = one.start if inside else one.start - 1
            while at >= 0 and tokens[at].word in LIGHT and tokens[at].word not in TELLS:
                at -= 1
            units = any(value.kind == "units" for value in one.values)
            begins = tokens[at].word == "that" and at == one.start - 1 == 1
            if at < 1 or not message.is_used(one) or tokens[at].word not in TELLS:
                continue
            before = tokens[at - 1].word  # `stabs that runt`, `blow up that zombie`, `tell me if`
            if (before,) in message.world.table.said or before in ("up", "down", "off", "me", "us"):
                continue
            if not (units or begins):
                continue
            if (
                tokens[at - 1].word not in (*PURPOSE, *LIGHT, *PREPOSITIONS)
                and tokens[at - 1].is_word
            ):
                yield " ".join(token.text for token in tokens[at - 1 : at + 1])


def dreamt(message: Message) -> Iterator[str]:
    """`in my head L1 to ..`: words before an order, in its part, that make it only imagined."""
    for part in message.parts:
        used = [one.start - part.start for one in part.said if message.is_used(one)]
        ahead = [token.word for token in part.tokens[: used[0]]] if used else []
        if " " in (words := found(ahead, "unreal")):  # not `says the magister ..`
            yield words


EXPECTS = frozenset(
    (
        "expects",
        "expect",
        "wants",
        "hopes",
        "hope",
        "fears",
        "fear",
        "sees",
        "saw",
        "watches",
        "knows",
    )
)
"""Verbs for what somebody expects of a unit (`everyone expects L1 to attack`); the `want` of `I
want L1 to attack` is not among them: that is an order."""


def expected(message: Message) -> Iterator[str]:
    """`everyone expects L1 to attack O1`: somebody's opinion, not an order."""
    for tokens, said in zip(message.tokens, message.said, strict=True):
        for one in said:
            at = one.start - 1
            while at >= 0 and tokens[at].word in LIGHT:
                at -= 1
            own = any(value.kind == "units" for value in one.values) and message.is_used(one)
            if at > 0 and own and tokens[at].word in EXPECTS:
                yield " ".join(token.text for token in tokens[at - 1 : at + 1])


def judged(message: Message) -> Iterator[str]:
    """`Shooting O4 with M2 won't help`, `attacking O1 was stupid`: a verb in -ing names a deed, and
    a second verb judges it."""
    for tokens, said in zip(message.tokens, message.said, strict=True):
        if not any(map(message.is_used, said)):
            continue
        covered = {at for one in said for at in range(one.start, one.end)}
        deeds = (at for at in range(len(tokens)) if at not in covered and _is_deed(tokens, at))
        begun = next(deeds, None)
        first = said[0].end if said[0].start < 2 else said[0].start
        if begun is None or begun > first + 1:
            continue
        for at in range(begun + 1, len(tokens)):
            if tokens[at].sort == "sign":
                break
            if at not in covered and tokens[at].word in FINITE:
                yield f"{tokens[begun].text} .. {tokens[at].text}"
                break


def _is_deed(tokens: tuple[Token, ...], at: int) -> bool:
    before = [token.word for token in tokens[max(at - 2, 0) : at]]
    word = tokens[at].word
    named = word.endswith("ing") and not word.endswith("thing") and len(word) > 4
    return named and before[-1:] not in ([one] for one in BE) and THINGS.isdisjoint(before)


def _is_other_verb(message: Message, words: list[str]) -> bool:
    """`reverse: L1 advances 4`: is the word before the colon a verb other than the one behind it,
    or a withdrawal?"""
    table = message.world.table
    if words[0] in GREETINGS or words[0] in table.headings or message.does(words[0]):
        return False
    if any(tuple(words[:size]) in table.noise for size in (2, 3)):  # `standing orders: ..`
        return False
    return (words[0],) in table.said or (len(words) == 1 and begins(words, "withdrawal"))


def headed(message: Message) -> Iterator[str]:
    """`reverse: ..`, `the others think: ..`: words before a colon that are not a known heading."""
    world = message.world
    known = (world.table.vocabulary, world.vocabulary, world.named, GREETINGS)
    headings = (at for at, one in enumerate(message.sentences) if one.heading)
    for at in headings:  # `Old orders:` above its orders
        words = [token.word for token in message.tokens[at]]
        if begins(words, "discarded") and any(map(message.is_used, sum(message.said[at:], ()))):
            yield words[0]
    for tokens, said in zip(message.tokens, message.said, strict=True):
        colon = next((at for at, token in enumerate(tokens) if token.word == ":"), 0)
        if not any(one.start > colon > 0 and message.is_used(one) for one in said):
            continue
        words = [token.word for token in tokens[:colon] if token.is_word]
        if words and _is_other_verb(message, words):
            yield words[0]
        named = {at for one in said if message.is_used(one) for at in range(one.start, one.end)}
        plain = [
            one.word for at, one in enumerate(tokens[:colon]) if one.is_word and at not in named
        ]
        if doubted := found(plain, "unreal", "denial", "condition", "discarded"):
            yield doubted
        elif any(word in some for word in words for some in known):
            continue
        elif words and not any(one.end <= colon for one in said):
            yield words[0]
