"""Practice opponents in matches on Discord: they order whenever their seat is awaited."""

import logging
import threading
from typing import Any

from bot.opponents import has_opponent, practise
from bot.posts.workers import Workers
from bot.referee.clock import PRACTICE
from bot.referee.gate import PLAYING, is_locked, status
from bot.referee.news import MatchChanged
from bot.referee.service import OpenMatch, Referee, RefereeError
from bot.store import StoreError
from bot.store.leases import AGAIN
from rules.border.game import LEVELS, Game

log = logging.getLogger("referee.sparring")


def opponents_of(table: OpenMatch) -> dict[int, str]:
    """The seats that a practice opponent plays, each with its level."""
    levels = table.record.settings.opponents
    return {seat: level for seat, level in levels if table.holds(PRACTICE, seat)}


def levels_of(game: Game[Any]) -> tuple[str, ...]:
    """The levels of a system's practice opponent; empty if it has none."""
    return LEVELS if has_opponent(game) else ()


class Sparring:
    """One task per match with a practice opponent; tells `MatchChanged` after each turn of one."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        self._workers = Workers(self._play)
        self._turns = threading.BoundedSemaphore()

    def wake(self, table: OpenMatch) -> None:
        """A match has changed: let its opponents order if it is their turn.  Returns at once."""
        if opponents_of(table):
            self._workers.wake(table.record.id)

    async def close(self) -> None:
        """Stop; at the next start the opponents think again."""
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
        except StoreError:  # the worker tries again
            raise
        except Exception:
            log.exception("match %d: its opponent failed", number)
        return None

    async def _turn(self, table: OpenMatch) -> bool:
        """Let every opponent order until its seat is no longer awaited; returns whether any did."""
        moved = False
        for seat, level in opponents_of(table).items():
            if status(table) != PLAYING or is_locked(table):
                return False
            replies = await practise(self.referee, table, seat, level, turns=self._turns)
            if any(reply.accepted for reply in replies):
                moved = True
                self.referee.news.tell(MatchChanged(table))
        return moved
