"""After the storm: is every order, post and deadline there, once?"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from bot.history.exchange import export_match
from bot.history.verify import verify_lines
from bot.posts.living_posts import GONE
from bot.referee.service import OpenMatch, Referee
from bot.store.times import Times, open_turns
from rules.line.orders import GM
from tests.e2e.standin import Message, StandIn
from tests.faults.accidents import REMINDED
from tests.faults.crowd import Board, Crowd, Said

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
    "reminders lost",
    "reminders doubled",
    "chains broken",
)


@dataclass
class Losses:
    """What is wrong, by its sort, and how much was checked."""

    found: dict[str, list[str]] = field(default_factory=lambda: {sort: [] for sort in SORTS})
    orders: int = 0
    refused: int = 0
    posts: int = 0
    deadlines: int = 0
    reminders: int = 0
    chains: int = 0

    def add(self, sort: str, what: str) -> None:
        """Add a loss."""
        self.found[sort].append(what)

    @property
    def count(self) -> int:
        """How many losses there are."""
        return sum(map(len, self.found.values()))


def answers(discord_: StandIn, message: Message) -> list[str]:
    """The bot's answers to a message: the signs on it, and the replies to it."""
    signs = [emoji for emoji in message.reactions if emoji in SIGNS]
    place = message.channel.messages.values()
    return [*signs, *(one.content for one in place if one.replied is message)]


async def keys_of(referee: Referee) -> Mapping[str, Sequence[int]]:
    """The numbers of the log entries that each message led to, over all matches."""
    query = sa.text("SELECT source, number FROM entries WHERE source IS NOT NULL ORDER BY number")
    found: defaultdict[str, list[int]] = defaultdict(list)
    async with referee.store.database.engine.connect() as connection:
        for source, number in (await connection.execute(query)).all():
            found[source].append(number)
    return found


async def audit(
    discord_: StandIn, crowd: Crowd, referee: Referee, now: Any, chains: bool = True
) -> Losses:
    """Check everything: orders, answers, posts, deadlines, reminders; and last, as it takes
    longest, the hash `chains` of the logs."""
    losses = Losses()
    keys = await keys_of(referee)
    unheard = [await _unheard(discord_, crowd, board, referee, keys) for board in crowd.boards]
    _orders(discord_, crowd, keys, set().union(*unheard), losses)
    for board in crowd.boards:
        await _posts(board, referee, losses)
        await _deadlines(board, referee, losses, now)
        await _reminders(discord_, board, referee, losses, now)
    for board in crowd.boards if chains else ():
        table = await referee.open(f"#{board.number}")
        said = verify_lines(await export_match(referee, table))
        losses.chains += 1
        if not said[0].startswith("ok"):
            losses.add("chains broken", f"{board.name}: {said[:3]}")
    return losses


async def _unheard(
    discord_: StandIn,
    crowd: Crowd,
    board: Board,
    referee: Referee,
    keys: Mapping[str, Sequence[int]],
) -> set[str]:
    """The lines of a channel that rightly got no answer: when each was read, its match may have
    been over, or the seat of its writer free, because deadlines were missed.  A channel is read in
    order, so a line was read between the entries of the lines before and after it."""
    here = [one for one in crowd.said if one.message.channel is board.place.channel]
    here.sort(key=lambda one: one.message.id)
    if all(keys.get(one.key) or answers(discord_, one.message) for one in here):
        return set()
    table = await referee.open(f"#{board.number}")
    states = [await referee.state_at(table, link.number) for link in table.match.links]
    over = [table.game.outcome(state) is not None for state in states]
    free = await _free(referee, board, table)
    found: set[str] = set()
    last, waiting = 0, list[Said]()
    for one in here:
        if not keys.get(one.key):
            waiting.append(one)
            continue
        found |= _in_vain(waiting, any(over[last : min(keys[one.key])]), min(keys[one.key]), free)
        last, waiting = max(keys[one.key]), []
    return found | _in_vain(waiting, any(over[last:]), len(over), free)


async def _free(referee: Referee, board: Board, table: OpenMatch) -> Mapping[int, int]:
    """For each seat that is free now: the account that held it, and the entry of the last deadline
    that it missed."""
    query = sa.text("SELECT number FROM entries WHERE match_id = :id AND text = :text")
    found, held = dict[int, int](), {seat for seat, _ in table.record.seats}
    for seat, person in enumerate(board.people):
        text = f"timeout {table.name_of(seat)}"
        numbers = await referee.store.database.values(query.bindparams(id=board.number, text=text))
        if seat != GM and seat not in held and numbers:
            found[person.id] = max(numbers)
    return found


