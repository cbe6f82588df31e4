"""All matches from one database to another: each is copied whole, then checked over there."""

from collections.abc import AsyncIterator
from dataclasses import replace

from bot.history.exchange import export_match
from bot.history.verify import verify_lines
from bot.referee.service import Referee, RefereeError
from bot.store import Store
from bot.store.copying import Rows, numbers_of, put, put_shared, rows_of
from rules.line.frozen import Frozen


class Moved(Frozen):
    """A match that is in the target: how many entries it has, whether it was there before, whether
    it was put away (then its rows are compared, and no more), and what is wrong with it (`here`: in
    the source as well)."""

    number: int
    name: str
    entries: int
    before: bool
    away: bool
    wrong: str = ""
    here: bool = False


async def move(source: Store, target: Store) -> AsyncIterator[Moved]:
    """Copy every match, one after the other; what is there already is checked and left as it is.

    Broken off anywhere, it goes on when it is begun again.  Raises `StoreError` where the target
    has something of its own.
    """
    here, there = Referee(source), Referee(target)
    for number in await numbers_of(source.database):
        rows = await rows_of(source.database, number)
        before = await rows_of(target.database, number) == rows
        if not before:
            await put(target.database, rows)
        yield await checked(here, there, rows, before)
    await put_shared(source.database, target.database)


async def checked(here: Referee, there: Referee, rows: Rows, before: bool) -> Moved:
    """Is every row of a match in the target, and does it replay there to what its log says?"""
    match = rows["matches"][0]
    away = match["deleted_at"] is not None
    moved = Moved(match["id"], match["name"], len(rows["entries"]), before, away)
    if await rows_of(there.store.database, moved.number) != rows:
        return replace(moved, wrong="what arrived is not what was sent")
    wrong = "" if away else await problem_of(there, moved.number)
    same = bool(wrong) and wrong == await problem_of(here, moved.number)
    return replace(moved, wrong=wrong, here=same)


async def problem_of(referee: Referee, number: int) -> str:
    """What the check of a match's chain, orders, states and dice finds; nothing if all is well."""
    try:
        text = await export_match(referee, await referee.open(f"#{number}"))
        return next((one for one in verify_lines(text) if not one.startswith(("ok", "note"))), "")
    except RefereeError as error:
        return str(error)
