"""Remarks beside an order that only tell why, where, wherewith or in which manner: `with a groan of
ropes`, `singing something rude`, `because it would be rude`, `the others stay quiet`.

They are recognized by how they begin (clauses that describe somebody: `described.py`).  Not so if
they name a thing of the match, a number or an act, speak of the order itself, or hold a word that
leaves something open.
"""

from collections.abc import Sequence

from grammar.doubt.around import SMALL
from grammar.doubt.beside import THING
from grammar.doubt.marks import begins, found, row_at
from grammar.doubt.message import Message, Segment, leaving_out
from grammar.doubt.subordinate import only_tells, opening
from grammar.doubt.telling import is_heading
from grammar.reader.candidates import STAYS

SHORTEST = 3
"""A remark has at least so many words."""

MINOR = frozenset(("ordinal", "direction", "text", "phase"))
"""Kinds of values that a remark may hold; others only if they are small words (`up`)."""

OPEN = ("about the order", "unreal", "still open")
WAITS = ("time", "condition", "unreal", "puts it off")
UNDOES = ("withdrawal", "time", "condition", "puts it off", *OPEN)
"""Classes of words that no remark holds, those with which somebody stays only for some time, and
those that a remark holds only behind a word for why or wherewith."""


def unremarked(message: Message) -> str:
    """The text of a message without the remarks beside its orders; empty if there is none, or
    nothing else."""
    gone = [part for part in message.parts if _is_remark(message, part)]
    return leaving_out(message, gone)[0] if gone and len(gone) < len(message.parts) else ""


def _is_remark(message: Message, part: Segment) -> bool:
    """Does a part only tell something?"""
    words = part.words[part.words[:1] == ["and"] :]
    introduced = part.start and message.tokens[part.sentence][part.start - 1].word == ":"
    asks = message.sentences[part.sentence].asks
    if introduced or asks or is_heading(message, part) or begins(words, "conclusion"):
        return False
    if _says_where_or_why(message, part, words) or _stays(message, part, words):
        return True
    if len(words) < SHORTEST or _names(message, part):
        return False
    wherewith = _says_wherewith(words) or _says_in_which_manner(words)
    return wherewith or _excuses(message, part, words)


def _names(message: Message, part: Segment) -> bool:
    """Does a part name a thing of the match, a number, or a way that is taken?"""
    words = [token.word for token in message.tokens[part.sentence]]
    kinds = {
        value.kind
        for one in part.said
        if not SMALL.issuperset(words[one.start : one.end])
        for value in one.values
    }
    counts = any(token.sort in ("number", "ref", "cell") for token in part.tokens)
    return counts or not kinds <= MINOR or ("direction" in kinds and _acts(message, part))


def _acts(message: Message, part: Segment) -> bool:
    """Does a part hold a verb of an order that is no noun (`the march`)?"""
    tokens = part.tokens
    return any(
        (token.word,) in message.world.table.said
        and not begins((token.word,), "auxiliary")
        and (not at or tokens[at - 1].word not in THING)
        for at, token in enumerate(tokens)
    )


def _says_where_or_why(message: Message, part: Segment, words: Sequence[str]) -> bool:
    """`because iron burns also if one is patient`, `where he sees the legion`: it may name units if
    nobody acts."""
    begun = opening(words)
    reason = row_at(words, 0, "opens because") > 0
    plain = [one for at, one in enumerate(words) if not (reason and at > begun and one == "if")]
    if not begun or len(words) < SHORTEST or not only_tells(plain) or found(words, *OPEN):
        return False
    if not reason and _acts(message, part):
        return False
    counted = any(token.sort in ("number", "cell") for token in part.tokens)
    units = {value.kind for one in part.said for value in one.values} <= {*MINOR, "units", "noun"}
    return not _names(message, part) or (units and not counted and not _acts(message, part))


def _stays(message: Message, part: Segment, words: Sequence[str]) -> bool:
    """`the others stay quiet`: all who are not named do nothing."""
    end = row_at(words, 0, "the others")
    if not end or end == len(words) or words[end] not in STAYS:
        return False
    kinds = {value.kind for one in part.said for value in one.values}
    behind = words[end + 1 :]
    said = message.world.table.said
    return kinds <= {*MINOR, "rest"} and not (
        (words[end],) in said or any((one,) in said for one in behind) or found(behind, *WAITS)
    )


def _excuses(message: Message, part: Segment, words: Sequence[str]) -> bool:
    """`.. no, 4, I was looking at the other column`: why something was put right before it."""
    if not begins(words, "writer") or found(words, *UNDOES, "denial"):
        return False
    begun = begins(words[1:], "recounts")
    said = message.tokens[part.sentence][: part.start]
    before = [token.word for row in message.tokens[: part.sentence] for token in row]
    before += [token.word for token in said]
    return begun and bool(found(before, "puts right")) and not _acts(message, part)


def _says_wherewith(words: Sequence[str]) -> bool:
    """`with a groan of ropes that one can hear in the next county`."""
    that = [one for one in words[1:] if one != "that"]
    return begins(words, "wherewith") and not found(
        that, "with what", "withdrawal", "leaves open", *OPEN
    )


def _says_in_which_manner(words: Sequence[str]) -> bool:
    """`gathering up his robe`, `dressing by the left like a chorus line`."""
    manner = words[0].endswith("ing") and not begins(words, "no manner")
    return manner and not found(words, *UNDOES, "denial", "writer")
