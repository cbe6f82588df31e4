"""Recognises speech acts: questions, requests, doubts, corrections, retractions, headings."""

import re
from collections.abc import Sequence
from functools import cache

from grammar.reader.edges import Chart
from grammar.reader.spell import english
from grammar.reader.table import common, token_words
from grammar.reader.tokens import Token, tokens_of
from grammar.reader.values import Tokens
from grammar.reader.world import World

SEAMS = (",", "..", "-", "(", ";", "!", "/")


@cache
def rows_of(name: str) -> tuple[tuple[str, ...], ...]:
    rows = (token_words(one) for one in common()["acts"][name])
    return tuple(sorted(rows, key=lambda row: -len(row)))


NOTHING = frozenset(
    (
        *("draw", "deal", "thanks", "thank", "way", "more", "mercy", "need", "peace", "truce"),
        *("treaty", "alliance", "pact", "ransom", "move", "moves", "order", "orders", "charge"),
        *("charges", "attack", "attacks", "shooting", "shots", "fighting", "fights", "magic"),
        *("change", "changes", "chance", "prisoners", "quarter", "problem", "idea", "time"),
        *("reply", "answer", "surrender", "withdrawal", "retreat", "further", "longer", "other"),
        *("spells", "cards", "card", "reroll", "rerolls", "exchange", "gold", "bounty"),
    )
)
"""Words that a `no` before them refuses, so that it is no correction (`sorry, no draw`)."""


def _denies(words: Sequence[str], at: int) -> bool:
    return words[at - 1] == "no" and at < len(words) and words[at] in NOTHING


def correction_at(tokens: Tokens) -> tuple[int, int] | None:
    """Where the last correction stands (`no wait`), as (begin, end); None if there is none."""
    words = [token.word for token in tokens]
    for at in range(len(words) - 1, -1, -1):
        if (end := rethought_at(words, at)) is not None:
            return at, end
        for row in rows_of("correction"):
            if tuple(words[at : at + len(row)]) == row and not _denies(words, at + len(row)):
                begin, end = at, at + len(row)
                for earlier_at in range(max(0, begin - 7), begin):
                    if any(
                        tuple(words[earlier_at : earlier_at + len(one)]) == one
                        and earlier_at + len(one) >= begin
                        for one in rows_of("correction")
                    ):
                        begin = earlier_at
                        break
                earlier = correction_at(tokens[:begin])
                if earlier is not None and all(
                    words[one] in (",", "..", "sorry", "no", "wait")
                    for one in range(earlier[1], begin)
                ):
                    begin = earlier[0]
                while end < len(words) and words[end] in (",", ":", ".."):
                    end += 1
                return begin, end
    return None


def rethought_at(words: Sequence[str], at: int) -> int | None:
    """Where words at `at` end that correct something only at the beginning of a part; else None.

    `... wait, 8,11`, `(edit: 8,11)`, `actually 8,11`.
    """
    if at and words[at - 1] not in SEAMS:
        return None
    for row in rows_of("rethought"):
        if tuple(words[at : at + len(row)]) == row:
            end = at + len(row)
            while end < len(words) and words[end] in (",", ":", ".."):
                end += 1
            return end
    return None


def is_question(tokens: Tokens, asks: bool) -> bool:
    """Does it ask for an answer, not for something to be done?  `asks`: it has a question mark."""
    words = tuple(token.word for token in tokens)
    while words and (
        words[0] in (",", "-", "(", "..", "hmm", "hm", "so", "and", "but", "wait", "ok")
    ):
        words = words[1:]
    if not words or is_polite(tokens):
        return False
    if asks and words[0] in ("you", "your"):  # `so you start with the caster?`
        return True
    first = any(words[: len(row)] == row for row in rows_of("question"))
    strong = words[0] in (
        "what",
        "what's",
        "how",
        "why",
        "who",
        "who's",
        "whose",
        "where",
        "does",
        "which",
        "can",
        "should",
        "is",
        "are",
        "was",
        "were",
        "did",
        "anyone",
        "anybody",
        "could",
        "would",
        "isn't",
        "aren't",
        "didn't",
        "doesn't",
    )
    return first if asks else strong


