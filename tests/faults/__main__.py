"""`python -m tests.faults`: a storm over several bots on one PostgreSQL, then over one on a file.

A storm is many accidents while people play.  It says beforehand how long it takes, and at the end
how much load was held, which accidents were survived, and what was lost.
"""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from tests.faults.storm import Outcome, Plan, run

EACH = 0.35
"""Seconds that it takes to set up a match."""

AROUND = 60
"""Further seconds that a storm takes to begin, to calm down and to be audited."""


def main() -> int:
    """Run the storms and print the results; 1 if anything was lost."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--seconds", type=float, default=300.0, help="of the storm on PostgreSQL")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--processes", type=int, default=4)
    parser.add_argument("--rate", type=float, default=4.0, help="lines a second")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=("server", "file"), help="one of the two databases")
    parser.add_argument("--accidents", help="only these, by their names, with commas between")
    parser.add_argument("--keep", type=Path, help="a folder for the logs and the database")
    chosen = parser.parse_args()
    accidents = tuple((chosen.accidents or "").split(",")) if chosen.accidents else ()
    plans = [
        Plan(
            "server",
            chosen.matches,
            chosen.processes,
            chosen.seconds,
            chosen.rate,
            chosen.seed,
            accidents,
        ),
        Plan(
            "file",
            max(5, chosen.matches // 5),
            1,
            chosen.seconds / 2,
            chosen.rate,
            chosen.seed,
            accidents,
        ),
    ]
    plans = [plan for plan in plans if chosen.only in (None, plan.database)]
    whole = sum(EACH * plan.matches + plan.seconds + AROUND for plan in plans)
    print(f"this takes about {whole / 60:.0f} minutes", flush=True)
    lost = 0
    for plan in plans:
        with tempfile.TemporaryDirectory() as made:
            folder = (chosen.keep or Path(made)) / plan.database
            folder.mkdir(parents=True, exist_ok=True)
            outcome = asyncio.run(run(plan, folder, lambda text: print(text, flush=True)))
            print(table(plan, outcome), flush=True)
            lost += outcome.losses.count
    return 1 if lost else 0


def table(plan: Plan, outcome: Outcome) -> str:
    """The result of a storm as text: load held, accidents survived, losses, tracebacks."""
    losses = outcome.losses
    where = "one PostgreSQL" if plan.database == "server" else "a SQLite file"
    survived = [f"  {count:5}  {name}" for name, count in sorted(outcome.survived.items())]
    lost = [f"  {len(found):5}  {sort}" for sort, found in losses.found.items()]
    details = [f"         {sort}: {what}" for sort, found in losses.found.items() for what in found]
    return "\n".join(
        (
            f"load held: {outcome.load}, {plan.processes} processes on {where}, "
            f"{losses.orders + losses.refused} lines in {outcome.seconds:.0f} s",
            f"  {losses.orders:5}  orders filed, {losses.refused} lines refused",
            f"  {losses.posts:5}  posts, {losses.deadlines} deadlines and {losses.reminders} "
            "reminders that fired, "
            f"{losses.chains} chains replayed",
            f"faults survived: {sum(outcome.survived.values())}",
            *survived,
            f"  {outcome.fell:5}  processes ended by themselves and were started again",
            f"losses: {losses.count}",
            *lost,
            *details[:60],
            *(["tracebacks in the logs:"] if outcome.tracebacks else []),
            *(f"         {one}" for one in outcome.tracebacks[:40]),
        )
    )


if __name__ == "__main__":
    sys.exit(main())
