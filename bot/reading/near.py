"""What somebody could have meant whose words are not read: sentences that would stand now."""

from dataclasses import replace
from typing import Any

from bot.reading.drafts import Heard, drafts_of, trials_of
from bot.reading.world import is_grave, merged, strict_orders
from grammar.doubt import Message, is_worth
from grammar.reader.clauses import Reading
from grammar.reader.message import rewritten
from grammar.reader.nearest import nearest
from grammar.reader.steps import Step
from grammar.reader.tokens import tokens_of
from grammar.reader.world import World
from rules.game import Game

MOST_OFFERED = 3
Sentences = tuple[str, ...]


def near(
    game: Game[Any], state: Any, world: World, steps: tuple[Step, ...], text: str
) -> tuple[Sentences, ...]:
    """The orders that come nearest to a message, the best first; none where it doubts, denies or
    asks, or where a part of it comes near to nothing.  Nothing grave is proposed."""
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
            found = [one for one in found if not _is_drastic(game, state, world.seat, one)]
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
    standing = [one for one in standing if is_worth(Message(text, (), world), one.sentences)]
    return tuple(trial.sentences for trial in standing[:MOST_OFFERED])


def _is_drastic(game: Game[Any], state: Any, seat: int, reading: Reading) -> bool:
    """Would it end a turn or the match, or take something back?  No guess leads to that."""
    forms = [deed.form.text for deed in reading.deeds if deed.form is not None]
    orders = (strict_orders(game, state, seat, text) or () for text in forms)
    return any(is_grave(order) for some in orders for order in some)
