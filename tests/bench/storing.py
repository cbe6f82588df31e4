"""How long it takes to store an order, compared with a raw commit, in a young and in an old match;
and the time and memory to load a match."""

import asyncio
import os
import tempfile
import time
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import aiosqlite

from bot.referee.service import OpenMatch, Referee
from tests.bench.common import Row, median
from tests.support import duel, must, referee_on

LINES = ("L1 moves to 5,7", "undo")


def measure() -> Iterator[Row]:
    """All rows, measured on a database file in the temporary folder."""
    with tempfile.TemporaryDirectory() as folder:
        yield from asyncio.run(_measure(Path(folder)))


async def _measure(folder: Path) -> list[Row]:
    """Raw commits, a young and an old match take turns, so that all are slowed alike by whatever
    else the machine does."""
    file = folder / "referee.sqlite"
    raw_times: list[float] = []
    times: dict[str, list[float]] = {"young": [], "old": []}
    async with referee_on(file) as referee, aiosqlite.connect(folder / "raw.sqlite") as raw:
        await _prepare(raw)
        tables = {"young": await duel(referee, "young"), "old": await duel(referee, "old")}
        await _play_to(referee, tables["young"], 50)
        await _play_to(referee, tables["old"], 5000)
        for turn in range(120):
            raw_times.append(await _commit(raw))
            for name, table in tables.items():
                start = time.perf_counter()
                must(await referee.submit(table, 1, LINES[turn % 2], report=False))
                times[name].append(time.perf_counter() - start)
    flush = _fsync(folder / "fsync")
    commit, early, late = (median(one) for one in (raw_times, times["young"], times["old"]))
    load, memory = await _load(file)
    return [
        Row("one fsync", f"{1000 * flush:.2f} ms"),
        Row(
            "submit to durable (read, adjudicate, store)",
            f"{1000 * early:.2f} ms",
            f"raw one-row commit {1000 * commit:.2f} ms",
            f"{commit / early:.2f} of raw speed, {1000 * (early - commit):.2f} ms on top",
            "0.5 of raw" if commit >= 0.005 else "at most 3 ms on top",
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


async def _prepare(raw: aiosqlite.Connection) -> None:
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        await raw.execute(f"PRAGMA {pragma}")
    await raw.execute("CREATE TABLE entries (number INTEGER PRIMARY KEY, text TEXT)")
    await raw.commit()


async def _commit(raw: aiosqlite.Connection) -> float:
    start = time.perf_counter()
    await raw.execute("INSERT INTO entries (text) VALUES (?)", ("x" * 400,))
    await raw.commit()
    return time.perf_counter() - start


async def _play_to(referee: Referee, table: OpenMatch, entries: int) -> None:
    turn = 0
    while len(table.match.links) < entries:
        must(await referee.submit(table, 1, LINES[turn % 2], report=False))
        turn += 1
    if turn % 2:
        must(await referee.submit(table, 1, LINES[1], report=False))


async def _load(file: Path) -> tuple[float, float]:
    async with referee_on(file) as referee:
        start = time.perf_counter()
        await referee.open("old")
        load = time.perf_counter() - start
    async with referee_on(file) as referee:
        tracemalloc.start()
        before = tracemalloc.get_traced_memory()[0]
        kept = await referee.open("old")
        memory = tracemalloc.get_traced_memory()[0] - before
        tracemalloc.stop()
        assert kept.match.links
    return load, memory
