"""Draw offers as posts: who offers it to whom, and what became of it."""

from bot.match.tree import LogEntry
from bot.posts.headings import accounts, people, person
from bot.posts.turns import Turns
from bot.referee.service import OpenMatch
from bot.store import Post
from rules.events import DrawOfferClosed, DrawOffered, Ended
from rules.orders import AcceptDraw


def offered_by(entry: LogEntry) -> int:
    """The seat that offers a draw with this entry; 0: none does."""
    found = [event.seat for event in entry.events if isinstance(event, DrawOffered)]
    return found[-1] if found else 0


def asked(table: OpenMatch, seat: int) -> list[int]:
    """The seats that are to answer an offer."""
    gone = table.match.state.flow.gone
    seats = table.game.seats(table.record.options)
    return [one for one in seats if one != seat and one not in gone]


def draw_post(table: OpenMatch, entry: LogEntry) -> Post | None:
    """The post of an offer that is made with an entry; it rings who is to answer."""
    seat = offered_by(entry)
    others = people(table, asked(table, seat)) - people(table, [seat]) if seat else set()
    if not others:
        return None
    text = open_text(table, seat)
    return Post(0, 0, "public", text, kind="draw", pings=accounts(table, others))


def open_text(table: OpenMatch, seat: int) -> str:
    """`@Anna: @Ben offers a draw.`"""
    names = ", ".join(person(table, one) for one in asked(table, seat))
    return f"{names}: {person(table, seat)} offers a draw."


async def outcome_of(turns: Turns, table: OpenMatch, number: int) -> str:
    """What became of the offer of an entry; empty while it stands."""
    path = table.match.path()
    (offer,) = await turns.entries(table, [number])
    seat = offered_by(offer)
    name = f"{person(table, seat)}'s draw offer"
    if number not in path:
        return f"{name}: {turns.how_gone(table, turns.gone_by(table, number))}."
    for entry in await turns.referee.counted(table, [one for one in path if one > number]):
        closed = [event for event in entry.events if isinstance(event, DrawOfferClosed)]
        ended = any(isinstance(event, Ended) for event in entry.events)
        if closed and closed[0].declined:
            return f"{name}: declined by {person(table, entry.seat)} (#{entry.number})."
        if ended and any(isinstance(order, AcceptDraw) for order in entry.orders):
            return f"{name}: accepted by {person(table, entry.seat)} (#{entry.number})."
        if closed or ended:
            return f"{name} has lapsed (#{entry.number})."
    return ""
