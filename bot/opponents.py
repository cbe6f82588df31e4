"""Practice opponents: the system's own opponent searches in a thread, its orders go in as text.

They go in through `Referee.submit` like everybody's.  That the opponent knows no more than its seat
does is up to the system's opponent.
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
"""Seconds that it may think about one order; usually its search nodes run out long before."""

MOST_ORDERS = 200
"""Most orders in one go: an opponent that gives so many is not going to end its turn."""

GRACE = 10.0
"""An opponent that has not answered so many seconds after its time was up is given up."""

LOOKED_AT = 50
"""Most legal orders that are tried as a way out, where the phase cannot be passed."""


def has_opponent(game: Any) -> bool:
    """Does this system have a practice opponent?"""
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
    """Let the opponent play this seat until it is no longer awaited and has no offer to answer.

    The replies are as the public may read them: what is secret stays so.  If the match moves on
    while it thinks (somebody takes an order back), it thinks again.  Searches that share `turns`
    run one at a time, which leaves the rest of the program its share of the processor.

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
    """The order it would give now, empty if it failed; None if there is nothing to order."""
    if (answer := opponent.answer(table.state, seat)) is not None:  # to the offer of a draw
        return str(answer)
    if seat not in table.awaited:
        return None
    return await think(opponent, table, seat, seconds, turns) or ""


def way_out(table: OpenMatch, seat: int) -> str:
    """The order that passes, for an opponent that failed: the match goes on without its idea.

    Where the phase cannot be passed, the first legal order that is accepted (never a resignation).
    Raises `RefereeError` if there is none among the first 50.
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

    The search runs in a thread beside the event loop; one that does not stop is abandoned.
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
    """The seed that decides among equal orders: it differs by match and entry, and is no secret."""
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
