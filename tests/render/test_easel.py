"""Pictures are drawn in another process, each once; without such a process the bot draws them
itself."""

import asyncio
import logging
import os
import sys
from asyncio.subprocess import PIPE
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from typing import Any

import pytest

from bot.render import easel
from bot.render.easel import KEPT, Easel
from bot.render.png import PictureError
from bot.render.scene import Scene
from rules.display.telling import Traces
from rules.display.view import Picture, Shape


def scene(name: str, rows: int = 3) -> Scene:
    """A small board with one unit."""
    unit = Shape("unit", 1, 1, label="L1", tone="red")
    return Scene(Picture(rows, 3, (unit,), "L1 at 2,2"), Traces(), name)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The names of scenes drawn so far; a thread stands in for the drawing process."""
    names: list[str] = []

    def png(one: Scene) -> bytes:
        names.append(one.name)
        return one.name.encode()

    with ThreadPoolExecutor(1) as pool:
        monkeypatch.setattr(easel, "painters", lambda: pool)
        monkeypatch.setattr(easel, "draw", png)
        yield names


@pytest.mark.asyncio
async def test_a_painter_draws_the_same() -> None:
    """Another process draws exactly the same file, and reports the same error for what cannot be
    drawn."""
    own = Easel()
    assert await own.png(scene("Fords")) == scene("Fords").png()
    assert own.has(scene("Fords"))
    with pytest.raises(PictureError, match="at most 120 rows"):
        await own.png(scene("Fords", 200))


@pytest.mark.asyncio
async def test_each_picture_is_drawn_once(drawn: list[str]) -> None:
    """A picture is drawn once, even if several ask for it at the same time; after many others it is
    dropped from the cache and drawn again."""
    own = Easel()
    same = await asyncio.gather(*(own.png(scene("Fords")) for _ in range(5)))
    assert same == [b"Fords"] * 5
    assert drawn == ["Fords"]
    for number in range(KEPT):
        await own.png(scene(f"match {number}"))
    assert not own.has(scene("Fords"))
    assert await own.png(scene("Fords")) == b"Fords"
    assert drawn.count("Fords") == 2


@pytest.mark.asyncio
async def test_without_painters(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """If the drawing process cannot start or dies, the bot draws the picture itself and logs a
    warning."""

    class Broken(Executor):
        def submit(self, *_: Any, **__: Any) -> Any:
            raise BrokenProcessPool("a painter is gone")

    monkeypatch.setattr(easel, "painters", cache(Broken))
    with caplog.at_level(logging.WARNING):
        assert (await Easel().png(scene("Fords"))).startswith(b"\x89PNG")
    assert "a painter is gone" in caplog.text


@pytest.mark.asyncio
async def test_painters_go_when_nobody_wants_a_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """Idle drawing processes are stopped after a while, and new ones start for the next picture."""
    pools = [ThreadPoolExecutor(1), ThreadPoolExecutor(1)]
    came = iter(pools)
    monkeypatch.setattr(easel, "painters", cache(lambda: next(came)))
    monkeypatch.setattr(easel, "draw", lambda one: one.name.encode())
    monkeypatch.setattr(easel, "IDLE", 0.01)
    own = Easel()
    assert await own.png(scene("Fords")) == b"Fords"
    async with asyncio.timeout(60):
        while not pools[0]._shutdown:
            await asyncio.sleep(0.01)
    assert await own.png(scene("Mill")) == b"Mill"
    pools[1].shutdown()


DRAWS = """
import asyncio, time
from bot.render.easel import Easel, painters
from tests.render.test_easel import scene
if __name__ == "__main__":
    asyncio.run(Easel().png(scene("Fords")))
    print(*painters()._processes, flush=True)
    time.sleep(600)
"""


def is_there(process: int) -> bool:
    """Is a process with this ID running?"""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.asyncio
async def test_no_painter_outlives_a_bot_that_was_killed() -> None:
    """The drawing processes of a bot that was killed end too."""
    command = (sys.executable, "-c", DRAWS)
    bot = await asyncio.create_subprocess_exec(*command, stdout=PIPE, stderr=PIPE)
    async with asyncio.timeout(120):
        assert bot.stdout is not None
        own = [int(number) for number in (await bot.stdout.readline()).split()]
        assert own
        bot.kill()
        await bot.communicate()
        while any(map(is_there, own)):
            await asyncio.sleep(0.05)
