"""Typing errors: a word that nothing knows is read as the one known word it is nearest to."""

from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.resources import files

from grammar.distance import distance
from grammar.reader.table import common, token_words
from grammar.reader.tokens import NUMBERS, ORDINALS, Token
from grammar.reader.world import World

LEAST, LONG = 4, 7
MOST = 3


@dataclass(frozen=True, slots=True)
class Respelt:
    """A word as typed, and as it was read."""

    typed: str
    read: str


@cache
def english() -> frozenset[str]:
    """Common English words: they are never taken for misspelt ones."""
    file = files("grammar.reader").joinpath("english.txt")
    lines = file.read_text(encoding="utf-8").splitlines()
    return frozenset(line for line in lines if not line.startswith("#"))


@cache
def never() -> frozenset[str]:
    """Words that no respelling may arrive at: numbers, negations, conditions, open words."""
    acts = common()["acts"]
    rows = (*acts["negation"], *acts["condition"], *acts["hedge"], *acts["question"])
    found = {word for row in (*rows, *common()["vague"]) for word in token_words(row)}
    grave = {"resign", "concede", "surrender", "undo", "draw", "accept", "clear"}
    return frozenset((*found, *NUMBERS, *ORDINALS, *grave))


@lru_cache(maxsize=64)
def _by_length(words: frozenset[str]) -> dict[int, tuple[str, ...]]:
    found: dict[int, list[str]] = {}
    for word in sorted(words):
        found.setdefault(len(word), []).append(word)
    return {length: tuple(group) for length, group in found.items()}


def nearest(typed: str, known: frozenset[str]) -> str:
    """The known word that is nearer than every other, if it is near enough."""
    if len(typed) < LEAST or not typed.isalpha() or typed in known:
        return ""
    most = 2 if len(typed) >= LONG else 1
    groups = _by_length(known)
    found: list[tuple[int, str]] = []
    for length in range(len(typed) - most, len(typed) + most + 1):
        for word in groups.get(length, ()):
            if len(word) < LEAST:
                continue
            far = distance(typed, word, most)
            if far <= most and (far < 2 or word[0] == typed[0]):
                found.append((far, word))
    if not found:
        return ""
    found.sort()
    best = found[0]
    if len(found) > 1 and found[1][0] == best[0] and not _alike(best[1], found[1][1]):
        return ""
    return best[1]


def _alike(one: str, two: str) -> bool:
    """Two forms of one word (`move`, `moves`)."""
    short, long = sorted((one, two), key=len)
    return long.startswith(short) and len(long) - len(short) <= 2


def _reference(typed: str, world: World) -> str:
    """`Lgion1`: a unit whose letters are misspelt, if there is one of that number."""
    letters = typed.rstrip("0123456789")
    if letters == typed or letters in world.prefixes:
        return ""
    found = nearest(letters, frozenset(world.prefixes))
    said = f"{found}{typed[len(letters) :]}"
    return said if found and said in world.by_ref else ""


def respellings(
    tokens: tuple[Token, ...], world: World
) -> tuple[tuple[Token, ...], tuple[Respelt, ...]]:
    """The tokens with unknown words read as the nearest known ones; at most three of them."""
    known = world.table.vocabulary | world.vocabulary
    found: list[Token] = []
    changed: list[Respelt] = []
    for token in tokens:
        word = ""
        if token.sort == "word" and token.word not in english() and token.word not in known:
            word = nearest(token.word, known)
        elif token.sort == "ref":
            word = _reference(token.word, world)
        if word and word not in never() and len(changed) < MOST:
            changed.append(Respelt(token.text, word))
            token = replace(token, word=word)
        found.append(token)
    return tuple(found), tuple(changed)
