"""A PostgreSQL server of our own in a temporary folder."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

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
