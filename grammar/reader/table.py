"""Loads the tables of words: the words.toml that all systems share, and that of each system."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from grammar.language import language
from grammar.reader.patterns import BadPattern, Form, Hole, anchors, form, pattern, starts, words_in
from grammar.reader.rows import Bare, IdiomRow, PlaceStyle, Slot, ValueRow, VerbRow
from grammar.reader.tokens import folded, inflected, past_of, tokens_of

WHO = Hole("who")
UNITS = ("own", "foe", "unit")
LISTS = (
    *("forward", "merge", "unfinished", "queries", "steps"),
    *("default_steps", "last_words", "passing", "aids", "leads", "apiece"),
)
MAPS = ("directions", "counts", "force", "shares")
"""Keys of a words.toml that a table takes over unchanged."""

KEYS = {
    *(*LISTS, *MAPS, "join", "one_sentence", "place", "heading", "slots", "verb", "phrase"),
    *("things", "nouns", "headings", "rewrite", "noise", "vague", "reserve"),
    *("value", "parts"),
}


class BadTable(ValueError):
    """A words.toml cannot be read; the text says where and why."""


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """All words of a system."""

    system: str
    slots: Mapping[str, Slot]
    verbs: tuple[VerbRow, ...]
    phrases: tuple[IdiomRow, ...]
    pieces: tuple[ValueRow, ...]
    places: PlaceStyle
    directions: Mapping[str, str]
    forward: tuple[str, ...]
    heading: str
    things: Mapping[str, str]
    nouns: Mapping[str, Mapping[str, tuple[str, ...]]]
    """By class, then by what is said: the names that it is another word for."""
    headings: Mapping[str, str]
    rewrite: tuple[tuple[str, str], ...]
    noise: frozenset[tuple[str, ...]]
    vague: frozenset[tuple[str, ...]]
    join: str
    one_sentence: bool
    counts: Mapping[str, str]
    force: Mapping[str, Any]
    """How lists of counted units are said; empty: the system has none."""
    shares: Mapping[str, Any]
    """How attacks or hits are dealt out; empty: the system has no such order."""
    merge: tuple[str, ...]
    """Beginnings that are not repeated when the next part begins with the same words."""
    unfinished: tuple[str, ...]
    """Patterns of sentences that the law reads but that order nothing."""
    apiece: tuple[str, ...]
    """Words of sentences whose amount holds for each by itself (`pay bounty 2`)."""
    leads: tuple[str, ...]
    """How a part ends that goes before all others (`..., commander holds`)."""
    queries: tuple[str, ...]
    """First words of sentences that ask, and so may end in a question mark."""
    steps: tuple[str, ...]
    """Directions that a sentence can name (empty: all); steps in others become a place."""
    default_steps: tuple[str, ...]
    """Directions that mean one step if no number is said."""
    last_words: tuple[str, ...]
    """Classes of nouns whose names can be said by their last word alone."""
    passing: tuple[str, ...]
    """Classes of nouns that are said only while the match lists any of them."""
    aids: tuple[str, ...]
    """Classes of nouns that help an order (`..., with Support`): they are used before it."""
    said: Mapping[tuple[str, ...], tuple[VerbRow, ...]]
    """Verbs by their words, in each form that can order something."""
    past: frozenset[str]
    """The past forms of all verbs."""
    suffered: Mapping[str, tuple[VerbRow, ...]]
    """Verbs of a single word by their participles (`O1 is charged by L1`)."""
    vocabulary: frozenset[str]
    meaning: frozenset[str]
    """Words of verbs and of sentences: a text that contains one is more than a remark."""

    def slot(self, name: str) -> Slot:
        """The slot of that name."""
        return self.slots[name]


def _load(package: str) -> dict[str, Any]:
    file = files(package).joinpath("words.toml")
    if not file.is_file():
        return {}
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BadTable(f"{package}: {error}") from error


@cache
def common() -> Mapping[str, Any]:
    """The shared words.toml: noise, hedges, questions, idioms for ending a phase and for draws."""
    return _load("grammar.reader")


@cache
def table_of(system: str) -> Table:
    """The table of a system; without a words.toml of its own, the shared words alone."""
    return build(system, _load(language(system).package))


def build(system: str, own: Mapping[str, Any]) -> Table:
    """Make a table of the contents of a words.toml.  Raises `BadTable`."""
    strange = sorted(set(own) - KEYS)
    if strange:
        raise BadTable(f"{system}: words.toml has no key {strange[0]!r}")
    shared = common()
    slots, verbs, phrases, noise = _rows_of(system, own, shared)
    pieces = _pieces_of(system, own, slots)
    taken = {token_words(one) for one in own.get("reserve", ())}
    rows: tuple[VerbRow | IdiomRow, ...] = (*verbs, *phrases)
    for one in rows:
        _check(system, one, slots)
    said = _said(verbs)
    plain: dict[str, Any] = {name: tuple(own.get(name, ())) for name in LISTS}
    plain |= {name: own.get(name, {}) for name in MAPS}
    return Table(
        system=system,
        slots=slots,
        verbs=verbs,
        phrases=phrases,
        pieces=pieces,
        places=PlaceStyle(**own.get("place", {})),
        heading=own.get("heading", "{number} {direction}"),
        things=_aliases(own.get("things", {})),
        nouns={kind: _called(rows) for kind, rows in own.get("nouns", {}).items()},
        headings={folded(word): verb for word, verb in own.get("headings", {}).items()},
        rewrite=tuple((row[0], row[1]) for row in own.get("rewrite", ())),
        noise=noise - taken,
        vague=frozenset(token_words(one) for one in (*shared["vague"], *own.get("vague", ())))
        - {token_words(one) for one in own.get("noise", ())},
        join=own.get("join", ""),
        one_sentence=bool(own.get("one_sentence", False)),
        **plain,
        said=said,
        past=frozenset(past for verb in verbs for row in verb.words for past in past_of(row[0])),
        suffered=_suffered(verbs),
        meaning=_meaning(said, verbs, phrases),
        vocabulary=_vocabulary(said, verbs, (*phrases, *pieces), own, shared),
    )


def _rows_of(
    system: str, own: Mapping[str, Any], shared: Mapping[str, Any]
) -> tuple[
    Mapping[str, Slot], tuple[VerbRow, ...], tuple[IdiomRow, ...], frozenset[tuple[str, ...]]
]:
    """Slots, verbs, idioms and noise: the system's own and the shared ones."""
    try:
        declared = {**shared["slots"], **own.get("slots", {})}
        slots = {name: _slot(name, row) for name, row in declared.items()}
        verbs = tuple(_verb(row, n, slots) for n, row in enumerate(own.get("verb", ())))
        phrases = (
            *(_phrase(row, own.get("parts", {})) for row in own.get("phrase", ())),
            *(_phrase(row, {}, shared=True) for row in shared.get("phrase", ())),
        )
        noise = frozenset(token_words(one) for one in (*shared["noise"], *own.get("noise", ())))
    except (BadPattern, KeyError, TypeError) as error:
        raise BadTable(f"{system}: {error}") from error
    return slots, verbs, phrases, noise


