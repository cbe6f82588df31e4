"""What stands beside an order: parts of a message that name nothing of this match.

A reason, a motto, an excuse, a cry, a remark in brackets: the message is read again without them,
and what was left out is judged by itself (`doubtful`, `worry`).
"""

from collections.abc import Iterator, Sequence
from functools import cache

from grammar.doubt.marks import begins, found, marks
from grammar.doubt.message import ValueSpan, said_in
from grammar.doubt.rules import bids
from grammar.doubt.subordinate import only_tells, opening
from grammar.reader.chart import SAME
from grammar.reader.shape import Sentence, shape
from grammar.reader.spell import english, is_near
from grammar.reader.tokens import Token, tokens_of
from grammar.reader.weights import stem, weights_of
from grammar.reader.world import World
from rules.line.frozen import Frozen

SEAMS = (",", ";", ":", "..", "!", "(", ")", "[", "]", "—", "–", "|", '"', "“", "”", "-", "*")
LINKS = frozenset(
    (
        "because", "cause", "cos", "coz", "cuz", "since", "so", "while", "as", "but",
        "though", "although", "hoping", "hopefully", "lol", "haha", "hahaha",
    )
)  # fmt: skip
"""Words that begin a new part without a sign before them."""

THING = ("the", "a", "an", "my", "his", "her", "its", "our", "their", "your", "no", "this", "that")
"""Before a verb these make a noun of it (`the march`), so that it orders nothing."""

PLAIN = ("ordinal", "direction", "text", "phase", "number", "numbers")
"""Kinds of values that also occur in small talk."""


class Parted(Frozen):
    """A message without the parts beside its orders, and these parts: before and after the first
    order."""

    text: str
    before: tuple[str, ...]
    behind: tuple[str, ...]

    @property
    def cut(self) -> bool:
        """Was anything left out?"""
        return bool(self.before or self.behind)

    @property
    def beside(self) -> str:
        """What was left out."""
        return "\n".join((*self.before, *self.behind))


def parted(text: str, world: World) -> Parted:
    """Separate the orders of a message from what stands beside them."""
    lines: dict[int, list[str]] = {}
    before, behind = list[str](), list[str]()
    for sentence in shape(text).sentences:
        kept = list[str]()
        for words, stays in _parts(sentence, world):
            if stays or sentence.heading:
                kept.append(words)
            else:
                (behind if lines or kept else before).append(words)
        end = "?" if sentence.asks else "."
        if kept:
            said = " ".join(kept).strip(" ,;:-!").strip()
            lines.setdefault(sentence.line, []).append(said + "?" * sentence.asks)
        else:
            (behind if lines else before).append(end)
    whole = "\n".join(". ".join(some) for some in lines.values())
    return Parted(whole, tuple(before), tuple(behind))


def _parts(sentence: Sentence, world: World) -> Iterator[tuple[str, bool]]:
    """The parts of a sentence as they were written, each with whether it belongs to an order."""
    tokens = tokens_of(sentence.text)
    said = said_in(tokens, world)
    cuts = list(_cuts(tokens, said))
    for at, (begin, end) in enumerate(cuts):
        start, stop = tokens[begin].start, tokens[end - 1].end
        if end < len(tokens) and tokens[end].word in (",", ";", ":", "!", ")", '"'):
            stop = tokens[end].end
        own = [one for one in said if begin <= one.start and one.end <= end]
        heads = end < len(tokens) and tokens[end].word == ":"  # `plan a: ...`
        leads = any(begun == end for begun, _ in cuts[at + 1 : at + 2])  # `anyone but L1 ...`
        of_order = heads or leads or _is_of_order(tokens[begin:end], own, world)
        if only_tells([token.word for token in tokens[begin:end] if token.sort != "sign"]):
            of_order = heads or leads or _names_more(tokens[begin:end], own, world)
        yield sentence.text[start:stop], of_order


