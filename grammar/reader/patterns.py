"""Parses the patterns and forms of words.toml: what a phrase is like, and what sentence it means.

A pattern (`stop* [the] (dancing|waltz) with {foe}`) consists of words; a `*` behind a verb stands
for each of its forms, `[...]` is optional, `(a|b c)` is a choice, `&(a|b c)` is all of them in any
order, `{slot}` is a value.  A form is a sentence to be written: `[ with {weapon}]` is left out if
the slot is empty.
"""

import re
from functools import lru_cache
from itertools import permutations

from grammar.reader.tokens import folded, inflected, tokens_of
from rules.line.frozen import Frozen

_PIECE = re.compile(r"\{[a-z_:]+\}|&\(|[\[\]()|]|[^\s\[\]()|{}]+")
_SLOT = re.compile(r"\{([a-z_]+)(?::([a-z_]+))?\}")


class Word(Frozen):
    """One token, with one of these words."""

    forms: frozenset[str]


class Hole(Frozen):
    """A value for a slot."""

    slot: str


class Either(Frozen):
    """A choice of ways to go on; an empty one can be skipped.

    `begins`: for each way the words that it must begin with; None if it may begin with a value or
    be skipped.
    """

    ways: tuple["Way", ...]
    begins: tuple[frozenset[str] | None, ...]


Element = Word | Hole | Either
Way = tuple[Element, ...]


class BadPattern(ValueError):
    """A pattern in a table is malformed."""


def pattern(text: str) -> Way:
    """Parse a pattern.  Raises `BadPattern`."""
    pieces = _PIECE.findall(text)
    way, at = _way(pieces, 0, text)
    if at != len(pieces):
        raise BadPattern(f"{text!r} closes a bracket that was not opened")
    return way


def _way(pieces: list[str], at: int, text: str) -> tuple[Way, int]:
    found: list[Element] = []
    while at < len(pieces) and pieces[at] not in ("]", ")", "|"):
        piece = pieces[at]
        if piece in ("[", "(", "&("):
            ways: list[Way] = []
            at += 1
            while True:
                way, at = _way(pieces, at, text)
                ways.append(way)
                if at >= len(pieces):
                    raise BadPattern(f"{text!r} leaves a bracket open")
                at += 1
                if pieces[at - 1] != "|":
                    break
            if piece == "&(":
                ways = [sum(one, ()) for one in permutations(ways)]
            found.append(_one_of(ways, missing=piece == "["))
            continue
        at += 1
        if piece.startswith("{"):
            found.append(Hole(piece[1:-1]))
        else:
            found += _words(piece)
    return tuple(found), at


def _one_of(ways: list[Way], missing: bool) -> Element:
    """A choice of ways; those of a single word are merged into one, which is faster to match.

    `missing`: all of it may be left out.
    """
    single = [way[0] for way in ways if len(way) == 1 and isinstance(way[0], Word)]
    forms = frozenset[str]().union(*(one.forms for one in single))
    rest = [way for way in ways if not (len(way) == 1 and isinstance(way[0], Word))]
    if single and not rest and not missing:
        return Word(forms)
    first: list[Way] = [(Word(forms),)] if single else []
    each = (*first, *rest, *([()] if missing else []))
    return Either(each, tuple(map(_must_begin, each)))


def _must_begin(way: Way) -> frozenset[str] | None:
    """The words that a way must begin with; None if it may begin with a value or be skipped."""
    skipped = all(isinstance(one, Either) and not all(one.ways) for one in way)
    words, slots = starts(way)
    return None if skipped or slots else words


@lru_cache(maxsize=4096)
def _words(piece: str) -> Way:
    """The tokens of a word in a pattern; a `*` behind it stands for all forms of a verb."""
    if piece.endswith("*") and len(piece) > 1:
        return (Word(frozenset(inflected(folded(piece[:-1])))),)
    return tuple(Word(frozenset((token.word,))) for token in tokens_of(piece))


