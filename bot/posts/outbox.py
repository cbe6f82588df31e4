"""The outbox: posts stored with an entry reach Discord in order and exactly once, despite crashes.

A post is marked as arrived before the next one of its audience is sent.  So after a crash only the
first waiting post may be there already, and it is searched for before it is sent again.
"""

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Protocol

from bot.posts.panels import Panel, panel_of
from bot.posts.workers import LONGEST_WAIT, Workers, by_and_by, come_to_an_end
from bot.referee.challenged import THREAD
from bot.referee.gate import PAUSED, PLAYING, status
from bot.referee.service import OpenMatch, Referee, RefereeError
from bot.referee.settings import set_status
from bot.store import PlaceRecord, Post, StoreError, when_it_answers
from bot.store.leases import AGAIN
from rules.line.frozen import Frozen
from rules.line.orders import GM

log = logging.getLogger("referee.outbox")

FORBIDDEN_WAIT = 300.0
SWEEP = 10.0
"""Seconds between two searches for posts that another bot, which died, has left unsent."""
NONCE = 25


class Letter(Frozen):
    """One message to one place: `channel 7` or `user 7`.

    Discord makes only one message of letters with the same nonce.  `pings` are the accounts whose
    phones may ring (none: the message is silent); `panel` are the buttons below it.
    """

    to: str
    content: str
    nonce: str
    attachment: str = ""
    filename: str = ""
    pings: tuple[int, ...] = ()
    panel: Panel | None = None


class Later(Exception):
    """Sending failed, or its outcome is unknown: try again after `seconds` (0: as usual)."""

    def __init__(self, seconds: float = 0.0) -> None:
        super().__init__(f"again in {seconds} s")
        self.seconds = seconds


class Archived(Later):
    """The thread is archived, so its messages cannot be changed."""


class Forbidden(Exception):
    """The bot may not write there; the text says what it lacks."""


class Gone(Exception):
    """The channel does not exist any more."""


class DirectMessagesClosed(Exception):
    """This person takes no direct messages."""


class Undeliverable(Exception):
    """Discord will never take this message."""


class Carrier(Protocol):
    """Sends letters to Discord."""

    async def send(self, letter: Letter) -> str:
        """Send a letter; return the id of its message.  Raises one of the exceptions above."""
        ...

    async def find(self, letter: Letter, after: str | None) -> str | None:
        """The id of a message of the bot's own with this content, newer than `after`."""
        ...


def everywhere(_: str) -> bool:
    """The `ours` of a process that sends for all servers."""
    return True


class Delivered(Frozen):
    """News: the outbox has sent everything of a match that could be sent now."""

    match: int


