"""Finds words that make a whole sentence uncertain: at its edges, before a colon, as subject."""

import re
from collections.abc import Sequence
from itertools import pairwise

from grammar.reader.acts import SEAMS, rows_of
from grammar.reader.chart import chart_of
from grammar.reader.deeds import SUBJECT, Deed
from grammar.reader.edges import Chart
from grammar.reader.remarks import holds_order
from grammar.reader.rethinking import CRIES
from grammar.reader.spell import english
from grammar.reader.steps import Step
from grammar.reader.tokens import tokens_of
from grammar.reader.values import Tokens
from grammar.reader.world import World

OPENINGS = frozenset(
    (
        *("i", "i'm", "am", "we", "we're", "are", "it", "is", "this", "just", "so", "but", "and"),
        *("still", "only", "really", "all", "that", "that's", "it's", "a", "an", "my"),
    )
)
"""Words that may precede words of doubt (`I'm still not sure`)."""

FORBIDS = (
    "don't", "dont", "never", "cancel", "stop", "ignore", "disregard", "forget", "scratch",
    "strike", "revert", "withdraw", "delete", "hold",
)  # fmt: skip
PRO_FORMS = frozenset(
    (
        *("do", "that", "it", "this", "them", "these", "those", "yet", "now", "please", "for"),
        *("just", "all", "of", "one", "order", "orders", "last", "my", "the", "everything"),
        *("off", "on", "so", "again", "anything", "carry", "out", "run", "file", "read", "execute"),
    )
)
"""Words that may follow one of `FORBIDS`, as they only refer to what has just been ordered."""

IS = ("is", "are", "was", "were", "seems", "looks", "sounds", "be")
TOO = ("very", "so", "really", "too", "a", "an", "quite", "just", "rather", "pretty")
JUDGED = (
    "stupid", "good", "great", "nice", "cool", "fine", "brave", "mad", "crazy", "silly", "wrong",
    "right", "dumb", "risky", "dangerous", "pointless", "useless", "smart", "clever", "tempting",
)  # fmt: skip
OTHERS = ("he", "she", "they")
PLAINLY = ("merely", "only", "just", "then", "also", "now")
FIRST = ("and", "then", "so", "but", "now", "after", "that", "ok", "next", ",", "well", "also")


def doubt_of(tokens: Tokens, step: Step, world: World, before: Step | None) -> str:
    """The words that make a sentence uncertain, or an empty text; `before`: the sentence before it,
    None if it is the first one."""
    return (
        _at_an_edge(tokens)
        or _puts_off(tokens)
        or _is_judged(tokens)
        or _speaker(tokens, world)
        or _other(tokens, step, before, world)
    )


def _puts_off(tokens: Tokens) -> str:
    """The word that makes the order wait for what somebody does (`after I have seen him, ...`)."""
    words = [token.word for token in tokens[:2]]
    waits = words[:1] in (["after"], ["before"], ["until"]) and words[1:] in (
        ["i"],
        ["we"],
        ["you"],
    )
    return words[0] if waits else ""


def _at_an_edge(tokens: Tokens) -> str:
    """Words of doubt at the beginning of a part of the sentence.

    `not sure, L1 to 8,12`, `L1 to 8,12, in theory`, `I wonder: ...`.
    """
    parts: list[list[str]] = [[]]
    for token in tokens:
        if token.word in (*SEAMS, ":", "—", ")", "[", "]"):
            parts.append([])
        else:
            parts[-1].append(token.word)
    for part in parts:
        if row := doubted(part):
            return row
    return ""


def doubted(words: list[str]) -> str:
    """The words of doubt that a part of a sentence begins with; empty if there are none."""
    for at in range(len(words)):
        for row in rows_of("doubt"):
            if tuple(words[at : at + len(row)]) == row:
                return " ".join(row)
        if words[at] not in OPENINGS and words[at] not in CRIES:
            return ""
    return ""


def casts_doubt(tokens: Tokens, orders: bool, named: bool) -> bool:
    """Does a remark make the orders beside it uncertain (`unless you object`)?

    `orders`: something was ordered before it.  `named`: it names a unit.
    """
    words = tuple(token.word for token in tokens if token.word not in "()-")
    doubts = any(words[: len(row)] == row for row in rows_of("whole"))
    begins = any(words[: len(row)] == row for row in rows_of("condition"))
    spoken = [token.word for token in tokens if token.is_word]
    doubts = doubts or spoken[:1] in (["might"], ["could"], ["would"], ["was"], ["were"])
    doubts = doubts or spoken[-1:] in (["might"], ["could"], ["would"], ["should"])
    doubts = doubts or (orders and bool(doubted([token.word for token in tokens])))
    return doubts or (begins and (orders or named))


def _is_judged(tokens: Tokens) -> str:
    """The words of a judgement (`L1 attacks O1 is stupid`), which orders nothing; else empty."""
    words = [token.word for token in tokens if token.is_word or token.sort in ("number", "ref")]
    if not words or words[-1] not in JUDGED:
        return ""
    at = len(words) - 2
    while at > 0 and words[at] in TOO:
        at -= 1
    about = at > 1 and words[at] in IS and words[at - 1] not in ("he", "she", "it", "this", "they")
    return f"{words[at]} {words[-1]}" if about else ""


def _speaker(tokens: Tokens, world: World) -> str:
    """The name of somebody else who is quoted (`Bob: L1 to 8,12`); empty if there is none."""
    named = len(tokens) > 2 and tokens[1].word == ":" and tokens[0].is_word
    word = tokens[0].word if named else ""
    known = word in english() or word in world.vocabulary or word in world.table.vocabulary
    known = known or word in world.named  # `PEL: 3 archers`
    return tokens[0].text if word and not known and tokens[0].text[:1].isupper() else ""


