"""Clauses before and behind an order that tell something, so that it may be no order.

`I'm toying with this: ..`, `according to Tom, ..`, `nice that I ..`, `.. - that's how you lose`:
they are recognized by their structure and small words alone, not by what they say.
"""

import re
from collections.abc import Iterator, Sequence

from grammar.doubt.marks import begins, marks, words_of
from grammar.doubt.message import Message, Segment
from grammar.doubt.subordinate import says_what_for
from grammar.reader.edges import PREPOSITIONS
from grammar.reader.tokens import number_at, tokens_of

COMMENT = re.compile("//.*")

OPENS = frozenset(
    (
        "and", "but", "so", "well", "oh", "ok", "okay", "anyway", "now", "then", "yes", "yeah",
        "there", "right", "forgive", "me",
    )
)  # fmt: skip
"""Words that may open a clause before its subject."""

SPEAKERS = frozenset(
    ("i", "we", "you", "he", "she", "they", "one", "somebody", "someone", "everybody", "everyone")
)
POINTERS = frozenset(("that", "this", "it", "these", "those"))
"""Subjects that refer to what was said before."""

CLOSING = frozenset(("my", "mine", "me", "your", "end", "ends", "enough", "plenty", "do", "fine"))
"""In a clause that refers back: it only says that no more is to come (`that's my turn`)."""

MEASURES = frozenset(("a", "too", "how", "so", "such", "it", "it's", "what", "very"))
"""First words of a judgement of several words (`too bad that ..`)."""

SHORTENED = ("'m", "'re", "'s", "'ve", "'d", "'ll")
FINITE = frozenset(
    (
        "is", "are", "was", "were", "am", "has", "have", "had", "do", "does", "did", "will",
        "would", "shall", "should", "can", "could", "may", "might", "must", "looks", "look",
        "seems", "sounds", "reads", "says", "goes", "means", "comes", "belongs",
    )
)  # fmt: skip
"""Finite verbs: a part that has one behind another word is a clause."""

BIDS = frozenset(
    (
        "want", "need", "i'd", "we'd", "i'll", "we'll", "will", "shall", "going", "gonna",
        "go", "do", "doing", "orders", "ordering", "declare", "decide", "decided", "choose",
        "chosen", "chose", "settle", "settled", "please", "follows", "following", "as", "here",
        "here's", "must", "write", "give", "send", "have", "make", "made", "let",
    )
)  # fmt: skip
"""In a clause before a colon, such a word announces orders (`I want this: ..`)."""

OWN = ("my", "our", "here", "here's")
"""First words of a clause that announces orders (`my order is this: ..`)."""

SOURCES = (("according", "to"), ("as", "an"), ("as", "a"), ("e", "g"))
"""First words of a part that says whose, or what kind of, words follow it."""

RECALLS = frozenset(("as", "like"))
TELLING = frozenset(
    ("i", "he", "she", "they", "everybody", "somebody", "someone", "people", "legend")
)
SAID = frozenset(("said", "say", "wrote", "typed", "promised", "agreed", "announced", "planned"))
"""`as I said, L1 to 6,13` repeats an order, so it is no recollection."""


def told(message: Message) -> Iterator[str]:
    """Words around an order that tell it, judge it, or introduce it as something else."""
    parts = message.parts
    orders = [message.orders(part) for part in parts]
    nameless = not any(orders)  # `I predict: ok, draw`: any part may be the order
    for at, part in enumerate(parts):
        if orders[at]:
            yield from _nice_that(message, part)
        elif any(orders[at + 1 :]) or (nameless and at + 1 < len(parts)):
            yield from _ahead(message, part)
        if not orders[at] and (any(orders[:at]) or (nameless and at)):
            yield from _pointing_back(part)


def is_bare(message: Message) -> bool:
    """Does the message say only the filed sentences, in the law's words?  Comments are left out:
    they have a rule of their own."""
    sources = [word for one in message.filed for word in _uncommented(one.source)]
    said = _uncommented(message.text)
    return said == sources and all(one.is_law for one in message.filed)


def _uncommented(text: str) -> list[str]:
    return words_of(tokens_of(COMMENT.sub("", text)))


def _ahead(message: Message, part: Segment) -> Iterator[str]:
    """`I predict: ..`, `as an exercise: ..`, `according to Tom, ..`, `as I recall, ..`."""
    words = part.words
    if not words or begins(words, "harmless"):
        return
    source = any(tuple(words[: len(row)]) == row for row in SOURCES)
    recalls = words[0] in RECALLS and len(words) > 2 and words[1] in TELLING
    recalls = recalls and SAID.isdisjoint(words)
    if source or recalls or (is_heading(message, part) and _is_told(message, words)):
        yield part.text


def is_heading(message: Message, part: Segment) -> bool:
    """Does a colon follow this part?"""
    tokens, end = message.tokens[part.sentence], part.start + len(part.tokens)
    return (
        tokens[end].word == ":" if end < len(tokens) else message.sentences[part.sentence].heading
    )


def _is_told(message: Message, words: Sequence[str]) -> bool:
    """Are these words a clause that does not announce or order anything?"""
    if (
        words[0] in OWN
        or not BIDS.isdisjoint(words)
        or any((word,) in message.world.table.said for word in words)
    ):
        return False
    return _clause_at(words) >= 0


def _clause_at(words: Sequence[str]) -> int:
    """The index of the verb behind its subject; -1 if the words are no clause."""
    for at, word in enumerate(words):
        head = word.partition("'")[0]
        short = word != head and word[len(head) :] in SHORTENED
        if short and head in SPEAKERS | POINTERS | {"there", "here", "who", "what"}:
            return at
        if word in SPEAKERS and at + 1 < len(words) and words[at + 1].isalpha():
            return at + 1
        if at and word in FINITE:
            return at
    return -1


def _pointing_back(part: Segment) -> Iterator[str]:
    """`.. - that's how you lose`, `.. This belongs elsewhere`: a comment on what was ordered."""
    words = list(part.words)
    while words and words[0] in OPENS:
        words = words[1:]
    if len(words) < 2 or part.said or tuple(words) in marks()["harmless"]:
        return
    counts = any(number_at(part.tokens, at) for at in range(len(part.tokens)))
    if not counts and not begins(words, "conclusion") and _speaks_of_it(words):
        yield part.text


def _speaks_of_it(words: Sequence[str]) -> bool:
    head, _, rest = words[0].partition("'")
    if says_what_for(words) or head not in POINTERS or not CLOSING.isdisjoint(words[1:3]):
        return False
    acts = head != "it" and len(words) > 2 and words[1].endswith("s")  # `it drinks petrol, too`
    return bool(rest) or words[1] in FINITE or acts


def _nice_that(message: Message, part: Segment) -> Iterator[str]:
    """`nice that I ..`, `too bad that ..`: a judgement of the deed that follows it."""
    words = [token.word for token in part.tokens]
    at = words.index("that") if "that" in words[1:4] else 0
    if at == 0 or at + 1 >= len(words) or words[0] in (*OPENS, *BIDS, *PREPOSITIONS):
        return
    verb = any((word,) in message.world.table.said for word in words[:at])
    acts = words[at + 1] in SPEAKERS or (words[at + 1],) in message.world.table.said
    if acts and not verb and (at == 1 or words[0] in MEASURES):
        yield " ".join(words[: at + 1])
