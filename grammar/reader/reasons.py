"""What something is done for (`..., to give the paladin room`), said behind an order: a remark.

`because` and `so that` may bind what is ordered, and are asked about (`vague`)."""

from collections.abc import Iterator

from grammar.reader.edges import Chart, Edge

STARTS: tuple[tuple[str, ...], ...] = (
    ("in", "order", "to"), ("hoping",), ("which",), ("that", "way"), ("for", "the"),
    ("just", "for"), ("trying", "to"), ("wanting", "to"), ("planning", "to"), ("so", "as", "to"),
    ("so", "he"), ("so", "it"), ("so", "they"), ("so", "i"), ("so", "you"), ("so", "we"),
)  # fmt: skip
"""Words with which a reason begins behind an order."""

ENDS = (
    "give", "make", "open", "clear", "free", "protect", "cover", "guard", "defend", "threaten",
    "support", "help", "prepare", "avoid", "escape", "show", "teach", "earn", "control", "gain",
    "put", "be", "see", "keep", "save", "let", "set", "win", "deny", "lure", "bait", "distract",
    "scare", "annoy", "surprise", "punish", "avenge", "restore", "develop", "relieve", "shield",
    "buy", "get", "stay", "wait", "prevent", "shelter", "provide", "create", "start", "begin",
    "finish", "secure", "improve", "strengthen", "tempt", "test", "honour", "honor",
)  # fmt: skip
"""Behind `to`: what for."""

THAT = (
    "opens", "gives", "makes", "keeps", "frees", "clears", "should", "will", "leaves", "puts",
    "covers", "protects", "saves", "looks", "feels", "is", "was", "helps", "gets", "forces",
    "threatens", "guards", "ends", "brings",
)  # fmt: skip
"""Behind `that` or `which`: what comes of it."""

STOPS = (",", ";", "(", ")", ":", "!", "..", "-", "—", "[", "]")
DOUBTS = frozenset(
    (
        *("if", "unless", "or", "maybe", "perhaps", "not", "wait", "sorry", "meant", "edit"),
        *("instead", "rather", "actually", "should", "could", "might", "either", "when", "once"),
        *("don't", "never", "cancel", "draft", "until", "then"),
    )
)
"""Words that may take back or bind what was ordered: with them it is no mere reason."""


def reasons(chart: Chart) -> Iterator[tuple[int, Edge]]:
    """The reasons behind an order, each up to the next stop: where they begin, and what they are."""
    tokens, size = chart.tokens, len(chart.tokens)
    for at in range(1, size):
        begun = _begins(chart, at)
        if not begun:
            continue
        end = next((one for one in range(begun, size) if tokens[one].word in STOPS), size)
        inside = tokens[at:end]
        if end - at < 3 or any(one.word in DOUBTS for one in inside) or _orders(chart, begun, end):
            continue
        yield at, Edge(end, "remark", None, 1)


def _begins(chart: Chart, at: int) -> int:
    """Where the words with which a reason begins end; 0: it is none."""
    words = tuple(token.word for token in chart.tokens[at : at + 4])
    said = chart.world.table.said
    for row in STARTS:
        if words[: len(row)] == row:
            return 0 if _has_object(chart, at + len(row)) else at + len(row)
    if words[0] == "to" and words[1:2] and words[1] in ENDS:
        return 0 if _has_object(chart, at + 2) and (words[1],) in said else at + 2
    stop = chart.tokens[at - 1].word in (",", "-", "..", "—", ";")
    if stop and words[0] in ("that", "this") and words[1:2] and words[1] in THAT:
        return at + 2
    return 0


def _has_object(chart: Chart, at: int) -> bool:
    """Is it done to somebody or something that is named right there?"""
    return at < len(chart.tokens) and any(edge.kind == "value" for edge in chart.edges[at])


def _orders(chart: Chart, at: int, end: int) -> bool:
    """Is there a unit behind a link, or a place: something that could be an order by itself?"""
    for one in range(at, end):
        values = [edge.value for edge in chart.edges[one] if edge.kind == "value"]
        placed = any(value.kind in ("place", "heading", "offset") for value in values)
        linked = chart.tokens[one - 1].word in ("and", "&", "+", "then", "n")
        if (placed and one > at) or (linked and any(value.kind == "units" for value in values)):
            return True
    return False
