"""The pinned post of a match: which match, where it stands, who must act, where its turn is; below
it who plays, by which house rules, and what the dice follow."""

import hashlib
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Protocol

from bot.doors.learning import TOLD, is_on
from bot.posts.headings import place as place_words
from bot.posts.headings import seat_and_person, title
from bot.posts.outbox import Carrier, Forbidden, Letter, Undeliverable, newest, nonce_of
from bot.posts.panels import Panel
from bot.posts.pictures import Drawn
from bot.referee.clock import options_of
from bot.referee.gate import PLAYING, status
from bot.referee.service import OpenMatch, Referee
from bot.render.pages import LIMIT
from bot.render.wording import plain
from bot.store import PlaceRecord, Post
from rules.line.flow import winner_name

LOOKED_AT = 5
"""So many of the newest turns are looked at for the one to lead to."""


class Keeper(Carrier, Protocol):
    """Whoever also changes messages that are there."""

    async def find_beginning(self, letter: Letter) -> str | None:
        """A message of the bot's own in that place that begins like this one: its id."""
        ...

    async def edit(self, channel: str, message: str, content: str, panel: Panel | None) -> bool:
        """Change a message and its buttons; False if it is not there any more."""
        ...

    async def attach(
        self,
        channel: str,
        message: str,
        picture: Drawn | None,
        files: Sequence[tuple[str, str]] = (),
    ) -> bool:
        """Hang a picture and files (name, text) on a message; False if it is not there any more."""
        ...

    async def delete(self, channel: str, message: str) -> bool:
        """Delete a message of the bot's own; False where it may not."""
        ...

    async def archive(self, channel: str, shut: bool) -> None:
        """Put a thread of the bot's own away, or open it again."""
        ...

    async def pin(self, channel: str, message: str) -> None:
        """Pin a message.  Raises `Forbidden`."""
        ...


class LivePost:
    """Keeps one post a match, edited, from the log alone."""

    def __init__(
        self,
        referee: Referee,
        keeper: Keeper,
        clock_lines: Callable[[OpenMatch], Awaitable[list[str]]],
    ) -> None:
        self.mail = referee.mail
        self.keeper = keeper
        self.clock_lines = clock_lines
        self._searched: set[int] = set()

    def is_new(self, match_id: int) -> None:
        """Nobody need search for a post of this match from an earlier life."""
        self._searched.add(match_id)

    async def update(
        self, table: OpenMatch, place: PlaceRecord, turns: Sequence[Post] = ()
    ) -> None:
        """Make it, bring it up to date, pin it; `turns` are the posts of turns."""
        text = await self.live_text(table, place, turns)
        nonce = nonce_of("l", table.record.id, f"c{place.channel}")
        over = table.is_over
        panel = None if over else Panel("live", place.match_id)
        place = await self._show_live(place, text, panel, nonce)
        message = place.details.get("live")
        if message is None:  # the match has moved elsewhere meanwhile; there it is made anew
            return
        if place.details.get("pinned") != message:
            try:
                await self.keeper.pin(place.channel, message)
            except (Forbidden, Undeliverable) as problem:
                await self.mail.notice(
                    table.record.id,
                    table.match.links[-1].number,
                    "host",
                    f"I cannot pin the live post of match {plain(table.record.name)} in "
                    f"<#{place.channel}>: {problem}",
                )
            await self.mail.note(place.match_id, {"pinned": message})

    async def live_text(self, table: OpenMatch, place: PlaceRecord, turns: Sequence[Post]) -> str:
        """The live post: which match, where it stands, who must act, where its turn is."""
        state = table.state
        outcome = table.game.outcome(state)
        head = live_head(table)
        if outcome is not None:
            over = f"over: {winner_name(outcome)} ({plain(outcome.termination)})"
            return "\n".join((f"{head} \u00b7 {over}", *facts_of_match(table)))
        waiting = ", ".join(seat_and_person(table, seat) for seat in table.game.awaits(state))
        paused = "" if status(table) == PLAYING else status(table)
        links = []
        if (turn := newest_turn(turns)) is not None:
            links.append(f"[turn \u2193]({address(place, turn)})")
        where = place_words(table, state)
        parts = (head, where, paused, f"waiting for {waiting or 'nobody'}", *links)
        first = " \u00b7 ".join(part for part in parts if part)
        lines = (first, *await self.clock_lines(table), *facts_of_match(table), HOW_TO_PLAY)
        return "\n".join(lines)[:LIMIT]

    async def _show_live(
        self, place: PlaceRecord, text: str, panel: Panel | None, nonce: str
    ) -> PlaceRecord:
        """Edit the live post if it is there and differs, or make it; the place as noted."""
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
        """Keep ids of posts with the place."""
        return await self.mail.note(place.match_id, changes) or place


HOW_TO_PLAY = (
    "-# Write orders here (reply to me, mention me or use `/order`), or in a direct message; "
    "`/help` shows what you can type now."
)


def facts_of_match(table: OpenMatch) -> list[str]:
    """Who plays, by which house rules, and what the dice follow."""
    seats = [
        f"{table.name_of(seat)}: <@{user}>" if user.isdecimal() else table.name_of(seat)
        for seat, user in table.record.seats
    ]
    usual = {option.name: option.default for option in table.game.options}
    chosen = {name: one for name, one in options_of(table).items() if usual.get(name) != one}
    options = ", ".join(f"{name}={value}" for name, value in chosen.items())
    lines = (
        ", ".join(seats),
        f"House rules: {plain(options)}; all others as recommended (`/match info`)."
        if options
        else "",
        f"-# The dice follow a secret seed whose SHA-256 is `{table.uid}`; it is shown when the "
        "match ends, so that anybody can check every die.",
        words_line(table),
        TOLD if is_on(table) else "",
    )
    return [line for line in lines if line]


def words_line(table: OpenMatch) -> str:
    """The words that the seats gave for the dice, if any did."""
    given = table.record.settings.salts
    told = [f"{table.name_of(int(seat))} \u201c{plain(words)}\u201d" for seat, words in given]
    return f"-# Mixed into every die: {', '.join(told)}." if told else ""


def newest_turn(posts: Sequence[Post]) -> str | None:
    """The message of the newest turn."""
    there = [newest(post.message) for post in posts[-LOOKED_AT:] if post.message]
    return there[-1] if there else None


def live_head(table: OpenMatch) -> str:
    """What the live post begins with, whatever has happened."""
    return title(table, plain(table.game.title))


def address(place: PlaceRecord, message: str | None) -> str:
    """A link to a message."""
    return f"https://discord.com/channels/{place.guild or '@me'}/{place.channel}/{message}"


def digest_of(text: str) -> str:
    """A short digest of what a message shows."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


async def no_clock(_: OpenMatch) -> list[str]:
    """Where no clock runs."""
    return []
