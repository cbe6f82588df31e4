"""A PostgreSQL server of our own in a temporary folder."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine

KINDS = ["file"] if sys.version_info >= (3, 13) else ["file", "server"]
"""Where matches may be kept, as far as this Python can have it."""

SLOWLY = {"timeout": 120}


@contextmanager
def running(folder: Path) -> Iterator[str]:
    """It runs as long as the block; its address for the store."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", str(folder / "run"))
        import pgserver
        from pgserver import postgres_server

        # Ten seconds are its own patience with the first start; a busy machine takes longer.
        patch.setenv("PGCTLTIMEOUT", "120")
        start = postgres_server.pg_ctl
        patch.setattr(
            postgres_server, "pg_ctl", lambda *words, **given: start(*words, **given | SLOWLY)
        )
        server = pgserver.get_server(str(folder / "data"), cleanup_mode="stop")
    try:
        yield server.get_uri().replace("postgresql://", "postgresql+asyncpg://")
    finally:
        server.cleanup()


async def new_database(server: str, name: str) -> str:
    """An empty database of this name on a server; its address."""
    engine = create_async_engine(server, isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.execute(sa.text(f"CREATE DATABASE {name}"))
    await engine.dispose()
    return str(sa.make_url(server).set(database=name).render_as_string(hide_password=False))
