"""Which match is meant: by its name, its channel, or as the only one of an account."""

from bot.referee.gate import LINK, Caller, check_may_see
from bot.referee.service import OpenMatch, Referee, RefereeError


class Tables:
    """Finds matches as far as an account may know of them."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee

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
                if table.game.outcome(table.match.state) is None:
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
