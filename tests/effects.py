"""What sentences of the law do to a match, and whether that is the same as others do."""

from dataclasses import dataclass
from typing import Any

import grammar
from bot.cases.casefile import no_dice
from bot.match.going_back import WayBack
from bot.match.tree import Match, fold, way_back
from rules.line.errors import Refusal
from rules.line.events import Event, Refused
from rules.line.orders import GM, Unread


@dataclass(frozen=True, slots=True)
class Effect:
    """What sentences did: their events, sorted; the state after them; the rule that refused one.

    `nothing`: the first was refused, so that nothing happened.
    """

    events: tuple[str, ...]
    state: Any
    rule: str = ""
    nothing: bool = False

    def same(self, other: "Effect") -> bool:
        """Are both refused by the same rule, or are their events and states equal?"""
        if self.rule or other.rule:
            return self.rule == other.rule
        return self.state == other.state and self.events == other.events


def effect_of(match: Match, seat: int, sentences: tuple[str, ...]) -> Effect | None:
    """Play sentences, one message each, on a copy of the match; None if one cannot be read."""
    game, state = match.game, match.state
    happened: list[str] = []
    for sentence in sentences:
        written = grammar.read(game.id, sentence, game.names(state), gm=seat == GM)
        if any(one.problem is not None and not _has_rule(one) for one in written):
            return None
        for line in written:
            try:
                events, state = _played(match, state, seat, line.orders)
            except Refusal as refusal:
                return Effect(tuple(sorted(happened)), state, refusal.rule, not happened)
            happened += map(repr, events)
            refused = next((one for one in events if isinstance(one, Refused)), None)
            if refused is not None:
                return Effect(tuple(sorted(happened)), state, refused.rule)
    return Effect(tuple(sorted(happened)), state)


def _has_rule(line: grammar.Written) -> bool:
    first = line.orders[0]
    return isinstance(first, Unread) and bool(first.rule)


def _played(
    match: Match, state: Any, seat: int, orders: tuple[Any, ...]
) -> tuple[tuple[Event, ...], Any]:
    """The events of one line and the state after it; an undo goes back in the log of the scene."""
    if (order := way_back(orders)) is not None:
        back = WayBack(match, seat, match.written).leads(order)
        return (), fold(match.game, match.states[back.to], back.events)
    events = match.game.adjudicate(state, seat, orders, no_dice)
    return events, fold(match.game, state, events)
