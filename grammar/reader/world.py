"""What a match supplies to its reader: things, names, the phase; and values found in sentences."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Literal

from grammar.reader.table import Table, token_words
from grammar.reader.tokens import inflected, plurals_of
from rules.things import Thing

Side = Literal["own", "foe", "any"]
LETTERS = "letters of "
"""Nouns of such a class are letters and the name that they stand for (`WB Warboss`)."""


@dataclass(frozen=True, slots=True)
class Value:
    """Something said that can fill a slot.

    `kind`: `units`, `place`, `line` (a row or column), `offset`, `heading`, `number`, `direction`,
    `noun`, `seat`, `phase`, `pronoun`, `rest`, `text`.  `items` is what is meant, as canonical
    sentences say it; for units their references.  `options`: one of these is meant, which is not
    said.  `vague`: and it was left open which (`one of my raiders`).
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

    @property
    def one(self) -> str:
        """Its only item."""
        return self.items[0]

    def but(self, refs: Iterable[str]) -> "Value":
        """Units without these."""
        out = set(refs)
        return replace(self, items=tuple(one for one in self.items if one not in out))


@dataclass(frozen=True)
class World:
    """One match as one seat may know it, for one message; nothing of it changes."""

    seat: int
    table: Table
    things: tuple[Thing, ...] = ()
    nouns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    phase: str = ""
    seats: tuple[int, ...] = (1, 2)

    @cached_property
    def by_ref(self) -> Mapping[str, Thing]:
        """Things by reference, in small letters; own ones first."""
        found: dict[str, Thing] = {}
        for thing in sorted(self.things, key=lambda one: one.seat != self.seat):
            found.setdefault(thing.ref.lower(), thing)
            if thing.said:
                found.setdefault(thing.said.lower(), thing)
        return found

    @cached_property
    def prefixes(self) -> Mapping[str, tuple[Thing, ...]]:
        """Things by the letters of their references (`LG`)."""
        found: dict[str, list[Thing]] = {}
        for thing in self.things:
            letters = thing.ref.rstrip("0123456789").lower()
            if letters != thing.ref.lower():
                found.setdefault(letters, []).append(thing)
        return {word: tuple(things) for word, things in found.items()}

    @cached_property
    def kinds(self) -> Mapping[tuple[str, ...], tuple[tuple[Thing, ...], bool]]:
        """Words for kinds of things: which they mean, and whether they are said of several."""
        found: dict[tuple[str, ...], tuple[dict[str, Thing], bool]] = {}
        for thing in self.things:
            names: list[str] = [thing.kind, *thing.words]
            letters = thing.ref.rstrip("0123456789")
            if letters != thing.ref and len(letters) > 1:
                names.append(letters)
            mine = (thing.kind.lower(), *(one.lower() for one in thing.words))
            others = [word for word, kind in self.table.things.items() if kind.lower() in mine]
            for name, whole in (*((one, False) for one in names), *((o, True) for o in others)):
                for words, many in spoken(name, whole):
                    row = found.setdefault(words, ({}, many))
                    row[0][f"{thing.seat} {thing.ref}"] = thing
        return {words: (tuple(row.values()), many) for words, (row, many) in found.items() if words}

    @cached_property
    def named(self) -> Mapping[str, tuple[tuple[str, str], ...]]:
        """Names of the match by their letters alone: (class, name)."""
        found: dict[str, list[tuple[str, str]]] = {}

        def add(said: str, kind: str, name: str) -> None:
            words = token_words(said)
            verbal = ((one, *words[1:]) for one in inflected(words[0]) if len(words) > 1)
            for many in (words, *verbal, *((*words[:-1], one) for one in plurals_of(words[-1]))):
                rows = found.setdefault("".join(many).replace("-", ""), [])
                if (kind, name) not in rows:
                    rows.append((kind, name))

        for kind, names in self.nouns.items():
            for name in names:
                if kind.startswith(LETTERS):
                    letters, _, whole = name.partition(" ")
                    short = found.setdefault("".join(token_words(letters)), [])
                    short.append((kind.removeprefix(LETTERS), whole))
                elif token_words(name):
                    add(name, kind, name)
        exact = frozenset(found)
        for kind, rows in self.table.nouns.items():
            for said, names in rows.items():
                for name in names:
                    add(said, kind, name)
                    add(name, kind, name)
        for kind in self.table.last_words:
            self._add_last_words(kind, found, exact)
        return {word: tuple(rows) for word, rows in found.items()}

    def _add_last_words(
        self, kind: str, found: dict[str, list[tuple[str, str]]], known: frozenset[str]
    ) -> None:
        """`bow` for a Composite Bow, where nothing else is called so."""
        for name in self.nouns.get(kind, ()):
            *before, last = token_words(name) or ("",)
            if not before or last in self.table.meaning:
                continue
            for said in (last, *plurals_of(last)):
                rows = found.setdefault(said, [])
                if said not in known and (kind, name) not in rows:
                    rows.append((kind, name))

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """Every single word by which something of this match is called."""
        words = {word for one in self.kinds for word in one}
        for kind, names in self.nouns.items():
            if kind.startswith(LETTERS):
                continue
            words |= {word for name in names for word in token_words(name)}
        return frozenset(word for word in words if word.isalpha())

    def own(self) -> tuple[Thing, ...]:
        """The things that this seat orders; a GM orders all."""
        return tuple(one for one in self.things if not self.seat or one.seat == self.seat)

    def side_of(self, things: Iterable[Thing]) -> Side:
        """Whose they are, if they are all of one side."""
        seats = {thing.seat for thing in things}
        if not self.seat or len(seats) != 1:
            return "any"
        return "own" if seats == {self.seat} else "foe"


@lru_cache(maxsize=4096)
def spoken(name: str, whole: bool = False) -> tuple[tuple[tuple[str, ...], bool], ...]:
    """A kind's name, its plural, and, unless it is `whole`, each word (`Orc Shaman`: shaman)."""
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
