"""Proposes orders that the words of a message could mean, each with facts for and against it.

A sentence is split into parts at its seams (commas, `and`, `then` ..).  For each stretch of
neighbouring parts, the rows of the table that its words suggest are filled with the values that
were said.  Nothing is carried out here: the candidates are weighed, tried on the match and offered.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice, pairwise

from grammar.reader.clauses import TooLong, readings
from grammar.reader.deeds import SUBJECT, Deed
from grammar.reader.edges import Chart, counted_lists, fits, is_in_list, is_of, is_whole
from grammar.reader.goes_on import MOST_AGAIN, Continuation, Line, going_on
from grammar.reader.patterns import Form
from grammar.reader.rows import Slot, VerbRow
from grammar.reader.table import Table
from grammar.reader.tokens import typed
from grammar.reader.values import Tokens, names_of
from grammar.reader.weights import NOTHING, Weights, stem
from grammar.reader.world import Value, World
from rules.line.work import spend

PUT, JOINED, STRETCHED = 4, 40, 1_000
"""Steps of work: for trying a value in a slot; for adding an order to a line (plus a quarter step
for each fact of the line); for a stretch of parts."""

MOST_PARTS, MOST_SPAN, MOST_ROWS = 12, 5, 9
MOST_FILLED, MOST_HERE, BEAM = 6, 5, 24
MOST_FULLER, MOST_WHOLE = 4, 2
"""How many fuller rows are filled as well, and how many further orders that use up all values are
kept."""

SPOKEN = 400
"""Weight (in thousandths) per level of the fact `spoken=`: how strongly a word suggests a row."""

TORN = "torn"
"""Fact about a stretch that begins inside a list of names: `.. on L1, L2` | `and C1 ..`."""

SEAMS = frozenset(
    (",", ";", ".", "and", "then", "&", "-", ":", "(", ")", "but", "+", "/", "|", "..")
)
STAYS = (
    "stay", "stays", "staying", "hold", "holds", "wait", "waits", "remain", "remains", "keeps",
    "rests", "stand", "stands", "nothing", "sits", "still", "put", "home", "stops", "skips",
)  # fmt: skip
"""Words for doing nothing: a unit that does so may be named and still have no order."""

STAYING = frozenset(map(stem, STAYS))
"""The stems of `STAYS`."""

ARTICLES = frozenset(
    ("the", "a", "an", "my", "his", "her", "its", "their", "our", "your", "that", "this")
)
GRAVE = ("end ", "resign", "offer draw", "accept draw", "undo", "pass", "rewind", "skip to")
"""Beginnings of sentences that are never guessed: they end a turn or the match or take back."""
Facts = tuple[str, ...]
Strict = Callable[[str], bool]
"""Does the law read this sentence?"""


@dataclass(frozen=True, slots=True, eq=False)
class SentenceRow:
    """A sentence of the table, with its verb."""

    key: str
    verb: VerbRow
    form: Form


@dataclass(frozen=True, slots=True)
class Mention:
    """A value, the tokens that say it (`begin` to `end`), and the preposition before it."""

    begin: int
    end: int
    mark: str
    value: Value


def lines_of(
    charts: Sequence[Chart], world: World, weights: Weights, strict: Strict = lambda _: False
) -> list[Line]:
    """The likeliest lines of orders for a message, best first; at most `BEAM`."""
    beam = [Line()]
    for chart in charts:
        beam = _with_sentence(beam, chart, world, weights, strict)
    return beam


def nothing_of(charts: Sequence[Chart], world: World) -> Facts:
    """The facts of a message under the assumption that none of its parts orders anything."""
    stretches = (Stretch(chart, *part, world) for chart in charts for part in parts_of(chart))
    return tuple(fact for one in stretches for fact in _of_nothing(one.words))


def _of_nothing(words: Sequence[str]) -> Facts:
    stays = any(word in STAYING for word in words)
    return (NOTHING, *(f"{NOTHING}|{word}" for word in words), *([f"{NOTHING} stays"] * stays))


def _with_sentence(
    beam: list[Line], chart: Chart, world: World, weights: Weights, strict: Strict
) -> list[Line]:
    parts = parts_of(chart)
    ends: list[list[Line]] = [beam, *([] for _ in parts)]
    if whole := _whole(chart, weights):
        ends[-1] += [line.and_then(one) for line in beam for one in whole]
    rows = Stretch(chart, 0, len(chart.tokens), world).longest
    inside = {at for one in rows for at in range(one.begin + 1, one.end)}
    for first in range(len(parts)):
        here = _best(ends[first])
        torn = (TORN,) if parts[first][0] in inside else ()
        for last in range(first, min(first + MOST_SPAN, len(parts))):
            spend(STRETCHED)
            stretch = Stretch(chart, parts[first][0], parts[last][1], world, strict)
            for line in here:
                found = stretch.proposals(line.carries, weights)
                more = tuple(going_on(line, found, stretch.words, stretch.again, weights))
                spend((JOINED + len(line.facts) // 4) * (len(found) + len(more)))
                ways = (one.known(torn, weights) for one in (*found, *more))
                ends[last + 1] += [line.and_then(one, stretch.named) for one in ways]
    return _best(ends[-1]) if parts else beam


def _best(lines: list[Line]) -> list[Line]:
    """The `BEAM` lines with the highest scores, one for each list of orders."""
    found: dict[tuple[object, ...], Line] = {}
    for line in sorted(lines, key=lambda one: -one.score):
        found.setdefault(tuple(one.key for one in line.proposals), line)
        if len(found) >= BEAM:
            break
    return list(found.values())


def _whole(chart: Chart, weights: Weights) -> list[Continuation]:
    """Proposals for the whole sentence from the two best readings of its clauses."""
    try:
        found = readings(chart)[:2]
    except TooLong:
        return []
    proposals = []
    for reading in found:
        deeds = tuple(one for one in reading.deeds if not one.void and one.form is not None)
        said = tuple(one for one in deeds if one.roles or one.is_whole)
        left, bars = len(reading.left), len(reading.bars)
        for some in dict.fromkeys(one for one in (deeds, said) if one):
            facts = (
                "chart",
                f"chart left={min(left, 4)}",
                f"chart bars={min(bars, 2)}",
                f"chart deeds={min(len(some), 4)}",
                *(f"row={one.form.text}" for one in some if one.form is not None),
            )
            proposals.append(Continuation(some, facts, weights.of(facts)))
    return proposals


def parts_of(chart: Chart) -> list[tuple[int, int]]:
    """At most `MOST_PARTS` parts of a sentence, as (begin, end); no seam cuts a value in two."""
    tokens = chart.tokens
    inside: set[int] = set()
    for at, edges in enumerate(chart.edges):
        for edge in edges:
            if edge.kind == "value" and is_whole(edge.value):
                inside.update(range(at + 1, edge.end - 1))
    cuts = [at for at, token in enumerate(tokens) if token.word in SEAMS and at not in inside]
    found, begin = list[tuple[int, int]](), 0
    for cut in (*cuts, len(tokens)):
        if cut > begin:
            found.append((begin, cut))
        begin = cut + 1
    while len(found) > MOST_PARTS:  # join the two neighbours that are shortest together
        at = min(range(len(found) - 1), key=lambda one: found[one + 1][1] - found[one][0])
        found[at : at + 2] = [(found[at][0], found[at + 1][1])]
    return found


# --- rows of the table --------------------------------------------------------------------------


@lru_cache(maxsize=16)
def rows_of(table: Table) -> Mapping[str, SentenceRow]:
    """Every sentence of the table that can be proposed, by its key."""
    found: dict[str, SentenceRow] = {}
    for verb in table.verbs:
        for form in verb.forms:
            key = _key(form, verb.gm)
            found.setdefault(key, SentenceRow(key, verb, form))
    for phrase in table.phrases:
        if phrase.form is not None:
            key = _key(phrase.form, phrase.gm)
            verb = VerbRow(phrase.form.text, (), (phrase.form,), phases=phrase.phases, gm=phrase.gm)
            found.setdefault(key, SentenceRow(key, verb, phrase.form))
    return found


def _key(form: Form, gm: bool) -> str:
    return f"{'gm ' * gm}{form.text}"


@lru_cache(maxsize=16)
def fuller_of(table: Table) -> Mapping[str, tuple[SentenceRow, ...]]:
    """By row, the rows that say the same with more slots (`deploy {levies} at {places} facing
    {facing}`)."""
    rows = rows_of(table).values()
    families: dict[tuple[str, bool], list[SentenceRow]] = {}
    for row in rows:
        families.setdefault(_family(row), []).append(row)
    return {
        row.key: tuple(
            one
            for one in families[_family(row)]
            if set(one.form.slots) >= set(row.form.needed)
            and set(one.form.slots) - set(row.form.slots)
        )
        for row in rows
    }


def _family(row: SentenceRow) -> tuple[str, bool]:
    """The first word of a row other than its subject, and whether it is for the GM."""
    words = row.form.text.replace("{" + SUBJECT + "}", "").split()
    return words[0] if words else "", row.verb.gm


def _is_open(row: SentenceRow, world: World) -> bool:
    text = row.form.text
    return row.verb.gm == (not world.seat) and not text.startswith(("no ", "not ", *GRAVE))


# --- a stretch ----------------------------------------------------------------------------------


class Stretch:
    """Neighbouring parts of a sentence, read as one order.

    `values` is everything they could say, `longest` one value for each place, and `words` the
    stems that weights are looked up for.
    """

    def __init__(
        self, chart: Chart, begin: int, end: int, world: World, strict: Strict = lambda _: False
    ) -> None:
        self.chart, self.begin, self.end, self.world = chart, begin, end, world
        self.strict = strict
        self.values = tuple(self._values())
        self.longest = tuple(self._longest())
        self.words = tuple(self._words())
        self._kept: dict[bool, list[Continuation]] = {}

    def proposals(self, carried: bool, weights: Weights) -> list[Continuation]:
        """The likeliest orders, and then the proposal that it orders nothing.

        `carried`: somebody named before could be the one who acts.
        """
        if carried not in self._kept:
            self._kept[carried] = list(self._proposals(carried, weights))
        return self._kept[carried]

    def _proposals(self, carried: bool, weights: Weights) -> Iterator[Continuation]:
        found: list[Continuation] = []
        for row, by in self._rows(weights):
            said = max((self._said_by(one, weights) for one in (row, by)), key=weights.of)
            worth = weights.of(said)
            for deed, more in _filled(row, self, carried):
                found.append(Continuation((deed,), (*said, *more), worth + weights.of(more)))
        found.sort(key=lambda one: -one.score)
        found = list({one.deeds: one for one in reversed(found)}.values())[::-1]
        yield from found[:MOST_HERE]
        whole = (one for one in found[MOST_HERE:] if _takes_all(one))
        yield from islice(whole, MOST_WHOLE)
        numbered = any(map(str.isdigit, "".join(one.word for one in self.tokens)))
        if (self.longest or numbered) and self.strict(text := typed(self.tokens)):
            facts: Facts = ("strict", *(f"strict|{word}" for word in self.words))
            yield Continuation((), facts, weights.of(facts), text)
        facts = _of_nothing(self.words)
        yield Continuation((), facts, weights.of(facts))

    def _said_by(self, row: SentenceRow, weights: Weights) -> Facts:
        """The facts that the words say of a row."""
        words = (f"{row.key}|{word}" for word in self.words)
        return (f"row={row.key}", *words, self._spoken(row, weights))

    def _spoken(self, row: SentenceRow, weights: Weights) -> str:
        """A fact for how strongly the best single word speaks for a row (0 to 4); names do not."""
        words = (word for word in self.words if "<" not in word)
        best = max((weights.rows.get(word, {}).get(row.key, 0) for word in words), default=0)
        return f"spoken={min(max(best, 0) // SPOKEN, 4)}"

    def again(self, deed: Deed) -> Iterator[tuple[Deed, Facts]]:
        """Repeat an order with the values of this stretch; at most one of them may be left over."""
        assert deed.form is not None
        row = SentenceRow(deed.form.text, deed.verb or VerbRow("", (), ()), deed.form)
        yield from self._again_as(deed, row)
        key = _key(deed.form, row.verb.gm)
        known = {name for name, _ in deed.roles}
        for one in fuller_of(self.world.table).get(key, ())[:MOST_FULLER]:
            more = [name for name in one.form.slots if name not in deed.form.slots]
            lacks = set(one.form.needed).difference(known, more)
            if not lacks and all(map(self._is_said, map(self.world.table.slot, more))):
                as_more = replace(deed, form=one.form, verb=one.verb, missing=tuple(more))
                yield from self._again_as(as_more, one, more)

    def _again_as(
        self, deed: Deed, row: SentenceRow, wanted: Sequence[str] = ()
    ) -> Iterator[tuple[Deed, Facts]]:
        """The order with the values said here; the slots `wanted` must be filled."""
        slots = [self.world.table.slot(name) for name, _ in deed.roles]
        slots += [self.world.table.slot(name) for name in deed.missing]
        for placed in _placed(slots, row, self, whole=False)[:MOST_AGAIN]:
            roles = dict(deed.roles) | {name: value for _, name, value, _ in placed}
            unused = list(_unused(placed, self))
            if not placed or roles == dict(deed.roles) or len(unused) > 1:
                continue
            if not roles.keys() >= set(wanted):
                continue
            missing = tuple(name for name in deed.missing if name not in roles)
            facts = (*unused, *(f"again {self.world.table.slot(one[1]).kind}" for one in placed))
            done = deed.changed(roles=tuple(sorted(roles.items())), missing=missing)
            yield done, (*facts, *(fact for one in placed for fact in one[3]))

    @property
    def named(self) -> Value | None:
        """The writer's own units that are named here, if that is one value; else None."""
        units = [one.value for one in self.longest if one.value.kind == "units"]
        own = [one for one in units if one.side == "own" and one.items and not one.options]
        return own[0] if len(own) == 1 else None

    @property
    def tokens(self) -> Tokens:
        return self.chart.tokens[self.begin : self.end]

    def _rows(self, weights: Weights) -> list[tuple[SentenceRow, SentenceRow]]:
        """The rows that the words suggest most, and fuller ones, each with the row suggested."""
        rows = rows_of(self.world.table)
        scores: dict[str, int] = {}
        for word in self.words:
            for key, weight in weights.rows.get(word, {}).items():
                scores[key] = scores.get(key, 0) + weight
        for key in scores:
            scores[key] += weights.facts.get(f"row={key}", 0)
        named = (key for key in sorted(scores, key=lambda one: (-scores[one], one)) if key in rows)
        best = [rows[key] for key in named if _is_open(rows[key], self.world)][:MOST_ROWS]
        return [*((one, one) for one in best), *self._fuller(best)]

    def _fuller(self, rows: Sequence[SentenceRow]) -> list[tuple[SentenceRow, SentenceRow]]:
        """Rows with more slots than these, if values for the slots were said; most slots first."""
        fuller = fuller_of(self.world.table)
        found: dict[str, tuple[SentenceRow, SentenceRow]] = {}
        for row in rows:
            for one in fuller[row.key]:
                more = (name for name in one.form.slots if name not in row.form.slots)
                slots = [self.world.table.slot(name) for name in more]
                if one not in rows and all(map(self._is_said, slots)):
                    found.setdefault(one.key, (one, row))
        best = (one for one in found.values() if _is_open(one[0], self.world))
        return sorted(best, key=lambda one: -len(one[0].form.slots))[:MOST_FULLER]

    def _is_said(self, slot: Slot) -> bool:
        return any(_suits(slot, one, self.world) for one in self.values)

    def _values(self) -> Iterator[Mention]:
        """Every value that tokens of the stretch could be, ambiguous ones several times; no number
        and no noun of a counted list (`three infantry and two archers`)."""
        chart, seen = self.chart, set[tuple[int, int, Value]]()
        lists = counted_lists(chart, self.begin, self.end)
        for at in range(self.begin, self.end):
            for edge in chart.edges[at]:
                fits_in = edge.kind == "value" and edge.end <= self.end
                fits_in = fits_in and not self._is_in_place(at, edge.end)
                fits_in = fits_in and not is_in_list(at, edge, lists)
                if fits_in and (at, edge.end, edge.value) not in seen:
                    seen.add((at, edge.end, edge.value))
                    yield Mention(at, edge.end, self._mark(at), edge.value)

    def _is_in_place(self, begin: int, end: int) -> bool:
        """Is it only one of the numbers of a place (the 6 of `6,13`)?"""
        tokens = self.chart.tokens
        return end == begin + 1 and (_is_pair(tokens, begin - 2) or _is_pair(tokens, begin))

    def _longest(self) -> Iterator[Mention]:
        """Values that do not overlap, each as long as possible, from left to right."""
        at = self.begin
        for one in sorted(self.values, key=lambda one: (one.begin, -one.end)):
            plain = self.chart.tokens[one.begin].is_word and one.value.kind in ("number", "numbers")
            if one.begin >= at and not plain:
                at = one.end
                yield one

    def _mark(self, at: int) -> str:
        """The preposition before the value at `at`; empty if there is none."""
        before = at - 1
        while before > self.begin and self.chart.tokens[before].word in ARTICLES:
            before -= 1
        marked = before >= 0 and "mark" in self.chart.kinds_at(before)
        return self.chart.tokens[before].word if marked else ""

    def _words(self) -> Iterator[str]:
        """Its stems (values as their kinds: `<own>`, `<place>`), pairs of them, and the phase."""
        tokens, said, at = self.chart.tokens, list[str](), self.begin
        starts = {one.begin: one for one in self.longest}
        while at < self.end:
            if at in starts:
                same = (one for one in self.values if one.begin == at and one.end == starts[at].end)
                kinds = dict.fromkeys(kind for one in same for kind in kinds_of(one.value))
                said += [f"<{kind}>" for kind in kinds]
                at = starts[at].end
            else:
                if tokens[at].is_word or tokens[at].word in ("->", ">", "?"):
                    said.append(stem(tokens[at].word))
                at += 1
        yield from dict.fromkeys(said)
        yield from dict.fromkeys(f"{one}_{two}" for one, two in pairwise(said))
        yield f"<phase {self.world.phase}>"


