"""The latest orders and the rulings of an open match, for finding an order by what it says."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from bot.match.reckoned import encoded
from bot.match.tree import LogEntry, canonical
from rules.line.codec import Codec
from rules.line.frozen import Frozen
from rules.line.overrides import Rule
from rules.line.road import Entry

KEPT = 80
"""How many of the latest entries can be found by what they say."""

REFERENCE = re.compile(r"[a-z]{1,12}\d{1,3}", re.IGNORECASE)
RANGE = re.compile(r"\b([a-z]{1,12})(\d{1,3})\s*-\s*([a-z]{1,12})?(\d{1,3})\b", re.IGNORECASE)
MOST_IN_RANGE = 100


@dataclass(frozen=True)
class RecentLine:
    """A line of orders, as an undo may refer to it.  Its properties are computed when needed."""

    entry: LogEntry
    codec: Codec

    @property
    def number(self) -> int:
        """Its number in the log."""
        return self.entry.number

    @cached_property
    def sentence(self) -> str:
        """The orders as one canonical sentence."""
        return " then ".join(canonical(self.entry.orders))

    @cached_property
    def named(self) -> frozenset[str]:
        """The units that its sentence names, in lower case."""
        return frozenset(named_in(self.sentence))

    @cached_property
    def touched(self) -> frozenset[str]:
        """The units that occur in its events, in lower case."""
        return frozenset(references_in(encoded(self.codec, self.entry.events)))

    def is_about(self, unit: str) -> bool:
        """Does the sentence name this unit, alone or in a range?"""
        return unit.lower() in self.named


def named_in(sentence: str) -> Iterable[str]:
    """The units that a sentence names, those inside ranges included, in lower case."""
    for found in RANGE.finditer(sentence):
        letters, first, again, last = found.groups()
        if again is None or again.lower() == letters.lower():
            most = min(int(last), int(first) + MOST_IN_RANGE)
            yield from (f"{letters}{number}".lower() for number in range(int(first), most + 1))
    yield from (one.lower() for one in REFERENCE.findall(sentence))


def references_in(value: Any) -> Iterable[str]:
    """Every text in an encoded value that looks like a unit's reference, in lower case."""
    if isinstance(value, str):
        if REFERENCE.fullmatch(value):
            yield value.lower()
    elif isinstance(value, list):
        for one in value:
            yield from references_in(one)
    elif isinstance(value, dict):
        yield from references_in([one for key, one in value.items() if key != "_"])


def of_turn(live: Iterable[Entry], seat: int) -> list[int]:
    """The numbers of a seat's own latest entries, newest first, back to the last entry of another
    seat (secret ones are skipped) or the last end of a phase."""
    found: list[int] = []
    for entry in reversed(list(live)):
        if entry.seat != seat:
            if entry.secret:
                continue
            break
        if entry.ended_phase:
            break
        found.append(entry.number)
    return found


# --- rulings ------------------------------------------------------------------------------------

TAG = re.compile(r"(?<![\w#])#([a-z][\w-]{0,30})", re.IGNORECASE)
NUMBER = re.compile(r"(?<![\w#])#(\d{1,6})\b")


class RecentRuling(Frozen):
    """A ruling: its entry and text, and the tags and entries named in its text or reason."""

    number: int
    text: str
    tags: tuple[str, ...] = ()
    about: tuple[int, ...] = ()


def ruling_in(entry: LogEntry) -> RecentRuling | None:
    """The ruling in an entry of the GM, if any: `rule "#57 stands: every end of a move #spear"`."""
    texts = [order.text for order in entry.orders if isinstance(order, Rule)]
    if entry.seat or not texts:
        return None
    whole = " ".join((*texts, entry.reason))
    tags = tuple(dict.fromkeys(one.lower() for one in TAG.findall(whole)))
    about = tuple(dict.fromkeys(int(one) for one in NUMBER.findall(whole)))
    return RecentRuling(entry.number, "; ".join(texts), tags, about)
