"""Speech and acting beside an order: `"Steady, lads!" L1 moves ..`, `*coughs twice* L1 moves ..`.

What somebody says in quotation marks before the orders, or acts between asterisks before or behind
them, is a scene and orders nothing.  A single stressed word, a name, a way or a word that may put
the order off (`*in my head*`) is none.
"""

import re
from collections.abc import Iterator, Sequence

from grammar.doubt.marks import AFTERTHOUGHTS, begins, found, past
from grammar.doubt.message import ValueSpan, said_in
from grammar.lines import clean, spaced
from grammar.reader.epithets import speaks
from grammar.reader.tokens import Token, tokens_of
from grammar.reader.units import units_at
from grammar.reader.weights import stem
from grammar.reader.world import World

ACTED = re.compile(r"(?<![*\w])\*(?![*\s])([^*\n]{2,80})(?<!\s)\*(?![*\w])")
SPOKEN = re.compile(r'\s*"(?!\s)([^"\n]{2,120})(?<![\s:])"(?=\s|$)')
"""A stretch between asterisks, and one between quotation marks at the beginning of a line."""

ANSWERED = re.compile(r'(?<=[.!?,;])\s+"(?!\s)([^"\n]{2,120})(?<![\s:])"')
"""A speech behind a stop (`.. and charges O2. "Mind the good boots, lads."`)."""

OPENS = re.compile(r"\s*(?:[-–—]\s*)?(?:[A-Z]|[-–—]\s)")
"""The beginning of another sentence behind a speech."""

OUTRIGHT = frozenset(("place", "heading", "offset", "line", "direction", "rest", "force"))
"""Values that are no part of acting."""

OFF = (*AFTERTHOUGHTS, "correction", "still open")
MOST_TOLD = 60
"""The most characters that tell who speaks."""

AT_LEAST = 3
"""Words that a speech has if no sign ends it, or if one of its words may be about the order."""


def unstaged(text: str, world: World) -> str:
    """The text without speech and acting beside its orders; the text itself if there is none, or
    nothing else."""
    if not any(sign in clean(text) for sign in ("*", chr(34))):
        return text
    lines = spaced(text).split("\n")
    kept = [_without(line, world) for line in lines]
    if kept == lines or not any(map(str.isalnum, "".join(kept))):
        return text
    return "\n".join(line for line in kept if line.strip())


def _without(line: str, world: World) -> str:
    """A line without its scenes."""
    while (scene := next(_scenes(line, world), None)) is not None:
        line = f"{line[: scene[0]].rstrip()} {line[scene[1] :].lstrip(' -–—')}".strip()
    return line


def _scenes(line: str, world: World) -> Iterator[tuple[int, int]]:
    """Where each scene of a line begins and ends."""
    speech = SPOKEN.match(line)
    end = speech.end() + _told_by(line[speech.end() :], world) if speech else 0
    if speech and _is_speech(speech[1], world) and _is_begun(line[end:], world):
        yield speech.start(), end
    for one in ANSWERED.finditer(line):
        end = one.end() + _told_by(line[one.end() :], world)
        stopped = line[one.start() - 1] in ".!?"
        last = not any(map(str.isalnum, line[end:]))
        apart = last or (stopped and _is_begun(line[end:], world))
        if apart and _is_speech(one[1], world) and (stopped or not _puts_off(one[1])):
            yield one.start(), end
    for one in ACTED.finditer(line):
        beside = not line[: one.start()].strip() or not line[one.end() :].strip()
        if beside and _is_acted(one[1], world):
            yield one.span()


def _is_begun(behind: str, world: World) -> bool:
    """Does another sentence, or an order that names somebody, begin behind a speech?"""
    tokens = tokens_of(behind)
    at = past([token.word for token in tokens], 0, "before a name")
    named = any(one.start == at for one in said_in(tokens, world))
    return bool(OPENS.match(behind)) or named or not tokens


def _told_by(behind: str, world: World) -> int:
    """How many characters behind a speech only tell who speaks (`shouts`, `, she says,`)."""
    tokens = tokens_of(behind[:MOST_TOLD])
    at = int([token.word for token in tokens[:1]] == [","])
    he = begins([token.word for token in tokens[at : at + 1]], "he")
    verb = at + he
    if verb >= len(tokens) or not speaks(tokens[verb].word):
        return 0
    if he:
        comma = [token.word for token in tokens[verb + 1 : verb + 2]] == [","]
        return tokens[verb + comma].end
    return tokens[verb].end if any(True for _ in units_at(tokens, verb + 1, world)) else 0


def _puts_off(said: str) -> bool:
    """Does a speech hold a word that may put an order off?"""
    return bool(found([token.word for token in tokens_of(said) if token.is_word], *OFF))


def _is_speech(said: str, world: World) -> bool:
    """Is it a speech that names nobody outright, and long enough to be no word about the order?"""
    tokens = tokens_of(said)
    words = [token.word for token in tokens if token.is_word]
    off = found(words, *OFF)
    about_it = off and found(words, "that", "so")
    if about_it or not _names_nothing(tokens, said_in(tokens, world)):
        return False
    return len(words) >= (AT_LEAST if off or said[-1:] not in "!.,…?" else 1)


def _is_acted(said: str, world: World) -> bool:
    """Is it acting that names no way and no place, and holds no word that may put an order off?"""
    tokens = tokens_of(said)
    words = [token.word for token in tokens if token.is_word]
    spans = said_in(tokens, world)
    kinds = {value.kind for one in spans for value in one.values}
    if not words or kinds & OUTRIGHT or not _names_nothing(tokens, spans):
        return False
    if _is_name(tokens, spans) or found([*words, *map(stem, words)], *OFF, "unwrites"):
        return False
    return len(words) > 1 or (words[0],) not in world.table.said


def _names_nothing(tokens: Sequence[Token], spans: Sequence[ValueSpan]) -> bool:
    """Does a scene name no unit and no number outright?"""
    counted = any(token.sort in ("number", "ref", "cell") for token in tokens)
    return not counted and not any(value.explicit for one in spans for value in one.values)


def _is_name(tokens: Sequence[Token], spans: Sequence[ValueSpan]) -> bool:
    """Does it end with somebody named, and begin with no verb (`*the red archer* moves`)?"""
    acts = tokens[0].word.endswith("s") and not any(one.start == 0 for one in spans)
    return not acts and any(one.end == len(tokens) for one in spans)
