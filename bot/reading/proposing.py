"""Rank what a message could mean: candidates are tried on a copy of the match and scored."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from typing import Any

from bot.reading.world import TriedSentences, is_final, is_grave, reached, strict_orders, try_out
from grammar.doubt import Comparison, Message, ReadSentence, may_be_offered, names_any, names_two
from grammar.doubt.agreement import LEFT, UNSAID, Agreement
from grammar.doubt.beside import parted
from grammar.doubt.certain import certainty, facts_of, is_short, speaks
from grammar.doubt.contradicted import Contradictions
from grammar.doubt.mending import put_right
from grammar.reader.candidates import lines_of, nothing_of
from grammar.reader.chart import chart_of
from grammar.reader.clauses import Reading
from grammar.reader.edges import Chart
from grammar.reader.goes_on import Facts, Line
from grammar.reader.plainer import plainer
from grammar.reader.shape import shape
from grammar.reader.tokens import tokens_of
from grammar.reader.weights import Weights, stem, weights_of
from grammar.reader.world import World
from grammar.reader.writing import CannotWrite, Writer
from rules.border.game import Game
from rules.line.orders import GM, Unread

MOST_TRIED, MOST_VARIANTS, MOST_WORDS, MOST_OFFERED = 24, 3, 60, 3
MOST_LESSENED, MOST_LESS, MOST_GONE = 4, 5, 2
Sentences = tuple[str, ...]
MOST_COMPARED = 6
MOST_OF_AN_END, MOST_PARTS = 24, 12
"""The most characters of a part that may end a phase, and how many such parts are looked at."""

PARTS = re.compile(r"[,;.!\n]+")
TYPED = "strict"
"""The fact about a part that is typed as the law has it; a GM's rulings may say anything."""

AS_READ, AGREES, WHOLE, PUT_RIGHT = "as read", "agrees", "whole", "put right"
AHEAD = 1_000
RIVALS = 2_000
"""A candidate whose score is less than this behind the likeliest is its rival."""

MORE = 5_000
"""A candidate that says more than the likeliest and scores at most this less may be what was meant:
then the likeliest is only offered."""

ALONE = 20_000
"""The lead, in thousandths, that counts for a candidate without any rival."""

OFFERED, LIKELY_TOO = -3_000, 0
"""Thresholds, in thousandths, from which the likeliest candidate is offered whatever the doubts
say: for a single order, and for several."""

AT_LAST = 2_000
"""How far `OFFERED` is lowered for a single order if nothing else can be offered."""

UNLIKELY = -2_000
"""If the orders said beside the end of a phase score below this (thousandths), neither is offered.
It is also the least score of a `Decision` that is `likely`."""

REFUSED = -3_500
"""Threshold, in thousandths, from which an order that the rules refuse is taken as given.  Below
it, the message is mostly talk, or another order."""

FORBIDDEN = "doubt: forbidden"
"""The fact about a message that begins like a prohibition."""

FILLED = ("missing", "filled", f"{UNSAID} place", f"{UNSAID} heading", f"{UNSAID} offset")
"""Prefixes of the facts that say that a value was filled in which nobody said."""

LIKELY = 3_000
"""The score over ordering nothing, in thousandths, that an order needs if its message hardly names
anything and it is not `SURELY` the likeliest."""

SURELY = 10_000
"""The rank, in thousandths, from which the likeliest order may be offered, however few of its words
speak for an order."""


@dataclass(frozen=True, slots=True)
class Proposed:
    """A candidate: sentences for a whole message and their trial.

    `facts` say how the candidate was found, `compared` how it agrees with the message; `score` is
    the rank that both give it.
    """

    trial: TriedSentences
    facts: Facts
    compared: Facts = ()
    score: int = 0
    over: int = 0
    """How much more the words speak for this candidate than for ordering nothing (thousandths)."""
    reached: frozenset[str] = frozenset()
    """The places where its units would end."""

    def may_be_offered(self, message: Message) -> bool:
        """May this candidate be offered as the meaning of the message?"""
        return may_be_offered(replace(message, reached=self.reached), self.trial.sentences)


