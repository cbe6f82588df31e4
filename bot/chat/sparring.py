"""Practice opponents in matches by post: whenever their seat is awaited, they order."""

import asyncio
import logging
from collections.abc import Callable

from bot.opponents import LEVELS, has_opponent, practise
from bot.referee.clock import PRACTICE
from bot.referee.gate import PLAYING, is_locked, status
from bot.referee.service import Referee, RefereeError, Table
from rules.game import Game

log = logging.getLogger("referee.sparring")

SETTING = "opponents"
"""The setting of a match that says which seats are played so: `2:easy`."""


def opponents_of(table: Table) -> dict[int, str]:
    """The seats that an opponent plays, and how well."""
    found = {}
    for word in table.record.settings.get(SETTING, "").split():
        seat, _, level = word.partition(":")
        if table.holds(PRACTICE, int(seat)):
            found[int(seat)] = level
    return found


def levels_of(game: Game[object]) -> tuple[str, ...]:
    """How well an opponent can play a system; nothing where there is none."""
    return LEVELS if has_opponent(game) else ()


class Sparring:
    """One task per match in which an opponent sits.  `on_change` is told when it has ordered."""

    def __init__(self, referee: Referee, on_change: Callable[[Table], None]) -> None:
        self.referee = referee
        self.on_change = on_change
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._open = True

    def wake(self, table: Table) -> None:
        """Something has changed in a match; perhaps it is an opponent's turn.  Returns at once."""
        number = table.record.id
        if not self._open or not opponents_of(table):
            return
        task = self._tasks.get(number)
        if task is not None and not task.done():
            self._again.add(number)
            return
        self._tasks[number] = asyncio.create_task(self._play(number))

    async def wake_all(self) -> None:
        """The bot has started: whatever was interrupted goes on."""
        for record in await self.referee.store.all():
            if record.settings.get(SETTING):
                self.wake(await self.referee.open(f"#{record.id}"))

    async def close(self) -> None:
        """Stop; at the next start they think again."""
        self._open = False
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _play(self, number: int) -> None:
        while True:
            self._again.discard(number)
            try:
                moved = await self._turn(await self.referee.open(f"#{number}"))
            except RefereeError as problem:
                log.info("match %d: its opponent cannot play: %s", number, problem)
                return
            except Exception:
                log.exception("match %d: its opponent failed", number)
                return
            if not moved and number not in self._again:
                return

    async def _turn(self, table: Table) -> bool:
        """Every opponent orders until its seat is awaited no more.  Was there anything to do?"""
        moved = False
        for seat, level in opponents_of(table).items():
            if status(table) != PLAYING or is_locked(table):
                return False
            replies = await practise(self.referee, table, seat, level)
            if any(reply.accepted for reply in replies):
                moved = True
                self.on_change(table)
        return moved
