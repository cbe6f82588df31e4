"""Splits a sentence into tokens (words, numbers, references, signs) and inflects words."""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from rules.line.frozen import Frozen

_WHOLE = (
    "that's|let's|it's|he's|she's|who's|what's|here's|there's|where's|how's|when's|one's|"
    "everyone's|everybody's|nobody's"
)
_TOKEN = re.compile(
    rf"""
      (?P<cell>r(?:ow)?[0-9]+c(?:ol(?:umn)?)?[0-9]+\b)
    | (?P<ref>[^\W\d_]+[0-9]+(?![\w]))
    | (?P<ordinal>[0-9]+(?:st|nd|rd|th)\b)
    | (?P<number>[0-9]+)
    | (?P<whole>(?:{_WHOLE})\b)
    | (?P<word>[^\W\d_]+(?:'(?!s\b)[^\W\d_]+|-[^\W\d_]+(?![\w]))*)
    | (?P<own>'s?(?![\w]))
    | (?P<sign>[-=]*>+|<[-=]+>?|\.\.+|[^\w\s])
    | (?P<odd>\w)
    """,
    re.VERBOSE | re.IGNORECASE,
)

SHORT = {
    "whats": "what's", "thats": "that's", "wheres": "where's", "hows": "how's", "whos": "who's",
    "heres": "here's", "dont": "don't", "doesnt": "doesn't", "isnt": "isn't", "arent": "aren't",
    "wont": "won't", "cant": "can't", "didnt": "didn't", "im": "i'm", "ive": "i've",
    "youre": "you're", "theyre": "they're", "hes": "he's", "shes": "she's",
    "adn": "and", "nad": "and", "teh": "the", "hte": "the", "wiht": "with", "wtih": "with",
    "tp": "to", "ot": "to", "ti": "to",
    "nto": "not", "ont": "not", "frm": "from", "wth": "with", "wid": "with", "wiv": "with",
    "u": "you", "wud": "would",
    "cud": "could", "shud": "should", "da": "the", "ze": "the", "dat": "that", "dis": "this",
    "dem": "them", "dey": "they", "outta": "out", "abt": "about",
    "taht": "that", "tehn": "then", "thne": "then", "fomr": "from", "frmo": "from",
    "whilst": "while", "dito": "ditto",
}  # fmt: skip
"""Short forms, variants and common typos of small words; none of them could be another word."""

MEASURES = ("inch", "square", "pace", "cell", "hex", "tile", "yard")
"""Units of length before which `a` or `an` is the number 1 (`an inch`)."""

SMALL = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
]
TENS = {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80}
NUMBERS = {word: number for number, word in enumerate(SMALL)} | TENS
NUMBERS |= {"ninety": 90, "hundred": 100, "dozen": 12}
ORDINALS = [
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
]


class Token(Frozen):
    """A piece of a sentence.

    `text` is as typed, `word` in lower case with typos put right.  `sort`: `word`, `number`,
    `ref` (`L1`), `ordinal` (`2nd`), `cell` (`r8c12`), `own` (`'s`), `sign` or `odd`.  `start` and
    `end` are its place in the text.
    """

    text: str
    word: str
    sort: str
    start: int
    end: int
    after_blank: bool = True

    @property
    def is_word(self) -> bool:
        """Whether it is a word, not a number, a reference or a sign."""
        return self.sort == "word"


def folded(text: str) -> str:
    """The text in lower case, without accents, with plain apostrophes."""
    if text.isascii():
        return text.lower()
    text = unicodedata.normalize("NFKD", text.replace("’", "'"))
    return "".join(sign for sign in text if not unicodedata.combining(sign)).casefold()


@lru_cache(maxsize=128)
def tokens_of(text: str) -> tuple[Token, ...]:
    """The tokens of a sentence, in order."""
    found: list[Token] = []
    for match in _TOKEN.finditer(text.replace("’", "'")):
        sort = match.lastgroup or "odd"
        if sort == "whole":
            sort = "word"
        blank = not found or found[-1].end < match.start()
        word = folded(match[0])
        if (sort == "sign" and set(word) <= set("-=>") and ">" in word) or (
            sort == "sign" and word in "➡→⇒➔➜➝➞⟶»👉"
        ):
            word = "->"
        elif sort == "sign" and word in "–—−":
            word = "-"
        elif word == "…" or (sort == "sign" and set(word) == {"."}):
            word = ".." if word != "." else word
        elif sort == "word":
            word = SHORT.get(word, word)
        found.append(Token(match[0], word, sort, match.start(), match.end(), blank))
    return tuple(found)