def _is_of_order(tokens: Sequence[Token], said: Sequence[ValueSpan], world: World) -> bool:
    """Does a part name anything of the match, or hold a verb of an order?"""
    if any(value.kind not in PLAIN for one in said for value in one.values):
        return True
    if any(token.sort in ("number", "ref", "cell", "ordinal") for token in tokens):
        return True
    verbs = [at for at, token in enumerate(tokens) if (token.word,) in world.table.said]
    return any(at == 0 or tokens[at - 1].word not in THING for at in verbs)


def _names_more(tokens: Sequence[Token], said: Sequence[ValueSpan], world: World) -> bool:
    """Does a clause that tells why or where name a thing of the match, or a way that is taken?"""
    kinds = {value.kind for one in said for value in one.values}
    acts = any((token.word,) in world.table.said for token in tokens)
    return not kinds <= {*PLAIN} or ("direction" in kinds and acts)


def _cuts(tokens: Sequence[Token], said: Sequence[ValueSpan]) -> Iterator[tuple[int, int]]:
    """The (start, end) of each part; a value is never cut in two."""
    inside = {at for one in said for at in range(one.start + 1, one.end)}
    begin = 0
    for at in range(len(tokens) + 1):
        ends = at == len(tokens) or (at not in inside and tokens[at].word in SEAMS)
        links = not ends and at > begin and at not in inside and _links(tokens, at, said)
        if (ends or links) and at > begin:
            yield begin, at
        if ends:
            begin = at + 1
        elif links:
            begin = at


def _links(tokens: Sequence[Token], at: int, said: Sequence[ValueSpan]) -> bool:
    """Does a part begin at `at` without a sign before it (`K1 because ..`, `6,13 where ..`)?"""
    if tokens[at].word in LINKS:
        return True
    words = [token.word for token in tokens[at : at + 3]]
    return opening(words) > 0 and any(one.end == at for one in said)


# --- is it harmless? ------------------------------------------------------------------------------

REASON = ("because", "cause", "cos", "coz", "cuz", "since")
MEANT = frozenset(
    (
        "it", "that", "this", "so", "do", "does", "did", "one", "them", "want", "mean", "meant",
        "order", "orders", "go", "going", "move", "yet", "now", "today", "sure", "happen",
        "happening", "way", "really", "need", "better", "longer", "more", "me", "mine", "you",
    )
)  # fmt: skip
"""In a part with a denial, such a word may speak of the order (`I don't want that`)."""

HOW = ("not", "without", "never", "don't", "do", "neither", "nor", *REASON)
"""A part that begins with one of these says how, why, or that something is not to be done."""

MIND = frozenset(
    ("wonder", "tempted", "guess", "suppose", "think", "imagine", "consider", "decide", "ponder")
)
"""Words of somebody who is still thinking about the order."""

ENDS = frozenset(
    (
        "close", "closes", "closed", "finish", "finished", "done", "over", "end", "ends", "ended",
        "phase", "turn", "draw", "resign", "surrender", "deployment", "ready",
    )
)  # fmt: skip
"""Words that may end a phase or the match; a part with one of them is no mere remark."""

EXCUSES = ("sorry", "apologies", "pardon")
DANGERS = ("withdrawal", "time", "condition", "unreal")
SHORTEST = 3


def doubtful(parts: Parted) -> str:
    """The first words beside the orders that may speak about them; empty if there are none."""
    for said, ahead in ((parts.before, True), (parts.behind, False)):
        for part in said:
            if _is_spoken_to(tokens_of(part)):
                continue
            words = [token.word for token in tokens_of(part) if token.sort != "sign"]
            if doubt := "?" if "?" in part else _doubt(words, ahead) if words else "":
                return doubt
    return ""


