"""The bots of a storm: each is a process of its own, with its own shard and its own clock."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType

from tests.e2e.standin import StandIn
from tests.faults.nursery import set_wrong, wrong
from tests.places import ROOT

TERM = 4.0
"""Seconds that a lease lasts here, fewer than the usual thirty: others wait for a dead process."""

LOOK = 2.0
"""Seconds after which a process looks at its clocks again, as it cannot tell when one jumps."""

PATIENCE = 120.0


@dataclass
class Ship:
    """A process, or the place of one that is down just now (`pid` is 0)."""

    number: int
    pid: int = 0
    leaving: int = 0
    """The process from which the new one takes over; 0 if there is none."""
    wanted: bool = False
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    left: asyncio.Event = field(default_factory=asyncio.Event)
    codes: list[int] = field(default_factory=list)


class Fleet:
    """Starts and ends processes; one that ends by itself is restarted, as an operator would."""

    def __init__(self, folder: Path, discord_: StandIn, database: str, count: int) -> None:
        self.folder = folder
        self.discord = discord_
        self.database = database
        self.ships = [Ship(number) for number in range(count)]
        self.fell = 0
        """How many processes ended by themselves."""
        self._nursery: asyncio.subprocess.Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self._born: asyncio.Queue[int] = asyncio.Queue()
        self._ready = asyncio.Event()
        self._starting = asyncio.Lock()
        self._rising: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> "Fleet":
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "ignore"}
        self._nursery = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.faults.nursery"),
            cwd=ROOT,
            env=environment,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        self._reading = asyncio.create_task(self._read())
        for ship in self.ships:
            set_wrong(self.clock(ship), 0.0)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for ship in self.ships:
            ship.wanted = False
        for task in self._rising:
            task.cancel()
        for ship in self.ships:
            if ship.leaving:
                os.kill(ship.leaving, signal.SIGKILL)
            if ship.pid:
                await self._signal(ship, signal.SIGKILL)
        assert self._nursery is not None
        assert self._nursery.stdin is not None
        self._nursery.stdin.close()
        await self._nursery.wait()
        assert self._reading is not None
        await self._reading

    async def _read(self) -> None:
        assert self._nursery is not None
        assert self._nursery.stdout is not None
        async for raw in self._nursery.stdout:
            word, *rest = raw.decode().split()
            if word == "ready":
                self._ready.set()
            elif word == "born":
                self._born.put_nowait(int(rest[0]))
            else:
                self._has_ended(int(rest[0]), int(rest[1]))
        self._ready.set()

    def _has_ended(self, pid: int, code: int) -> None:
        for ship in self.ships:
            if ship.leaving == pid:
                ship.leaving = 0
                ship.codes.append(code)
                ship.left.set()
            elif ship.pid == pid:
                ship.pid = 0
                ship.codes.append(code)
                ship.ended.set()
                if ship.wanted:
                    self.fell += 1
                    self._rise(ship)

    def _rise(self, ship: Ship) -> None:
        task = asyncio.create_task(self.start(ship))
        self._rising.add(task)
        task.add_done_callback(self._rising.discard)

    def clock(self, ship: Ship) -> Path:
        """The file that says by how many seconds a process's clock is wrong."""
        return self.folder / f"clock-{ship.number}"

    def jump(self, ship: Ship, seconds: float) -> None:
        """Let the clock of a process jump."""
        set_wrong(self.clock(ship), wrong(self.clock(ship)) + seconds)

    def agree(self) -> None:
        """Set all clocks to the one that is most ahead."""
        most = max(wrong(self.clock(ship)) for ship in self.ships)
        for ship in self.ships:
            set_wrong(self.clock(ship), most)

    @property
    def disk(self) -> Path | None:
        """The file that tells the writing process how the disk of a SQLite database is; None on a
        server."""
        return None if "://" in self.database else self.folder / "disk"

    def log(self, ship: Ship) -> Path:
        """The log file of a process."""
        return self.folder / f"bot-{ship.number}.log"

    def _settings(self, ship: Ship) -> Mapping[str, str]:
        count = str(len(self.ships))
        shards = {"DISCORD_SHARD_COUNT": count, "DISCORD_SHARD_IDS": str(ship.number)}
        return {**self.discord.settings(), **shards}

    async def start(self, ship: Ship) -> None:
        """Start a process, unless it runs; it connects by itself."""
        async with self._starting:
            if not ship.pid:
                ship.ended.clear()
                ship.pid, ship.wanted = await self._bear(ship), True

    async def succeed(self, ship: Ship) -> None:
        """Start a new process that takes over from this one, and wait until this one has ended."""
        async with self._starting:
            if not ship.pid or ship.leaving:
                return
            ship.left.clear()
            ship.leaving = ship.pid
            ship.pid = await self._bear(ship, heir=True)
        async with asyncio.timeout(PATIENCE):
            await ship.left.wait()

    async def _bear(self, ship: Ship, heir: bool = False) -> int:
        await self._ready.wait()
        order = {
            "database": self.database,
            "settings": dict(self._settings(ship)),
            "clock": str(self.clock(ship)),
            "disk": str(self.disk or ""),
            "log": str(self.log(ship)),
            "term": TERM,
            "look": LOOK,
            "heir": heir,
        }
        assert self._nursery is not None
        assert self._nursery.stdin is not None
        assert self._nursery.returncode is None, "the nursery has ended; see what it said"
        self._nursery.stdin.write(json.dumps(order).encode() + b"\n")
        return await self._born.get()

    async def start_all(self) -> None:
        """Start every process, and wait until each has its shard."""
        for ship in self.ships:
            await self.start(ship)
        await self.online()

    def is_online(self, ship: Ship) -> bool:
        """Is it connected to the gateway?"""
        shards = [session.shard for session in self.discord.gateway.connected]
        return any(shard is None or shard[0] == ship.number for shard in shards)

    async def online(self) -> None:
        """Wait until every shard is connected."""
        await self.discord.until(
            lambda: all(self.is_online(ship) for ship in self.ships), PATIENCE, "the bots"
        )

    async def kill(self, ship: Ship) -> None:
        """Kill a process, whatever it is doing (SIGKILL)."""
        ship.wanted = False
        await self._signal(ship, signal.SIGKILL)

    async def end(self, ship: Ship) -> None:
        """Ask a process to stop (SIGTERM), and wait until it has ended."""
        ship.wanted = False
        await self._signal(ship, signal.SIGTERM)

    async def _signal(self, ship: Ship, how: signal.Signals) -> None:
        if ship.pid:
            os.kill(ship.pid, how)
            async with asyncio.timeout(PATIENCE):
                await ship.ended.wait()
