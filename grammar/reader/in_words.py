"""Writes out what a message says in a form that no single sentence has: in full, by its headings,
and with prices of captives reckoned up."""

import re

from grammar.reader.acts import rows_of
from grammar.reader.below import below_places
from grammar.reader.edges import PREPOSITIONS
from grammar.reader.forces import CAPTIVE, forces_at
from grammar.reader.initials import in_full
from grammar.reader.tokens import Token, number_at, tokens_of
from grammar.reader.world import World

SENTENCES = re.compile(r"(?<=[.!;])\s+|\n")


def written_out(text: str, world: World) -> str:
    """The text with initials and `n` in full, with the place of a heading in the lines below it,
    and with prices of captives as the law gives them."""
    text = below_places(in_full(joined(text), world), world)
    if CAPTIVE not in world.table.force.get("phases", {}).get(world.phase, ()) or not world.seat:
        return text
    return _priced(_without_a_price(text), world)


def joined(text: str) -> str:
    """The text with an `and` for what stands for one between two words (`L1 n L2`, `moves n
    shoots`).  Behind a verb of motion or a number, and before `to` or `then`, `n` is the north."""
    tokens, parts, done = tokens_of(text), list[str](), 0
    for at in range(1, len(tokens) - 1):
        size = max((len(row) for row in rows_of("and") if _is_said(tokens, at, row)), default=0)
        letter = size == 1 and at + size < len(tokens)
        if size > 1 or (letter and not _is_way(tokens[at - 1], tokens[at + 1])):
            parts.append(f"{text[done : tokens[at].start]}and")
            done = tokens[at + size - 1].end
    return "".join((*parts, text[done:]))


def _is_said(tokens: tuple[Token, ...], at: int, row: tuple[str, ...]) -> bool:
    return tuple(one.word for one in tokens[at : at + len(row)]) == row


def _is_way(before: Token, behind: Token) -> bool:
    """May a single letter between these be a heading?"""
    if before.sort not in ("word", "ref") or behind.sort not in ("word", "ref", "number"):
        return True
    closed = behind.word in PREPOSITIONS or (behind.word,) in rows_of("behind a heading")
    return closed or before.word in PREPOSITIONS or (before.word,) in rows_of("before a heading")


def _has(tokens: tuple[Token, ...], kind: str) -> bool:
    """Is one of these words said?"""
    return any((one.word,) in rows_of(kind) for one in tokens)


def _without_a_price(text: str) -> str:
    """The text without a part that only says that captives go free (`No charge.`), beside one that
    sets some free."""
    parts = SENTENCES.split(text)
    free = [" ".join(re.findall("[a-z]+", one.lower())) for one in parts]
    given = [at for at, one in enumerate(free) if tuple(one.split()) in rows_of("no price")]
    sets = any(_has(tokens_of(one), "sets free") for one in parts)
    if not given or not sets:
        return text
    for at in given:
        text = text.replace(parts[at], "")
    return text.strip(" ,;\n")


def _priced(text: str, world: World) -> str:
    """The text with a price apiece as the price of all (`2 infantry for 10 gold apiece`: 20), if it
    names a single force by its number."""
    tokens = tokens_of(text)
    prices = [(at, end) for at in range(len(tokens)) if (end := _apiece(tokens, at))]
    if len(prices) != 1 or "\n" in text.strip():
        return text
    ((begin, end),) = prices
    force = _only_force(tokens, world)
    price = number_at(tokens, begin)
    if not force or price is None:
        return text
    return f"{text[: tokens[begin].start]}{force * price[1]} gold{text[tokens[end - 1].end :]}"


def _apiece(tokens: tuple[Token, ...], at: int) -> int:
    """Where a price apiece that begins here ends (`10 gold each`); 0 if none does."""
    number = number_at(tokens, at)
    if number is None or (at and number_at(tokens, at - 1)):
        return 0
    end = number[0]
    end += any((one.word,) in rows_of("money") for one in tokens[end : end + 1])
    words = tuple(one.word for one in tokens[end : end + 2])
    size = max((len(row) for row in rows_of("apiece") if words[: len(row)] == row), default=0)
    return end + size if size else 0


def _only_force(tokens: tuple[Token, ...], world: World) -> int:
    """How many units the only force has that is named by number; 0 if there are several."""
    found, at = [], 0
    while at < len(tokens):
        here = [(end, value.items) for end, value in forces_at(tokens, at, world)]
        if here:
            end, items = max(here)
            if items != ("everything",):  # `them`
                found.append([item.partition(" ")[0] for item in items])
            at = end
        else:
            at += 1
    known = len(found) == 1 and all(one.isdecimal() for one in found[0])
    return sum(map(int, found[0])) if known else 0


__all__ = ["written_out"]
