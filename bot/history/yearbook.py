"""A campaign over time: the state at the end of each round, news for a seat, the yearbook."""

import asyncio
from dataclasses import replace
from typing import Any

from bot.match.reply import within
from bot.match.tree import base_of, fold
from bot.referee.beside import beside
from bot.referee.open_match import must_have
from bot.referee.service import OpenMatch, Referee, RefereeError
from rules.display.telling import Yearbook

NONE = "has neither news nor a yearbook"

AT_ONCE = 200
"""How many entries are read at a time."""


async def rounds_of(referee: Referee, table: OpenMatch) -> list[tuple[int, Any]]:
    """The number of each round and the state at its end; the last is the present round, so far."""
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
    """The tables and curves of a match.  Raises `RefereeError` if the system has none."""
    yearbook = must_have(table, table.game.yearbook, NONE)
    rounds = await rounds_of(referee, table)
    found = await beside(table, viewer, yearbook, rounds, viewer)
    return replace(found, lines=within(found.lines))


async def news_of(
    referee: Referee, table: OpenMatch, viewer: int | None
) -> tuple[str, tuple[str, ...]]:
    """News for a viewer: since when (`since your #12`), and what has changed.

    For a seat, since its last entry; for others, since the last round ended.  Raises `RefereeError`
    if the system has no news.
    """
    news = must_have(table, table.game.news, NONE)
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
    """News up to the end of a turn (entries `start` to `end`): since when, and what changed.

    For a seat, since its last entry before the turn; for others, in the turn alone.  Raises
    `RefereeError` if the system has no news.
    """
    news, links = must_have(table, table.game.news, NONE), table.match.links
    if not 0 < start < len(links) or end >= len(links):
        raise RefereeError(f"there is no #{start} in this match any more")
    own = [one for one in table.match.live() if viewer and one.seat == viewer]
    mine = [entry.number for entry in own if entry.number < start]
    since = mine[-1] if mine else base_of(links[start])
    before, after = await referee.state_at(table, since), await referee.state_at(table, end)
    told = f"since your #{since}" if mine else "in this turn"
    return told, news(before, after, viewer)


def has_news(table: OpenMatch) -> bool:
    """Does the system have news and a yearbook?"""
    return table.game.yearbook is not None