def _is_pair(tokens: Tokens, at: int) -> bool:
    """Are there two numbers at `at` with only a comma between them, without blanks?"""
    three = tokens[at : at + 3] if at >= 0 else ()
    sorts = [one.sort for one in three]
    pair = sorts == ["number", "sign", "number"] and three[1].word == ","
    return pair and not (three[1].after_blank or three[2].after_blank)


def _takes_all(one: Continuation) -> bool:
    """Whether the order lacks nothing and uses every value."""
    return not any(fact.startswith(("unused=", "missing=", "subject=open")) for fact in one.facts)


def kinds_of(value: Value) -> tuple[str, ...]:
    """The kinds of a value: at most two classes of a noun, the side of units, else `kind`."""
    if value.kind == "noun":
        return value.classes[:2]
    if value.kind == "units":
        return (value.side,) if value.word != "self" else ("self",)
    return (value.kind,)


# --- filling a row ------------------------------------------------------------------------------

Placed = tuple[tuple[Mention, str, Value, Facts], ...]
"""Values in slots: what was said, the name of its slot, its value there, and the facts of that."""


def _filled(row: SentenceRow, stretch: Stretch, carried: bool) -> Iterator[tuple[Deed, Facts]]:
    """Orders made of the row and as many values as it takes, each with its facts."""
    world = stretch.world
    slots = [world.table.slot(name) for name in row.form.slots]
    for placed in _placed(slots, row, stretch):
        if not _counts_its_own(placed, stretch):
            continue
        roles = {name: value for _, name, value, _ in placed}
        facts = [fact for _, _, _, some in placed for fact in some]
        facts += _unused(placed, stretch)
        missing = [name for name in row.form.needed if name not in roles and name != SUBJECT]
        subject = "said"
        if SUBJECT not in row.form.slots:
            subject = "none"
        elif SUBJECT not in roles:
            subject = "same" if carried else "open"
        facts += [f"missing={world.table.slot(name).kind}" for name in missing]
        facts += [f"subject={subject}", *_of_phase(row, world), *_of_who(roles, world)]
        facts += _in_order(placed)
        facts.append(f"{subject}, says {min(len(placed), 4)}")
        said = tuple(sorted(roles.items()))
        deed = Deed(row.form, said, row.verb, subject, tuple(missing), linked=carried)
        yield deed, tuple(facts)


