"""Finds lists of numbers of things: `1 Legate and 12 Legionnaires`, `two archers, a knight`."""

import re
from collections.abc import Iterator

from grammar.reader.table import token_words
from grammar.reader.tokens import number_at, plurals_of
from grammar.reader.values import Found, Tokens, noun_of, nouns_at, skip, word
from grammar.reader.world import Value, World


def counts_at(tokens: Tokens, at: int, world: World) -> Iterator[Found]:
    """Every list of numbers of things that begins here, the shortest first.

    `1 Legate and 12 Legionnaires`, `a Legate, a dozen Legionnaires`, `Legate x1`.
    """
    if not world.table.counts:
        return
    found = _counted(tokens, at, world)
    items: tuple[str, ...] = ()
    while found is not None:
        end, said = found
        items = (*items, said)
        yield end, Value("counts", items)
        behind = skip(tokens, end, ",", "and", "&", "+", "plus", "with", "n", "-")
        far = skip(tokens, behind, *world.table.counts.get("between", ()))
        found = _counted(tokens, behind, world) if behind - end < 3 else None
        if found is None and far > behind:
            found = _counted(tokens, far, world) or _counted(tokens, far - 1, world)


def _counted(tokens: Tokens, at: int, world: World) -> tuple[int, str] | None:
    """A number of one kind, as (index after it, text)."""
    kind = world.table.counts["noun"]
    at = skip(tokens, at, "the")
    count = number_at(tokens, at)
    if count is None and word(tokens, at) in ("a", "an"):
        count = at + 1, 1
    start = skip(tokens, count[0], "x", "×", "*", "of", "more", "new") if count else at
    for end, value in nouns_at(tokens, start, world):
        if kind not in value.classes:
            continue
        name = noun_of(value, kind, world)
        single = count is None or word(tokens, at) in ("a", "an", "one")
        if single and (strong := _strong(tokens, end, kind, world)):
            end, count = strong[0], strong
        times = skip(tokens, end, "x", "×", "*")
        if count is None:
            count = number_at(tokens, times) if times > end else None
            glued = re.fullmatch("x([0-9]{1,3})", word(tokens, end))
            if count is None and glued is not None:
                count = end + 1, int(glued[1])
            if count is None and not (
                world.table.counts.get("bare") and _is_single(tokens, end, name)
            ):
                return None
            end = count[0] if count is not None else end
        end = _priced(tokens, end)
        end, extra = _options(tokens, end, world)
        write = world.table.counts.get("write", "{number} {name}")
        number = count[1] if count is not None else 1
        return end, write.format(number=number, name=name) + extra
    return None


def _strong(tokens: Tokens, at: int, kind: str, world: World) -> tuple[int, int] | None:
    """The size of a unit (`a warband of 30`, `warband, 30 strong`), as (index after it, size)."""
    of = skip(tokens, at, "of")
    count = number_at(tokens, of if of > at else skip(tokens, at, ","))
    if count is None:
        return None
    behind = skip(tokens, count[0], *MODELS)
    others = (kind in value.classes for _, value in nouns_at(tokens, count[0], world))
    return (behind, count[1]) if (of > at and not any(others)) or behind > count[0] else None


MODELS = ("strong", "models", "men", "figures", "warriors", "troopers", "soldiers", "heads", "head")


def _is_single(tokens: Tokens, end: int, name: str) -> bool:
    """Was the name said in the singular (`Legate`, not `Legionnaires`)?"""
    return word(tokens, end - 1) not in plurals_of(token_words(name)[-1])


def _priced(tokens: Tokens, at: int) -> int:
    """The index after a price in brackets; `at` if there is none."""
    if word(tokens, at) == "(" and number_at(tokens, at + 1) and word(tokens, at + 3) == ")":
        return at + 4
    return at


CARRYING = ("with", "w", "/", "and", "+", "carrying", "wearing", "having", "plus")


def _options(tokens: Tokens, at: int, world: World) -> tuple[int, str]:
    """Options named behind a unit (`w/ Phalerae + Crest`), as (index after them, text)."""
    wanted = world.table.counts.get("option", "")
    start = skip(tokens, at, ",", "all", "each", "both", "every", "of", "them", "who", "have")
    behind = skip(tokens, start, *CARRYING)
    if not wanted or behind == start:
        return at, ""
    behind = skip(tokens, behind, "the", "a", "an", "their", "his", *CARRYING)
    for end, value in nouns_at(tokens, behind, world):
        if wanted in value.classes:
            further, more = _options(tokens, end, world)
            joined = more.replace(" with ", " + ", 1)
            return further, f" with {noun_of(value, wanted, world)}{joined}"
    return at, ""
