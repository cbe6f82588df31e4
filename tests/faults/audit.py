"""After the storm: is every order, post and deadline there, once?"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from bot.history.exchange import export_match, verify_lines
from bot.referee.service import Referee
from bot.store.times import Times, open_turns
from tests.e2e.standin import Message, StandIn
from tests.faults.crowd import Board, Crowd

FILED, SIGNS = "\u2705", ("\u2705", "\u274c", "\u2753", "\u21a9\ufe0f")
DENIED = ("nothing was written", "nothing was changed", "nothing of it was run")
CLOCKED = re.compile(r"t([0-9]+)\.([0-9]+)\.([0-9]+)\.([0-9]+)")

SORTS = (
    "orders lost",
    "orders doubled",
    "answers that are wrong",
    "posts lost",
    "posts doubled",
    "deadlines lost",
    "deadlines doubled",
    "chains broken",
)


@dataclass
class Losses:
    """What is wrong, by its sort, and how much was looked at."""

    found: dict[str, list[str]] = field(default_factory=lambda: {sort: [] for sort in SORTS})
    orders: int = 0
    refused: int = 0
    posts: int = 0
    deadlines: int = 0
    chains: int = 0

    def add(self, sort: str, what: str) -> None:
        """One more."""
        self.found[sort].append(what)

    @property
    def count(self) -> int:
        """How much is wrong."""
        return sum(map(len, self.found.values()))


def answers(discord_: StandIn, message: Message) -> list[str]:
    """The signs on a message, and what was replied to it."""
    signs = [emoji for emoji in message.reactions if emoji in SIGNS]
    place = message.channel.messages.values()
    return [*signs, *(one.content for one in place if one.replied is message)]


async def keys_of(referee: Referee) -> Counter[str]:
    """How many entries each message has in the log, over all matches."""
    query = sa.text("SELECT source FROM entries WHERE source IS NOT NULL")
    async with referee.store.engine.connect() as connection:
        return Counter(str(row[0]) for row in (await connection.execute(query)).all())


async def audit(
    discord_: StandIn, crowd: Crowd, referee: Referee, now: Any, chains: bool = True
) -> Losses:
    """Look at everything; at the `chains` last, which takes longest."""
    losses = Losses()
    keys = await keys_of(referee)
    _orders(discord_, crowd, keys, losses)
    for board in crowd.boards:
        await _posts(board, referee, losses)
        await _deadlines(board, referee, losses, now)
    for board in crowd.boards if chains else ():
        table = await referee.open(f"#{board.number}")
        said = verify_lines(await export_match(referee, table))
        losses.chains += 1
        if not said[0].startswith("ok"):
            losses.add("chains broken", f"{board.name}: {said[:3]}")
    return losses


def _orders(discord_: StandIn, crowd: Crowd, keys: Counter[str], losses: Losses) -> None:
    """A line that was accepted is in the log once; every line was answered, and truly."""
    for one in crowd.said:
        told, count = answers(discord_, one.message), keys[one.key]
        door = "chat" if one.message.channel is one.board.place.channel else "letter"
        what = (
            f"{one.board.name} ({one.board.system}) {one.key} {door} {one.text!r}: "
            f"{told}, {count} entries"
        )
        losses.orders += bool(count)
        losses.refused += not count
        if count > 1:
            losses.add("orders doubled", what)
        if not count and (FILED in told or not told):
            losses.add("orders lost", what)
        if count and any(word in text for text in told for word in DENIED):
            losses.add("answers that are wrong", what)


async def _rows(referee: Referee, board: Board) -> Sequence[Any]:
    query = sa.text(
        "SELECT number, part, audience, content, message, gave_up, kind FROM outbox "
        "WHERE match_id = :id ORDER BY id"
    )
    async with referee.store.engine.connect() as connection:
        return (await connection.execute(query, {"id": board.number})).all()


async def _posts(board: Board, referee: Referee, losses: Losses) -> None:
    """Every post of the outbox became messages of its own, and nothing else stands there."""
    rows = [row for row in await _rows(referee, board) if row.audience == "public"]
    posted: Counter[str] = Counter()
    for row in rows:
        posted.update((row.message or "").split())
        if not row.message and not row.gave_up:
            losses.add("posts lost", f"{board.name} #{row.number}: {row.content[:60]!r} waits")
    own = [one for one in board.place.from_bot if one.replied is None]
    standing = {str(one.id): one for one in own if not one.pinned}
    losses.posts += len(posted)
    for number, count in posted.items():
        if count > 1:
            losses.add("posts lost", f"{board.name}: {number} stands for {count} posts")
        if number not in standing:
            losses.add("posts lost", f"{board.name}: {number} does not stand there")
    for number in standing.keys() - posted.keys():
        losses.add("posts doubled", f"{board.name}: {standing[number].content[:60]!r}")
    if sum(one.pinned for one in own) != 1:
        losses.add("posts doubled", f"{board.name}: {sum(one.pinned for one in own)} pinned posts")
    told = "\n".join(one.content for one in standing.values())
    lines = Counter(re.findall(r"^(?:~~)?#(\d+) ", told, re.MULTILINE))
    for line, count in lines.items():
        if count > 1:
            losses.add("posts doubled", f"{board.name}: #{line} stands in {count} posts")


async def _deadlines(board: Board, referee: Referee, losses: Losses, now: Any) -> None:
    """Each turn whose time is over was ended once and said once; none is left."""
    query = sa.text(
        "SELECT number, source FROM entries WHERE match_id = :id AND text LIKE 'timeout %'"
    )
    async with referee.store.engine.connect() as connection:
        rows = (await connection.execute(query, {"id": board.number})).all()
    fired = Counter(match[0] for row in rows if (match := CLOCKED.match(str(row.source))))
    turns = await Times(referee.store).turns(board.number)
    losses.deadlines += len(fired)
    for key, count in fired.items():
        if count > 1:
            losses.add("deadlines doubled", f"{board.name}: {key} fired {count} times")
    for turn in open_turns(turns):
        if turn.due is not None and turn.due <= now:
            losses.add("deadlines lost", f"{board.name}: seat {turn.seat} since #{turn.began}")
    said = [
        row.content
        for row in await _rows(referee, board)
        if row.audience == "public" and "its turn was ended" in row.content
    ]
    if len(said) != len(fired):
        sort = "deadlines lost" if len(said) < len(fired) else "deadlines doubled"
        losses.add(sort, f"{board.name}: {len(fired)} fired, {len(said)} said")