def _counts_its_own(placed: Placed, stretch: Stretch) -> bool:
    """Is no number taken for another name than the one right behind it?  `three infantry and two
    archers` are never three archers."""
    names = [said.begin for said, *_ in placed if said.value.kind == "noun"]
    numbers = [said.end for said, *_ in placed if said.value.kind == "number"]
    counted = {one.begin for one in stretch.values if one.value.kind == "noun"}.intersection(
        numbers
    )
    return not names or counted <= {*names}


def _unused(placed: Placed, stretch: Stretch) -> Iterator[str]:
    """Facts about the values that are in no slot."""
    for one in stretch.longest:
        if not any(said.begin < one.end and one.begin < said.end for said, *_ in placed):
            yield from (f"unused={kind}" for kind in kinds_of(one.value)[:1])


def _placed(
    slots: Sequence[Slot], row: SentenceRow, stretch: Stretch, whole: bool = True
) -> list[Placed]:
    """The best ways to put values into slots, those that use most tokens first.

    `whole`: needed slots must be filled, if their value cannot be inferred.
    """
    beam: list[tuple[int, Placed]] = [(0, ())]
    for slot in slots:
        fitting = [
            (one, *how) for one in stretch.values if (how := _suits(slot, one, stretch.world))
        ]
        inferred = slot.infer or slot.name == SUBJECT or slot.name not in row.form.needed
        inferred = inferred or slot.kind in ("own", "place") or not whole
        if not fitting and not inferred:
            return []
        spend(PUT * len(beam) * len(fitting))
        further = list(beam) if inferred else []
        for worth, placed in beam:
            for one in fitting:
                said = one[0]
                twice = slot.kind == "foe" and any(one[2] == other[2] for other in placed)
                apart = (said.end <= other.begin or other.end <= said.begin for other, *_ in placed)
                if all(apart) and not twice:
                    bad = 3 * any(fact.endswith(("mark=bad", ":against")) for fact in one[3])
                    good = 2 * any(fact.endswith("mark=good") for fact in one[3])
                    gain = 4 * (said.end - said.begin) + good - bad
                    further.append((worth + gain, (*placed, one)))
        further.sort(key=lambda one: (-one[0], [placed[0].begin for placed in one[1]]))
        beam = further[: 4 * MOST_FILLED]
    return [placed for _, placed in beam[:MOST_FILLED]]


