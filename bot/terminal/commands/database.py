"""`referee backup|restore|doctor`: look after the database file."""

import argparse
import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import ProxyHandler, build_opener

from bot import __version__
from bot.config import Trouble, as_trouble, load_environment, port_of, read_config
from bot.referee.memory import MEMORY
from bot.store import StoreError
from bot.store.backup import check_database, copy_database, restore_database
from bot.terminal.commands.common import Work, database_argument, referee
from rules import games

# Ask the running bot how it does.


PATIENCE = 10.0


def ask() -> int:
    """Print what the bot's health page says; 0 if it does well, 1 if it does not."""
    port = port_of(load_environment())
    if port is None:
        raise Trouble("REFEREE_HEALTH_PORT is not set: start the bot with it, and ask it there")
    found = fetch(port)
    shards = ", ".join(map(str, found["shards"])) or "none"
    print(f"the bot on port {port}: connected to shards {shards} of {found['shard_count']}")
    print(f"event loop: {found['loop_lag'] * 1000:.0f} ms late")
    if "waiting" in found:
        print(f"posts waiting: {found['waiting']}, the first for {found['oldest']:.0f} s")
        print(f"deadlines that have passed: {found['late']}")
    for problem in found["problems"]:
        print(f"not well: {problem}")
    return 0 if found["healthy"] else 1


def fetch(port: int) -> dict[str, Any]:
    """The health page.  Raises `Trouble` where nobody answers, or not the bot."""
    opener = build_opener(ProxyHandler({}))
    try:
        try:
            with opener.open(f"http://127.0.0.1:{port}/health", timeout=PATIENCE) as answer:
                text = answer.read(100_000)
        except HTTPError as error:
            text = error.read(100_000)
        found = json.loads(text)
        if not {"healthy", "problems", "shards", "shard_count", "loop_lag"} <= set(found):
            raise ValueError
    except (URLError, OSError) as error:
        reason = getattr(error, "reason", error)
        said = getattr(reason, "strerror", None) or reason
        raise Trouble(f"no bot answers on port {port}: {said}", 1) from error
    except (ValueError, TypeError) as error:
        raise Trouble(f"it is no bot that answers on port {port}", 1) from error
    return dict(found)


def arguments(name: str, parser: argparse.ArgumentParser) -> None:
    """The file, where one is needed."""
    if name in ("backup", "restore"):
        parser.add_argument("file", metavar="FILE", type=Path)
    if name == "doctor":
        parser.add_argument("--live", action="store_true", help="ask the running bot how it does")
    database_argument(parser)


def run(name: str, chosen: argparse.Namespace) -> Work:
    """Do it, and say what was done."""
    if name == "doctor" and chosen.live:
        return ask()
    config = read_config(chosen.db)
    if name == "doctor":
        return _doctor(chosen)
    if "://" in config.database:
        raise Trouble("a server's database is backed up and restored with the server's own tools")
    present = Path(config.database)
    with as_trouble(StoreError):
        if name == "backup":
            copy_database(present, chosen.file)
            print(f"{present} was copied to {chosen.file} and checked")
        else:
            kept = restore_database(chosen.file, present, datetime.now(UTC))
            aside = f"; the file that was there is kept as {kept}" if kept else ""
            print(f"{present} is now the backup {chosen.file}{aside}")
    return 0


async def _doctor(chosen: argparse.Namespace) -> int:
    config = read_config(chosen.db)
    print(f"referee {__version__} on Python {sys.version.split()[0]}")
    print(f"systems: {', '.join(game.id for game in games())}")
    async with referee(config) as service:
        records = await service.store.all()
        if service.store.database.file is not None:
            with as_trouble(StoreError, code=1):
                check_database(service.store.database.file)
        print(f"database {service.store.database.where}: sound, {len(records)} matches")
        print(
            f"memory: {MEMORY.used() or '?'} MB, questions are declined above {config.memory:,} MB "
            "(REFEREE_MEMORY)"
        )
        print(f"daily backups: {config.backup_folder or 'none'}, {config.backups_kept} kept")
    return 0
