"""A line becomes an entry: what it does, or how far it goes back, and what of that is secret."""

from collections.abc import Sequence
from dataclasses import replace

from bot.match.entry import LogEntry, Return
from bot.match.tree import Match
from rules.line.adjudication import Dice
from rules.line.orders import Order, Seat, Undo
from rules.line.overrides import Rewind


def way_back(orders: Sequence[Order]) -> Undo | Rewind | None:
    """The undo or rewind that a line is, if it is one."""
    order = orders[0] if len(orders) == 1 else None
    return order if isinstance(order, Undo | Rewind) else None


def entry_for(
    match: Match,
    seat: Seat,
    text: str,
    orders: tuple[Order, ...],
    back: Return | None,
    dice: Dice,
) -> LogEntry:
    """The entry that a line would be at the head of a match; `back` is where it goes back to.

    Nothing is appended.  Raises `Refusal`.
    """
    events = match.play(seat, orders, dice) if back is None else back.events
    entry = LogEntry(len(match.links), match.head, seat, text, orders, events)
    if back is None:
        return replace(entry, secret=match.secret(events, match.state))
    secret = match.secret(events, match.states[back.to])
    return replace(entry, to=back.to, carried=back.carried, secret=secret)
