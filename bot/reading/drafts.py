"""The sentences that a message could mean, and a trial of each."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice, pairwise, product
from math import prod
from typing import Any

from bot.match.reckoned import names_in
from bot.reading.world import TriedSentences, try_out
from grammar.reader.clauses import Reading
from grammar.reader.spell import Respelt
from grammar.reader.steps import Step
from grammar.reader.world import World
from grammar.reader.writing import CannotWrite, Draft, Writer
from rules.border.game import Game
from rules.line.kept import Same

MOST_TRIED, MOST_LISTED, MOST_COMBINED = 48, 5, 12
Drafts = list[tuple[Draft, tuple[Step, ...]]]


@dataclass
class DraftedMessage:
    """The steps of a message, and the drafts made from them."""

    steps: list[Step]
    drafts: list[Draft] = field(default_factory=list)
    bars: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    respelt: tuple[Respelt, ...] = ()


def drafts_of(world: World, heard: DraftedMessage) -> tuple[Drafts, str]:
    """Draft the whole message for each combination of readings of its steps.  Also returns why the
    last combination that could not be written failed; empty if all could."""
    ways: list[list[tuple[Step, Reading | None]]] = []
    for step in heard.steps:
        if step.strict or step.subject or step.enemy:
            ways.append([(step, None)])
        elif step.readings:
            ways.append([(step, reading) for reading in step.readings[:6]])
    found: Drafts = []
    trouble = ""
    for chosen in islice(product(*ways), MOST_COMBINED):
        writer = Writer(world)
        try:
            for step, reading in chosen:
                _write(writer, step, reading)
        except CannotWrite as error:
            loose = any(deed.loose for _, one in chosen if one for deed in one.deeds)
            trouble = "it is not said where to" if loose else str(error)
            continue
        draft = _ended_once(writer.draft())
        if draft.sentences and all(draft != other for other, _ in found):
            found.append((draft, tuple(step for step, _ in chosen)))
    return found, trouble


ENDS = re.compile(r"(?i)(end phase|done|next phase)([ ,]*(please|pls|thanks|thx))?[ .!]*")
EXPLICIT = re.compile(r"(?i)\W*(end|finish)(s|es|ing)? (the |my |this )?(\w+ )?(phase|turn)\W*")


def ends_twice(lines: Sequence[str], sources: Sequence[str] = ()) -> bool:
    """Do two successive sentences end a phase, of which one does not say so explicitly?  They are
    then one end, said twice."""
    said = list(zip(lines, sources or lines, strict=True))
    return any(_is_one_end(*one, *two) for one, two in pairwise(said))


def _is_one_end(first: str, said: str, second: str, again: str) -> bool:
    """`That's all. Next phase`, and not `end phase`, `end phase`."""
    ends = ENDS.fullmatch(first) and ENDS.fullmatch(second)
    return bool(ends) and not (EXPLICIT.fullmatch(said) and EXPLICIT.fullmatch(again))


def _ended_once(draft: Draft) -> Draft:
    """Drop the second of two sentences of a draft that mean the same end of a phase."""
    lines, sources = draft.sentences, draft.sources
    if not ends_twice(lines, sources):
        return draft
    kept: list[int] = []
    for at, line in enumerate(lines):
        last = kept[-1] if kept else 0
        if not kept or not _is_one_end(lines[last], sources[last], line, sources[at]):
            kept.append(at)
    return replace(
        draft,
        sentences=tuple(lines[at] for at in kept),
        sources=tuple(sources[at] for at in kept),
    )


def _write(writer: Writer, step: Step, reading: Reading | None) -> None:
    table = writer.world.table
    writer.source = step.text
    if reading is not None:
        writer.write(reading)
    elif step.subject:
        writer.subject = step.subject
    elif step.enemy:
        writer.enemy = step.enemy
    elif table.one_sentence and writer.lines:
        writer.go_on(step.text)
    else:
        writer.begin(step.text)


@lru_cache(maxsize=MOST_TRIED)
def _tried_once(
    game: Same[Game[Any]], state: Same[Any], seat: int, sentences: tuple[str, ...]
) -> TriedSentences:
    """Cache of trials: one message tries the same sentences several times, line by line and as a
    whole."""
    return try_out(game.value, state.value, seat, sentences, names_in(game.value, state.value))


def all_tried(drafts: Drafts) -> bool:
    """Are there at most `MOST_TRIED` ways to fill what the drafts leave open?"""
    ways = (prod(len(choice.options) for choice in draft.choices) for draft, _ in drafts)
    return sum(ways) <= MOST_TRIED


def trials_of(
    game: Game[Any], state: Any, seat: int, drafts: Drafts
) -> dict[tuple[str, ...], tuple[TriedSentences, Draft]]:
    """Try the variants of all drafts, at most `MOST_TRIED`: the sentences that the law reads, with
    their trial and draft.  Stops early if more outcomes stand than can be listed."""
    found: dict[tuple[str, ...], tuple[TriedSentences, Draft]] = {}
    tried, several = 0, list[Any]()
    for draft, _ in drafts:
        for sentences in draft.variants():
            if tried >= MOST_TRIED or len(several) > MOST_LISTED:
                break
            if sentences in found:
                continue
            tried += 1
            trial = _tried_once(Same(game), Same(state), seat, sentences)
            if trial.read:
                found[sentences] = trial, draft
            if trial.stands and all(trial.state != other for other in several):
                several.append(trial.state)
    return found
