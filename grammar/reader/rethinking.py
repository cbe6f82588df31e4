"""Applies corrections to the words that they replace; recognises `the same` for another unit."""

from grammar.reader.chart import SAME, chart_of
from grammar.reader.edges import Chart
from grammar.reader.values import Tokens
from grammar.reader.world import World

CRIES = (
    *("oops", "oh", "ah", "er", "um", "hm", "hmm", "sorry", "wait", "no", "argh", "damn", "ok"),
    *("ugh", "aargh", "arrgh", "gah", "whoops", "woops", "dang", "darn", "bah", "meh"),
)
"""Exclamations that say nothing before a correction."""


SAME_AS = ("same", "so", "the", "ditto", "likewise")


def says_the_same(tokens: Tokens) -> bool:
    """Does it repeat the sentence before for another unit (`Same for Bow2`, `so does Bow2`)?"""
    words = tuple(token.word for token in tokens if token.word not in ("and", ","))
    if words[-1:] in SAME and 1 < len(words) < 7:  # `M2 likewise`, `B2 too`
        return tokens[0].sort == "ref"
    if words[-3:] == ("does", "the", "same") or words[-3:] == ("do", "the", "same"):
        return len(words) < 8
    return any(words[: len(row)] == row for row in SAME if row[0] in SAME_AS)


def replaced(first: Tokens, last: Tokens, world: World) -> Tokens | None:
    """The tokens `first` with the correction `last` in place of the last value of the same kind.

    A correction that begins with a verb replaces the last verb.  None if there is nothing alike.
    """
    chart, new = chart_of(first, world), chart_of(last, world)
    if last and (other := _other_verb(chart, new)) is not None:
        return other
    for edge in sorted(new.edges[skipped(new)], key=lambda one: -one.end) if last else ():
        if edge.kind != "value":
            continue
        rest = last[skipped(new) :]
        spots = [
            (at, one.end)
            for at, row in enumerate(chart.edges)
            for one in row
            if one.kind == "value" and one.value.kind == edge.value.kind
        ]
        if spots:
            end = max(stop for _, stop in spots)
            start = min(at for at, stop in spots if stop == end)
            return (*first[:start], *rest, *first[end:])
    return None


def _other_verb(chart: Chart, new: Chart) -> Tokens | None:
    """The tokens with the last verb replaced by the corrected one; None if it corrects no verb.

    `M1 moves, sorry, runs to 13,7`, `M1 moves to 13,7, I mean runs`.
    """
    start = skipped(new)
    if "verb" not in new.kinds_at(start) or "value" in new.kinds_at(start):
        return None
    verbs = [at for at in range(len(chart.tokens)) if "verb" in chart.kinds_at(at)]
    if not verbs or "value" in chart.kinds_at(verbs[-1]):
        return None
    at = verbs[-1]
    end = max(edge.end for edge in chart.edges[at] if edge.kind == "verb")
    alone = all(
        not kinds & {"value", "verb", "not", "deed"}
        for kinds in map(new.kinds_at, range(start + 1, len(new.tokens)))
    )
    first, last = chart.tokens, new.tokens[start:]
    return (*first[:at], *last, *(first[end:] if alone else ()))


def skipped(chart: Chart) -> int:
    """The index after words at the beginning that say nothing."""
    at = 0
    while at < len(chart.tokens) - 1:
        ends = [edge.end for edge in chart.edges[at] if edge.kind in ("skip", "mark", "link")]
        said = max((edge.end for edge in chart.edges[at] if edge.kind == "value"), default=0)
        if not ends or said >= max(ends):
            break
        at = min(max(ends), len(chart.tokens) - 1)
    return at
