"""Find the bodies that a plan names: `O1`, `L1-L3`, `the warboss`, `an enemy`, `a unit of mine`."""

import re
from collections.abc import Mapping
from typing import Any

from bot.reading.world import world_of
from grammar.reader.tokens import tokens_of
from grammar.reader.units import units_at
from grammar.reader.world import Value
from rules.border.plans import Body
from rules.line.frozen import Frozen

FOE = re.compile(
    r"(an?|any|some|one|the|each|all|every)?\s*(of\s+the(ir)?\s+)?"
    r"(enem(y|ies)|foes?|opponents?)('s)?(\s+(unit|model|piece|province|army)s?)?"
)
MINE = re.compile(
    r"(an?|any|some|one|all|each|every)?\s*((unit|model|piece|province|one|any|all)s?\s+)?"
    r"(of\s+)?(mine|(my|our)(\s+(unit|model|piece|province|troop|men)s?)?)"
)
ANYBODY = re.compile(r"(anybody|anyone|any|a)(\s+(unit|model|piece))?")
EVERYBODY = re.compile(r"(everyone|everybody|all|every(thing| unit| model| piece))?")


class Whom(Frozen):
    """The references of the bodies that words mean; `group`: any of a side, none named."""

    refs: tuple[str, ...] = ()
    group: bool = False


def bodies_of(game: Any, state: Any, seat: int) -> Mapping[str, Body]:
    """The bodies on the table that a seat knows of, by reference."""
    return {body.ref: body for body in game.plans.bodies(state, seat)}


def whom(game: Any, state: Any, seat: int, phrase: str) -> Whom:
    """The bodies that a phrase means in a state, as far as the seat may know; `Whom()` if none."""
    known = bodies_of(game, state, seat)
    said = " ".join(phrase.lower().split())
    if FOE.fullmatch(said):
        foes = (ref for ref, body in known.items() if body.seat != seat and body.counts)
        return Whom(tuple(foes), True)
    if MINE.fullmatch(said) or EVERYBODY.fullmatch(said):
        return Whom(tuple(ref for ref, body in known.items() if body.seat == seat), True)
    if ANYBODY.fullmatch(said):
        return Whom(tuple(known), True)
    return Whom(tuple(named(known, said) or spoken(game, state, seat, known, said)))


def named(known: Mapping[str, Body], said: str) -> list[str]:
    """The bodies in a list of names (`O1, O2 and the warboss`); empty if one name is not unique."""
    found = []
    for part in re.split(r"\s*,\s*|\s+(?:and|or)\s+", said):
        part = part.removeprefix("the ").strip()
        meant = [ref for ref, body in known.items() if part in called(body)]
        if len(meant) != 1:
            return []
        found += meant
    return found


def called(body: Body) -> set[str]:
    """The reference and all names of a body, in lower case."""
    return {body.ref.lower(), *(name.lower() for name in body.names)}


def spoken(game: Any, state: Any, seat: int, known: Mapping[str, Body], said: str) -> list[str]:
    """The bodies of a phrase as the reader of orders understands it: ranges, kinds, exceptions."""
    world = world_of(game, state, seat)
    tokens = tokens_of(re.sub(r"\bor\b", "and", said))
    best: Value | None = None
    for end, value in units_at(tokens, 0, world):
        if end == len(tokens) and (best is None or len(value.items) > len(best.items)):
            best = value
    if best is None:
        return []
    refs = {thing.spoken.lower(): thing.ref for thing in world.things}
    items = best.items or tuple(item for option in best.options for item in option)
    found = (refs.get(item.lower(), item) for item in items)
    by_name = {ref.lower(): ref for ref in known}
    return [by_name[ref.lower()] for ref in dict.fromkeys(found) if ref.lower() in by_name]


def doers(game: Any, state: Any, seat: int, order: str) -> tuple[tuple[str, ...], bool]:
    """The units named first in a sentence, and whether they all belong to the seat."""
    world = world_of(game, state, seat)
    known = bodies_of(game, state, seat)
    tokens = tokens_of(order)
    found: Value | None = None
    longest = 0
    for end, value in units_at(tokens, 0, world):
        if end > longest and value.items:
            longest, found = end, value
    if found is None:
        return (), True
    refs = {thing.spoken.lower(): thing.ref for thing in world.things}
    named_first = tuple(refs.get(item.lower(), item) for item in found.items)
    own = all(ref not in known or known[ref].seat == seat for ref in named_first)
    return tuple(ref for ref in named_first if ref in known), own


def misnamed(game: Any, state: Any, seat: int, order: str) -> str:
    """Say who stands on a tile that an order calls by the wrong kind (`archer e2 moves e3` where
    the seat's Caster stands on e2); empty if the kind is right."""
    world = world_of(game, state, seat)
    kind, place, *_ = [*order.lower().split(), "", ""]
    kinds = [one.lower() for one in (*world.nouns.get("kind", ()), *(x.kind for x in world.things))]
    own = (one for one in world.things if one.seat == seat and one.ref.lower() == place)
    there = next(own, None)
    if there is None or kind not in kinds or kind in (there.kind.lower(), *there.words):
        return ""
    article = "an" if kind[0] in "aeiou" else "a"
    return f"{there.ref} is a {there.kind}, not {article} {kind.capitalize()}"
