"""Builds the chart of a sentence: edges that say what each stretch of its tokens could be."""

from collections.abc import Iterator
from functools import lru_cache

from grammar.reader.acts import is_polite
from grammar.reader.asides import counts_one, is_address, opens
from grammar.reader.counts import counts_at
from grammar.reader.edges import PREPOSITIONS, Chart, Edge
from grammar.reader.epithets import gesture_at, is_coloured
from grammar.reader.flavour import flavour_at
from grammar.reader.forces import forces_at
from grammar.reader.idioms import idioms_in, pieces_at
from grammar.reader.measured import measures
from grammar.reader.reasons import reasons
from grammar.reader.remarks import remarks
from grammar.reader.rows import VerbRow
from grammar.reader.spell import Respelt
from grammar.reader.table import Table, common, token_words
from grammar.reader.there import TROOPS, anything_at
from grammar.reader.units import EXCEPT, kind_at, units_at
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
from grammar.reader.whereabouts import whereabouts
from grammar.reader.world import Value, World
from rules.line.work import kept, spend

CHARTED = 240
"""Steps of work for charting one token."""

LINKS = (",", ";", "and", "&", "then", "/", ":", "|", "-", "=", "..", "while", "plus", "+", "—")
PARTICLES = frozenset(
    (
        *("up", "down", "over", "out", "off", "in", "on", "along", "forward", "back"),
        *("away", "across", "around"),
    )
)
PRONOUNS = frozenset(
    ["he", "she", "it", "they", "him", "her", "them", "himself", "herself", "itself", "themselves"]
)
PICKED = ("everyone", "everybody", "anyone", "anybody", "all", "those", "units", "models")
SUFFERS = ("gets", "get", "is", "are", "be")
"""Words that make a participle passive (`O1 gets charged by L1`)."""

MANNERS = ("at", "on", "full", "flat")
"""First words of verbs that say how somebody moves (`at full speed`)."""
SEAMS = (",", ":", "-", ";", "then")
AFAR = ("except", "excepting", "excluding", "save", "but")
"""Words that take units out of a group named before."""

REFLEXIVE = {
    "myself": "\0self",
    "himself": "\0self", "herself": "\0self", "itself": "\0self", "themselves": "\0self",
    "him": "\0them", "them": "\0them", "it": "\0them", "her": "\0them",
}  # fmt: skip
"""Pronouns as units: `\\0self` is the subject, `\\0them` whoever was attacked or acted last."""

SAME: tuple[tuple[str, ...], ...] = (
    ("the", "same"), ("same",), ("likewise",), ("ditto",), ("does", "the", "same"),
    ("the", "same", "way"), ("same", "again"), ("same", "thing"), ("the", "same", "thing"),
    ("too",), ("as", "well"), ("also",), ("so", "does"), ("so", "do"), ("so", "will"),
)  # fmt: skip


SAME_BEGINS = frozenset(words[0] for words in SAME)


@lru_cache(maxsize=64)
def _begins(table: Table) -> tuple[frozenset[str], ...]:
    """The first words of verbs, of noise, and of vague words, in this order."""
    rows = (table.said, table.noise, table.vague)
    return tuple(frozenset(words[0] for words in some if words) for some in rows)


@lru_cache(maxsize=1)
def negations() -> frozenset[tuple[str, ...]]:
    """The words that deny (`not`, `do not`), as rows of words."""
    return frozenset(token_words(one) for one in common()["acts"]["negation"])


def chart_of(tokens: Tokens, world: World, respelt: tuple[Respelt, ...] = ()) -> Chart:
    """The chart of a sentence.  It is cached, so callers must not change its edges."""
    return _chart_once(tokens, world, respelt)


