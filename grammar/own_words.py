"""What a writer says himself, without what he quotes, strikes out or leaves unticked."""

import re

from grammar.lines import spaced

_QUOTE = re.compile(
    r"\[quote(?:(?!\[quote)[^\]])*\](?:(?!\[/?quote)[\s\S])*\[/quote\]"
    r"|<blockquote>(?:(?!</?blockquote)[\s\S])*</blockquote>",
    re.IGNORECASE,
)
_OPEN_QUOTE = re.compile(r"\[quote(?:(?!\[quote)[^\]])*\][\s\S]*", re.IGNORECASE)
_STRIKE = re.compile(r"~~(?=[^~])|\[(?:s|strike|del)\]|<(?:s|strike|del)>", re.IGNORECASE)
_BULLET = r"\s*(?:(?:[-*+•]|\d{1,3}[.)])\s*|\[\*\]\s*)*"
_QUOTED = re.compile(r"\s*>(?!\s*$)")
_ALL_BELOW = re.compile(r"\s*>>>")
_UNTICKED = re.compile(rf"{_BULLET}(?:\[(?:\s|_|-)?\]|☐|⬜)\s*(?!\()\S")
_TICKED = re.compile(r"(?:\[[xX✓✔]\]|☑|✅|🗹)\s*(?=\S)")
_MARKED = re.compile(rf"{_BULLET}[*_]*(?:\"[^\"]+\"|'[^'\s][^']*')[\s.!*_]*")
"""A whole line in quotation marks; `clean` has replaced all kinds of them by plain ones."""

DEEPEST = 20
"""How many levels of nested quotes are taken out."""


def own_words(text: str) -> str:
    """The text without quotes, struck-out words, lines with an unticked box and lines that are
    wholly in quotation marks; ticked boxes are removed from their lines."""
    text = spaced(text)
    for _ in range(DEEPEST):
        text, count = _QUOTE.subn("\n", text)
        if not count:
            break
    text = unstruck(_OPEN_QUOTE.sub("\n", text))
    if _MARKED.fullmatch(text.strip()):
        return ""
    kept: list[str] = []
    for line in text.split("\n"):
        if _ALL_BELOW.match(line):
            break
        if not (_QUOTED.match(line) or _UNTICKED.match(line) or _MARKED.fullmatch(line)):
            kept.append(_TICKED.sub(" ", line))
    return "\n".join(kept)


def unstruck(text: str) -> str:
    """The text without what is struck out.  It is scanned once, even if many strikes never end."""
    kept, since, at, endless = list[str](), 0, 0, set[str]()
    while (found := _STRIKE.search(text, at)) is not None:
        at, mark = found.end(), found[0].lower()
        ends = mark if mark == "~~" else f"{mark[0]}/{mark[1:]}"
        end = None
        if ends not in endless:
            end = re.compile(re.escape(ends), re.IGNORECASE).search(text, at)
        if end is None:
            endless.add(ends)
            continue
        kept += text[since : found.start()], " "
        since = at = end.end()
    return "".join((*kept, text[since:]))
