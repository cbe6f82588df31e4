"""A message as the doubts see it: parts separated by seams, and the values said in each part."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from grammar.doubt.marks import found
from grammar.reader.chart import chart_of
from grammar.reader.contrast import contrasted
from grammar.reader.edges import PREPOSITIONS
from grammar.reader.extremes import spot_of
from grammar.reader.fitting import leads
from grammar.reader.forces import forces_at
from grammar.reader.measured import MOST_MEASURED, is_as_far
from grammar.reader.rows import VerbRow
from grammar.reader.shape import Sentence, shape
from grammar.reader.table import Table
from grammar.reader.tokens import Token, number_at, tokens_of
from grammar.reader.units import units_at
from grammar.reader.values import headings_at, nouns_at, places_at, seats_at
from grammar.reader.world import Value, World
from rules.display.things import Thing
from rules.line.frozen import Frozen
from rules.line.work import kept

SEAMS = (",", ";", ":", "..", "!", "(", ")", "[", "]", "—", "–", "|")
"""Signs that separate the parts of a sentence; so does a `-` with blanks on both sides."""

JOINS = ("and", "but", "then", "while", "because", "so", "or", "though", "although", "as")

EMPTY = re.compile(r"[ \t]*\([\s,;]*\)|[ \t]*[,;:][ \t]*(?=[,;.!?)\n]|$)|[ \t]+(?=[,;.!?)\n]|$)")
BEGUN = re.compile(r"(?m)^[ \t]*[,;.!?]+[ \t]*")
DANGLING = re.compile(r"\A[ \t]*[,;.!]+")
"""Signs that stand alone when a part is left out."""


class ReadSentence(Frozen):
    """A sentence of the law that is about to be filed, and the player's words it was read from."""

    sentence: str
    source: str = ""
    grave: bool = False
    """Whether it ends a turn, a phase or the match, or takes something back."""

    @property
    def is_law(self) -> bool:
        """Did the player write exactly this sentence of the law?"""
        return self.source.split() == self.sentence.split()


class ValueSpan(Frozen):
    """A stretch of tokens (`start` up to, not including, `end`) and the values it could be."""

    start: int
    end: int
    values: tuple[Value, ...]

    @property
    def value(self) -> Value:
        """The first of the possible values."""
        return self.values[0]

    def names(self) -> set[str]:
        """Everything that it could name, in lower case."""
        found = {item.lower() for value in self.values for item in value.items}
        options = (option for value in self.values for option in value.options)
        return found | {item.lower() for option in options for item in option}


@lru_cache(maxsize=256)
def said_in(tokens: tuple[Token, ...], world: World) -> tuple[ValueSpan, ...]:
    """The values said in a sentence, from left to right, each as long as possible."""
    found: list[ValueSpan] = []
    at = 0
    while at < len(tokens):
        here = [
            (end, value)
            for end, value in _values(tokens, at, world)
            if value.kind != "units" or not _cuts(tokens, at, end, world)
        ]
        if not here:
            at += 1
            continue
        end = max(one for one, _ in here)
        found.append(ValueSpan(at, end, tuple(value for one, value in here if one == end)))
        at = end
    return tuple(found)


def names_in(rows: Sequence[tuple[Token, ...]], world: World) -> frozenset[str]:
    """Everything that these sentences name, in lower case: values, words and numbers."""
    names = {name for tokens in rows for said in said_in(tokens, world) for name in said.names()}
    for tokens in rows:
        names |= {token.word for token in tokens}
        counted = (number_at(tokens, at) for at in range(len(tokens)))
        names |= {str(number[1]) for number in counted if number is not None}
    return frozenset(names)


def counted_in(rows: Sequence[tuple[Token, ...]], world: World) -> frozenset[str]:
    """The counted units in these sentences (`4 infantry`); empty in systems without such counts."""
    return frozenset(
        item
        for tokens in rows
        for at in range(len(tokens))
        for _, value in forces_at(tokens, at, world)
        for item in value.items
        if item[:1].isdigit()
    )


def is_named(value: Value, names: frozenset[str]) -> bool:
    """Are all items of the value, or all items of one of its options, among these names?"""
    sets = (value.items, *value.options)
    return any(items and {one.lower() for one in items} <= names for items in sets)


def forms_of(word: str, world: World) -> set[str]:
    """The words of all sentences of the law that this verb may stand for."""
    rows = world.table.said.get((word,), ())
    return {one for row in rows for form in row.forms for one in form.text.lower().split()}