def is_polite(tokens: Tokens) -> bool:
    """Is it a polite request (`Could you please move ...`)?"""
    words = tuple(token.word for token in tokens)
    while words[:1] and words[0] in ("hey", "hi", "hello", "ref", "ok", "so", ","):
        words = words[1:]
    asked = {"could", "can", "would", "will"} & set(words[:3])
    if asked and not set(words[:3]) & OPEN and {"please", "pls", "plz"} & set(words):
        return True
    return any(
        words[at : at + len(row)] == row
        for row in rows_of("polite")
        for at in range(min(4, len(words)))
    )


OPEN = {"what", "how", "who", "why", "where", "when", "which"}


def is_strange_word(token: Token, chart: Chart) -> bool:
    """Is it neither an English word nor one of this match, and so perhaps a typo?"""
    word = token.word
    known = len(word) < 4 or word in english() or word in chart.world.vocabulary
    return token.is_word and not known and word not in chart.world.table.vocabulary


BACK = (
    "that",
    "this",
    "it",
    "i",
    "he",
    "they",
    "she",
    "allowed",
    "legal",
    "possible",
    "ok",
    "okay",
)


def asks_back(tokens: Tokens) -> bool:
    """Does it question the order before it (`is that legal?`, `can he do that?`)?"""
    words = [token.word for token in tokens if token.is_word]
    begins = words[:1] in (["is"], ["can"], ["would"], ["does"], ["could"], ["may"], ["will"])
    return begins and 1 < len(words) < 7 and words[1] in BACK


def unreal(tokens: Tokens) -> str:
    """Words before a colon after which nothing is really ordered; empty if there are none.

    `example: ...`, `my friend thinks: ...`, `I won't do this: ...`.
    """
    words = [token.word for token in tokens[:10]]
    begun = tuple(words[: words.index(":")]) if ":" in words else ()
    if words[:3] == ["e", ".", "g"] or words == ["e", ".", "g"]:
        return "e.g."
    for row in rows_of("unreal"):
        if any(begun[at : at + len(row)] == row for at in range(len(begun))):
            return " ".join(row)
    return ""


def retracted(tokens: Tokens) -> int:
    """Where words at the end begin that take back the whole sentence (`NOT!`, `just kidding`).

    -1 if there are none.
    """
    end = len(tokens)
    while end and tokens[end - 1].sort == "sign" and tokens[end - 1].word not in (")", "]"):
        end -= 1
    while end and tokens[end - 1].word in (")", "]"):
        end -= 1
    words = tuple(token.word for token in tokens[:end])
    for row in rows_of("retraction"):
        at = end - len(row)
        if (
            at >= 0
            and words[at:] == row
            and (at == 0 or len(row) > 1 or tokens[at - 1].sort == "sign")
        ):
            return at
    return -1


def hedges(tokens: Tokens) -> tuple[str, ...]:
    """The first hedge or condition in a part of a sentence, as a tuple of at most one."""
    words = tuple(token.word for token in tokens)
    rows = (*rows_of("hedge"), *rows_of("condition"), *rows_of("whole"))
    return tuple(
        " ".join(row)
        for row in rows
        if any(words[at : at + len(row)] == row for at in range(len(words)))
    )[:1]


def doubts_in_brackets(text: str) -> bool:
    """Is there a doubt, denial or correction in brackets (`L1 to 8,12 (not really)`)?"""
    denials = (*rows_of("negation"), *rows_of("correction"), *rows_of("rethought"))
    for inside in re.findall(r"\(([^()]*)\)", text):
        tokens = tokens_of(inside)
        words = tuple(token.word for token in tokens)
        denied = any(
            words[at : at + len(row)] == row for row in denials for at in range(len(words))
        )
        if denied or hedges(tokens):
            return True
    return False


def hesitation(tokens: Tokens) -> str:
    """The last word, if it says that the writer is still thinking (`d7-d6, hmm`); else empty."""
    spoken = [token.word for token in tokens if token.is_word]
    last = " ".join(spoken[-1:]) if len(spoken) > 1 or len(tokens) > 1 else ""
    return last if (last,) in rows_of("hesitation") else ""


