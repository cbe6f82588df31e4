"""Seats: a match gathers its players, starts, and somebody takes a seat over mid-match."""

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from bot.chat import places
from bot.chat.adapt import NET_TROUBLE, NOBODY, defer, respond, tell
from bot.chat.views.base import Interaction
from bot.chat.views.seats import gathering
from bot.doors.learning import TOLD, is_on
from bot.lobby import lobby
from bot.lobby.pack import send_pack, taken_text
from bot.lobby.welcome import first_note
from bot.referee.gate import OPEN, Caller, status
from bot.referee.service import OpenMatch
from bot.render.wording import plain
from rules.display.words import counted
from rules.line.orders import GM

if TYPE_CHECKING:
    from bot.chat.client import RefereeBot


NEWS = "told at"
"""The detail of a place that holds channel and message of its announcement."""


class Seating:
    """What the commands and buttons about seats share."""

    def __init__(self, bot: "RefereeBot") -> None:
        self.bot = bot

    async def join(self, interaction: Interaction, match: str | None, seat: int | None) -> None:
        """Give the caller a free seat, announce it, and greet them if it is their first."""
        await defer(interaction)
        table, caller = await self.table_to_join(interaction, match)
        async with table.lock:
            table = await self.bot.referee.open(f"#{table.record.id}")
            taken = await lobby.join(self.bot.referee, table, caller, seat)
        await self.sits_down(interaction, table, taken, caller.user)

    async def sits_down(
        self, interaction: Interaction, table: OpenMatch, taken: int, user: str, before: str = ""
    ) -> None:
        """Announce that somebody has a seat; in the middle of play, ping them and send the pack."""
        note = ""
        if user == str(interaction.user.id):
            note = await first_note(self.bot.referee, table, user, taken, self.bot.content)
        place = await self.bot.referee.mail.place_of(table.record.id)
        if place is not None and place.guild:
            await places.bring(self.bot.get_channel(int(place.channel)), user)
        shown = await self.gathered(table)
        ready = " All seats are taken: `/match start`." if can_start(table) else ""
        text = f"{table.name_of(taken)} is now {person(user)}.{ready}"
        if shown:
            await respond(interaction, text)
            if note:
                await respond(interaction, note)
            return
        if status(table) == OPEN or len(table.match.links) < 2:
            await tell(interaction, table, text, private=note)
            return
        await send_pack(self.bot.referee, table, taken, before or "the one before you")
        text = f"{text} {taken_text(table, taken, before)}"
        pings = (int(user),) if user.isdecimal() else ()
        await tell(interaction, table, text, private=note, pings=pings)

    async def table_to_join(
        self, interaction: Interaction, match: str | None
    ) -> tuple[OpenMatch, Caller]:
        """The match to join, and the caller; in its channel a members-only match admits anybody."""
        caller = self.bot.caller_of(interaction)
        place = await self.bot.referee.mail.place_at(str(interaction.channel_id))
        if place is not None:
            table = await self.bot.referee.open(f"#{place.match_id}")
            if match in (None, table.record.name, f"#{place.match_id}"):
                return table, caller
        return await self.bot.doors.tables.table_for(
            str(interaction.channel_id), caller, match
        ), caller

    async def start(self, interaction: Interaction, match: str | None) -> None:
        """Start a match and ping whoever begins; the post that gathered the players is pinned."""
        await defer(interaction)
        table = await self.bot.table_here(interaction, match)
        caller = self.bot.caller_of(interaction)
        async with table.lock:
            await lobby.start(self.bot.referee, table, caller)
        await self.bot.announcer.open_match(table)
        self.bot.changed(table)
        await self.gathered(table)
        await respond(interaction, f"**{plain(table.record.name)}** begins.")

    async def greet(self, home: Any, table: OpenMatch) -> None:
        """Post who sits where, with the buttons to join and to start; bring the players, and
        announce the match."""
        with suppress(*NET_TROUBLE):
            view = gathering(table.record.id)
            made = await home.send(gathering_text(table), view=view)
            known = {"gathering": str(made.id), "live": str(made.id)}
            await self.bot.referee.mail.note(table.record.id, known)
        for _, user in table.record.seats:
            await places.bring(home, user)
        await self.announce(table)

    async def announce(self, table: OpenMatch) -> None:
        """Announce once that a public match looks for players, where the server wants that."""
        place = await self.bot.referee.mail.place_of(table.record.id)
        news = self.bot.habits.of(place.guild).news if place is not None else ""
        if place is None or not news or table.record.settings.audience != "public":
            return
        if not table.free or place.details.get(NEWS):
            return
        with suppress(*NET_TROUBLE):
            there: Any = self.bot.get_partial_messageable(int(news))
            view = gathering(table.record.id, join_only=True)
            made = await there.send(wanted_text(table, place.channel), view=view)
            await self.bot.referee.mail.note(table.record.id, {NEWS: f"{news} {made.id}"})

    async def gathered(self, table: OpenMatch) -> bool:
        """Somebody came or went, or the match has begun: update the gathering post and the
        announcement.  Returns whether the gathering post shows it."""
        place = await self.bot.referee.mail.place_of(table.record.id)
        message = place.details.get("gathering") if place is not None else None
        if place is None or not message:
            return False
        await self.announced(table, place.details.get(NEWS, ""), place.channel)
        if status(table) != OPEN:
            return False
        home = self.bot.get_partial_messageable(int(place.channel))
        with suppress(*NET_TROUBLE):
            post = home.get_partial_message(int(message))
            text, view = gathering_text(table), gathering(table.record.id)
            await post.edit(content=text, view=view, allowed_mentions=NOBODY)
            return True
        return False

    async def announced(self, table: OpenMatch, post: str, home: str) -> None:
        """Update an announcement; it has a button only while the match looks for players."""
        channel, _, message = post.partition(" ")
        if not message:
            return
        seeks = status(table) == OPEN and bool(table.free)
        view = gathering(table.record.id, join_only=True) if seeks else None
        with suppress(*NET_TROUBLE):
            there = self.bot.get_partial_messageable(int(channel))
            text = wanted_text(table, home)
            one = there.get_partial_message(int(message))
            await one.edit(content=text, view=view, allowed_mentions=NOBODY)


