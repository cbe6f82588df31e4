"""What the reader knows of a match (things, names, phase), and the values found in sentences."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, Literal, Self

from grammar.reader.table import Table, token_words
from grammar.reader.tokens import inflected, plurals_of
from rules.display.things import Thing

Side = Literal["own", "foe", "any"]
LETTERS = "letters of "
"""Prefix of a class of nouns that holds short forms with their names (`WB Warboss`)."""


class Weighed:
    """Base of dataclasses that cache their hash, because they are looked up very often."""

    def changed(self, **fields: Any) -> Self:
        """A copy with these fields changed; a faster `dataclasses.replace`."""
        made = object.__new__(type(self))
        own = made.__dict__
        own.update(self.__dict__)
        own.pop("_weight", None)
        own.update(fields)
        return made

    def weight(self) -> int:
        """The hash of all fields, computed once."""
        kept = self.__dict__
        if "_weight" not in kept:
            kept["_weight"] = hash(tuple(kept.values()))
        found: int = kept["_weight"]
        return found


@dataclass(frozen=True)
class Value(Weighed):
    """Something said that can fill a slot.

    `kind`: `units`, `place`, `line` (a row or column), `offset`, `heading`, `number`, `direction`,
    `noun`, `seat`, `phase`, `pronoun`, `rest`, `text`, ..  `items` is what is meant, as canonical
    sentences say it; for units their references.  `options`: it is one of these, but it was not
    said which; `vague`: the writer left that open (`one of my raiders`).  `plural`: several are
    meant.  `explicit`: said by a reference, or as clearly.  `classes`: the classes of a noun.
    `numbers`: the numbers in it.  `word`: how it was said, where that matters.
    """

    kind: str
    items: tuple[str, ...] = ()
    side: Side = "any"
    options: tuple[tuple[str, ...], ...] = ()
    vague: bool = False
    plural: bool = False
    explicit: bool = False
    classes: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()
    word: str = ""

    __hash__ = Weighed.weight

    @property
    def one(self) -> str:
        """Its only item."""
        return self.items[0]

    def but(self, refs: Iterable[str]) -> "Value":
        """The value without these units."""
        out = set(refs)
        return replace(self, items=tuple(one for one in self.items if one not in out))


@dataclass(frozen=True, eq=False)
class World:
    """One match as one seat may know it (seat 0: the GM).  It never changes, and is equal only to
    itself."""

    seat: int
    table: Table
    things: tuple[Thing, ...] = ()
    nouns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    phase: str = ""
    round: int = 0
    seats: tuple[int, ...] = (1, 2)

    @cached_property
    def by_ref(self) -> Mapping[str, Thing]:
        """Things by reference in lower case; of two with the same reference, one's own."""
        found: dict[str, Thing] = {}
        for thing in sorted(self.things, key=lambda one: one.seat != self.seat):
            found.setdefault(thing.ref.lower(), thing)
            if thing.said:
                found.setdefault(thing.said.lower(), thing)
        return found

    @cached_property
    def prefixes(self) -> Mapping[str, tuple[Thing, ...]]:
        """Things by the letters of their references in lower case (`lg` for LG1)."""
        found: dict[str, list[Thing]] = {}
        for thing in self.things:
            letters = thing.ref.rstrip("0123456789").lower()
            if letters != thing.ref.lower():
                found.setdefault(letters, []).append(thing)
        return {word: tuple(things) for word, things in found.items()}

    @cached_property
    def kinds(self) -> Mapping[tuple[str, ...], tuple[tuple[Thing, ...], bool]]:
        """By the words for a kind of things: the things, and whether the words are a plural."""
        found: dict[tuple[str, ...], tuple[dict[str, Thing], bool]] = {}
        for thing in self.things:
            letters = thing.ref.rstrip("0123456789")
            letters = letters if letters != thing.ref and len(letters) > 1 else ""
            key = f"{thing.seat} {thing.ref}"
            for words, many in _kind_words(self.table, thing.kind, thing.words, letters):
                found.setdefault(words, ({}, many))[0][key] = thing
        return {words: (tuple(row.values()), many) for words, (row, many) in found.items() if words}

    @cached_property
    def kinds_begin(self) -> frozenset[str]:
        """The first words of all `kinds`."""
        return frozenset(words[0] for words in self.kinds)

    @cached_property
    def named(self) -> Mapping[str, tuple[tuple[str, str], ...]]:
        """Names of the match as (class, name), by what they are called, without blanks."""
        return _named(self.table, tuple(self.nouns.items()))

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """Every single word in the name of something of this match."""
        words = frozenset(word for one in self.kinds for word in one)
        return _vocabulary(words, tuple(self.nouns.items()))

    @cached_property
    def own(self) -> tuple[Thing, ...]:
        """The things that this seat may order; a GM may order all."""
        return tuple(filter(self.owns, self.things))

    def owns(self, thing: Thing) -> bool:
        """May this seat order it?"""
        return not self.seat or thing.seat == self.seat

    def side_of(self, things: Iterable[Thing]) -> Side:
        """Whose they are; `any` if they are of several sides, or for the GM."""
        seats = {thing.seat for thing in things}
        if not self.seat or len(seats) != 1:
            return "any"
        return "own" if seats == {self.seat} else "foe"


