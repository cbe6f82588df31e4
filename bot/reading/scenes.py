"""Decide on a message without the speech and acting beside its orders (`"Steady!" L1 moves ..`)."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from bot.reading.decision import Decision
from bot.reading.law import written_in
from bot.reading.world import world_of
from grammar.doubt.staged import unstaged
from rules.border.game import Game
from rules.line.kept import Same

Decide = Callable[[Same[Game[Any]], Same[Any], int, str], Decision]


def without_scenes(
    decide: Decide, game: Same[Game[Any]], state: Same[Any], seat: int, text: str
) -> Decision | None:
    """The decision about what is left of a text without its scenes; None if it has none, or if what
    is left is not carried out."""
    plain = unstaged(text, world_of(game.value, state.value, seat))
    if plain == text:
        return None
    decision = decide(game, state, seat, plain)
    return as_part_of(text, plain, decision, game.value, state.value, seat)


def as_part_of(
    text: str, plain: str, decision: Decision, game: Game[Any], state: Any, seat: int
) -> Decision | None:
    """What was decided on a part of a text as the decision on all of it; None if the part is not
    carried out."""
    if decision.kind != "run":
        return None
    written = written_in(game, state, seat, plain) if decision.strict else ()
    sentences = tuple(one.text for one in written) or decision.sentences
    sources = (text,) * len(sentences)
    return replace(decision, sentences=sentences, sources=sources, strict=False, sure=False)