@kept(64)
def _chart_once(tokens: Tokens, world: World, respelt: tuple[Respelt, ...]) -> Chart:
    spend(CHARTED * len(tokens))
    chart = Chart(tokens, world, respelt=respelt)
    chart.edges = [list(_edges(chart, at)) for at in range(len(tokens))]
    words = frozenset(token.word for token in tokens)
    for piece in world.table.pieces:
        for at in range(len(tokens)):
            chart.edges[at] += list(pieces_at(chart, piece, at, words))
    for at, edges in idioms_in(chart):
        chart.edges[at] += edges
    for at in range(len(tokens)):
        chart.edges[at] += list(flavour_at(chart, at))
    for at in range(len(tokens)):
        if _is_unknown(chart, at):
            unknown = Edge(at + 1, "unknown", tokens[at].text, 1)
            chart.edges[at].append(Edge(at + 1, "skip") if is_coloured(chart, at) else unknown)
            if end := gesture_at(chart, at):
                chart.edges[at].append(Edge(end, "remark"))
    remarks(chart)
    reasons(chart)
    measures(chart)
    whereabouts(chart)
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
    for words in SAME if token.word in SAME_BEGINS else ():
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
    """Edges for words that may be skipped in this place: an address, a particle, politeness."""
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
    if token.word in ("i'm", "we're") and follows.endswith("ing"):
        yield Edge(at + 1, "skip")
    if token.word in PARTICLES and (follows in PREPOSITIONS or _ends_a_verb(tokens, at, world)):
        yield Edge(at + 1, "skip")
    if token.word in ("can", "could", "would", "will") and at < 3 and is_polite(tokens):
        yield Edge(at + 1, "skip")


def _ends_a_verb(tokens: Tokens, at: int, world: World) -> bool:
    """Whether it is the particle of a verb a few words before (`picks the skrap up`)."""
    return any(
        _parted(tokens, one, at) and (tokens[one].word, tokens[at].word) in world.table.said
        for one in range(max(0, at - 5), at - 1)
    )


def _noise(tokens: Tokens, at: int, world: World) -> Iterator[Edge]:
    """Skips for noise: the rows of words that fit, the longest first."""
    if _counts_in(tokens, at, world):
        return
    if tokens[at].word == "by" and any(
        of.side == "foe" for _, of in units_at(tokens, at + 1, world)
    ):
        return  # `M1 is shot at by O1`
    if tokens[at].word in ("a", "an") and all(not one.is_word for one in tokens[at + 1 :]):
        return  # `Wxa`: unfinished, something should follow
    begins = tokens[at].word in _begins(world.table)[1]
    for length in range(8, 0, -1) if begins else ():
        words = tuple(one.word for one in tokens[at : at + length])
        if len(words) == length and words in world.table.noise:
            yield Edge(at + length, "skip")
            if length == 1:
                return


def _counts_in(tokens: Tokens, at: int, world: World) -> bool:
    """Whether the word says how many of a group are meant (`all but M1`, `both legions`)."""
    said, behind = tokens[at].word, tokens[at + 1].word if at + 1 < len(tokens) else ""
    before = tokens[at - 1].word if at else ""
    if said in ("all", "each", "every") and behind in EXCEPT:
        return True
    if said in ("but", "save") and before in (*PICKED, *TROOPS, "them", "us", "you"):
        return True
    if said == "but" and any(edge.end == at + 1 for edge in _exceptions(tokens, at, world)):
        return True
    start = skip(tokens, at + 1, "of", "the", "my", "our", "your", "their")
    if said == "both" and (said, behind) in world.table.said:
        return True
    return said == "both" and any(True for _ in kind_at(tokens, start, world))


def _begins_a_row(tokens: Tokens, at: int, world: World) -> bool:
    """Whether `first` opens a series of orders (`first M2 moves, then ...`, `M2 first moves`)."""
    if tokens[at].word not in ("first", "firstly"):
        return False
    if at and tokens[at - 1].word not in LINKS:
        after = tokens[at + 1].word if at + 1 < len(tokens) else ","
        verb = (after,) in world.table.said and not any(
            True for _ in kind_at(tokens, at + 1, world)
        )
        verb = verb or any(True for _ in nouns_at(tokens, at + 1, world))
        return tokens[at - 1].word not in ("the", "my", "a", "round") and (verb or after in SEAMS)
    behind = at + 1 + (at + 1 < len(tokens) and tokens[at + 1].word in (",", ":"))
    if tokens[behind : behind + 1] and tokens[behind].word in ("i", "we", "i'll", "let", "have"):
        return True
    return behind < len(tokens) and any(
        value.kind == "units" and value.side != "foe"
        for _, value in units_at(tokens, behind, world)
    )


def _picks_out(tokens: Tokens, at: int) -> bool:
    """Whether `with` picks some of a group by what they carry (`everyone with a bolter`)."""
    before = tokens[at - 1].word if at else ""
    after = tokens[at + 1].word if at + 1 < len(tokens) else ""
    return tokens[at].word == "with" and before in PICKED and after in ("a", "an", "any")


