"""A message with its short references written out, and without what only describes a place."""

from dataclasses import replace
from typing import Any

from bot.reading.decision import Decision
from bot.reading.law import is_law, written_in
from bot.reading.world import world_of
from grammar.reader.described import undescribed
from grammar.reader.initials import in_full
from rules.border.game import Game


def in_plain_text(game: Game[Any], state: Any, seat: int, text: str) -> str:
    """The text as it is to be read; what the law reads is not shortened."""
    world = world_of(game, state, seat)
    whole = in_full(text, world)
    return whole if is_law(game, state, seat, whole) else undescribed(whole, world)


def as_said(
    game: Game[Any], state: Any, seat: int, texts: tuple[str, str], decision: Decision
) -> Decision:
    """What was decided on a message in plain text, as the decision on the message itself.
    `texts`: as it was said, and in plain text."""
    said, plain = texts
    orders = written_in(game, state, seat, plain) if decision.strict else ()
    sentences = tuple(one.text for one in orders) or decision.sentences
    sources = (said,) * len(sentences)
    return replace(decision, sentences=sentences, sources=sources, strict=False, sure=False)
