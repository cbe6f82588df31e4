"""When a server removes the bot, its matches rest, can be exported for a while, and are erased."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from bot.referee.gate import PAUSED, PLAYING, status
from bot.referee.service import OpenMatch, Referee, RefereeError
from bot.referee.settings import change_settings

log = logging.getLogger("referee.removal")

KEPT = timedelta(days=90)
DAY = 24 * 60 * 60


async def tables_in(referee: Referee, guild: str) -> AsyncIterator[OpenMatch]:
    """The matches that are played in a server."""
    for place in await referee.mail.places(guild):
        with suppress(RefereeError):
            yield await referee.open(f"#{place.match_id}")


async def left(referee: Referee, guild: str) -> None:
    """The bot was removed from a server: pause its matches, and note when."""
    async for table in tables_in(referee, guild):
        rests: dict[str, Any] = {"status": PAUSED} if status(table) == PLAYING else {}
        await change_settings(referee, table, left=referee.timestamp(), **rests)


async def returned(referee: Referee, guild: str) -> None:
    """The bot is back on a server: its matches are kept; `/match resume` goes on with them."""
    async for table in tables_in(referee, guild):
        if table.record.settings.left:
            await change_settings(referee, table, left="")


async def daily(work: Callable[[], Awaitable[object]], failed: Callable[[], None]) -> None:
    """Work now and every day; a failure, which `failed` logs, does not end it."""
    while True:
        try:
            await work()
        except Exception:
            failed()
        await asyncio.sleep(DAY)


async def sweep_daily(referee: Referee) -> None:
    """Erase what is due, now and every day."""
    failed = partial(log.exception, "old matches could not be erased")
    await daily(partial(sweep, referee), failed)


async def sweep(referee: Referee) -> list[int]:
    """Erase the matches of servers that were left long ago; returns their numbers."""
    now = datetime.fromisoformat(referee.timestamp())
    erased = []
    for record in await referee.store.all():
        since = record.settings.left
        if since and now - datetime.fromisoformat(since) >= KEPT:
            await referee.store.erase(record.id)
            log.info("match %d is erased: its server was left at %s", record.id, since)
            erased.append(record.id)
    return erased
