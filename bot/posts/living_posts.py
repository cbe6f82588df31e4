"""Living posts of a match: the status post of the turn and the pinned live post, both edited.

Both are written from the log alone, so a restart brings them up to date and makes none twice.
"""

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Protocol

from bot.history.secrets import SECRET, sight
from bot.match.tree import LogEntry
from bot.posts.announce import (
    Announcer,
    Told,
    ends_turn,
    moment,
)
from bot.posts.outbox import (
    Carrier,
    Forbidden,
    Gone,
    Later,
    Letter,
    Refused,
    come_to_an_end,
    newest,
    nonce_of,
)
from bot.referee.gate import NOWHERE, PLAYING, SERVER, status
from bot.referee.service import Referee, RefereeError, Table
from bot.referee.settings import change_settings
from bot.render.escape import plain
from bot.render.pages import LIMIT
from bot.store import PlaceRecord
from rules.flow import seat_name, winner_name

log = logging.getLogger("referee.desk")

LONGEST_WAIT = 60.0


class Keeper(Carrier, Protocol):
    """Whoever also changes messages that are there."""

    async def find_beginning(self, letter: Letter) -> str | None:
        """A message of the bot's own in that place that begins like this one: its id."""
        ...

    async def edit(
        self, channel: str, message: str, content: str, buttons: int | None = None
    ) -> bool:
        """Change a message; False if it is not there any more.

        `buttons`: those of this match go below it (0: none); else they stay as they are.
        """
        ...

    async def pin(self, channel: str, message: str) -> None:
        """Pin a message.  Raises `Forbidden`."""
        ...


