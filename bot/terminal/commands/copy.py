"""`referee copy`: all matches from one database to another."""

import argparse
from contextlib import AsyncExitStack
from pathlib import Path

from bot.config import ConfigError, Trouble, address, as_trouble
from bot.terminal.commands.common import Work


def arguments(_: str, parser: argparse.ArgumentParser) -> None:
    """From where, and to where."""
    told = "a SQLite file, or postgresql://user:password@host/name"
    parser.add_argument("source", metavar="SOURCE_URL", help=told)
    parser.add_argument("target", metavar="TARGET_URL", help=told)


def run(_: str, chosen: argparse.Namespace) -> Work:
    """Copy, and say of each match what came of it; 1 if one does not verify that did before."""
    try:
        source, target = address(chosen.source), address(chosen.target)
    except ConfigError as error:
        raise Trouble(str(error).replace("DATABASE_URL", "each of the two")) from error
    if "://" not in source and not Path(source).is_file():
        raise Trouble(f"there is no database file {source}")
    if source == target:
        raise Trouble("source and target are the same database")
    return _copy(source, target)


async def _copy(source: str, target: str) -> int:
    from bot.history.moving import move
    from bot.store import Store, StoreError

    copied = there = lost = 0
    async with AsyncExitStack() as opened:
        opened.enter_context(as_trouble(StoreError))
        from_ = await Store.open(source)
        opened.push_async_callback(from_.close)
        to = await Store.open(target)
        opened.push_async_callback(to.close)
        from_.database.stand_alone()
        to.database.stand_alone()
        async for one in move(from_, to):
            said = "was there already" if one.before else "copied"
            found = "put away, row by row the same" if one.away else "verified"
            if one.wrong:
                also = "as in the source" if one.here else "NOT as in the source"
                found = f"does not verify, {also}: {one.wrong}"
            print(f"#{one.number} {one.name}: {one.entries} entries {said}, {found}", flush=True)
            copied, there = copied + (not one.before), there + one.before
            lost += bool(one.wrong) and not one.here
    print(f"{copied} matches copied, {there} were there already; the source is as it was")
    return 1 if lost else 0
