"""What a message says that an order costs, compared with a trial of it."""

from dataclasses import replace
from typing import Any

from bot.reading.decision import Decision
from bot.reading.law import written_in
from bot.reading.world import try_out
from grammar.doubt import Message
from grammar.doubt.reckoned import costs, is_confirmed, without_sums
from rules.border.game import Game


def costing(
    game: Game[Any],
    state: Any,
    seat: int,
    texts: tuple[str, str],
    sums: tuple[str, ...],
    decision: Decision,
) -> Decision | None:
    """What was decided on a message without its sums, as the decision on the whole message; None
    unless it is carried out and costs that much.  `texts`: with and without the sums."""
    if decision.kind != "run":
        return None
    trial = try_out(game, state, seat, decision.sentences)
    if not trial.stands or trial.grave or not is_confirmed(sums, repr(trial.events)):
        return None
    written = written_in(game, state, seat, texts[1]) if decision.strict else ()
    sentences = tuple(one.text for one in written) or decision.sentences
    sources = tuple(texts[0] for _ in sentences)
    return replace(decision, sentences=sentences, sources=sources, strict=False, sure=False)


def mistaken_sums(game: Game[Any], state: Any, message: Message) -> str:
    """The first sum beside the orders of a message if the sums there do not fit them; else empty.

    Whoever reckons otherwise may have meant another order (`5 infantry and 1 archer, total 5`).
    """
    _, sums = without_sums(message)
    sums = tuple(one for one in sums if not one.isdecimal())  # `(1)` may number an order
    if not sums:
        return ""
    filed = tuple(one.sentence for one in message.filed)
    trial = try_out(game, state, message.world.seat, filed)
    events = repr(trial.events)
    fits = not trial.stands or not costs(events) or is_confirmed(sums, events)
    return "" if fits else sums[0]
