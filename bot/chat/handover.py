"""Taking over from a process that reads the same shards, and giving them up to the next.

The heir (`referee discord --takeover`) connects beside the running process, holds back the events
that come over the gateway, and asks for the shards.  The other process finishes what it is doing,
notes which events it took, gives its leases back and ends; then the heir handles the events that
were not taken.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any

from bot.posts.watch import ServerNotesChanged
from bot.store import StoreError, when_it_answers

if TYPE_CHECKING:
    from bot.chat.client import RefereeBot

log = logging.getLogger("referee.discord")

ACTS = (
    "INTERACTION_CREATE",
    "MESSAGE_CREATE",
    "MESSAGE_UPDATE",
    "MESSAGE_DELETE",
    "MESSAGE_DELETE_BULK",
    "MESSAGE_REACTION_ADD",
)
"""Gateway events that people cause: only one process may handle each of them."""

SAID = ("INTERACTION_CREATE", "MESSAGE_CREATE")
"""Those with an id of their own: it is noted which were taken, so that none is done twice."""

REMEMBERED = 200
"""Most taken events that are remembered for the heir."""

ANSWERABLE = 2.5
"""Seconds after which an interaction can no longer be answered (Discord allows three)."""

PATIENCE = 5.0
"""Seconds that running answers have to finish."""

LOOK = 0.1
"""Seconds between two tries to take the shards."""

ASK = 50
"""Tries after which the shards are asked for again."""

IN_HAND = ("CommandTree-invoker", "discord-ui-", "discord.py: on_interaction")
"""Prefixes of the names of discord.py's tasks that answer interactions."""

Parser = Callable[[Any], None]
Held = tuple[float, str, Parser, Any]
"""An event that is held back: when it came, its name, the parser that handles it, its data."""
Work = Callable[[], Coroutine[Any, Any, None]]
"""A function, not a coroutine, which would never run if its task were cancelled before it began."""


class Handover:
    """Decides which process answers for the shards of this one: this one, once `over` is set."""

    def __init__(self, bot: "RefereeBot", parsers: dict[str, Parser], heir: bool) -> None:
        self._bot = bot
        self._referee = bot.referee
        self.heir = heir
        self.over = asyncio.Event()
        self.asked = asyncio.Event()
        """Another process has asked for a shard of this one, which is to end."""
        if not heir:
            self.over.set()
        self._begun = self._kept = self.closed = False
        self._connected: set[int] = set()
        self._held: list[Held] = []
        self._taken: deque[str] = deque(maxlen=REMEMBERED)
        self._tasks: set[asyncio.Task[None]] = set()
        for name in ACTS:
            parsers[name] = partial(self._comes, name, parsers[name])
        self._referee.news.hear(ServerNotesChanged, lambda event: self._look(event.keys))

    def _comes(self, name: str, parse: Parser, data: Any) -> None:
        """An event came: handle it now, hold it back, or (if this process ends) drop it."""
        if self.closed:
            return
        if not self.over.is_set():
            self._held.append((time.monotonic(), name, parse, data))
            return
        self._does(name, parse, data)

    def _does(self, name: str, parse: Parser, data: Any) -> None:
        if name in SAID:
            self._taken.append(str(data["id"]))
        parse(data)

    def _begin(self, work: Work) -> None:
        task = asyncio.create_task(self._surely(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _surely(self, work: Work) -> None:
        try:
            await work()
        except Exception:
            log.exception("the shards could not be taken over, or kept")

    # --- taking over ----------------------------------------------------------------------------

    async def passed(self, shard: int) -> None:
        """A shard is connected: wait until this process is the one that answers for it."""
        self._connected.add(shard)
        if not self._begun and self._connected.issuperset(self._bot.gateways.own):
            self._begun = True
            if self._referee.store.database.shared:
                self._begin(self._take_over if self.heir else self._keep)
        await self.over.wait()

    async def _take_over(self) -> None:
        """Ask for the shards, wait until they are free, handle what the other did not."""
        await self._bot.wait_until_ready()
        for look in count():
            if look % ASK == 0:
                await self._ask(self._referee.store.database.owner)
                log.info("asked for the shards")
            if await self._take():
                break
            await asyncio.sleep(LOOK)
        notes = await when_it_answers(self._referee.mail.notes)
        told = [notes.get(self._tells(shard), "") for shard in self._bot.gateways.own]
        done = {one for text in told for one in text.split()}
        while self._held:
            since, name, parse, data = self._held.pop(0)
            if await self._is_left(done, since, name, data):
                self._does(name, parse, data)
        log.info("took the shards over")
        self.over.set()
        self._begin(self._bot.opened)
        await self._keep()

    async def _ask(self, owner: str) -> None:
        """Note who wants the shards: this process, or (empty) nobody."""
        for shard in self._bot.gateways.own:
            await when_it_answers(partial(self._referee.mail.advance, self._asks(shard), owner))

    async def _is_left(self, done: set[str], since: float, name: str, data: Any) -> bool:
        """Was an event left undone by the other process, and can it still be handled?"""
        if name == "INTERACTION_CREATE":
            return data["id"] not in done and time.monotonic() - since < ANSWERABLE
        if name != "MESSAGE_CREATE":
            return True
        read = await when_it_answers(partial(self._referee.mail.cursor, data["channel_id"]))
        return data["id"] not in done if read is None else int(data["id"]) > int(read)

    async def _take(self) -> bool:
        """Take or renew the leases of all shards; returns whether this process has them all."""
        taken, own = list[str](), self._bot.gateways.own
        for shard in own:
            with suppress(StoreError):
                taken.append(await self._referee.leases.take(self._work, -1 - shard))
        return len(taken) == len(own) and "no" not in taken

    async def _keep(self) -> None:
        """Renew the leases as long as this process runs."""
        await self._ask("")
        self._kept, warned = True, False
        while True:
            if not await self._take() and not warned:
                warned = True
                log.warning("another process has a shard of this one, or died a moment ago")
            await asyncio.sleep(self._referee.leases.term / 3)

    # --- giving it up ---------------------------------------------------------------------------

    def _look(self, keys: frozenset[str] | None) -> None:
        """Notes have changed: has a shard of this process been asked for?"""
        own = {*map(self._asks, self._bot.gateways.own)}
        if self._kept and not self.closed and (keys is None or own & keys):
            self._begin(partial(self._heard, own))

    async def _heard(self, own: set[str]) -> None:
        with suppress(StoreError):  # it is looked at again
            notes = await self._referee.mail.notes(own)
            if {*notes.values()} - {"", self._referee.store.database.owner}:
                log.info("another process takes over; this one ends")
                self.asked.set()

    async def end(self) -> None:
        """Take no more events, and let running answers finish."""
        self.closed = True
        for task in [*self._tasks]:
            task.cancel()
        mine = asyncio.current_task()
        running = [one for one in asyncio.all_tasks() if one.get_name().startswith(IN_HAND)]
        if waits := [one for one in running if one is not mine]:
            await asyncio.wait(waits, timeout=PATIENCE)

    async def tell(self) -> None:
        """Note for the heir which events were taken here, after all else is written."""
        if self.over.is_set() and self._referee.store.database.shared:
            await self._referee.store.database.settled()
            for shard in self._bot.gateways.own:
                await self._referee.mail.advance(self._tells(shard), " ".join(self._taken))

    @property
    def _work(self) -> str:
        return f"shards of {self._bot.gateways.count}"

    def _asks(self, shard: int) -> str:
        return f"heir of shard {shard}/{self._bot.gateways.count}"

    def _tells(self, shard: int) -> str:
        return f"taken of shard {shard}/{self._bot.gateways.count}"
