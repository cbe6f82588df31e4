"""`python -m tests.bench [PART ...]`: every measurement as a table, and as JSON in a file."""

import argparse
import json
import os
import platform
import sys
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path

from tests.bench.common import Row

PARTS = {
    "reading": 10,
    "free_words": 70,
    "adjudicating": 5,
    "storing": 10,
    "starting": 1,
    "perft": 20,
    "strength": 60,
    "systems": 5,
    "fuzzing": 80,
    "chat": 200,
    "breakdown": 20,
    "extremes": 40,
}
"""The parts, each with the seconds that it takes on two idle cores."""


def machine() -> str:
    """The machine, in words: its processor, cores and Python version."""
    model = ""
    cpu = Path("/proc/cpuinfo")
    if cpu.is_file():
        named = [line for line in cpu.read_text().splitlines() if line.startswith("model name")]
        model = named[0].split(":", 1)[1].strip() if named else ""
    cores = f"{os.cpu_count()} cores"
    return f"{model or platform.processor()}, {cores}, Python {platform.python_version()}"


def main() -> int:
    """Run the parts that are named, or else all parts of this checkout."""
    here = Path(__file__).parent
    there = [part for part in PARTS if (here / f"{part}.py").is_file()]
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*there, []], metavar="PART")
    parser.add_argument("--out", type=Path, default=Path("bench-results"))
    parser.add_argument("--games", type=int, help="matches of each pair of `strength`")
    parser.add_argument("--systems", nargs="+", default=(), help="the systems of `strength`")
    chosen = parser.parse_args()
    rows: list[Row] = []
    print(machine())
    parts = chosen.parts or there
    minutes = -(-sum(PARTS[part] for part in parts) // 60)
    print(f"{len(parts)} parts, about {minutes} min on two idle cores", flush=True)
    for part in parts:
        given = {"games": chosen.games} if chosen.games and part == "strength" else {}
        given |= {"systems": tuple(chosen.systems)} if part == "strength" else {}
        for row in import_module(f"tests.bench.{part}").measure(**given):
            print(row, flush=True)
            rows.append(row)
    chosen.out.mkdir(exist_ok=True)
    now = datetime.now(UTC)
    file = chosen.out / f"{now:%Y%m%d-%H%M%S}.json"
    document = {"at": now.isoformat(timespec="seconds"), "machine": machine()}
    file.write_text(json.dumps({**document, "rows": [row.data() for row in rows]}, indent=1))
    print(f"written to {file}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
