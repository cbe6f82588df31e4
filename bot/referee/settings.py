"""Changing the settings stored with a match: its status, its clock, words for its dice."""

from dataclasses import replace
from typing import Any

from bot.match.settings import Settings, changed, changes_between
from bot.match.tree import Match
from bot.referee.news import SettingsChanged
from bot.referee.open_match import check_words, first_entry
from bot.referee.service import OpenMatch, Referee, RefereeError


async def set_status(referee: Referee, table: OpenMatch, value: str) -> None:
    """Set the status: `open`, `playing` or `paused`."""
    await change_settings(referee, table, status=value)


async def change_settings(
    referee: Referee, table: OpenMatch, settings: Settings | None = None, **named: Any
) -> None:
    """Store these settings for a match, or its own with those that are `named` changed, and tell
    `SettingsChanged`.

    Only settings that differ are written: others may be changed by somebody else at the same time.
    """
    settings = replace(settings or table.record.settings, **named)
    changes = changes_between(table.record.settings, settings)
    await referee.store.save_settings(table.record.id, changes)
    settings = changed(table.record.settings, changes)
    table.record = replace(table.record, settings=settings)
    referee.news.tell(SettingsChanged(table))


async def mix_words(referee: Referee, table: OpenMatch, seat: int, words: str) -> None:
    """Mix a seat's own words into every die of the match; the set-up is rolled again.

    Raises `RefereeError` if the seat has given its words already, or the first order was given.
    """
    words = check_words(words)
    async with table.lock:
        record = table.record
        if seat not in table.game.seats(record.options):
            raise RefereeError(f"{table.name_of(seat)} is no seat of this match")
        if str(seat) in dict(record.settings.salts):
            raise RefereeError(f"{table.name_of(seat)} has given its words already; they stand")
        settings = record.settings.salted(seat, words)
        fresh = OpenMatch(replace(record, settings=settings), table.match, table.codec)
        first = first_entry(fresh)
        begun = len(table.match.links) > 1
        if begun or not await referee.store.begin_anew(record.id, settings, first, table.codec):
            raise RefereeError("the match has begun; words for the dice are given before that")
        referee.cache.forget(table.record.id)
        table.record = fresh.record
        table.match = Match.begin(table.game, record.options, first)