class Desk:
    """Keeps the living posts of all matches, one task per match that changed."""

    def __init__(
        self,
        referee: Referee,
        keeper: Keeper,
        announcer: Announcer,
        troubled: Callable[[PlaceRecord, Exception], Awaitable[None]],
    ) -> None:
        self.referee = referee
        self.mail = referee.mail
        self.keeper = keeper
        self.announcer = announcer
        self.troubled = troubled
        self.clock_lines: Callable[[Table], Awaitable[list[str]]] = no_clock
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._searched: set[int] = set()
        self._open = True
        self._closing = asyncio.Event()

    async def settle(self, table: Table, channel: str, guild: str, after: str) -> None:
        """The match is played in this channel; messages up to `after` are no orders."""
        there = await self.mail.place_at(channel)
        if there is not None and there.match_id != table.record.id:
            if await self._goes_on(there.match_id):
                raise RefereeError("another match is played in this channel already")
            await self.mail.vacate(there.match_id)
        await self.mail.advance(channel, after)
        await self.mail.settle(PlaceRecord(table.record.id, channel, guild))
        if not table.record.settings.get(SERVER):
            await change_settings(self.referee, table, {SERVER: guild or NOWHERE})
        self._searched.add(table.record.id)

    async def _goes_on(self, match_id: int) -> bool:
        """Is a match neither deleted nor over?"""
        try:
            table = await self.referee.open(f"#{match_id}")
        except RefereeError:
            return False
        return table.game.outcome(table.match.state) is None

    def refresh(self, match_id: int) -> asyncio.Task[None] | None:
        """A match changed.  Returns at once, with the task that brings its posts up to date."""
        task = self._tasks.get(match_id)
        if task is not None and not task.done():
            self._again.add(match_id)
        elif self._open:
            task = self._tasks[match_id] = asyncio.create_task(self._keep(match_id))
        return task

    async def shown(self, match_id: int, patience: float = 5.0) -> None:
        """Wait until the posts of a match are up to date, but not for ever."""
        task = self.refresh(match_id)
        if task is not None:
            await asyncio.wait({task}, timeout=patience)

    async def refresh_all(self) -> None:
        """Bring every match's posts up to date."""
        for place in await self.mail.places():
            self.refresh(place.match_id)

    async def close(self) -> None:
        """Stop; the posts are brought up to date at the next start."""
        self._open = False
        self._closing.set()
        await come_to_an_end(self._tasks.values())

    async def _keep(self, match_id: int) -> None:
        pause = 0.5
        while True:
            self._again.discard(match_id)
            place = await self.mail.place_of(match_id)
            try:
                await self.update(await self.referee.open(f"#{match_id}"), place)
            except (RefereeError, Refused) as problem:
                log.info("match %d: its posts are not up to date: %s", match_id, problem)
            except (Gone, Forbidden) as problem:
                if place is not None:
                    await self.troubled(place, problem)
            except Later as later:
                pause = min(LONGEST_WAIT, pause * 2)
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._closing.wait(), max(pause, later.seconds))
                if self._open:
                    continue
            except Exception:
                log.exception("match %d: its posts could not be brought up to date", match_id)
            if match_id not in self._again or not self._open:
                return

    # --- one match ------------------------------------------------------------------------------

    async def update(self, table: Table, place: PlaceRecord | None) -> None:
        """Status post and live post as the log says they must be."""
        if place is None or place.details.get("trouble") == "gone":
            return
        place = await self._update_status(table, place)
        if status(table) == PLAYING or place.details.get("live"):
            await self._update_live(table, place)
        self._searched.add(table.record.id)

    async def _update_status(self, table: Table, place: PlaceRecord) -> PlaceRecord:
        """The status post of this turn; that of an earlier turn gets its last lines."""
        start, entries = await self.announcer.turn(table)
        known, _, message = place.details.get("status", "").partition(":")
        if message and known != str(start):
            await self._close_status(table, place, int(known), message)
            place = await self._note(place, {"status": "", "status_hash": ""})
            message = ""
        listed = await self.listed(table, start, entries)
        if not listed:
            return place
        text = await self._status_text(table, start, listed, entries)
        nonce = nonce_of("s", table.record.id, f"e{start}")
        return await self._show(place, "status", text, message, nonce, f"{start}:")

    async def _close_status(
        self, table: Table, place: PlaceRecord, start: int, message: str
    ) -> None:
        """A turn is over (or was taken back): its status post says how it ended."""
        entries = await self._turn_after(table, start)
        listed = await self.listed(table, start, entries)
        text = await self._status_text(table, start, listed, entries) if listed else "(taken back)"
        await self.keeper.edit(place.channel, message, text)

    async def _turn_after(self, table: Table, start: int) -> list[LogEntry]:
        """The live entries after `start`, up to the one that ended that turn."""
        numbers = [entry.number for entry in table.match.live() if entry.number > start]
        found = []
        entries = await self.announcer.entries(table, numbers)
        for entry in await self.referee.as_counted(table, entries):
            found.append(entry)
            if ends_turn(entry):
                break
        return found

    async def listed(self, table: Table, start: int, entries: Sequence[LogEntry]) -> list[str]:
        """One line per entry, in order: what the public may read; lines taken back struck out."""
        told = {one.number: one for one in await self.announcer.told(table, start, entries, None)}
        live = {entry.number: entry for entry in entries}
        last = max(live, default=table.match.links[-1].number)
        ended = bool(entries) and ends_turn(entries[-1])
        upto = last if ended else table.match.links[-1].number
        void = [
            link.number
            for link in table.match.links[start + 1 : upto + 1]
            if link.to is None and link.number not in live
        ]
        lost = {one.number: one for one in await self.announcer.entries(table, void)}
        lines = []
        for number in sorted({*live, *lost}):
            if number in lost:
                lines.append(await self._void_line(table, lost[number]))
            else:
                lines.append(status_line(live[number], told.get(number)))
        return lines

    async def _void_line(self, table: Table, entry: LogEntry) -> str:
        """A line that was taken back, unless it was secret."""
        seen = await sight(self.referee, table, entry, None)
        text = plain(seen.orders) if seen.report else SECRET
        return f"~~#{entry.number} {seat_name(entry.seat)}: {text}~~ taken back"

    async def _status_text(
        self, table: Table, start: int, listed: Sequence[str], entries: Sequence[LogEntry]
    ) -> str:
        last = entries[-1].parent if entries else table.match.head
        state = await self.referee.state_at(table, last)
        head = f"**Orders after #{start}** \u00b7 {plain(moment(state))}"
        lines = list(listed)
        while len("\n".join((head, *lines))) > LIMIT - 60 and len(lines) > 1:
            lines.pop(0)
        hidden = len(listed) - len(lines)
        more = (f"... {hidden} earlier lines: `/report`",) if hidden else ()
        return "\n".join((head, *more, *lines))[:LIMIT]

    async def _update_live(self, table: Table, place: PlaceRecord) -> None:
        text = await self.live_text(table, place)
        nonce = nonce_of("l", table.record.id, f"c{place.channel}")
        had = place.details.get("live", "")
        over = table.game.outcome(table.match.state) is not None
        buttons = 0 if over else place.match_id
        place = await self._show(place, "live", text, had, nonce, "", buttons)
        message = place.details["live"]
        if place.details.get("pinned") != message:
            try:
                await self.keeper.pin(place.channel, message)
            except (Forbidden, Refused) as problem:
                await self.mail.notice(
                    table.record.id,
                    table.match.links[-1].number,
                    "host",
                    f"I cannot pin the live post of match {plain(table.record.name)} in "
                    f"<#{place.channel}>: {problem}",
                )
            await self._note(place, {"pinned": message})

    async def live_text(self, table: Table, place: PlaceRecord) -> str:
        """The live post: which match, where it stands, who must act, where the board is."""
        state = table.match.state
        holders = dict(table.record.seats)
        waiting = ", ".join(
            f"{seat_name(seat)} <@{holders[seat]}>"
            if holders.get(seat, "").isdecimal()
            else seat_name(seat)
            for seat in table.game.awaits(state)
        )
        outcome = table.game.outcome(state)
        lines = [f"**{plain(table.record.name)}** \u00b7 {plain(table.game.title)} (live)"]
        if outcome is not None:
            lines.append(f"over: {winner_name(outcome)} ({plain(outcome.termination)})")
        else:
            lines.append(plain(moment(state)))
            paused = "" if status(table) == PLAYING else f"{status(table)}; "
            lines.append(f"{paused}waiting for {waiting or 'nobody'}")
            lines += await self.clock_lines(table)
        board = newest(await self.mail.last_arrived(table.record.id, "public", "```"))
        if board is not None:
            where = f"{place.guild or '@me'}/{place.channel}/{board}"
            lines.append(f"board: https://discord.com/channels/{where}")
        return "\n".join(lines)

    # --- one post -------------------------------------------------------------------------------

    async def _show(
        self,
        place: PlaceRecord,
        name: str,
        text: str,
        message: str,
        nonce: str,
        prefix: str,
        buttons: int | None = None,
    ) -> PlaceRecord:
        """Edit the post if it is there and differs, or make it; returns the place as noted."""
        digest = hashlib.sha256(text.encode()).hexdigest()[:16]
        if message:
            if place.details.get(f"{name}_hash") == digest:
                return place
            if await self.keeper.edit(place.channel, message, text, buttons):
                return await self._note(place, {f"{name}_hash": digest})
        letter = Letter(f"channel {place.channel}", text, nonce, orders=buttons or 0)
        found = None
        if not message and place.match_id not in self._searched:
            found = await self.keeper.find_beginning(replace(letter, content=text.split("\n")[0]))
            if found is not None:
                await self.keeper.edit(place.channel, found, text, buttons)
        made = found or await self.keeper.send(letter)
        return await self._note(place, {name: prefix + made, f"{name}_hash": digest})

    async def _note(self, place: PlaceRecord, changes: dict[str, str]) -> PlaceRecord:
        """Keep ids of posts with the place."""
        return await self.mail.note(place.match_id, changes) or place


async def no_clock(_: Table) -> list[str]:
    """Where no clock runs."""
    return []


def status_line(entry: LogEntry, told: Told | None) -> str:
    """`#17 army 1: L1 moves to 5,8 - what came of it`; a secret entry shows its number alone."""
    if told is None:
        return f"#{entry.number} {seat_name(entry.seat)}: {SECRET}"
    came = plain("; ".join(told.lines))
    return f"**#{entry.number}** {seat_name(entry.seat)}: {plain(told.orders)}\n- {came}"
