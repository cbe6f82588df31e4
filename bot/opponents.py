"""A practice opponent at a table: the system's own, asked in a thread, its orders sent as text.

It comes in by the same door as everybody, `Referee.submit`, and knows no more than its seat does:
the system's opponent answers for that.
"""

import asyncio
import hashlib
import logging
import threading
import time
from dataclasses import replace
from itertools import chain, islice
from typing import Any

from bot.history.log import entry_at
from bot.history.secrets import SECRET, sight
from bot.match.reply import Accepted, Reply
from bot.referee.beside import in_thread
from bot.referee.clock import PRACTICE
from bot.referee.service import OpenMatch, Referee, RefereeError
from rules.border.game import LEVELS
from rules.line.adjudication import lowest
from rules.line.errors import Refusal
from rules.line.orders import EndPhase, Resign

log = logging.getLogger("referee.practice")

SECONDS = 5.0
"""How long it may think about one order; its nodes are usually used up long before."""

MOST_ORDERS = 200
"""An opponent that gives so many orders in one go is not going to end its turn."""

GRACE = 10.0
"""Who has not answered so long after his time was up is waited for no longer."""

LOOKED_AT = 50
"""So many orders are tried for one that stands, where nothing passes."""


def has_opponent(game: Any) -> bool:
    """Can this system be practised?"""
    return game.opponent is not None


def find_opponent(game: Any, level: str) -> Any:
    """The system's opponent of that level.  Raises `RefereeError` with one sentence."""
    if not has_opponent(game):
        raise RefereeError(f"{game.title} has no practice opponent")
    if level not in LEVELS:
        raise RefereeError(f"a practice opponent is {' or '.join(LEVELS)}, not {level[:20]!r}")
    return game.opponent(level)


async def practise(
    referee: Referee,
    table: OpenMatch,
    seat: int,
    level: str,
    seconds: float = SECONDS,
    turns: threading.Semaphore | None = None,
) -> list[Reply]:
    """Let the opponent play this seat until the seat is awaited no more and no offer stands.

    The replies are as the public may read them: what is secret stays so.  If the match moves on
    while it thinks (somebody takes an order back), it thinks again.  Searches that share `turns`
    go one at a time: the rest of the program keeps its share of the processor.

    Raises `RefereeError`.
    """
    opponent, turns = find_opponent(table.game, level), turns or threading.Semaphore()
    if seat not in table.seats:
        raise RefereeError(f"there is no {table.name_of(seat)} in this match")
    replies: list[Reply] = []
    failed = False
    while len(replies) < MOST_ORDERS:
        seen = len(table.match.links)
        found = "" if failed else await idea(opponent, table, seat, seconds, turns)
        if found is None:
            break
        order = found or way_out(table, seat)
        async with table.lock:
            if len(table.match.links) != seen:
                continue
            reply = await referee.submit(
                table, seat, order, user=PRACTICE, report=False, locked=True
            )
        if not reply.ok and not failed:
            log.warning("match %d: its opponent's %r was refused", table.record.id, order)
            failed = True
            continue
        failed = False
        replies.append(await public(referee, table, reply))
        if not reply.ok:
            break
    return replies


async def idea(
    opponent: Any, table: OpenMatch, seat: int, seconds: float, turns: threading.Semaphore
) -> str | None:
    """What it would order now, or nothing if it knows nothing; None: there is nothing to order."""
    answer = answer_of(opponent, table, seat)
    if answer is None and seat not in table.awaited:
        return None
    return answer or await think(opponent, table, seat, seconds, turns) or ""


def answer_of(opponent: Any, table: OpenMatch, seat: int) -> str | None:
    """What it says to a draw offer that stands, if it is one that answers."""
    answer = opponent.answer(table.state, seat)
    return None if answer is None else str(answer)


def way_out(table: OpenMatch, seat: int) -> str:
    """The order that passes, for an opponent that failed: the match goes on without its idea.

    Where nothing passes, the first order that can be given.  Raises `RefereeError`.
    """
    state = table.state
    listed = islice(table.game.legal(state, seat), LOOKED_AT)
    for order in chain((EndPhase(),), (one for one in listed if not isinstance(one, Resign))):
        try:
            table.game.adjudicate(state, seat, (order,), lowest)
        except Refusal:
            continue
        return str(order)
    raise RefereeError(f"the practice opponent does not know what to do as {table.name_of(seat)}")


async def think(
    opponent: Any, table: OpenMatch, seat: int, seconds: float, turns: threading.Semaphore
) -> str | None:
    """What the opponent would write now; None if it failed or took too long.

    The search runs beside the event loop; one that cannot be stopped is left to itself.
    """
    state, number = table.state, len(table.match.links)
    seed = seed_of(table.uid, number)

    def search() -> str:
        waited = turns.acquire(timeout=seconds)
        end = time.monotonic() + seconds
        try:
            return str(opponent.order(state, seat, seed, stop=lambda: time.monotonic() > end))
        finally:
            if waited:
                turns.release()

    try:
        return await asyncio.wait_for(in_thread(search), 2 * seconds + GRACE)
    except TimeoutError:
        log.warning("match %d: its opponent took too long", table.record.id)
    except Exception:
        log.exception("match %d: its opponent failed", table.record.id)
    return None


def seed_of(uid: str, number: int) -> int:
    """What decides among equals: it differs by match and by entry, and is no secret."""
    digest = hashlib.sha256(f"practice/{uid}/{number}".encode()).digest()
    return int.from_bytes(digest[:8])


async def public(referee: Referee, table: OpenMatch, reply: Reply) -> Reply:
    """The reply with orders and reports as everybody may read them."""
    accepted = [await _public(referee, table, one) for one in reply.accepted]
    return replace(reply, accepted=tuple(accepted))


async def _public(referee: Referee, table: OpenMatch, accepted: Accepted) -> Accepted:
    entry = await entry_at(referee, table, accepted.number)
    seen = await sight(referee, table, entry, None)
    orders = seen.sentences if seen.open else (SECRET,)
    return replace(accepted, orders=orders, report=seen.report)
