"""What the store hands out and takes in, apart from log entries."""

from dataclasses import field
from datetime import datetime
from typing import Any, Literal

from bot.match.settings import Settings
from bot.match.tree import LogEntry
from rules.line.frozen import Frozen


class MatchRecord(Frozen):
    """The row of a match, with the holder of each seat (seat 0: the GMs)."""

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

    `number` (of its entry) and `part` (which counts the posts of one entry) identify it for good;
    `attachment` is the text of a file that goes with it.  `kind` says what it is: for example a
    living post (`turn`), the end of the match (`end`), an offer (`draw`), or nothing special
    (empty).  `pings` are the accounts whose phones may ring.  `id` is 0 until it is stored,
    `message` is empty until it has arrived; `shown` is a digest of what a living post last showed.
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
    """A waiting post without its content, and the server where its match is played."""

    id: int
    match_id: int
    audience: str
    guild: str


class Touched(Frozen):
    """How often a match was written to (`version`), how often anything changed that its posts show
    (`touched`), and up to which of those changes they show it (`shown`)."""

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
    """What a user typed for a seat after an entry of a match (`said`), and the sentences filed for
    it (`means`; `?`: he declined the offer)."""

    match_id: int
    after: int
    seat: int
    user: str
    said: str
    means: str


class Submission(Frozen):
    """What one line writes in one transaction: its entry, the receipt of its message, posts."""

    entry: LogEntry | None
    source: str | None = None
    line: int = 0
    receipt: Receipt | None = None
    posts: tuple[Post, ...] = ()


TurnState = Literal["open", "met", "missed", "void"]


class TurnTime(Frozen):
    """The time that a seat has for one turn, which began with entry `began` and is `holder`'s.

    An open turn either runs until `due`, or is halted with `left` seconds remaining.  A closed one
    was met or missed, or is void because the log went back; `left` is what remained then.
    `granted` is the time that it began with, `bank` the part of that from a time bank.  `how` says
    how a missed turn ended, `graces` how often its deadline was put off, `tries` how often it was
    reopened, `waived` for which absence of the bot its deadline was put off.
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
    """The entry up to which the turns of a match follow its log, and when an agreed pause ends."""

    match_id: int
    synced: int
    resume_at: datetime | None = None


class PlanRow(Frozen):
    """The plan that an account left for a seat, and notes about it (`details`)."""

    match_id: int
    seat: int
    user: str
    text: str
    details: dict[str, Any] = field(default_factory=dict)
