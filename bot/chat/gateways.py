"""The shards: which part of Discord this process reads, and whether it is connected to it."""

import asyncio
from collections.abc import Collection, Mapping
from typing import Protocol

from bot.clocks.timekeeper import ALIVE, Watched
from bot.store import Mail


class Sharded(Protocol):
    """What discord.py knows of shards once it is connected."""

    shard_ids: list[int] | None

    @property
    def shard_count(self) -> int | None:
        """Into how many the servers are divided."""
        ...


class Gateways(Watched):
    """The shards of one process.  Each server belongs to one shard, and what is written to the bot
    directly to the first."""

    def __init__(self, client: Sharded, mail: Mail) -> None:
        self._client = client
        self._mail = mail
        self._connected: set[int] = set()
        self.online = asyncio.Event()
        """Connected to all of them."""

    @property
    def count(self) -> int:
        """Into how many shards all servers are divided."""
        return self._client.shard_count or 1

    @property
    def own(self) -> tuple[int, ...]:
        """The shards of this process."""
        given = self._client.shard_ids
        return tuple(range(self.count)) if given is None else tuple(given)

    @property
    def connected(self) -> tuple[int, ...]:
        """Those whose connection stands now."""
        return tuple(sorted(self._connected))

    def of(self, server: str | None) -> int:
        """The shard of a server."""
        return (int(server) >> 22) % self.count if server and server.isdecimal() else 0

    def begin(self, shard: int) -> None:
        """A shard is connected (again)."""
        self._connected.add(shard)
        if self._connected.issuperset(self.own):
            self.online.set()

    def end(self, shard: int) -> None:
        """Its connection is gone."""
        self._connected.discard(shard)
        self.online.clear()

    def has(self, server: str) -> bool:
        """Is a match that is played on this server (or nowhere yet) one of this process?"""
        return self.of(server) in self.own

    # --- whose clocks this process watches ------------------------------------------------------

    def names(self) -> tuple[str, ...]:
        """One for each shard."""
        return tuple(map(self._name, self.own))

    async def names_of(self, numbers: Collection[int]) -> Mapping[int, str]:
        """Those of the shards where matches are played."""
        guilds = await self._mail.guilds(numbers) if self.count > 1 else {}
        return {number: self._name(self.of(guilds.get(number))) for number in numbers}

    def _name(self, shard: int) -> str:
        return ALIVE if self.count == 1 else f"{ALIVE} {shard}/{self.count}"
