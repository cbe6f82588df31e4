"""Which entries of a log count, with which events, and the state that events make."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from typing import Any

from bot.match.entry import Linked, LogEntry, base_of, own_numbers
from rules.border.game import Game
from rules.line.events import Event


def path_of(links: Sequence[Linked], number: int) -> list[int]:
    """The entries that count in the state that an entry left, oldest first, without #0."""
    found: list[int] = []
    while number:
        found.extend(reversed(own_numbers(links[number])))
        number = base_of(links[number])
    return found[::-1]


def is_opened(stretch: str, opened: Collection[str]) -> bool:
    """Is a stretch among the opened ones?  One without a name is opened by the first of all."""
    return stretch in opened or (not stretch and bool(opened))


def fold(game: Game[Any], state: Any, events: Iterable[Event]) -> Any:
    """The state after these events."""
    return reduce(game.apply, events, state)


def as_counted(
    entries: Iterable[LogEntry],
    carriers: Mapping[int, tuple[int, int, int]],
    undos: Mapping[int, LogEntry],
) -> list[LogEntry]:
    """Entries with the events that count: those that an undo carried along have them from it."""
    found = []
    for entry in entries:
        if entry.number in carriers:
            number, start, end = carriers[entry.number]
            entry = replace(entry, events=undos[number].events[start:end])
        found.append(entry)
    return found


def counted_by(undo: LogEntry, entries: Iterable[LogEntry]) -> list[LogEntry]:
    """The entries that an undo carries along, with their events as they count after it."""
    carriers: dict[int, tuple[int, int, int]] = {}
    start = 0
    for number, count in undo.carried:
        carriers[number] = (0, start, start + count)
        start += count
    return as_counted(entries, carriers, {0: undo})
