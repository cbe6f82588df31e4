"""A practice opponent at a table: the system's own, asked in a thread, its orders sent as text.

It comes in by the same door as everybody, `Referee.submit`, and knows no more than its seat does:
the system's opponent answers for that.
"""

import asyncio
import hashlib
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

from bot.history.log import entry_at
from bot.history.secrets import SECRET, sight
from bot.match.reply import Accepted, Reply
from bot.referee.clock import PRACTICE
from bot.referee.service import Referee, RefereeError, Table
from rules.flow import seat_name
from rules.optional import AnswersOffers

LEVELS = ("easy", "hard")
SECONDS = 5.0
"""How long it may think about one order; its nodes are usually used up long before."""

MOST_ORDERS = 200
"""An opponent that gives so many orders in one go is not going to end its turn."""

_threads = ThreadPoolExecutor(max_workers=1, thread_name_prefix="practice")
"""One search at a time: the rest of the program keeps its share of the processor."""


def has_opponent(game: Any) -> bool:
    """Can this system be practised?"""
    return hasattr(game, "opponent")


def find_opponent(game: Any, level: str) -> Any:
    """The system's opponent of that level.  Raises `RefereeError` with one sentence."""
    if not has_opponent(game):
        raise RefereeError(f"{game.title} has no practice opponent")
    if level not in LEVELS:
        raise RefereeError(f"a practice opponent is {' or '.join(LEVELS)}, not {level[:20]!r}")
    return game.opponent(level)


async def practise(
    referee: Referee, table: Table, seat: int, level: str, seconds: float = SECONDS
) -> list[Reply]:
    """Let the opponent play this seat until the seat is awaited no more and no offer stands.

    The replies are as the public may read them: what is secret stays so.  If the match moves on
    while it thinks (somebody takes an order back), it thinks again.  Raises `RefereeError`.
    """
    opponent = find_opponent(table.game, level)
    if seat not in table.game.seats(table.record.options):
        raise RefereeError(f"there is no {seat_name(seat)} in this match")
    replies: list[Reply] = []
    while len(replies) < MOST_ORDERS:
        seen = len(table.match.links)
        answer = answer_of(opponent, table, seat)
        if answer is None and seat not in table.game.awaits(table.match.state):
            break
        order = answer or await think(opponent, table, seat, seconds)
        async with table.lock:
            if len(table.match.links) != seen:
                continue
            reply = await referee.submit_locked(table, seat, order, user=PRACTICE, report=False)
        replies.append(await public(referee, table, reply))
        if not reply.ok:
            break
    return replies


def answer_of(opponent: Any, table: Table, seat: int) -> str | None:
    """What it says to a draw offer that stands, if it is one that answers."""
    if not isinstance(opponent, AnswersOffers):
        return None
    answer = opponent.answer(table.match.state, seat)
    return None if answer is None else str(answer)


async def think(opponent: Any, table: Table, seat: int, seconds: float) -> str:
    """What the opponent would write now; the search runs beside the event loop."""
    state, number = table.match.state, len(table.match.links)
    end = time.monotonic() + seconds
    seed = seed_of(table.uid, number)

    def search() -> str:
        return str(opponent.order(state, seat, seed, stop=lambda: time.monotonic() > end))

    return await asyncio.get_running_loop().run_in_executor(_threads, search)


def seed_of(uid: str, number: int) -> int:
    """What decides among equals: it differs by match and by entry, and is no secret."""
    digest = hashlib.sha256(f"practice/{uid}/{number}".encode()).digest()
    return int.from_bytes(digest[:8])


async def public(referee: Referee, table: Table, reply: Reply) -> Reply:
    """The reply with orders and reports as everybody may read them."""
    accepted = [await _public(referee, table, one) for one in reply.accepted]
    return replace(reply, accepted=tuple(accepted))


async def _public(referee: Referee, table: Table, accepted: Accepted) -> Accepted:
    entry = await entry_at(referee, table, accepted.number)
    seen = await sight(referee, table, entry, None)
    orders = seen.sentences if seen.open else (SECRET,)
    return replace(accepted, orders=orders, report=seen.report)
