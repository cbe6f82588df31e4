"""Offers as posts, of a draw or of what a system knows beside it: who offers what to whom, and what
became of it."""

from collections.abc import Sequence

from bot.match.tree import LogEntry
from bot.posts.headings import accounts, people, person
from bot.posts.turns import Turns
from bot.referee.service import OpenMatch
from bot.store import Post
from rules.display.telling import Offered
from rules.line.events import DrawOfferClosed, DrawOffered, Ended, Event
from rules.line.orders import AcceptDraw, DeclineDraw

DRAW = "a draw"


def offers_of(table: OpenMatch, entry: LogEntry) -> list[Offered]:
    """What a seat offers with an entry, one for each seat that is to answer."""
    found: list[Offered] = []
    for event in entry.events:
        if isinstance(event, DrawOffered):
            words = str(AcceptDraw()), str(DeclineDraw())
            found += [Offered(event.seat, one, DRAW, *words) for one in asked(table, event.seat)]
        elif table.game.offered and (made := table.game.offered(event)):
            found.append(made)
    return found


def asked(table: OpenMatch, seat: int) -> list[int]:
    """The seats that are to answer an offer of a draw."""
    gone = table.state.flow.gone
    seats = table.seats
    return [one for one in seats if one != seat and one not in gone]


def draw_post(table: OpenMatch, entry: LogEntry) -> Post | None:
    """The post of an offer that is made with an entry; it rings who is to answer."""
    offers = offers_of(table, entry)
    others = people(table, [one.to for one in offers])
    others -= people(table, [one.seat for one in offers])
    if not others:
        return None
    pings = accounts(table, others)
    return Post(0, 0, "public", open_text(table, offers), kind="draw", pings=pings)


def open_text(table: OpenMatch, offers: Sequence[Offered]) -> str:
    """`@Anna: @Ben offers a draw.`"""
    names = ", ".join(person(table, one.to) for one in offers)
    return f"{names}: {person(table, offers[0].seat)} offers {offers[0].what}."


async def outcome_of(turns: Turns, table: OpenMatch, number: int) -> str:
    """What became of the offer of an entry; empty while it stands."""
    path = table.match.path()
    (entry,) = await turns.referee.entries(table, [number])
    offers = offers_of(table, entry)
    if not offers:
        return "Nobody is left who could answer this offer."
    what = "draw offer" if offers[0].what == DRAW else f"offer of {offers[0].what}"
    name = f"{person(table, offers[0].seat)}'s {what}"
    if number not in path:
        return f"{name}: {turns.how_gone(table, turns.gone_by(table, number))}."
    later = await turns.referee.counted(table, [one for one in path if one > number])
    for one in later:
        how = next((how for event in one.events if (how := ended(table, offers, one, event))), "")
        if how in ("accepted", "declined"):
            return f"{name}: {how} by {person(table, one.seat)} (#{one.number})."
        if how:
            return f"{name} has lapsed (#{one.number})."
    return ""


def ended(table: OpenMatch, offers: Sequence[Offered], entry: LogEntry, event: Event) -> str:
    """How an offer ends with an event: `accepted`, `declined` or otherwise; empty: it stands."""
    if isinstance(event, Ended):
        taken = any(isinstance(order, AcceptDraw) for order in entry.orders)
        return "accepted" if taken and offers[0].what == DRAW else "lapsed"
    if isinstance(event, DrawOfferClosed):
        if offers[0].what != DRAW:
            return ""
        return "declined" if event.declined else "lapsed"
    found = table.game.closed(event) if table.game.closed else None
    if found is None or not any((one.seat, one.to) == found[:2] for one in offers):
        return ""
    return found[2]
