"""Decide from the parts of a message: one meaning, several possible ones, or a question.

Free words are carried out only if every word that carries meaning is accounted for and exactly one
meaning remains.  Where something was filled in or respelt and cannot be taken back, it is offered.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from bot.reading.decision import Decision, Kind, ReadAs
from bot.reading.drafts import MOST_LISTED, DraftedMessage, Drafts, all_tried, drafts_of, trials_of
from bot.reading.left_open import is_crowd, is_loose, is_sure, others_could, unsaid
from bot.reading.world import TriedSentences, merged
from grammar.doubt import Message
from grammar.doubt.plainly import strangers
from grammar.reader.world import World
from grammar.reader.writing import Choice
from rules.border.game import Game

MOST_QUOTED = 60
"""At most so many characters of a message are quoted in a reason."""


def decided(
    game: Game[Any], state: Any, world: World, heard: DraftedMessage, remarks: tuple[str, ...]
) -> Decision:
    """Decide from all the steps of a message together; `remarks` were passed over."""
    acting = [step for step in heard.steps if not step.remark]
    acting = [step for step in acting if not step.question or step.bars]
    acting = [step for step in acting if step.text]
    if any(step.strict or step.readings for step in acting):
        acting = [step for step in acting if step.bars != ("not",) or step.readings]
    if not acting:
        asked = any(step.question for step in heard.steps)
        return Decision(
            "silent", why="a question" if asked else "", remarks=remarks, read_as=ReadAs.TALK
        )
    bars = tuple(dict.fromkeys(bar for step in acting for bar in step.bars))
    unread = [step.text for step in acting if step.unread]
    readable = [step for step in acting if step.strict or step.readings]
    if bars:
        drafted = [] if unread else drafts_of(world, heard)[0]
        trials = trials_of(game, state, world.seat, drafted)
        stand = (said for said, (trial, _) in trials.items() if trial.stands)
        options = tuple(islice(stand, MOST_LISTED))
        return Decision("ask", (), options, _barred(bars), remarks=remarks, read_as=ReadAs.BARRED)
    if unread or not readable:
        why = f'I do not read "{unread[0][:MOST_QUOTED]}"' if unread else ""
        return Decision("ask", why=why, remarks=remarks, read_as=ReadAs.UNREAD, nothing=True)
    drafts, trouble = drafts_of(world, heard)
    return _weighed(game, state, world, heard, drafts, trouble, remarks)


def _barred(bars: Sequence[str]) -> str:
    words = {"?": "a question mark", "not": "a denial", "~~": "a mark of striking out"}
    whole = [bar for bar in bars if not any(bar != one and bar in one for one in bars)]
    shown = [words.get(bar, f'"{bar}"') for bar in whole[:2]]
    return f"{' and '.join(shown)} keep{'s' * (len(shown) == 1)} me from carrying this out"


def _no_order(drafts: Drafts) -> str:
    """Why none of these drafts can be ordered: names the first part that the law does not read."""
    for _, steps in drafts:
        free = [step.text[:MOST_QUOTED] for step in steps if not step.strict]
        if free and len(steps) > 1:
            return f'I cannot take "{free[0]}" together with the rest: send it alone'
        if free:
            return f'"{free[0]}" is no order here'
    return "no such order can be given"


def _weighed(
    game: Game[Any],
    state: Any,
    world: World,
    heard: DraftedMessage,
    drafts: Drafts,
    trouble: str,
    remarks: tuple[str, ...],
) -> Decision:
    steps = [step for step in heard.steps if step.readings]
    left = tuple(word for step in steps for word in step.readings[0].left)
    respelt = tuple(one for step in steps for one in step.respelt)
    choices = [choice for draft, _ in drafts for choice in draft.choices]
    tried = trials_of(game, state, world.seat, drafts)
    trials = [trial for trial, _ in tried.values()]
    standing = [trial for trial in trials if trial.stands]
    ambiguous = len(drafts) > 1 or bool(choices)
    meant = merged(standing if ambiguous and standing else trials)
    if not meant:
        why = trouble or _no_order(drafts)
        return Decision("ask", why=why, remarks=remarks, read_as=ReadAs.UNREAD)
    if len(meant) > 1 or (choices and not standing and len(trials) > 1):
        return _several(meant, choices, bool(standing), remarks)
    only = meant[0]
    choices = list(tried[only.sentences][1].choices)
    missing = {choice.slot for choice in choices if choice.why == "missing"}
    crowd = bool(missing) and is_crowd(drafts)
    crowd = crowd or is_loose(drafts)
    crowd = crowd or ("who" in missing and others_could(game, state, world, drafts, only))
    inferred = any(choice.why != "named" for choice in choices) or bool(respelt)
    vague = any(choice.why == "vague" for choice in choices) or not all_tried(drafts)
    base = Decision("run", only.sentences, respelt=respelt, left=left, remarks=remarks)
    if left or vague or crowd or (inferred and (only.draws or only.grave)):
        return _unsure(base, bool(choices), only.stands or not (left or vague or crowd), world)
    sure = not inferred and all(is_sure(step) for step in steps)
    sources = tried[only.sentences][1].sources
    read_as = ReadAs.INFERRED if inferred else ReadAs.EXACT
    return replace(base, read_as=read_as, sure=sure, sources=sources)


def _several(
    meant: list[TriedSentences], choices: list[Choice], standing: bool, remarks: tuple[str, ...]
) -> Decision:
    """List the orders that could be meant if they are few; otherwise ask."""
    listed = tuple(trial.sentences for trial in meant[:MOST_LISTED] if trial.stands)
    kind: Kind = "list" if len(meant) <= MOST_LISTED and standing else "ask"
    why = unsaid(choices) if standing or not meant[0].why else meant[0].why
    return Decision(kind, (), listed, why, remarks=remarks, read_as=ReadAs.SEVERAL)


def _unsure(base: Decision, left_open: bool, stands: bool, world: World) -> Decision:
    """Offer a reading with an unknown word, something left open, or a guess in an order that cannot
    be taken back; ask about it if it would not stand anyway."""
    why = "something was left open" if left_open or not stands else "a word was respelt"
    if base.left:
        unknown = [word for word in base.left if not _is_known(word.lower(), world)]
        why = (
            f"I do not know {quoted(unknown)}" if unknown else f"I cannot place {quoted(base.left)}"
        )
    if stands:
        return replace(base, kind="offer", why=why, read_as=ReadAs.DOUBTED)
    refused = base.sentences if base.left and not left_open and len(base.sentences) == 1 else ()
    return replace(base, kind="ask", sentences=(), why=why, read_as=ReadAs.DOUBTED, refused=refused)


def _is_known(word: str, world: World) -> bool:
    """Is it a word of the system or of this match, only out of place here?"""
    return word in world.by_ref or word in world.vocabulary or word in world.table.vocabulary


def quoted(words: Sequence[str]) -> str:
    """The first three of some words, in quotation marks."""
    return ", ".join(f'"{word}"' for word in words[:3])


def left_beside(message: Message) -> str:
    """Say what of a message is in none of its orders: the first part from which nothing is ordered,
    or else the words that belong to no order."""
    for part in message.parts:
        idle = part.words and not message.orders(part) and not any(map(message.does, part.words))
        if idle and len(message.parts) > 1:
            return f'I do not read "{part.text[:MOST_QUOTED]}"'
    words = [word for word in strangers(message) if not message.does(word)]
    return f"I cannot place {quoted(words)}" if words else "I do not read all of this"
