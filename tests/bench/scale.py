"""`python -m tests.bench.scale`: many matches in one database.

It makes a match of each system, copies them over and over, and measures the same things with 100,
1,000 and 10,000 matches, each in a process of its own.  At most 1,000 of them are active.
"""

import argparse
import asyncio
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from itertools import islice
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from bot.clocks.deadlines import Deadlines
from bot.clocks.timekeeper import Timekeeper
from bot.lobby.listing import open_lines, server_lines, waiting_lines
from bot.match.settings import Settings
from bot.posts.outbox import Letter, Outbox
from bot.referee.gate import Caller
from bot.referee.service import OpenMatch, Referee
from bot.store import PlaceRecord, Store
from bot.store.schema import metadata
from rules import GAMES
from rules.line.orders import GM
from tests.bench.__main__ import machine
from tests.bench.chat import late, meet
from tests.bench.common import median
from tests.e2e.standin import StandIn

SIZES = (100, 1_000, 10_000)
ACTIVE = 1_000
"""How many matches are played at most; nobody touches the others."""

HOMES = 50
"""The number of servers that the matches are divided among."""

LINES = 500
"""How many orders are given, in all active matches by turns."""

POSTS = 1_000
"""How many posts wait at the start."""

TALKING = 20
"""In how many further matches messages are written, while the others are idle."""


# --- a database with many matches


async def fill(address: str, count: int, posts: int = POSTS) -> None:
    """Make `count` matches, of all systems by turns, each begun, with a clock, in a channel."""
    store = await Store.open(address)
    referee = Referee(store)
    first = [await _begin(referee, at) for at in range(len(GAMES))]
    await _copy(store, first, count)
    for number in range(1, min(posts, count) + 1):
        await referee.mail.notice(number, 5, "public", "a post that waits")
    await store.close()


async def _begin(referee: Referee, at: int) -> int:
    game = GAMES[at]
    seats = ((0, "1"), (1, "2"), (2, "3"))
    settings = Settings(clock="30d", grace=0)
    table = await referee.create(f"match {at + 1}", game.id, seats=seats, settings=settings)
    for text in game.starter:
        seat, _, line = text.partition("> ")
        reply = await referee.submit(table, GM if seat == "gm" else int(seat), line)
        assert reply.ok, (text, reply)
    number = table.record.id
    await referee.mail.settle(PlaceRecord(number, str(1000 + number), str(number % HOMES)))
    await Deadlines(referee).sync(table)
    return number


async def _copy(store: Store, first: list[int], count: int) -> None:
    """Copy all rows of the `first` matches under new numbers, until there are `count` matches."""
    changed = {"id": ":new", "match_id": ":new", "name": ":name", "channel": ":channel"}
    changed |= {"guild": ":guild", "user_id": "user_id || :name"}
    own = [table for table in metadata.sorted_tables if table.name in KEPT]
    statements = []
    for table in own:
        names = [column.name for column in table.columns]
        values = ", ".join(changed.get(name, f'"{name}"') for name in names)
        there = ", ".join(f'"{name}"' for name in names)
        which = "id" if table.name == "matches" else "match_id"
        statements.append(
            sa.text(
                f"INSERT INTO {table.name} ({there}) "
                f"SELECT {values} FROM {table.name} WHERE {which} = :old"
            )
        )
    for start in range(len(first) + 1, count + 1, 500):
        async with store.database.engine.begin() as connection:
            for new in range(start, min(start + 500, count + 1)):
                given = {
                    "new": new,
                    "old": first[new % len(first)],
                    "name": f"match {new}",
                    "channel": str(1000 + new),
                    "guild": str(new % HOMES),
                }
                for statement in statements:
                    used = {key: given[key] for key in given if f":{key}" in statement.text}
                    await connection.execute(statement, used)


KEPT = ("matches", "seats", "entries", "clocks", "deadlines", "places")


# --- what is measured in a process of its own


class Carrier:
    """Stands in for Discord, and takes every post at once."""

    def __init__(self) -> None:
        self.sent = 0

    async def send(self, letter: Letter) -> str:
        """Take a post; returns its number."""
        self.sent += 1
        return str(self.sent)

    async def find(self, letter: Letter, after: str | None) -> str | None:
        """No post was there before."""
        return None


