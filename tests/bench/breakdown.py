"""What one message costs, step by step, from its arrival until all that it causes is done.

`L2 moves to 7,7` is said in plain chat: one match, one message at a time, while the post of the
turn is open.  Times are measured in the bot's process; those of a step include the steps inside it.
"""

import asyncio
import json
import logging
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.bench.chat import PATIENCE, REST, Bench, Side, bot, settle
from tests.bench.common import Row, median
from tests.e2e.standin import StandIn

TIMES, WARM = 12, 3

COUNTS = ("asked", "wrote", "flushes")


def measure() -> Iterator[Row]:
    """One row for each step and one for the whole, on a database in the temporary folder."""
    logging.getLogger("alembic").setLevel(logging.WARNING)
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(traced(Path(folder) / "referee.sqlite"))
    steps: dict[str, list[dict[str, Any]]] = {}
    for one in found:
        for name, step in one["by name"].items():
            steps.setdefault(name, []).append(step)
    for name, seen in steps.items():
        if len(seen) > TIMES // 2:
            yield row(name, seen)
    yield row("**all of it**", [{**one, "took": one["tick"]} for one in found], "to the tick")


def row(name: str, seen: list[dict[str, Any]], what: str = "") -> Row:
    """The median of a step over all messages."""
    took, worked = (1000 * median([one[key] for one in seen]) for key in ("took", "worked"))
    asked, wrote, flushes = (median([one[key] for one in seen]) for key in COUNTS)
    counts = f"{asked} read, {wrote} written, {flushes} flushed"
    times = f"{round(median([one['times'] for one in seen]))} times"
    return Row(name, f"{took:.2f} ms {what}".strip(), f"loop {worked:.2f} ms", counts, times)


async def traced(file: Path) -> list[dict[str, Any]]:
    """What the bot did for each of `TIMES` messages, after `WARM` others."""
    found = []
    async with StandIn() as discord_:
        side = Side(discord_, 1)
        entry = await settle(side, file)
        async with bot(discord_, "traced", str(file)) as referee:
            await discord_.until(lambda: bool(side.places[0].pins), PATIENCE, "the live post")
            bench = Bench(side, side, referee, referee, entry)
            for turn in range(WARM + TIMES):
                await asyncio.sleep(REST)
                await told(referee)
                marks = await side.all_act(bench.orders(bench.entry + 1))
                await asyncio.sleep(REST)
                whole = await told(referee)
                if turn >= WARM:
                    found.append(by_name(whole, marks[0][0]))
                await bench.order("undo", f"~~#{bench.entry + 1} ")
                bench.entry += 2
    return found


async def told(process: asyncio.subprocess.Process) -> dict[str, Any]:
    """Ask a traced bot what it has done since it was asked last."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b"\n")
    line = await asyncio.wait_for(process.stdout.readline(), PATIENCE)
    whole: dict[str, Any] = json.loads(line)
    return whole


def by_name(whole: dict[str, Any], tick: float) -> dict[str, Any]:
    """Add up the steps of the same name, in the order in which they first began."""
    steps: dict[str, dict[str, Any]] = {}
    for step in whole["steps"]:
        kept = steps.setdefault(step["name"], {**dict.fromkeys(("took", "worked", *COUNTS), 0)})
        kept["times"] = kept.get("times", 0) + 1
        for key in ("took", "worked", *COUNTS):
            kept[key] += step[key]
    return {**whole, "by name": steps, "tick": tick, "times": 1}