def _without_inches(text: str) -> str:
    """The text without inch signs: quotation marks behind a number, outside a quotation."""
    kept, opened = "", False
    for at, sign in enumerate(text):
        if sign == '"' and not opened and text[:at].rstrip()[-1:].isdigit():
            kept += " "
            continue
        opened = opened != (sign == '"')
        kept += sign
    return kept


def is_quotation(text: str, world: World) -> bool:
    """Does the text quote several words in quotation marks, and have other words around them?"""
    text = _without_inches(text)
    for quoted in re.finditer('"([^"]+)"', text):
        inside = token_words(quoted[1])
        outside = token_words(text[: quoted.start()] + text[quoted.end() :])
        if len(inside) > 1 and outside and "".join(inside) not in world.named:
            return True
    return False


def is_plain_heading(tokens: Tokens) -> bool:
    """Is it a heading that only says when or whose turn it is (`Turn 1`, `ROUND 2 - red`)?"""
    words = [token.word for token in tokens if token.sort not in ("number", "sign", "ordinal")]
    known = all(word in HEADING_WORDS or word in ("move", "moves") for word in words)
    return known and any(
        word in ("turn", "round", "phase", "orders", "move", "moves") for word in words
    )


def heads_a_plan(tokens: Tokens) -> bool:
    """Is it a heading that announces the orders below it (`My plan:`, `Here's the plan:`)?

    `Plan A` and `Plan 2` are not, as there are several; nor is `Plan for tonight`.
    """
    spoken = [token for token in tokens if token.sort not in ("number", "sign", "ordinal")]
    words = [token.word for token in spoken]
    plans = [at for at, token in enumerate(tokens) if token.word in PLANS]
    counted = any(one.sort == "number" for at in plans for one in tokens[at + 1 : at + 2])
    known = all(word in HEADING_WORDS or word in (*PLANS, *OPENINGS) for word in words)
    return bool(plans) and known and not counted


PLANS = ("plan", "plans")
OPENINGS = ("here", "here's", "is", "are", "so", "move", "moves", "now", "next", "ok")


def is_draft(tokens: Tokens) -> bool:
    """Does it begin with words after which nothing is settled (`draft: ...`, `option 2: ...`)?"""
    words = tuple(token.word for token in tokens)
    for row in rows_of("whole"):
        if words[: len(row)] == row and len(tokens) > len(row):
            return ":" in words[len(row) : len(row) + 3]
    return False


def is_open(tokens: Tokens) -> str:
    """Words of a heading that leave the orders below it unsettled; empty if there are none.

    They hedge (`Plan for tonight, not an order yet:`), say that it is one of several plans
    (`Plan 1:`) or that it is somebody else's (`what my friend says:`).
    """
    words = tuple(token.word for token in tokens)
    rows = (*rows_of("hedge"), *rows_of("unreal"))
    said = (row for row in rows for at in range(len(words)) if words[at : at + len(row)] == row)
    plans = (word for word in words if word in PLANS)
    return " ".join(next(said, ())) or next(plans, "")


def heading_verb(tokens: Tokens, world: World) -> str:
    """The name of the verb that a heading stands for (`Move Phase`, `ROUND 1 - MOVE`, `Charges`).

    Empty if it is no such heading.
    """
    found = ""
    for token in tokens:
        verb = world.table.headings.get(token.word)
        if verb:
            found = found or verb
        elif not (token.sort in ("number", "sign") or token.word in HEADING_WORDS):
            return ""
    return found


HEADING_WORDS = frozenset(
    [
        "phase",
        "turn",
        "round",
        "army",
        "player",
        "of",
        "my",
        "the",
        "our",
        "orders",
        "actions",
        "support",
        "step",
        "part",
        "for",
        "game",
        "report",
        "this",
        "seat",
        "one",
        "two",
        "three",
        "red",
        "blue",
        "white",
        "black",
        "and",
    ]
)