@dataclass(eq=False)
class Outbox:
    """Sends waiting posts, with one task per match, so that one failing channel stops no other."""

    referee: Referee
    carrier: Carrier
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep

    def __post_init__(self) -> None:
        self.mail = self.referee.mail
        self._workers = Workers(self._work, hasty=True, sleep=self.sleep)
        self._moved: set[int] = set()
        self._unsure: set[tuple[int, str]] = set()
        self._done: dict[tuple[int, str], str] = {}
        """The letters sent of a post that is not marked as arrived yet, by (post, place), each with
        the id of its message (empty: not accepted)."""
        self._ready = asyncio.Event()
        self._starting: asyncio.Task[None] | None = None
        self._sweeping: asyncio.Task[None] | None = None
        self._open = False
        self._ours: Callable[[str], bool] = everywhere
        self._left = set[int]()
        """The posts for servers of other processes that waited at the last search."""
        self._telling = asyncio.Lock()

    # --- life -----------------------------------------------------------------------------------

    def start(self, ours: Callable[[str], bool] = everywhere) -> None:
        """Begin to send, now that the bot is connected, including what the last process left.

        What waits for servers that are not `ours` is sent only if it still waits at the next
        search, so that their own process goes first.
        """
        self._open, self._ours = True, ours
        waking = when_it_answers(self._wake_all, lambda: not self._open)
        self._starting = asyncio.create_task(waking)
        if self._sweeping is None and self.referee.store.database.shared:
            self._sweeping = asyncio.create_task(self._sweep())

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            try:
                await self._wake_all()
            except StoreError as problem:
                log.info("it cannot be seen what waits: %s", problem)

    async def _wake_all(self) -> None:
        waiting = await self.mail.unsent()
        if not self._ready.is_set():
            self._unsure |= {(post.match_id, post.audience) for post in waiting}
            self._ready.set()
        before, self._left = self._left, {post.id for post in waiting if not self._ours(post.guild)}
        due = [post.match_id for post in waiting if post.id in before or self._ours(post.guild)]
        await by_and_by(dict.fromkeys(due), self.wake)

    def wake(self, match_id: int) -> asyncio.Task[None] | None:
        """Send what may wait in this match.  Returns at once, with the task that does it."""
        return self._workers.wake(match_id) if self._open else None

    async def close(self) -> None:
        """Finish what is being sent, and stop; the rest waits for the next start."""
        self._open = False
        if self._sweeping is not None:
            self._sweeping.cancel()
        await self._workers.close()
        if self._starting is not None:
            await come_to_an_end([self._starting])

    async def _work(self, match_id: int) -> float | None:
        """Send what can be sent.  Returns the seconds after which to try again (None: all done)."""
        await self._ready.wait()
        await self.referee.calm.wait()
        try:
            async with self.referee.leases.held("outbox", match_id) as taken:
                if taken == "no":
                    return AGAIN
                if taken == "left":
                    await self._doubt(match_id)
                pause = await self.flush(match_id)
        except StoreError:
            raise
        except Exception:
            log.exception("the posts of match %d could not be sent", match_id)
            pause = LONGEST_WAIT
        if match_id in self._moved:
            self._moved.discard(match_id)
            self.referee.news.tell(Delivered(match_id))
        return pause

    # --- one pass -------------------------------------------------------------------------------

    async def _doubt(self, match_id: int) -> None:
        """Note that another bot died while sending, so that the first waiting post of each audience
        may be there already."""
        waiting = await self.mail.waiting(match_id)
        self._unsure |= {(match_id, post.audience) for post in waiting}

    async def flush(self, match_id: int) -> float | None:
        """Send what waits in a match.  Returns None when all is done, else the seconds to pause.

        A post that fails holds up those after it for the same audience, and no others.
        """
        held: set[str] = set()
        pauses: list[float] = []
        while True:
            waiting = [
                post for post in await self.mail.waiting(match_id) if post.audience not in held
            ]
            if not waiting or self._workers.closing:
                return min(pauses, default=None)
            self._moved.add(match_id)
            place = await self.mail.place_of(match_id)
            try:
                table = await self.referee.open(f"#{match_id}")
            except RefereeError:
                return None
            await taken_over(table, waiting[0])
            try:
                await self._deliver(table, place, waiting[0])
            except Later as later:
                await self.mail.tried(waiting[0].id)
                pauses.append(later.seconds)
                held.add(waiting[0].audience)
            except (Forbidden, Gone) as problem:
                held.add(waiting[0].audience)
                pause = await self._lost(table, place, waiting[0], problem)
                pauses += [pause] if pause is not None else []
            except Undeliverable as problem:
                log.error("match %d, #%d: %s", match_id, waiting[0].number, problem)
                await self.mail.tried(waiting[0].id, str(problem))

    async def _deliver(self, table: OpenMatch, place: PlaceRecord | None, post: Post) -> None:
        """Send one post to everybody who is to get it, then mark it as arrived."""
        letters = self.letters(table, place, post)
        if letters is None:
            raise Gone
        if not letters:
            await self.mail.tried(post.id, "there is nobody to get it")
            return
        keys = [(post.id, letter.to) for letter in letters]
        for key, letter in zip(keys, letters, strict=True):
            if key in self._done:
                continue
            try:
                self._done[key] = await self._bring(table, post.audience, letter)
            except DirectMessagesClosed:
                await self._tell_closed(table, post, letter)
                self._done[key] = ""
        messages = [self._done[key] for key in keys if self._done[key]]
        await self.mail.arrived(post.id, " ".join(messages))
        for key in keys:
            del self._done[key]
        if post.audience == "public" and place is not None and place.details.get("trouble"):
            await self.mail.note(place.match_id, {"trouble": ""})

    async def _bring(self, table: OpenMatch, audience: str, letter: Letter) -> str:
        """Send one letter, unless its message is there already.  Returns the id of the message."""
        key = (table.record.id, audience)
        if key in self._unsure:
            last = await self.mail.last_arrived(table.record.id, audience)
            found = await self.carrier.find(letter, newest(last))
            self._unsure.discard(key)
            if found is not None:
                return found
        try:
            return await self.carrier.send(letter)
        except Later:
            self._unsure.add(key)
            raise

    def letters(
        self, table: OpenMatch, place: PlaceRecord | None, post: Post
    ) -> list[Letter] | None:
        """The letters of a post; None if the place that it belongs to is gone or not known yet."""
        nonce = nonce_of("g", table.record.id, f"e{post.number}p{post.part}")
        name = f"match{table.record.id}-{post.number}.txt" if post.attachment else ""
        letter = Letter("", post.content, nonce, post.attachment, name)
        if post.audience == "public":
            if place is None or place.details.get("trouble") == "gone":
                return None
            called = called_by(table, post)
            to = f"channel {place.channel}"
            return [replace(letter, to=to, pings=called, panel=panel_of(table, post))]
        if post.audience.startswith(THREAD):
            to, panel = f"channel {post.audience[len(THREAD) :]}", panel_of(table, post)
            return [replace(letter, to=to, pings=called_by(table, post), panel=panel)]
        users = recipients(table, post.audience)
        letter = replace(letter, panel=panel_of(table, post) if post.kind == "decide" else None)
        return [replace(letter, to=f"user {user}") for user in users if user.isdecimal()]

    # --- what goes wrong for good ---------------------------------------------------------------

    async def _lost(
        self, table: OpenMatch, place: PlaceRecord | None, post: Post, problem: Exception
    ) -> float | None:
        """Handle a channel that is closed to the bot or gone: tell the GM once, and pause the match
        if it was deleted.  Returns the seconds after which to try again (None: not at all)."""
        gone = isinstance(problem, Gone)
        pause = None if gone else FORBIDDEN_WAIT
        if place is None or post.audience != "public":
            return pause
        async with self._telling:
            now = await self.mail.place_of(place.match_id)
            trouble = "gone" if gone else "forbidden"
            if now is None or now.channel != place.channel or now.details.get("trouble") == trouble:
                return pause
            if gone and status(table) == PLAYING:
                await set_status(self.referee, table, PAUSED)
            where = f"<#{place.channel}>"
            told = (
                f"the channel of match {table.record.name} was deleted; the match is paused"
                if gone
                else f"I cannot post reports of match {table.record.name} in {where}: {problem}"
            )
            await self.mail.notice(table.record.id, table.last, "host", told)
            await self.mail.note(place.match_id, {"trouble": trouble})
        return pause

    async def troubled(self, place: PlaceRecord, problem: Exception) -> None:
        """Handle a match's channel that something else than the outbox found closed or gone."""
        table = await self.referee.open(f"#{place.match_id}")
        post = Post(table.last, 0, "public", "")
        await self._lost(table, place, post, problem)
        self.wake(place.match_id)

    async def channel_gone(self, channel: str) -> None:
        """Pause the match in a channel that was deleted, and tell its GM."""
        place = await self.mail.place_at(channel)
        if place is not None:
            await self.troubled(place, Gone())

    async def _tell_closed(self, table: OpenMatch, post: Post, letter: Letter) -> None:
        """Say in public that somebody takes no direct messages, without the letter's content."""
        if post.audience == "host":
            return
        seat = GM if post.audience == "gm" else int(post.audience.removeprefix("seat "))
        told = (
            f"{table.name_of(seat)}: I may not write to you directly (your direct messages are "
            "closed to this server); `/report` shows you what is for your eyes only"
        )
        details = f"{post.audience} {letter.to}"
        log.info("match %d: direct messages closed for %s", table.record.id, details)
        await self.mail.notice(table.record.id, post.number, "public", told)


