"""One worker per key: woken, it works; woken while it works, it works once more; closing lets it
finish."""

import asyncio

import pytest

from bot.posts.workers import Workers
from bot.store import StoreError


@pytest.mark.asyncio
async def test_woken_meanwhile_it_looks_once_more() -> None:
    """However often a worker is woken while it works, it works once more, never twice at a time."""
    begun, go = asyncio.Event(), asyncio.Event()
    done: list[str] = []

    async def work(key: str) -> None:
        begun.set()
        await go.wait()
        done.append(key)

    workers = Workers(work)
    task = workers.wake("a")
    assert task is not None
    await begun.wait()
    assert workers.wake("a") is task
    assert workers.wake("a") is task
    go.set()
    await task
    assert done == ["a", "a"]
    again = workers.wake("a")
    assert again is not None
    assert again is not task
    await again
    assert done == ["a", "a", "a"]


@pytest.mark.asyncio
async def test_one_key_does_not_wait_for_another() -> None:
    """A worker that hangs stops no other; closing cancels it."""
    never = asyncio.Event()

    async def work(key: str) -> None:
        if key == "stuck":
            await never.wait()

    workers = Workers(work)
    stuck, free = workers.wake("stuck"), workers.wake("free")
    assert stuck is not None
    assert free is not None
    await free
    await workers.close(0.0)
    assert stuck.cancelled()
    assert workers.wake("free") is None


@pytest.mark.asyncio
async def test_failures_in_a_row_wait_longer_each_time() -> None:
    """A worker waits at least as long as its work asks for; each failure in a row doubles the wait,
    up to a minute."""
    waits: list[float] = []
    pauses: list[float | None] = [0.0, 0.0, 9.0, *[0.0] * 6, None]

    async def work(_: int) -> float | None:
        return pauses.pop(0)

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    task = Workers(work, sleep=sleep).wake(1)
    assert task is not None
    await task
    assert waits == [1.0, 2.0, 9.0, 8.0, 16.0, 32.0, 60.0, 60.0, 60.0]


@pytest.mark.parametrize("hasty", [True, False])
@pytest.mark.asyncio
async def test_something_new_ends_the_rest_of_a_hasty_one(hasty: bool) -> None:
    """Woken while it rests after a failure, a hasty worker tries at once; another one rests to the
    end."""
    resting, rested = asyncio.Event(), asyncio.Event()
    tries: list[int] = []

    async def work(key: int) -> float | None:
        tries.append(key)
        return 5.0 if len(tries) == 1 else None

    async def sleep(_: float) -> None:
        resting.set()
        await rested.wait()

    workers = Workers(work, hasty=hasty, sleep=sleep)
    task = workers.wake(1)
    assert task is not None
    await resting.wait()
    workers.wake(1)
    if hasty:
        await task
    for _ in range(20):
        await asyncio.sleep(0)
    assert len(tries) == (2 if hasty else 1)
    rested.set()
    await task
    assert len(tries) == 2


@pytest.mark.asyncio
async def test_closing_finishes_what_was_asked_for() -> None:
    """Work that was asked for just before closing is still done, once."""
    tries: list[int] = []

    async def work(key: int) -> float | None:
        tries.append(key)
        return 5.0

    workers = Workers(work)
    workers.wake(1)
    await workers.close()
    assert tries == [1]


@pytest.mark.asyncio
async def test_closing_ends_a_rest() -> None:
    """Closing ends a rest after a failure without another try."""
    resting = asyncio.Event()
    tries: list[int] = []

    async def work(key: int) -> float | None:
        tries.append(key)
        return 5.0

    async def sleep(_: float) -> None:
        resting.set()
        await asyncio.Event().wait()

    workers = Workers(work, sleep=sleep)
    task = workers.wake(1)
    assert task is not None
    await resting.wait()
    await workers.close()
    assert task.done()
    assert not task.cancelled()
    assert tries == [1]


@pytest.mark.asyncio
async def test_the_database_is_away() -> None:
    """Work that fails because of the database is tried again until it succeeds."""
    done: list[str] = []

    async def work(key: str) -> None:
        done.append(key)
        if len(done) < 3:
            raise StoreError("away")

    async def nap(_: float) -> None:
        await asyncio.sleep(0)

    task = Workers(work, sleep=nap).wake("a")
    assert task is not None
    await task
    assert done == ["a", "a", "a"]
