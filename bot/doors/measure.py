"""Measure how well the referee understands: say every phrase at a door and judge what is filed.

The phrases are said in a scene in memory: they go through the real doors, and nothing is stored.
"""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Literal

from bot import __version__
from bot.cases.casefile import CaseError, Phrase, PhraseBlock, Player, no_dice
from bot.doors.confirming import REASON, sentence_of, with_reason
from bot.doors.doors import Doors
from bot.doors.saying import Answer, Door, IncomingText
from bot.match.reckoned import codec_of
from bot.match.settings import Settings
from bot.match.tree import LogEntry, Match
from bot.referee.gate import Caller
from bot.referee.open_match import OpenMatch, learn
from bot.referee.service import Referee
from bot.store import MatchRecord, Receipt, Store, Submission
from bot.store.database import Database
from rules.line.codec import Codec
from rules.line.frozen import Frozen
from rules.line.orders import GM
from rules.line.work import UNCOUNTED, Budget

NUMBER = 1
"""The one match that a paper store has."""

BEGUN = datetime(2026, 1, 1, tzinfo=UTC)
SEED = "00" * 32


class NoDatabase(Database):
    """An empty database: no settings, nothing waiting, nothing stored."""

    shared, dialect = False, "sqlite"

    def __init__(self) -> None:
        """No file, no server."""

    async def rows(self, *_: Any, **__: Any) -> list[Any]:
        return []


class PaperStore(Store):
    """A store of one match that keeps what is written in memory only."""

    def __init__(self, match: Match) -> None:
        super().__init__(NoDatabase())
        self.match = match
        self.made: dict[str, list[LogEntry]] = {}
        self.receipts: dict[str, Receipt] = {}
        self.number = 0

    async def version(self, match_id: int) -> int | None:
        return self.number

    async def append(self, match_id: int, submission: Submission, codec: Codec) -> int:
        if submission.receipt is not None and submission.source is not None:
            self.receipts[submission.source] = submission.receipt
        if submission.entry is not None:
            self.match.written[submission.entry.number] = submission.entry
            self.made.setdefault(submission.source or "", []).append(submission.entry)
        self.number += 1
        return self.number

    async def receipt(self, match_id: int, source: str) -> Receipt | None:
        return self.receipts.get(source)

    async def entries(
        self, match_id: int, codec: Codec, numbers: Sequence[int] | None = None
    ) -> list[LogEntry]:
        written = self.match.written
        return [written[one] for one in sorted(written) if numbers is None or one in numbers]

    async def entries_of(self, match_id: int, source: str, codec: Codec) -> list[LogEntry]:
        return self.made.get(source, [])

    async def snapshot_numbers(self, match_id: int, rules: str) -> set[int]:
        return set()

    async def save_snapshot(self, *_: Any) -> None:
        """Save nothing."""


class Came(Frozen):
    """The result of a message: the answer, the entries that it filed, and the state after it."""

    answer: Answer
    filed: tuple[LogEntry, ...]
    state: Any

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that refused something, refused parts of lines first."""
        replies = self.answer.replies
        parts = (one.rule for reply in replies for one in reply.parts_refused)
        return (*parts, *(one.rule for reply in replies for one in reply.refused))


class Paper:
    """A scene with a player in every seat and a GM; each message is said to a fresh copy of it.

    The scene is set up once and does not change afterwards.
    """

    def __init__(self, match: Match) -> None:
        self.scene = match
        self.number = 0
        seats = match.game.seats(match.options)
        record = MatchRecord(
            NUMBER,
            "paper",
            match.game.id,
            match.options,
            SEED,
            __version__,
            BEGUN.isoformat(),
            tuple((seat, account(seat)) for seat in (GM, *seats)),
            Settings(scene=True, status="playing"),
        )
        self.table = OpenMatch(record, match, codec_of(match.game))
        learn(self.table, *(match.written[one] for one in sorted(match.written)))

    def _doors(self) -> tuple[Doors, OpenMatch]:
        """The doors of a fresh copy of the scene, and its table."""
        scene, laid = self.scene, self.table
        match = Match(
            scene.game,
            scene.options,
            states=dict(scene.states),
            written=dict(scene.written),
            links=list(scene.links),
        )
        known = dict(laid.lessons), dict(laid.said), dict(laid.ruled)
        table = OpenMatch(laid.record, match, laid.codec, asyncio.Lock(), [], *known)
        referee = Referee(PaperStore(match), now=lambda: BEGUN, dice=lambda *_: no_dice)
        referee.cache.keep(table)
        return Doors(referee), table

    async def say(self, seat: int, text: str, door: Door = "command", press: bool = False) -> Came:
        """Say a message of a seat (0: the GM) through a door.

        A GM's missing reason is supplied.  `press`: a question is answered with yes, and the first
        option of an offer is taken.
        """
        doors, table = self._doors()
        answer = await self._reasoned(doors, seat, text, door)
        if press and answer.ask is not None:
            answer = await self._hear(doors, seat, sentence_of(answer.ask.word), door, sure=True)
        elif press and answer.offer is not None and answer.offer.options:
            taken = answer.offer.options[0].replace(" ; ", "\n")
            answer = await self._reasoned(doors, seat, taken, door, sure=True)
        return self._came(table, answer)

    async def _reasoned(
        self, doors: Doors, seat: int, text: str, door: Door, sure: bool = False
    ) -> Answer:
        """The answer to a message; if it asks a GM for a reason, the answer once that is given."""
        answer = await self._hear(doors, seat, text, door, sure)
        if answer.offer is not None and answer.offer.plea == REASON:
            lines = "\n".join(line for reply in answer.replies for line in reply.unrun)
            answer = await self._hear(doors, seat, with_reason(lines, "so be it"), door, sure)
        return answer

    async def ordered(self, seat: int, sentences: Sequence[str]) -> Came | None:
        """Order sentences of the law, one per line; None if one of them cannot be read."""
        doors, table = self._doors()
        text = "\n".join(sentences)
        text = with_reason(text, "so be it") if seat == GM else text
        answer = await self._hear(doors, seat, text, "command", sure=True)
        unread = any(reply.unreadable for reply in answer.replies)
        return None if unread else self._came(table, answer)

    async def _hear(
        self, doors: Doors, seat: int, text: str, door: Door, sure: bool = False
    ) -> Answer:
        self.number += 1
        key, caller = f"paper-{self.number}", Caller(account(seat))
        return await doors.hear(
            IncomingText(key, caller, "paper", text, door, f"#{NUMBER}", sure=sure)
        )

    def _came(self, table: OpenMatch, answer: Answer) -> Came:
        begun = len(self.scene.links)
        written = table.match.written
        filed = tuple(written[one] for one in sorted(written) if one >= begun)
        return Came(answer, filed, table.state)


def account(seat: int) -> str:
    """The name of the account in a seat."""
    return f"seat {seat}"


# --- judging --------------------------------------------------------------------------------------


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
