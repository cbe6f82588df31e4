"""Clauses and comparisons beside an order that tell why, where, like what or to what end.

`because nobody ought to trust him`, `since they may come back`, `where he will be in the way`,
`like a tiger`, `to have a look at the sea`: whatever words they hold, they take nothing back, for
the order is in the main clause.  Not so if somebody speaks of the order itself in them (`because I
changed my mind`).
"""

from collections.abc import Sequence

from grammar.doubt.marks import begins, found, row_at

OPENINGS = (
    ("because", ""),
    ("since", "told of"),
    ("as", "somebody"),
    ("where", "told of"),
    ("like", "a thing"),
    ("to", "an aim"),
)
"""Each class of words that opens such a part, and the class that must follow it, if any."""


def opening(words: Sequence[str], at: int = 0) -> int:
    """The index behind the word that opens such a part at `at`; `at` itself if none does."""
    for kind, follows in OPENINGS:
        end = row_at(words, at, f"opens {kind}")
        if end > at and end < len(words) and (not follows or row_at(words, end, follows) > end):
            return end
    return at


def says_what_for(words: Sequence[str]) -> bool:
    """`that's what horses are for`: what is ordered is what somebody is there for."""
    return begins(words, "that") and "what" in words[1:3] and words[-1] == "for"


def only_tells(words: Sequence[str]) -> bool:
    """Do these words of a part only tell why, where or like what something is done?

    A reason that the writer gives about himself or the order must hold no word that takes back or
    makes an example of the order; a place or a comparison must not be about him at all, and an aim
    must not be denied or put off either.
    """
    if says_what_for(words):
        return True
    begun = opening(words)
    compares = words[:1] == ["as"] and "would" in words  # `as he would never do`
    if not begun or compares or found(words, "leaves open"):
        return False
    if row_at(words, 0, "opens to"):
        return not found(words, "writer", "denial", "time", "condition", "unreal")
    if not row_at(words, 0, "reason"):
        return not found(words, "writer")
    about_it = any(row_at(words, begun, kind) > begun for kind in ("writer", "what was said"))
    return not (about_it and found(words[begun:], "withdrawal", "unreal"))


def main_clause(words: Sequence[str]) -> Sequence[str]:
    """The words before a clause that only tells (`OB1 goes for him cause he's not honourable`)."""
    for at in range(1, len(words)):
        if opening(words, at) > at and only_tells(words[at:]):
            return words[:at]
    return words
