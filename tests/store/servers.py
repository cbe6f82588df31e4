"""A PostgreSQL server of our own in a temporary folder."""

import atexit
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine

KINDS = ["file"] if sys.version_info >= (3, 13) else ["file", "server"]
"""The kinds of databases that can be tested with this Python."""

SLOWLY = {"timeout": 120}


@dataclass
class Server:
    """A server and its address for the store; it can crash and start again."""

    own: Any
    address: str

    def crash(self) -> None:
        """Stop the server at once (SIGQUIT), without finishing what is under way."""
        process = self.own.get_postmaster_info().process
        process.send_signal(signal.SIGQUIT)
        process.wait(SLOWLY["timeout"])

    def start(self) -> None:
        """Start the server again; it recovers from its own log."""
        self.own.ensure_pgdata_inited()  # another run of tests may have locked the folder
        self.own.ensure_postgres_running()


@cache
def runtime() -> Path:
    """The folder for the locks of pgserver, deleted when this process ends."""
    folder = Path(tempfile.mkdtemp(prefix="referee-postgres-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@contextmanager
def serving(folder: Path) -> Iterator[Server]:
    """Run a server until the block ends."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", str(runtime()))
        import pgserver
        from pgserver import postgres_server

        # pgserver gives a server ten seconds to start; a busy machine takes longer.
        patch.setenv("PGCTLTIMEOUT", "120")
        start = postgres_server.pg_ctl
        patch.setattr(
            postgres_server, "pg_ctl", lambda *words, **given: start(*words, **given | SLOWLY)
        )
        own = pgserver.get_server(str(folder / "data"), cleanup_mode="stop")
        address = own.get_uri().replace("postgresql://", "postgresql+asyncpg://")
        try:
            yield Server(own, address)
        finally:
            own.cleanup()


@contextmanager
def running() -> Iterator[str]:
    """Run a server until the block ends; yields its address for the store.

    Its data lie outside the folders of pytest: whoever else begins a run of tests would take the
    rights of the server's user on those.
    """
    with (
        tempfile.TemporaryDirectory(prefix="referee-server-") as folder,
        serving(Path(folder)) as server,
    ):
        yield server.address


async def new_database(server: str, name: str, like: str = "") -> str:
    """Make a database on a server, empty or as a copy of `like`; returns its address."""
    beside = sa.make_url(server).set(database="postgres")
    engine = create_async_engine(beside, isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        copied = f" TEMPLATE {sa.make_url(like).database}" if like else ""
        await connection.execute(sa.text(f"CREATE DATABASE {name}{copied}"))
    await engine.dispose()
    return str(sa.make_url(server).set(database=name).render_as_string(hide_password=False))
