"""The key of a public match: with it anybody may look on, from any server."""

import secrets
from dataclasses import replace

from bot.referee.gate import Caller, check_is_gm, is_public
from bot.referee.service import OpenMatch, Referee, RefereeError
from bot.referee.settings import change_settings


async def share(referee: Referee, table: OpenMatch, caller: Caller) -> str:
    """The name under which the GM lets others look on: `#7-1f0c93d2a7b4`; asked again it stays.

    Raises `RefereeError` for a members-only match.
    """
    check_is_gm(table, caller)
    if not is_public(table):
        raise RefereeError("this match is for its members only: it cannot be shared")
    key = table.record.settings.share or secrets.token_hex(6)
    await change_settings(referee, table, replace(table.record.settings, share=key))
    return f"#{table.record.id}-{key}"


async def unshare(referee: Referee, table: OpenMatch, caller: Caller) -> None:
    """The key opens nothing any more; the next one is another."""
    check_is_gm(table, caller)
    await change_settings(referee, table, replace(table.record.settings, share=""))
