"""After a start: the matches whose deadlines do not follow what was done, found without opening
any."""

from collections.abc import Sequence

from bot.referee.clock import clock_in
from bot.referee.gate import OPEN, PLAYING
from bot.store import MatchRecord, Times
from rules import find

Running = Sequence[tuple[int, str, bool]]
"""Seats whose time runs or rests, who held them, and whether it runs."""


async def out_of_date(times: Times, records: Sequence[MatchRecord]) -> set[int]:
    """Those of these matches whose log went on, that have no deadlines yet, or in which somebody
    else holds a seat now, or time runs that should rest."""
    clocked, turns = {*await times.clocked()}, await times.all_open()
    found = {*await times.behind()}
    for record in records:
        timed = record.settings.status != OPEN and clock_in(record, find(record.system)) is not None
        changed = has_changed(record, turns.get(record.id, ()))
        if timed != (record.id in clocked) or (timed and changed):
            found.add(record.id)
    return found


def has_changed(record: MatchRecord, turns: Running) -> bool:
    """Are the turns of a match other than its seats and settings say?  Where an order is being
    challenged only its log can tell."""
    settings = record.settings
    if turns and any(not one.outcome for one in settings.challenges):
        return True
    runs = settings.status == PLAYING and not settings.locked
    holders = dict(reversed(record.seats))
    return any(running != runs or holders.get(seat, held) != held for seat, held, running in turns)
