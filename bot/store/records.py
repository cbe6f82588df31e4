"""What the store hands out and takes in, apart from log entries."""

from dataclasses import field
from datetime import datetime
from typing import Any, Literal

from bot.match.settings import Settings
from bot.match.tree import LogEntry
from rules.line.frozen import Frozen


class MatchRecord(Frozen):
    """The row of a match, with who sits where (seat 0: the GMs)."""

    id: int
    name: str
    system: str
    options: dict[str, str]
    seed: str
    rules: str
    created_at: str
    seats: tuple[tuple[int, str], ...] = ()
    settings: Settings = Settings()
    version: int = 0


class Receipt(Frozen):
    """The answer to a message so far: how many of its lines are done, and the reply as JSON."""

    lines_done: int
    reply: str
    complete: bool


Kind = Literal["", "turn", "end", "draw", "ask", "challenge", "decide", "seat"]


class Post(Frozen):
    """Something to post: to everybody (`public`), to the GMs (`gm`) or to a seat (`seat 1`).

    `number` and `part` name it for good (part counts the posts of one entry); `attachment` is the
    text of a file that goes with it.  `kind` says what it is: a living post (`turn`), the end of
    the match (`end`), an offer (`draw`), or nothing of that.  `pings` are the accounts whose
    phones may ring.  `id` is 0 until it is stored, `message` empty until it has arrived; `shown`
    is a digest of what a living post was last made to show.
    """

    number: int
    part: int
    audience: str
    content: str
    attachment: str = ""
    kind: Kind = ""
    pings: tuple[int, ...] = ()
    id: int = 0
    match_id: int = 0
    attempts: int = 0
    message: str = ""
    shown: str = ""


class Unsent(Frozen):
    """A post that waits, without its words, and the server where its match is played."""

    id: int
    match_id: int
    audience: str
    guild: str


class Touched(Frozen):
    """How often a match was written to, how often anything was done to it that posts show, and up
    to which of these its posts show it."""

    version: int
    touched: int
    shown: int


class PlaceRecord(Frozen):
    """Where a match is played: a channel or thread of a guild, and ids of living posts there."""

    match_id: int
    channel: str
    guild: str
    details: dict[str, str] = field(default_factory=dict)


class PhraseRow(Frozen):
    """What a user typed for a seat after an entry of a match, and what it came to."""

    match_id: int
    after: int
    seat: int
    user: str
    said: str
    means: str


class Submission(Frozen):
    """What one line writes, in one transaction: entry, receipt of its message, posts."""

    entry: LogEntry | None
    source: str | None = None
    line: int = 0
    receipt: Receipt | None = None
    posts: tuple[Post, ...] = ()


TurnState = Literal["open", "met", "missed", "void"]


class TurnTime(Frozen):
    """The time of a seat for one turn, which began with entry `began` and belongs to `holder`.

    An open turn either runs and is `due`, or rests with so many seconds `left`.  A closed one was
    met or missed, or is void because the log went back; `left` is what was left then.  `granted`
    is what it began with, `bank` the part of that from a time bank.  `how` says how a missed turn
    ended, `graces` how often it was put off, `tries` how often it was opened again, `waived` for
    which absence of the bot it was put off.
    """

    match_id: int
    seat: int
    began: int
    holder: str
    since: datetime
    granted: int
    bank: int
    due: datetime | None
    left: int
    state: TurnState = "open"
    how: str = ""
    graces: int = 0
    tries: int = 0
    waived: str = ""
    remind_at: datetime | None = None


class ClockRow(Frozen):
    """Up to which entry the turns of a match follow its log; when an agreed pause ends."""

    match_id: int
    synced: int
    resume_at: datetime | None = None


class PlanRow(Frozen):
    """What an account left for a seat for when it is away, and what is noted beside it."""

    match_id: int
    seat: int
    user: str
    text: str
    details: dict[str, Any] = field(default_factory=dict)
