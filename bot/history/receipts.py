"""What an order came to, in few words: `#82 L1 Gladius on O2: ... O2 25 -> 20`."""

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
    """What a viewer may read of an entry, told shortly; None where the system tells nothing so."""
    return _brief(table.game, before, entry.orders, entry.events, viewer)


@kept(512)
def _brief(
    game: Game[Any],
    before: Any,
    orders: tuple[Order, ...],
    events: tuple[Event, ...],
    viewer: int | None,
) -> Sequence[Line] | None:
    """It never changes."""
    if not game.brief or any(isinstance(one, Rewind) for one in orders):
        return None
    return tuple(game.brief(before, orders, events, viewer))


async def short_receipts(
    referee: Referee, table: OpenMatch, reply: Reply, viewer: int | None
) -> Sequence[str] | None:
    """The lines of all orders that were filed, for a terminal; None: said at length.

    A line that came to more than orders is said at length, and with it all.
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
    """One order that was filed, with its outcome, as far as this viewer may read it; None where it
    has to be said at length: what went back, what was refused in part, what nobody tells shortly.
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
    """The orders of a reply that can be told shortly, for a chat, by their numbers."""
    found = {}
    for one in reply.accepted:
        own = await short_receipt(referee, table, one, viewer, "markdown")
        if own is not None:
            found[one.number] = own
    return found