async def taken_over(table: OpenMatch, post: Post) -> None:
    """Wait until the entry of a post, which is stored already, is also in the match in memory."""
    if post.number >= len(table.match.links):
        async with table.lock:
            return


def recipients(table: OpenMatch, audience: str) -> list[str]:
    """The accounts behind `seat 2`, `gm`, or `host` (the GMs, or the players if there is none).

    A GM who plays a seat himself gets nothing that his seat may not see.
    """
    players = [user for seat, user in table.record.seats if seat != GM]
    referees = [user for seat, user in table.record.seats if seat == GM and user not in players]
    if audience == "gm":
        return referees
    if audience == "host":
        anybody = [user for _, user in table.record.seats]
        return referees or list(dict.fromkeys(anybody))
    seat = int(audience.removeprefix("seat "))
    return [user for held, user in table.record.seats if held == seat]


def called_by(table: OpenMatch, post: Post) -> tuple[int, ...]:
    """The accounts whose phones a post rings, without those that no longer hold a seat."""
    holders = {int(user) for _, user in table.record.seats if user.isdecimal()}
    return tuple(one for one in post.pings if one in holders)


def newest(messages: str | None) -> str | None:
    """The newest of the messages in which a post arrived (ids with blanks between)."""
    return max((messages or "").split(), key=int, default=None)


def nonce_of(kind: str, match_id: int, rest: str) -> str:
    """A nonce of at most 25 characters that is the same after a restart."""
    text = f"{kind}{match_id}{rest}"
    if len(text) <= NONCE:
        return text
    return kind + hashlib.sha256(text.encode()).hexdigest()[: NONCE - 1]
