"""What a message leaves open (which unit, how far, with what), and what it says outright."""

from collections.abc import Sequence
from itertools import islice
from typing import Any

from bot.reading.drafts import MOST_TRIED, Drafts
from bot.reading.world import TriedSentences
from grammar.reader.deeds import Deed
from grammar.reader.steps import Step
from grammar.reader.world import World
from grammar.reader.writing import Choice
from rules.border.game import Game
from rules.line.work import within

OTHERS = 100_000
"""Steps of work for finding out whether another unit could do the same."""


def is_crowd(drafts: Drafts) -> bool:
    """Do several units act together in an order of which something is left open?"""
    return any(
        len(who.items) > 1 and deed.missing
        for _, steps in drafts
        for step in steps
        for reading in step.readings
        for deed in reading.deeds
        for who in (deed.role("who"),)
        if who is not None
    )


def is_loose(drafts: Drafts) -> bool:
    """Was something filled in that no word hints at (`berserkers go`: aboard the wagon)?"""
    readings = (one for _, steps in drafts for step in steps for one in step.readings[:1])
    return any(
        deed.loose
        and not any(other.role("enemy") or other.role("target") for other in reading.deeds)
        for reading in readings
        for deed in reading.deeds
    )


def others_could(
    game: Game[Any],
    state: Any,
    world: World,
    drafts: Drafts,
    only: TriedSentences,
) -> bool:
    """If no unit was named: could another than the one found do the same, given more details (which
    weapon)?  True if finding out takes too long."""
    return within(OTHERS, _others_could, game, state, world, drafts, only) is not False


def _others_could(
    game: Game[Any], state: Any, world: World, drafts: Drafts, only: TriedSentences
) -> bool:
    for draft, _ in drafts:
        for sentences in draft.variants():
            if sentences == only.sentences or not sentences:
                continue
            begun = sentences[-1]
            said = [one.ref for one in world.own if begun.startswith(f"{one.spoken} ")]
            if not said:
                continue
            orders = islice(game.legal(state, world.seat, said[0]), MOST_TRIED)
            if any(str(order).startswith(f"{begun} ") for order in orders):
                return True
    return False


def unsaid(choices: Sequence[Choice]) -> str:
    """Name what the message does not say, from the first open choice."""
    if not choices:
        return "this can be read in several ways"
    names = {"who": "who is meant", "target": "at whom", "enemy": "at whom", "weapon": "with what"}
    return f"it is not said {names.get(choices[0].slot, f'which {choices[0].slot}')}"


def is_sure(step: Step) -> bool:
    """Does a step say its verb, its own subject and everything else outright (for plain chat)?"""
    deeds = [deed for reading in step.readings for deed in reading.deeds if not deed.void]
    return not step.guess and all(is_outright(deed) for deed in deeds)


def is_outright(deed: Deed) -> bool:
    """Does a deed say by itself who is to do what?"""
    if deed.missing:
        return False
    who = deed.role("who")
    if deed.verb is None:
        return len(deed.roles) > 0
    if deed.bare and any(
        value.kind == "rest" or (value.kind == "units" and not value.explicit)
        for _, value in deed.roles
    ):
        return False
    named = who is not None and who.side != "foe"
    return named or deed.subject == "same"
