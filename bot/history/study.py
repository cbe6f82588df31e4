"""Looking before and back: odds of an order, the board in words, what changed for me."""

import asyncio
from collections.abc import Sequence
from typing import Any

from bot.history.log import report_since
from bot.match.reply import RefusedLine, Reply
from bot.referee.open_match import went_back
from bot.referee.service import Referee, RefereeError, Table
from bot.render.times import both
from bot.store import Turn
from bot.store.times import open_turns
from rules.errors import Refusal
from rules.flow import seat_name
from rules.game import GM

PATIENCE = 10.0


async def odds_of(referee: Referee, table: Table, seat: int, text: str) -> Reply | list[str]:
    """What an order would bring, exactly; or why it cannot be read, or would be refused.

    Raises `RefereeError` where the system knows no odds, or for more than one order.
    """
    odds = getattr(table.game, "odds", None)
    if odds is None:
        raise RefereeError(f"{table.game.title} has no odds to show")
    lines = referee.read(table, seat, text)
    unread = referee.answer_unread(table, seat, lines)
    if unread is not None:
        return unread
    orders = [order for line in lines for order in line.orders]
    if len(orders) != 1:
        raise RefereeError("one order at a time")
    state = table.match.state
    try:
        work = asyncio.to_thread(odds, state, seat, orders[0])
        found: Sequence[str] = await asyncio.wait_for(work, PATIENCE)
    except Refusal as refusal:
        return Reply(refused=(RefusedLine(text, refusal.rule, refusal.why),))
    except TimeoutError:
        raise RefereeError("there are too many outcomes to count") from None
    return [str(orders[0]), *found]


def described(table: Table, viewer: int | None, reference: str) -> Sequence[str]:
    """What is near a unit or a place, in words.  Raises `RefereeError`."""
    describe = getattr(table.game, "describe", None)
    if describe is None:
        shapes: Any = getattr(table.game, "shapes", None)
        if shapes is None:
            raise RefereeError(f"{table.game.title} cannot be described in words yet: /key")
        return (shapes(table.match.state, viewer).words,)
    try:
        lines: Sequence[str] = describe(table.match.state, viewer, reference)
    except Refusal as refusal:
        raise RefereeError(f"{refusal.why} ({refusal.rule})") from None
    return lines


async def caught_up(
    referee: Referee, table: Table, seat: int, turns: Sequence[Turn]
) -> tuple[int, list[str]]:
    """The last act of a seat that counts (0: none yet), and what happened since, as it sees it."""
    own = [entry.number for entry in table.match.live() if entry.seat == seat]
    start = max(own, default=0)
    lines = list(await report_since(referee, table, start, seat))
    back = [link for link in table.match.links[start + 1 :] if link.to is not None]
    for link in back:
        who = "you:" if link.seat == seat else seat_name(link.seat) if link.seat != GM else "the GM"
        lines.append(f"#{link.number}: {who} {went_back(table, link)}")
    outcome = table.game.outcome(table.match.state)
    awaited = table.game.awaits(table.match.state)
    if outcome is None:
        names = ", ".join("you" if one == seat else seat_name(one) for one in awaited)
        lines.append(f"Now waiting for {names or 'nobody'}.")
    for turn in open_turns(turns):
        if turn.seat == seat and turn.due is not None:
            lines.append(f"Your deadline: {both(turn.due)}.")
    return start, lines
