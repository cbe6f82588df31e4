"""Splits a sentence into clauses: the fewest that use up every word with a meaning.

A beam search from left to right over the edges of the chart.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from grammar.reader.deeds import SUBJECT, Arg, Clause, Deed
from grammar.reader.edges import Chart, Edge
from grammar.reader.fitting import Fitting, SlotCache
from grammar.reader.frames import could_go_on, deeds_of
from grammar.reader.patterns import Hole
from grammar.reader.values import names_of
from grammar.reader.world import Value, World
from rules.line.frozen import Frozen
from rules.line.work import kept, spend

BEAM = 32
WHEN = ("after", "before", "until", "till", "as", "than", "since")
"""Words that say when or why; unlike other marks they may not be left hanging without a value."""
MOST_TOKENS = 120
EDGE = 40
"""Steps of work for trying one edge of a sentence, and again for keeping the path it makes."""
TORN = 8
"""The cost of skipping a `then` between a verb and its values."""


class Reading(Frozen):
    """One way to understand a sentence.

    `left`: words that were not understood.  `bars`: words that keep it from being carried out.
    `cost`: how unlikely it is to be meant, the lower the better.
    """

    deeds: tuple[Deed, ...]
    left: tuple[str, ...] = ()
    bars: tuple[str, ...] = ()
    cost: int = 0


class _Path(NamedTuple):
    """A sentence read up to some token; one sentence has thousands of these.

    `deeds` are the finished clauses, `clause` is the present one, and `mark` the preposition whose
    value has not come yet.
    """

    deeds: tuple[Deed, ...] = ()
    clause: Clause = Clause()
    mark: str = ""
    left: tuple[str, ...] = ()
    bars: tuple[str, ...] = ()
    cost: int = 0
    clauses: int = 0

    def so_far(self, clause: Clause, mark: str = "", cost: int = 0) -> "_Path":
        """The path with another present clause and `cost` added."""
        return _Path(self.deeds, clause, mark, self.left, self.bars, self.cost + cost, self.clauses)

    @property
    def rank(self) -> tuple[int, int]:
        """Sort key, the lower the better: words left over and bars, then the cost."""
        return len(self.left) + len(self.bars), self.cost + 2 * self.clauses

    @property
    def last(self) -> Deed | None:
        for one in reversed(self.deeds):
            if not one.void or one.roles:
                return one
        return None


class _Meaning:
    """What a clause behind another one could mean, computed when it is asked for."""

    def __init__(self, clause: Clause, last: Deed | None, places: SlotCache) -> None:
        self._fitting = Fitting(clause, last, places)
        self._deeds: list[Deed] | None = None
        self._viable: bool | None = None

    def deeds(self) -> list[Deed]:
        """Its cheapest meanings."""
        if self._deeds is None:
            self._deeds = deeds_of(self._fitting)
        return self._deeds

    def is_viable(self) -> bool:
        """Could it still become an order if more words are added?"""
        if self._viable is None:
            self._viable = could_go_on(self._fitting)
        return self._viable


class _Meanings:
    """Cache of what the clauses of one sentence could mean."""

    def __init__(self, world: World) -> None:
        self._places = SlotCache(world)
        self._kept: dict[tuple[Clause, Deed | None], _Meaning] = {}

    def of(self, path: "_Path") -> _Meaning:
        """The meanings of the present clause of a path."""
        key = path.clause, path.last
        found = self._kept.get(key)
        if found is None:
            found = self._kept[key] = _Meaning(*key, self._places)
        return found


class TooLong(Exception):
    """A sentence has more than `MOST_TOKENS` tokens."""


def readings(chart: Chart, before: Deed | None = None) -> tuple[Reading, ...]:
    """The best readings of a sentence; several if they are equally good, none if it means nothing.

    `before` is what a heading or the sentence before has said.  Raises `TooLong`.
    """
    return _read_once(chart, before)


@kept(64)
def _read_once(chart: Chart, before: Deed | None) -> tuple[Reading, ...]:
    size = len(chart.tokens)
    if size > MOST_TOKENS:
        raise TooLong
    meanings = _Meanings(chart.world)
    paths: list[dict[_Path, None]] = [{} for _ in range(size + 1)]
    start = _Path((before,) if before is not None else ())
    paths[0][start] = None
    for at in range(size):
        best = sorted(paths[at], key=lambda path: path.rank)[:BEAM]
        for path in best:
            for end, further in _onward(chart, at, path, meanings):
                spend(EDGE)
                paths[end][further] = None
    done: dict[tuple[Deed, ...], _Path] = {}
    for path in paths[size]:
        for ended in _finished(path, meanings):
            deeds = ended.deeds[1:] if before is not None else ended.deeds
            if deeds and (deeds not in done or ended.rank < done[deeds].rank):
                done[deeds] = ended
    if not done:
        return ()
    least = min(path.rank for path in done.values())
    return tuple(
        Reading(deeds, path.left, path.bars, path.rank[1])
        for deeds, path in done.items()
        if path.rank == least
    )


def _onward(chart: Chart, at: int, path: _Path, meanings: _Meanings) -> Iterator[tuple[int, _Path]]:
    """The paths that continue a path at token `at` by one edge, each with where it ends.

    A value or verb either joins the present clause or ends it and begins a new one.
    """
    ended: list[_Path] | None = None
    torn = TORN if chart.tokens[at].word == "then" and path.clause.verbs else 0
    for edge in chart.edges[at]:
        spend(EDGE)
        longer = _taken(edge, path)
        if torn and longer is not None and edge.kind in ("skip", "link"):
            longer = longer.so_far(longer.clause, longer.mark, torn)
        if longer is not None and (
            edge.kind not in ("value", "verb") or meanings.of(longer).is_viable()
        ):
            yield edge.end, longer
        if edge.kind in ("value", "verb", "not", "same", "deed", "pronoun", "link"):
            if edge.kind == "deed" and path.clause.empty:
                yield edge.end, _with_phrase(path, edge, chart)
                continue
            if ended is None:
                ended = list(_finished(path, meanings)) if not path.clause.empty else []
            if edge.kind != "link" and path.clause.denied:
                continue  # a denial holds up to the next link
            for fresh in ended:
                if edge.kind == "link":
                    yield edge.end, _linked(fresh, edge)
                elif edge.kind == "deed":
                    yield edge.end, _with_phrase(fresh, edge, chart)
                else:
                    begun = _taken(edge, fresh)
                    if begun is not None:
                        yield edge.end, begun.so_far(begun.clause, begun.mark, 1)


def _only_denied(clause: Clause) -> bool:
    """Whether the clause is just a `no` or `don't`, so that an idiom behind it is not wanted."""
    return clause.denied and not (clause.verbs or clause.args or clause.pronoun)


def _linked(path: _Path, edge: Edge) -> _Path:
    return path.so_far(Clause(linked=bool(path.deeds)))


def _taken(edge: Edge, path: _Path) -> _Path | None:
    """The path with this edge added to its present clause; None if it does not fit there."""
    clause = path.clause
    if edge.kind in ("skip", "link", "remark"):
        return path.so_far(clause, path.mark, edge.cost)
    if edge.kind == "unknown":
        return path._replace(left=(*path.left, edge.value))
    if edge.kind == "bar":
        return path._replace(bars=(*path.bars, edge.value))
    if edge.kind == "mark":
        return path.so_far(clause, edge.value)
    if edge.kind == "not":
        if clause.denied:
            return None
        return path.so_far(clause._replace(denied=True), path.mark)
    if edge.kind == "same":
        return path.so_far(clause._replace(same=True))
    if edge.kind == "pronoun":
        return path.so_far(clause._replace(pronoun=edge.value), path.mark, edge.cost)
    if edge.kind == "except":
        return _less(path, edge.value)
    if edge.kind == "verb":
        if clause.verbs:
            if any(not arg.before for arg in clause.args):
                return None
            both = tuple(row for row in clause.verbs if row in edge.value)
            return path.so_far(clause._replace(verbs=both), path.mark) if both else None
        return _without_mark(path.so_far(clause._replace(verbs=edge.value), path.mark))
    if edge.kind in ("participle", "manner"):
        return _with_manner(path, edge)
    if edge.kind == "value":
        if len(clause.args) >= 7:
            return None
        return path.so_far(
            clause.with_arg(Arg(path.mark, edge.value, not clause.verbs)), cost=edge.cost
        )
    return None


def _without_mark(path: _Path) -> _Path:
    """The path without a mark that no value followed; one of `WHEN` (`after`) becomes a bar."""
    if path.mark in WHEN:
        return path._replace(bars=(*path.bars, path.mark), mark="")
    return path.so_far(path.clause, cost=2) if path.mark else path


def _with_manner(path: _Path, edge: Edge) -> _Path | None:
    """The path with a word that adds to its verb (`comes running`, `moves at full speed`)."""
    verbs = path.clause.verbs
    if edge.kind == "participle":
        both = tuple(row for row in verbs if row in edge.value)
        return path.so_far(path.clause, cost=4) if both else None
    rows, plain = edge.value
    walks = bool(verbs) and not set(verbs).isdisjoint(plain)
    return path.so_far(path.clause._replace(verbs=rows)) if walks else None


def _less(path: _Path, refs: tuple[str, ...]) -> _Path | None:
    """The path with these units taken out of a group in its clause; None if no group has them."""
    args = list(path.clause.args)
    for at, arg in enumerate(args):
        value = arg.value
        whole = value.kind == "units" and value.plural and set(refs) < set(value.items)
        if whole:
            args[at] = replace(arg, value=replace(value.but(refs), word=""))
            return path._replace(clause=path.clause._replace(args=tuple(args)))
        if value.kind == "rest":
            args[at] = replace(arg, value=replace(value, options=(*value.options, refs)))
            return path._replace(clause=path.clause._replace(args=tuple(args)))
    return None


def _finished(path: _Path, meanings: _Meanings) -> Iterator[_Path]:
    """The path with its present clause turned into a deed, once for each meaning."""
    path = _without_mark(path)
    if path.clause.empty or (
        not path.clause.args
        and not path.clause.verbs
        and not path.clause.same
        and not path.clause.denied
    ):
        yield path.so_far(Clause(), path.mark)
        return
    for deed in meanings.of(path).deeds():
        who = deed.role(SUBJECT)
        if path.deeds and who is not None and who.side == "foe" and not deed.void:
            continue  # `C1 slashes at O1 and O2 in the same attack`: O2 does nothing
        if deed.subject == "same" and _goes_on_idly(path):
            continue  # `Legion2 waits for Clans1`, `M1 holds fire on O1`
        if _only_denied(path.clause) and any(not one.void for one in path.deeds):
            deed = replace(deed, doubt=True)  # `L1 to 8,12, not!`
        if deed.denies and path.last is not None and path.last.verb in path.clause.verbs:
            deed = replace(deed, doubt=True)  # `aims at O2 but does not fire`
        yield _Path(
            (*path.deeds, deed),
            left=path.left,
            bars=path.bars,
            cost=path.cost + deed.cost,
            clauses=path.clauses + 1,
        )


def _goes_on_idly(path: _Path) -> bool:
    """Does a clause follow at once on an idiom by which its unit does nothing, or never does it?"""
    if not path.deeds or path.clause.linked:
        return False
    last = path.deeds[-1]
    never = last.form is not None and " never " in last.form.text
    return never or (last.void and bool(last.roles))


def _with_phrase(path: _Path, edge: Edge, chart: Chart) -> _Path:
    """The path with a whole idiom added as a deed."""
    phrase, bound = edge.value
    path = _without_mark(path)
    if phrase.form is None:  # it orders nothing but says who is meant
        still = Deed(None, (bound[0],), void=True)
        deeds = (*path.deeds, still) if bound[0][0] == SUBJECT else path.deeds
        return path._replace(deeds=deeds, clause=Clause(), mark="", cost=path.cost + edge.cost)
    roles = _roles(bound, chart)
    missing = tuple(
        name for name in phrase.form.needed if name not in dict(roles) and name != SUBJECT
    )
    subject = "none"
    if SUBJECT in phrase.form.slots:
        subject = "said" if SUBJECT in dict(roles) else "same" if path.last else "open"
    deed = Deed(phrase.form, roles, None, subject, missing, linked=bool(path.deeds))
    deeds = (*path.deeds, deed)
    return path._replace(
        deeds=deeds,
        clause=Clause(),
        mark="",
        clauses=path.clauses + 1,
        cost=path.cost + edge.cost,
    )


def _roles(bound: tuple[tuple[str, Value], ...], chart: Chart) -> tuple[tuple[str, Value], ...]:
    """The filled slots of an idiom, with the names that its nouns stand for."""
    found: dict[str, Value] = {}
    for name, value in bound:
        slot = chart.world.table.slots.get(name)
        if value.kind == "noun" and value.options and slot is not None:
            names = names_of(value, slot.kind, chart.world)
            several = tuple((one,) for one in names) if len(names) > 1 else ()
            said = "named" if several else value.word
            value = replace(value, items=() if several else names, options=several, word=said)
        if slot is not None and slot.write:
            value = replace(value, items=tuple(slot.write[one] for one in value.items))
        found[name] = value
    return tuple(found.items())


__all__ = ["Hole", "Reading", "TooLong", "readings"]
