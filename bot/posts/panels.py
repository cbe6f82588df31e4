"""Which buttons a post has, as a value; `chat` makes the buttons."""

from typing import Literal

from bot.doors.confirming import moment_mark
from bot.history.yearbook import has_news
from bot.posts.headings import phase_of
from bot.referee.challenged import challenge_in
from bot.referee.petition import open_proposal
from bot.referee.service import OpenMatch
from bot.store import Post
from rules.line.frozen import Frozen
from rules.line.orders import GM, EndPhase

LONGEST_LABEL = 40


class Panel(Frozen):
    """The buttons below a post of a match.  `number` is the entry that began the post's turn, or
    what the buttons are about, such as a proposal.

    `label` names the button with which `seat` ends its phase, while the match is at `moment`.
    """

    kind: Literal["live", "call", "report", "end", "draw", "ask", "decide", "seat"]
    match: int
    number: int = 0
    seat: int = 0
    label: str = ""
    moment: str = ""
    skip: bool = False
    """The button passes several turns."""
    copy: bool = False
    """A rewind made orders void: their players can get them again as text."""
    news: bool = False
    """The system writes news, which tell a player what has changed for him."""
    again: bool = False
    """It was practice against the machine, which can be played again."""


def call_panel(table: OpenMatch, number: int) -> Panel:
    """The buttons of a running turn: order, look, end the phase, more."""
    seats = table.awaited
    link = table.match.links[number]
    copy = link.to is not None and link.seat == GM and bool(table.match.gone(link))
    number_of, moment, news = table.record.id, moment_mark(table), has_news(table)
    if len(seats) != 1 or table.tried(seats[0], EndPhase()) is None:
        return Panel("call", number_of, number, copy=copy, news=news)
    if (label := skip_label(table, seats[0])) and not copy:
        return Panel("call", number_of, number, seats[0], label, moment, skip=True)
    label = f"End {phase_of(table, table.state)}"[:LONGEST_LABEL]
    return Panel("call", number_of, number, seats[0], label, moment, copy=copy, news=news)


def report_panel(table: OpenMatch, number: int) -> Panel:
    """The buttons of a report: why, look, more, and the news of the turn."""
    return Panel("report", table.record.id, number, news=has_news(table))


def skip_label(table: OpenMatch, seat: int) -> str:
    """`Pass until Move`, if one order passes several turns of a seat; else empty."""
    game = table.game
    found = game.skip(table.state, seat) if game.skip else None
    return f"Pass until {found[1]}"[:LONGEST_LABEL] if found is not None else ""


def panel_of(table: OpenMatch, post: Post) -> Panel | None:
    """The buttons below a post when it is sent."""
    if post.kind == "turn":
        return call_panel(table, post.number)
    if post.kind == "ask":
        waits = open_proposal(table)
        return Panel("ask", table.record.id, waits.number) if waits is not None else None
    if post.kind == "decide":
        made = challenge_in(table.record, post.part)
        return Panel("decide", table.record.id, made.entry) if made is not None else None
    if post.kind == "seat":
        return seat_panel(table)
    if post.kind == "end":
        again = len(table.record.settings.opponents) == 1
        return Panel("end", table.record.id, post.number, again=again)
    if post.kind == "draw":
        what = post.content.rpartition(" ")[2].rstrip(".")
        return Panel("draw", table.record.id, post.number, label=f"the {what}")
    return None


def seat_panel(table: OpenMatch) -> Panel:
    """The button that takes the seat that is free."""
    seat = table.free[0] if table.free else 0
    label = f"Take {table.name_of(seat)}"[:LONGEST_LABEL] if seat else "Take it"
    return Panel("seat", table.record.id, seat=seat, label=label)
