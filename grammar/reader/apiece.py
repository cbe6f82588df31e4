"""Spells out lines about several places: `2 inf each in Ashford and Brindle`, `infantry: 3 in
Ashford, 2 in Brindle`.  It does so only if every word of the line is understood here."""

from collections.abc import Mapping
from typing import Any

from grammar.reader.ellipsis import GOALS, STARTS
from grammar.reader.forces import ARTICLES, forces_at
from grammar.reader.tokens import number_at
from grammar.reader.values import Tokens, noun_of, nouns_at, skip, word
from grammar.reader.world import World

EACH = ("each", "both", "apiece")
JOINS = (",", "and", "&", "+", "plus")
SILENT = ("please", "with", "both", "each", "apiece", "of", ":", "also", "go", "get", *ARTICLES)
MOST = 12


def apiece(tokens: Tokens, world: World) -> tuple[str, ...]:
    """The sentences of a line that gives the same to each of several places or takes it from each.

    Empty if it is no such line.
    """
    forms: Mapping[str, Any] = world.table.force.get("ellipsis", {})
    form = forms.get(world.phase, "")
    if not form or not world.seat or not any(token.word in EACH for token in tokens):
        return ()
    found = _taken_in(tokens, world, tuple(forms.get("verbs", ())))
    if found is None:
        return ()
    force, sources, targets = found
    moves = "{source}" in form
    if moves and not (sources and targets and (len(sources) == 1) != (len(targets) == 1)):
        return ()
    if not moves and (sources or len(targets) < 2):
        return ()
    return tuple(
        form.format(force=" and ".join(force), source=source, target=target)
        for source in sources or ("",)
        for target in targets
    )


def _taken_in(
    tokens: Tokens, world: World, verbs: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]] | None:
    """The force, its sources and its targets; None if a word does not belong in such a line."""
    force: tuple[str, ...] = ()
    places: dict[str, tuple[str, ...]] = {"from": (), "to": ()}
    mark, at, joined = "to", 0, False
    while at < len(tokens):
        said = tokens[at].word
        name = _place(tokens, at, world)
        counted = [] if force else list(forces_at(tokens, at, world))
        if name is not None:
            if places[mark] and not joined:
                return None
            places[mark] = (*places[mark], name[1])
            at, joined = name[0], False
        elif counted:
            at, value = max(counted, key=lambda one: one[0])
            force = tuple(value.items)
        elif said in JOINS:
            at, joined = at + 1, True
        elif said in STARTS and said != "of":
            at, mark = at + 1, "from"
        elif said in GOALS:
            at, mark = at + 1, "to"
        elif said in SILENT or said in verbs:
            at += 1
        else:
            return None
    return (force, places["from"], places["to"]) if force else None


def _place(tokens: Tokens, at: int, world: World) -> tuple[int, str] | None:
    """The name of a place that begins here, as (index after it, name)."""
    kind = world.table.force["place"]
    for end, value in nouns_at(tokens, at, world):
        if kind in value.classes:
            return end, noun_of(value, kind, world)
    return None


def under_a_type(tokens: Tokens, world: World) -> tuple[str, ...]:
    """The sentences of a line with a type as its heading (`infantry: 3 in Ashford, 2 in Brindle`).

    Empty if it is no such line.
    """
    forms: Mapping[str, Any] = world.table.force.get("ellipsis", {})
    form = forms.get(world.phase, "")
    if not form or not world.seat or "{source}" in form:
        return ()
    kind = world.table.force["kind"]
    for end, value in nouns_at(tokens, 0, world):
        if kind in value.classes and word(tokens, end) in (":", "-", ","):
            return _counted(tokens, end + 1, noun_of(value, kind, world), form, world)
    return ()


def _counted(tokens: Tokens, at: int, kind: str, form: str, world: World) -> tuple[str, ...]:
    found: list[str] = []
    while at < len(tokens) and len(found) < MOST:
        count = number_at(tokens, at)
        if count is None:
            return ()
        place = _place(tokens, skip(tokens, count[0], *GOALS, *ARTICLES), world)
        if place is None:
            return ()
        force = f"{count[1]} {kind}"
        found.append(form.format(force=force, source="", target=place[1]))
        at = skip(tokens, place[0], *JOINS)
    return tuple(found) if len(found) > 1 else ()