def _pieces_of(
    system: str, own: Mapping[str, Any], slots: Mapping[str, Slot]
) -> tuple[ValueRow, ...]:
    """The rows `[[value]]`: parts of orders that are values themselves."""
    try:
        found = tuple(_piece(row, own.get("parts", {})) for row in own.get("value", ()))
    except (BadPattern, KeyError, TypeError) as error:
        raise BadTable(f"{system}: {error}") from error
    for one in found:
        if missing := [name for name in one.form.slots if name not in slots]:
            raise BadTable(f"{system}: {one.form.text!r} has a slot {missing[0]!r} not declared")
    return found


@lru_cache(maxsize=16_384)
def token_words(text: str) -> tuple[str, ...]:
    """The words of a text, as tokens compare them."""
    return tuple(token.word for token in tokens_of(text))


def _slot(name: str, row: Mapping[str, Any]) -> Slot:
    row = dict(row)
    for key in ("marks", "of"):
        row[key] = tuple(row.get(key, ()))
    return Slot(name, **row)


def _bare(text: str) -> Bare:
    names, _, phases = text.partition(" in ")
    slots = names.split()
    after = "after" in slots
    of = next((one[3:] for one in slots if one.startswith("of:")), "")
    slots = [one for one in slots if not one.startswith("of:")]
    where = tuple(one.strip() for one in phases.split(",") if one)
    return Bare(frozenset(slots) - {"after"}, where, after, of)


