"""The shards: which part of Discord this process reads, and whether it is connected to it."""

import asyncio
from typing import Protocol

from bot.clocks.timekeeper import ALIVE, Watched
from bot.store import Mail, PlaceRecord


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

    def has(self, place: PlaceRecord | None) -> bool:
        """Is a match that is played there one of this process?"""
        return self.of(place.guild if place is not None else None) in self.own

    # --- whose clocks this process watches ------------------------------------------------------

    def names(self) -> tuple[str, ...]:
        """One for each shard."""
        return tuple(map(self._name, self.own))

    async def name_of(self, match_id: int) -> str:
        """That of the shard where a match is played."""
        if self.count == 1:
            return ALIVE
        place = await self._mail.place_of(match_id)
        return self._name(self.of(place.guild if place is not None else None))

    def _name(self, shard: int) -> str:
        return ALIVE if self.count == 1 else f"{ALIVE} {shard}/{self.count}"
