"""Remembers what was written for the user being answered, to tell him if the reply is lost."""

from contextvars import ContextVar

from bot.match.tree import LogEntry
from rules.line.frozen import Frozen

MOST = 20
"""How many entries are remembered at most, the latest ones."""


class Done(Frozen):
    """The entries that were filed, and whether anything else was changed."""

    entries: tuple[LogEntry, ...] = ()
    other: bool = False


_NOW: ContextVar[Done | None] = ContextVar("done", default=None)


def done() -> Done:
    """What was written in this task since `answer_anew` was called."""
    return _NOW.get() or Done()


def answer_anew() -> None:
    """Forget what was written before: from here on somebody else is answered."""
    _NOW.set(Done())


def filed(entry: LogEntry) -> None:
    """Note that an entry is on the disk."""
    if (known := _NOW.get()) is not None:
        _NOW.set(Done((*known.entries, entry)[-MOST:], known.other))


def changed() -> None:
    """Note that something other than an entry was changed."""
    if (known := _NOW.get()) is not None:
        _NOW.set(Done(known.entries, True))
