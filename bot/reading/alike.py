"""Sentences of the same effect: joined to one where one is enough, or told as they were read."""

import re
from typing import Any

from bot.reading.decision import Decision
from bot.reading.world import TriedSentences, reached, strict_orders, try_out
from grammar.doubt import Message, ReadSentence
from grammar.reader.tokens import tokens_of
from grammar.reader.weights import stem
from grammar.reader.world import World
from rules.border.game import Game

PLACE = re.compile(r"[0-9]+,[0-9]+")


def as_one(
    game: Game[Any], state: Any, seat: int, text: str, sentences: tuple[str, ...]
) -> tuple[str, ...]:
    """Join orders that share one spoken verb into one sentence, if that has the same effect and
    rolls no dice: `buys 1 Gunner` and `buys 2 Marine` become one purchase."""
    said = [stem(token.word) for token in tokens_of(text)]
    found = sentences[:1]
    for one in sentences[1:]:
        verb, _, what = one.partition(" ")
        if said.count(stem(verb)) > 1:
            found = (*found, one)
            continue
        both = f"{found[-1]} and {what}"
        apart = try_out(game, state, seat, (found[-1], one))
        joined = apart.stands and not apart.draws and found[-1].startswith(f"{verb} ")
        same = joined and try_out(game, state, seat, (both,)).state == apart.state
        found = (*found[:-1], both) if same else (*found, one)
    return found


def says_more(trials: list[TriedSentences], first: tuple[str, ...]) -> bool:
    """Should the readings be offered beside the likeliest sentences `first`?  Yes if one contains
    all of `first` and more, or if the only reading is `first` or is refused in part."""
    only = len(trials) == 1
    if any(one.sentences == first for one in trials):
        return only
    if any(set(first) < set(one.sentences) for one in trials):
        return True
    return only and trials[0].done and not trials[0].stands


def as_it_was_read(
    game: Game[Any], state: Any, seat: int, sentences: tuple[str, ...], decision: Decision
) -> tuple[str, ...]:
    """The likely sentences in the wording that was read, if a reading has the same effect, as many
    clauses, and no dice; else as they are."""
    trial = try_out(game, state, seat, sentences)
    alike = (one for one in decision.proposals if _clauses(one) == _clauses(sentences))
    same = (one for one in alike if try_out(game, state, seat, one).same_as(trial))
    return sentences if trial.draws else next(same, sentences)


def _clauses(sentences: tuple[str, ...]) -> int:
    return len(sentences) + sum(one.count(" then ") for one in sentences)


def used_values(
    game: Game[Any], state: Any, world: World, text: str, sentences: tuple[str, ...]
) -> frozenset[tuple[int, int]]:
    """The values of the message that these sentences use or lead to, each as (number of the
    sentence in the message, index of its first token)."""
    leads = reached(game, world, try_out(game, state, world.seat, sentences))
    message = Message(text, tuple(map(ReadSentence, sentences)), world, reached=leads)
    said = ((at, one) for at, row in enumerate(message.said) for one in row)
    return frozenset((at, one.start) for at, one in said if message.is_used(one))


def said_twice(
    game: Game[Any], state: Any, seat: int, sentences: tuple[str, ...], stands: bool
) -> str:
    """Return the second of two orders that have the same effect (`3 to the right, so 8,5` says one
    place twice); empty if there are no such two."""
    orders = [order for one in sentences for order in strict_orders(game, state, seat, one) or ()]
    reckoned = [not PLACE.search(str(order)) for order in orders]
    if len(orders) != 2 or (stands and reckoned != [True, False]):
        return ""
    one, other = (try_out(game, state, seat, (str(order),)) for order in orders)
    same = one.stands and other.stands and one.state == other.state
    return str(orders[1]) if same and not one.draws else ""
