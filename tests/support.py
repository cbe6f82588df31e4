"""Things that several tests need: a referee on a real file, and a small battle to play."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bot.match.reply import Reply
from bot.referee.service import OpenMatch, Referee
from bot.referee.settings import change_settings
from bot.store import Store

NOON = datetime(2026, 6, 1, 12, 0, 0, tzinfo=UTC)
SEED = "ab" * 32
PATIENCE = float(os.environ.get("REFEREE_PATIENCE", "60"))
"""Seconds after which a test gives up waiting; so many because machines can be busy."""

BUDGETS = (
    "bot.doors.suggest.SECONDS",
    "bot.doors.filing.PATIENCE",
    "bot.doors.sandbox.PATIENCE",
    "bot.doors.suggest.PATIENCE",
    "bot.referee.beside.PATIENCE",
)
"""Constants for how long the bot searches for an answer before it gives what it has.  Tests raise
them, so that no answer depends on how busy the machine is."""

DUEL = (
    "put Legionnaire L1 for army 1 at 5,5",
    "put Legionnaire L2 for army 1 at 7,5",
    "put Goblin G1 for army 2 at 5,25",
    "set phase move",
    "set turn army 1",
)


@asynccontextmanager
async def referee_on(file: Path | str, seed: str = SEED) -> AsyncIterator[Referee]:
    """A referee on a database, with a clock that stands still and a known seed.

    `:memory:` stands for a temporary file.
    """
    with TemporaryDirectory() as folder:
        kept = Path(folder) / "referee.sqlite" if str(file) == ":memory:" else file
        store = await Store.open(str(kept))
        try:
            yield Referee(store, now=lambda: NOON, seed=lambda: seed)
        finally:
            await store.close()


async def duel(referee: Referee, name: str = "duel") -> OpenMatch:
    """Two Legionnaires against a Goblin, in army 1's Move turn."""
    seats = ((0, "gm"), (1, "ana"), (2, "ben"))
    table = await referee.create(name, "crusade7", seats=seats, scene=True)
    for line in DUEL:
        must(await referee.submit(table, 0, line))
    return table


async def keep(referee: Referee, table: OpenMatch, **changes: Any) -> None:
    """Change settings of a match by their names."""
    await change_settings(referee, table, replace(table.record.settings, **changes))


def must(reply: Reply) -> Reply:
    """Return a reply, after asserting that it is a success."""
    assert reply.ok, reply
    return reply
