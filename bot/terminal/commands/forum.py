"""`referee forum MATCH POST.txt`: a forum post in, a BBCode answer out."""

import argparse

from bot.config import Trouble, read_config
from bot.doors.forum import MAX_POST, bbcode_answer, read_post
from bot.doors.freely import with_typed
from bot.doors.saying import with_rest
from bot.match.reply import Reply
from bot.referee.service import OpenMatch, Referee
from bot.terminal.commands.common import database_argument, read_text, referee


def arguments(_: str, parser: argparse.ArgumentParser) -> None:
    """The match, the post, and whose post it is."""
    parser.add_argument("match", metavar="MATCH")
    parser.add_argument("post", metavar="POST.txt")
    parser.add_argument("--seat", type=int, help="whose post it is (default: whose turn it is)")
    parser.add_argument("--key", help="the post's own number: sent again it has no second effect")
    database_argument(parser)


async def run(_: str, chosen: argparse.Namespace) -> int:
    """Exit code 0 if every order of the post was carried out, 1 otherwise."""
    text = read_text(chosen.post, 4 * MAX_POST)
    if len(text) > MAX_POST:
        raise Trouble(f"{chosen.post}: a post has at most {MAX_POST:,} characters")
    async with referee(read_config(chosen.db), writes=True) as service:
        table = await service.open(chosen.match)
        seats = table.seats
        awaited = table.awaited or seats
        seat = awaited[0] if chosen.seat is None else chosen.seat
        if seat not in seats:
            raise Trouble(f"the seats of this match are {', '.join(map(str, seats))}, not {seat}")
        source = f"forum:{chosen.key}" if chosen.key else None
        reply = await _filed(service, table, seat, text, source)
        if reply is None:
            print("No line of this post begins like an order.")
            return 1
        print(bbcode_answer(table, reply, None))
        return 0 if reply.ok else 1


async def _filed(
    service: Referee, table: OpenMatch, seat: int, text: str, source: str | None
) -> Reply | None:
    """What came of the post; None if nothing in it is an order."""
    said = read_post(table, seat, text)
    if said is None:
        return None
    if said.reply is not None:
        return said.reply
    lines = with_typed(service.read(table, seat, said.text), said)
    about, after = (table, seat, said.text), said.read_after
    reply = await service.submit(*about, source=source, lines=lines, read_after=after)
    return with_rest(table, reply, said)