def can_start(table: OpenMatch) -> bool:
    """Are all seats taken, and is the match not started yet?"""
    return status(table) == OPEN and not table.free


def wanted_text(table: OpenMatch, home: str) -> str:
    """The announcement, in one line: the match looks for players, has them all, or has begun."""
    free = len(table.free)
    title = f"**{plain(table.record.name)}** \u00b7 {plain(table.game.title)}"
    if status(table) != OPEN:
        return f"{title} has begun: <#{home}>"
    seeks = f"looks for {counted(free, 'player', 'players')}" if free else "has all its players"
    return f"{title} {seeks}: <#{home}>"


def gathering_text(table: OpenMatch) -> str:
    """The gathering post: which match, who sits where, and how to join or to start."""
    begins = "`/match start` or the button begins."
    lines = [
        f"**{plain(table.record.name)}** \u00b7 {plain(table.game.title)} gathers its players.",
        *seat_lines(table),
        f"The dice are fixed by a secret seed whose SHA-256 is `{table.uid}`; before the start "
        "each seat may mix in words of its own: `/match salt`.",
        f"All seats are taken: {begins}"
        if can_start(table)
        else f"`/match join` or the button takes a free seat, {begins}",
        *[TOLD] * is_on(table),
    ]
    return "\n".join(lines)


def seat_lines(table: OpenMatch) -> list[str]:
    """Who holds which seat."""
    held = {seat: user for seat, user in table.record.seats if seat != GM}
    lines = [f"{table.name_of(seat)}: {person(held.get(seat))}" for seat in table.seats]
    referees = [person(user) for seat, user in table.record.seats if seat == GM]
    return [*lines, f"GM: {', '.join(referees) or 'nobody'}"]


def person(user: str | None) -> str:
    """An account as Discord shows it, `free` for None; it pings nobody."""
    if user is None:
        return "free"
    return f"<@{user}>" if user.isdecimal() else plain(user)
