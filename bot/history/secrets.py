"""What a viewer may read of an entry, and whether there is more than the public may."""

from typing import Any

from bot.match.reply import Reply
from bot.match.tree import LogEntry
from bot.referee.service import Referee, Table, report_entry
from rules.game import GM
from rules.view import View


async def hidden(referee: Referee, table: Table, entry: LogEntry, viewer: int | None) -> bool:
    """Does this entry hold a secret of its seat, kept from the viewer, that nothing has revealed?

    It does if the report leaves something out for this viewer.
    """
    if viewer in (GM, entry.seat) or entry.to is not None:
        return False
    if any(link.barred for link in table.match.links[entry.number :]):
        return False
    before = await before_entry(referee, table, entry)
    told = report_entry(table, entry, before, viewer)
    return bool(entry.events) and (
        not told or told != report_entry(table, entry, before, entry.seat)
    )


async def before_entry(referee: Referee, table: Table, entry: LogEntry) -> Any:
    """The state that an entry was adjudicated in."""
    if entry.number == 0:
        return table.game.blank
    return await referee.state_at(table, entry.parent)


def sees_more(table: Table, state: Any, viewer: int | None) -> bool:
    """Does a viewer see something on the table that the public does not?"""
    seen: View = table.game.view(state, viewer, "text")
    return seen != table.game.view(state, None, "text")


async def has_secrets(referee: Referee, table: Table, reply: Reply) -> bool:
    """Is something of what was accepted not for everybody's eyes?"""
    numbers = [one.number for one in reply.accepted]
    told = {one.number: one.report for one in reply.accepted}
    for entry in await referee.store.entries(table.record.id, table.codec, numbers):
        before = await referee.state_at(table, entry.parent)
        if report_entry(table, entry, before, None) != told[entry.number]:
            return True
    return False
