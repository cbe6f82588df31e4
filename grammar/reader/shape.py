"""Splits a message into sentences, without markup, quotations and struck-out text."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from grammar.lines import spaced
from grammar.own_words import own_words
from grammar.reader.fields import joined
from rules.line.frozen import Frozen

_LOOSE = re.compile(r"~~|\[/?(?:s|strike)\]", re.IGNORECASE)
_FENCE = re.compile(r"\s*(?:```|~~~)[\w+-]*\s*$")
_TAG = re.compile(
    r"\[/?(?:b|i|u|s|strike|del|ins|sup|sub|size|color|colour|font|center|centre|left|right|justify|"
    r"indent|list|li|ul|ol|table|tr|td|th|img|url|email|code|quote|spoiler|hr|br|h[1-6]|dice|roll|"
    r"attach|attachment|media|video|youtube|user|mention|highlight|align|anchor|noparse|pre|tt|post|"
    r"thread|map|board|hide|title|small|big|em|strong)(?:[= ][^\]\[\n]{0,80})?\]",
    re.IGNORECASE,
)
_ITEM = re.compile(r"\[\*\]")
_BULLET = re.compile(
    r"\s*(?:[-*•‣◦·–—+]\s+|\d{1,3}(?:\.\)|[.)]|\.?\s?\.{3})\s+|[a-h]\)\s+|#{1,6}\s+)+"
)
_TAGS = (
    "actions?|attacks?|build(?:ing)?|civil|combat|construction|diplomacy|economy|faith|fire|"
    "infrastructure|magic|melee|military|move(?:ment|s)?|muster|orders?|politics|purchases?|ranged|"
    "recruitment|religion|research|shooting|trade|turn|war"
)
_LABEL = re.compile(
    rf"^\s*(?:(?:\[(?:{_TAGS})\]|\((?:{_TAGS})\)|-(?:{_TAGS})-)\s*){{1,3}}(?=\S)"
    rf"|\s+\[(?:{_TAGS})\]\s*$",
    re.IGNORECASE,
)
"""`[Military] ..`, `.. [movement]`: labels that say what a line is about; a name is not one."""

_ROLLED = re.compile(
    r"\s*(?:[A-Za-z][A-Za-z' ]{1,23}:)?(?=[^=→>\n]{0,40}\b\d{1,3}d\d)"
    r"[\s\dd+*\-\[\]().,]{1,60}[=→>][\s\dd+*\-=→>\[\]().,]{0,60}"
)
"""`Attack: 1d20+7 = [12]+7 = 19`: a roll of somebody's own dice, which orders nothing."""

_RULE = re.compile(r"\s*[-–—=_*~#\s]{2,}")
_COMMENT = re.compile(r"(?:^|\s)(?<!:)//.*|\s#\s.*")
_BOLD = re.compile(r"\s*(\*\*|__)[^*_]+\1\s*:?\s*$|\s*\[b\][^\[]+\[/b\]\s*:?\s*$", re.IGNORECASE)
_MARKS = re.compile(r"\*{1,3}(?=\S)|(?<=\S)\*{1,3}|(?<!\w)_{1,2}(?=\S)|(?<=\S)_{1,2}(?!\w)|`+|\|\|")
_MENTION = re.compile(r"<@!?[0-9]{1,20}>[,:]?")
_WITHOUT = re.compile(r"(?i)(?<!\w)w/o(?!\w)")
_NUMBER = re.compile(r"(?i)(?<=\w )(no|nr|num)\. ?(?=\d)")
"""`whelp no. 2`: a full stop that does not end a sentence."""
_SHORT = re.compile(r"(?i)(?<!\w)(excl|incl|exc|ex|poss|prob|esp|approx|circ|vs|est)\.(?= \w)")
"""Abbreviations, whose full stop does not end a sentence either."""

_SMILES = "".join(
    chr(sign)
    for first, last in ((0x1F300, 0x1F440), (0x1F44B, 0x1FAFF), (0x2600, 0x26FF), (0x2702, 0x2793))
    for sign in range(first, last + 1)
)
"""Emoji that say nothing at the end of a line; pointing hands are left out, as they are arrows."""
_STOP = re.compile(
    r"(?<=[^\W\d_])[.](?=\s|$)|(?<=[\d)\]\"'”])[.](?=\s|$)|[!?]+(?=[\s)]|$)|;(?!\d)|\n"
)


class Sentence(Frozen):
    """A sentence of a message.

    `asks`: it ends in a question mark.  `heading`: it stands alone in bold, as a heading or before
    a colon.  `loose`: its line has a strike-out mark that is not closed.  `item`: it is an item of
    a list.  `line`: the number of its line, from 0.
    """

    text: str
    asks: bool = False
    heading: bool = False
    loose: bool = False
    line: int = 0
    item: bool = False


class MessageShape(Frozen):
    """The sentences of a message; `cut`: some of its text was taken out."""

    sentences: tuple[Sentence, ...]
    cut: bool = False


@lru_cache(maxsize=128)
def shape(text: str) -> MessageShape:
    """Split a message into the sentences that are its writer's own words."""
    whole = spaced(_MENTION.sub(" ", text))
    text = own_words(whole)
    kept = [line for line in _ITEM.sub("\n- ", text).split("\n") if not _FENCE.match(line)]
    cut = text != whole or len(kept) != len(text.split("\n"))
    found: list[Sentence] = []
    for number, line in joined(kept):
        found += _sentences(line, number)
    return MessageShape(tuple(found), cut)


def is_one_line(text: str) -> bool:
    """May the sentences of a text be joined to one?  Across a line break only a heading carries
    over."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    return len(lines) < 2 or lines[0].endswith(":")


def _sentences(line: str, number: int) -> Iterator[Sentence]:
    loose = _LOOSE.search(line) is not None
    bold = _BOLD.match(line) is not None
    hashed = re.match(r"\s*#{1,6}\s", line) is not None
    line = _COMMENT.sub("", line)
    line = _TAG.sub(" ", line)
    bullet = _BULLET.match(line)
    if bullet:
        line = line[bullet.end() :]
    if _RULE.fullmatch(line) or _ROLLED.fullmatch(line):
        return
    line = _LABEL.sub(" ", line)
    line = line.rstrip(f"{_SMILES}\ufe0f\u200d ")
    line = _SHORT.sub(r"\1", line)
    line = _NUMBER.sub(r"\1 ", _WITHOUT.sub("without", _MARKS.sub("", line)))
    done, last = 0, None
    for stop in _STOP.finditer(line):
        said = line[done : stop.start()].strip()
        done = stop.end()
        if said:
            if last is not None:
                yield last
            last = Sentence(said, "?" in stop[0], False, loose, number)
        elif last is not None and "?" in stop[0]:  # `... orc 3. ??`
            last = replace(last, asks=True)
    if last is not None:
        yield last
    said = line[done:].strip()
    if said:
        whole = not done
        heading = whole and (bold or hashed or said.endswith(":"))
        item = whole and bullet is not None and not hashed
        yield Sentence(said.rstrip(":").rstrip(), False, heading, loose, number, item)
