"""What needs everybody's consent: each seat says the same, or the GM says it alone."""

import json

from bot.lobby.lobby import check_takes_part
from bot.referee.gate import Caller, is_gm, is_player
from bot.referee.service import Referee, RefereeError, Table
from bot.referee.settings import change_settings
from rules.game import GM

SETTING = "agreed"


def asked(table: Table) -> tuple[str, tuple[int, ...]]:
    """What is being asked in a match, and which seats have agreed; nothing: an empty text."""
    kept = json.loads(table.record.settings.get(SETTING, "{}"))
    return kept.get("what", ""), tuple(kept.get("seats", ()))


async def agree(referee: Referee, table: Table, caller: Caller, what: str) -> list[int]:
    """One more voice for something; returns the seats that have not agreed yet.

    None left means that it is to be done; the GM's word is enough.  Only one thing is asked at a
    time: asking another one takes its place.
    """
    check_takes_part(table, caller)
    if is_gm(table, caller):
        await forget(referee, table)
        return []
    if not is_player(table, caller):
        raise RefereeError("you hold no seat of this match")
    before, seats = asked(table)
    own = {seat for seat in table.seats_of(caller.user) if seat != GM}
    agreed = sorted(own | set(seats if before == what else ()))
    missing = [seat for seat, _ in table.record.seats if seat != GM and seat not in agreed]
    if missing:
        kept = json.dumps({"what": what, "seats": agreed})
        await change_settings(referee, table, {SETTING: kept})
    else:
        await forget(referee, table)
    return missing


async def forget(referee: Referee, table: Table) -> None:
    """It was done, or is not asked any more."""
    if SETTING in table.record.settings:
        await change_settings(referee, table, {SETTING: ""})
