"""Challenges as they are kept with a match: which order, by whom, where it is talked over."""

from dataclasses import replace

from bot.match.pending import KEPT, Challenge
from bot.match.tree import Match
from bot.store import MatchRecord

FIRST_PART, PARTS = 2000, 10
"""The posts about challenge 3 have the parts from 2030 on."""

THREAD = "thread "
"""What the audience of a post in a challenge's thread begins with."""

LETTERS = "letters"
"""What stands for the thread of a challenge that went to the GM by direct message."""


def kept_in(record: MatchRecord) -> list[Challenge]:
    """All that are remembered, oldest first."""
    return list(record.settings.challenges)


def open_in(record: MatchRecord, match: Match) -> list[Challenge]:
    """Those that wait for an answer: one whose entry was taken back needs none any more."""
    return [one for one in kept_in(record) if not one.outcome and match.is_live(one.entry)]


def part_of(challenge: Challenge, page: int = 0) -> int:
    """The part of a post about a challenge."""
    return FIRST_PART + challenge.number * PARTS + page


def challenge_in(record: MatchRecord, part: int) -> Challenge | None:
    """The challenge that a post is about."""
    number = (part - FIRST_PART) // PARTS
    return next((one for one in kept_in(record) if one.number == number), None)


def changed(record: MatchRecord, challenge: Challenge) -> tuple[Challenge, ...]:
    """All challenges with this one as it is now; of those that are closed the newest."""
    others = [one for one in kept_in(record) if one.number != challenge.number]
    rows = sorted([*others, challenge], key=lambda one: one.number)
    closed = [one for one in rows if one.outcome][:-KEPT]
    return tuple(one for one in rows if one not in closed)


def following(record: MatchRecord, challenge: Challenge) -> Challenge:
    """A new challenge with its number."""
    numbers = [one.number for one in kept_in(record)]
    counted = record.settings.challenges_made
    return replace(challenge, number=max([counted, *numbers]) + 1)