def _cuts(tokens: tuple[Token, ...], start: int, end: int, world: World) -> bool:
    """Do these tokens end in the middle of a place or heading that begins at a number inside them?

    `M5 - 17` would cut the place in `M5 - 17,26`, and `riders 4` the heading in `riders 4 S`.
    """
    return any(
        there > end
        for at in range(start + 1, end)
        if tokens[at].sort == "number"
        for finder in (places_at, headings_at)
        for there, value in finder(tokens, at, world)
        if value.kind in ("place", "heading")
    )


def _values(tokens: tuple[Token, ...], at: int, world: World) -> Iterator[tuple[int, Value]]:
    for finder in (units_at, places_at, headings_at, nouns_at):
        yield from finder(tokens, at, world)
    yield from seats_at(tokens, at)
    if (number := number_at(tokens, at)) is not None:
        yield number[0], Value("number", (str(number[1]),), numbers=(number[1],))


@dataclass(frozen=True)
class Segment:
    """The tokens between two seams of a sentence, and the values said in them."""

    sentence: int
    tokens: tuple[Token, ...]
    said: tuple[ValueSpan, ...]
    start: int = 0
    """Index of its first token in the sentence."""

    @cached_property
    def words(self) -> list[str]:
        """Its words and numbers, without signs."""
        return [token.word for token in self.tokens if token.sort != "sign"]

    @property
    def text(self) -> str:
        """The part as it was written, with single blanks between tokens."""
        return " ".join(token.text for token in self.tokens)