@dataclass(frozen=True, slots=True)
class AsRead:
    """How a message was read without the ranking.

    `readings`: everything that it could mean; `kept`: those that are proposed in any case; `name`:
    kind and row of the decision; `left`: words that were not used.
    """

    readings: tuple[Sentences, ...]
    kept: tuple[Sentences, ...] = ()
    name: str = ""
    left: tuple[str, ...] = ()
    comments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Likeliest:
    """The result of the ranking: the candidates to offer, best first, or the sentences that the
    rules refuse if those are far likelier.

    `certain`: the certainty of the first, in thousandths (see `grammar.doubt.certain`); None if it
    must not be carried out.
    """

    offered: tuple[Sentences, ...] = ()
    refused: Sentences = ()
    certain: int | None = None
    spoken: int = 0
    """How much speaks for the likeliest, in thousandths, even if something bars it."""


def likeliest(game: Game[Any], state: Any, world: World, text: str, as_read: AsRead) -> Likeliest:
    """Find the likeliest orders of a message that would stand now, the likeliest first.

    Candidates that a doubt says must not be offered are left out, unless enough facts speak for
    them (`OFFERED`).
    """
    message = Message(text, (), world)
    kept, said = as_read.kept, {*as_read.kept, *as_read.readings}
    weighed = proposed(game, state, world, text, weights_of(game.id), (*kept, *as_read.readings))
    if not weighed:
        return Likeliest()
    facts = facts_of(*weighing(message, weighed, as_read))
    least = -ALONE if names_two(message) else LIKELY * (1 if world.seat else 2)
    ended = ends_said(game, state, world.seat, text)
    found: list[Proposed] = []
    ends_only = not names_any(message) and _ends_alone(game, state, message, weighed[0])
    read = max((one.score for one in weighed if one.trial.sentences in said), default=0)
    surely = weighed[0].score >= max(SURELY, read + AHEAD)
    surely = surely and not (world.seat == GM and TYPED in weighed[0].facts)
    for one in weighed if names_any(message) else weighed[:1] if ends_only else ():
        known = one.trial.sentences in said or (surely and one is weighed[0])
        if one.over < least and not known:
            continue
        ends = one.trial.grave and not (
            ended.issuperset(one.trial.sentences)
            or (not found and _ends_alone(game, state, message, one))
        )
        fit = one.trial.sentences in kept or (one.trial.stands and not ends)
        if not fit or any(one.trial.same_as(other.trial) for other in found):
            continue
        likely = one is weighed[0] and _is_likely(message, one, facts)
        if one.trial.sentences in kept or likely or one.may_be_offered(message):
            found.append(one)
    first = weighed[0].trial
    at_last = _is_likely(message, weighed[0], facts, AT_LAST)
    if not found and first.stands and not first.grave and at_last:
        return Likeliest((first.sentences,))
    refused = _refused(message, weighed) if speaks(facts) >= REFUSED else ()
    if not found:
        return Likeliest(refused=refused)
    if any(one.trial.sentences in said for one in found):
        found = [one for one in found if one is found[0] or one.trial.sentences in said]
    unlikely = found[0].over < least and found[0].trial.sentences not in said
    outright = found[0] is weighed[0] and not unlikely and not _says_less(weighed)
    certain = certainty(facts) if outright else None
    offered = tuple(_plainest(one, weighed) for one in found[:MOST_OFFERED])
    return Likeliest(offered, refused, certain, speaks(facts))


def _says_less(weighed: Sequence[Proposed]) -> bool:
    """Does another candidate with all of the likeliest say more, all of which was said?"""
    first, *others = weighed[:MOST_COMPARED]

    def lacks(one: Proposed, what: str) -> int:
        return sum(fact.startswith(what) for fact in one.compared)

    return any(
        set(first.trial.sentences) < set(one.trial.sentences)
        and one.trial.stands
        and one.score > first.score - MORE
        and lacks(one, LEFT) < lacks(first, LEFT)
        and not lacks(one, UNSAID)
        for one in others
    )


