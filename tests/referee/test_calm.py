"""Texts that wait for an answer go before other work, in the order in which they came."""

import asyncio

import pytest

from bot.referee import calm
from bot.referee.calm import FEW, Calm


@pytest.mark.asyncio
async def test_few_texts_are_dealt_with_at_once() -> None:
    """A few texts are handled at once; the others wait in order, and each starts when one before it
    is answered.  While one waits, `Calm.wait` goes on waiting."""
    quiet, begun = Calm(), list[int]()
    answered = [asyncio.Event() for _ in range(FEW + 2)]

    async def deal(number: int) -> None:
        async with quiet.turn():
            begun.append(number)
            await answered[number].wait()

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(deal(number)) for number in range(FEW + 2)]
        later = group.create_task(quiet.wait(60.0))
        while len(begun) < FEW:
            await asyncio.wait({later}, timeout=0)
        assert begun == [*range(FEW)]
        answered[1].set()
        await tasks[1]
        answered[0].set()
        await tasks[0]
        for one in answered:
            one.set()
            assert not later.done()
    assert begun == [*range(FEW + 2)]


@pytest.mark.asyncio
async def test_a_text_that_takes_long_lets_others_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """Texts that take too long do not keep later ones out, and when they are done there are as many
    places as before."""
    monkeypatch.setattr(calm, "LONG", 0.0)
    quiet, stuck, done = Calm(), asyncio.Event(), list[int]()

    async def deal(number: int, until: asyncio.Event | None = None) -> None:
        async with quiet.turn():
            if until is not None:
                await until.wait()
            done.append(number)

    async with asyncio.TaskGroup() as group:
        for number in range(FEW):
            group.create_task(deal(number, stuck))
        for number in range(FEW, 3 * FEW):
            await group.create_task(deal(number))
        assert done == [*range(FEW, 3 * FEW)]
        stuck.set()
    assert quiet._few._value == FEW
