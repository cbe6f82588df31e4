"""`referee backup|restore|doctor`: look after the database file."""

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path

from bot import __version__
from bot.config import Trouble
from bot.referee.memory import MEMORY
from bot.store import StoreError
from bot.store.backup import check_database, copy_database, restore_database
from bot.terminal.commands.common import config_of, database_argument, referee, run_async
from bot.terminal.commands.live import ask
from rules import games


def arguments(name: str, parser: argparse.ArgumentParser) -> None:
    """The file, where one is needed."""
    if name in ("backup", "restore"):
        parser.add_argument("file", metavar="FILE", type=Path)
    if name == "doctor":
        parser.add_argument("--live", action="store_true", help="ask the running bot how it does")
    database_argument(parser)


def run(name: str, chosen: argparse.Namespace) -> int:
    """Do it, and say what was done."""
    if name == "doctor" and chosen.live:
        return ask()
    config = config_of(chosen)
    if name == "doctor":
        return run_async(_doctor(chosen))
    if "://" in config.database:
        raise Trouble("a server's database is backed up and restored with the server's own tools")
    present = Path(config.database)
    try:
        if name == "backup":
            copy_database(present, chosen.file)
            print(f"{present} was copied to {chosen.file} and checked")
        else:
            kept = restore_database(chosen.file, present, datetime.now(UTC))
            aside = f"; the file that was there is kept as {kept}" if kept else ""
            print(f"{present} is now the backup {chosen.file}{aside}")
    except StoreError as error:
        raise Trouble(str(error)) from error
    return 0


async def _doctor(chosen: argparse.Namespace) -> int:
    config = config_of(chosen)
    print(f"referee {__version__} on Python {sys.version.split()[0]}")
    print(f"systems: {', '.join(game.id for game in games())}")
    async with referee(config) as service:
        records = await service.store.all()
        if service.store.file is not None:
            try:
                check_database(service.store.file)
            except StoreError as error:
                raise Trouble(str(error), 1) from error
        print(f"database {service.store.where}: sound, {len(records)} matches")
        print(
            f"memory: {MEMORY.used() or '?'} MB, questions are declined above {config.memory:,} MB "
            "(REFEREE_MEMORY)"
        )
        print(f"daily backups: {config.backup_folder or 'none'}, {config.backups_kept} kept")
    return 0
