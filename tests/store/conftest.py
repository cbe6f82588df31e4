"""A PostgreSQL server for the tests of the store."""

from collections.abc import Iterator

import pytest

from tests.store.servers import running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server for the tests of one module; its address for the store."""
    with running(tmp_path_factory.mktemp("postgres")) as address:
        yield address
