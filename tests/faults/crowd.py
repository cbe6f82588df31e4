"""The players of a storm: matches of all systems in channels, and people who write orders."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from bot.doors.confirming import SETTING
from bot.lobby.welcome import WELCOMED
from bot.match.settings import Settings
from bot.posts.announce import Announcer
from bot.referee.service import OpenMatch, Referee
from bot.store import PlaceRecord, StoreError
from rules import GAMES
from rules.line.orders import GM
from tests.e2e.standin import Home, Human, Message, Place, StandIn

ENDINGS = ("Resign", "AcceptDraw", "OfferDraw", "DeclineDraw", "SkipTo", "ClearArmy")
"""Orders that are never given here, so that matches go on."""

CLOCK = Settings(clock="3h", grace=0, away="1h")
"""Two of three matches have a clock; its reminder comes two hours before its end."""


@dataclass
class Board:
    """A match in its channel, and who plays it."""

    number: int
    name: str
    system: str
    place: Place
    people: Sequence[Human]
    seen: OpenMatch
    """The match as its players saw it last."""
    said: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Said:
    """A line that somebody wrote, in the channel of a board or to the bot directly."""

    board: Board
    message: Message
    text: str

    @property
    def key(self) -> str:
        """The source that the log gives for this message."""
        return f"m{self.message.id}"


def home_of(discord_: StandIn, shard: int, count: int) -> Home:
    """Make a server that belongs to a shard."""
    home = discord_.guild(f"Home {shard}")
    while (home.id >> 22) % count != shard:
        discord_.clock.advance(0.001)
        home = discord_.guild(f"Home {shard}")
    return home


class Crowd:
    """Makes the matches, and writes to them."""

    def __init__(
        self, discord_: StandIn, referee: Referee, shards: int, chance: random.Random
    ) -> None:
        self.discord = discord_
        self.referee = referee
        self.boards: list[Board] = []
        self.said: list[Said] = []
        self._chance = chance
        self._homes = [home_of(discord_, shard, shards) for shard in range(shards)]

    async def gather(self, count: int, tell: Callable[[str], None] = lambda _: None) -> None:
        """Make `count` matches, of all systems by turns, each ready for its first order."""
        announcer = Announcer(self.referee)
        self.referee.subscribe(announcer.posts)
        people = [
            [home.member(f"{name} {home.guild.name}") for name in ("Ana", "Ben", "Gim")]
            for home in self._homes
        ]
        for home, own in zip(self._homes, people, strict=True):
            await self.referee.mail.remember(f"server {home.id}", {WELCOMED: "yes"})
            for person in own:
                await self.referee.mail.remember(str(person.id), {SETTING: "no"})
        for at in range(count):
            home, own = self._homes[at % len(self._homes)], people[at % len(people)]
            await self._begin(announcer, at, home, own)
            if (at + 1) % 50 == 0:
                tell(f"{at + 1} matches are ready")

    async def _begin(self, announcer: Announcer, at: int, home: Home, own: list[Human]) -> None:
        game = GAMES[at // len(self._homes) % len(GAMES)]
        name, place = f"storm {at}", home.channel(f"storm-{at}")
        ana, ben, gim = own
        seats = ((0, str(gim.id)), (1, str(ana.id)), (2, str(ben.id)))
        settings = Settings() if at % 3 == 2 else CLOCK
        table = await self.referee.create(name, game.id, seats=seats, settings=settings)
        number = table.record.id
        await self.referee.mail.settle(PlaceRecord(number, str(place.id), str(home.id)))
        await self.referee.mail.advance(str(place.id), str(place.id))
        await announcer.open_match(table)
        for line in game.starter:
            seat, _, text = line.partition("> ")
            reply = await self.referee.submit(table, GM if seat == "gm" else int(seat), text)
            assert reply.ok, (game.id, line, reply)
        self.boards.append(Board(number, name, game.id, place, (gim, ana, ben), table))

    async def greet(self, patience: float) -> None:
        """Everybody writes to the bot once, so that it knows where to read on after it was away.
        (A first letter that is written while it is away it cannot know of.)"""
        people = {person.id: person for board in self.boards for person in board.people}
        letters = [person.dm("hello") for person in people.values()]
        opened = {str(one.channel.id) for one in letters}
        async with asyncio.timeout(patience):
            while not opened <= {*await self.referee.mail.cursors()}:
                await asyncio.sleep(0.05)

    async def write(self) -> None:
        """Somebody writes an order somewhere, in the channel or to the bot directly: mostly a legal
        one, sometimes an old one, an undo, or the end of the phase."""
        board = self._chance.choice(self.boards)
        with suppress(StoreError):  # the players do not notice that the database is away
            board.seen = await self.referee.open(f"#{board.number}")
        seat, text = self._order(board, board.seen)
        person = board.people[seat]
        if self._chance.random() < 0.15:
            message = person.dm(f"#{board.number}: {text}")
        else:
            message = person.say(board.place, text)
        board.said.append(text)
        self.said.append(Said(board, message, text))

    def _order(self, board: Board, table: OpenMatch) -> tuple[int, str]:
        chance, state = self._chance, table.match.state
        awaited = table.game.awaits(state)
        seat = chance.choice(awaited) if awaited else chance.choice((1, 2))
        drawn = chance.random()
        if drawn < 0.08 and board.said:
            return seat, chance.choice(board.said)
        if drawn < 0.12:
            return seat, "undo"
        if drawn < 0.16:
            return seat, "end phase"
        found = [one for one in self._open(table, state, seat) if type(one).__name__ not in ENDINGS]
        return seat, str(chance.choice(found)) if found else "end phase"

    def _open(self, table: OpenMatch, state: Any, seat: int) -> list[Any]:
        units = table.game.references(state, seat)
        for unit in self._chance.sample(units, min(4, len(units))):
            if found := list(islice(table.game.legal(state, seat, unit), 60)):
                return found
        return list(islice(table.game.legal(state, seat), 30))

    def load(self) -> str:
        """The number of matches of each system, in words."""
        systems = Counter(board.system for board in self.boards)
        each = ", ".join(f"{system} {count}" for system, count in sorted(systems.items()))
        return f"{len(self.boards)} matches ({each})"
