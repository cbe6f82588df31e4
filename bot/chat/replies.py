"""Answers below orders: deleted when they are settled, the order is corrected, or the turn ends."""

import asyncio
import json
import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import astuple
from functools import partial
from typing import TYPE_CHECKING

import discord

from bot.chat.adapt import NET_TROUBLE
from bot.chat.marks import WRITTEN
from bot.doors.saying import Mark
from bot.posts.living_posts import TurnShown
from bot.posts.turns import PostedTurn
from bot.store import PlaceRecord
from rules.line.frozen import Frozen

if TYPE_CHECKING:
    from bot.chat.client import RefereeBot

log = logging.getLogger("referee.discord")

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
    """Knows which answers stand in the channels of matches.

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
        try:
            await where.get_partial_message(one.reply).delete()
        except discord.NotFound:
            return
        except NET_TROUBLE as error:
            log.info("an answer still stands: %s", type(error).__name__)

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
