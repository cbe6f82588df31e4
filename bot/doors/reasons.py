"""A GM who changes what has been played says why: the reason stands with the override for ever."""

from collections.abc import Sequence

from bot.match.reply import Reply
from bot.referee.service import OpenMatch, Referee
from grammar import Written
from rules.line.orders import GM, Order, Undo

REASON = "reason"
"""What a reply lets its author give: the reason of an override."""

NEEDED = "An override needs a reason"


def asks_reason(referee: Referee, table: OpenMatch, text: str) -> Reply | None:
    """What is answered to GM lines without a reason; None if they need none.

    Before the first order of a seat the table is only being laid.
    """
    lines = referee.read(table, GM, text)
    begun = any(entry.seat != GM for entry in table.match.live())
    if not begun or any(line.problem is not None or line.reason for line in lines):
        return None
    orders = [order for line in lines for order in line.orders]
    if all(explains(table, order) for order in orders):
        return None
    return Reply(problem=NEEDED, unrun=tuple(line.text for line in lines), ask=REASON)


def explains(table: OpenMatch, order: Order) -> bool:
    """Does this need no reason?  Nor does it if the GM takes back lines of his own."""
    if isinstance(order, Undo):
        gone = order.entries or table.match.path()[-order.count :]
        links = table.match.links
        return all(number < len(links) and links[number].seat == GM for number in gone)
    return order.explains


def shared(lines: Sequence[Written]) -> tuple[Written, ...]:
    """GM lines of one message: a reason that stands with one of them holds for all."""
    reason = next((line.reason for line in lines if line.reason), "")
    return tuple(line if line.reason else line.because(reason) for line in lines)


def with_reason(text: str, reason: str) -> str:
    """GM lines with a reason, given afterwards; lines of other seats stay as they are."""
    said = " ".join(reason.split())
    found = []
    for line in text.splitlines():
        own = line.strip()
        prefixed = own[:3].lower() == "gm>" or own[:1].isdigit()
        whole = own if prefixed else f"gm> {own}"
        of_gm = whole[:3].lower() == "gm>"
        found.append(f"{whole} // {said}" if of_gm and "//" not in whole else whole)
    return "\n".join(found)