def _plainest(one: Proposed, weighed: Sequence[Proposed]) -> Sentences:
    """Among candidates of the same effect, the sentences that add least to what was said (`M1 fires
    at O1`, not `M1 fires at O1, without scope`)."""

    def added(other: Proposed) -> int:
        return sum(fact.startswith(UNSAID) for fact in other.compared)

    fewer = (other for other in weighed if added(other) < added(one))
    same = [other for other in fewer if other.trial.same_as(one.trial)]
    return min(same, key=added, default=one).trial.sentences


def _is_likely(message: Message, one: Proposed, facts: Facts, less: int = 0) -> bool:
    """Do enough facts speak for a candidate to offer it in spite of doubts?  A single order needs
    fewer than several; `less` lowers its threshold."""
    sentences = one.trial.sentences
    if (
        is_short(message)
        or FORBIDDEN in facts
        or any(" then " in sentence for sentence in sentences)
    ):
        return False
    return speaks(facts) >= (OFFERED - less if len(sentences) == 1 else LIKELY_TOO)


def weighing(
    message: Message, weighed: Sequence[Proposed], as_read: AsRead
) -> tuple[Message, Comparison]:
    """The message with the likeliest candidate filled in, and how that compares with the others."""
    first = weighed[0]
    sentences = first.trial.sentences
    alike = [one.trial.same_as(first.trial) for one in weighed]
    others = [one for one, same in zip(weighed, alike, strict=True) if not same]
    ahead = next((first.score - one.score for one in others), ALONE)
    near = (one for one in others if one.score > first.score - RIVALS)
    standing = Comparison(
        ahead=ahead,
        over=first.over,
        ranked=(*first.facts, *first.compared),
        stands=first.trial.stands,
        draws=first.trial.draws,
        grave=first.trial.grave,
        read=as_read.name,
        unread=len(as_read.left),
        readings=len(as_read.readings),
        is_read=sentences in as_read.readings,
        is_only=as_read.kept[:1] == (sentences,),
        others=tuple(one.trial.sentences for one in weighed[1:MOST_COMPARED]),
        rivals=tuple(one.trial.sentences for one in near),
        alike=tuple(one.trial.sentences for one, same in zip(weighed, alike, strict=True) if same)[
            1:MOST_COMPARED
        ],
    )
    filed = tuple(map(ReadSentence, sentences))
    said = replace(
        message,
        filed=filed,
        comments=as_read.comments,
        left=as_read.left,
        reached=first.reached,
    )
    return said, standing


def ends_said(game: Game[Any], state: Any, seat: int, text: str) -> frozenset[str]:
    """The orders that end a turn or a phase and are a part of the text by themselves (`That was it
    from me. End phase.`).  Orders that end the match do not count."""
    parts = (part.strip() for part in PARTS.split(text))
    short = [part for part in parts if 0 < len(part) <= MOST_OF_AN_END][:MOST_PARTS]
    orders = (order for one in short for order in strict_orders(game, state, seat, one) or ())
    return frozenset(str(one) for one in orders if is_grave(one) and not is_final(one))


def _ends_alone(game: Game[Any], state: Any, message: Message, one: Proposed) -> bool:
    """Is the candidate nothing but a likely end?

    Either the message names it (`I therefore offer a draw`), or it is the end of a turn or phase
    (`that's all from my lot`) and the message names no unit and no place, so that no order can have
    been missed.
    """
    surely = one.score >= SURELY and (one.trial.grave or one.trial.draws)
    if len(one.trial.sentences) > 1 or (one.over < LIKELY and not surely):
        return False
    (sentence,) = one.trial.sentences
    said = {stem(token.word) for row in message.tokens for token in row}
    if stem(sentence.split()[-1]) in said:
        return True
    orders = strict_orders(game, state, message.world.seat, sentence) or ()
    kinds = (value.kind for row in message.said for span in row for value in span.values)
    named = not {"units", "place", "rest"}.isdisjoint(kinds)
    return not named and not any(map(is_final, orders))