def _other(tokens: Tokens, step: Step, before: Step | None, world: World) -> str:
    """A pronoun as subject that may be somebody other than the writer's unit; else empty.

    `he lets L1 attack O1`, `then he will charge with L1`.  Not so if he commands others and the
    sentence before it was about a leader (`the Commander holds. He has ..`).  Also a `while` before
    a single order.
    """
    at = 0
    while at < len(tokens) and tokens[at].word in FIRST:
        at += 1
    word = tokens[at].word if at < len(tokens) else ""
    deeds = [deed for deed in step.readings[0].deeds if not deed.void]
    if tokens[0].word == "while" and len(deeds) < 2:
        return "while"
    behind = [token.word for token in tokens[at + 1 :] if token.word not in PLAINLY]
    if tuple(behind[:1]) in rows_of("commands") and before is not None and _leads(before, world):
        return ""
    others = ("said", "none") if before is not None else ("said", "none", "open")
    return word if word in OTHERS and deeds and deeds[0].subject in others else ""


def _leads(step: Step, world: World) -> bool:
    """Does a sentence order something of somebody who leads others?"""
    forms = [deed.form.text for one in step.readings[:1] for deed in one.deeds[:1] if deed.form]
    texts = [step.text.lower().rstrip(" .")] if step.strict else forms
    return step.orders and any(text.endswith(end) for text in texts for end in world.table.leads)


def forbids(tokens: Tokens) -> str:
    """The words, if the sentence forbids what was ordered (`Don't do that yet`, `Cancel that`).

    Empty if it does not.
    """
    words = [token.word for token in tokens if token.is_word]
    while words and (words[0] in CRIES or words[0] in ("but", "please", "and", "well", "actually")):
        words = words[1:]
    if words[:2] == ["do", "not"]:
        words = ["don't", *words[2:]]
    plain = bool(words) and all(token.is_word or token.sort == "sign" for token in tokens)
    if not plain or words[0] not in FORBIDS or not set(words[1:]) <= PRO_FORMS:
        return ""
    alone = len(words) > 1 or words[0] in ("don't", "dont", "cancel", "stop")
    return " ".join(words) if alone else ""


def asks_opinion(tokens: Tokens) -> bool:
    """Does it ask for an opinion about an order (`What do you think?`, `Thoughts?`, `Ok?`)?"""
    words = [token.word for token in tokens if token.is_word]
    while words and words[0] in (*CRIES, "so", "and", "but", "well") and len(words) > 1:
        words = words[1:]
    return len(words) < 8 and any(
        tuple(words[: len(row)]) == row and (len(row) > 1 or len(words) == 1)
        for row in rows_of("opinion")
    )


GREETS = (
    "hi", "hello", "hey", "yo", "hiya", "howdy", "morning", "evening", "afternoon", "night",
    "day", "greetings", "welcome", "thanks", "thx", "ty", "cheers", "sorry", "luck", "bye",
    "goodbye", "weekend", "oi", "congratulations", "congrats",
)  # fmt: skip
SPOKEN_TO = (
    "everyone", "everybody", "all", "guys", "folks", "people", "team", "lads", "boys", "friends",
    "gents", "gentlemen",
)  # fmt: skip


def ungreeted(tokens: Tokens) -> Tokens:
    """The tokens without people who are greeted, who do not act (`Hi everyone! L1 moves ...`)."""
    kept = []
    for at, token in enumerate(tokens):
        greeted = at > 0 and tokens[at - 1].word in GREETS and token.word in SPOKEN_TO
        ends = at + 1 == len(tokens) or tokens[at + 1].sort == "sign"
        if not (greeted and ends and [one.word for one in tokens[at + 1 : at + 2]] != [":"]):
            kept.append(token)
    return tuple(kept)


def only_next_turn(tokens: Tokens) -> str:
    """The words `next turn`, if they may put off the order before them (`M1 to 13,7! next turn`).

    Empty if they are not said so.
    """
    words = [token.word for token in tokens if token.is_word and token.word not in CRIES]
    later = words[:2] in (["next", "turn"], ["next", "round"])
    return " ".join(words[:2]) if later and len(words) < 5 else ""


def denial_goes_on(deeds: Sequence[Deed], chart: Chart) -> bool:
    """May a denial also hold for a clause without a verb behind it?

    `don't build a temple and a market in Jestwick`, `don't move L1 and L2 to 8,12`.
    """
    first = denied_first(chart)
    return any(
        two.bare
        and (
            (one.denies and two.subject != "said")
            or (first and (one.denies or one.verb is None) and one.role(SUBJECT) is not None)
        )
        for one, two in pairwise(deeds)
    )


def denied_first(chart: Chart) -> bool:
    """Does a denial come before the first unit named (`don't move L1 and L2 to 8,12`)?"""
    for at in range(len(chart.tokens)):
        kinds = chart.kinds_at(at)
        if "not" in kinds:
            return True
        if any(edge.kind == "value" and edge.value.kind == "units" for edge in chart.edges[at]):
            return False
    return False


def orders_in_brackets(text: str, world: World) -> bool:
    """Is there an order in brackets (`L1 to 8,12 (then L2 attacks O1)`)?"""
    return any(
        holds_order(chart_of(tokens, world), 0, len(tokens))
        for tokens in map(tokens_of, re.findall(r"\(([^()]+)\)", text))
    )
