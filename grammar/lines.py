"""Split a message into sentences: handles lines, `;`, comments, bullets, markup and fillers."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from typing import Literal

from grammar.language import Extent
from rules.display.words import FILLERS
from rules.line.frozen import Frozen

MOST_CHARACTERS = 10_000
MOST_IMPORTED = 200_000
MOST_LINES = 100
MOST_IN_A_LINE = 500
MOST_DIGITS = 6
MOST_CLAUSES = 20
MOST_REFS = 100

CLOSING = ".,!:…"
"""Signs without meaning at the end of a sentence, unless a system says otherwise."""

_NONE: Mapping[str, Extent] = {}
_BLANKS = " \t\n"


_FENCE = re.compile(r"\s*(```|~~~)[\w+-]*\s*")
_BULLETS = re.compile(r"\s*(?:(?:>|[-*•‣◦·–—]|\d{1,3}[.)])\s+|\[\*\]\s*|>)*")
_VERB = re.compile(r"[\s*_`]*([a-z]+)[*_`]*", re.IGNORECASE)
_SIZE = re.compile(r"\d")
"""A `sized` text gives its size in its first line; without a number it is only that line."""
_REASON = re.compile(r"(?<!\S)//")
_MAP_END = re.compile(r"\s*(?:map\s+)?end\s*", re.IGNORECASE)
_CUT = re.compile(r'(?<!\S)"[^"]*(?:"|$)|(?<!:)//|;')
_NOISE = re.compile(
    r"(?P<quoted>(?<!\S)\"[^\"]*(?:\"|$))"
    rf"|(?<![\w'-])(?:{'|'.join(FILLERS)})(?![\w'-])"
    r"|\*\*+|~~|\|\||`+|(?<!\w)_+|_+(?!\w)|[()]"
    r"|\[/?(?:b|i|u|s|code|list|quote|size|colou?r|url|font|center|\*)(?:=[^\]\[]*)?\]",
    re.IGNORECASE,
)
_POLITE = re.compile(rf",\s*(?:{'|'.join(FILLERS)})[\s.]*$", re.IGNORECASE)
"""A final filler and the comma before it, which is dropped as well."""
_STRESSED = re.compile(r"(?<![\w*])\*(?=[^\s*])([^*]*)(?<=[^\s*])\*(?![\w*])")
_BEGINNING = re.compile(r"[\s,.:…]+")
_QUOTES = str.maketrans("“”„‟«»‘’‚‛′", '""""""\'\'\'\'\'')
_BREAK = re.compile(r"\r\n|[\r\n\u2028\u2029]")
_ODD = re.compile(r"[^\n\t -~]")
_MANY_BLANKS = re.compile("  +")


class TooMuch(Exception):
    """A message is too large to be read."""


class RawLine(Frozen):
    """One sentence: as written (`text`), with everything meaningless replaced by blanks so that no
    column moves (`plain`), the reason after `//`, and its extent if it is a verbatim text."""

    text: str
    plain: str
    reason: str = ""
    extent: Extent | Literal[""] = ""
    number: int = field(default=0, compare=False)
    """The line of the message in which it begins, from 1."""


def clean(text: str) -> str:
    """The text in NFC, without invisible characters, and with plain blanks, quotes and line breaks.

    Control characters become `�`, which no sentence may hold: a line that had one is refused.
    """
    text = _BREAK.sub("\n", text)
    if _ODD.search(text):
        text = unicodedata.normalize("NFC", text)
        text = _ODD.sub(lambda odd: _usual(odd[0]), text).translate(_QUOTES)
    return text.replace("\t", " ")


def spaced(text: str) -> str:
    """The text cleaned, with single blanks between words; line breaks stay."""
    return _MANY_BLANKS.sub(" ", clean(text))


def _usual(sign: str) -> str:
    kind = unicodedata.category(sign)
    if kind == "Zs":
        return " "
    if kind in ("Cc", "Cs", "Co"):
        return "\ufffd"
    return "" if kind == "Cf" or "\ufe00" <= sign <= "\ufe0f" else sign


def raw_lines(
    text: str, verbatim: Mapping[str, Extent] = _NONE, closing: str = CLOSING
) -> tuple[RawLine, ...]:
    """The sentences of a message.  `verbatim`: first words of lines that are taken as they stand,
    and how far each goes; `closing`: signs without meaning at the end of a sentence.

    Raises `TooMuch` for too many characters or lines.
    """
    if len(text) > MOST_IMPORTED:
        most = MOST_IMPORTED if verbatim else MOST_CHARACTERS
        raise TooMuch(f"the message has {len(text)} characters; at most {most} are read")
    text = clean(text)
    found: list[RawLine] = []
    for line in _sentences(text, verbatim, closing):
        found.append(line)
        if len(found) > MOST_LINES:
            raise TooMuch(f"the message has more than {MOST_LINES} lines; send it in parts")
    ordinary = len(text) - sum(
        len(line.text) for line in found if line.extent in ("sized", "end", "message")
    )
    if ordinary > MOST_CHARACTERS:
        raise TooMuch(f"the message has {ordinary} characters; at most {MOST_CHARACTERS} are read")
    return tuple(found)


def first(text: str) -> RawLine | None:
    """The first sentence of a message; None if it has none."""
    return next(_sentences(clean(text[:MOST_CHARACTERS]), _NONE, CLOSING), None)


def _sentences(text: str, verbatim: Mapping[str, Extent], closing: str) -> Iterator[RawLine]:
    numbered = enumerate(text.split("\n"), 1)
    kept = [(number, line) for number, line in numbered if not _FENCE.fullmatch(line)]
    lines = [line for _, line in kept]
    at = 0
    while at < len(lines):
        extent = verbatim.get(_first_word(lines[at])) if verbatim else None
        if extent:
            end = _end(lines, at, extent)
            written = "\n".join(lines[at:end])[_bullets(lines[at]) :].strip()
            reason = ""
            if extent == "remark" and (cut := _REASON.search(written)):
                written, reason = written[: cut.start()].strip(), written[cut.end() :].strip()
            yield RawLine(written, _unstressed(written), reason, extent, kept[at][0])
            at = end
        else:
            for sentence in _ordinary(spaced(lines[at]), closing):
                yield replace(sentence, number=kept[at][0])
            at += 1


def _first_word(line: str) -> str:
    """The word that a line begins with, after bullets and markup."""
    begins = _VERB.match(line, _bullets(line))
    return begins[1].lower() if begins else ""


def _end(lines: list[str], at: int, extent: Extent) -> int:
    """The index of the line after a verbatim text that begins at line `at`."""
    if extent == "message":
        return len(lines)
    if extent == "end" or (extent == "sized" and _SIZE.search(lines[at])):
        ends = (number for number in range(at, len(lines)) if _MAP_END.fullmatch(lines[number]))
        return next(ends, len(lines) - 1) + 1
    return at + 1


def _ordinary(line: str, closing: str) -> Iterator[RawLine]:
    """The sentences of a line, each with the reason at the end of the line."""
    start = _bullets(line)
    cuts: list[tuple[int, int]] = []
    reason = ""
    begun = start
    for cut in _CUT.finditer(line, start):
        if cut[0] == "//":
            reason = line[cut.end() :].strip()
            line = line[: cut.start()]
            break
        if cut[0] == ";":
            cuts.append((begun, cut.start()))
            begun = cut.end()
    for first, last in (*cuts, (begun, len(line))):
        written = line[first:last].strip()
        if written:
            written = written[_bullets(written) :]
            plain = _plain(written, closing)
            if plain.strip(" -–—=_*#~"):
                yield RawLine(written, plain, reason)


def _bullets(line: str) -> int:
    """Where the text of a line begins, behind bullets, item numbers and `>`."""
    begins = _BULLETS.match(line)
    return begins.end() if begins else 0


def _plain(text: str, closing: str) -> str:
    """The text with markup, brackets, fillers and the stops at both ends replaced by blanks."""
    if polite := _POLITE.search(text):
        text = text[: polite.start()] + " " + text[polite.start() + 1 :]
    if "*" in text:
        text = _STRESSED.sub(lambda stressed: f" {stressed[1]} ", text)
    text = _NOISE.sub(lambda noise: noise[0] if noise["quoted"] else " " * len(noise[0]), text)
    kept = text.rstrip(closing + _BLANKS)
    text = kept + " " * (len(text) - len(kept))
    if beginning := _BEGINNING.match(text):
        text = " " * beginning.end() + text[beginning.end() :]
    return text


def _unstressed(text: str) -> str:
    """A verbatim text with the markup around its first word replaced by blanks."""
    verb = _VERB.match(text)
    if verb is None:
        return text
    return re.sub(r"[*_`]", " ", verb[0]) + text[verb.end() :]
