"""A campaign over time: the states at the ends of its rounds, the news of a seat, the yearbook."""

import asyncio
from dataclasses import replace
from typing import Any, TypeVar

from bot.match.reply import within
from bot.match.tree import base_of, fold
from bot.referee.beside import beside
from bot.referee.service import OpenMatch, Referee, RefereeError
from rules.display.telling import Yearbook

T = TypeVar("T")

AT_ONCE = 200
"""So many entries are read at a time."""


async def rounds_of(referee: Referee, table: OpenMatch) -> list[tuple[int, Any]]:
    """The number of each round of the match as it stands, and the state at its end.

    The last one is the round under way, as it is now.
    """
    match = table.match
    path, number = [], match.head
    while number:
        path.append(number)
        number = base_of(match.links[number])
    path = [0, *path[::-1]]
    state, found = match.game.blank, []
    for start in range(0, len(path), AT_ONCE):
        for entry in await referee.entries(table, path[start : start + AT_ONCE]):
            before = state.flow.round
            state = fold(match.game, state, entry.events)
            if state.flow.round > before > 0:
                found.append((before, state))
        await asyncio.sleep(0)
    if state.flow.round:
        found.append((state.flow.round, state))
    return found


async def yearbook_of(referee: Referee, table: OpenMatch, viewer: int | None) -> Yearbook:
    """Tables and curves of a match.  Raises `RefereeError` where there are none."""
    yearbook = written(table, table.game.yearbook)
    rounds = await rounds_of(referee, table)
    found = await beside(table, viewer, yearbook, rounds, viewer)
    return replace(found, lines=within(found.lines))


async def news_of(
    referee: Referee, table: OpenMatch, viewer: int | None
) -> tuple[str, tuple[str, ...]]:
    """What changed since a seat's last act, for others since the last round ended; and since when.

    Raises `RefereeError` where the system writes no news.
    """
    news = written(table, table.game.news)
    own = [entry.number for entry in table.match.live() if viewer and entry.seat == viewer]
    now = table.state
    if own:
        before = await referee.state_at(table, own[-1])
        return f"since your #{own[-1]}", news(before, now, viewer)
    rounds = await rounds_of(referee, table)
    if len(rounds) < 2:
        return "so far", news(now, now, viewer)
    number, before = rounds[-2]
    return f"since round {number}", news(before, now, viewer)


async def news_until(
    referee: Referee, table: OpenMatch, viewer: int | None, start: int, end: int
) -> tuple[str, tuple[str, ...]]:
    """What changed up to the end of a turn, from a seat's last act before it; for others in the
    turn alone.  Raises `RefereeError` where the system writes no news."""
    news, links = written(table, table.game.news), table.match.links
    if not 0 < start < len(links) or end >= len(links):
        raise RefereeError(f"there is no #{start} in this match any more")
    own = [one for one in table.match.live() if viewer and one.seat == viewer]
    mine = [entry.number for entry in own if entry.number < start]
    since = mine[-1] if mine else base_of(links[start])
    before, after = await referee.state_at(table, since), await referee.state_at(table, end)
    told = f"since your #{since}" if mine else "in this turn"
    return told, news(before, after, viewer)


def has_news(table: OpenMatch) -> bool:
    """Does the system write news?"""
    return table.game.yearbook is not None


def written(table: OpenMatch, asked: T | None) -> T:
    """The function that was asked for, if the game writes news.  Raises `RefereeError`."""
    if asked is None:
        raise RefereeError(f"{table.game.title} has neither news nor a yearbook")
    return asked
