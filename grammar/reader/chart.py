"""All that the parts of a sentence could be: edges from one token to another, by what they say."""

import itertools
from collections.abc import Iterator
from functools import lru_cache

from grammar.reader.acts import is_polite
from grammar.reader.asides import counts_one, is_address, opens
from grammar.reader.counts import counts_at
from grammar.reader.edges import Chart, Edge
from grammar.reader.flavour import flavour_at
from grammar.reader.forces import forces_at
from grammar.reader.idioms import idioms_at, pieces_at
from grammar.reader.spell import Respelt, english
from grammar.reader.table import common, token_words
from grammar.reader.units import EXCEPT, TROOPS, anything_at, kind_at, units_at
from grammar.reader.values import (
    COLUMN,
    ROW,
    Tokens,
    direction_at,
    headings_at,
    nouns_at,
    places_at,
    plain_at,
    seats_at,
    skip,
)
from grammar.reader.world import Value, World

LINKS = (",", ";", "and", "&", "then", "/", ":", "|", "-", "=", "..", "while", "plus", "+", "—")
PARTICLES = frozenset(
    (
        *("up", "down", "over", "out", "off", "in", "on", "along", "forward", "back"),
        *("away", "across", "around"),
    )
)
PREPOSITIONS = frozenset(
    (
        *("with", "by", "from", "to", "at", "on", "into", "onto", "in", "against", "vs"),
        *("v", "versus", "for", "via", "through", "towards", "toward", "of", "using"),
        *("over", "under", "upon", "unto", "too", "until", "->", "@", ">", "around"),
        *("as", "until", "inside", "aboard", "after", "off", "out"),
    )
)
PRONOUNS = frozenset(
    ["he", "she", "it", "they", "him", "her", "them", "himself", "herself", "itself", "themselves"]
)
PICKED = ("everyone", "everybody", "anyone", "anybody", "all", "those", "units", "models")
SUFFERS = ("gets", "get", "is", "are", "be")
"""Before a participle: it is done to what stands before it."""

AFAR = ("except", "excepting", "excluding", "save", "but")
"""Words that take units out of a group that was named before."""

REFLEXIVE = {
    "myself": "\0self",
    "himself": "\0self", "herself": "\0self", "itself": "\0self", "themselves": "\0self",
    "him": "\0them", "them": "\0them", "it": "\0them", "her": "\0them",
}  # fmt: skip
"""Pronouns that stand for a unit behind a verb: the subject, or whoever was last attacked."""

SAME: tuple[tuple[str, ...], ...] = (
    ("the", "same"), ("same",), ("likewise",), ("ditto",), ("does", "the", "same"),
    ("the", "same", "way"), ("same", "again"), ("same", "thing"), ("the", "same", "thing"),
    ("too",), ("as", "well"), ("also",), ("so", "does"), ("so", "do"), ("so", "will"),
)  # fmt: skip


@lru_cache(maxsize=1)
def negations() -> frozenset[tuple[str, ...]]:
    """Words that deny."""
    return frozenset(token_words(one) for one in common()["acts"]["negation"])


def chart_of(tokens: Tokens, world: World, respelt: tuple[Respelt, ...] = ()) -> Chart:
    """All edges of a sentence."""
    chart = Chart(tokens, world, respelt=respelt)
    chart.edges = [list(_edges(chart, at)) for at in range(len(tokens))]
    words = frozenset(token.word for token in tokens)
    for piece in world.table.pieces:
        for at in range(len(tokens)):
            chart.edges[at] += list(pieces_at(chart, piece, at, words))
    for at in range(len(tokens)):
        chart.edges[at] += list(idioms_at(chart, at, words))
    for at in range(len(tokens)):
        chart.edges[at] += list(flavour_at(chart, at))
    for at in range(len(tokens)):
        if _is_unknown(chart, at):
            chart.edges[at].append(Edge(at + 1, "unknown", tokens[at].text, 1))
    _remarks(chart)
    return chart


def _is_unknown(chart: Chart, at: int) -> bool:
    return not any(
        edge.kind in ("skip", "mark", "link", "not", "same", "pronoun", "bar")
        for edge in chart.edges[at]
    )


