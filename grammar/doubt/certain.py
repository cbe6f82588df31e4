"""How certain is it that a message orders what the ranking puts first?

The ranking knows which order is likeliest but knows no doubts; each doubt knows one thing that
speaks against the order, but not how much that weighs.  Here both become named facts, and the
weight of each is learnt from messages whose meaning is known (`tests/training`).  Facts that
nothing can outweigh are `BARS`.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from grammar.doubt.around import AROUND, SMALL, facts_around, outline
from grammar.doubt.at_last import CLAUSES
from grammar.doubt.bars import (
    AGAINST,
    RETHOUGHT,
    UNLEARNT,
    Comparison,
    bars_of,
    is_another_act,
    says_more,
)
from grammar.doubt.beside import ENDS, EXCUSES, REASON, doubtful, parted
from grammar.doubt.excused import EXCUSED, excuses
from grammar.doubt.excused import EXCUSES as HARMLESS
from grammar.doubt.marks import begins, found
from grammar.doubt.message import Message, Segment, said_in
from grammar.doubt.plainly import is_explicit, strangers
from grammar.doubt.proposals import may_be_offered
from grammar.doubt.rules import (
    RULES,
    commented,
    conclusion_kept,
    done_by_others,
    draw_kept,
    nothing_lost,
    undoes,
)
from grammar.doubt.strangers import unknown_words
from grammar.doubt.telling import is_heading
from grammar.reader.acts import rows_of
from grammar.reader.tokens import Token, tokens_of
from grammar.reader.weights import Weights, stem, weights_of
from grammar.reader.whereabouts import is_whereabouts

CERTAIN = "certain"
"""The key of these weights in `weights.json`, beside those of the systems."""

MARKS = (
    "denial", "withdrawal", "correction", "time", "condition", "unreal", "comment", "conclusion",
)  # fmt: skip
RANKED = (
    "chart", "unused", "missing", "subject", "phase", "bears", "spoken", "who=", "again", "instead",
    "forget", "named before", "less", "filled", "as read", "refused", "left", "unsaid", "inverted",
    "apart", "corrected", "denied", "same head", "says a word", "agrees",
)  # fmt: skip
"""Beginnings of the ranking's facts that say how well an order fits the words, whichever order it
is; the other facts of the ranking are not used here."""


BARS = frozenset(
    (
        *UNLEARNT, "ahead 0", "ahead 1", "ahead 2", "over 0", "may not be offered",
        "does not stand", "grave", "asks", "out of nothing", "filled in", "computed", "twice",
        "of two parts", "corrected", "hangs", "judged", "by others", "a comment", "an end",
        "thrown together",
        "names more", "others follow",
        "ranked: left kind", "ranked: left damage", "ranked: left building",
        "beside: the end", "beside: a draw", "undone at once",
        "before: condition", "before: denial",
        "order: denial", "order: unreal", "order: place unused",
        "behind: unreal", "behind: units unused",
    )
)  # fmt: skip
"""Facts that bar: with one of these an order is never certain."""

UNWEIGHED = UNLEARNT | HARMLESS
"""Facts from which nothing is learnt."""

SUSPECT = frozenset(
    (
        "undone", "headed", "somebody stays", "a way unused", "on a condition",
        "before: time", "before: unreal", "order: ordinal", "order: withdrawal",
        "behind: condition", "behind: withdrawal",
    )
)  # fmt: skip
"""Facts that each lower the certainty of an order by one `STEP`."""

GRAVE = frozenset(
    (
        "talk: asserted", "loses a value", "short and left", "another says more", "goes on",
        "a reason orders", "unplaced",
        "order: condition", "order: correction", "order: time", "order: units unused",
        "behind: time", "behind: distance unused",
    )
)  # fmt: skip
"""Facts that each lower it by two steps."""

BRIEF = frozenset(("words 0", "words 1", "words 2"))
RATHER_BRIEF, AS_BRIEF = "words 3", frozenset(("talk: taken_back", "ranked: left verb"))
"""A message of few words loses one step, because each word counts: with one of `BRIEF` always, with
`RATHER_BRIEF` only beside one of `AS_BRIEF`."""

STEP = 1_000
"""By how much a step lowers the certainty, in thousandths."""

NAMED = {
    nothing_lost: "loses a value",
    conclusion_kept: "beside: the end",
    draw_kept: "beside: a draw",
    done_by_others: "by others",
    commented: "a comment",
}

ORDINALS = frozenset(
    ("second", "third", "fourth", "fifth", "sixth", "other", "another", "2nd", "3rd")
)
"""If such a word has no place in the order, another unit may be meant (`the second archer`)."""

WHEN = ("after", "before", "once", "when", "whenever", "until", "till", "if", "unless", "while")
"""Words that begin a clause saying when something is done, or whether."""


DRAWS = frozenset(("draw", "resign", "surrender"))
"""Such a word beside an order may be meant as an order of its own."""

HANGING = frozenset(("with", "to", "at", "from", "for", "against", "into", "onto"))
"""A part of an order that ends with one of these lacks a word."""

STAYING = frozenset(
    ("stay", "stays", "staying", "hold", "holds", "wait", "waits", "remain", "remains", "stands")
)
"""A unit that does this does nothing else."""

EVERY = frozenset(("every", "each", "all", "both", "only", "except", "half", "side", "sides"))
"""If such a word has no place in the order, more or fewer units may be meant."""

POINTS = ("north", "south", "east", "west", "northeast", "northwest", "southeast", "southwest")
COMPASS = frozenset(f"{point}{end}" for point in POINTS for end in ("", "ward", "wards"))
"""If such a word is in no order, a direction that was said is lost."""

AT_ONCE = 3
"""A part of at most so many words takes something back at once (`kindly unmake it`)."""

MOST_ALIKE = 3
"""How often the same fact counts at most."""

SHORT = 8
"""In a message of at most so many words, each word counts."""

AHEAD = (500, 1_000, 2_000, 3_000, 4_000, 6_000, 8_000, 12_000)
OVER = (1, 2_000, 4_000, 6_000, 8_000, 12_000, 18_000)
WORDS = (4, 7, 10, 14, 20, 30)
"""Lower bounds of the steps of a measure, in thousandths or in words."""

NEAR = "around|"
"""Prefix of the facts about the words around an order."""

TOLD = range(-6_000, 6_001, 1_000)
"""Thresholds for how much those words say against the order, in thousandths."""

SPOKEN = -1_700
"""From this score on, in thousandths, the words around an order count as against it: below it they
speak clearly for the order."""


def speaks(facts: Sequence[str]) -> int:
    """How strongly these facts say that the message orders what would be filed, in thousandths."""
    return weights_of(CERTAIN).of(("", *facts, *told_around(facts, weights_of(AROUND))))


def told_around(facts: Sequence[str], weights: Weights) -> Iterator[str]:
    """A fact for each threshold in `TOLD` that the words around the order reach, scored against the
    order by their own weights."""
    around = tuple(one.removeprefix(NEAR) for one in facts if one.startswith(NEAR))
    against = weights.of(("", *around))
    yield from (f"told {step}" for step in TOLD if around and against >= step)


def certainty(facts: Sequence[str]) -> int | None:
    """How certain an order with these facts is, in thousandths; None if one of them bars it."""
    held = {one for one in facts if f"{EXCUSED}{one}" not in facts}
    if not BARS.isdisjoint(held):
        return None
    steps = len(SUSPECT & held) + 2 * len(GRAVE & held)
    brief = RATHER_BRIEF in facts and not AS_BRIEF.isdisjoint(facts)
    steps += brief or not BRIEF.isdisjoint(facts)
    return speaks(facts) - STEP * steps


def facts_of(message: Message, standing: Comparison) -> tuple[str, ...]:
    """All facts about a message and the sentences that would be filed for it, each once."""
    facts = (*_of_standing(message, standing), *_of_doubts(message), *_of_words(message))
    more = (*_of_orders(message), *_of_parts(message), *_beside(message))
    bars = (*bars_of(message, standing), *excuses(message, standing))
    return tuple(dict.fromkeys((*facts, *more, *bars)))


def _step(number: int, steps: Sequence[int]) -> int:
    return sum(number >= one for one in steps)


def _of_standing(message: Message, standing: Comparison) -> Iterator[str]:
    count = len(message.filed)
    yield f"ahead {_step(standing.ahead, AHEAD)}"
    yield f"over {_step(standing.over, OVER)}"
    yield f"over each {_step(standing.over // max(count, 1), OVER)}"
    yield f"orders {min(count, 5)}"
    yield f"read: {standing.read}"
    yield f"unread {min(standing.unread, 4)}"
    yield f"readings {min(standing.readings, 3)}"
    flags = (
        ("does not stand", not standing.stands),
        ("draws", standing.draws),
        ("grave", standing.grave),
        ("is read", standing.is_read),
        ("is only", standing.is_only),
    )
    yield from (name for name, holds in flags if holds)
    if says_more(message, standing.others):
        yield "another says more"
    known = (fact for fact in standing.ranked if fact.startswith(RANKED) and "|" not in fact)
    for fact, times in Counter(known).items():
        yield f"ranked: {fact}"
        if times > 1:
            yield f"ranked: {fact} {min(times, MOST_ALIKE)} times"
    if standing.draws and _is_looked_up(message):
        yield "computed"
    if any(fact.startswith(("missing", "filled")) for fact in standing.ranked):
        yield "filled in"


def _is_looked_up(message: Message) -> bool:
    """Can only the board tell which unit is meant (`the nearest`, `the wounded one`)?"""
    for tokens, row in zip(message.tokens, message.said, strict=True):
        for one in row:
            units = one.value.kind == "units"
            if units and any(token.word == "one" for token in tokens[one.start : one.end]):
                return True
            if any(value.word == "nearest" for value in one.values):
                return True
    return False


def _of_doubts(message: Message) -> Iterator[str]:
    """Which rules of doubt speak against the order, and how often."""
    filed = tuple(one.sentence for one in message.filed)
    if not may_be_offered(message, filed, behind=True):
        yield "may not be offered"
    for rule in RULES:
        doubts = list(rule(message))
        if doubts:
            yield f"doubt: {rule.__name__}"
            yield f"doubt: {rule.__name__} {min(len(doubts), 3)}"
        if rule in NAMED and doubts:
            yield NAMED[rule]
        if any(not one.offer for one in doubts):
            yield "may not be offered"
        if any(one.talk for one in doubts):
            yield f"talk: {rule.__name__}"


def is_short(message: Message) -> bool:
    """Is the message so short that each of its words counts?"""
    return len(_words(message)) <= SHORT


def _words(message: Message) -> list[Token]:
    return [token for row in message.tokens for token in row if token.sort != "sign"]


def _of_words(message: Message) -> Iterator[str]:
    words = _words(message)
    odd, table = strangers(message), message.world.table
    reasoned = any(part.words[:1] and part.words[0] in REASON for part in message.parts)
    if (message.left or odd) and len(words) <= SHORT + 2 * reasoned:
        yield "short and left"
    yield f"strangers {min(len(odd), 8)}"
    yield f"words {_step(len(words), WORDS)}"
    yield f"strange {10 * len(odd) // max(len(words), 1)}"
    if "?" in message.text:
        yield "asks"
    if '"' in message.text:
        yield "quotes"
    verbs = [token.word for token in words if (token.word,) in table.said]
    yield f"verbs {min(len(verbs), 4)}"
    yield f"other verbs {min(sum(not message.does(one) for one in verbs), 3)}"


def _of_orders(message: Message) -> Iterator[str]:
    """Facts about the orders as a whole: something is done twice, a clause has no word in the
    message, or a compass direction (`.., overwatch east`) or a draw was said and is in no order."""
    clauses = [tokens_of(clause) for one in message.filed for clause in CLAUSES.split(one.sentence)]
    if _goes_twice(message) or len({one.sentence for one in message.filed}) < len(message.filed):
        yield "twice"
    if any(_throws_together(message, tokens_of(one.sentence)) for one in message.filed):
        yield "thrown together"
    named = [
        {name for said in said_in(one, message.world) for name in said.names()} for one in clauses
    ]
    for at, (own, clause) in enumerate(zip(named, clauses, strict=True)):
        others = frozenset[str]().union(*named[:at], *named[at + 1 :])
        if len(named) > 1 and own <= others and not _is_said(message, clause):
            yield "out of nothing"
    for tokens, row in zip(message.tokens, message.said, strict=True):
        used = {at for one in row if message.is_used(one) for at in range(one.start, one.end)}
        open_ = {token.word for at, token in enumerate(tokens) if at not in used}
        if open_ & COMPASS:
            yield "a way unused"
        if open_ & DRAWS and not any(DRAWS & set(one.sentence.split()) for one in message.filed):
            yield "beside: a draw"


def _throws_together(message: Message, sentence: tuple[Token, ...]) -> bool:
    """Does an order begin with several units that the message does not name together (`As M2 is
    wounded, the psyker plays ..`)?"""
    first = next(iter(said_in(sentence, message.world)), None)
    if first is None or not first.value.explicit or len(first.value.items) < 2:
        return False
    return not any(first.names() <= one.names() for row in message.said for one in row)


def _goes_twice(message: Message) -> bool:
    """Does a unit do the same twice in a row (`moves 6 N then moves to 8,18`)?  The second may only
    repeat where the first one ends."""
    for one in message.filed:
        chain = [tokens_of(clause) for clause in one.sentence.split(" then ")]
        verbs = [next((token.word for token in row if token.sort == "word"), "") for row in chain]
        if any(verb and verb == other for verb, other in pairwise(verbs)):
            return True
    return False


def _is_said(message: Message, clause: Sequence[Token]) -> bool:
    """Does the message say a word of this clause, or another verb for what the clause does?"""
    words = {token.word for token in clause}
    said = [token.word for row in message.tokens for token in row if token.is_word]
    if not {stem(one) for one in said}.isdisjoint(map(stem, words)):
        return True
    rows = (row for one in said for row in message.world.table.said.get((one,), ()))
    return any(not words.isdisjoint(form.text.split()) for row in rows for form in row.forms)


def _of_parts(message: Message) -> Iterator[str]:
    """Facts about the parts of a message: those that order, and those before and behind them."""
    parts = message.parts
    orders = [message.orders(one) for one in parts]
    first = orders.index(True) if True in orders else 0
    unknown = frozenset(one.lower() for one in unknown_words(message))
    odd = frozenset(strangers(message))
    used = [one for part in parts for one in part.said if message.is_used(one)]
    if not any(is_explicit(one) or one.value.kind == "force" for one in used):
        yield "names nothing"
    if len(message.filed) == 1 and _joins_parts(message):
        yield "of two parts"
    yield f"parts {min(len(parts), 6)}"
    yield f"parts that order {min(sum(orders), 4)}"
    for at, part in enumerate(parts):
        where = "order" if orders[at] else "before" if at < first else "behind"
        for kind in _marks(message, part, orders[at]):
            yield f"{where}: {kind}"
            yield kind
        stays = at > first and not STAYING.isdisjoint(part.words)
        if stays and not orders[at] and STAYING.isdisjoint(message.used):
            yield "somebody stays"
        someone = any(value.kind == "units" for one in part.said for value in one.values)
        if (someone and _is_subordinate(part.words)) or (
            at > first and begins(part.words, "condition")
        ):
            yield "on a condition"
        if at > first and begins(part.words, "correction") and not _is_beside(part):
            yield "corrected"
        if tuple(part.words[:1]) in rows_of("rethought") and any(one.said for one in parts[:at]):
            yield RETHOUGHT
        if is_another_act(message, part):
            yield "another act"
        closes = bool(found(part.words, "me") and found(part.words, "turn"))
        closes = closes or ("end", "of") in pairwise(part.words)
        if not orders[at] and (closes or set(part.words) <= ENDS):
            yield "an end"
        if is_heading(message, part) and found(part.words, "denial", "unreal", "withdrawal"):
            yield "headed"
        if at > first and not orders[at] and undoes(message, part):
            yield "undone"
            if len(part.words) <= AT_ONCE:
                yield "undone at once"
        if at and orders[at] and part.words[0] in ("as", *REASON):
            yield "a reason orders"
        if orders[at]:
            yield from _of_order(message, part)
            if not unknown.isdisjoint(part.words):
                yield "order: unknown"
        unused = list(_unused(message, part))
        yield from (f"{where}: {kind} unused" for kind in unused)
        if "rest" in unused:
            yield "others follow"
        if not any(orders) and not {"units", "place"}.isdisjoint(unused):
            yield "names more"
        if orders[at]:
            yield f"order: strangers {min(len(odd.intersection(part.words)), 4)}"
            if any(value.options and not value.items for one in part.said for value in one.values):
                yield "order: open"


def _marks(message: Message, part: Segment, orders: bool) -> Iterator[str]:
    """The classes of marks that a part holds, without the words of its own order (`never` in `P1
    never parries`)."""
    words = [word for word in part.words if not orders or word not in message.used]
    yield from (kind for kind in MARKS if found(words, kind))


def _joins_parts(message: Message) -> bool:
    """Does an order use a unit from one part and a group that contains it from another part (`Laugh
    all you want: S1 ..`)?"""
    used = [
        (at, frozenset(value.items))
        for at, part in enumerate(message.parts)
        for one in part.said
        for value in one.values
        if value.kind == "units" and message.is_used(one)
    ]
    return any(one != at and items < whole for at, whole in used for one, items in used if items)


def _is_subordinate(words: Sequence[str]) -> bool:
    """Do these words begin a subordinate clause (`after ..`, `so that ..`, `so good that ..`)?"""
    begins_so = tuple(words[:1]) in (("so",), ("such",), ("that",)) and "that" in words[:3]
    return begins_so or (bool(words) and words[0] in WHEN)


def _of_order(message: Message, part: Segment) -> Iterator[str]:
    """Facts about the words beside the values in a part that orders: `the second archer`, `.. and
    the rest is silence`, `L1 to 6,13 is madness`."""
    used = [one for one in part.said if message.is_used(one)]
    covered = {at for one in used for at in range(one.start, one.end)}
    open_ = [token.word for at, token in enumerate(part.tokens, part.start) if at not in covered]
    if not ORDINALS.isdisjoint(open_):
        yield "order: ordinal"
    table = message.world.table
    known = ((word,) in table.said or word in table.directions or word in EVERY for word in open_)
    left = {word for one in message.left for word in one.lower().split()}
    if not STAYING.isdisjoint(open_) and STAYING.isdisjoint(message.used):
        yield "somebody stays"
    if any(one and word in left for one, word in zip(known, open_, strict=True)):
        yield "unplaced"
    last = max(covered, default=part.start) + 1 - part.start
    behind = [token.word for token in part.tokens[last:]]
    if used and behind[:1] == ["and"] and not message.does(behind[-1]):
        yield "goes on"
    acts = {*map(stem, message.used)}
    passive = behind[:1] in (["is"], ["are"]) and not acts.isdisjoint(map(stem, behind[1:2]))
    own = passive or not message.used.isdisjoint(
        behind[:1]
    )  # `M1 is dismissed`, `M1 never parries`
    if used and behind and begins(behind, "judges") and not own:
        yield "judged"
    if used and not set(WHEN).isdisjoint(behind):
        yield "on a condition"
    if part.words[-1:] and part.words[-1] in HANGING:
        yield "hangs"


def _is_beside(part: Segment) -> bool:
    """Does a part only look like a correction, because it is an excuse (`sorry ..`) or says what
    there is none of (`no fuss`)?"""
    word, *more = part.words
    none = word == "no" and more and not part.said and more[0] not in SMALL
    return word in EXCUSES or (bool(none) and not begins(more, "correction"))


def _unused(message: Message, part: Segment) -> Iterator[str]:
    """The kinds of values in a part that are in no order.  Where a unit of the orders stands (`from
    16,7 to 14,6`) is no further place."""
    tokens = message.tokens[part.sentence]
    stands = {thing.at for thing in message.things}
    for one in part.said:
        before = tokens[one.start - 1].word if one.start else ""
        if is_whereabouts(tokens, one.start, message.goals, message.world):
            continue
        if begins([before], "stands") and stands.issuperset(one.value.items or [""]):
            continue
        if not message.is_used(one):
            yield one.value.kind
            yield f"{one.value.kind} {one.value.side}"


def _beside(message: Message) -> Iterator[str]:
    """Facts about the words around the order (`around.py`) and beside it (`beside.py`)."""
    around = facts_around(outline(message))
    yield from (f"{NEAR}{fact}" for fact in around)
    if around and weights_of(AROUND).of(("", *around)) >= SPOKEN:
        yield AGAINST
    parts = parted(message.text, message.world)
    if parts.cut:
        yield "has more beside it"
    if doubtful(parts):
        yield "beside it: doubtful"


__all__ = [
    "BARS", "CERTAIN", "UNWEIGHED", "Comparison", "certainty", "facts_of", "is_short", "speaks",
    "told_around",
]  # fmt: skip
