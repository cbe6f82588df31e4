"""`referee replay MATCH FILE.html`: a match as one page for a browser."""

import argparse
import hashlib

from bot.config import Trouble, read_config
from bot.replay import replay_page
from bot.terminal.commands.common import database_argument, referee, write
from rules.line.orders import GM


def arguments(_: str, parser: argparse.ArgumentParser) -> None:
    """The match, the file, and whose eyes the page is for."""
    parser.add_argument("match", metavar="MATCH")
    parser.add_argument("file", metavar="FILE.html")
    eyes = parser.add_mutually_exclusive_group()
    eyes.add_argument("--seat", metavar="N", type=int, help="as this seat sees it")
    eyes.add_argument("--gm", action="store_true", help="with everything that is secret")
    database_argument(parser)


async def run(_: str, chosen: argparse.Namespace) -> int:
    """Write the page."""
    async with referee(read_config(chosen.db)) as service:
        table = await service.open(chosen.match)
        seats = table.seats
        if chosen.seat is not None and chosen.seat not in seats:
            raise Trouble(f"there is no seat {chosen.seat} in this match; there are {seats}")
        page = await replay_page(service, table, GM if chosen.gm else chosen.seat)
        raw = page.encode()
        write(chosen.file, raw)
        count = len(table.match.links) - 1
        print(f"{chosen.file}: {count} orders; it opens in any browser and asks nobody")
        print(f"SHA-256 of the file: {hashlib.sha256(raw).hexdigest()}")
    return 0
