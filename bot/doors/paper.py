"""A scene in memory: messages go through the real doors, and nothing is stored."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from bot import __version__
from bot.cases.casefile import no_dice
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
