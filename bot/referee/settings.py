"""Settings that the shell keeps with a match: its status, its clock, who is asked."""

from dataclasses import replace

from bot.referee.service import Referee, Table


async def set_status(referee: Referee, table: Table, value: str) -> None:
    """`open`, `playing` or `paused`."""
    await change_settings(referee, table, {"status": value})


async def change_settings(referee: Referee, table: Table, changes: dict[str, str]) -> None:
    """Keep settings of the shell with the match; an empty value takes one away."""
    settings = {**table.record.settings, **changes}
    settings = {name: value for name, value in settings.items() if value}
    await referee.store.save_settings(table.record.id, settings)
    table.record = replace(table.record, settings=settings)
    referee.moved(table)
