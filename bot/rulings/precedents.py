"""Precedents: a search by words for what GMs have ruled so far."""

import re
from collections.abc import Iterable, Sequence

from bot.history.log import newest_first
from bot.history.secrets import sight
from bot.match.tree import LogEntry
from bot.referee.gate import Caller, may_see, viewer_of
from bot.referee.recent import TAG
from bot.referee.service import OpenMatch, Referee, RefereeError
from rules.line.frozen import Frozen
from rules.line.orders import GM
from rules.line.overrides import Rule

MOST = 20
WORD = re.compile(r"\w+")


class Ruling(Frozen):
    """A recorded ruling: its match and entry, what was ruled and why, whether it still counts."""

    match: str
    number: int
    text: str
    reason: str
    live: bool

    def __str__(self) -> str:
        reason = f" // {self.reason}" if self.reason else ""
        void = "" if self.live else " (taken back)"
        return f"{self.match} #{self.number}: {self.text}{reason}{void}"


def words_of(text: str) -> list[str]:
    """The words of a text, case-folded."""
    return WORD.findall(text.casefold())


def wanted_in(text: str) -> tuple[str, ...]:
    """Split a query into case-folded words and tags (`#spear`)."""
    tags = tuple(f"#{one.lower()}" for one in TAG.findall(text))
    return (*words_of(TAG.sub(" ", text)), *tags)


def fits(wanted: Sequence[str], text: str) -> bool:
    """Is each wanted word the beginning of a word in the text, and each wanted tag in it?"""
    words = words_of(text)
    tags = {f"#{one.lower()}" for one in TAG.findall(text)}
    return all(
        one in tags if one.startswith("#") else any(word.startswith(one) for word in words)
        for one in wanted
    )


def is_ruling(entry: LogEntry) -> bool:
    """Does this entry contain a ruling of the GM?"""
    return entry.seat == GM and any(isinstance(one, Rule) for one in entry.orders)


async def rulings_of(
    referee: Referee, table: OpenMatch, viewer: int | None, wanted: Sequence[str], most: int = MOST
) -> list[Ruling]:
    """The rulings of a match with all wanted words that a viewer may read, newest first."""
    numbers = [link.number for link in table.match.links if link.seat == GM and link.number]
    found: list[Ruling] = []
    async for entry in newest_first(referee, table, numbers):
        text = "; ".join(one.text for one in entry.orders if isinstance(one, Rule))
        if not is_ruling(entry) or not fits(wanted, f"{text} {entry.reason}"):
            continue
        seen = await sight(referee, table, entry, viewer, report=False)
        if seen.open:
            live = table.match.is_live(entry.number)
            found.append(Ruling(table.record.name, entry.number, text, seen.reason, live))
        if len(found) >= most:
            break
    return found


async def search(
    referee: Referee, numbers: Iterable[int], caller: Caller, text: str
) -> list[Ruling]:
    """The rulings of these matches with all words of a query, at most 20, newest matches first.

    Matches that the caller may not see are skipped.  Raises `RefereeError` for an empty query.
    """
    wanted = wanted_in(text)
    if not wanted:
        raise RefereeError("say at least one word that the ruling has, such as: uphill")
    found: list[Ruling] = []
    for number in sorted(set(numbers), reverse=True):
        if await referee.store.find(f"#{number}") is None:
            continue
        table = await referee.open(f"#{number}")
        if may_see(table, caller):
            most = MOST - len(found)
            viewer = viewer_of(table, caller)
            found += await rulings_of(referee, table, viewer, wanted, most)
        if len(found) >= MOST:
            break
    return found


async def in_reach(referee: Referee, guild: str, caller: Caller) -> list[int]:
    """The matches of a server; without a server, those in which the caller holds a seat."""
    if guild:
        return [place.match_id for place in await referee.mail.places(guild)]
    records = await referee.store.all()
    return [one.id for one in records if any(user == caller.user for _, user in one.seats)]