def _suits(slot: Slot, said: Mention, world: World) -> tuple[str, Value, Facts] | None:
    """A value in a slot: the slot's name, the value there, and facts; None if it does not fit."""
    value = said.value
    if slot.name == SUBJECT and value.word == "self":
        return None
    how = fits(value, slot.kind)
    if how is None or (slot.of and not is_of(value, slot, world)):
        return None
    if slot.write and not (value.items and value.items[0] in slot.write):
        return None
    if value.kind == "noun" and value.options:
        names = names_of(value, slot.kind, world)
        value = replace(value, items=names, options=())
        if len(names) > 1:
            options = tuple((one,) for one in names)
            value = replace(value, items=(), options=options, word="named")
    if slot.write:
        value = replace(value, items=tuple(slot.write.get(one, one) for one in value.items))
    mark = "none" if not said.mark else "good" if said.mark in slot.marks else "bad"
    if slot.marked and mark != "good":
        mark = "lacks"
    facts = [f"{slot.kind}:mark={mark}"]
    if slot.name == SUBJECT and value.kind == "units" and len(value.items) > 1:
        facts.append("who=several")
    if how:
        facts.append(f"{slot.kind}:against")
    if value.options:
        facts.append(f"{slot.kind}:open")
    if value.vague:
        facts.append("vague")
    return slot.name, value, tuple(facts)


