"""A storm from its beginning to the audit after it."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.referee.service import Referee
from bot.store import Store, StoreError
from tests.e2e.standin import StandIn
from tests.faults.accidents import ANYWHERE, ON_FILE, ON_SERVER, Accident, Storm
from tests.faults.audit import Losses, audit
from tests.faults.crowd import Crowd
from tests.faults.fleet import Fleet
from tests.faults.nursery import wrong
from tests.store.servers import Server, serving

CALM, FOR_EACH = 150.0, 2.0
"""Seconds to wait at most until all is dealt with, and further seconds for each match."""

STILL = 1.0
"""Seconds without any request to Discord after which all is done."""


@dataclass(frozen=True)
class Plan:
    """How hard it storms: `database` is `server` or `file`; `rate` is in lines per second."""

    database: str = "server"
    matches: int = 200
    processes: int = 4
    seconds: float = 300.0
    rate: float = 4.0
    seed: int = 1
    accidents: tuple[str, ...] = ()
    """Only these, in this order, however long they take; if empty, all accidents, shuffled again
    and again, for `seconds`."""

    @property
    def patience(self) -> float:
        """Seconds to wait at most until all is dealt with."""
        return CALM + FOR_EACH * self.matches

    def known(self) -> Mapping[str, Accident]:
        """The accidents that can happen with this database, by name."""
        return {**ANYWHERE, **(ON_SERVER if self.database == "server" else ON_FILE)}

    def coming(self, chance: random.Random) -> Iterator[str]:
        """The names of accidents, one after the other; each comes once before any comes again."""
        if self.accidents:
            yield from self.accidents
            return
        while True:
            names = sorted(self.known())
            yield from chance.sample(names, len(names))


@dataclass
class Outcome:
    """What happened in a storm, and what was lost."""

    load: str
    seconds: float
    survived: Counter[str] = field(default_factory=Counter)
    fell: int = 0
    losses: Losses = field(default_factory=Losses)
    tracebacks: list[str] = field(default_factory=list)


def nothing(_: str) -> None:
    """Tell nobody."""


async def run(plan: Plan, folder: Path, tell: Callable[[str], None] = nothing) -> Outcome:
    """Set the scene, let it storm, wait until it is calm, then audit."""
    with _database(plan, folder) as (address, server):
        async with StandIn() as discord_:
            store = await Store.open(address)
            try:
                async with Fleet(folder, discord_, address, plan.processes) as fleet:
                    chance = random.Random(plan.seed)
                    storm = Storm(discord_, fleet, chance, server)
                    crowd = Crowd(discord_, Referee(store), plan.processes, chance)
                    return await _weather(plan, storm, crowd, tell)
            finally:
                await store.close()


@contextmanager
def _database(plan: Plan, folder: Path) -> Iterator[tuple[str, Server | None]]:
    if plan.database == "file":
        yield str(folder / "storm.sqlite"), None
        return
    with serving(folder) as server:
        yield server.address, server


async def _weather(plan: Plan, storm: Storm, crowd: Crowd, tell: Callable[[str], None]) -> Outcome:
    await crowd.gather(plan.matches, tell)
    await storm.fleet.start_all()
    await crowd.greet(plan.patience)
    tell(f"{crowd.load()} on {plan.processes} processes; it storms for {plan.seconds:.0f} s")
    outcome = Outcome(crowd.load(), 0.0)
    begun, over = time.monotonic(), asyncio.Event()
    people = asyncio.create_task(_write(crowd, plan, over))
    try:
        await _strike(plan, storm, outcome, begun + plan.seconds, tell)
    finally:
        over.set()
        await people
    outcome.seconds = time.monotonic() - begun
    tell(f"{len(crowd.said)} lines were written; now it calms down")
    storm.discord.faults.clear()
    storm.fleet.agree()
    await calm(storm, crowd, plan.patience)
    for ship in storm.fleet.ships:
        await storm.fleet.end(ship)
    outcome.fell = storm.fleet.fell
    outcome.losses = await audit(storm.discord, crowd, crowd.referee, now_of(storm))
    for ship in storm.fleet.ships:
        outcome.tracebacks += _tracebacks(storm.fleet.log(ship))
    return outcome


def now_of(storm: Storm) -> datetime:
    """The time by the clocks of the processes."""
    ship = storm.fleet.ships[0]
    return datetime.now(UTC) + timedelta(seconds=wrong(storm.fleet.clock(ship)))


async def _write(crowd: Crowd, plan: Plan, over: asyncio.Event) -> None:
    """Let people write, about `rate` lines per second, until the storm is over."""
    while not over.is_set():
        began = time.monotonic()
        await crowd.write()
        await asyncio.sleep(max(0.0, 1 / plan.rate - (time.monotonic() - began)))


async def _strike(
    plan: Plan, storm: Storm, outcome: Outcome, until: float, tell: Callable[[str], None]
) -> None:
    """Let one accident happen after the other, with a moment between them."""
    for name in plan.coming(storm.chance):
        if not plan.accidents and time.monotonic() >= until:
            break
        await plan.known()[name](storm)
        outcome.survived[name] += 1
        tell(f"{until - time.monotonic():4.0f} s to go: {name}")
        await asyncio.sleep(storm.chance.random())


async def calm(storm: Storm, crowd: Crowd, patience: float) -> None:
    """Wait until no request comes and nothing is missing, for at most `patience` seconds."""
    until = time.monotonic() + patience
    while time.monotonic() < until:
        count = len(storm.discord.requests)
        await asyncio.sleep(STILL)
        try:
            seen = await audit(storm.discord, crowd, crowd.referee, now_of(storm), chains=False)
        except StoreError:
            continue
        if not seen.count and count == len(storm.discord.requests):
            return


def _tracebacks(log: Path) -> list[str]:
    """The last line of each traceback in a log."""
    found, inside = [], False
    for line in log.read_text(errors="replace").splitlines() if log.exists() else ():
        if line.startswith("Traceback"):
            inside = True
        elif inside and line and not line.startswith((" ", "\t")):
            found.append(line[:200])
            inside = False
    return found