def _exceptions(tokens: Tokens, at: int, world: World) -> Iterator[Edge]:
    """Units excepted from a group named earlier (`everybody advances 2, except RL1`, `all marines
    fire, but M1 runs`)."""
    if tokens[at].word in AFAR:
        behind = at + 1 + (at + 1 < len(tokens) and tokens[at + 1].word in ("for", "from"))
        for end, value in units_at(tokens, behind, world):
            if value.kind == "units" and not value.options and value.side != "foe":
                if end == len(tokens) or not tokens[end].is_word or tokens[end].word in LINKS:
                    yield Edge(end, "except", value.items)
                elif _is_among(value.items, tokens[:at], world):
                    yield Edge(at + 1, "except", value.items)


def _is_among(refs: tuple[str, ...], tokens: Tokens, world: World) -> bool:
    """Do they belong to a group named earlier, with something said between it and them?"""
    groups = [
        end
        for at in range(len(tokens))
        for end, value in units_at(tokens, at, world)
        if value.plural and set(refs) < set(value.items)
    ]
    return any(groups) and max(groups) < len(tokens)


def _bars(tokens: Tokens, at: int, world: World) -> Iterator[Edge]:
    """Bars for vague words, which nobody can compute, and for verbs in the past.

    A passive (`gets charged by L1`) is no past: it is a verb.
    """
    begins = tokens[at].word in _begins(world.table)[2]
    for length in (4, 3, 2, 1) if begins else ():
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
    """Whether the participle is a passive that names who does it (`O1 gets charged by L1`)."""
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
    """Does the word say that point of the compass, in full (`eastwards`) or by its letter?"""
    if point not in ("north", "east", "south", "west"):
        return False
    return said == point[0] or said.removesuffix("s").removesuffix("ward") == point


def _verbs(tokens: Tokens, at: int, world: World) -> Iterator[Edge]:
    begins = tokens[at].word in _begins(world.table)[0]
    for length in range(7, 0, -1) if begins else ():
        words = tuple(one.word for one in tokens[at : at + length])
        rows = world.table.said.get(words, ()) if len(words) == length else ()
        rows = tuple(row for row in rows if _is_said_here(row, world))
        if rows and not _is_somebodys(tokens, at, world):
            yield from _apart(tokens, at, world)
            yield Edge(at + length, "verb", rows)
            if length > 1 and words[0] in MANNERS:
                yield Edge(at + length, "manner", (rows, world.table.said.get(("move",), ())))
            if tokens[at].word.endswith("ing") and tokens[at].word not in PREPOSITIONS:
                yield Edge(at + length, "participle", rows)
            marks = words[-1] in ("on", "at", "into", "onto", "upon", "to")
            open_ended = marks or direction_at(tokens, at + length - 1)
            if length == 1 or not open_ended:
                return


def _is_somebodys(tokens: Tokens, at: int, world: World) -> bool:
    """Whether the word is a weapon, not a verb (`the enforcer's maul`, `his hammer`)."""
    before = tokens[at - 1].word if at else ""
    if tokens[at].word == "free" and before in ("my", "our", "a", "the", "one"):
        return True  # `barracks (my free building)`
    if before not in ("'s", "his", "her", "its", "their"):
        return False
    return any("weapon" in value.classes for _, value in nouns_at(tokens, at, world))


def _apart(tokens: Tokens, at: int, world: World) -> Iterator[Edge]:
    """A verb whose particle comes some words later (`picks the skrap up`)."""
    behind = next((one for one in range(at + 2, at + 6) if _parted(tokens, at, one)), 0)
    rows = world.table.said.get((tokens[at].word, tokens[behind].word), ()) if behind else ()
    rows = tuple(row for row in rows if _is_said_here(row, world))
    if rows:
        yield Edge(at + 1, "verb", rows)


def _is_said_here(row: VerbRow, world: World) -> bool:
    """Whether this seat may say the row, in this phase."""
    return row.gm == (not world.seat) and (not row.only or world.phase in row.only)


def _parted(tokens: Tokens, at: int, behind: int) -> bool:
    """Is there a particle at `behind`, at the end of a part or before a preposition?"""
    if behind >= len(tokens) or tokens[behind].word not in PARTICLES:
        return False
    after = tokens[behind + 1].word if behind + 1 < len(tokens) else ""
    plain = all(one.is_word or one.sort == "ref" for one in tokens[at:behind])
    return plain and (not after or after in LINKS or after in PREPOSITIONS or after == ".")