def _in_order(placed: Placed) -> Facts:
    """Facts about word order: is the actor before its target, the source before the goal?"""
    where = {name: said.begin for said, name, _, _ in placed}
    facts = []
    for one, other in ((SUBJECT, "target"), (SUBJECT, "enemy"), ("source", "target")):
        if one in where and other in where:
            facts.append(f"{one} {'before' if where[one] < where[other] else 'behind'} {other}")
    return tuple(facts)


def _of_phase(row: SentenceRow, world: World) -> Facts:
    phases = row.verb.only or row.verb.phases
    if not phases:
        return ()
    return ("phase=here",) if world.phase in phases else ("phase=elsewhere",)


def _of_who(roles: Mapping[str, Value], world: World) -> Facts:
    """Facts about the actor: whether he can still act, and has the weapon or spell named."""
    who = roles.get(SUBJECT)
    if who is None or who.kind != "units" or not who.items:
        return ()
    things = [world.by_ref.get(ref.lower()) for ref in who.items]
    facts = []
    if any(thing is not None and not thing.able for thing in things):
        facts.append("who=spent")
    for name, value in roles.items():
        if name != SUBJECT and value.kind == "noun" and value.items:
            has = [thing is not None and value.items[0] in thing.has for thing in things]
            facts.append("bears=" + ("all" if all(has) else "some" if any(has) else "none"))
    return tuple(facts)
