"""Corrects typos: an unknown word is read as the known word nearest to it."""

from dataclasses import replace
from functools import cache, lru_cache
from importlib.resources import files
from itertools import islice, product

from grammar.distance import distance
from grammar.reader.table import common, token_words
from grammar.reader.tokens import NUMBERS, ORDINALS, SHORT, Token
from grammar.reader.world import World
from rules.line.frozen import Frozen

LEAST, LONG = 4, 7
MOST, MOST_TIED, MOST_WAYS = 5, 3, 6


class Respelt(Frozen):
    """A word as typed, and as it was read."""

    typed: str
    read: str


@cache
def english() -> frozenset[str]:
    """Common English words, which are never taken for typos."""
    file = files("grammar.reader").joinpath("english.txt")
    lines = file.read_text(encoding="utf-8").splitlines()
    return frozenset(line for line in lines if not line.startswith("#"))


@cache
def never() -> frozenset[str]:
    """Words that no typo is corrected to, because they change too much.

    Numbers, negations, conditions, hedges, questions, vague words, grave orders (`resign`), and
    single words that take something back (`actually 8,11`).
    """
    acts = common()["acts"]
    rows = (*acts["negation"], *acts["condition"], *acts["hedge"], *acts["question"])
    found = {word for row in (*rows, *common()["vague"]) for word in token_words(row)}
    back = (token_words(row) for row in (*acts["correction"], *acts["rethought"]))
    alone = [[word for word in row if word.isalpha()] for row in back]
    found |= {row[0] for row in alone if len(row) == 1}
    grave = {"resign", "concede", "surrender", "undo", "draw", "accept", "clear"}
    return frozenset((*found, *NUMBERS, *ORDINALS, *grave))


@lru_cache(maxsize=256)
def _by_length(words: frozenset[str]) -> dict[int, tuple[tuple[str, int], ...]]:
    """The words by length, each with its set of letters."""
    found: dict[int, list[tuple[str, int]]] = {}
    for word in sorted(words):
        found.setdefault(len(word), []).append((word, _letters(word)))
    return {length: tuple(group) for length, group in found.items()}


def _letters(word: str) -> int:
    """The set of letters of a word as bits; letters outside a-z may share a bit."""
    found = 0
    for letter in word:
        found |= 1 << (ord(letter) & 63)
    return found


SHORT_FORMS = frozenset(SHORT)


@lru_cache(maxsize=1024)
def nearest(typed: str, *known: frozenset[str]) -> tuple[str, ...]:
    """The nearest known words, if they are near enough and at most `MOST_TIED` are equally near."""
    found = _near(typed, *known)
    least = min(found.values(), default=0)
    best = sorted(word for word, far in found.items() if far == least)
    return tuple(best) if len(best) <= MOST_TIED else ()


def is_near(typed: str, *known: frozenset[str]) -> bool:
    """Could it be a typo for a known word, even if for many (`loking`)?"""
    return bool(_near(typed, *known))


@lru_cache(maxsize=1024)
def _near(typed: str, *known: frozenset[str]) -> dict[str, int]:
    """The known words that are near enough, with their edit distance.

    At most 2 for words of `LONG` letters or more, else 1; at most 1 if the first letter differs.
    """
    if len(typed) < LEAST or not typed.isalpha() or any(typed in words for words in known):
        return {}
    most = 2 if len(typed) >= LONG else 1
    groups, own, begins = [_by_length(words) for words in known], _letters(typed), typed[0]
    found: dict[str, int] = {}
    for length in range(max(LEAST, len(typed) - most), len(typed) + most + 1):
        for group in groups:
            for word, letters in group.get(length, ()):
                limit = most if word[0] == begins else 1
                if (own & ~letters).bit_count() > limit or (letters & ~own).bit_count() > limit:
                    continue  # each letter that only one of them has costs an edit
                far = distance(typed, word, limit)
                if far <= limit:
                    found[word] = far
    return found


def _reference(typed: str, world: World) -> tuple[str, ...]:
    """The references that a misspelt one could be (`Lgion1`), with the same number."""
    letters = typed.rstrip("0123456789")
    if letters == typed or letters in world.prefixes:
        return ()
    number = typed[len(letters) :]
    found = nearest(letters, frozenset(world.prefixes))
    return tuple(f"{one}{number}" for one in found if f"{one}{number}" in world.by_ref)


Respelling = tuple[tuple[Token, ...], tuple[Respelt, ...]]


def respellings(tokens: tuple[Token, ...], world: World) -> tuple[Respelling, ...]:
    """The tokens with typos corrected, and what was corrected; one for each way to do it.

    At most `MOST` words are corrected and `MOST_WAYS` ways returned; empty if there is no typo.
    """
    known = world.table.vocabulary, world.vocabulary, SHORT_FORMS
    spots: list[tuple[int, tuple[str, ...]]] = []
    for at, token in enumerate(tokens):
        words: tuple[str, ...] = ()
        strange = token.sort == "word" and token.word not in english()
        if strange and not any(token.word in one for one in known):
            words = tuple(SHORT.get(one, one) for one in nearest(token.word, *known))
        elif token.sort == "ref":
            words = _reference(token.word, world)
        words = tuple(word for word in words if word not in never())
        if words and len(spots) < MOST:
            spots.append((at, words))
    if not spots:
        return ()
    found: list[Respelling] = []
    for chosen in islice(product(*(words for _, words in spots)), MOST_WAYS):
        new = list(tokens)
        for (at, _), word in zip(spots, chosen, strict=True):
            new[at] = replace(new[at], word=word)
        pairs = zip(spots, chosen, strict=True)
        found.append((tuple(new), tuple(Respelt(tokens[at].text, word) for (at, _), word in pairs)))
    return tuple(found)
