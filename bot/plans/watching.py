"""Whenever a match moves, its plans are looked at; nobody waits for it."""

import logging
from collections.abc import Callable

from bot.plans.planroom import PlanRoom
from bot.posts.workers import Workers, by_and_by
from bot.referee.news import Changed
from bot.referee.service import OpenMatch, RefereeError
from bot.store import StoreError
from bot.store.leases import AGAIN

log = logging.getLogger("referee.plans")


class Watching:
    """Looks at the plans of matches that moved; a player whose plan was used or ended gets a
    letter, and the news tell of it."""

    def __init__(self, room: PlanRoom) -> None:
        self.room = room
        self._workers = Workers(self._look)

    def wake(self, table: OpenMatch) -> None:
        """Something has changed in a match.  Returns at once."""
        self._workers.wake(table.record.id)

    async def wake_all(self, ours: Callable[[str], bool] = lambda _: True) -> None:
        """The bot has started: whatever began meanwhile is looked at, on the servers that are
        `ours`."""
        numbers = await self.room.plans.matches()
        guilds = await self.room.referee.mail.guilds(numbers)
        own = [number for number in numbers if ours(guilds.get(number, ""))]
        await by_and_by(own, self._workers.wake)

    async def close(self) -> None:
        """Finish what is under way; what is still to come is looked at at the next start."""
        await self._workers.close()

    async def _look(self, number: int) -> float | None:
        """Use the plans of a match as far as they are due."""
        await self.room.referee.calm.wait()
        try:
            async with self.room.referee.leases.held("plans", number) as taken:
                if taken == "no":
                    return AGAIN
                table = await self.room.referee.open(f"#{number}")
                if await self.room.follow(table, letters=True):
                    self.room.referee.news.tell(Changed(table))
        except RefereeError as problem:
            log.info("match %d: its plans were not looked at: %s", number, problem)
        except StoreError:  # it is looked at again
            raise
        except Exception:
            log.exception("match %d: its plans could not be looked at", number)
        return None
