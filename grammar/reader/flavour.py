"""Finds aims, comparisons and moods beside an order, which do not change it."""

from collections.abc import Iterator

from grammar.reader.edges import Chart, Edge

REASONS: tuple[tuple[str, ...], ...] = (
    ("in", "order", "to"),
    ("so", "as", "to"),
    ("as", "if"),
    ("as", "though"),
    ("in", "the", "hope", "of"),
)
"""Beginnings of an aim or comparison (`.. in order to support them`, `.. as if he owned it`)."""

FOR_WHOM = ("he", "she", "it", "they", "i", "we", "nobody", "everyone", "everybody")
"""Words that, behind `so`, begin a reason (`..., so he can see`)."""

AIMS = frozenset(
    (
        *("support", "cover", "block", "see", "help", "avoid", "stay", "be", "have", "get", "give"),
        *("make", "keep", "guard", "protect", "screen", "watch", "flank", "threaten", "distract"),
        *("open", "clear", "defend", "develop", "shield", "shelter", "relieve", "win", "set"),
        *("prepare", "earn", "control", "put", "scare", "annoy", "surprise", "punish", "avenge"),
        *("escape", "prevent", "lure", "bait", "draw", "save", "free", "find", "gain", "deny"),
    )
)
"""Verbs that, behind `to`, say what an order is for (`..., to get a better view`)."""

EFFECTS = frozenset(
    (
        *("opens", "gives", "makes", "keeps", "frees", "clears", "leaves", "covers", "protects"),
        *("saves", "looks", "feels", "helps", "gets", "forces", "threatens", "guards", "way"),
        *("should", "will", "is", "was"),
    )
)
"""Words that, behind `that` after a comma, tell an effect (`..., that opens the file`)."""

LIKE = ("a", "an", "the", "it's", "he's", "she's", "they're", "there's", "hell", "mad", "crazy")
LIKE_TOO = ("lightning", "thunder", "nobody's", "he", "she", "they", "there", "somebody", "nothing")

MOODS = frozenset(
    (
        *("determination", "roar", "grin", "smile", "shout", "yell", "cry", "scream", "howl"),
        *("prayer", "curse", "smirk", "laugh", "sigh", "growl", "snarl", "fury", "rage", "hatred"),
        *("anger", "pleasure", "joy", "glee", "gusto", "relish", "style", "ease", "confidence"),
        *("care", "caution", "speed", "haste", "courage", "bravery", "vengeance", "passion"),
        *("zeal", "abandon", "precision", "aplomb", "flourish", "heart", "teeth", "joy", "panache"),
        *("resolve", "dignity", "honour", "honor", "contempt", "disdain", "purpose", "eyes"),
    )
)
"""Nouns of moods and sounds (`with grim determination`, `with a roar`)."""

STOPS = (",", ";", "(", ")", "..", "!", ":", "—", "then", "and", "-")
DOUBTS = (
    *("maybe", "perhaps", "unless", "or", "when", "otherwise", "instead", "if", "not"),
    *("next", "later", "tomorrow", "tonight", "turn", "round", "no", "kidding", "joking"),
)
GOALS = ("to", "at", "into", "onto", "on", "towards", "with")
MOST = 14


def flavour_at(chart: Chart, at: int) -> Iterator[Edge]:
    """`remark` edges for words at `at` that say why or how something is done, but not what."""
    words = [token.word for token in chart.tokens]
    begun = _reason(words, at)
    if begun:
        for end in _ends(words, begun, words[at] == "like"):
            if end > begun and _changes_nothing(chart, begun, end):
                yield Edge(end, "remark", None, 1)
    if words[at] == "with":
        yield from (one for one in _mood(words, at) if not _names(chart, at + 1, one.end))
    if words[at : at + 4] == ["in", "the", "name", "of"]:
        for end in range(at + 5, min(at + 9, len(words) + 1)):
            if _changes_nothing(chart, at + 4, end):
                yield Edge(end, "remark", None, 1)


def _reason(words: list[str], at: int) -> int:
    """The index after words that begin a reason, aim or comparison; 0 if there are none."""
    for row in REASONS:
        if tuple(words[at : at + len(row)]) == row:
            return at + len(row)
    before, behind = words[at - 1] if at else "", words[at + 1] if at + 1 < len(words) else ""
    if words[at] == "so" and at and behind in FOR_WHOM:
        return at + 2
    if words[at] == "to" and at and behind in AIMS and before not in ("wants", "want", "like"):
        return at + 2
    if words[at] in ("that", "which", "this") and before in (",", "-") and behind in EFFECTS:
        return at + 2
    if words[at] in ("that'll", "that'd", "this'll", "it'll") and before in (",", "-"):
        return at + 1
    if words[at] == "like" and at and before not in ("i'd", "would", "i", "we", "we'd", "you"):
        return at + 1 if behind in (*LIKE, *LIKE_TOO) else 0
    return 0


def _ends(words: list[str], begun: int, likeness: bool) -> Iterator[int]:
    """Where it may end: at each stop, at the end of the sentence, and a likeness before a goal."""
    for end in range(begun, min(begun + MOST, len(words))):
        if likeness and words[end] in GOALS:
            yield end
        if words[end] in STOPS:
            yield end
            if words[end] not in ("and", "-"):
                return
    if len(words) <= begun + MOST:
        yield len(words)


def _changes_nothing(chart: Chart, start: int, end: int) -> bool:
    """Is there no place, doubt, number or idiom in it, and no verb together with a named unit?"""
    acts = named = False
    for at in range(start, end):
        if chart.tokens[at].word in DOUBTS or chart.tokens[at].sort == "number":
            return False
        for edge in chart.edges[at]:
            if edge.end > end:
                continue
            kind = edge.value.kind if edge.kind == "value" else ""
            if kind in ("place", "heading") or (edge.kind == "deed" and edge.value[0].form):
                return False
            acts = acts or edge.kind == "verb"
            named = named or (kind == "units" and edge.value.explicit)
    return not (acts and named)


def _names(chart: Chart, start: int, end: int) -> bool:
    """Is a weapon, spell, unit or place named there?"""
    nouns = ("noun", "units", "place")
    edges = (edge for at in range(start, end) for edge in chart.edges[at])
    return any(edge.kind == "value" and edge.value.kind in nouns for edge in edges)


def _mood(words: list[str], at: int) -> Iterator[Edge]:
    """A mood behind `with`, with at most three words before its noun (`with a loud roar`)."""
    for end in range(at + 1, min(at + 5, len(words))):
        if words[end] in MOODS:
            yield Edge(end + 1, "remark", None, 0)
            return
        if not words[end].isalpha():
            return


__all__ = ["flavour_at"]