def _edges(chart: Chart, at: int) -> Iterator[Edge]:
    tokens, world = chart.tokens, chart.world
    token = tokens[at]
    values = list(_values(tokens, at, world))
    yield from values
    bars = list(_bars(tokens, at, world))
    longest = max((one.end for one in bars), default=at)
    yield from (one for one in _verbs(tokens, at, world) if one.end >= longest)
    for words in SAME:
        behind = tokens[at + len(words) : at + len(words) + 1]
        of_lines = behind and behind[0].word in (*ROW, *COLUMN)
        if tuple(one.word for one in tokens[at : at + len(words)]) == words and not of_lines:
            yield Edge(at + len(words), "same")
    if token.word in PRONOUNS:
        yield Edge(at + 1, "pronoun", token.word, token.word.endswith(("self", "selves")))
    if token.word in REFLEXIVE:
        yield Edge(at + 1, "value", Value("units", (REFLEXIVE[token.word],), word="self"))
    if _picks_out(tokens, at):
        yield Edge(at + 1, "bar", f"{tokens[at - 1].text} {token.text}")
    elif token.word in PREPOSITIONS and not (token.word == "to" and bars):
        yield Edge(at + 1, "mark", token.word)
    if token.word in LINKS:
        yield Edge(at + 1, "link", token.word)
    for length in (2, 1):
        said = tuple(one.word for one in tokens[at : at + length])
        if len(said) == length and said in negations():
            yield Edge(at + length, "not", token.word)
            break
    if not any(edge.value.vague for edge in values):
        least = max((one.end for one in bars if one.end > at + 1), default=at)
        yield from (one for one in _noise(tokens, at, world) if one.end > least)
    yield from _exceptions(tokens, at, world)
    yield from bars
    yield from _skips(tokens, at, world)


def _skips(tokens: Tokens, at: int, world: World) -> Iterator[Edge]:
    """What may be passed over where it stands: an address, a particle, a word of politeness."""
    token = tokens[at]
    if _begins_a_row(tokens, at, world) or counts_one(tokens, at, world):
        yield Edge(at + 1, "skip")
    if is_address(tokens, at, world) or opens(tokens, at):
        yield Edge(at + 1, "skip")
    noun = skip(tokens, at + 1, "a", "an", "the", "his", "her", "its", "my")
    if token.word == "w" and any(True for _ in nouns_at(tokens, noun, world)):
        yield Edge(at + 1, "mark", "with")
    if token.sort in ("sign", "own") and token.word not in LINKS:
        yield Edge(at + 1, "skip")
    follows = tokens[at + 1].word if at + 1 < len(tokens) else ""
    if token.word in PARTICLES and (follows in PREPOSITIONS or _ends_a_verb(tokens, at, world)):
        yield Edge(at + 1, "skip")
    if token.word in ("can", "could", "would", "will") and at < 3 and is_polite(tokens):
        yield Edge(at + 1, "skip")


def _ends_a_verb(tokens: Tokens, at: int, world: World) -> bool:
    """The particle of a verb that stands apart from it."""
    return any(
        _parted(tokens, one, at) and (tokens[one].word, tokens[at].word) in world.table.said
        for one in range(max(0, at - 5), at - 1)
    )


def _noise(tokens: Tokens, at: int, world: World) -> Iterator[Edge]:
    """Frame words: the longest row that fits, and a single word."""
    if _counts_in(tokens, at, world):
        return
    for length in range(8, 0, -1):
        words = tuple(one.word for one in tokens[at : at + length])
        if len(words) == length and words in world.table.noise:
            yield Edge(at + length, "skip")
            if length == 1:
                return


def _counts_in(tokens: Tokens, at: int, world: World) -> bool:
    """`all but M1`, `both legions`: words that say how many of them are meant."""
    said, behind = tokens[at].word, tokens[at + 1].word if at + 1 < len(tokens) else ""
    before = tokens[at - 1].word if at else ""
    if said in ("all", "each", "every") and behind in EXCEPT:
        return True
    if said in ("but", "save") and before in (*PICKED, *TROOPS, "them", "us", "you"):
        return True
    if said == "but" and any(edge.end == at + 1 for edge in _exceptions(tokens, at, world)):
        return True
    start = skip(tokens, at + 1, "of", "the", "my", "our", "your", "their")
    return said == "both" and any(True for _ in kind_at(tokens, start, world))


