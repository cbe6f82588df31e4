"""The challenges stored with a match: which order, by whom, where it is discussed."""

from dataclasses import replace

from bot.match.pending import KEPT, Challenge
from bot.match.tree import Match
from bot.store import MatchRecord

FIRST_PART, PARTS = 2000, 10
"""Posts about a challenge are numbered by part: those about challenge 3 are parts 2030 to 2039."""

THREAD = "thread "
"""Prefix of the audience of a post that goes into a challenge's thread."""

LETTERS = "letters"
"""Stored instead of a thread if a challenge went to the GM by direct message."""


def kept_in(record: MatchRecord) -> list[Challenge]:
    """All challenges that are kept, oldest first."""
    return list(record.settings.challenges)


def open_in(record: MatchRecord, match: Match) -> list[Challenge]:
    """The challenges that wait for an answer, without those whose entry was taken back."""
    return [one for one in kept_in(record) if not one.outcome and match.is_live(one.entry)]


def part_of(challenge: Challenge, page: int = 0) -> int:
    """The part number of a post about a challenge: page 0 is the public one."""
    return FIRST_PART + challenge.number * PARTS + page


def challenge_in(record: MatchRecord, part: int) -> Challenge | None:
    """The challenge that a post with this part number is about, if there is one."""
    number = (part - FIRST_PART) // PARTS
    return next((one for one in kept_in(record) if one.number == number), None)


def changed(record: MatchRecord, challenge: Challenge) -> tuple[Challenge, ...]:
    """All challenges with this one replaced or added; only the newest closed ones are kept."""
    others = [one for one in kept_in(record) if one.number != challenge.number]
    rows = sorted([*others, challenge], key=lambda one: one.number)
    closed = [one for one in rows if one.outcome][:-KEPT]
    return tuple(one for one in rows if one not in closed)


def following(record: MatchRecord, challenge: Challenge) -> Challenge:
    """A new challenge with the next free number."""
    numbers = [one.number for one in kept_in(record)]
    counted = record.settings.challenges_made
    return replace(challenge, number=max([counted, *numbers]) + 1)
