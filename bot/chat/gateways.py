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
        """The number of shards in all."""
        ...


class Gateways(Watched):
    """The shards of a process.  Each server belongs to one shard, direct messages to the first."""

    def __init__(self, client: Sharded, mail: Mail) -> None:
        self._client = client
        self._mail = mail
        self._connected: set[int] = set()
        self.online = asyncio.Event()
        """Set while all of them are connected."""

    @property
    def count(self) -> int:
        """The number of shards in all, in this and other processes."""
        return self._client.shard_count or 1

    @property
    def own(self) -> tuple[int, ...]:
        """The shards of this process."""
        given = self._client.shard_ids
        return tuple(range(self.count)) if given is None else tuple(given)

    @property
    def connected(self) -> tuple[int, ...]:
        """Those of them that are connected now."""
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
        """A shard has lost its connection."""
        self._connected.discard(shard)
        self.online.clear()

    def has(self, server: str) -> bool:
        """Does this process serve the matches of this server (empty: matches without a server)?"""
        return self.of(server) in self.own

    # --- whose clocks this process watches ------------------------------------------------------

    def names(self) -> tuple[str, ...]:
        """The name of each shard of this process."""
        return tuple(map(self._name, self.own))

    async def names_of(self, numbers: Collection[int]) -> Mapping[int, str]:
        """The name of the shard of each match, by the number of the match."""
        guilds = await self._mail.guilds(numbers) if self.count > 1 else {}
        return {number: self._name(self.of(guilds.get(number))) for number in numbers}

    def _name(self, shard: int) -> str:
        return ALIVE if self.count == 1 else f"{ALIVE} {shard}/{self.count}"