def _begins_a_row(tokens: Tokens, at: int, world: World) -> bool:
    """`first M2 moves, then ...`: the first of several orders."""
    if tokens[at].word not in ("first", "firstly") or (at and tokens[at - 1].word not in LINKS):
        return False
    behind = at + 1 + (at + 1 < len(tokens) and tokens[at + 1].word in (",", ":"))
    if tokens[behind : behind + 1] and tokens[behind].word in ("i", "we", "i'll", "let", "have"):
        return True
    return behind < len(tokens) and any(
        value.kind == "units" and value.side != "foe"
        for _, value in units_at(tokens, behind, world)
    )


def _picks_out(tokens: Tokens, at: int) -> bool:
    """`everyone with a bolter`: those of a group, by what they carry."""
    before = tokens[at - 1].word if at else ""
    after = tokens[at + 1].word if at + 1 < len(tokens) else ""
    return tokens[at].word == "with" and before in PICKED and after in ("a", "an", "any")


def _exceptions(tokens: Tokens, at: int, world: World) -> Iterator[Edge]:
    """`everybody advances 2, except RL1`, `all marines fire, but M1 runs`: said behind a group."""
    if tokens[at].word in AFAR:
        behind = at + 1 + (at + 1 < len(tokens) and tokens[at + 1].word in ("for", "from"))
        for end, value in units_at(tokens, behind, world):
            if value.kind == "units" and not value.options and value.side != "foe":
                if end == len(tokens) or not tokens[end].is_word or tokens[end].word in LINKS:
                    yield Edge(end, "except", value.items)
                elif _is_among(value.items, tokens[:at], world):
                    yield Edge(at + 1, "except", value.items)


def _is_among(refs: tuple[str, ...], tokens: Tokens, world: World) -> bool:
    """Do they belong to a group that was named, and not right before?"""
    groups = [
        end
        for at in range(len(tokens))
        for end, value in units_at(tokens, at, world)
        if value.plural and set(refs) < set(value.items)
    ]
    return any(groups) and max(groups) < len(tokens)


def _bars(tokens: Tokens, at: int, world: World) -> Iterator[Edge]:
    """Words that mean something that nobody can compute, and verbs that tell of what has been."""
    for length in (4, 3, 2, 1):
        words = tuple(one.word for one in tokens[at : at + length])
        if len(words) == length and words in world.table.vague:
            yield Edge(at + length, "bar", " ".join(words))
            return
    if tokens[at].word in world.table.past and tokens[at].sort == "word":
        if _is_passive(tokens, at):
            rows = (row for row in world.table.suffered.get(tokens[at].word, ()))
            yield Edge(at + 1, "verb", tuple(row for row in rows if row.gm == (not world.seat)))
        else:
            yield Edge(at + 1, "bar", tokens[at].word)
    elif at + 1 < len(tokens) and tokens[at].word in SUFFERS and _is_passive(tokens, at + 1):
        yield Edge(at + 1, "skip")


def _is_passive(tokens: Tokens, at: int) -> bool:
    """`O1 gets charged by L1`: said of what is to happen to somebody, and by whom."""
    before = tokens[at - 1].word if at else ""
    by = any(one.word == "by" for one in tokens[at + 1 : at + 4])
    return at < len(tokens) and tokens[at].sort == "word" and before in SUFFERS and by


def _values(tokens: Tokens, at: int, world: World) -> Iterator[Edge]:
    seen: set[tuple[int, Value]] = set()
    for finder in (units_at, anything_at, places_at, headings_at, nouns_at, forces_at):
        for end, value in finder(tokens, at, world):
            if (end, value) not in seen and end <= len(tokens):
                seen.add((end, value))
                yield Edge(end, "value", value, 1 if value.word == "blank" else 0)
    for end, value in (*seats_at(tokens, at), *plain_at(tokens, at), *counts_at(tokens, at, world)):
        yield Edge(end, "value", value)
    found = direction_at(tokens, at)
    if found is not None and found[1] in world.table.directions:
        points = (one for one in world.table.directions if token_is(tokens[at].word, one))
        said = world.table.directions[next(points, found[1])]
        yield Edge(found[0], "value", Value("direction", (said,), word=found[1]))