def memory() -> float:
    """The peak of this process's memory, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


async def timed(work: Callable[[], Awaitable[Any]]) -> tuple[float, float]:
    """The seconds and the seconds of CPU that some work takes."""
    begun, spent = time.perf_counter(), time.process_time()
    await work()
    return time.perf_counter() - begun, time.process_time() - spent


async def look(address: str, count: int) -> dict[str, Any]:
    """Measure what one process needs for the usual work in a database with so many matches."""
    store = await Store.open(address)
    referee, found = Referee(store), dict[str, Any]()
    found["memory at the start"] = memory()
    active, chance = min(ACTIVE, count), random.Random(1)
    keeper = Timekeeper(referee, Deadlines(referee))
    numbers = [1 + at % active for at in range(LINES)]
    chance.shuffle(numbers)
    for number in dict.fromkeys(numbers):
        await referee.open(f"#{number}")
    times = [await _order(referee, number, chance) for number in numbers]
    good = [one for one in times if one is not None]
    found["a line"] = [1000 * median([one[at] for one in good]) for at in (0, 1)]
    found["a line, 99 of 100"] = 1000 * sorted(one[0] for one in good)[len(good) * 99 // 100]
    found["lines"] = len(good)
    judge = Caller("2", referee_role=True, server="*")  # sees all matches
    found["list of a server"] = await timed(lambda: server_lines(referee, "1", judge))
    found["open seats of a server"] = await timed(lambda: open_lines(referee, "1", judge))
    found["matches of an account"] = await timed(lambda: waiting_lines(referee, Caller("2")))
    found["memory of active matches"] = memory()
    box = Outbox(referee, Carrier())
    waiting = {post.match_id for post in await referee.mail.waiting()}

    async def flush() -> None:
        for number in waiting:
            await box.flush(number)

    found["posts"] = [len(waiting), *await timed(flush)]

    async def start() -> None:
        await keeper.returned()
        await keeper.round()

    found["clocks"] = [await _pending(store), *await timed(start)]
    found["kept"] = referee.cache.sizes()
    found["memory at the end"] = memory()
    await store.close()
    return found


async def answer(file: Path, count: int) -> dict[str, Any]:
    """How soon a bot with so many matches takes messages, and ticks one, compared with an echo
    bot."""

    async def crowd(discord_: StandIn, file: Path) -> None:
        homes = [discord_.guild(f"Home {number}") for number in range(HOMES)]
        there = []
        for number in range(1, count + 1):
            home = homes[number % HOMES]
            channel = str(home.channel(f"board-of-{number}").id)
            there.append({"number": number, "channel": channel, "guild": str(home.id)})
        store = await Store.open(file)
        async with store.database.engine.begin() as connection:
            for statement in (
                "UPDATE places SET channel = :channel, guild = :guild WHERE match_id = :number",
                "UPDATE matches SET shown = touched WHERE id = :number",
                "INSERT INTO cursors (channel, last_message) VALUES (:channel, :channel)",
                "DELETE FROM outbox WHERE match_id = :number",
            ):
                await connection.execute(sa.text(statement), there)
        await store.close()

    result = await meet(TALKING, 0, file, crowd)
    ours, bare = ([mark[0] for mark in result.steady[act]] for act in ("message", "echoed"))
    return {
        "tick": [1000 * of(marks) for of in (median, late) for marks in (ours, bare)],
        "online": result.started,
    }


async def _pending(store: Store) -> int:
    async with store.database.engine.connect() as connection:
        query = sa.text("SELECT count(*) FROM deadlines WHERE state = 'open'")
        return int((await connection.execute(query)).scalar_one())


async def _order(
    referee: Referee, number: int, chance: random.Random
) -> tuple[float, float] | None:
    """The seconds, and those of CPU, until a legal order is on the disk; None if it was refused, or
    if there is none."""
    table = await referee.open(f"#{number}")
    found = legal(table)
    if not found:
        return None
    seat, texts = found
    begun, spent = time.perf_counter(), time.process_time()
    reply = await referee.submit(table, seat, chance.choice(texts))
    return (time.perf_counter() - begun, time.process_time() - spent) if reply.ok else None


def legal(table: OpenMatch) -> tuple[int, list[str]] | None:
    """An awaited seat and some of its legal orders, none of which ends the match; None if there are
    none."""
    state = table.match.state
    for seat in table.game.awaits(state):
        texts = [str(one) for one in islice(table.game.legal(state, seat), 12)]
        texts = [one for one in texts if "resign" not in one and "draw" not in one]
        if texts:
            return seat, texts
    return None


# --- the tables


def rows(found: dict[int, dict[str, Any]]) -> list[str]:
    """A table with a line for each measurement and a column for each size."""

    def ms(one: tuple[float, float]) -> str:
        return f"{1000 * one[0]:.0f} ms ({1000 * one[1]:.0f} of CPU)"

    def told(one: tuple[int, float, float]) -> str:
        return f"{one[0]:,}: {one[1]:.1f} s ({one[2]:.1f} of CPU)"

    texts: dict[str, Callable[[dict[str, Any]], str]] = {
        "the file": lambda one: f"{one['size'] / 2**20:,.0f} MB",
        "a line to the disk, median": lambda one: "{:.1f} ms ({:.1f} of CPU)".format(
            *one["a line"]
        ),
        "the same, 99 of 100": lambda one: f"{one['a line, 99 of 100']:.0f} ms",
        "`/match list` of a server": lambda one: ms(one["list of a server"]),
        "`/match list which: open`": lambda one: ms(one["open seats of a server"]),
        "`/match list which: mine`": lambda one: ms(one["matches of an account"]),
        "posts that waited at the start": lambda one: told(one["posts"]),
        "open deadlines at the start": lambda one: told(one["clocks"]),
        "a message to its tick, among as many other channels; 99 of 100": lambda one: (
            "{:.1f} ms (echo bot {:.1f}); {:.0f} ({:.0f})".format(*one["tick"])
        ),
        "from the start until messages are taken": lambda one: "{:.1f} s ({:.1f} of CPU)".format(
            *one["online"]
        ),
        "memory: at the start / active ones open / at the end": lambda one: (
            " / ".join(
                f"{one[name]:.0f}"
                for name in ("memory at the start", "memory of active matches", "memory at the end")
            )
            + " MB"
        ),
        "kept in memory at the end": lambda one: ", ".join(
            f"{count:,} {name}" for name, count in one["kept"].items()
        ),
    }
    head = ["| | " + " | ".join(f"{count:,} matches" for count in found) + " |"]
    head += ["|---|" + "---|" * len(found)]
    return head + [
        f"| {name} | " + " | ".join(text(one) for one in found.values()) + " |"
        for name, text in texts.items()
    ]


def main() -> int:
    """Fill the databases, measure, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.scale", description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--keep", type=Path, help="a folder for the databases")
    parser.add_argument("--look", help=argparse.SUPPRESS)
    parser.add_argument("--count", type=int, default=0, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.look:
        print(json.dumps(asyncio.run(look(chosen.look, chosen.count))))
        return 0
    print(f"{machine()}, load {os.getloadavg()[0]:.1f}; five to twenty minutes", flush=True)
    with tempfile.TemporaryDirectory() as made:
        folder = chosen.keep or Path(made)
        print("\n".join(rows(_sizes(folder, chosen.sizes))), flush=True)
    print("\none PostgreSQL, orders to 100 matches:", flush=True)
    return subprocess.run([sys.executable, "-m", "tests.bench.filing"], check=False).returncode


def _sizes(folder: Path, sizes: list[int]) -> dict[int, dict[str, Any]]:
    found = {}
    for count in sizes:
        file = folder / f"{count}.sqlite"
        if not file.exists():
            asyncio.run(fill(str(file), count))
        size = file.stat().st_size
        crowded = shutil.copy(file, folder / f"{count}-crowded.sqlite")
        command = [sys.executable, "-m", "tests.bench.scale", "--look", str(file)]
        command += ["--count", str(count)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        found[count] = {**json.loads(done.stdout.strip().splitlines()[-1]), "size": size}
        found[count] |= asyncio.run(answer(Path(crowded), count))
        print(f"{count:,} matches looked at", file=sys.stderr, flush=True)
    return found


if __name__ == "__main__":
    sys.exit(main())