@lru_cache(maxsize=4096)
def spoken(name: str, whole: bool = False) -> tuple[tuple[tuple[str, ...], bool], ...]:
    """A kind's name, its plurals and, unless `whole`, its single words (`Orc Shaman`: shaman).

    Each is (words, whether it is a plural).
    """
    words = token_words(name)
    if not words:
        return ()
    head = words.index("of") - 1 if "of" in words[1:] else len(words) - 1
    found = [(words, False)]
    found += [((*words[:head], one, *words[head + 1 :]), True) for one in plurals_of(words[head])]
    if len(words) > 1 and not whole:
        for at, word in enumerate(words):
            if word != "of" and len(word) > 2 and (at == head or at < head):
                found.append(((word,), False))
                found += [((one,), True) for one in plurals_of(word)]
    return tuple(found)


@lru_cache(maxsize=4096)
def _kind_words(
    table: Table, kind: str, words: tuple[str, ...], letters: str
) -> tuple[tuple[tuple[str, ...], bool], ...]:
    """Everything that a thing of such a kind is called, as (words, whether it is a plural)."""
    mine = {one.lower() for one in (kind, *words)}
    names = [(one, False) for one in (kind, *words)]
    names += [(word, True) for word, one in table.things.items() if one.lower() in mine]
    found = [pair for name, whole in names for pair in spoken(name, whole)]
    found += (pair for pair in spoken(letters) if pair[0] not in table.noise)  # `pls`
    return tuple(found)


Nouns = tuple[tuple[str, tuple[str, ...]], ...]
"""The names of a match by class.  They seldom change, so what is derived from them is cached."""


@lru_cache(maxsize=32)
def _named(table: Table, nouns: Nouns) -> Mapping[str, tuple[tuple[str, str], ...]]:
    found: dict[str, list[tuple[str, str]]] = {}

    def add(said: str, kind: str, name: str) -> None:
        words = token_words(said)
        verbal = ((one, *words[1:]) for one in inflected(words[0]) if len(words) > 1)
        for many in (words, *verbal, *((*words[:-1], one) for one in plurals_of(words[-1]))):
            rows = found.setdefault("".join(many).replace("-", ""), [])
            if (kind, name) not in rows:
                rows.append((kind, name))

    for kind, names in nouns:
        for name in names:
            if kind.startswith(LETTERS):
                letters, _, whole = name.partition(" ")
                short = found.setdefault("".join(token_words(letters)), [])
                short.append((kind.removeprefix(LETTERS), whole))
            elif token_words(name):
                add(name, kind, name)
    exact = frozenset(found)
    listed = {kind for kind, names in nouns if names}
    for kind, rows in table.nouns.items():
        if kind in table.passing and kind not in listed:
            continue
        for said, names in rows.items():
            for name in names:
                add(said, kind, name)
                add(name, kind, name)
    for kind in table.last_words:
        _add_last_words(table, dict(nouns).get(kind, ()), kind, found, exact)
    return {word: tuple(rows) for word, rows in found.items()}


def _add_last_words(
    table: Table,
    names: tuple[str, ...],
    kind: str,
    found: dict[str, list[tuple[str, str]]],
    known: frozenset[str],
) -> None:
    """Add the last word of each name (`bow` for Composite Bow), where it means nothing else."""
    for name in names:
        *before, last = token_words(name) or ("",)
        if not before or (last in table.meaning and last not in table.nouns.get(kind, {})):
            continue
        for said in (last, *plurals_of(last)):
            rows = found.setdefault(said, [])
            if said not in known and (kind, name) not in rows:
                rows.append((kind, name))


@lru_cache(maxsize=32)
def _vocabulary(words: frozenset[str], nouns: Nouns) -> frozenset[str]:
    named = (name for kind, names in nouns if not kind.startswith(LETTERS) for name in names)
    found = {*words, *(word for name in named for word in token_words(name))}
    return frozenset(word for word in found if word.isalpha())
