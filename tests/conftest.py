"""`pytest --bless` rewrites the golden files; without it the output must be equal to them."""

import asyncio
import gc
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import hypothesis
import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store import Store, database, migrate
from tests.places import GOLDEN, ROOT
from tests.support import BUDGETS, PATIENCE

# No deadline and no database, since a machine may be slow and its disk full.  The examples are the
# same everywhere, like those of the laws; `--hypothesis-profile=default` tries new ones.
hypothesis.settings.register_profile(
    "referee",
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=(hypothesis.HealthCheck.too_slow,),
)
hypothesis.settings.load_profile("referee")

# PostgreSQL comes as a wheel that does not exist for later Pythons; `python -m tests` says so.
POSTGRES = [
    "store/test_migrations.py",
    "store/test_several_bots.py",
    "store/test_copy.py",
    "e2e/test_shards.py",
    "e2e/test_takeover.py",
]
collect_ignore = POSTGRES if sys.version_info >= (3, 13) else []


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--bless", action="store_true", help="rewrite the golden files")


def pytest_configure() -> None:
    """Turn the garbage collector off while tests are collected: nothing becomes garbage then."""
    gc.disable()


LONGEST = (
    *("test_sentences_of_real_make", "test_corpus", "test_kills", "test_it_installs_and_plays"),
    *("test_a_short_storm", "test_random_matches_go_to_an_end", "test_every_pattern_ends"),
    *("test_wrong_kinds_get_a_sentence", "test_a_match_of_sixty_orders_a_side"),
    *("test_three_courts_a_clock_and_a_substitute", "test_every_question_and_order_is_bounded"),
    *("test_it_starts_and_stops", "test_kill_between_any_two_statements", "test_mutants"),
    *("test_every_command_with_every_caller", "test_fog_twins_look_alike_from_outside"),
    *("test_a_whole_match", "test_many_matches"),
)
"""Tests that take many seconds each, the longest first."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put some of the longest tests first in the share of each worker, so that the run does not end
    with one worker busy and the others idle."""
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    names = {one: one.name.partition("[")[0] for one in items}
    longest = [one for one in items if names[one] in LONGEST]
    longest.sort(key=lambda one: LONGEST.index(names[one]))
    others = (one for one in items if names[one] not in LONGEST)
    left, ordered = len(items), []
    for worker in range(workers):
        share, mine = left // (workers - worker), longest[worker::workers]
        ordered += [*mine, *islice(others, max(0, share - len(mine)))]
        left -= share
    items[:] = [*ordered, *others]


def pytest_collection_finish() -> None:
    """Exempt what was collected from garbage collection, as it stays until the end of the run, and
    collect the garbage of the tests less often than by default."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """In the process that began the run, delete the files that its workers shared."""
    run = getattr(session.config.option, "testrunuid", None)
    if run and not hasattr(session.config, "workerinput"):
        for kept in Path(tempfile.gettempdir()).glob(f"referee-{run}-*"):
            kept.unlink(missing_ok=True)


@pytest.fixture(scope="session", autouse=True)
def unhurried() -> Iterator[None]:
    """Let the bot take as long over an answer as it needs, and a worker of the suite use the memory
    that all its tests need together."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REFEREE_MEMORY", "65536")
        for budget in BUDGETS:
            patch.setattr(budget, PATIENCE)
        yield


@pytest.fixture(scope="session")
def founded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of an empty database on which all migrations have run."""
    file = tmp_path_factory.mktemp("founded") / "referee.sqlite"

    async def found() -> None:
        await (await Store.open(file)).close()

    asyncio.run(found())
    return file


@pytest.fixture(scope="module", autouse=True)
def copied(request: pytest.FixtureRequest, founded: Path) -> Iterator[None]:
    """Outside `tests/store/`, create a new database by copying one that is migrated already; it is
    then checked like any existing file."""

    async def migrated(engine: AsyncEngine, file: Path | None, beside: bool) -> None:
        if file is not None and not file.exists():
            with migrate.turn_of(file):
                copy = file.with_name(f"{file.name}.{os.getpid()}")
                shutil.copyfile(founded, copy)
                copy.replace(file)
        await migrate.migrate(engine, file, beside)

    with pytest.MonkeyPatch.context() as patch:
        if ROOT / "tests" / "store" not in request.path.parents:
            patch.setattr(database, "migrate", migrated)
        yield


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """`golden("crusade7/board.txt", text)` checks that the text equals that file, byte for byte."""

    def check(name: str, text: str) -> None:
        file = GOLDEN / name
        if request.config.getoption("--bless"):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(text.encode("utf-8"))
        assert file.exists(), f"{name} does not exist; pytest --bless writes it"
        assert text == file.read_bytes().decode("utf-8"), f"{name} differs"

    return check
