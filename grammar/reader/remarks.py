"""Finds parts of a sentence that order nothing: remarks between stops or in brackets."""

import itertools

from grammar.reader.edges import PREPOSITIONS, Chart, Edge
from grammar.reader.spell import english, is_near, never

SHORT = 4
"""Fewer words behind a colon judge or correct what stands before it."""


def remarks(chart: Chart) -> None:
    """Add a `remark` edge over each part between stops, and each bracket, that orders nothing."""
    tokens, size = chart.tokens, len(chart.tokens)
    stops = [
        at for at in range(size) if tokens[at].word in (",", "(", ")", "-", "..", "!", ":", ";")
    ]
    bounds = [-1, *stops, size]
    for before, behind in itertools.pairwise(bounds):
        inside = range(before + 1, behind)
        judges = before > 0 and tokens[before].word == ":" and len(inside) < SHORT
        if judges and inside and tokens[before + 1].after_blank:  # not `:D`
            continue  # `research military: too expensive`
        if inside and (all(_says_nothing(chart, at) for at in inside) or _hums(chart, inside)):
            counted = any("value" in chart.kinds_at(at) for at in inside)
            if not counted or len(inside) > 2:
                chart.edges[before + 1].append(Edge(behind, "remark", None, int(counted)))
    for at in range(size):
        if tokens[at].word == "(":
            close = next((one for one in range(at, size) if tokens[one].word == ")"), -1)
            inside = range(at + 1, close)
            harmless = all(_is_harmless(chart, one) for one in inside)
            if close > 0 and harmless and not holds_order(chart, at + 1, close):
                chart.edges[at].append(Edge(close + 1, "remark", cost=1))


def _hums(chart: Chart, inside: range) -> bool:
    """Is the part a single participle that is no order here (`..., singing`)?"""
    at = inside[0]
    alone = len(inside) == 1 and at > 0 and chart.tokens[at].word.endswith("ing")
    return alone and chart.kinds_at(at) <= {"unknown"} and chart.tokens[at].word in english()


def _goes_on(chart: Chart, at: int) -> bool:
    """Does the pronoun at `at` follow a word without meaning here (`they earned it`)?"""
    before = chart.tokens[at - 1] if at else None
    return before is not None and before.is_word and chart.kinds_at(at - 1) == {"unknown"}


def _says_nothing(chart: Chart, at: int) -> bool:
    kinds = chart.kinds_at(at)
    token = chart.tokens[at]
    means = any(
        edge.kind == "value"
        and edge.value.kind not in ("number", "ordinal", "numbers", "direction")
        for edge in chart.edges[at]
    )
    if token.word == "it" and _goes_on(chart, at):  # `they earned it`
        return True
    if token.word == "too" and _goes_with(chart, at):  # `too tired`
        kinds = kinds - {"same"}
    if means or kinds & {"verb", "deed", "not", "same", "bar"}:
        return False
    if not token.is_word or "skip" in kinds:
        return True
    table = chart.world.table
    known = len(token.word) < 4 or token.word in english() or "'" in token.word
    known = known or (
        len(token.word) > 5 and token.word.endswith("ing") and not _slipped(chart, at)
    )
    return known and (token.word in PREPOSITIONS or token.word not in table.meaning)


def _slipped(chart: Chart, at: int) -> bool:
    """Is it a typo for a known word (`ntothing else`)?"""
    return is_near(chart.tokens[at].word, chart.world.table.vocabulary, never())


VERDICTS = ("expensive", "dear", "costly", "risky", "dangerous", "late", "much", "many", "slow")
"""Behind `too` these judge the order itself."""


def _goes_with(chart: Chart, at: int) -> bool:
    """Does a word follow that says how somebody feels, and judges no order?"""
    behind = chart.tokens[at + 1] if at + 1 < len(chart.tokens) else None
    return behind is not None and behind.is_word and behind.word not in VERDICTS


SECOND_THOUGHTS = ("edit", "correction", "sorry", "meant", "mean", "rather", "no", "wait")


def holds_order(chart: Chart, at: int, end: int) -> bool:
    """Do brackets contain a correction (`(edit: 8,11)`) or an order, so that they are no remark?"""
    if any(token.word in SECOND_THOUGHTS for token in chart.tokens[at:end]):
        return True
    named = False
    for row in chart.edges[at:end]:
        kinds = {edge.kind for edge in row}
        units = any(edge.kind == "value" and edge.value.kind == "units" for edge in row)
        placed = any(edge.kind == "deed" and edge.value[1] for edge in row)
        if placed or (named and "verb" in kinds and not units):
            return True
        named = named or units
    return named and any(token.word == "then" for token in chart.tokens[at:end])


def _is_harmless(chart: Chart, at: int) -> bool:
    """Is the word harmless in brackets?  Names of units are, but no denial, bar or strange word."""
    token = chart.tokens[at]
    known = not token.is_word or len(token.word) < 4 or token.word in english()
    named = "value" in chart.kinds_at(at) or "skip" in chart.kinds_at(at)
    return (known or named) and not chart.kinds_at(at) & {"not", "bar"}
