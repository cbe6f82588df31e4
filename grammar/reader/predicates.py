"""Removes what is told of a unit before the order it gets: `L1 is tired, he stays`."""

from grammar.reader.chart import chart_of
from grammar.reader.edges import Chart
from grammar.reader.reasons import THEY
from grammar.reader.values import Tokens, word
from grammar.reader.world import World

IS = ("is", "are", "looks", "look", "feels", "feel", "seems", "seem")
MOST = 6


def untold(tokens: Tokens, world: World) -> Tokens:
    """The sentence without a predicate of its subject and the pronoun that repeats the subject."""
    for at, token in enumerate(tokens):
        if at and token.word in IS and (behind := _taken_up(tokens, at)):
            chart = chart_of(tokens, world)
            if _named_before(chart, at) and _only_told(chart, at + 1, behind[0]):
                return (*tokens[:at], *tokens[behind[1] :])
    return tokens


def _taken_up(tokens: Tokens, at: int) -> tuple[int, int] | None:
    """Where the predicate ends, and the index after the pronoun; None if no pronoun follows."""
    for end in range(at + 2, min(at + MOST + 1, len(tokens) - 2)):
        if word(tokens, end) in (",", ";", "-"):
            start = end + 1 + (word(tokens, end + 1) in ("so", "and"))
            return (end, start + 1) if word(tokens, start) in THEY else None
    return None


def _named_before(chart: Chart, at: int) -> bool:
    """Is somebody who could be given orders named right before `at`?"""
    return any(
        edge.end == at
        and edge.kind == "value"
        and edge.value.kind in ("units", "noun", "force")
        and edge.value.side != "foe"
        for row in chart.edges[:at]
        for edge in row
    )


def _only_told(chart: Chart, start: int, end: int) -> bool:
    """Are there only marks, links and words without meaning between `start` and `end`?"""
    kinds = {kind for at in range(start, end) for kind in chart.kinds_at(at)}
    return kinds <= {"unknown", "skip", "mark", "link"}


__all__ = ["untold"]
