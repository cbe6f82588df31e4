"""Looks again at a message that is not carried out, without what stands beside its orders."""

from typing import Any

from bot.reading.decision import Decision
from bot.reading.paced import without_paces
from bot.reading.performed import Read, performed
from bot.reading.scenes import Decide, as_part_of, without_scenes
from bot.reading.world import world_of
from grammar.reader.described import undescribed
from grammar.reader.initials import in_full
from rules.border.game import Game
from rules.line.kept import Same


def looked_at_again(
    decide: Decide, read: Read, game: Same[Game[Any]], state: Same[Any], seat: int, text: str
) -> Decision | None:
    """What is carried out of a text without speech and acting, distances, or what describes a
    place, or an end that it says outright; None if nothing is.  `read` reads by structure alone."""
    for look in (without_scenes, without_paces, _without_descriptions):
        if (found := look(decide, game, state, seat, text)) is not None:
            return found
    return performed(read, game, state, seat, text)


def written_out(
    decide: Decide, game: Same[Game[Any]], state: Same[Any], seat: int, text: str
) -> Decision | None:
    """The decision about a text with its initials written out (`L1` for `Legion1`); None if it has
    none."""
    plain = in_full(text, world_of(game.value, state.value, seat))
    if plain == text:
        return None
    decision = decide(game, state, seat, plain)
    return as_part_of(text, plain, decision, game.value, state.value, seat) or decision


def _without_descriptions(
    decide: Decide, game: Same[Game[Any]], state: Same[Any], seat: int, text: str
) -> Decision | None:
    plain = undescribed(text, world_of(game.value, state.value, seat))
    if plain == text:
        return None
    decision = decide(game, state, seat, plain)
    return as_part_of(text, plain, decision, game.value, state.value, seat)
