"""Sentences that come to the same: told as they were read, and in one where one says it all."""

from typing import Any

from bot.reading.decision import Decision
from bot.reading.world import Trial, try_out
from grammar.reader.tokens import tokens_of
from rules.border.game import Game


def as_one(
    game: Game[Any], state: Any, seat: int, text: str, sentences: tuple[str, ...]
) -> tuple[str, ...]:
    """Orders of a verb that was said once in one sentence, where the law has one that comes to the
    same without any dice: `buys 1 Gunner` and `buys 2 Marine` is one purchase."""
    said = [token.word.removesuffix("s") for token in tokens_of(text)]
    found = sentences[:1]
    for one in sentences[1:]:
        verb, _, what = one.partition(" ")
        if said.count(verb.removesuffix("s")) > 1:
            found = (*found, one)
            continue
        both = f"{found[-1]} and {what}"
        apart = try_out(game, state, seat, (found[-1], one))
        joined = apart.stands and not apart.draws and found[-1].startswith(f"{verb} ")
        same = joined and try_out(game, state, seat, (both,)).state == apart.state
        found = (*found[:-1], both) if same else (*found, one)
    return found


def says_more(trials: list[Trial], first: tuple[str, ...]) -> bool:
    """Does what was read say all of what is likeliest, and more, or was it read wholly and is
    refused in part?"""
    only = len(trials) == 1
    if any(one.sentences == first for one in trials):
        return only
    if any(set(first) < set(one.sentences) for one in trials):
        return True
    return only and trials[0].done and not trials[0].stands


def as_it_was_read(
    game: Game[Any], state: Any, seat: int, sentences: tuple[str, ...], decision: Decision
) -> tuple[str, ...]:
    """What is likely in the sentences in which it was read, if they come to the same without any
    dice and are as many."""
    trial = try_out(game, state, seat, sentences)
    alike = (one for one in decision.proposals if _clauses(one) == _clauses(sentences))
    same = (one for one in alike if try_out(game, state, seat, one).same_as(trial))
    return sentences if trial.draws else next(same, sentences)


def _clauses(sentences: tuple[str, ...]) -> int:
    return len(sentences) + sum(one.count(" then ") for one in sentences)
