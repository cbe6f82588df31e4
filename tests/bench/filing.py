"""`python -m tests.bench.filing`: one, two and four processes file lines into one PostgreSQL.

Each process has matches of its own, like bots with different shards.  The seconds of CPU of the
processes and of the server show which of them is the limit.
"""

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bot.referee.service import Referee
from bot.store import Store
from tests.bench.scale import fill, legal
from tests.store.servers import Server, serving

PROCESSES = (1, 2, 4)
MATCHES = 100
LINES = 400
"""How many lines all processes file together."""

WARM = 40
"""How many lines each process files before that, so that the grammars have been read."""

AT_ONCE = 8
"""In how many matches a process files lines at the same time."""


@dataclass(frozen=True)
class Filed:
    """What some processes filed together: the seconds, their `own` CPU, and that of the server."""

    processes: int
    lines: int
    seconds: float
    own: float
    server: float

    def row(self) -> str:
        """A line of the table."""
        cores = (self.own + self.server) / self.seconds
        each = 1000 / self.lines
        return (
            f"| {self.processes} | {self.lines / self.seconds:.0f} | {each * self.own:.1f} ms | "
            f"{each * self.server:.1f} ms | {cores:.1f} of {os.cpu_count()} |"
        )


HEAD = (
    "| processes | lines a second | CPU of a line in the processes | in the server "
    "| cores in use |",
    "|---|---|---|---|---|",
)


async def file_lines(address: str, numbers: list[int], count: int, seed: int) -> dict[str, float]:
    """File `count` legal orders, in several matches at once; returns when it began and ended, its
    seconds of CPU, and how many lines it filed."""
    store = await Store.open(address)
    referee, chance = Referee(store), random.Random(seed)
    left = [0]

    async def go_on(own: list[int]) -> None:
        while left[0] > 0:
            table = await referee.open(f"#{chance.choice(own)}")
            found = legal(table)
            if found is not None:
                reply = await referee.submit(table, found[0], chance.choice(found[1]))
                left[0] -= reply.ok

    async def go(most: int) -> None:
        left[0] = most
        await asyncio.gather(*(go_on(numbers[at::AT_ONCE]) for at in range(AT_ONCE)))

    for number in numbers:
        await referee.open(f"#{number}")
    await go(WARM)
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    began, spent = time.time(), time.process_time()
    await go(count)
    done = {"began": began, "ended": time.time(), "spent": time.process_time() - spent}
    await store.close()
    return {**done, "lines": count - left[0]}


def server_cpu(server: Server) -> float:
    """The seconds of CPU that a server and all of its processes have spent so far."""
    own, ticks = server.own.get_postmaster_info().process.pid, 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(words[1]) == own:
            ticks += int(words[11]) + int(words[12])
        if folder.name == str(own):
            ticks += sum(map(int, words[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def together(server: Server, processes: int) -> Filed:
    """Let several processes file lines at the same time."""
    numbers = [*range(1, MATCHES + 1)]
    commands = [
        [
            *(sys.executable, "-m", "tests.bench.filing", "--address", server.address),
            *("--lines", str(LINES // processes), "--seed", str(at)),
            *("--matches", *map(str, numbers[at::processes])),
        ]
        for at in range(processes)
    ]
    running = [
        subprocess.Popen(one, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for one in commands
    ]
    for one in running:
        assert one.stdout is not None
        assert one.stdout.readline() == "ready\n", "a process did not start"
    before = server_cpu(server)
    for one in running:
        assert one.stdin is not None
        one.stdin.write("\n")
        one.stdin.flush()
    told = [json.loads(one.communicate()[0].splitlines()[-1]) for one in running]
    return Filed(
        processes,
        int(sum(one["lines"] for one in told)),
        max(one["ended"] for one in told) - min(one["began"] for one in told),
        sum(one["spent"] for one in told),
        server_cpu(server) - before,
    )


def measure() -> Iterator[str]:
    """The table, row by row."""
    yield from HEAD
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server:
        asyncio.run(fill(server.address, MATCHES))
        for processes in PROCESSES:
            yield together(server, processes).row()


def main() -> int:
    """Print the table; with `--address`, be one of the processes."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.filing", description=__doc__)
    parser.add_argument("--address", help=argparse.SUPPRESS)
    parser.add_argument("--matches", type=int, nargs="+", help=argparse.SUPPRESS)
    parser.add_argument("--lines", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--seed", type=int, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.address:
        work = file_lines(chosen.address, chosen.matches, chosen.lines, chosen.seed)
        print(json.dumps(asyncio.run(work)), flush=True)
        return 0
    for row in measure():
        print(row, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
