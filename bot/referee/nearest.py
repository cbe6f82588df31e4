"""The sentence that was perhaps meant, with names of this match, and legal for this seat now."""

import re
from difflib import SequenceMatcher
from itertools import islice

from bot.match.tree import Match
from rules.game import GM

UNITS = 2
TRIED = 200


def nearest_legal(match: Match, seat: int, line: str, form: str) -> str:
    """Of the orders that this seat could give now to the units that a line names, the most like.

    `form` is the nearest sentence of the grammar; it stays where no legal order is near to it.
    """
    if seat == GM:
        return form
    words = set(re.findall(r"\w+", line.lower()))
    state = match.state
    own = [one for one in match.game.references(state, seat) if one.lower() in words]
    verb = SequenceMatcher(b=_bare(form), autojunk=False)
    letters = SequenceMatcher(b=line[:80].lower(), autojunk=False)
    best, likeness = form, 0.55
    for unit in own[:UNITS]:
        for order in islice(match.game.legal(state, seat, unit), TRIED):
            text = str(order)
            verb.set_seq1(_bare(text))
            if verb.real_quick_ratio() + 1 < 2 * likeness or verb.ratio() + 1 < 2 * likeness:
                continue
            letters.set_seq1(text.lower())
            like = (verb.ratio() + letters.ratio()) / 2
            if like > likeness:
                best, likeness = text, like
    return best


def _bare(text: str) -> str:
    """A sentence without references and numbers: what is left is its kind."""
    return re.sub(r"\w*\d\w*", "", text).lower()
