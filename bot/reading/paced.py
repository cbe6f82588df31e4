"""Decide on a message without the distances beside its places, and compare these with the order."""

from typing import Any

from bot.reading.decision import Decision
from bot.reading.scenes import Decide, as_part_of
from bot.reading.world import try_out, world_of
from grammar.doubt.strides import are_paced, without_strides
from rules.border.game import Game
from rules.line.kept import Same


def without_paces(
    decide: Decide, game: Same[Game[Any]], state: Same[Any], seat: int, text: str
) -> Decision | None:
    """The decision about a text without its distances; None if it has none, if what is left is not
    carried out or is refused, or if the order goes another distance."""
    plain, strides = without_strides(text, world_of(game.value, state.value, seat))
    if not strides:
        return None
    about = game.value, state.value, seat
    decision = as_part_of(text, plain, decide(game, state, seat, plain), *about)
    if decision is None or not are_paced(strides, decision.sentences):
        return None
    return decision if try_out(*about, decision.sentences).stands else None
