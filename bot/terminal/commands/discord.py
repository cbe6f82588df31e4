"""`referee discord`: the bot."""

import argparse
import asyncio
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from bot.config import Config, load_environment, logs_as_json, read_config, read_discord_config
from bot.terminal.commands.common import Work, database_argument, referee


def arguments(_: str, parser: argparse.ArgumentParser) -> None:
    """The database, and whether another bot is succeeded; or the invite link."""
    parser.add_argument(
        "--invite", action="store_true", help="print the link that invites the bot, and stop"
    )
    parser.add_argument(
        "--takeover",
        action="store_true",
        help="on PostgreSQL: take the shards over from the bot that runs, which then ends",
    )
    database_argument(parser)


def run(_: str, chosen: argparse.Namespace) -> Work:
    """Run until the process is asked to stop."""
    from bot.chat.logs import set_up

    set_up(logs_as_json(load_environment()))
    return _invite() if chosen.invite else _serve(chosen)


async def _invite() -> int:
    from bot.chat.serving import invite_link, translated

    with translated():
        print(await invite_link(read_discord_config()))
    return 0


async def _serve(chosen: argparse.Namespace) -> int:
    from bot.chat.serving import serve, translated

    settings = read_discord_config()
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for signal_ in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(signal_, stop.set)
    config = read_config(chosen.db)
    async with referee(config, writes=True, beside=chosen.takeover) as service:
        with translated(), _archiving(service, config):
            await serve(service, settings, stop, heir=chosen.takeover)
    return 0


@contextmanager
def _archiving(service: Any, config: Config) -> Iterator[None]:
    """Meanwhile finished matches are archived, if they are not kept for ever."""
    if config.keep_finished is None:
        yield
        return
    from bot.lobby.retention import Retention, archive_daily

    retention = Retention(timedelta(days=config.keep_finished), config.archive_folder)
    task = asyncio.create_task(archive_daily(service, retention))
    try:
        yield
    finally:
        task.cancel()
