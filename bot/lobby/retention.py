"""Finished matches are kept for a while; then each is written to a file, checked, and erased.

The file is a GM's export: `referee verify` checks it, `referee replay` needs it imported again.
"""

import asyncio
import logging
import os
import re
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

from bot.history.exchange import export_match
from bot.history.exported import MOST_ENTRIES
from bot.history.verify import problems_in, verify_lines
from bot.lobby.removal import daily
from bot.referee.service import OpenMatch, Referee, RefereeError
from rules.line.frozen import Frozen

log = logging.getLogger("referee.retention")

LEASE = "archive"


class Retention(Frozen):
    """How long a finished match is kept, and where it goes then."""

    kept: timedelta
    folder: Path


async def archive_daily(referee: Referee, retention: Retention) -> None:
    """Archive what is due, now and every day."""
    failed = partial(log.exception, "finished matches could not be archived")
    await daily(partial(archive, referee, retention), failed)


async def archive(referee: Referee, retention: Retention) -> list[Path]:
    """Write every match that ended long ago to a file and erase it; returns the files.

    A match whose file does not verify is kept, and so is one with posts still to be sent.
    """
    since = (datetime.fromisoformat(referee.timestamp()) - retention.kept).isoformat()
    written = []
    for number in await referee.store.still_since(since):
        async with referee.leases.held(LEASE, number) as taken:
            if taken == "no":
                continue
            try:
                table = await referee.open(f"#{number}")
                async with table.lock:
                    file = await _moved(referee, table, retention.folder)
            except (RefereeError, OSError) as problem:
                log.warning("match %d is not archived: %s", number, problem)
                continue
            if file is not None:
                log.info("match %d ended long ago: it is in %s now", number, file)
                written.append(file)
    return written


async def _moved(referee: Referee, table: OpenMatch, folder: Path) -> Path | None:
    """Move a match to a file; None if it is not over, has posts still to be sent, or has changed
    meanwhile.  Raises `RefereeError` if it is too long to be imported again."""
    number, version = table.record.id, table.record.version
    if not table.is_over or await referee.mail.waiting(number):
        return None
    if len(table.match.links) > MOST_ENTRIES:
        raise RefereeError("it has too many entries for `referee import` to bring it back")
    text = await export_match(referee, table)
    file = folder / file_name(table)
    await asyncio.to_thread(_write, text, file)
    return file if await referee.store.erase(number, version) else None


def file_name(table: OpenMatch) -> str:
    """The number of the match, its name in characters that every disk takes, and its last hash."""
    name = re.sub(r"[^\w-]+", "-", table.record.name).strip("-")[:40]
    return f"match-{table.record.id}-{name}-{table.match.links[-1].hash[:10]}.json"


def _write(text: str, file: Path) -> None:
    """Write the file, read it back, and check every entry of what was read.  Raises
    `RefereeError`."""
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f"{file.name}.{os.getpid()}.part")
    try:
        with draft.open("w", encoding="utf-8") as written:
            written.write(text)
            written.flush()
            os.fsync(written.fileno())
        if wrong := problems_in(verify_lines(draft.read_text(encoding="utf-8"))):
            raise RefereeError(f"its export does not verify: {wrong[0]}")
        os.replace(draft, file)
    finally:
        draft.unlink(missing_ok=True)
