"""What needs everybody's consent: every seat says the same, or the GM alone says it."""

from bot.lobby.lobby import check_takes_part
from bot.match.pending import Consent
from bot.referee.gate import Caller, is_gm, is_player
from bot.referee.service import OpenMatch, Referee, RefereeError
from bot.referee.settings import change_settings
from rules.line.orders import GM


async def agree(referee: Referee, table: OpenMatch, caller: Caller, what: str) -> list[int]:
    """Record that the caller agrees to `what`; returns the seats that have not agreed yet.

    If none are left it is to be done; the GM's consent alone is enough.  Only one thing is asked at
    a time: asking for another replaces it.  Raises `RefereeError` if the caller takes no part.
    """
    check_takes_part(table, caller)
    if is_gm(table, caller):
        await forget(referee, table)
        return []
    if not is_player(table, caller):
        raise RefereeError("you hold no seat of this match")
    before = table.record.settings.agreed
    own = {*table.plays(caller.user)}
    agreed = sorted(own | set(before.seats if before.what == what else ()))
    missing = [seat for seat, _ in table.record.seats if seat != GM and seat not in agreed]
    if missing:
        await change_settings(referee, table, agreed=Consent(what, tuple(agreed)))
    else:
        await forget(referee, table)
    return missing


async def forget(referee: Referee, table: OpenMatch) -> None:
    """Clear what is being asked: it was done, or is no longer wanted."""
    if table.record.settings.agreed.what:
        await change_settings(referee, table, agreed=Consent())