def _in_vain(waiting: Sequence[Said], over: bool, until: int, free: Mapping[int, int]) -> set[str]:
    """Those of the waiting lines that may rightly have no answer: the match was over, or the seat
    of their writer became free before the entry `until`."""
    return {one.key for one in waiting if over or free.get(one.message.author.id, until) < until}


def _orders(
    discord_: StandIn,
    crowd: Crowd,
    keys: Mapping[str, Sequence[int]],
    unheard: Collection[str],
    losses: Losses,
) -> None:
    """Check that each accepted line is in the log once, and that each line got a true answer."""
    for one in crowd.said:
        told, count = answers(discord_, one.message), len(keys.get(one.key, ()))
        door = "chat" if one.message.channel is one.board.place.channel else "letter"
        what = (
            f"{one.board.name} ({one.board.system}) {one.key} {door} {one.text!r}: "
            f"{told}, {count} entries"
        )
        losses.orders += bool(count)
        losses.refused += not count
        if count > 1:
            losses.add("orders doubled", what)
        if not count and (FILED in told or not (told or one.key in unheard)):
            losses.add("orders lost", what)
        if count and any(word in text for text in told for word in DENIED):
            losses.add("answers that are wrong", what)


async def _rows(referee: Referee, board: Board) -> Sequence[Any]:
    query = sa.text(
        "SELECT number, part, audience, content, message, gave_up, kind, shown FROM outbox "
        "WHERE match_id = :id ORDER BY id"
    )
    async with referee.store.database.engine.connect() as connection:
        return (await connection.execute(query, {"id": board.number})).all()


async def _posts(board: Board, referee: Referee, losses: Losses) -> None:
    """Check that every post of the outbox became messages of its own, and that nothing else is in
    the channel: no post of a turn that was replaced, and no order in two posts.  (Only the post of
    the end tells of overrides once more.)"""
    rows = [row for row in await _rows(referee, board) if row.audience == "public"]
    posted: Counter[str] = Counter()
    ends: set[str] = set()
    for row in rows:
        posted.update((row.message or "").split() if row.shown != GONE else ())
        ends.update((row.message or "").split() if row.kind == "end" else ())
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
    told = "\n".join(one.content for number, one in standing.items() if number not in ends)
    lines = Counter(re.findall(r"^(?:~~)?#(\d+) ", told, re.MULTILINE))
    for line, count in lines.items():
        if count > 1:
            losses.add("posts doubled", f"{board.name}: #{line} stands in {count} posts")


async def _deadlines(board: Board, referee: Referee, losses: Losses, now: Any) -> None:
    """Check that each turn whose time is over was ended once and told once; none is left."""
    query = sa.text(
        "SELECT number, source FROM entries WHERE match_id = :id AND text LIKE 'timeout %'"
    )
    async with referee.store.database.engine.connect() as connection:
        rows = (await connection.execute(query, {"id": board.number})).all()
    fired = Counter(match[0] for row in rows if (match := CLOCKED.match(str(row.source))))
    turns = await Times(referee.store.database).turns(board.number)
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


async def _reminders(
    discord_: StandIn, board: Board, referee: Referee, losses: Losses, now: Any
) -> None:
    """Check that each reminder was written once and sent once, and that none waits."""
    letters = [row for row in await _rows(referee, board) if REMINDED in row.content]
    written = Counter(row.content for row in letters)
    texts = [one.content for person in board.people for one in discord_.dm(person).from_bot]
    came = Counter(text for text in texts if REMINDED in text and f"#{board.number}," in text)
    losses.reminders += len(came)
    for row in letters:
        if not row.message and not row.gave_up:
            losses.add("reminders lost", f"{board.name}: {row.content[:60]!r} waits")
    for text, count in (came - Counter({*written, *came})).items():
        losses.add("reminders doubled", f"{board.name}: {count} more of {text[:80]!r}")
    for text in written.keys() ^ came.keys():
        losses.add("reminders lost", f"{board.name}: {text[:80]!r} was written or came alone")
    for turn in open_turns(await Times(referee.store.database).turns(board.number)):
        if turn.remind_at is not None and turn.remind_at <= now:
            losses.add("reminders lost", f"{board.name}: seat {turn.seat} since #{turn.began}")
