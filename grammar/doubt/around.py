"""Does a message give its order, or only tell, judge, plan or quote it?

The message is looked at as an outline, with each order in it replaced by `{}`.  In runs of words,
small words stay as they are and others are reduced to their endings (`~ing`, `~ed`): the small
words tell who is said to do what, and when.  How much each of these facts speaks against the order
is learnt (`tests/training`).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from grammar.doubt.message import Message, Segment
from grammar.reader.shape import Sentence, shape
from grammar.reader.tokens import NUMBERS, tokens_of
from grammar.reader.weights import stem, weights_of

AROUND = "around"
"""The key of these weights in `weights.json`, beside those of the systems."""

ORDER, LINE, STOP = "{}", "\n", "."
SIGNS = frozenset(
    (LINE, STOP, ",", ";", ":", "..", "!", "(", ")", "[", "]", "-", "|", '"', "*", ORDER)
)
ADDRESS = re.compile(r"https?://\S+")
HOLE = "orderhole"
"""Stands for `{}` while a frame is split into tokens."""


DOUBTFUL, LONG = -1_500, 14
"""In a message of more than `LONG` words, orders are doubted if the score against them is above
`DOUBTFUL` (in thousandths), even if it is below 0.  Set on `dev`: it catches a quarter of the
non-orders that were carried out as wholly read, and one order."""


def unlikely(message: Message) -> bool:
    """Do the words around the orders speak against them, or in a long message hardly for them?"""
    facts = facts_around(outline(message))
    words = sum(token.sort != "sign" for row in message.tokens for token in row)
    most = DOUBTFUL if words > LONG else 0
    return bool(facts) and weights_of(AROUND).of(("", *facts)) > most


# --- the words around -----------------------------------------------------------------------------


def outline(message: Message) -> tuple[str, ...]:
    """The words of a message, with each order written `{}`, every other value written as its kind
    (`<units>`), and web addresses left out."""
    if ADDRESS.search(message.text):
        message = replace(message, text=ADDRESS.sub(" ", message.text))
    parts: dict[int, list[Segment]] = {}
    for part in message.parts:
        parts.setdefault(part.sentence, []).append(part)
    named = any(map(message.orders, message.parts))  # `ok, draw` has no values
    rows: list[list[str]] = []
    for number, tokens in enumerate(message.tokens):
        row, at = list[str](), 0
        for part in parts.get(number, ()):
            row += [token.word for token in tokens[at : part.start]]
            row += _of_part(message, part, named)
            at = part.start + len(part.tokens)
        rows.append([*row, *(token.word for token in tokens[at:])])
    return _merged(_joined(message.sentences, rows))


def outline_of_frame(text: str) -> tuple[str, ...]:
    """The outline of a text in which the order is written `{}` already."""
    sentences = shape(text.replace(ORDER, f" {HOLE} ")).sentences
    rows = [[token.word for token in tokens_of(one.text)] for one in sentences]
    rows = [[ORDER if word == HOLE else word for word in row] for row in rows]
    return _merged(_joined(sentences, rows))


def _joined(sentences: Sequence[Sentence], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    line = sentences[0].line if sentences else 0
    for at, (sentence, row) in enumerate(zip(sentences, rows, strict=True)):
        if at:
            yield STOP if sentence.line == line else LINE
        yield from row
        if sentence.heading:
            yield ":"
        line = sentence.line


def _merged(words: Iterator[str]) -> tuple[str, ...]:
    """Merge orders with nothing but signs, `and` or `then` between them into one."""
    found: list[str] = []
    begun = -1
    for word in words:
        if word == ORDER:
            if begun >= 0 and SIGNS.union(("and", "then")).issuperset(found[begun:]):
                del found[begun:]
            begun = len(found)
        found.append(word)
    return tuple(found)


def _of_part(message: Message, part: Segment, named: bool) -> Iterator[str]:
    """The words of a part, with `{}` for everything from its first ordered word to the last."""
    used = (one for one in part.said if message.is_ordered(one))
    ordered = [at for one in used for at in range(one.start, one.end)]
    if not named or message.orders(part):
        ordered += [
            at
            for at, token in enumerate(part.tokens, part.start)
            if (token.word,) in message.world.table.said and message.does(token.word)
        ]
    values = {one.start: one for one in part.said}
    at = part.start
    while at < part.start + len(part.tokens):
        if ordered and at == min(ordered):
            yield ORDER
            at = max(ordered) + 1
        elif at in values:
            yield f"<{values[at].value.kind}>"
            at = values[at].end
        else:
            yield part.tokens[at - part.start].word
            at += 1


# --- what is known of them ------------------------------------------------------------------------

WHO = {
    "I": "i we i'm i'll i'd i've we'll we're we've we'd im ill ive",
    "you": "you ye you'd you'll you're you've",
    "he": "he she they he's she's they're he'll she'll they'll he'd she'd they'd",
    "that": "that this it these those that's it's that'd that'll it'll it'd there there's here's",
    "who": "what who how why which where what's who's how's whose",
    "one": "nobody somebody someone anybody anyone everybody everyone one people",
    "a": "a an the my our his her your their some no",
}
"""Classes of subjects: who or what is said to do something."""

HOW = {
    "is": "is are am be isn't aren't ain't",
    "was": "was were wasn't weren't been",
    "has": "has have haven't hasn't",
    "did": "had hadn't did didn't said told thought went got made took saw knew meant wanted",
    "does": "do does don't doesn't",
    "will": "will shall won't going gonna",
    "may": "would could should might may can can't couldn't wouldn't shouldn't cannot must ought",
    "not": "not never nor neither",
    "if": "if unless when once until till whenever provided whether",
    "or": "or either maybe perhaps probably else",
    "thinks": "think thinks hope wish guess suppose bet know mean wonder",
    "ed": "~ed",
    "ing": "~ing",
}
"""Classes of verbs and small words that say how, when or whether it is done."""

SHORT = {"'m": "is", "'s": "is", "'re": "is", "'ll": "will", "'d": "may", "'ve": "has"}

OTHERS = """
me us him them mine yours its myself yourself whom ones anything nothing something everything none
any every each all both other another such same own being having doing done let lets wanna gotta
goes go get say says tell tells thinking knows means want wants like make makes take takes see look
looks ever always only just even still yet already again twice now then soon later today tonight
tomorrow yesterday last next first so too very well also yes yeah aye nah nope ok okay oh ah please
sorry thanks right wrong way lot bit thing turn round game time order orders move moves plan idea
and but because since as than though although while before after of to in on at by for from with
without about into onto over under up down off out back against between lol haha
"""

CLASS = {word: name for name, words in {**WHO, **HOW}.items() for word in words.split()}
SMALL = frozenset((*CLASS, *OTHERS.split()))
"""Words that stay as they are in a run of words; all others are reduced to their endings."""


def facts_around(words: Sequence[str]) -> tuple[str, ...]:
    """Facts about the words around the orders of an outline, prefixed by their side: `<` before the
    first order, `>` behind the last, `=` between.  Empty without an order, or with nothing else."""
    if ORDER not in words or len(words) == 1:
        return ()
    first = words.index(ORDER)
    last = len(words) - 1 - words[::-1].index(ORDER)
    sides = (("<", words[: first + 1]), ("=", words[first : last + 1]), (">", words[last:]))
    return tuple(dict.fromkeys(fact for side, row in sides for fact in _facts(side, row)))


def _facts(side: str, words: Sequence[str]) -> Iterator[str]:
    sorts = [_sort(word) for word in words]
    plain = 0
    for word, sort in zip(words, sorts, strict=True):
        if word not in SIGNS:
            plain += 1
            yield f"{side}{sort}"
        if sort.startswith("~"):
            yield stem(word)
            yield f"{side}{stem(word)}"
    for size in (2, 3):
        for at in range(len(sorts) - size + 1):
            yield f"{side}{'_'.join(sorts[at : at + size])}"
    yield f"{side}long {min(plain // 4, 5)}"
    for before, part, behind in _parts(sorts):
        yield f"{side}^{'_'.join(part[:2])}"
        yield f"{side}^{'_'.join(part[:3])}"
        yield f"{side}of {min(len(part), 6)}"
        for fact in _clause(part):
            yield f"{side}={fact}"
            yield f"{side}{before}{behind}={fact}"


@lru_cache(maxsize=4096)
def _sort(word: str) -> str:
    """A small word itself, `<number>`, or the ending of any other word (`~ing`, `~s`, `~`)."""
    if word in SMALL or "'" in word or not word.isalpha():
        return word
    if word in NUMBERS:
        return "<number>"
    for ending in ("ing", "ed", "ly"):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            return f"~{ending}"
    return "~s" if word.endswith("s") and len(word) > 3 else "~"


def _parts(words: Sequence[str]) -> Iterator[tuple[str, list[str], str]]:
    """The parts between signs, each with the sign before and behind it; `{}` next to that sign is
    added to it."""
    part: list[str] = []
    before = ""
    for at, word in enumerate((*words, STOP)):
        if word not in SIGNS:
            part.append(word)
            continue
        if part:
            yield before, part, f"{word}{ORDER}" if ORDER in words[at : at + 2] else word
            part = []
        before = f"{ORDER}{word}" if before == ORDER else word


def _clause(part: Sequence[str]) -> Iterator[str]:
    """Who is said to do something in a part, and how: the classes of its first two and three
    classed words, and of every two in a row."""
    row: list[str] = []
    for word in part:
        if word in CLASS:
            row.append(CLASS[word])
        row += [how for end, how in SHORT.items() if word.endswith(end)]
    yield ".".join(row[:2])
    yield ".".join(row[:3])
    yield from (f"{one}.{other}" for one, other in pairwise(row))
