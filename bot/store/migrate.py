"""Migrate a database to the newest schema, after a backup; refuse one newer than this program."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, inspect, select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.backup import copy_database
from bot.store.errors import StoreError
from bot.store.schema import VERSION, metadata, versions

fcntl: Any
try:
    import fcntl
except ImportError:  # a system without file locks: a second process gets an error instead of a turn
    fcntl = None

FOLDER = Path(__file__).parent / "migrations"


async def migrate(engine: AsyncEngine, file: Path | None, beside: bool = False) -> None:
    """Run the missing migrations.

    Raises `StoreError` if the schema is newer than this program, or if it is older and another
    process uses the database (`beside`).
    """
    with turn_of(None if file is not None and _is_ready(file) else file):
        async with engine.connect() as connection:
            version = await connection.run_sync(_version)
    if version == VERSION:
        return
    if version is not None:
        await _refuse_newer(version)
        if beside:
            raise StoreError(
                f"the database has schema {version}, this program needs {VERSION}: stop the bot "
                "that runs, then start this one without --takeover"
            )
        if file is not None:
            copy_database(file, file.with_name(f"{file.name}.before-{VERSION}"))
    with turn_of(file):
        async with engine.connect() as connection:
            version = await connection.run_sync(_version)
        if version != VERSION:  # else another process has done it meanwhile
            bring = make if version is None else upgrade
            async with engine.begin() as connection:
                await connection.run_sync(bring)


@contextmanager
def turn_of(file: Path | None) -> Iterator[None]:
    """Let one process at a time into the block, by a lock beside the file (a server needs none)."""
    if file is None or str(file) == ":memory:":
        yield
        return
    with file.with_name(f"{file.name}.lock").open("a") as held:
        if fcntl is not None:
            fcntl.flock(held, fcntl.LOCK_EX)
        yield


def _is_ready(file: Path) -> bool:
    """Whether the file is a database with a write-ahead log, so that several may open it at once.
    While it is being switched to that mode, nobody else can."""
    try:
        with file.open("rb") as there:
            return there.read(20)[18:] == b"\2\2"
    except OSError:
        return False


def _version(connection: Connection) -> str | None:
    if not inspect(connection).has_table(versions.name):
        return None
    return connection.execute(select(versions.c.version_num)).scalar()


async def _refuse_newer(version: str) -> None:
    known = {path.name.split("_")[0] for path in (FOLDER / "versions").glob("[0-9]*.py")}
    if version not in known:
        raise StoreError(
            f"the database has schema {version[:20]}, this program knows up to {VERSION}: "
            "it was written by a newer version; install that one"
        )


def make(connection: Connection) -> None:
    """Create the tables of a new database directly, as all migrations together would."""
    metadata.create_all(connection, checkfirst=False)
    versions.create(connection)
    connection.execute(versions.insert().values(version_num=VERSION))


def upgrade(connection: Connection, to: str = "head") -> None:
    """Run the missing migrations, up to and including `to`."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    attributes: dict[str, Any] = config.attributes
    attributes["connection"] = connection
    command.upgrade(config, to)
