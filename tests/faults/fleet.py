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
"""So many seconds a lease lasts here; thirty would make whoever waits for a dead process wait."""

LOOK = 2.0
"""So often a process looks at its clocks: they jump, of which it hears no other way."""

PATIENCE = 120.0


@dataclass
class Ship:
    """One process, or the place of one that is just down."""

    number: int
    pid: int = 0
    leaving: int = 0
    """The process that another takes over from."""
    wanted: bool = False
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    left: asyncio.Event = field(default_factory=asyncio.Event)
    codes: list[int] = field(default_factory=list)


class Fleet:
    """Starts and ends processes; one that ends by itself is started again, as by an operator."""

    def __init__(self, folder: Path, discord_: StandIn, database: str, count: int) -> None:
        self.folder = folder
        self.discord = discord_
        self.database = database
        self.ships = [Ship(number) for number in range(count)]
        self.fell = 0
        """So many processes ended by themselves."""
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
        """The file that says how wrong a process's clock goes."""
        return self.folder / f"clock-{ship.number}"

    def jump(self, ship: Ship, seconds: float) -> None:
        """Its clock jumps."""
        set_wrong(self.clock(ship), wrong(self.clock(ship)) + seconds)

    def agree(self) -> None:
        """All clocks go as the foremost does."""
        most = max(wrong(self.clock(ship)) for ship in self.ships)
        for ship in self.ships:
            set_wrong(self.clock(ship), most)

    @property
    def disk(self) -> Path | None:
        """What the one connection that writes to a SQLite file is told."""
        return None if "://" in self.database else self.folder / "disk"

    def log(self, ship: Ship) -> Path:
        """What it says to its operator."""
        return self.folder / f"bot-{ship.number}.log"

    def _settings(self, ship: Ship) -> Mapping[str, str]:
        count = str(len(self.ships))
        shards = {"DISCORD_SHARD_COUNT": count, "DISCORD_SHARD_IDS": str(ship.number)}
        return {**self.discord.settings(), **shards}

    async def start(self, ship: Ship) -> None:
        """Have it in the world; it connects by itself."""
        async with self._starting:
            if not ship.pid:
                ship.ended.clear()
                ship.pid, ship.wanted = await self._bear(ship), True

    async def succeed(self, ship: Ship) -> None:
        """A new process takes over from it, which ends by itself."""
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
        """Wait until every shard is read."""
        await self.discord.until(
            lambda: all(self.is_online(ship) for ship in self.ships), PATIENCE, "the bots"
        )

    async def kill(self, ship: Ship) -> None:
        """It dies at once, whatever it is doing."""
        ship.wanted = False
        await self._signal(ship, signal.SIGKILL)

    async def end(self, ship: Ship) -> None:
        """It is asked to stop, and does."""
        ship.wanted = False
        await self._signal(ship, signal.SIGTERM)

    async def _signal(self, ship: Ship, how: signal.Signals) -> None:
        if ship.pid:
            os.kill(ship.pid, how)
            async with asyncio.timeout(PATIENCE):
                await ship.ended.wait()
