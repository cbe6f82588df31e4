"""The orders that come nearest to words that are not read: to be offered, never to be carried out.

A word *hints* at the rows of the table that it could have to do with: it stands in one of their
verbs, idioms or sentences, or among the `hints` of the row (`sword`: to kill).  A row that is
hinted at and has slots for the names, places and numbers that were said is near.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from grammar.reader.chart import chart_of
from grammar.reader.clauses import Reading
from grammar.reader.deeds import Arg, Clause, Deed
from grammar.reader.edges import Chart, fits
from grammar.reader.fitting import Fitting, Places
from grammar.reader.frames import of_form
from grammar.reader.patterns import Form, words_in
from grammar.reader.rows import Phrase, Verb
from grammar.reader.table import Table, common, literals
from grammar.reader.tokens import inflected, past_of
from grammar.reader.values import Tokens
from grammar.reader.world import Value, World

MOST_ROWS, MOST_NEAR, MOST_WAYS, MOST_WORDS = 16, 4, 10, 60
WEAK = ("number", "numbers", "ordinal", "direction", "text", "phase")
"""Kinds of values that are said by the way, too."""

ARTICLES = ("the", "a", "an", "my", "his", "her", "its", "their", "our", "your", "that", "this")


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """A sentence that words may hint at, and the values that it has itself."""

    verb: Verb
    fixed: Mapping[str, str]


Enter = Callable[[Row, Iterable[str], int], None]


def nearest(tokens: Tokens, world: World, before: Deed | None = None) -> list[Reading]:
    """The rows that were hinted at and take what was named, the nearest first; none where
    something is denied or in doubt."""
    if not tokens or len(tokens) > MOST_WORDS:
        return []
    weights = _weights(tokens, world)
    rows = sorted(weights, key=lambda row: -weights[row])[:MOST_ROWS]
    if not rows:
        return []
    chart = chart_of(tokens, world)
    if any({"not", "bar"} & chart.kinds_at(at) for at in range(len(tokens))):
        return []
    left = tuple(
        token.text
        for at, token in enumerate(tokens)
        if token.is_word and "unknown" in chart.kinds_at(at)
    )
    found: dict[Deed, int] = {}
    places = Places(world)
    for args in _ways(chart):
        for row in rows:
            for deed, worth in _deeds(row, args, before, places):
                found[deed] = max(found.get(deed, 0), worth + weights[row])
    best = max(found.values(), default=0)
    near = sorted((deed for deed in found if 2 * found[deed] > best), key=lambda one: -found[one])
    return [Reading((deed,), left) for deed in near[:MOST_NEAR]]


# --- hints --------------------------------------------------------------------------------------


def _weights(tokens: Tokens, world: World) -> dict[Row, int]:
    """How strongly the words hint at each row; a word that hints at many rows says little."""
    found: dict[Row, int] = {}
    hints = hints_of(world.table)
    for word in dict.fromkeys(token.word for token in tokens):
        rows = {row: weight for row, weight in hints.get(word, ()) if _is_open(row.verb, world)}
        for row, weight in rows.items():
            found[row] = found.get(row, 0) + weight * 2 // (1 + len(rows))
    here = {row: 15 for row in found if world.phase in row.verb.phases}
    return {row: weight + here.get(row, 0) for row, weight in found.items()}


def _is_open(verb: Verb, world: World) -> bool:
    """May this seat give such an order in this phase?  What denies is never near."""
    if verb.forms[0].text.startswith(("no ", "not ", "never ")):
        return False
    return verb.gm == (not world.seat) and (not verb.phases or world.phase in verb.phases)


@lru_cache(maxsize=16)
def hints_of(table: Table) -> Mapping[str, tuple[tuple[Row, int], ...]]:
    """By word, the rows that it hints at and how strongly."""
    found: dict[str, dict[Row, int]] = {}

    def add(row: Row, words: Iterable[str], weight: int) -> None:
        for word in words:
            if word.isalpha() and word not in _small(table):
                rows = found.setdefault(word, {})
                rows[row] = max(rows.get(row, 0), weight)

    for verb in table.verbs:
        row = Row(verb, {})
        for said in verb.words:
            add(row, _every_form(said[0]), 100 // len(said))
            add(row, said[1:], 60)
        _add_common(row, table.hints.get(verb.name, ()), add)
    idioms: dict[tuple[str, ...], Row] = {}
    for phrase in table.phrases:
        if phrase.form is not None:
            key = (phrase.form.text, *phrase.fixed.values(), str(phrase.gm), *phrase.phases)
            row = idioms.setdefault(key, Row(_as_verb(phrase, table), phrase.fixed))
            for way in phrase.ways:
                add(row, _in_every_form(words_in(way)), 60)
            _add_common(row, table.hints.get(phrase.form.text, ()), add)
    return {word: tuple(rows.items()) for word, rows in found.items()}


def _add_common(row: Row, hints: tuple[str, ...], add: "Enter") -> None:
    for hint in hints:
        add(row, _every_form(hint), 100)
    for form in row.verb.forms:
        add(row, _in_every_form(literals(form)), 60)


def _in_every_form(words: Iterable[str]) -> Iterator[str]:
    for word in words:
        yield from _every_form(word) if len(word) > 3 else (word,)


def _every_form(word: str) -> Iterator[str]:
    yield from inflected(word)
    if word.isalpha():
        yield from past_of(word)


def _as_verb(phrase: Phrase, table: Table) -> Verb:
    form = phrase.form
    assert form is not None
    needed = tuple(name for name in form.needed if name not in phrase.fixed)
    slots = (*needed, *form.optional)
    kinds = frozenset(table.slots[name].kind for name in slots)
    open_ = replace(form, needed=needed, slots=slots, kinds=kinds)
    return Verb(form.text, (), (open_,), phases=phrase.phases, gm=phrase.gm)


@lru_cache(maxsize=16)
def _small(table: Table) -> frozenset[str]:
    """Words that hint at nothing: those of every sentence."""
    marks = {mark for slot in table.slots.values() for mark in slot.marks}
    noise = {row[0] for row in table.noise if len(row) == 1}
    return frozenset(marks | noise | set(ARTICLES) | set(common()["acts"]["small"]))


# --- values -------------------------------------------------------------------------------------


def _ways(chart: Chart) -> Iterator[tuple[Arg, ...]]:
    """What was named, from left to right, in the ways in which it can be taken."""
    ways: list[tuple[int, tuple[Arg, ...]]] = [(0, ())]
    done: list[tuple[Arg, ...]] = []
    while ways and len(done) < MOST_WAYS:
        at, args = ways.pop()
        if at >= len(chart.tokens) or len(args) > 6:
            done.append(args)
            continue
        edges = [one for one in chart.edges[at] if one.kind == "value" and not one.value.vague]
        taken = {(one.end, one.value.kind): one for one in reversed(edges)}
        if not taken:
            ways.append((at + 1, args))
        for _, edge in sorted(taken.items(), key=lambda one: one[0]):  # the longest is tried first
            ways.append((edge.end, (*args, Arg(_mark(chart, at), edge.value, False))))
    yield from dict.fromkeys(done)


def _mark(chart: Chart, at: int) -> str:
    """The word before a value that says what it is for."""
    before = at - 1
    while before > 0 and chart.tokens[before].word in ARTICLES:
        before -= 1
    marked = before >= 0 and "mark" in chart.kinds_at(before)
    return chart.tokens[before].word if marked else ""


def _deeds(
    row: Row, args: tuple[Arg, ...], before: Deed | None, places: Places
) -> Iterator[tuple[Deed, int]]:
    """The row with as many of these values as it takes, and how well they go together."""
    names = {name for form in row.verb.forms for name in form.slots}
    kinds = {places.world.table.slot(name).kind for name in names}
    fitting = tuple(one for one in args if any(fits(one.value, kind) is not None for kind in kinds))
    lost = sum(10 if _is_weak(one.value) else 45 for one in args if one not in fitting)
    plain = tuple(replace(one, mark="") for one in fitting)
    ways = [(fitting, lost), (plain, lost + 10)]
    for at, one in enumerate(fitting):
        less = 12 if _is_weak(one.value) else 50
        ways.append(((*plain[:at], *plain[at + 1 :]), lost + less))
    ways.append(((), lost + 45 * len(fitting)))
    for some, less in sorted(ways, key=lambda way: way[1]):
        clause = Clause((row.verb,), some)
        found = [
            (form, deed)
            for form in row.verb.forms
            for deed in of_form(row.verb, form, Fitting(clause, before, places))
        ]
        for form, deed in found:
            lacks = 20 * len(deed.missing) + 15 * (deed.subject == "open") + 3 * deed.cost
            yield _whole(row, form, deed), 25 * len(deed.roles) - less - lacks
        if found:
            return


def _whole(row: Row, form: Form, deed: Deed) -> Deed:
    """With the values that the row has itself."""
    if not row.fixed:
        return deed
    fixed = tuple((name, Value("text", (text,))) for name, text in row.fixed.items())
    needed = (*form.needed, *row.fixed)
    whole = replace(form, needed=needed, slots=(*needed, *form.optional))
    return replace(deed, form=whole, roles=(*deed.roles, *fixed))


def _is_weak(value: Value) -> bool:
    return value.kind in WEAK or value.word in ("self", "blank") or value.kind == "rest"
