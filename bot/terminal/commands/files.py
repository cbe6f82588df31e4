"""`referee export|import|verify|readjudicate|case`: matches and entries as files."""

import argparse

from bot.config import as_trouble, read_config
from bot.history import exchange
from bot.history.exported import MAX_BYTES
from bot.history.verify import verify_lines
from bot.referee.service import RefereeError
from bot.terminal.commands import common


def arguments(name: str, parser: argparse.ArgumentParser) -> None:
    """The match or the file."""
    if name in ("import", "verify"):
        parser.add_argument("file", metavar="FILE")
        if name == "verify":
            told = "a head as a post shows it: '#57 4f1c09a2be'"
            parser.add_argument("posted", metavar="HEAD", nargs="*", help=told)
    else:
        parser.add_argument("match", metavar="MATCH")
    if name == "case":
        parser.add_argument("number", metavar="#N")
    if name == "export":
        parser.add_argument("--viewer", metavar="gm|N", default="gm", help="gm or a seat")
    if name == "import":
        parser.add_argument("--name", help="call the match so (default: as it was called)")
    if name in ("export", "case"):
        parser.add_argument("--out", metavar="FILE", help="write to a file")
    common.database_argument(parser)


def run(name: str, chosen: argparse.Namespace) -> common.Work:
    """Do it; `verify` exits 1 if anything differs, `readjudicate` likewise."""
    if name == "verify":
        return _verify(common.read_text(chosen.file, MAX_BYTES), chosen.posted)
    return _run(name, chosen)


def _verify(text: str, posted: list[str]) -> int:
    with as_trouble(RefereeError, code=1):
        lines = verify_lines(text, posted)
    print("\n".join(lines))
    return 0 if lines[0].startswith("ok") else 1


async def _run(name: str, chosen: argparse.Namespace) -> int:
    async with common.referee(read_config(chosen.db), writes=name == "import") as service:
        if name == "import":
            table = await exchange.import_match(
                service, common.read_text(chosen.file, MAX_BYTES), chosen.name
            )
            count = len(table.match.links)
            print(f"{table.record.name} has been imported with {count} entries")
            return 0
        table = await service.open(chosen.match)
        if name == "export":
            viewer = common.viewer_of(chosen.viewer)
            common.put_out(await exchange.export_match(service, table, viewer), chosen.out)
            return 0
        if name == "case":
            number = common.entry_number(chosen.number)
            common.put_out(await exchange.case_of(service, table, number), chosen.out)
            return 0
        differences = await exchange.readjudicate(service, table)
        for one in differences:
            print(f"#{one.number} {one.text}")
            print("\n".join(f"  then: {line}" for line in one.then))
            print("\n".join(f"  now:  {line}" for line in one.now))
        print(f"{len(differences)} entries come out otherwise under today's rules")
        return 1 if differences else 0