def token_is(said: str, point: str) -> bool:
    """Is that a point of the compass, said outright (`eastwards`) or by its letter?"""
    if point not in ("north", "east", "south", "west"):
        return False
    return said == point[0] or said.removesuffix("s").removesuffix("ward") == point


def _verbs(tokens: Tokens, at: int, world: World) -> Iterator[Edge]:
    for length in range(7, 0, -1):
        words = tuple(one.word for one in tokens[at : at + length])
        rows = world.table.said.get(words, ()) if len(words) == length else ()
        rows = tuple(row for row in rows if row.gm == (not world.seat))
        if rows and not _is_somebodys(tokens, at, world):
            yield from _apart(tokens, at, world)
            yield Edge(at + length, "verb", rows)
            if tokens[at].word.endswith("ing") and tokens[at].word not in PREPOSITIONS:
                yield Edge(at + length, "participle", rows)
            marks = words[-1] in ("on", "at", "into", "onto", "upon", "to")
            open_ended = marks or direction_at(tokens, at + length - 1)
            if length == 1 or not open_ended:
                return


def _is_somebodys(tokens: Tokens, at: int, world: World) -> bool:
    """`the enforcer's maul`, `his hammer`: a weapon, and not what is done."""
    before = tokens[at - 1].word if at else ""
    if before not in ("'s", "his", "her", "its", "their"):
        return False
    return any("weapon" in value.classes for _, value in nouns_at(tokens, at, world))


def _apart(tokens: Tokens, at: int, world: World) -> Iterator[Edge]:
    """`picks the skrap up`: a verb and its particle with something between them."""
    behind = next((one for one in range(at + 2, at + 6) if _parted(tokens, at, one)), 0)
    rows = world.table.said.get((tokens[at].word, tokens[behind].word), ()) if behind else ()
    rows = tuple(row for row in rows if row.gm == (not world.seat))
    if rows:
        yield Edge(at + 1, "verb", rows)


def _parted(tokens: Tokens, at: int, behind: int) -> bool:
    """Is that a particle at the end of a part, or before a word that goes with a place?"""
    if behind >= len(tokens) or tokens[behind].word not in PARTICLES:
        return False
    after = tokens[behind + 1].word if behind + 1 < len(tokens) else ""
    plain = all(one.is_word or one.sort == "ref" for one in tokens[at:behind])
    return plain and (not after or after in LINKS or after in PREPOSITIONS or after == ".")


def _remarks(chart: Chart) -> None:
    """Parts between stops that have neither a value nor a verb nor anything that means: remarks."""
    tokens, size = chart.tokens, len(chart.tokens)
    stops = [
        at for at in range(size) if tokens[at].word in (",", "(", ")", "-", "..", "!", ":", ";")
    ]
    bounds = [-1, *stops, size]
    for before, behind in itertools.pairwise(bounds):
        inside = range(before + 1, behind)
        if inside and all(_says_nothing(chart, at) for at in inside):
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


def _goes_on(chart: Chart, at: int) -> bool:
    """Does a pronoun stand behind a word of no meaning here, and not behind a verb or a link?"""
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
    if token.word == "too" and at + 1 < len(chart.tokens) and chart.tokens[at + 1].is_word:
        kinds = kinds - {"same"}  # `too expensive`
    if means or kinds & {"verb", "deed", "not", "same", "bar"}:
        return False
    if not token.is_word or "skip" in kinds:
        return True
    table = chart.world.table
    known = len(token.word) < 4 or token.word in english() or "'" in token.word
    known = known or (len(token.word) > 5 and token.word.endswith("ing"))
    return known and (token.word in PREPOSITIONS or token.word not in table.meaning)


SECOND_THOUGHTS = ("edit", "correction", "sorry", "meant", "mean", "rather", "no", "wait")


def holds_order(chart: Chart, at: int, end: int) -> bool:
    """Brackets that hold a second thought (`(edit: 8,11)`) or an order are no remark."""
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
    """In brackets behind an order even names of units are remarks, but no denial or doubt."""
    token = chart.tokens[at]
    known = not token.is_word or len(token.word) < 4 or token.word in english()
    named = "value" in chart.kinds_at(at) or "skip" in chart.kinds_at(at)
    return (known or named) and not chart.kinds_at(at) & {"not", "bar"}
