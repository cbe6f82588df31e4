"""What happened in a channel while the bot was away, beside new messages: deletions, lost signs."""

from typing import TYPE_CHECKING

import discord

from bot.chat.adapt import NET_TROUBLE
from bot.chat.marks import WRITTEN
from bot.match.tree import LogEntry
from bot.store import PlaceRecord

if TYPE_CHECKING:
    from bot.chat.client import RefereeBot


async def by_message(bot: "RefereeBot", place: PlaceRecord) -> dict[int, LogEntry]:
    """The orders of this turn by the message that they were written in, the last of each."""
    table = await bot.referee.open(f"#{place.match_id}")
    _, entries = await bot.announcer.turn(table)
    keyed = ((WRITTEN.fullmatch(entry.key), entry) for entry in entries)
    return {int(key[1]): entry for key, entry in keyed if key is not None}


async def begun(bot: "RefereeBot", place: PlaceRecord, after: int) -> int:
    """Just before the first message of this turn: later ones may have been edited meanwhile."""
    return min((after, *(number - 1 for number in await by_message(bot, place))))


async def sign_again(bot: "RefereeBot", place: PlaceRecord, unsigned: set[int]) -> None:
    """Orders of this turn that were filed just before a crash get the sign that they lack."""
    for number in await by_message(bot, place):
        if number in unsigned:
            bot.marks.put(place.channel, number, ["filed"])


async def deleted_meanwhile(bot: "RefereeBot", place: PlaceRecord, there: set[int]) -> list[int]:
    """Messages of this turn that were deleted while the bot was away: newest first."""
    found = {
        number: entry.holder
        for number, entry in (await by_message(bot, place)).items()
        if number not in there
    }
    return [
        number
        for number in sorted(found, reverse=True)
        if not await wrote_directly(bot, found[number], number)
    ]


async def wrote_directly(bot: "RefereeBot", holder: str, message_id: int) -> bool:
    """Is this a direct message, still there?  Where that cannot be said, it counts as one."""
    if not holder.isdecimal():
        return True
    try:
        letters = await bot.create_dm(discord.Object(int(holder)))
        await letters.fetch_message(message_id)
    except discord.NotFound:
        return False
    except NET_TROUBLE:
        return True
    return True
