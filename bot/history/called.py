"""What a unit is called in a question: its reference, or any words by which orders know it."""

from bot.reading.world import world_of
from bot.referee.service import OpenMatch, RefereeError
from grammar.reader.tokens import tokens_of
from grammar.reader.units import units_at

LONGEST = 60
"""Longer words name nobody."""


def meant_by(table: OpenMatch, viewer: int | None, words: str) -> str:
    """The reference of the one unit that these words mean (`legion`, `my gunner`), as orders read
    them; else the words themselves.  Raises `RefereeError` if they mean several."""
    words = " ".join(table.in_words(words).split())
    game, state = table.game, table.state
    known = {one.lower(): one for one in game.references(state, viewer)}
    if words.lower() in known or viewer is None or not words or len(words) > LONGEST:
        return known.get(words.lower(), words)
    tokens = tokens_of(words)
    found = [
        one for end, one in units_at(tokens, 0, world_of(game, state, viewer)) if end == len(tokens)
    ]
    refs = dict.fromkeys(
        ref
        for value in found
        for ref in (*value.items, *(one for option in value.options for one in option))
    )
    named = [known[ref.lower()] for ref in refs if ref.lower() in known]
    if len(named) > 1:
        raise RefereeError(f"which one is meant: {', '.join(named[:12])}?")
    return named[0] if named else words
