"""The engines of a SQLite file: one that others share, and plain ones for a thread each."""

from pathlib import Path
from typing import Any

from sqlalchemy import URL, Engine, create_engine, event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine


def own_engine(file: Path, pool: Any = None) -> Engine:
    """A plain engine for one thread; it begins and commits by itself."""
    engine = create_engine(
        URL.create("sqlite", database=str(file)),
        connect_args={"timeout": 5, "check_same_thread": False, "isolation_level": None},
        hide_parameters=True,
        isolation_level="AUTOCOMMIT",
        poolclass=pool,
    )
    event.listen(engine, "connect", set_pragmas)
    return engine


def set_pragmas(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def sqlite_engine(file: Path) -> AsyncEngine:
    address = URL.create("sqlite+aiosqlite", database=str(file))
    engine = create_async_engine(address, connect_args={"timeout": 5}, hide_parameters=True)
    event.listen(engine.sync_engine, "connect", set_pragmas)
    return engine