def words_in(way: Way) -> frozenset[str]:
    """Every word that occurs in a pattern."""
    found: frozenset[str] = frozenset()
    for element in way:
        if isinstance(element, Word):
            found |= element.forms
        elif isinstance(element, Either):
            for one in element.ways:
                found |= words_in(one)
    return found


def anchors(way: Way) -> tuple[frozenset[str], ...]:
    """Sets of words: any text that the pattern fits contains at least one word of each set."""
    found: list[frozenset[str]] = []
    for element in way:
        if isinstance(element, Word):
            found.append(element.forms)
        elif isinstance(element, Either) and all(element.ways):
            each = [anchors(one) for one in element.ways]
            if all(each):
                found.append(frozenset[str]().union(*(words for row in each for words in row[:1])))
    return tuple(found)


def starts(way: Way) -> tuple[frozenset[str], frozenset[str]]:
    """The words and the slots that a pattern may begin with."""
    words, slots = frozenset[str](), frozenset[str]()
    for element in way:
        if isinstance(element, Word):
            return words | element.forms, slots
        if isinstance(element, Hole):
            return words, slots | {element.slot}
        for one in element.ways:
            more = starts(one)
            words, slots = words | more[0], slots | more[1]
        if all(element.ways):
            return words, slots
    return words, slots


class Form(Frozen):
    """A canonical sentence with slots: it consists of text, slots, and optional parts."""

    text: str
    pieces: tuple["str | OptionalPart | Piece", ...]
    needed: tuple[str, ...]
    optional: tuple[str, ...]
    slots: tuple[str, ...]
    """Every slot, the needed ones first."""
    kinds: frozenset[str] = frozenset()
    """The kinds of value that its slots take, if the slots are known."""

    def __hash__(self) -> int:
        return hash(self.text)

    def filled(self, values: dict[str, str]) -> str:
        """The sentence with these values in its slots."""
        return _filled(self.pieces, values)


class Piece(Frozen):
    """A slot in a form."""

    slot: str


class OptionalPart(Frozen):
    """An optional part of a form, left out if one of its slots has no value."""

    pieces: tuple["str | OptionalPart | Piece", ...]

    def slots(self) -> tuple[str, ...]:
        """The slots of the part."""
        return tuple(one.slot for one in self.pieces if isinstance(one, Piece))


def form(text: str) -> Form:
    """Parse a form."""
    pieces: list[str | OptionalPart | Piece] = []
    needed: list[str] = []
    optional: list[str] = []
    for part in re.split(r"(\[[^\]]*\])", text):
        if part.startswith("["):
            inner = _pieces(part[1:-1])
            pieces.append(OptionalPart(tuple(inner)))
            optional += [one.slot for one in inner if isinstance(one, Piece)]
        else:
            inner = _pieces(part)
            pieces += inner
            needed += [one.slot for one in inner if isinstance(one, Piece)]
    first, last = tuple(dict.fromkeys(needed)), tuple(dict.fromkeys(optional))
    return Form(text, tuple(pieces), first, last, (*first, *last))


def _pieces(text: str) -> list["str | OptionalPart | Piece"]:
    found: list[str | OptionalPart | Piece] = []
    done = 0
    for slot in _SLOT.finditer(text):
        if text[done : slot.start()]:
            found.append(text[done : slot.start()])
        found.append(Piece(slot[1]))
        done = slot.end()
    if text[done:]:
        found.append(text[done:])
    return found


def _filled(pieces: tuple["str | OptionalPart | Piece", ...], values: dict[str, str]) -> str:
    written = []
    for piece in pieces:
        if isinstance(piece, str):
            written.append(piece)
        elif isinstance(piece, Piece):
            written.append(values[piece.slot])
        elif all(values.get(slot) for slot in piece.slots()):
            written.append(_filled(piece.pieces, values))
    return "".join(written)
