"""Find the names of a match in a sentence before the grammar looks for keywords."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from itertools import pairwise

from rules.display.words import FILLERS
from rules.line.frozen import Frozen

FIRST, REST = "\ue000", "\ue001"
"""Stand-ins for the first and each further character of a known name: its length stays the same."""

_WORD = re.compile(r"""[^\s,;:()"]+""")


class Names(Frozen):
    """The known names of a match, looked up by their words in lower case without fillers.

    `spelling` maps these words to the name as the match spells it (a plural with its ending);
    `begun` maps a first word to the lengths of names that begin with it, longest first; `known` are
    the names themselves, `words` all their words.
    """

    spelling: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    begun: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    known: tuple[str, ...] = ()
    words: frozenset[str] = frozenset()

    @classmethod
    def of(cls, names: Sequence[str], keyword: re.Pattern[str]) -> "Names":
        """Index these names and their plurals.  A single word that matches `keyword` is not looked
        for in a sentence: it is only read where the grammar needs a name."""
        spelling: dict[tuple[str, ...], str] = {}
        for name in names:
            for words, spelt in plurals(name.split()):
                spelling.setdefault(words, spelt)
        for name in names:
            spelling[small(name.split())] = " ".join(name.split())
        spelling.pop((), None)
        begun: dict[str, set[int]] = {}
        for words in spelling:
            if len(words) > 1 or not keyword.fullmatch(words[0]):
                begun.setdefault(words[0], set()).add(len(words))
        lengths = {word: tuple(sorted(many, reverse=True)) for word, many in begun.items()}
        every = frozenset(word for row in spelling for word in row)
        return cls(spelling, lengths, tuple(names), every)

    def canonical(self, words: Sequence[str]) -> str | None:
        """The name as the match spells it; None if it is not known."""
        return self.spelling.get(small(words))

    def mark(self, line: str) -> tuple[str, dict[int, str]]:
        """The line with every known name replaced by stand-ins of the same length, longest names
        first; and the names by the column at which they begin."""
        if not self.begun:
            return line, {}
        found: dict[int, str] = {}
        marked: list[str] = []
        done = 0
        words = list(_WORD.finditer(line))
        at = 0
        while at < len(words):
            length, digits, name = self._longest(words[at:], line)
            if length:
                start, end = words[at].start(), words[at + length - 1].end() - digits
                found[start] = name
                marked += (line[done:start], FIRST, REST * (end - start - 1))
                done = end
            at += length or 1
        if not found:
            return line, {}
        return "".join((*marked, line[done:])), found

    def _longest(self, words: Sequence[re.Match[str]], line: str) -> tuple[int, int, str]:
        """How many of the next words are a known name, how many digits of a unit's number follow it
        without a blank (`Orc Raider1`), and the name; (0, 0, "") if there is none."""
        lengths = self.begun.get(words[0][0].lower(), ())
        if lengths and words[0].start() and line[words[0].start() - 1] == ":":
            return 0, 0, ""
        for length in lengths:
            if length <= len(words) and _unbroken(words[:length], line):
                *most, last = (word[0].lower() for word in words[:length])
                bare = last.rstrip("0123456789")
                name = self.spelling.get((*most, bare))
                if name is not None:
                    return length, len(last) - len(bare), name
        return 0, 0, ""


def _unbroken(words: Sequence[re.Match[str]], line: str) -> bool:
    """Are there only blanks between the words?"""
    return all(line[one.end() : two.start()].isspace() for one, two in pairwise(words))


def small(words: Iterable[str]) -> tuple[str, ...]:
    """The words in lower case with plain apostrophes, without fillers."""
    plain = (word.lower().replace("’", "'") for word in words)
    return tuple(word for word in plain if word not in FILLERS)


def plurals(words: Sequence[str]) -> list[tuple[tuple[str, ...], str]]:
    """The plurals of a name in -s, -es and -ies (`Heralds of Tharizdun` too): the lower-case words
    and the spelling of each."""
    if not words or not words[-1][-1:].isalpha():
        return []
    *most, last = words
    many = [(*most, end) for end in _ends(last)]
    if "of" in map(str.lower, words[1:]):
        head, *rest = words
        many += [(end, *rest) for end in _ends(head)]
    return [(small(one), " ".join(one)) for one in many]


def _ends(word: str) -> list[str]:
    return [f"{word}s", f"{word}es", *([f"{word[:-1]}ies"] if word.lower().endswith("y") else [])]
