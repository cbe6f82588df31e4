"""Measure how well the referee understands: say every phrase at a door and judge what is filed."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from bot.cases.casefile import CaseError, Phrase, PhraseBlock, Player
from bot.doors.paper import Came, Paper
from bot.match.tree import Match
from rules.line.frozen import Frozen
from rules.line.work import UNCOUNTED, Budget

Outcome = Literal["right", "offered", "asked", "misread"]
OUTCOMES: tuple[Outcome, ...] = ("right", "offered", "asked", "misread")


class Verdict(Frozen):
    """The outcome of a phrase; `came` tells in a line what happened."""

    phrase: Phrase
    outcome: Outcome
    came: str


USUAL, SPARE = 500_000, 20_000_000
"""Steps of work that the phrases of a file may take on average (twice what people's phrases take),
and in addition for the whole file, so that a few may be hard."""


def run_file(blocks: Sequence[PhraseBlock], file: str) -> Iterator[tuple[PhraseBlock, Verdict]]:
    """Judge every phrase of a file.  Raises `CaseError`, also if its phrases take much more work
    than phrases of people do."""
    own, said = Budget(UNCOUNTED), 0
    for block in blocks:
        verdicts = run_block(block)
        while True:
            with own:
                verdict = next(verdicts, None)
            if verdict is None:
                break
            yield block, verdict
            said += 1
            if UNCOUNTED - own.left > SPARE + USUAL * said:
                raise CaseError(
                    f"{file}:{verdict.phrase.line}: {TOO_HARD}; the phrases behind it were not said"
                )


TOO_HARD = "up to here the phrases took more reading than the referee allows for a file"


def run_block(block: PhraseBlock) -> Iterator[Verdict]:
    """Judge every phrase of a block, each on a fresh copy of the scene.  Raises `CaseError`."""
    match = scene_of(block)
    with asyncio.Runner() as runner:
        paper = Paper(match)
        for phrase in block.phrases:
            yield runner.run(judge(paper, phrase, block.case.file))


def scene_of(block: PhraseBlock) -> Match:
    """The match of a block as its set-up lines leave it.  Raises `CaseError`."""
    player = Player.begin(block.case)
    for step in block.case.steps:
        player.order(step.seat, step.text)
        if player.witness.refusal is not None:
            refusal = player.witness.refusal
            raise CaseError(
                f"{block.case.file}:{step.line}: the scene is refused: "
                f"{refusal.rule}: {refusal.why}"
            )
    return player.match


async def judge(paper: Paper, phrase: Phrase, file: str) -> Verdict:
    """Say a phrase and judge the outcome.  Raises `CaseError` if its reference cannot be read."""
    talk = phrase.means == "-"
    came = await paper.say(phrase.seat, phrase.text, "chat" if talk else "command")
    if phrase.means in ("?", "-"):
        silent = not (came.answer.text or came.answer.public or came.answer.marks)
        outcome: Outcome = "right" if silent == talk else "asked"
        return Verdict(phrase, "misread" if came.filed else outcome, said(came))
    meant = await paper.ordered(phrase.seat, phrase.sentences)
    if meant is None:
        raise CaseError(f"{file}:{phrase.line}: the reference {phrase.means!r} cannot be read")
    return Verdict(phrase, await _compared(paper, phrase, came, meant), said(came))


async def _compared(paper: Paper, phrase: Phrase, came: Came, meant: Came) -> Outcome:
    """Compare what was filed with what was meant, then what was offered."""
    if came.answer.ask is not None:
        came = await paper.say(phrase.seat, phrase.text, "command", press=True)
    if same(came, meant):
        return "right"
    if came.answer.offer is not None and came.answer.offer.options:
        pressed = await paper.say(phrase.seat, phrase.text, "command", press=True)
        if same(pressed, meant):
            return "offered"
    return "misread" if came.filed else "asked"


def same(one: Came, other: Came) -> bool:
    """Do both have the same events (in any order) and state, or a refusal under the same rule?"""
    if one.rules or other.rules:
        return one.rules[:1] == other.rules[:1]
    if not (one.filed or other.filed):  # questions leave no entries
        return bool(answers := answered(one)) and answers == answered(other)
    return bool(one.filed) and one.state == other.state and happened(one) == happened(other)


def answered(came: Came) -> list[str]:
    """The answers to questions, as strings."""
    return [text for reply in came.answer.replies for text in map(str, reply.answers)]


def happened(came: Came) -> list[str]:
    """The events of what was filed, sorted, so that their order does not matter."""
    return sorted(repr(event) for entry in came.filed for event in entry.events)


def said(came: Came) -> str:
    """Tell in a line what came of a phrase."""
    answer = came.answer
    filed = " ; ".join(entry.text if not entry.orders else _orders(entry) for entry in came.filed)
    parts = [f"filed {filed}" if filed else ""]
    if answer.offer is not None and answer.offer.options:
        parts.append(f"offered {' | '.join(answer.offer.options)}".replace("\n", " ; "))
    if answer.text and not filed:
        parts.append(f"({' '.join(answer.text.split())[:200]})")
    return " ".join(one for one in parts if one) or "silent"


def _orders(entry: Any) -> str:
    return " then ".join(map(str, entry.orders))


def counted(verdicts: Mapping[str, list[Verdict]]) -> dict[str, dict[Outcome, int]]:
    """Count the outcomes for each row of the table."""
    return {
        name: {outcome: sum(one.outcome == outcome for one in some) for outcome in OUTCOMES}
        for name, some in verdicts.items()
    }