def typed(tokens: Iterable[Token]) -> str:
    """The tokens as typed, with at most one blank between two of them."""
    words = (" " * (one.after_blank and at > 0) + one.text for at, one in enumerate(tokens))
    return "".join(words)


def number_at(tokens: tuple[Token, ...], at: int) -> tuple[int, int] | None:
    """The number at `at`, in digits or words, as (index after it, value); None if there is none."""
    if at >= len(tokens):
        return None
    token = tokens[at]
    if token.sort == "number":
        return (at + 1, int(token.text)) if len(token.text) <= 6 else None
    if token.word in ("a", "one") and at + 1 < len(tokens) and tokens[at + 1].word == "dozen":
        return at + 2, 12
    if token.word in ("a", "an") and at + 1 < len(tokens) and tokens[at + 1].word in MEASURES:
        return at + 1, 1
    if token.word in NUMBERS and token.word not in ("hundred",):
        return at + 1, NUMBERS[token.word]
    tens, sign, ones = token.word.partition("-")
    if sign and tens in {**TENS, "twenty": 20, "ninety": 90} and ones in SMALL[1:10]:
        return at + 1, NUMBERS[tens] + NUMBERS[ones]
    return None


def ordinal_at(tokens: tuple[Token, ...], at: int) -> int | None:
    """The value of the ordinal at `at` (`first`: 1, `2nd`: 2); None if there is none."""
    if at >= len(tokens):
        return None
    token = tokens[at]
    if token.sort == "ordinal":
        return int(re.sub("[^0-9]", "", token.text)[:4])
    return ORDINALS.index(token.word) + 1 if token.word in ORDINALS else None


@lru_cache(maxsize=8192)
def inflected(word: str) -> tuple[str, ...]:
    """The forms of a verb that can order something: `go`, `goes`, `going`."""
    if not word.replace("-", "").isalpha():
        return (word,)
    if word.endswith("e") and not word.endswith("ee"):
        return (word, f"{word}s", f"{word[:-1]}ing")
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return (word, f"{word[:-1]}ies", f"{word}ing")
    if word.endswith(("s", "x", "z", "ch", "sh", "o")):
        return (word, f"{word}es", f"{word}ing")
    if re.search(r"[^aeiou][aeiou][bdglmnprt]$", word):
        return (word, f"{word}s", f"{word}{word[-1]}ing", f"{word}ing")
    return (word, f"{word}s", f"{word}ing")


IRREGULAR = {
    "go": "went", "run": "ran", "throw": "threw", "shoot": "shot", "strike": "struck",
    "take": "took", "fall": "fell", "get": "got", "ride": "rode", "stand": "stood",
    "hold": "held", "come": "came", "drive": "drove", "fight": "fought",
    "buy": "bought", "give": "gave", "swing": "swung", "bring": "brought", "send": "sent",
    "fly": "flew", "tear": "tore", "creep": "crept", "leap": "leapt", "spring": "sprang",
    "sink": "sank",
    "fling": "flung", "sling": "slung", "stick": "stuck", "slay": "slew", "steal": "stole",
    "dig": "dug",
    "lose": "lost", "eat": "ate", "make": "made", "choose": "chose", "withdraw": "withdrew",
}  # fmt: skip
"""Verbs of orders with an irregular past; those that do not change (`hit`) are left out."""


def past_of(word: str) -> tuple[str, ...]:
    """The past forms of a verb: `moved`, `went`."""
    if word in IRREGULAR:
        return (IRREGULAR[word],)
    if word.endswith("e"):
        return (f"{word}d",)
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return (f"{word[:-1]}ied",)
    if re.search(r"[^aeiou][aeiou][bdglmnprt]$", word):
        return (f"{word}{word[-1]}ed", f"{word}ed")
    return (f"{word}ed",)


@lru_cache(maxsize=8192)
def plurals_of(word: str) -> tuple[str, ...]:
    """The possible plurals of a noun, right or wrong (`legatus`: `legati`, `legatuses`)."""
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return (f"{word[:-1]}ies", f"{word}s")
    if word.endswith("us"):
        return (f"{word[:-2]}i", f"{word}es", f"{word}s")
    if word.endswith("man"):
        return (f"{word[:-3]}men", f"{word}s")
    if word.endswith(("s", "x", "z", "ch", "sh")):
        return (f"{word}es",)
    if word.endswith("f"):
        return (f"{word}s", f"{word[:-1]}ves")
    return (f"{word}s",)
