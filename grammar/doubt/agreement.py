"""How well a candidate (sentences of the law) agrees with a message.

Facts tell what was said but is in no sentence, what is in them but was not said, what comes in
another order, and what was corrected or denied but is still in them.  The ranking weighs these
facts for every candidate, however it was found.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise

from grammar.doubt.message import (
    SEAMS,
    Message,
    ValueSpan,
    counted_in,
    forms_of,
    is_named,
    names_in,
    said_in,
)
from grammar.reader.acts import rows_of
from grammar.reader.candidates import ARTICLES, STAYING, kinds_of
from grammar.reader.edges import PREPOSITIONS
from grammar.reader.tokens import Token, number_at, tokens_of
from grammar.reader.weights import stem
from grammar.reader.world import World
from rules.line.work import spend

LEFT, UNSAID, MENDED, WORD = "left", "unsaid", "corrected", "says a word"
ACTS = "acts"
DENIED = "denied"
MOST_ALIKE, MOST_SENTENCES, MOST_INVERTED, MOST_VERBS, MOST_WORDS = 4, 5, 3, 3, 6
LONG = 4
"""Words with fewer letters are too common to count as shared."""

COMPARED = 20
"""Steps of work for each word that is compared."""

IDLE = STAYING - {"put", "home", "still"}
"""A part with such a word may name a unit that does nothing."""

SLIPS = (("oops",), ("ops",), ("whoops",))
"""Cries that begin a correction."""

BETWEEN = frozenset(("not", "on", "at", "to", "in", "for", ",", "-", "–", ".."))
"""What may stand between a cry (`sorry`) and the value that corrects."""

SMALL = ARTICLES | PREPOSITIONS
"""Words that may stand between a denial and what is denied."""

REPLACED = (("instead", "of"), ("rather", "than"))
DENIALS = (("not",), *REPLACED)
EXCEPTIONS = (*DENIALS, ("except",), ("excepting",))
"""A value behind one of `DENIALS` is not meant; nor are units behind one of `EXCEPTIONS`."""


class Agreement:
    """Compares one message with candidates for its meaning."""

    def __init__(self, message: Message) -> None:
        self.message, self.world = message, message.world
        self.said = [(at, one) for at, row in enumerate(message.said) for one in row]
        self.names = {name for _, one in self.said for name in one.names()}
        tokens = [token for row in message.tokens for token in row]
        self.words = {token.word for token in tokens}
        self.stays = {
            (part.sentence, one.start)
            for part in message.parts
            if not IDLE.isdisjoint(map(stem, part.words))
            for one in part.said
            if one.value.kind in ("units", "rest")
        }
        self.plain = dict.fromkeys(token.word for token in tokens if token.is_word)
        self.stems = {stem(word) for word in self.plain}
        self.counted = _counts(message.tokens, message.world)
        self.denied = {
            (at, one.start)
            for at, one in self.said
            if _is_denied(_before(message.tokens[at], one), one.value.kind == "units")
        }

    def of(
        self, sentences: Sequence[str], reached: frozenset[str] = frozenset()
    ) -> tuple[str, ...]:
        """The facts about a candidate, each as often as it holds.  `reached`: the places where it
        leads units, which count as said.  Spends work."""
        rows = [tokens_of(one) for one in sentences]
        spend(COMPARED * (len(self.words) + sum(map(len, rows))))
        written = [said_in(row, self.world) for row in rows]
        used = names_in(rows, self.world)
        flat = [one for row in written for one in row]
        facts = [*self._of_left(used | reached), *_counted(UNSAID, filter(self._is_unsaid, flat))]
        facts += [f"sentences {min(len(sentences), MOST_SENTENCES)}", *self._of_places(written)]
        return (*facts, *self._of_counts(rows), *self._of_verbs(rows, used), *_of_heads(written))

    def _of_left(self, used: frozenset[str]) -> Iterator[str]:
        """Facts about values that were said: left out, denied, corrected, or of a unit that only
        stays.  A value that was corrected should not be in the candidate."""
        left, idle, acts = list[ValueSpan](), 0, 0
        for at, one in self.said:
            is_behind = self.mark is not None and (at, one.start) >= self.mark
            is_there = any(is_named(value, used) for value in one.values)
            is_mended = (at, one.start) in self.mended
            if (at, one.start) in self.denied:
                yield f"{DENIED}: {'kept' if is_there else 'left'}"
                continue
            if is_there and is_mended:
                yield f"{MENDED}: kept"
            if one.names() and one.names() <= self.talked_of:
                yield f"{MENDED}, said again: {'kept' if is_there else 'left'}"
                continue
            if is_behind:
                is_there = any(is_named(value, used | self.talked_of) for value in one.values)
            if not is_there and is_behind:
                yield f"{MENDED}: left"
            if (at, one.start) in self.stays:
                acts += is_there
                idle += not is_there
            elif not is_there and not is_mended:
                left.append(one)
        yield from [f"{LEFT} and stays"] * min(idle, MOST_ALIKE)
        yield from [f"{ACTS} and stays"] * min(acts, MOST_ALIKE)
        yield from _counted(LEFT, left)

    def _is_unsaid(self, one: ValueSpan) -> bool:
        names = one.names()
        return bool(names) and names.isdisjoint(self.names) and names.isdisjoint(self.words)

    def _where(self, one: ValueSpan) -> int | None:
        """Index in `said` of the first value that shares a name with this one."""
        names = one.names()
        found = (at for at, (_, said) in enumerate(self.said) if not names.isdisjoint(said.names()))
        return next(found, None)

    def _of_places(self, written: Sequence[Sequence[ValueSpan]]) -> Iterator[str]:
        """Does the candidate name values in another order, or join several sentences in one?"""
        places = list[int]()
        for row in written:
            own = [at for one in row if (at := self._where(one)) is not None]
            if len({self.said[at][0] for at in own}) > 1:
                yield "apart"
            places += own
        inverted = sum(one > other for one, other in pairwise(places))
        if inverted:
            yield f"inverted {min(inverted, MOST_INVERTED)}"

    def _of_counts(self, rows: Sequence[tuple[Token, ...]]) -> Iterator[str]:
        """Counts of units that differ from those of the message: `2 infantry` is not in `4 infantry
        and 2 archers`."""
        filed = _counts(rows, self.world) if self.counted else frozenset()
        kinds = {kind for _, kind in self.counted}
        own = kinds if self.world.table.force else {kind for _, kind in filed}
        unsaid = [one for one in filed - self.counted if one[1] in kinds]
        left = [one for one in self.counted - filed if one[1] in own]
        yield from [f"{UNSAID} count"] * min(len(unsaid), MOST_ALIKE)
        yield from [f"{LEFT} count"] * min(len(left), MOST_ALIKE)

    def _of_verbs(self, rows: Sequence[Sequence[Token]], used: frozenset[str]) -> Iterator[str]:
        """Facts about words: verbs that were said but are not done, words that both share, and
        clauses of the candidate of which no word was said."""
        said = self.world.table.said
        verbs = [word for word in self.plain if (word,) in said]
        undone = sum(used.isdisjoint({word, *forms_of(word, self.world)}) for word in verbs)
        yield from [f"{LEFT} verb"] * min(undone, MOST_VERBS)
        if self.mended_verbs:
            is_kept = not used.isdisjoint(self.mended_verbs)
            yield f"{MENDED} verb: {'kept' if is_kept else 'left'}"
        spoken = {stem(token.word) for row in rows for token in row if len(token.word) >= LONG}
        yield from [WORD] * min(len(spoken & self.stems), MOST_WORDS)
        for clause in (clause for row in rows for clause in _clauses(row)):
            words = {token.word for token in clause}
            known = not self.stems.isdisjoint(map(stem, words)) or any(
                not words.isdisjoint(forms_of(word, self.world)) for word in self.plain
            )
            if not known:
                yield f"{UNSAID} verb"

    @cached_property
    def correction(self) -> tuple[int, int, int] | None:
        """The first correction of a value said before it, or else the first at all: index of its
        sentence, index of its first token, and where its opening words (`no wait`) end; None if
        there is none."""
        rows = (*rows_of("correction"), *rows_of("rethought"), *SLIPS)
        first: tuple[int, int, int] | None = None
        for number, tokens in enumerate(self.message.tokens):
            words = tuple(token.word for token in tokens)
            for at in range(len(words)):
                ends = [at + len(row) for row in rows if words[at : at + len(row)] == row]
                if self._is_cried(number, at):
                    ends.append(at + 1)
                if ends:
                    first = first or (number, at, max(ends))
                    if any((row, one.start) < (number, at) for row, one in self.said):
                        return number, at, max(ends)
        return first

    def _is_cried(self, number: int, at: int) -> bool:
        """Does a cry (`sorry`) begin a part there, with a value or a denied one right behind it?"""
        tokens = self.message.tokens[number]
        begins = at == 0 or tokens[at - 1].word in SEAMS
        if not begins or (tokens[at].word,) not in rows_of("cried"):
            return False
        behind = at + 1
        while behind < len(tokens) and tokens[behind].word in BETWEEN:
            behind += 1
        return any(one.start == behind for one in self.message.said[number])

    @property
    def mark(self) -> tuple[int, int] | None:
        """Sentence and token at which the correction begins; None if there is none."""
        return self.correction and self.correction[:2]

    @cached_property
    def mended_verbs(self) -> frozenset[str]:
        """The law's words for verbs that a correction replaces (`M1 moves, sorry, runs to 12,8`):
        those said before it and not after it."""
        if self.correction is None:
            return frozenset()
        row, begin, end = self.correction
        before, behind = set[str](), set[str]()
        for number, tokens in enumerate(self.message.tokens):
            for at, token in enumerate(tokens):
                if number != row or not begin <= at < end:
                    forms = forms_of(token.word, self.world)
                    (before if (number, at) < (row, begin) else behind).update(forms)
        return frozenset(before - behind) if behind - before else frozenset()

    @cached_property
    def mended(self) -> frozenset[tuple[int, int]]:
        """(Sentence, token) of each value that the correction replaces: a value of the same sort is
        said after it, and the old one is not repeated (`K1 goes to 12,7. No wait, 14,7`)."""
        if self.mark is None:
            return frozenset()
        later = [one for at, one in self.said if (at, one.start) >= self.mark]
        sorts = {kinds_of(value)[:1] for one in later for value in one.values}
        names = {name for one in later for name in one.names()}
        return frozenset(
            (at, one.start)
            for at, one in self.said
            if (at, one.start) < self.mark
            and names.isdisjoint(one.names())
            and any(kinds_of(value)[:1] in sorts for value in one.values)
        )

    @cached_property
    def talked_of(self) -> frozenset[str]:
        """The names of values that were replaced and are mentioned again after their replacement
        (`ransom her for 60. EDIT: for 50, 60 is robbery`)."""
        if self.mark is None:
            return frozenset()
        first, old = dict[tuple[str, ...], set[str]](), set[str]()
        behind = (one for at, one in self.said if (at, one.start) >= self.mark)
        for value in (value for one in behind for value in one.values):
            named = {item.lower() for item in value.items[:1]}
            first.setdefault(kinds_of(value)[:1], named)
        for at, one in self.said:
            if (at, one.start) < self.mark and (at, one.start) not in self.mended:
                new = (first.get(kinds_of(value)[:1]) for value in one.values)
                if any(some and some.isdisjoint(one.names()) for some in new):
                    old |= one.names()
        return frozenset(old)


def _counts(rows: Sequence[tuple[Token, ...]], world: World) -> frozenset[tuple[str, str]]:
    """The (number, kind) pairs that are said (`4 infantry`, `ten Clansmen`)."""
    if world.table.force:
        pairs = (one.split(" ", 1) for one in counted_in(rows, world))
        return frozenset((number, kind) for number, kind in pairs)
    found = set[tuple[str, str]]()
    for tokens in rows:
        for at in range(len(tokens)):
            number = number_at(tokens, at)
            if number is not None and number[0] < len(tokens) and tokens[number[0]].is_word:
                found.add((str(number[1]), stem(tokens[number[0]].word)))
    return frozenset(found)


def _before(tokens: Sequence[Token], one: ValueSpan) -> Sequence[Token]:
    """What stands before a value; an `of` at its beginning too (`instead of riders`)."""
    return tokens[: one.start + (tokens[one.start].word == "of")]


def _is_denied(before: Sequence[Token], units: bool) -> bool:
    """Do these words end in a denial of the value behind them (`.. to 4,8, not at 5,8`) or, if that
    value is `units`, in an exception (`all except L1`)?"""
    words = [token.word for token in before]
    rows = EXCEPTIONS if units else DENIALS
    while words and not any(tuple(words[-len(row) :]) == row for row in rows):
        if words.pop() not in SMALL:
            return False
    return bool(words)


def _counted(name: str, values: Iterable[ValueSpan]) -> Iterator[str]:
    """A fact `name kind` for each value, at most `MOST_ALIKE` for a kind."""
    counted = Counter((kinds_of(one.value) or ("none",))[0] for one in values)
    for kind, count in counted.items():
        yield from [f"{name} {kind}"] * min(count, MOST_ALIKE)


def _clauses(row: Sequence[Token]) -> Iterator[Sequence[Token]]:
    """The clauses of a sentence of the law, separated by `then` and commas."""
    start = 0
    for at, token in enumerate(row):
        if token.word in ("then", ","):
            yield row[start:at]
            start = at + 1
    yield row[start:]


def _of_heads(written: Sequence[Sequence[ValueSpan]]) -> Iterator[str]:
    """Do two successive sentences begin with the same units?"""
    heads = [row[0].names() if row and row[0].value.kind == "units" else set() for row in written]
    if any(not one.isdisjoint(other) for one, other in pairwise(heads)):
        yield "same head"


__all__ = ["Agreement"]