@dataclass(frozen=True)
class Message:
    """A whole message, with the sentences that are about to be filed for it."""

    text: str
    filed: tuple[ReadSentence, ...]
    world: World
    comments: tuple[str, ...] = ()
    respelt: frozenset[str] = frozenset()
    """Words that the reader took for misspellings of other words."""
    left: tuple[str, ...] = ()
    """Words that the reader could not use."""
    told: str = ""
    """The events of a trial of the filed sentences, in lower case; they name the tools used."""
    reached: frozenset[str] = frozenset()
    """Where the filed sentences lead units, in lower case: a message may say both the way and the
    place where it ends (`3 to the right, so 8,5`)."""

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        """Its sentences, in order."""
        return shape(self.text).sentences

    @cached_property
    def tokens(self) -> tuple[tuple[Token, ...], ...]:
        """The tokens of each sentence."""
        return _tokens(self.text)

    @cached_property
    def said(self) -> tuple[tuple[ValueSpan, ...], ...]:
        """The values of each sentence."""
        return _said(self.text, self.world)

    @cached_property
    def phrases(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each sentence, the (start, end) of denials that the reader knows (`no scope`)."""
        return _denials(self.text, self.world)

    def open_words(self, part: Segment) -> list[str]:
        """The words of a part that neither the filed sentences nor a known denial account for."""
        first, last = part.start, part.start + len(part.tokens)
        known = {
            at
            for start, end in self.phrases[part.sentence]
            if first - 1 <= start and end <= last
            for at in range(start, end)
        }
        return [
            token.word
            for at, token in enumerate(part.tokens, first)
            if token.sort != "sign" and at not in known and not self.does(token.word)
        ]

    @cached_property
    def parts(self) -> tuple[Segment, ...]:
        """The parts of all sentences, in order."""
        return _parts(self.text, self.world)

    def written(self, part: Segment) -> str:
        """A part as it was written."""
        whole = self.sentences[part.sentence].text
        return whole[part.tokens[0].start : part.tokens[-1].end]

    @cached_property
    def filed_said(self) -> tuple[ValueSpan, ...]:
        """The values of the filed sentences."""
        tokens = (tokens_of(one.sentence) for one in self.filed)
        return tuple(said for one in tokens for said in said_in(one, self.world))

    @cached_property
    def used(self) -> frozenset[str]:
        """Everything that the filed sentences name, and where they lead, in lower case."""
        return names_in([tokens_of(one.sentence) for one in self.filed], self.world) | self.reached

    @cached_property
    def things(self) -> tuple[Thing, ...]:
        """The things on the table that the filed sentences name."""
        by_ref = self.world.by_ref
        return tuple({by_ref[name].ref: by_ref[name] for name in self.used & set(by_ref)}.values())

    @cached_property
    def actors(self) -> frozenset[str]:
        """The units with which the filed sentences begin, in lower case: who is to act."""
        found: set[str] = set()
        for one in self.filed:
            for said in said_in(tokens_of(one.sentence), self.world)[:1]:
                units = (value for value in said.values if value.kind == "units")
                found |= {item.lower() for value in units for item in value.items}
        return frozenset(found)

    @cached_property
    def resolved(self) -> bool:
        """Do the filed sentences name a unit twice, or one that the message does not name?"""
        said = {name for row in self.said for one in row for name in one.names()}
        refs = [
            item.lower()
            for one in self.filed_said
            for value in one.values[:1]
            if value.kind == "units"
            for item in value.items
        ]
        return len(refs) > len(set(refs)) or any(ref not in said for ref in refs)

    @cached_property
    def is_of_the_rest(self) -> bool:
        """Was it said what all the others do, and do just those who were not named act together?"""
        said = {name for row in self.said for one in row for name in one.names()}
        others = {one.ref.lower() for one in self.world.own if one.able and one.at} - said
        rows = (said_in(tokens_of(one.sentence), self.world)[:1] for one in self.filed)
        acting = [one.names() for row in rows for one in row]
        together = any(names == others for names in acting if len(others) > 1)
        return together and any(
            value.kind == "rest"
            for part in self.parts
            if any(map(self.does, part.words))
            for one in part.said
            for value in one.values
        )

    def is_corrected(self, sentence: int, one: ValueSpan) -> bool:
        """Does the message later say a value of the same kind that is filed in its place?"""
        kinds = {value.kind for value in one.values}
        behind = [said for said in self.said[sentence] if said.start >= one.end]
        behind += [said for row in self.said[sentence + 1 :] for said in row]
        return any(
            self.is_used(said) and kinds & {value.kind for value in said.values} for said in behind
        )

    def is_own(self, said: ValueSpan) -> bool:
        """Can it be a unit of the player's own?"""
        return any(value.kind == "units" and value.side == "own" for value in said.values)

    def is_used(self, said: ValueSpan) -> bool:
        """Do the filed sentences name it, in one of its meanings, or does it only tell how far or
        which way something in them is?"""
        return self.is_ordered(said) or any(map(self._tells, said.values))

    def is_ordered(self, said: ValueSpan) -> bool:
        """Do the filed sentences name it, in one of its meanings?"""
        return any(map(self._names, said.values))

    def touches(self, said: ValueSpan) -> bool:
        """Do the filed sentences name it, or at least one of the own units that it means?"""
        units = (one for one in said.values if one.kind == "units" and one.side == "own")
        some = any(item.lower() in self.used for value in units for item in value.items)
        return some or self.is_used(said)

    def _names(self, value: Value) -> bool:
        if value.kind == "rest":
            return self.resolved
        sets = (value.items, *value.options)
        return any(items and _small(items) <= self.used for items in sets)

    @cached_property
    def goals(self) -> tuple[str, ...]:
        """The squares that the filed sentences name, and those where they lead."""
        return tuple(name for name in sorted(self.used) if spot_of(name, self.world) is not None)

    def _tells(self, way: Value) -> bool:
        """Does it lead an own unit to where it is ordered (`3 north` in `3 north to 14,12`), or say
        how far apart those are whom the orders name?"""
        world = self.world
        if way.kind == "distance":
            return bool(way.numbers) and self.is_apart(way.numbers[0])
        if way.kind != "heading":
            return False
        own = (thing.ref for thing in self.things if thing.seat == world.seat)
        return any(leads(way, ref, goal, world) for ref in own for goal in self.goals)

    def is_apart(self, number: int) -> bool:
        """Are two of those whom the orders name so far apart (`fires at O1, 8 inches`)?"""
        spots = [thing.at for thing in self.things[:MOST_MEASURED]]
        return is_as_far(number, (*spots, *self.goals[:MOST_MEASURED]), self.world)

    def does(self, word: str) -> bool:
        """Is the word in the filed sentences, or another verb for what they do?"""
        return not self.used.isdisjoint(_words_for(word, self.world.table))

    def orders(self, part: Segment) -> bool:
        """Does something filed come from this part: one of its values, or its very words?"""
        if any(map(self.is_ordered, part.said)):
            return True
        if any(value.kind == "rest" for said in part.said for value in said.values):
            return True
        own = " ".join(part.words)
        return bool(own) and any(
            own == " ".join(token.word for token in tokens_of(one.source) if token.sort != "sign")
            for one in self.filed
        )


def leaving_out(message: Message, gone: Sequence[Segment]) -> tuple[str, tuple[str, ...]]:
    """The text of a message without some of its parts, and these parts as they were written."""
    text, found, begin = message.text, list[str](), 0
    for part in message.parts:
        said = message.written(part)
        if (at := text.find(said, begin)) < 0:
            continue
        begin = at + len(said)
        if part in gone:
            ahead, behind = text[:at], text[begin:]
            if not ahead.strip() or ahead.rstrip()[-1] in ".!;":
                behind = DANGLING.sub("", behind)
            text, begin = ahead + behind, at
            found.append(said)
    if not found:
        return text, ()
    return BEGUN.sub("", EMPTY.sub("", EMPTY.sub("", text))).strip(), tuple(found)


@lru_cache(maxsize=64)
def _tokens(text: str) -> tuple[tuple[Token, ...], ...]:
    return tuple(tokens_of(one.text) for one in shape(text).sentences)


@lru_cache(maxsize=64)
def _said(text: str, world: World) -> tuple[tuple[ValueSpan, ...], ...]:
    return tuple(said_in(tokens, world) for tokens in _tokens(text))


@lru_cache(maxsize=64)
def _parts(text: str, world: World) -> tuple[Segment, ...]:
    rows = zip(_tokens(text), _said(text, world), strict=True)
    return tuple(part for at, row in enumerate(rows) for part in parts_of(at, *row))


@kept(64)
def _denials(text: str, world: World) -> tuple[tuple[tuple[int, int], ...], ...]:
    return tuple(tuple(_phrases(tokens, world)) for tokens in _tokens(text))


@lru_cache(maxsize=4096)
def _small(names: tuple[str, ...]) -> frozenset[str]:
    """These names in lower case."""
    return frozenset(one.lower() for one in names)


@lru_cache(maxsize=4096)
def _words_for(word: str, table: Table) -> frozenset[str]:
    """The word itself, and the words of all sentences of the law for which a verb begins with it,
    but for those that only say where."""
    forms = (form for row in _verbs_of(table).get(word, ()) for form in row.forms)
    words = {one for form in forms for one in form.text.lower().split()}
    return frozenset((word, *(words - PREPOSITIONS)))


@lru_cache(maxsize=16)
def _verbs_of(table: Table) -> Mapping[str, tuple[VerbRow, ...]]:
    """The rows of verbs by the first word of each verb."""
    found: dict[str, tuple[VerbRow, ...]] = {}
    for verb, rows in table.said.items():
        found[verb[0]] = (*found.get(verb[0], ()), *rows)
    return found


def _phrases(tokens: tuple[Token, ...], world: World) -> Iterator[tuple[int, int]]:
    """The (start, end) of denials that the reader knows: phrases of two or more words, and each
    token that a contrast takes out (`not L1 but` in `not L1 but L2`)."""
    for at, edges in enumerate(chart_of(tokens, world).edges):
        for edge in edges:
            known = edge.kind in ("deed", "value", "verb", "skip") and edge.end > at + 1
            if known and found([token.word for token in tokens[at : edge.end]], "denial"):
                yield at, edge.end
    kept = {id(token) for token in contrasted(tokens, world)}
    yield from ((at, at + 1) for at, token in enumerate(tokens) if id(token) not in kept)


def parts_of(
    sentence: int, tokens: Sequence[Token], said: Sequence[ValueSpan]
) -> Iterator[Segment]:
    """Cut a sentence at its seams, but never inside a value."""
    inside = {at for one in said for at in range(one.start + 1, one.end)}
    start = 0
    for at, token in enumerate((*tokens, None)):
        if token is not None and (at in inside or not _is_seam(tokens, at)):
            continue
        own = tuple(one for one in said if start <= one.start and one.end <= at)
        if at > start:
            yield Segment(sentence, tuple(tokens[start:at]), own, start)
        start = at + 1


def _is_seam(tokens: Sequence[Token], at: int) -> bool:
    token = tokens[at]
    if token.word in SEAMS:
        return True
    parted = token.word == "-" and token.after_blank
    return parted and (at + 1 >= len(tokens) or tokens[at + 1].after_blank)


def bracketed(tokens: Sequence[Token]) -> Iterator[int]:
    """The indices of the tokens inside round brackets."""
    depth = 0
    for at, token in enumerate(tokens):
        depth -= token.word == ")"
        if depth > 0:
            yield at
        depth += token.word == "("
