"""Names again what `the same target` and `the same weapon` refer to: the last one named before."""

from collections.abc import Iterator

from grammar.reader.edges import PREPOSITIONS
from grammar.reader.table import common
from grammar.reader.tokens import tokens_of
from grammar.reader.units import units_at
from grammar.reader.values import Tokens, nouns_at, word
from grammar.reader.world import World


def said_again(text: str, before: Tokens, world: World) -> str:
    """A sentence with the last enemy or weapon said before in the place of `the same target`, `the
    same weapon`; `before` are the tokens of the sentences ahead of it."""
    tokens = tokens_of(text)
    for at, token in enumerate(tokens):
        if not world.seat or at + 1 == len(tokens):
            return text
        if _is_ditto(tokens, at) and (weapons := list(_weapons(before, world))):
            return f"{text[: token.start]}{weapons[-1]}{text[token.end :]}"
        if token.word != "same":
            continue
        start = at - (word(tokens, at - 1) == "the" and at > 0)
        ahead = (*before, *tokens[:start])
        said = _meant(ahead, tokens[at + 1].word, world)
        if not said:
            continue
        link = "" if start and _leads(tokens, start, world) else f"{said[0]} "
        rest = said_again(text[tokens[at + 1].end :], (*ahead, *tokens_of(said[1])), world)
        return f"{text[: tokens[start].start]}{link}{said[1]}{rest}"
    return text


def _is_ditto(tokens: Tokens, at: int) -> bool:
    """Does it stand for a weapon in a list (`O2: ditto on L2`)?"""
    listed = word(tokens, at - 1) in (":", "-") if at else False
    again = common()["again"]
    return listed and word(tokens, at) in again["ditto"] and word(tokens, at + 1) in again["upon"]


def _leads(tokens: Tokens, start: int, world: World) -> bool:
    """Does a preposition or a verb stand before it, so that it needs none of its own?"""
    before = tokens[start - 1].word
    return before in PREPOSITIONS or (before,) in world.table.said


def _meant(ahead: Tokens, kind: str, world: World) -> tuple[str, str] | None:
    """The preposition for it and the last single enemy, or the last weapon, that was named."""
    if kind in common()["again"]["targets"]:
        found = list(_enemies(ahead, world))
        return ("on", found[-1][0]) if found and len(found[-1]) == 1 else None
    weapons = list(_weapons(ahead, world))
    if not weapons:
        return None
    said = [one for _, one in nouns_at(tokens_of(kind), 0, world) if weapons[-1] in one.items]
    return ("with", weapons[-1]) if said or kind in common()["again"]["tools"] else None


def _enemies(tokens: Tokens, world: World) -> Iterator[tuple[str, ...]]:
    at = 0
    while at < len(tokens):
        found = list(units_at(tokens, at, world))
        if not found:
            at += 1
            continue
        end, value = max(found, key=lambda one: one[0])
        if value.side == "foe" and value.items:
            yield value.items
        at = end


def _weapons(tokens: Tokens, world: World) -> Iterator[str]:
    for at in range(len(tokens)):
        for _, value in nouns_at(tokens, at, world):
            if "weapon" in value.classes and value.items:
                yield value.items[0]


__all__ = ["said_again"]