def _refused(message: Message, weighed: Sequence[Proposed]) -> Sentences:
    """The one order that is by far the likeliest, if the rules refuse it as it stands (they say
    why, and nothing changes).  Empty if there is none."""
    some = (one for one in weighed if one.may_be_offered(message))
    first = next(some, None)
    if first is None or first.trial.stands or first.trial.done:
        return ()
    same = [one for one in weighed if one.trial.why == first.trial.why and not one.trial.done]
    best = max(same, key=lambda one: one.over)
    only = best.trial.sentences
    if any(fact.startswith(FILLED) for fact in (*best.facts, *best.compared)):
        return ()
    near = (one for one in weighed if first.score < one.score + AHEAD and not one.trial.grave)
    other = any(one not in same for one in near)
    least = 2 * LIKELY if is_short(message) else 0
    return () if len(only) > 1 or best.over < least or other else only


def proposed(
    game: Game[Any],
    state: Any,
    world: World,
    text: str,
    weights: Weights,
    read: Sequence[Sentences] = (),
) -> list[Proposed]:
    """Find and rank what a message could mean, the likeliest first.

    `read`: readings that were found without the ranking; they compete as candidates too.
    """
    plain = plainer(text)
    cut = parted(plain, world)
    texts = {cut.text: (cut.beside, "")} if cut.cut and cut.text else {}
    texts |= {plain: ("", WHOLE * bool(texts))}
    message = Message(plain, (), world)
    corrected = list(put_right(message))
    for one in corrected:
        texts.setdefault(one, ("", PUT_RIGHT))
    found: dict[Sentences, Proposed] = {}

    def strict(one: str) -> bool:
        orders = strict_orders(game, state, world.seat, one)
        return orders is not None and not any(isinstance(order, Unread) for order in orders)

    def weigh(sentences: Sentences, facts: Facts, over: int = 0) -> bool:
        """Try sentences and keep them as a candidate; return whether they stand.  Sentences that a
        correction finds again keep the facts that rank higher."""
        kept = found.get(sentences)
        trial = kept.trial if kept else try_out(game, state, world.seat, sentences)
        facts = (*facts, *_of_trial(trial))
        better = PUT_RIGHT in facts and kept and weights.rank(kept.facts) < weights.rank(facts)
        if trial.read and (kept is None or better):
            found[sentences] = Proposed(trial, facts, over=over)
        return trial.stands

    for number, (one, (beside, known)) in enumerate(texts.items()):
        charts = _charts(one, world)
        nothing = weights.of(nothing_of(charts, world))
        more = (*nothing_of(_charts(beside, world), world), *([known] if known else []))
        lines = lines_of(charts, world, weights, strict)[: MOST_TRIED // (1 + number)]
        for at, line in enumerate(lines):
            stands = False
            for without in range(MOST_GONE + 1 if at < MOST_LESSENED else 1):
                for less in () if stands else _less(line, without):
                    about = (*less.facts, *more, *["less"] * without)
                    for filled, sentences in enumerate(_written(less, world)):
                        facts = (*about, *(["filled in"] if filled else ()))
                        stands = weigh(sentences, facts, less.score - nothing) or stands
    for number, sentences in enumerate(read[:MOST_OFFERED]):
        weigh(sentences, (AS_READ, f"{AS_READ} {min(number, 2)} of {min(len(read), 3)}"))
    leads = partial(reached, game, world)
    messages = [message, *(Message(one, (), world) for one in corrected)]
    compared = _compared(list(found.values()), messages, read, weights, leads)
    ranked = sorted(compared, key=lambda one: -one.score)
    return _word_for_word(message, _not_denied(message, ranked))


def _not_denied(message: Message, ranked: list[Proposed]) -> list[Proposed]:
    """Move what contradicts the message (it orders what is denied) behind the next best that does
    not, if that stands and scores nearly as high."""
    if not ranked:
        return ranked
    contradicts = Contradictions(message, Agreement(message)).of
    if not contradicts(ranked[0].trial.sentences):
        return ranked
    for at, one in enumerate(ranked[1:MOST_COMPARED], 1):
        near = one.trial.stands and one.score > ranked[0].score - 2 * RIVALS
        if near and not contradicts(one.trial.sentences):
            return [one, *ranked[:at], *ranked[at + 1 :]]
    return ranked


def _word_for_word(message: Message, ranked: list[Proposed]) -> list[Proposed]:
    """Move a candidate near the top to the front if it is what was said, word for word.

    Either all its words that the first lacks were said, and none of those that only the first has
    (`he runs to 13,2`: never `moves`); or it is the first without orders of which no word was said
    (but with its end of a phase, for which there are many words).
    """
    said = {token.word for row in message.tokens for token in row}
    said |= {name for row in message.said for one in row for name in one.names()}
    words = [_words(one.trial.sentences) for one in ranked[:MOST_COMPARED]]
    for at, one in enumerate(ranked[1:MOST_COMPARED], 1):
        more, less = words[at] - words[0], words[0] - words[at]
        was_said = more and less and more <= said and less.isdisjoint(said)
        gone = Counter(ranked[0].trial.sentences) - Counter(one.trial.sentences)
        is_part = len(ranked[0].trial.sentences) == len(one.trial.sentences) + gone.total()
        is_part = is_part and ranked[0].trial.grave == one.trial.grave
        unsaid = is_part and _words(tuple(gone)).isdisjoint(said)
        if (was_said or unsaid) and one.trial.stands and not one.trial.same_as(ranked[0].trial):
            return [one, *ranked[:at], *ranked[at + 1 :]]
    return ranked


def _words(sentences: Sentences) -> set[str]:
    return {token.word for one in sentences for token in tokens_of(one)}


def _charts(text: str, world: World) -> list[Chart]:
    """The charts of the sentences of a text, without those of more than `MOST_WORDS` tokens."""
    rows = (tokens_of(sentence.text) for sentence in shape(text).sentences)
    return [chart_of(tokens, world) for tokens in rows if 0 < len(tokens) <= MOST_WORDS]


def _compared(
    found: Sequence[Proposed],
    messages: Sequence[Message],
    read: Sequence[Sentences],
    weights: Weights,
    leads: Callable[[TriedSentences], frozenset[str]],
) -> Iterator[Proposed]:
    """Score each candidate by how well it agrees with the message, and with what was read.

    The first of `messages` is the message itself, the others are corrected forms of it, which count
    only for candidates found in one.
    """
    agreements = list(map(Agreement, messages))
    trials = [one.trial for one in found if one.trial.sentences in read[:MOST_OFFERED]]
    for one in found:
        there = leads(one.trial)
        texts = agreements if PUT_RIGHT in one.facts else agreements[:1]
        more = max((text.of(one.trial.sentences, there) for text in texts), key=weights.rank)
        if any(one.trial.same_as(other) for other in trials):
            more = (
                *more,
                AGREES if agreements[0].mark is None else f"{AGREES} but for a correction",
            )
        score = weights.rank((*one.facts, *more))
        yield replace(one, compared=more, score=score, reached=there)


def _less(line: Line, without: int) -> Iterator[Line]:
    """A line with `without` of its orders left out, in every way: they may not be orders at all."""
    count = len(line.proposals)
    if without and not without < count <= MOST_LESS:
        return
    for gone in combinations(range(count), without):
        kept = tuple(one for at, one in enumerate(line.proposals) if at not in gone)
        less = sum(line.proposals[at].score for at in gone)
        yield replace(line, proposals=kept, score=line.score - less)


def _of_trial(trial: TriedSentences) -> Facts:
    if trial.stands:
        return ("stands",)
    return ("refused in part",) if trial.done else ("refused",)


def _written(line: Line, world: World) -> Iterator[tuple[str, ...]]:
    """The sentences of a line, once for each way to fill what it leaves open."""
    writer = Writer(world)
    try:
        for one in line.proposals:
            if one.text and world.table.one_sentence and writer.lines:
                writer.go_on(one.text)
            elif one.text:
                writer.begin(one.text)
            else:
                writer.write(Reading(one.deeds))
    except CannotWrite:
        return
    draft = writer.draft()
    if draft.sentences:
        yield from draft.variants(MOST_VARIANTS)
