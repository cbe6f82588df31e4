"""Find the match that is meant: by its name, its channel, or as the only one of an account."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from cachetools import LRUCache

from bot.doors.saying import SILENCE, Answer, IncomingText, runs_of, would_run
from bot.referee.gate import LINK, Caller, check_may_see, may_see
from bot.referee.service import OpenMatch, Referee, RefereeError
from bot.render.wording import plain
from bot.store import PlaceRecord

KEPT = 500
"""The most accounts whose last match is remembered."""

Greet = Callable[[str], Awaitable[str]]
"""The greeting for an account without a seat that writes a direct message; empty if it had one."""


def can_be_order(table: OpenMatch, heard: IncomingText) -> bool:
    """Is every line of a text an order in this match?"""
    try:
        runs = runs_of(table, heard)
    except RefereeError:
        return False
    return bool(runs) and all(would_run(table, run) for run in runs)


def which_of(tables: Sequence[OpenMatch]) -> Answer:
    """Ask which match is meant."""
    return Answer(
        "Which match is this for? Begin with its number: "
        + "; ".join(f"`#{one.record.id}: ...` {plain(one.record.name)}" for one in tables)
    )


def naming(table: OpenMatch, answer: Answer) -> Answer:
    """Begin an answer with the name of the match that its text was taken for."""
    name = f"**{plain(table.record.name)}**: "
    text, public = (one and name + one for one in (answer.text, answer.public))
    return replace(answer, text=text, public=public)


class Tables:
    """Finds matches, as far as an account may know of them.

    Remembers the match that each account spoke to last; after a restart, the log tells it.
    """

    def __init__(self, referee: Referee, greets: Greet | None = None) -> None:
        self.referee = referee
        self.greets = greets
        self._last: LRUCache[str, int] = LRUCache(KEPT)

    async def named(self, name: str, caller: Caller) -> OpenMatch:
        """The match of that name, as far as an account may know of it.  Raises `RefereeError`."""
        link = LINK.fullmatch(name.strip())
        table = await self.referee.open(link[1] if link is not None else name)
        check_may_see(table, caller, name, link[2] if link is not None else "")
        return table

    async def tables_of(self, caller: Caller) -> list[OpenMatch]:
        """The matches in which an account sits, as a player or GM, and that are not over."""
        found = []
        for record in await self.referee.store.all():
            if any(user == caller.user for _, user in record.seats):
                table = await self.referee.open(f"#{record.id}")
                if not table.is_over:
                    found.append(table)
        return found

    async def table_for(self, channel: str, caller: Caller, name: str | None = None) -> OpenMatch:
        """The match of that name, of this channel, or the only one of this account.

        Raises `RefereeError`.
        """
        if name:
            return await self.named(name, caller)
        place = await self.referee.mail.place_at(channel)
        if place is not None:
            table = await self.referee.open(f"#{place.match_id}")
            check_may_see(table, caller)
            return table
        mine = await self.tables_of(caller)
        if len(mine) == 1:
            return mine[0]
        if mine:
            names = ", ".join(f"#{one.record.id} {one.record.name}" for one in mine)
            raise RefereeError(f"no match is played in this channel; say which one: {names}")
        raise RefereeError("no match is played in this channel: /match list shows all, /match new")

    async def about(self, match_id: int) -> str:
        """A match and its newest entry, for the log."""
        table = await self.referee.open(f"#{match_id}")
        return f"match {match_id} #{table.match.links[-1].number}"

    # --- of a text --------------------------------------------------------------------------------

    async def meant_by(self, heard: IncomingText) -> tuple[OpenMatch | Answer, bool]:
        """The match that a text is for, and whether it was guessed among several.

        Instead of a match, an answer: silence, a greeting, or the question which match is meant.
        Raises `RefereeError`.
        """
        if heard.match is not None:
            return await self.named(heard.match, heard.caller), False
        place = await self.referee.mail.place_at(heard.channel)
        if place is not None:
            return await self._played_here(place, heard), False
        if heard.door == "chat":
            return SILENCE, False
        mine = await self.tables_of(heard.caller)
        if len(mine) == 1:
            return mine[0], False
        if not mine:
            user = heard.caller.user
            if heard.door == "dm" and self.greets and (hello := await self.greets(user)):
                return Answer(hello, hello, told=True), False
            raise RefereeError("you hold no seat in any match: /match list shows them")
        found = await self._among(mine, heard)
        return (which_of(mine), False) if found is None else (found, True)

    async def _played_here(self, place: PlaceRecord, heard: IncomingText) -> OpenMatch | Answer:
        """The match of a channel; silence for plain chat of an account that may not see it."""
        table = await self.referee.open(f"#{place.match_id}")
        if heard.door == "chat" and not may_see(table, heard.caller):
            return SILENCE
        check_may_see(table, heard.caller)
        return table

    async def of_edit(self, heard: IncomingText) -> tuple[OpenMatch | Answer, bool]:
        """The match that an edited message was filed in, else the one that it is for now."""
        filed = await self.filed_in(heard)
        return (filed, False) if filed is not None else await self.meant_by(heard)

    async def filed_in(self, heard: IncomingText) -> OpenMatch | None:
        """The match that a message was filed in, found by its channel or its key; else None."""
        place = await self.referee.mail.place_at(heard.channel)
        number = place.match_id if place is not None else None
        if number is None and heard.door != "chat":
            number = await self.referee.store.match_of(heard.key)
        return None if number is None else await self.referee.open(f"#{number}")

    def said(self, user: str, table: OpenMatch) -> None:
        """Remember that an account spoke to this match."""
        self._last[user] = table.record.id

    async def _among(self, tables: Sequence[OpenMatch], heard: IncomingText) -> OpenMatch | None:
        """The one of several matches that a text is for: the only one where it is an order, or the
        one that the account spoke to last.  None if neither tells."""
        able = [one for one in tables if can_be_order(one, heard)]
        if len(able) == 1:
            return able[0]
        user, among = heard.caller.user, able or tables
        last = self._last.get(user)
        if last is None:
            last = await self.referee.mail.last_match(user, [one.record.id for one in tables])
        return next((one for one in among if one.record.id == last), None)
