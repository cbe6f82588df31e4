"""The ready-made small game of a system, set up through real orders."""

from bot.cases.casefile import PREFIX
from bot.match.tree import DEALT
from bot.referee.open_match import needed
from bot.referee.service import OpenMatch, Referee, RefereeError
from rules.line.orders import GM


async def deal(referee: Referee, table: OpenMatch, user: str = DEALT) -> None:
    """Play the lines that set the small game up.  Raises `RefereeError` if one is refused."""
    for line in table.game.starter:
        trouble = f"the starter of {table.game.id} has a line without a seat"
        found = needed(PREFIX.fullmatch(line), trouble)
        seat = GM if found[1] else int(found[2])
        reply = await referee.submit(table, seat, found[3], user=user)
        if not reply.ok:
            why = [*(one.why for one in reply.refused), *(one.line for one in reply.unreadable)]
            raise RefereeError(f"the starter of {table.game.id} does not run: {'; '.join(why)}")
