"""What the subcommands share: the database, one-sentence troubles, files."""

import argparse
import re
import sys
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bot.config import Config, Trouble, as_trouble

Work = int | Coroutine[Any, Any, int]
"""A subcommand's exit code, or what comes to it."""


def database_argument(parser: argparse.ArgumentParser) -> None:
    """`--db FILE`."""
    parser.add_argument(
        "--db", metavar="FILE", help="the database file (default: DATABASE_URL, referee.sqlite)"
    )


@asynccontextmanager
async def referee(config: Config, writes: bool = False, beside: bool = False) -> AsyncIterator[Any]:
    """A referee on the configured database; after today's backup, if it is going to be written;
    `beside` a process that runs and needs the schema as it is."""
    from bot.referee.memory import MEMORY
    from bot.referee.service import Referee, RefereeError
    from bot.store import Store, StoreError
    from bot.store.backup import daily_backup

    MEMORY.limit = config.memory
    with as_trouble(StoreError, RefereeError):
        if writes and config.backup_folder is not None:
            now = datetime.now(UTC)
            kept = config.backups_kept
            daily_backup(Path(config.database), config.backup_folder, now, kept)
        store = await Store.open(config.database, beside)
        try:
            yield Referee(store)
        finally:
            MEMORY.limit = 0
            await store.close()


def read_text(path: str, limit: int = 1_000_000) -> str:
    """A text file (`-`: standard input), at most `limit` bytes, UTF-8.  Raises `Trouble`."""
    try:
        if path == "-":
            raw = sys.stdin.buffer.read(limit + 1)
        else:
            with Path(path).open("rb") as file:
                raw = file.read(limit + 1)
    except OSError as error:
        raise Trouble(f"{path}: {error.strerror or 'cannot be read'}") from error
    if len(raw) > limit:
        raise Trouble(f"{path}: longer than {limit:,} bytes")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Trouble(f"{path}: not UTF-8 text (byte {error.start})") from error


def put_out(text: str, path: str | None) -> None:
    """Write a text to a file, or print it where none is named.  Raises `Trouble`."""
    if path:
        write(path, text.encode())
    else:
        sys.stdout.write(text)


def write(path: str, content: bytes) -> None:
    """A file of this content.  Raises `Trouble`."""
    try:
        Path(path).write_bytes(content)
    except OSError as error:
        raise Trouble(f"{path}: {error.strerror or 'cannot be written'}") from error


def entry_number(word: str) -> int:
    """`#17` or `17`.  Raises `Trouble`."""
    number = word.removeprefix("#")
    if not number.isdecimal():
        raise Trouble(f"an entry is named by its number, #17, not {number[:20]!r}")
    return int(number[:12])


def viewer_of(word: str | None) -> int | None:
    """`gm` is 0, `1` or `army 1` is 1, nothing or `public` is everybody."""
    if word is None or word == "public":
        return None
    if word.lower() == "gm":
        return 0
    digits = word.lower().removeprefix("army").strip()
    if not re.fullmatch(r"[0-9]{1,4}", digits):
        raise Trouble(f"a viewer is gm, public or a seat's number, not {word[:30]!r}")
    return int(digits)
