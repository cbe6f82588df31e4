"""Short storms: a few accidents, one after the other, while people play.

`make faults` runs a storm for minutes, over more matches and processes, with all accidents.
"""

import asyncio
from collections import Counter
from pathlib import Path

import pytest

from rules import GAMES
from tests.faults.accidents import ANYWHERE, ON_FILE, ON_SERVER
from tests.faults.storm import Outcome, Plan, run
from tests.store.servers import KINDS

TIME = "killed while deadlines fired"
SHORT = {
    "file": ("disk full", "WAL torn", "stored, but 500", TIME),
    "server": ("database restarted in mid-transaction", TIME, "process taken over from", TIME),
}
"""The accidents that no other test tries."""


def lost(outcome: Outcome) -> str:
    """Everything that is wrong, one line each."""
    return "\n".join(
        f"{sort}: {what}" for sort, found in outcome.losses.found.items() for what in found
    )


@pytest.mark.parametrize("database", KINDS)
def test_a_short_storm(database: str, tmp_path: Path) -> None:
    """Although processes died, each accepted order is in the log once, each post appears once, each
    chain verifies, each line was answered, and each deadline and reminder fired once."""
    processes = 2 if database == "server" else 1
    accidents = SHORT[database]
    plan = Plan(database, len(GAMES), processes, rate=10.0, accidents=accidents)
    outcome = asyncio.run(run(plan, tmp_path))
    assert not outcome.losses.count, lost(outcome)
    assert outcome.survived == Counter(accidents)
    assert outcome.losses.orders > len(accidents)
    assert outcome.losses.chains == plan.matches
    assert outcome.losses.deadlines
    assert outcome.losses.reminders


def test_every_accident_is_told() -> None:
    """Each accident has a name of its own and a docstring that says what happens."""
    several = (ANYWHERE, ON_SERVER, ON_FILE)
    names = [name for accidents in several for name in accidents]
    assert len(names) == len(set(names))
    assert all(one.__doc__ for accidents in several for one in accidents.values())
    assert {*SHORT["file"]} <= {*Plan("file").known()}
    assert {*SHORT["server"]} <= {*Plan("server").known()}
