"""Who waits for an answer comes first, and in turn."""

import asyncio

import pytest

from bot.referee import calm
from bot.referee.calm import FEW, Calm


@pytest.mark.asyncio
async def test_few_texts_are_dealt_with_at_once() -> None:
    """The others come in their order, each as soon as one before it is answered; while one waits,
    nobody is told that all is quiet."""
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
    """Whatever keeps some from being answered, the next ones are, and after them there is room for
    as many as before."""
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
