"""Practice opponents in matches by post: whenever their seat is awaited, they order."""

import logging
import threading
from typing import Any

from bot.opponents import has_opponent, practise
from bot.posts.workers import Workers
from bot.referee.clock import PRACTICE
from bot.referee.gate import PLAYING, is_locked, status
from bot.referee.news import Changed
from bot.referee.service import OpenMatch, Referee, RefereeError
from bot.store import StoreError
from bot.store.leases import AGAIN
from rules.border.game import LEVELS, Game

log = logging.getLogger("referee.sparring")


def opponents_of(table: OpenMatch) -> dict[int, str]:
    """The seats that an opponent plays, and how well."""
    found = {}
    for seat, level in table.record.settings.opponents:
        if table.holds(PRACTICE, seat):
            found[seat] = level
    return found


def levels_of(game: Game[Any]) -> tuple[str, ...]:
    """How well an opponent can play a system; nothing where there is none."""
    return LEVELS if has_opponent(game) else ()


class Sparring:
    """One task per match in which an opponent sits; the news tell when it has ordered."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        self._workers = Workers(self._play)
        self._turns = threading.BoundedSemaphore()

    def wake(self, table: OpenMatch) -> None:
        """Something has changed in a match; perhaps it is an opponent's turn.  Returns at once."""
        if opponents_of(table):
            self._workers.wake(table.record.id)

    async def close(self) -> None:
        """Stop; at the next start they think again."""
        await self._workers.close(0.0)

    async def _play(self, number: int) -> float | None:
        """Let the opponents of a match order while there is anything to do for them."""
        try:
            async with self.referee.leases.held("opponent", number) as taken:
                if taken == "no":
                    return AGAIN
                while await self._turn(await self.referee.open(f"#{number}")):
                    pass
        except RefereeError as problem:
            log.info("match %d: its opponent cannot play: %s", number, problem)
        except StoreError:  # it thinks again
            raise
        except Exception:
            log.exception("match %d: its opponent failed", number)
        return None

    async def _turn(self, table: OpenMatch) -> bool:
        """Every opponent orders until its seat is awaited no more.  Was there anything to do?"""
        moved = False
        for seat, level in opponents_of(table).items():
            if status(table) != PLAYING or is_locked(table):
                return False
            replies = await practise(self.referee, table, seat, level, turns=self._turns)
            if any(reply.accepted for reply in replies):
                moved = True
                self.referee.news.tell(Changed(table))
        return moved
