"""What somebody could have meant whose words are not read: sentences that would stand now."""

from dataclasses import replace
from typing import Any

from bot.reading.drafts import Heard, drafts_of, trials_of
from bot.reading.world import merged
from grammar.reader.message import rewritten
from grammar.reader.nearest import nearest
from grammar.reader.steps import Step
from grammar.reader.tokens import tokens_of
from grammar.reader.world import World
from rules.game import Game

MOST_OFFERED = 3
Sentences = tuple[str, ...]


def near(
    game: Game[Any], state: Any, world: World, steps: tuple[Step, ...]
) -> tuple[Sentences, ...]:
    """The orders that come nearest to a message, the best first; none where it doubts, denies or
    asks, or where a part of it comes near to nothing."""
    if any(step.bars or step.question for step in steps):
        return ()
    known = [step for step in steps if step.strict or step.subject or step.enemy]
    heard = Heard([])
    silent = all(step.remark for step in steps)
    for step in steps:
        if (
            step in known
            or (step.remark and not silent)
            or (step.readings and not step.readings[0].left)
        ):
            heard.steps.append(step)
        else:
            found = nearest(tokens_of(rewritten(step.text, world)), world)
            if not (found or silent or step.readings):
                return ()
            if found or step.readings:
                readings = (*found, *step.readings)
                heard.steps.append(replace(step, unread=False, readings=readings))
    if not any(step.readings for step in heard.steps):
        return ()
    drafts, _ = drafts_of(world, heard)
    trials = [trial for trial, _ in trials_of(game, state, world.seat, drafts).values()]
    standing = merged([trial for trial in trials if trial.stands])
    return tuple(trial.sentences for trial in standing[:MOST_OFFERED])
