"""A PostgreSQL server for the tests of the store."""

import asyncio
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from tests.store.servers import KINDS, new_database, running

NUMBERS = count(1)


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """Run a server for the tests of one module; yields its address for the store."""
    with running() as address:
        yield address


@pytest.fixture(params=KINDS)
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, once as a file and once on a server."""
    if request.param == "file":
        return str(tmp_path / "a.sqlite")
    server = request.getfixturevalue("server")
    return asyncio.run(new_database(server, f"one_{next(NUMBERS)}"))
