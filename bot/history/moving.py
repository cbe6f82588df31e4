"""Moving all matches from one database to another: each is copied whole, then checked there."""

from collections.abc import AsyncIterator
from dataclasses import replace

from bot.history.exchange import export_match
from bot.history.verify import problems_in, verify_lines
from bot.referee.service import Referee, RefereeError
from bot.store import Store
from bot.store.copying import Rows, numbers_of, put, put_shared, rows_of
from rules.line.frozen import Frozen


class Moved(Frozen):
    """The result of moving one match: its number, name and count of entries.

    `before`: it was in the target already.  `away`: it has been deleted, so its rows are compared
    and nothing else is checked.  `wrong`: what is wrong with it, empty if nothing; `here`: the same
    is wrong in the source.
    """

    number: int
    name: str
    entries: int
    before: bool
    away: bool
    wrong: str = ""
    here: bool = False


async def move(source: Store, target: Store) -> AsyncIterator[Moved]:
    """Copy all matches one after the other; what is there already is only checked.

    If it is interrupted, it can be run again and continues.  Raises `StoreError` if the target has
    data of its own.
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
    """Check that all rows of a match are in the target and that it replays there as logged."""
    match = rows["matches"][0]
    away = match["deleted_at"] is not None
    moved = Moved(match["id"], match["name"], len(rows["entries"]), before, away)
    if await rows_of(there.store.database, moved.number) != rows:
        return replace(moved, wrong="what arrived is not what was sent")
    wrong = "" if away else await problem_of(there, moved.number)
    same = bool(wrong) and wrong == await problem_of(here, moved.number)
    return replace(moved, wrong=wrong, here=same)


async def problem_of(referee: Referee, number: int) -> str:
    """The first problem in verifying a match (chain, orders, states, dice); empty if none."""
    try:
        text = await export_match(referee, await referee.open(f"#{number}"))
        return next(iter(problems_in(verify_lines(text))), "")
    except RefereeError as error:
        return str(error)
