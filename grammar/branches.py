"""Split a message into orders that hold in any case and orders on a condition."""

import re
from collections.abc import Iterator

from grammar.given import is_on_condition
from grammar.lines import CLOSING, TooMuch, raw_lines
from grammar.plans import PlanLine, read_line
from rules.line.frozen import Frozen

HINTS = re.compile(r"\b(if|unless|otherwise|else|when|in\s+case|as\s+soon\s+as)\b", re.IGNORECASE)
LEADS = re.compile(r"\s*(if|unless|in\s+case|when|as\s+soon\s+as|otherwise|else)\b", re.IGNORECASE)
WHEN = re.compile(r"(when|as\s+soon\s+as|in\s+case|from)\b", re.IGNORECASE)
SENTENCE = re.compile(r"(?<=[.!])\s+")
INSTEAD = re.compile(
    r"(?<![,\s])[,\s]+(?:(?:and|but|or)\s+)?(?=(?:otherwise|else|if\s+not)\b)", re.I
)
LATER = re.compile(
    r"(?:,\s*(?:(?:and|but)\s+)?(?:then\s+)?|\s+(?:and|but|then)\s+)(?=(?:if|unless)\b)", re.I
)
BEHIND = re.compile(r"(?<![,\s])[,\s]+(?=(?:if|unless)\b)", re.IGNORECASE)


LOOSELY = (
    (re.compile(r"\b(he|she|it)'?s\b", re.I), r"\1 is"),
    (re.compile(r"\b(they)'?re\b", re.I), r"\1 are"),
    (re.compile(r"\b[\w ]+?\s+(?:kills|slays|drops|fells)\s+(\w+)\b", re.I), r"\1 dies"),
    (
        re.compile(
            r"\b(dies|dead|alive|survives|killed|hit|hurt|wounded|in\s+reach)"
            r"((?:\s+by\s+then)?)\s+(?!by\b|of\b)(?=\w)",
            re.I,
        ),
        r"\1\2, ",
    ),
)
"""Loose ways to say a condition, and what replaces each in the wording of plans."""

OPENS = re.compile(r"\s*(if|unless)\s+", re.IGNORECASE)


class BranchPart(Frozen):
    """A part of a message: what is ordered, and the parsed `line` if it is on a condition.

    `lead` is such a line without its order (`if O1 dies, `); `reason` is the comment behind it.
    """

    order: str
    line: PlanLine | None = None
    lead: str = ""
    reason: str = ""
    behind: bool = False
    """The condition was written behind its order."""
    loose: bool = False
    """The condition was said in one of the `LOOSELY` ways."""

    @property
    def waits(self) -> bool:
        """Do its words (`when`) wait for something that is still to come?"""
        return bool(WHEN.match(self.lead))


def parts_of(text: str) -> tuple[BranchPart, ...] | None:
    """The parts of a message; None if none of them is on a condition, or if a condition cannot be
    read."""
    if not HINTS.search(text) or "?" in text:
        return None
    try:
        lines = raw_lines(text)
    except TooMuch:
        return None
    found = [
        part
        for line in lines
        for said, behind in _cut(line.text)
        for part in _part(said, line.reason, behind)
    ]
    read = [part for part in found if part is not None]
    if len(read) < len(found) or not any(part.line for part in read):
        return None
    for one, part in zip((None, *read), read, strict=False):
        lonely = one is None or one.line is None or one.line.condition is None
        if part.line is not None and part.line.otherwise and lonely:
            return None
    return tuple(read)


def _cut(sentence: str) -> Iterator[tuple[str, bool]]:
    """Cut a line before each condition and each `otherwise`: the pieces, each with whether its
    condition was written behind its order."""
    for whole in SENTENCE.split(sentence):
        for piece in INSTEAD.split(whole):
            yield from _cut_later(piece)


def _cut_later(piece: str) -> Iterator[tuple[str, bool]]:
    """`M1 shoots Z1, and if Z1 dies, M2 shoots Z2` becomes two pieces.  A condition behind its
    order is moved before it, and the piece is marked with True."""
    later, behind = LATER.search(piece), BEHIND.search(piece)
    if LEADS.match(piece):
        yield piece, False
    elif later is not None and framed(_plainer(piece[later.end() :])) is not None:
        yield piece[: later.start()], False
        yield piece[later.end() :], False
    elif behind is not None:
        turned = f"{piece[behind.end() :].rstrip(CLOSING)}, {piece[: behind.start()]}"
        yield (turned, True) if framed(turned) is not None else (piece, False)
    else:
        yield piece, False


def framed(text: str) -> PlanLine | None:
    """The line, parsed, if it orders something on a condition or `otherwise`; else None."""
    line = read_line(text.strip(CLOSING + " "))
    return line if isinstance(line, PlanLine) and is_on_condition(line) else None


def _plainer(said: str) -> str:
    """A line on a condition rewritten in the wording of plans, with a comma after the condition."""
    opens = OPENS.match(said)
    if opens is None:
        return said
    rest = said[opens.end() :]
    for pattern, words in LOOSELY:
        rest = pattern.sub(words, rest, count=1)
    return f"{opens[0].lstrip()}{rest}"


def _part(said: str, reason: str, behind: bool) -> Iterator[BranchPart | None]:
    """The part that a piece is; None if its condition is unreadable; nothing for an empty piece."""
    said = said.strip(CLOSING + " ")
    if not said:
        return
    line = framed(said)
    plainly = line is not None
    line = framed(_plainer(said)) if line is None else line
    if line is not None:
        lead = line.text[: line.column].rstrip(" ,:")
        lead = re.sub(r"(?<!by)\s+then$", "", lead, flags=re.IGNORECASE).rstrip(" ,:")
        yield BranchPart(line.order, line, f"{lead}, ", reason, behind, not plainly)
    elif HINTS.search(said):
        yield None
    else:
        yield BranchPart(said, None, "", reason)