def _typed(text: str, slots: Mapping[str, Slot]) -> Form:
    """A form that knows the kinds of its slots."""
    one = form(text)
    return replace(one, kinds=frozenset(slots[name].kind for name in one.slots if name in slots))


def _shared_words(said: str) -> list[str]:
    """The words of a shared list (`@shoot`); any other text as it is."""
    if not said.startswith("@"):
        return [said]
    rows: list[str] = common()["lists"][said[1:]]
    return rows


def _in_full(pattern_text: str, parts: Mapping[str, str]) -> str:
    """A pattern with its abbreviations expanded.

    `@shoot*` becomes a choice of the verbs in that shared list, in each form; `<home>` becomes the
    part of a pattern with that name.
    """
    while named := re.search(r"<([a-z_]+)>", pattern_text):
        pattern_text = pattern_text.replace(named[0], parts[named[1]])

    def every(found: re.Match[str]) -> str:
        rows = (one.partition(" ") for one in _shared_words(found[1]))
        return f"({'|'.join(f'{first}*{blank}{rest}' for first, blank, rest in rows)})"

    return re.sub(r"(@[a-z]+)\*", every, pattern_text)


def _verb(row: Mapping[str, Any], number: int, slots: Mapping[str, Slot]) -> VerbRow:
    words = dict.fromkeys(word for one in row["words"] for word in _shared_words(one))
    return VerbRow(
        name=row.get("name", row["words"][0] if row["words"] else f"verb {number}"),
        words=tuple(token_words(one) for one in words),
        forms=tuple(_typed(one, slots) for one in row["write"]),
        bare=tuple(_bare(one) for one in row.get("bare", ())),
        negative=_typed(row["not"], slots) if "not" in row else None,
        phases=tuple(row.get("phases", ())),
        gm=bool(row.get("gm", False)),
        of=tuple(row.get("of", ())),
        after=tuple(row.get("after", ())),
        only=tuple(row.get("only", ())),
        further=bool(row.get("further", False)),
        as_one=bool(row.get("as_one", False)),
        by=tuple(row.get("by", ())),
    )


def _piece(row: Mapping[str, Any], parts: Mapping[str, str]) -> ValueRow:
    ways = tuple(pattern(_in_full(one, parts)) for one in row["words"])
    found = tuple(anchors(way) for way in ways)
    return ValueRow(row["kind"], ways, form(row["write"]), found, tuple(row.get("phases", ())))


def _phrase(row: Mapping[str, Any], parts: Mapping[str, str], shared: bool = False) -> IdiomRow:
    ways = tuple(pattern(_in_full(one, parts)) for one in row["words"])
    return IdiomRow(
        ways=ways,
        form=form(row["write"]) if row.get("write") else None,
        anchors=tuple(anchors(way) for way in ways),
        starts=tuple(starts(way) for way in ways),
        onward=tuple(words_in(way[1:2]) if way[:1] == (WHO,) else frozenset() for way in ways),
        gm=bool(row.get("gm", False)),
        phases=tuple(row.get("phases", ())),
        shared=shared,
    )


