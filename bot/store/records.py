"""What the store hands out and takes in, apart from log entries."""

from dataclasses import dataclass, field

from bot.match import LogEntry


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """The row of a match, with who sits where (seat 0: the GMs)."""

    id: int
    name: str
    system: str
    options: dict[str, str]
    seed: str
    rules: str
    created_at: str
    seats: tuple[tuple[int, str], ...] = ()
    settings: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Receipt:
    """The answer to a message so far: how many of its lines are done, and the reply as JSON."""

    lines_done: int
    reply: str
    complete: bool


@dataclass(frozen=True, slots=True)
class Submission:
    """What one line writes, in one transaction: its entry, and the receipt of its message."""

    entry: LogEntry | None
    source: str | None = None
    line: int = 0
    receipt: Receipt | None = None