def _is_spoken_to(tokens: Sequence[Token]) -> bool:
    """Is a part only the name of somebody (`.., Priya`), and no slip for a word of doubt?"""
    words = [token for token in tokens if token.sort != "sign"]
    kinds = (*DANGERS, "denial", "correction")
    doubts = frozenset(row[0] for kind in kinds for row in _single(kind))
    return 0 < len(words) <= 2 and all(
        one.is_word
        and one.text[:1].isupper()
        and one.text[1:].islower()
        and one.word not in english()
        and one.word not in doubts
        and not is_near(one.word, doubts)
        for one in words
    )


def _doubt(words: list[str], ahead: bool) -> str:
    if ENDS.intersection(words):
        return next(word for word in words if word in ENDS)
    if said := found(words, "conclusion"):
        return said
    if only_tells(words):
        return ""
    if words[0] in REASON or (not ahead and begins(words, "that")) or not MIND.isdisjoint(words):
        return next(word for word in words if word in (*REASON, *MIND) or begins([word], "that"))
    if tuple(words) in marks()["harmless"]:
        return ""
    if any(tuple(words[-len(row) :]) == row for row in SAME):  # `the second one the same`
        return words[-1]
    plain = [word for word in words if not (ahead and word in EXCUSES)]
    if said := found(plain, *DANGERS):
        return said
    if not ahead and (begins(words, "comment") or begins(words, "correction") or bids(words)):
        return words[0]
    if said := found(words, "denial"):
        about = len(words) < SHORTEST or not MEANT.isdisjoint(words) or words[-1:] == [said]
        return said if about or words[0] in HOW else ""
    if not ahead and len(words) < SHORTEST:
        return " ".join(words)
    return ""


# --- how much it worries --------------------------------------------------------------------------

WORRY = "beside"
"""The key of these weights in `weights.json`, beside those of the systems."""

WORRYING = 1_000
"""From this `worry` on (thousandths), the words beside an order speak against carrying it out."""


def worry(parts: Parted) -> int:
    """How much the words beside an order speak against carrying it out, in thousandths; a negative
    score speaks for it.  Learnt from sentences known to order something or not."""
    beside = facts_beside(" ".join(parts.before), " ".join(parts.behind))
    return weights_of(WORRY).of(("", *beside))


def facts_beside(before: str, behind: str) -> tuple[str, ...]:
    """Facts about the words before and behind an order: each word, runs of two and three words, and
    the same by their sorts (a denial, a small word, a verb in -ing)."""
    found: dict[str, None] = {}
    for side, text in (("<", before), (">", behind)):
        tokens = tokens_of(text)
        words = [stem(token.word) if token.is_word else token.word for token in tokens]
        sorts = [_sort(token) for token in tokens]
        found |= dict.fromkeys((*words, *(f"{side}{word}" for word in words)))
        for size in (2, 3):
            rows = ["_".join(words[at : at + size]) for at in range(len(words) - size + 1)]
            plain = ["_".join(sorts[at : at + size]) for at in range(len(words) - size + 1)]
            found |= dict.fromkeys((*rows, *(f"{side}~{row}" for row in plain)))
        found |= dict.fromkeys(f"{side}={sort}" for sort in sorts)
        near = slice(-3, None) if side == "<" else slice(0, 3)
        found[f"{side}next {'_'.join(words[near])}"] = None
        found[f"{side}next ~{'_'.join(sorts[near])}"] = None
        found[f"{side}long {min(len(words) // 4, 5)}"] = None
    return tuple(found)


def _sort(token: Token) -> str:
    """A small word or sign itself; the sort of any other word (`denial`, `ing`, `ed`, `word`)."""
    word = token.word
    if not token.is_word or len(word) <= 3:
        return word
    for sort in (*DANGERS, "denial", "correction", "comment"):
        if (word,) in _single(sort):
            return sort
    return "ing" if word.endswith("ing") else "ed" if word.endswith("ed") else "word"


@cache
def _single(sort: str) -> frozenset[tuple[str, ...]]:
    return frozenset(row for row in marks()[sort] if len(row) == 1)
