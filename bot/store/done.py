"""What was written for whoever is being answered: he is told where the answer itself is lost."""

from contextvars import ContextVar

from bot.match.tree import LogEntry
from rules.line.frozen import Frozen

MOST = 20
"""So many entries are kept at most, the latest."""


class Done(Frozen):
    """The entries that were filed, and whether anything else was changed."""

    entries: tuple[LogEntry, ...] = ()
    other: bool = False


_NOW: ContextVar[Done | None] = ContextVar("done", default=None)


def done() -> Done:
    """What was written in this task since `answer_anew`."""
    return _NOW.get() or Done()


def answer_anew() -> None:
    """From here on somebody else is answered."""
    _NOW.set(Done())


def filed(entry: LogEntry) -> None:
    """An entry is on the disk."""
    if (known := _NOW.get()) is not None:
        _NOW.set(Done((*known.entries, entry)[-MOST:], known.other))


def changed() -> None:
    """Something else is."""
    if (known := _NOW.get()) is not None:
        _NOW.set(Done(known.entries, True))
