"""Reactions: the message that an order was written in shows what became of it.

A tick waits for nothing but the order's being on the disk.  Where several messages of a channel
wait for theirs, the turn's post goes first, for Discord allows few reactions per second; then they
come in the order of the messages.  None of it is stored: a sign that a crash lost is added when the
channel is read again, or when the order is taken back or counts again.
"""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import discord
from cachetools import LRUCache

from bot.chat.adapt import NET_TROUBLE
from bot.doors.saying import Mark
from bot.posts.depths import Depths
from bot.posts.turns import PostedTurn
from bot.posts.workers import Workers
from bot.store import PlaceRecord
from rules.line.frozen import Frozen

if TYPE_CHECKING:
    from bot.chat.client import RefereeBot

log = logging.getLogger("referee.discord")

SIGNS: Mapping[Mark, str] = {
    "filed": "\u2705",
    "asked": "\u2753",
    "refused": "\u274c",
    "back": "\u21a9\ufe0f",
}
KEPT = 5000
TRIES = 4
FIRST = 0.8
"""Most seconds that reactions wait for the post of their turn."""

WRITTEN = re.compile(r"m([0-9]+)(?:[./].*)?")
"""The key of an order that was written in a message: `m` and the message's id."""


class WantedMarks(Frozen):
    """The signs that a message is to have; `match` is the match whose turn post goes first."""

    channel: str
    message: int
    marks: tuple[Mark, ...]
    match: int = 0


Work = Callable[[], Awaitable[None]]


class Marks:
    """Puts signs on messages, one queue for each channel."""

    def __init__(
        self, bot: "RefereeBot", depths: Depths, shown: Callable[[int, float], Awaitable[None]]
    ) -> None:
        self._bot = bot
        self._depths = depths
        self._calm = bot.referee.calm
        self._shown = shown
        self._known: LRUCache[int, tuple[Mark, ...]] = LRUCache(KEPT)
        self._had: LRUCache[int, tuple[Mark, ...]] = LRUCache(KEPT)
        self._waiting: dict[str, list[WantedMarks | Work]] = {}
        self._workers = Workers(self._work)

    def put(self, channel: str, message: int, marks: Iterable[Mark], match: int = 0) -> None:
        """Queue the signs that a message is to have, and no others.  Returns at once."""
        wanted = tuple(dict.fromkeys(marks))
        if self._workers.closing or self._known.get(message, ()) == wanted:
            return
        self._known[message] = wanted
        self._calm.begin()
        self._waiting.setdefault(channel, []).append(WantedMarks(channel, message, wanted, match))
        self._workers.wake(channel)

    def behind(self, channel: str, work: Work) -> None:
        """Queue work behind the signs that are wanted in a channel.  Answers are deleted in this
        way, so that a crash leaves every message with its answer or its sign.  Returns at once."""
        self._waiting.setdefault(channel, []).append(work)
        self._workers.wake(channel)

    def of(self, message: int) -> tuple[Mark, ...]:
        """The signs that a message was given."""
        return self._known.get(message, ())

    def follow(self, place: PlaceRecord, turn: PostedTurn) -> None:
        """Update the signs of messages whose orders were taken back, or count again.  A message
        that was taken back as a whole no longer shows that part of it was refused."""
        fates: dict[int, bool] = {}
        for step in turn.steps:
            found = WRITTEN.fullmatch(step.entry.key)
            if found is not None and step.entry.to is None:
                number = int(found[1])
                fates[number] = fates.get(number, False) or not step.void
        for number, counts in fates.items():
            had = self._known.get(number)
            if had is None and counts:
                continue
            rest = [one for one in had or () if one not in ("filed", "back")]
            self.put(place.channel, number, ["filed", *rest] if counts else ["back"])

    def look(self, channel: str) -> None:
        """Note whether the bot may react in a channel.  Where it may not, the turn's post shows
        instead what became of orders."""
        place: Any = self._bot.get_channel(int(channel))
        guild = getattr(place, "guild", None)
        if guild is None or guild.me is None:
            return
        held = place.permissions_for(guild.me)
        if held.add_reactions and held.read_message_history:
            self._depths.silent.discard(channel)
        else:
            self._depths.silent.add(channel)

    async def close(self) -> None:
        """Add the signs that wait, for two seconds at most."""
        await self._workers.close(2.0)

    async def _work(self, channel: str) -> None:
        while waiting := self._waiting.pop(channel, []):
            wanted = [one for one in waiting if isinstance(one, WantedMarks)]
            alone = len(wanted) == 1
            for _ in () if alone else wanted:
                self._calm.end()
            for match in () if alone else dict.fromkeys(one.match for one in wanted if one.match):
                await self._shown(match, FIRST)
            for one in waiting:
                if not isinstance(one, WantedMarks):
                    await one()
                    continue
                try:
                    await self._put(one)
                finally:
                    if alone:
                        self._calm.end()

    async def _put(self, wanted: WantedMarks) -> None:
        if wanted.channel in self._depths.silent:
            return
        place = self._bot.get_partial_messageable(int(wanted.channel))
        message, me = place.get_partial_message(wanted.message), self._bot.user
        gone = [mark for mark in SIGNS if mark not in wanted.marks]
        had = self._had.get(wanted.message, ())
        for attempt in range(TRIES):
            try:
                for mark in wanted.marks:
                    if mark not in had:
                        await message.add_reaction(SIGNS[mark])
                for mark in gone:
                    if mark in had and me is not None:
                        await message.remove_reaction(SIGNS[mark], me)
                self._keep(wanted)
                return
            except discord.Forbidden:
                self._depths.silent.add(wanted.channel)
                return
            except discord.NotFound:
                return
            except NET_TROUBLE as error:
                log.info("message %d has no sign yet: %s", wanted.message, type(error).__name__)
                await asyncio.sleep(0.5 * 2**attempt)

    def _keep(self, wanted: WantedMarks) -> None:
        """Remember what stands on a message."""
        self._had[wanted.message] = wanted.marks
