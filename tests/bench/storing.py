"""Submit to durable against raw commits; entry 5,000 against entry 50; cold load; memory."""

import asyncio
import os
import tempfile
import time
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import aiosqlite

from tests.bench.common import Row, median
from tests.support import duel, must, referee_on

LINES = ("L1 moves to 5,7", "undo")


def measure() -> Iterator[Row]:
    """On a database file in the temporary folder."""
    with tempfile.TemporaryDirectory() as folder:
        yield from asyncio.run(_measure(Path(folder)))


async def _measure(folder: Path) -> list[Row]:
    flush = _fsync(folder / "fsync")
    raw = await _raw(folder / "raw.sqlite")
    times, load, memory = await _submits(folder / "referee.sqlite")
    early, late = median(times[20:80]), median(times[-60:])
    ratio = raw / early
    goal = "0.5 of raw" if raw >= 0.005 else "at most 3 ms on top"
    return [
        Row("one fsync", f"{1000 * flush:.2f} ms"),
        Row(
            "submit to durable (read, adjudicate, store)",
            f"{1000 * early:.2f} ms",
            f"raw one-row commit {1000 * raw:.2f} ms",
            f"{ratio:.2f} of raw speed, {1000 * (early - raw):.2f} ms on top",
            goal,
        ),
        Row(
            "the same at entry 5,000",
            f"{1000 * late:.2f} ms",
            f"at entry 50 {1000 * early:.2f} ms",
            f"{late / early:.2f} times",
            "within 1.2",
        ),
        Row("cold load of a match with 5,000 entries", f"{1000 * load:.0f} ms"),
        Row("memory of a loaded match with 5,000 entries", f"{memory / 1e6:.1f} MB"),
    ]


def _fsync(file: Path) -> float:
    times = []
    with file.open("wb") as open_file:
        for _ in range(100):
            open_file.write(b"x" * 4096)
            open_file.flush()
            start = time.perf_counter()
            os.fsync(open_file.fileno())
            times.append(time.perf_counter() - start)
    return median(times)


async def _raw(file: Path) -> float:
    times = []
    async with aiosqlite.connect(file) as connection:
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            await connection.execute(f"PRAGMA {pragma}")
        await connection.execute("CREATE TABLE entries (number INTEGER PRIMARY KEY, text TEXT)")
        await connection.commit()
        for _ in range(200):
            start = time.perf_counter()
            await connection.execute("INSERT INTO entries (text) VALUES (?)", ("x" * 400,))
            await connection.commit()
            times.append(time.perf_counter() - start)
    return median(times)


async def _submits(file: Path) -> tuple[list[float], float, float]:
    times = []
    async with referee_on(file) as referee:
        table = await duel(referee)
        while len(table.match.links) < 5000:
            for line in LINES:
                start = time.perf_counter()
                must(await referee.submit(table, 1, line, report=False))
                times.append(time.perf_counter() - start)
    async with referee_on(file) as referee:
        start = time.perf_counter()
        await referee.open("duel")
        load = time.perf_counter() - start
    async with referee_on(file) as referee:
        tracemalloc.start()
        before = tracemalloc.get_traced_memory()[0]
        kept = await referee.open("duel")
        memory = tracemalloc.get_traced_memory()[0] - before
        tracemalloc.stop()
        assert kept.match.links
    return times, load, memory
