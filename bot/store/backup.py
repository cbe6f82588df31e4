"""Copies of the database file: on demand, daily, and back again."""

import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from bot.store.errors import StoreError

KEPT = 14
PATTERN = "referee-????-??-??.sqlite"


def copy_database(source: Path, target: Path) -> None:
    """Write a complete copy (`VACUUM INTO`) and check it; the source may be in use.

    Raises `StoreError` if it cannot be written, or if the source itself is damaged.
    """
    if not source.is_file():
        raise StoreError(f"there is no database file {source}")
    if target.is_dir():
        raise StoreError(f"{target} is a folder; name a file for the backup")
    draft = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        draft.unlink(missing_ok=True)
        with closing(sqlite3.connect(source)) as connection:
            connection.execute("VACUUM INTO ?", (str(draft),))
        check_database(draft)
        os.replace(draft, target)
    except (sqlite3.Error, OSError) as error:
        draft.unlink(missing_ok=True) if draft.parent.is_dir() else None
        check_source(source)
        raise StoreError(f"the backup {target} could not be written: {_said(error)}") from error


def read_only(file: Path) -> sqlite3.Connection:
    """Open a file read-only; `#`, `?` and `%41` in its name are taken literally."""
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)


def check_source(file: Path) -> None:
    """Raise `StoreError` if a copy failed because the database itself is damaged."""
    try:
        with closing(read_only(file)) as connection:
            found = connection.execute("PRAGMA quick_check").fetchone()
    except sqlite3.Error as error:
        found = (_said(error),)
    if found != ("ok",):
        raise StoreError(
            f"the database {file} is damaged and cannot be copied; restore a backup with "
            "`referee restore FILE`"
        )


def check_database(file: Path) -> None:
    """Raise `StoreError` unless the file is an undamaged database of the referee."""
    if not file.is_file():
        raise StoreError(f"there is no file {file}")
    try:
        with closing(read_only(file)) as connection:
            sound = connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            ours = connection.execute(
                "SELECT count(*) FROM sqlite_master WHERE name IN ('matches', 'entries')"
            ).fetchone() == (2,)
    except sqlite3.Error as error:
        raise StoreError(f"{file} is not a sound database: {_said(error)}") from error
    if not sound:
        raise StoreError(f"{file} is a damaged database; take another backup")
    if not ours:
        raise StoreError(f"{file} is a database, but not one of the referee")


def restore_database(backup: Path, present: Path, now: datetime) -> Path | None:
    """Check a backup, set the present file aside, and put the backup in its place.

    Returns the path under which the present file was kept (None if there was none).
    """
    check_database(backup)
    if present.is_dir():
        raise StoreError(f"{present} is a folder; name the database file")
    draft = present.with_name(f"{present.name}.part")
    copy_database(backup, draft)
    kept = None
    try:
        if present.exists():
            kept = present.with_name(f"{present.name}.replaced-{now:%Y%m%d-%H%M%S}")
            copy_database(present, kept)
        for ending in ("-wal", "-shm"):
            present.with_name(present.name + ending).unlink(missing_ok=True)
        os.replace(draft, present)
    except OSError as error:
        raise StoreError(f"{present} could not be replaced: {_said(error)}") from error
    return kept


def is_empty(file: Path) -> bool:
    """True if the database has no tables yet, because another process is still creating it.

    Readers of a finished database never wait, so one that is locked is still being created.
    """
    try:
        with closing(sqlite3.connect(file)) as connection:
            found = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'seats'")
            return not found.fetchone()
    except sqlite3.Error as error:
        return error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY


def daily_backup(source: Path, folder: Path, now: datetime, kept: int = KEPT) -> Path | None:
    """Write today's backup if there is none yet, and delete all but the last `kept` backups.

    Returns the path of the new backup (None if none was made).
    """
    target = folder / f"referee-{now.astimezone(UTC):%Y-%m-%d}.sqlite"
    if target.exists() or not source.is_file() or is_empty(source):
        return None
    copy_database(source, target)
    for old in sorted(folder.glob(PATTERN))[:-kept]:
        old.unlink(missing_ok=True)
    return target


def _said(error: Exception) -> str:
    return (getattr(error, "strerror", None) or str(error)).split("\n")[0][:120]