def _check(system: str, row: VerbRow | IdiomRow, slots: Mapping[str, Slot]) -> None:
    """Check that every slot of a row is declared.  Raises `BadTable`."""
    forms = row.forms if isinstance(row, VerbRow) else ((row.form,) if row.form else ())
    for one in forms:
        for name in one.slots:
            if name not in slots:
                raise BadTable(f"{system}: {one.text!r} has a slot {name!r} that is not declared")


def _aliases(rows: Mapping[str, list[str]]) -> dict[str, str]:
    """The names of types and classes, by the other words for them."""
    return {" ".join(token_words(word)): name for name, words in rows.items() for word in words}


def _called(rows: Mapping[str, list[str]]) -> dict[str, tuple[str, ...]]:
    """By word, the names that it stands for, which may be several."""
    found: dict[str, list[str]] = {}
    for name, words in rows.items():
        for word in words:
            found.setdefault(" ".join(token_words(word)), []).append(name)
    return {said: tuple(dict.fromkeys(names)) for said, names in found.items()}


def _said(verbs: tuple[VerbRow, ...]) -> dict[tuple[str, ...], tuple[VerbRow, ...]]:
    found: dict[tuple[str, ...], list[VerbRow]] = {}
    for verb in verbs:
        for first, *rest in verb.words:
            for shape in inflected(first):
                rows = found.setdefault((shape, *rest), [])
                if verb not in rows:
                    rows.append(verb)
    return {words: tuple(rows) for words, rows in found.items()}


def _suffered(verbs: tuple[VerbRow, ...]) -> dict[str, tuple[VerbRow, ...]]:
    found: dict[str, dict[str, VerbRow]] = {}
    for verb in verbs:
        for row in verb.words:
            for past in past_of(row[0]) if len(row) == 1 else ():
                found.setdefault(past, {})[verb.name] = verb
    return {past: tuple(rows.values()) for past, rows in found.items()}


def literals(one: Form) -> set[str]:
    """The words of a form outside its slots."""
    text = re.sub(r"\{[^}]*\}", " ", one.text)
    return {word for word in token_words(text) if word.isalpha()}


def _meaning(
    said: Mapping[tuple[str, ...], Any], verbs: tuple[VerbRow, ...], phrases: tuple[IdiomRow, ...]
) -> frozenset[str]:
    words = {word for row in said for word in row}
    words |= {word for verb in verbs for one in verb.forms for word in literals(one)}
    for phrase in phrases:
        words |= literals(phrase.form) if phrase.form is not None and not phrase.gm else set()
    return frozenset(words)


def _vocabulary(
    said: Mapping[tuple[str, ...], Any],
    verbs: tuple[VerbRow, ...],
    phrases: tuple[IdiomRow | ValueRow, ...],
    own: Mapping[str, Any],
    shared: Mapping[str, Any],
) -> frozenset[str]:
    """Every word that the tables know: a misspelt word may be corrected to one of them."""
    words = {word for row in said for word in row}
    for phrase in phrases:
        for way in phrase.ways:
            words |= words_in(way)
        words |= literals(phrase.form) if phrase.form is not None else set()
    words |= {word for verb in verbs for one in verb.forms for word in literals(one)}
    for text in (*shared["noise"], *own.get("noise", ())):
        words |= set(token_words(text))
    for row in own.get("things", {}).values():
        words |= {word for text in row for word in token_words(text)}
    for kind in ("things", *own.get("nouns", {})):
        called = own.get("things", {}) if kind == "things" else own["nouns"][kind]
        words |= {word for name in called for word in token_words(name)}
    for rows in own.get("nouns", {}).values():
        for row in rows.values():
            words |= {word for text in row for word in token_words(text)}
    for names in shared["directions"].values():
        words |= {word for text in names for word in token_words(text)}
    return frozenset(word for word in words if word.isalpha())
