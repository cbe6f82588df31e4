"""Replaces a pronoun that means an exception: `everyone holds except L3, he runs to 8,12`."""

from dataclasses import replace

from grammar.reader.units import EXCEPT, units_at
from grammar.reader.values import Tokens, skip, word
from grammar.reader.world import World

THEY = ("he", "she", "it", "they", "who", "which")
THOSE = ("those", "these", "that", "them")
SEAMS = (",", "-", ";", ":", "and", "while", "..")
COUNTED = ("one", "two", "three", "four", "ones")


def named_again(tokens: Tokens, world: World) -> Tokens:
    """The sentence with the excepted units named again instead of the pronoun for them."""
    for at, token in enumerate(tokens):
        if token.word not in EXCEPT or token.word in ("not", "without") or not at:
            continue
        start = skip(tokens, at + 1, "for", "from")
        for end, value in units_at(tokens, start, world):
            if value.kind != "units" or value.side == "foe":
                continue
            seam = next((one for one in range(end, len(tokens)) if _parts(tokens, one)), end)
            behind = _behind_pronoun(tokens, skip(tokens, seam, *SEAMS))
            if behind > seam + (word(tokens, seam) in SEAMS):
                comma = replace(tokens[seam], word=",", sort="sign", text=",")
                return (*tokens[:seam], comma, *tokens[start:end], *tokens[behind:])
    return tokens


def _parts(tokens: Tokens, at: int) -> bool:
    return word(tokens, at) in (*SEAMS, "who", "which")


def _behind_pronoun(tokens: Tokens, at: int) -> int:
    """The index after a pronoun (or `those two`) at `at`; `at` itself if there is none."""
    said, after = word(tokens, at), word(tokens, at + 1)
    if said in THEY and after:
        return at + 1
    if said in THOSE and after in COUNTED:
        return at + 2
    return at


__all__ = ["named_again"]
