"""What shows what became of an order: reactions on its message, and answers below it.

A tick waits for nothing but the order's being on the disk.  Where several messages of a channel
wait for theirs, the turn's post goes first, for Discord allows few reactions per second; then they
come in the order of the messages.  None of it is stored: a sign that a crash lost is added when the
channel is read again, or when the order is taken back or counts again.
"""

import asyncio
import json
import logging
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import astuple
from functools import partial
from typing import TYPE_CHECKING, Any

import discord
from cachetools import LRUCache

from bot.chat.adapt import NET_TROUBLE, only_logged
from bot.doors.saying import Mark
from bot.posts.depths import Depths
from bot.posts.living_posts import TurnShown
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
        """What stands on a message."""
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
                self._had[wanted.message] = wanted.marks
                return
            except discord.Forbidden:
                self._depths.silent.add(wanted.channel)
                return
            except discord.NotFound:
                return
            except NET_TROUBLE as error:
                log.info("message %d has no sign yet: %s", wanted.message, type(error).__name__)
                await asyncio.sleep(0.5 * 2**attempt)


# --- answers below orders -------------------------------------------------------------------------

DETAIL = "replies"
"""The detail of a place that holds its answers."""

MOST = 30


class Below(Frozen):
    """An answer: the `message` that it answers and its `author`, its own id (`reply`), the first
    `words` of the orders that it is about, the newest entry when it was given (`at`), and the signs
    of the message."""

    message: int
    author: int
    reply: int
    words: str
    at: int
    marks: Sequence[Mark] = ()


Which = Callable[[Below], bool]
"""Is this answer done with?"""


class Replies:
    """Knows which answers stand in the channels of matches, and deletes an answer when it is
    settled, the order is corrected, or the turn ends.

    An answer can be read, and be done with, before Discord has confirmed its post: what ends while
    it is on its way is remembered, and it is deleted as soon as its id is known.
    """

    def __init__(self, bot: "RefereeBot") -> None:
        self._bot = bot
        self._mail = bot.referee.mail
        self._locks: dict[str, asyncio.Lock] = {}
        self._coming: dict[str, list[list[Which]]] = {}

    @contextmanager
    def coming(self, channel: str) -> Iterator[list[Which]]:
        """Around posting an answer: collects which answers are done with meanwhile, for `add`."""
        done: list[Which] = []
        under_way = self._coming.setdefault(channel, [])
        under_way.append(done)
        try:
            yield done
        finally:
            under_way.remove(done)

    async def add(self, match: int, channel: str, below: Below, done: Sequence[Which] = ()) -> None:
        """Keep an answer that was posted; if it is `done` with already, delete it at once."""
        async with self._lock(channel):
            place = await self._mail.place_at(channel)
            if place is None or place.match_id != match:
                return
            gone = any(which(below) for which in done)
            if not gone:
                await self._keep(place, [*kept(place), below][-MOST:])
        if gone:
            self._take_away(channel, below)

    async def answered(self, channel: str, message: int) -> None:
        """Delete the answer to a message, or with this id: the message was edited, or a button
        below the answer was pressed."""
        await self._drop(channel, lambda one: message in (one.message, one.reply))

    async def mended(self, channel: str, author: int, text: str) -> None:
        """Somebody has filed something: delete answers about their orders that begin alike."""
        words = first_words(text.splitlines())
        await self._drop(
            channel, lambda one: one.author == author and bool(words & set(one.words.split()))
        )

    async def follow(self, event: TurnShown) -> None:
        """The present turn is shown: delete answers from turns before it, and answers to messages
        whose orders were all taken back."""
        if event.newest:
            back = taken_back(event.turn)
            await self._drop(
                event.place.channel, lambda one: one.at < event.turn.start or one.message in back
            )

    async def _drop(self, channel: str, which: Which) -> None:
        for done in self._coming.get(channel, ()):
            done.append(which)
        async with self._lock(channel):
            place = await self._mail.place_at(channel)
            known = kept(place) if place is not None else []
            gone = [one for one in known if which(one)]
            if place is not None and gone:
                await self._keep(place, [one for one in known if one not in gone])
        for one in gone:
            self._take_away(channel, one)

    def _take_away(self, channel: str, one: Below) -> None:
        """Delete an answer, after the sign that is wanted on its message was added."""
        self._bot.marks.behind(channel, partial(self._delete, channel, one))

    async def _delete(self, channel: str, one: Below) -> None:
        where = self._bot.get_partial_messageable(int(channel))
        with only_logged(log.info, "an answer still stands"), suppress(discord.NotFound):
            await where.get_partial_message(one.reply).delete()

    async def _keep(self, place: PlaceRecord, found: list[Below]) -> None:
        text = json.dumps([astuple(one) for one in found]) if found else ""
        await self._mail.note(place.match_id, {DETAIL: text})

    def _lock(self, channel: str) -> asyncio.Lock:
        """The lock for reading and writing what is noted of a channel."""
        return self._locks.setdefault(channel, asyncio.Lock())


def taken_back(turn: PostedTurn) -> set[int]:
    """The messages of a turn whose orders were all taken back."""
    void, live = (
        {int(key[1]) for step in steps if (key := WRITTEN.fullmatch(step.entry.key)) is not None}
        for steps in ([step for step in turn.steps if step.void], turn.live)
    )
    return void - live


def kept(place: PlaceRecord) -> list[Below]:
    """The answers that stand in a channel."""
    return [Below(*one) for one in json.loads(place.details.get(DETAIL) or "[]")]


def first_words(lines: Iterable[str]) -> set[str]:
    """The first word of each order, in lower case: mostly units."""
    return {line.split()[0].lower() for line in lines if line.strip()}
