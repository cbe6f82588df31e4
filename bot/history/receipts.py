"""Short receipts: what an order led to, in few words: `#82 L1 Gladius on O2: ... O2 25 -> 20`."""

from collections.abc import Sequence
from typing import Any

from bot.history.secrets import sights
from bot.match.reckoned import kept
from bot.match.reply import Accepted, Reply
from bot.match.tree import LogEntry
from bot.referee.service import OpenMatch, Referee
from bot.render.wording import said, told
from rules.border.game import Game
from rules.display.view import Form, Line
from rules.line.events import Event
from rules.line.orders import Order
from rules.line.overrides import Rewind

INDENT = "  "


def brief_of(
    table: OpenMatch, before: Any, entry: LogEntry, viewer: int | None
) -> Sequence[Line] | None:
    """The short telling of an entry for a viewer; None if the system has none for it."""
    return _brief(table.game, before, entry.orders, entry.events, viewer)


@kept(512)
def _brief(
    game: Game[Any],
    before: Any,
    orders: tuple[Order, ...],
    events: tuple[Event, ...],
    viewer: int | None,
) -> Sequence[Line] | None:
    """As `brief_of`, cached: states, orders and events never change."""
    if not game.brief or any(isinstance(one, Rewind) for one in orders):
        return None
    return tuple(game.brief(before, orders, events, viewer))


async def short_receipts(
    referee: Referee, table: OpenMatch, reply: Reply, viewer: int | None
) -> Sequence[str] | None:
    """Short receipts of all orders of a reply, for a terminal.

    None if the reply has to be told at length: something was refused, unreadable, offered or
    answered, or an order has no short receipt.
    """
    asked = reply.offer or reply.options or reply.answers
    plainly = not (reply.refused or reply.unreadable or asked)
    if not reply.accepted or not plainly:
        return None
    lines: list[str] = []
    for one in reply.accepted:
        own = await short_receipt(referee, table, one, viewer)
        if own is None:
            return None
        lines += own
    return lines


async def short_receipt(
    referee: Referee, table: OpenMatch, one: Accepted, viewer: int | None, form: Form = "text"
) -> list[str] | None:
    """The short receipt of one line that was filed, as far as this viewer may read it.

    None if it has to be told at length: it is an undo or rewind, a part of it was refused, or the
    system has no short telling of it.
    """
    if one.refused or not table.game.brief:
        return None
    (entry,) = await referee.entries(table, [one.number])
    if entry.to is not None:
        return None
    before = await referee.state_at(table, entry.parent)
    (seen,) = sights(table, [entry], before, viewer)
    known = None if entry.secret == () else viewer
    body = [told(line, form) for line in brief_of(table, before, entry, known) or ()]
    if not body or not seen.report:
        return None
    orders = said(", ".join(one.orders), form)
    guessed = bool(one.typed) and orders not in body[0]
    read_as = f"read as {orders}: " if guessed and form == "text" else ""
    small = [f"-# read as: {orders}"] if guessed and form == "markdown" else []
    again = " (filed already)" if one.repeated else ""
    first = f"#{entry.number} {read_as}{body[0]}{again}"
    return [first, *(INDENT + line for line in body[1:]), *small]


async def receipts_of(
    referee: Referee, table: OpenMatch, viewer: int | None, reply: Reply
) -> dict[int, list[str]]:
    """The short receipts of a reply, for a chat, by the number of the entry."""
    found = {}
    for one in reply.accepted:
        own = await short_receipt(referee, table, one, viewer, "markdown")
        if own is not None:
            found[one.number] = own
    return found
