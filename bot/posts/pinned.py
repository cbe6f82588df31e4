"""The pinned post of a match: where it stands, who must act, a link to the post of the turn; below
that who plays, the house rules, and the commitment to the dice."""

import hashlib
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from bot.doors.learning import TOLD, is_on
from bot.posts.headings import place as place_words
from bot.posts.headings import seat_and_person, title
from bot.posts.outbox import Carrier, Forbidden, Letter, Undeliverable, newest, nonce_of
from bot.posts.panels import Panel
from bot.posts.pictures import PictureFile
from bot.referee.clock import options_of
from bot.referee.gate import PLAYING, status
from bot.referee.service import OpenMatch
from bot.render.pages import LIMIT
from bot.render.wording import plain
from bot.store import Mail, PlaceRecord, Post
from rules.line.flow import winner_name

LOOKED_AT = 5
"""How many of the newest turns are searched for a post to link to."""


class Keeper(Carrier, Protocol):
    """A carrier that also changes existing messages."""

    async def find_beginning(self, letter: Letter) -> str | None:
        """The id of a message of the bot's own, in the same place, that begins like this one."""
        ...

    async def edit(self, channel: str, message: str, content: str, panel: Panel | None) -> bool:
        """Change a message and its buttons; False if it no longer exists."""
        ...

    async def attach(
        self,
        channel: str,
        message: str,
        picture: PictureFile | None,
        files: Sequence[tuple[str, str]] = (),
    ) -> bool:
        """Attach a picture and files (name, text) to a message; False if it no longer exists."""
        ...

    async def delete(self, channel: str, message: str) -> bool:
        """Delete a message of the bot's own; False if the bot may not."""
        ...

    async def archive(self, channel: str, shut: bool) -> None:
        """Archive a thread of the bot's own (`shut`), or open it again."""
        ...

    async def pin(self, channel: str, message: str) -> None:
        """Pin a message.  Raises `Forbidden` or `Undeliverable`."""
        ...


@dataclass(eq=False)
class LivePost:
    """Keeps the pinned post of each match up to date, from the log alone."""

    mail: Mail
    keeper: Keeper
    clock_lines: Callable[[OpenMatch], Awaitable[list[str]]]
    _searched: set[int] = field(default_factory=set, init=False)

    def is_new(self, match_id: int) -> None:
        """Note that no live post made before a crash need be searched for in this match."""
        self._searched.add(match_id)

    async def update(
        self, table: OpenMatch, place: PlaceRecord, turns: Sequence[Post] = ()
    ) -> None:
        """Make, update and pin the live post of a match; `turns` are its posts of turns."""
        text = await self.live_text(table, place, turns)
        nonce = nonce_of("l", table.record.id, f"c{place.channel}")
        panel = None if table.is_over else Panel("live", place.match_id)
        place = await self._show_live(place, text, panel, nonce)
        message = place.details.get("live")
        if message is None:  # the match has moved elsewhere meanwhile, and gets a new post there
            return
        if place.details.get("pinned") != message:
            try:
                await self.keeper.pin(place.channel, message)
            except (Forbidden, Undeliverable) as problem:
                what = f"the live post of match {plain(table.record.name)}"
                told = f"I cannot pin {what} in <#{place.channel}>: {problem}"
                await self.mail.notice(table.record.id, table.last, "host", told)
            await self.mail.note(place.match_id, {"pinned": message})

    async def live_text(self, table: OpenMatch, place: PlaceRecord, turns: Sequence[Post]) -> str:
        """The text of the live post: match, where it stands, who must act, link to the turn."""
        state = table.state
        outcome = table.game.outcome(state)
        head = title(table, plain(table.game.title))
        if outcome is not None:
            over = f"over: {winner_name(outcome)} ({plain(outcome.termination)})"
            return "\n".join((f"{head} \u00b7 {over}", *facts_of_match(table)))
        waiting = ", ".join(seat_and_person(table, seat) for seat in table.game.awaits(state))
        paused = "" if status(table) == PLAYING else status(table)
        posted = [newest(post.message) for post in turns[-LOOKED_AT:] if post.message]
        links = [f"[turn \u2193]({address(place, turn)})" for turn in posted[-1:]]
        where = place_words(table, state)
        parts = (head, where, paused, f"waiting for {waiting or 'nobody'}", *links)
        first = " \u00b7 ".join(part for part in parts if part)
        lines = (first, *await self.clock_lines(table), *facts_of_match(table), HOW_TO_PLAY)
        return "\n".join(lines)[:LIMIT]

    async def _show_live(
        self, place: PlaceRecord, text: str, panel: Panel | None, nonce: str
    ) -> PlaceRecord:
        """Edit the live post if it differs, or make it if it is missing.  Returns the place with
        the id of the post noted."""
        digest, message = digest_of(f"{text}{panel}"), place.details.get("live", "")
        if message:
            if place.details.get("live_hash") == digest:
                return place
            if await self.keeper.edit(place.channel, message, text, panel):
                return await self._note(place, {"live_hash": digest})
        letter = Letter(f"channel {place.channel}", text, nonce, panel=panel)
        found = None
        if not message and place.match_id not in self._searched:
            head = " \u00b7 ".join(text.split(" \u00b7 ")[:2])
            found = await self.keeper.find_beginning(replace(letter, content=head))
            if found is not None:
                await self.keeper.edit(place.channel, found, text, panel)
        made = found or await self.keeper.send(letter)
        return await self._note(place, {"live": made, "live_hash": digest})

    async def _note(self, place: PlaceRecord, changes: dict[str, str]) -> PlaceRecord:
        """Change details of a place; return the place as it is then."""
        return await self.mail.note(place.match_id, changes) or place


HOW_TO_PLAY = (
    "-# Write orders here (reply to me, mention me or use `/order`), or in a direct message; "
    "`/help` shows what you can type now."
)


def facts_of_match(table: OpenMatch) -> list[str]:
    """Who plays, the house rules, and the commitment to the dice."""
    seats = [
        f"{table.name_of(seat)}: <@{user}>" if user.isdecimal() else table.name_of(seat)
        for seat, user in table.record.seats
    ]
    usual = {option.name: option.default for option in table.game.options}
    chosen = {name: one for name, one in options_of(table).items() if usual.get(name) != one}
    options = ", ".join(f"{name}={value}" for name, value in chosen.items())
    given = table.record.settings.salts
    mixed = [f"{table.name_of(int(seat))} \u201c{plain(words)}\u201d" for seat, words in given]
    lines = (
        ", ".join(seats),
        f"House rules: {plain(options)}; all others as recommended (`/match info`)."
        if options
        else "",
        f"-# The dice follow a secret seed whose SHA-256 is `{table.uid}`; it is shown when the "
        "match ends, so that anybody can check every die.",
        f"-# Mixed into every die: {', '.join(mixed)}." if mixed else "",
        TOLD if is_on(table) else "",
    )
    return [line for line in lines if line]


def address(place: PlaceRecord, message: str | None) -> str:
    """A link to a message."""
    return f"https://discord.com/channels/{place.guild or '@me'}/{place.channel}/{message}"


def digest_of(text: str) -> str:
    """A short digest of what a message shows."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


async def no_clock(_: OpenMatch) -> list[str]:
    """The clock lines of matches without a clock: none."""
    return []
