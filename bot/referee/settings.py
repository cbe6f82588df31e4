"""Settings that the shell keeps with a match: its status, its clock, who is asked."""

from dataclasses import replace

from bot.match.settings import Settings, changed, changes_between
from bot.referee.news import SettingsChanged
from bot.referee.service import OpenMatch, Referee


async def set_status(referee: Referee, table: OpenMatch, value: str) -> None:
    """`open`, `playing` or `paused`."""
    await change_settings(referee, table, replace(table.record.settings, status=value))


async def change_settings(referee: Referee, table: OpenMatch, settings: Settings) -> None:
    """Keep the settings of a match as they are to be now.

    Only what differs changes: the rest may be changed by somebody else at the same moment.
    """
    changes = changes_between(table.record.settings, settings)
    await referee.store.save_settings(table.record.id, changes)
    settings = changed(table.record.settings, changes)
    table.record = replace(table.record, settings=settings)
    referee.news.tell(SettingsChanged(table))
