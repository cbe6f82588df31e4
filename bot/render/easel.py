"""Draws pictures in processes of their own, so that nothing else of the bot waits for them.

A picture takes a tenth of a second, during which its process does nothing else.  The same picture
is drawn once, and the latest ones are cached.
"""

import asyncio
import logging
import multiprocessing
import os
import pickle
import signal
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from hashlib import sha256

from cachetools import LRUCache

from bot.render.scene import Scene

log = logging.getLogger("referee.pictures")

KEPT = 32
"""How many finished pictures are cached, of some fifty thousand bytes each."""

PAINTERS = max(1, min(2, (os.cpu_count() or 1) - 1))
IDLE = 60.0
"""Seconds without a picture after which the painters end, which frees their memory."""


@cache
def painters() -> ProcessPoolExecutor:
    """The processes that draw; each is started when it is needed."""
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(PAINTERS, context, initializer=undisturbed)


@cache
def own_hand() -> ThreadPoolExecutor:
    """The thread in which the bot draws itself if the processes fail, one picture at a time."""
    return ThreadPoolExecutor(1, "own hand")


def undisturbed() -> None:
    """Set up a painter: it ignores Ctrl-C, as the bot ends it, has a low priority, and ends if the
    bot is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(10)
    threading.Thread(target=outlived, daemon=True).start()


def outlived() -> None:
    """End this painter when its bot ends."""
    bot = multiprocessing.parent_process()
    if bot is not None:
        bot.join()
        os._exit(0)


def draw(scene: Scene) -> bytes:
    """Draw a picture, in a painter's process."""
    return scene.png()


def key_of(scene: Scene) -> bytes:
    """A key that is equal for pictures that look the same."""
    seen = pickle.dumps((scene.picture, scene.traces, scene.name, scene.zones))
    return sha256(seen).digest()


class Easel:
    """Has pictures drawn, and caches them."""

    def __init__(self) -> None:
        self._kept: LRUCache[bytes, bytes] = LRUCache(KEPT)
        self._coming: dict[bytes, asyncio.Task[bytes]] = {}
        self._leaving: asyncio.TimerHandle | None = None

    def relieve(self) -> None:
        """Drop the cached pictures, to free memory."""
        self._kept.clear()

    def has(self, scene: Scene) -> bool:
        """Is this picture in the cache?"""
        return key_of(scene) in self._kept

    async def png(self, scene: Scene) -> bytes:
        """The PNG file of a picture.  Raises `PictureError` if it cannot be drawn."""
        key = key_of(scene)
        if key in self._kept:
            return self._kept[key]
        coming = self._coming.get(key)
        if coming is None:
            coming = self._coming[key] = asyncio.create_task(self._drawn(scene))
            coming.add_done_callback(lambda _: self._coming.pop(key, None))
        png = await asyncio.shield(coming)
        self._kept[key] = png
        return png

    async def _drawn(self, scene: Scene) -> bytes:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(painters(), draw, scene)
        except (BrokenProcessPool, ImportError, OSError, RuntimeError) as problem:
            log.warning("a picture is drawn in the bot itself: %s", problem)
            painters.cache_clear()
            return await loop.run_in_executor(own_hand(), scene.png)
        finally:
            if self._leaving is not None:
                self._leaving.cancel()
            self._leaving = loop.call_later(IDLE, self._dismiss)

    def _dismiss(self) -> None:
        """End the painters, unless one is drawing; then they end later."""
        if not self._coming:
            painters().shutdown(wait=False)
            painters.cache_clear()
