"""Finds reasons, which order nothing (`so that B1 can shoot`, `to screen the archers`)."""

from collections.abc import Iterator

from grammar.reader.acts import rows_of
from grammar.reader.edges import Chart, Edge

STOPS = (",", ";", ":", "..", "-", "—", "!", "(", ")", "/", "|", "then")
JOINS = ("and", "&", "but", "while", "plus", "+")
SAID_OF = (
    "he",
    "she",
    "it",
    "they",
    "i",
    "we",
    "you",
    "nobody",
    "everybody",
    "everyone",
    "there",
    "that",
)
MAY = frozenset(
    (
        *("can", "can't", "cannot", "could", "couldn't", "may", "might", "will", "won't", "would"),
        *("is", "are", "isn't", "aren't", "has", "have", "gets", "get", "needs", "need", "wants"),
        *("want", "does", "doesn't", "don't", "must", "knows", "likes", "deserves"),
        *("looks", "seems"),
    )
)  # fmt: skip
"""Verbs that, behind a name, tell something about somebody and order nothing."""


MINDS = frozenset(
    (
        *("need", "needs", "want", "wants", "know", "knows", "hope", "expect", "think"),
        *("love", "hate", "mind"),
        *("like", "likes", "fear", "never", "deserve", "deserves", "see", "notice", "believe"),
        *("survive", "feel", "feels", "owe", "owes", "trust", "miss", "suspect", "guess", "care"),
    )
)  # fmt: skip
"""Verbs of thinking, feeling and needing, which order nothing."""
THEY = ("he", "she", "it", "they")
IS = (("is",), ("are",), ("was",), ("were",), ("looks",), ("seems",))
ARE = ("he's", "she's", "it's", "they're")
"""Beginnings that say what somebody is like (`..., he is far too slow for it`)."""
LATER = ("later", "tonight", "tomorrow")
WHERE = ("next", "beside", "behind", "between", "adjacent", "near", "touching", "close", "beyond")
"""Words for a position: a reason that contains one is a wish of its own."""
SIGNS = (",", "-", "—", "..", ";", "!")
BEGINNINGS = (*SIGNS, ":", "and")


def reasons(chart: Chart) -> None:
    """Add a `remark` edge over each reason that names no place and orders nothing."""
    for at in range(1 if len(chart.tokens) > 3 else len(chart.tokens), len(chart.tokens)):
        for begin in _openings(chart, at):
            end = _end(chart, begin)
            if end > begin and _is_told(chart, at, begin, end):
                chart.edges[at].append(Edge(end, "remark", None, 1))


def _openings(chart: Chart, at: int) -> Iterator[int]:
    """The index after each way in which a reason may open at `at` (`because`, `so`, `to`), or words
    that change nothing (`whatever it costs`)."""
    words = tuple(token.word for token in chart.tokens[at : at + 4])
    for row in rows_of("because"):
        if words[: len(row)] == row:
            yield at + len(row)
            return
    if chart.tokens[at - 1].word in SIGNS or words[0] == "wherever":
        for row in rows_of("concession"):
            if words[: len(row)] == row:
                yield at + len(row) - 1
                return
    behind = words[1:2]
    told = bool(words[2:3]) and words[2] in (*MAY, *MINDS)
    if words[0] in ("so", "as", "since", "for") and told and behind[0] in SAID_OF:
        yield at + 1
    if words[0] == "so" and _named(chart, at + 1) and _tells(chart, at + 1):
        yield at + 1
    if chart.tokens[at - 1].word in BEGINNINGS:
        thinks = 2 if words[1:2] and words[1] in MAY and "n't" in words[1] else 1
        mind = words[0] in SAID_OF and words[thinks : thinks + 1] and words[thinks] in MINDS
        if mind and not any(_own(chart, one) for one in range(at, len(chart.tokens))):
            yield at + thinks
        is_so = 1 if words[0] in ARE else 2 if words[0] in THEY and words[1:2] in IS else 0
        if is_so and _colours(chart, at + is_so):
            yield at + is_so
        doing = words[0].removesuffix("ing")
        if doing != words[0] and {(doing,), (f"{doing}e",), (doing[:-1],)} & {*rows_of("purpose")}:
            yield at + 1
    if words[0] == "to" and behind and (behind[0],) in rows_of("purpose"):
        yield at + 2


def _named(chart: Chart, at: int) -> bool:
    if at >= len(chart.tokens):
        return False
    return any(edge.kind == "value" and edge.value.kind == "units" for edge in chart.edges[at])


def _tells(chart: Chart, at: int) -> bool:
    """Is the name followed by a verb that tells of it (`B1 can shoot`)?"""
    ends = {edge.end for edge in chart.edges[at] if edge.kind == "value"}
    return any(end < len(chart.tokens) and chart.tokens[end].word in MAY for end in ends)


def _end(chart: Chart, begin: int) -> int:
    """Where a reason ends: at a stop, or at a link before a unit or verb."""
    for at in range(begin, len(chart.tokens)):
        said = chart.tokens[at].word
        if said in STOPS and at > begin:
            return at
        if said in JOINS and (_named(chart, at + 1) or _acts(chart, at + 1)):
            return at
    return len(chart.tokens)


def _acts(chart: Chart, at: int) -> bool:
    return at < len(chart.tokens) and "verb" in chart.kinds_at(at)


def _is_told(chart: Chart, at: int, begin: int, end: int) -> bool:
    """Does it only tell something?

    It must contain no place, condition or doubt, and must not order one of the writer's own units.
    """
    doubts = {row for name in ("condition", "hedge", "correction") for row in rows_of(name)}
    modal = any(token.word in MAY for token in chart.tokens[begin:end])
    for one in range(begin, end):
        said = chart.tokens[one].word
        beside = chart.tokens[one + 1 : one + 2]
        there = said in WHERE and (said != "next" or (beside and beside[0].word == "to"))
        if there and chart.tokens[at].word != "to":
            return False
        for row in doubts:
            words = tuple(token.word for token in chart.tokens[one : one + len(row)])
            if words == row and not (row[0] in (*MAY, *LATER) and len(row) == 1):
                return False
        for edge in chart.edges[one]:
            if edge.kind == "value" and edge.value.kind in ("place", "heading", "offset", "line"):
                return False
        own = _own(chart, one)
        if own and not modal and chart.tokens[at].word != "to" and _verbs(chart, begin, end):
            return False
    return True


def _colours(chart: Chart, begin: int) -> bool:
    """Is there no verb and no value up to the next stop?"""
    end = _end(chart, begin)
    return end > begin and not any(
        edge.kind in ("verb", "deed", "not", "bar")
        or (edge.kind == "value" and edge.value.word != "self")
        for at in range(begin, end)
        for edge in chart.edges[at]
    )


def _own(chart: Chart, at: int) -> bool:
    return any(
        edge.kind == "value" and edge.value.kind == "units" and edge.value.side == "own"
        for edge in chart.edges[at]
    )


def _verbs(chart: Chart, begin: int, end: int) -> bool:
    return any("verb" in chart.kinds_at(at) for at in range(begin, end))
