"""How fast the bot answers commands and messages, compared with an echo bot; memory per match.

The stand-in for Discord (tests/e2e) runs twice: once with the referee on it and once with a bare
discord.py echo bot, each bot in a process of its own.  In every round all matches act at the same
moment, and the next round begins when everybody has an answer.  The two bots take turns, so that
both are slowed alike by whatever else the machine does.  In the last rounds messages come evenly
spread.  A message is answered first by a tick on it, then by a line in the post of the turn.
"""

import asyncio
import logging
import math
import os
import sys
import tempfile
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from bot.posts.announce import Announcer
from bot.store import PlaceRecord
from tests.bench.common import Row, median
from tests.e2e.standin import Home, Human, Interaction, Message, Place, StandIn
from tests.e2e.standin.pulse import Pulse
from tests.e2e.standin.world import Event
from tests.support import DUEL, must, referee_on

ROUNDS = {1: 20, 20: 4, 100: 2}
"""The number of matches, and how many rounds they play."""

WARM = 1
A_SECOND = 20
"""Messages per second in the rounds in which they come evenly spread."""

EVENLY = {20: 5, 100: 2}
"""The number of matches, and how many such rounds they play."""

TICK = "\u2705"
KEPT = 6
"""How many of the bot's posts are remembered of each channel."""

PATIENCE = 240.0
REST = 0.5
"""Seconds after an answer in which the bot finishes whatever else the message causes."""

ANSWERS = {
    "/board": ("first response", "words", "picture"),
    "message": ("tick", "line in the turn's post"),
}
"""The parts of an answer, in the order in which they come."""

WITHIN, MANY = 3, 4
"""The goals, in times of the echo bot's time: in general, and for 100 messages at once."""

Look = Callable[[], bool]
"""Has something come that is waited for?"""

Crowd = Callable[[StandIn, Path], Awaitable[None]]
"""Adds other matches to the database, and their channels to the stand-in for Discord."""

Marks = list[tuple[float, ...]]
"""For each act, when each part of its answer came, in seconds after the act."""


@dataclass(eq=False)
class Waiting:
    """An act that waits for its answer; each of `looks` says whether the next part has come."""

    looks: tuple[Look, ...]
    ended: asyncio.Future[None]
    began: float = field(default_factory=time.perf_counter)
    marks: list[float] = field(default_factory=list)

    def looked(self, now: float) -> bool:
        """Note what has come; True if that is the whole answer."""
        while (come := len(self.marks)) < len(self.looks) and self.looks[come]():
            self.marks.append(now - self.began)
        whole = len(self.marks) == len(self.looks)
        if whole and not self.ended.done():
            self.ended.set_result(None)
        return whole


class Stopwatch(Pulse):
    """The pulse of a stand-in for Discord, which notes the time at which answers come.

    An act in a channel is only looked at when something happens in that channel.
    """

    def __init__(self, guard: Callable[[], None]) -> None:
        super().__init__()
        self.guard = guard
        self._acts: list[Waiting] = []
        self._said: dict[int, Waiting] = {}

    def touch(self) -> None:
        """Something changed: look at all acts that are not in a channel."""
        super().touch()
        if self._acts:
            now = time.perf_counter()
            self._acts = [act for act in self._acts if not act.looked(now)]

    def happened(self, channel: int) -> None:
        """Something happened in a channel: look at the act there."""
        act = self._said.get(channel)
        if act is not None and act.looked(time.perf_counter()):
            del self._said[channel]

    def start(self, *looks: Look, channel: int = 0) -> Waiting:
        """Begin to wait for the answer to an act of this moment, which may be in a channel."""
        act = Waiting(looks, asyncio.get_running_loop().create_future())
        if channel:
            self._said[channel] = act
        else:
            self._acts.append(act)
        return act


class Side:
    """A stand-in for Discord with one bot on it, and a person in each of its channels."""

    def __init__(self, discord_: StandIn, count: int) -> None:
        self.discord = discord_
        self.watch = discord_.world.pulse = Stopwatch(discord_.check)
        self.home: Home = discord_.guild("Home")
        self.people: list[Human] = [self.home.member(f"Ana{n}") for n in range(count)]
        self.places: list[Place] = [self.home.channel(f"board-{n}") for n in range(count)]
        self.posts: dict[int, dict[int, Message]] = {place.id: {} for place in self.places}
        discord_.world.listeners.append(self.note)

    def note(self, event: Event) -> None:
        """Keep the newest few of the bot's posts in each channel."""
        message, channel = event.message, event.channel
        if channel is None or channel.id not in self.posts:
            return
        if message is not None and message.author is self.discord.bot:
            posts = self.posts[channel.id]
            posts[message.id] = message
            if len(posts) > KEPT:
                del posts[min(posts)]
        self.watch.happened(channel.id)

    def command(self, number: int, name: str, text: str) -> Waiting:
        """Give a slash command in one of the channels."""
        options = {"text": text} if text else {}
        given: list[Interaction] = []
        looks: list[Look] = [
            lambda: bool(given) and given[0].answer is not None,
            lambda: bool(given) and bool(given[0].shown),
        ]
        if name == "board":
            looks.append(lambda: bool(given[0].shown[-1].attachments))
        act = self.watch.start(*looks)
        given.append(self.people[number].slash(name, options, here=self.places[number]))
        return act

    def message(self, number: int, text: str, shown: str, ticked: bool = True) -> Waiting:
        """Say a message in one of the channels, and wait for its tick (if `ticked`) and for a post
        in which `shown` can be read."""
        place, said = self.places[number], list[Message]()

        def whole() -> bool:
            return self.shows(place, shown)

        def first() -> bool:
            return bool(said) and TICK in said[0].reactions

        act = self.watch.start(first if ticked else whole, whole, channel=place.id)
        said.append(self.people[number].say(place, text))
        return act

    def shows(self, place: Place, text: str) -> bool:
        """Can this text be read in one of the bot's newest posts?"""
        return any(text in post.content for post in self.posts[place.id].values())

    async def settled(self, text: str) -> None:
        """Wait until this text can be read in every channel."""

        def look() -> bool:
            return all(self.shows(place, text) for place in self.places)

        await self.discord.until(look, PATIENCE, text)

    async def all_act(self, act: Callable[[int], Waiting], pause: float = 0.0) -> Marks:
        """Let everybody act, at the same moment or one after another, and wait for all answers."""
        acts = []
        for number in range(len(self.places)):
            acts.append(act(number))
            if pause:
                await asyncio.sleep(pause)
        await asyncio.wait_for(asyncio.gather(*(one.ended for one in acts)), PATIENCE)
        self.discord.check()
        assert not self.discord.refusals, self.discord.refusals
        return [tuple(one.marks) for one in acts]


@asynccontextmanager
async def bot(discord_: StandIn, *arguments: str) -> AsyncIterator[Process]:
    """Start a bot in a process of its own, wait until it takes messages, and end it afterwards."""
    command = (sys.executable, "-m", "tests.bench.bots", *arguments)
    environment = {**os.environ, **discord_.settings()}
    process = await asyncio.create_subprocess_exec(
        *command, stdin=PIPE, stdout=PIPE, env=environment
    )
    try:
        assert process.stdout is not None
        line = await asyncio.wait_for(process.stdout.readline(), PATIENCE)
        assert line == b"ready\n", "the bot did not start"
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def memory(process: Process) -> int:
    """Stop a bot, and return the bytes of memory that it used."""
    said, _ = await asyncio.wait_for(process.communicate(b""), PATIENCE)
    return int(said)


async def spent(process: Process) -> float:
    """The seconds that the event loop of a bot has worked so far."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b"\n")
    return float(await asyncio.wait_for(process.stdout.readline(), PATIENCE))


async def settle(side: Side, file: Path) -> int:
    """Make a duel for every channel, as if the bot had been away for a moment; returns the number
    of its newest entry."""
    newest = 0
    async with referee_on(file) as referee:
        for number, (person, place) in enumerate(zip(side.people, side.places, strict=True)):
            seats = ((0, str(side.discord.world.owner.id)), (1, str(person.id)))
            table = await referee.create(f"duel {number}", "crusade7", seats=seats, scene=True)
            for line in DUEL:
                must(await referee.submit(table, 0, line, report=False))
            where = PlaceRecord(table.record.id, str(place.id), str(side.home.id))
            await referee.mail.settle(where)
            await referee.mail.advance(str(place.id), str(place.id))
            await Announcer(referee).open_match(table)
            newest = table.match.links[-1].number
    return newest


@dataclass
class Result:
    """The measurements for one number of matches.

    By act: the marks of rounds where all act at once, the marks of `steady` rounds, and the seconds
    that an event loop worked for a message.  `started`: the seconds until the referee took
    messages, and those that its event loop worked.  Then the bytes of memory that each bot used.
    """

    marks: dict[str, Marks] = field(default_factory=dict)
    steady: dict[str, Marks] = field(default_factory=dict)
    worked: dict[str, list[float]] = field(default_factory=dict)
    started: tuple[float, float] = (0.0, 0.0)
    echo: int = 0
    referee: int = 0

    def add(self, act: str, marks: Marks) -> None:
        """Add the marks of everybody's act."""
        self.marks.setdefault(act, []).extend(marks)


@dataclass
class Bench:
    """The two bots, each on a stand-in of its own."""

    mine: Side
    other: Side
    referee: Process
    echo: Process
    entry: int
    result: Result = field(default_factory=Result)

    async def round(self) -> None:
        """Everybody at once asks for the board, gives an order by command and one by message, and
        takes both back; in between the echo bot is used."""
        mine, other, result, entry = self.mine, self.other, self.result, self.entry
        result.add("echo", await other.all_act(lambda n: other.command(n, "echo", "hello")))
        result.add("/board", await mine.all_act(lambda n: mine.command(n, "board", "")))
        await self.order("L1 moves to 5,7", f"#{entry + 1} ")
        worked = await spent(self.echo)
        result.add("echoed", await other.all_act(self.says("hello")))
        await self.rest("echoed", worked)
        worked = await spent(self.referee)
        result.add("message", await mine.all_act(self.orders(entry + 2)))
        await self.rest("message", worked)
        result.add("echo", await other.all_act(lambda n: other.command(n, "echo", "hello")))
        await self.order("undo", f"~~#{entry + 2} ")
        await self.order("undo", f"~~#{entry + 1} ")
        self.entry += 4

    async def evenly(self) -> None:
        """Everybody in turn says something to the echo bot, and gives an order by message; then all
        take their orders back."""
        mine, other, steady = self.mine, self.other, self.result.steady
        pause = 1 / A_SECOND
        steady.setdefault("echoed", []).extend(await other.all_act(self.says("hello"), pause))
        orders = self.orders(self.entry + 1)
        steady.setdefault("message", []).extend(await mine.all_act(orders, pause))
        await self.order("undo", f"~~#{self.entry + 1} ")
        self.entry += 2

    def says(self, word: str) -> Callable[[int], Waiting]:
        """The act of saying something that the echo bot sends back."""
        text = f"{word} {self.entry}"
        return lambda number: self.other.message(number, text, text, False)

    def orders(self, entry: int) -> Callable[[int], Waiting]:
        """The act of giving an order that becomes this entry, by a message that nobody has written
        before."""

        def given(number: int) -> Waiting:
            text = f"L2 moves to 7,7 // number {number} of {entry}"
            return self.mine.message(number, text, f"#{entry} ")

        return given

    async def order(self, line: str, shown: str) -> None:
        """Everybody gives one order by `/order`; then wait until the posts show it."""
        mine = self.mine
        marks = await mine.all_act(lambda number: mine.command(number, "order", line))
        self.result.add("/order", marks)
        await mine.settled(shown)

    async def rest(self, act: str, before: float) -> None:
        """Note how long the event loop has worked for each message, with all that it causes."""
        await asyncio.sleep(REST)
        process = self.echo if act == "echoed" else self.referee
        each = (await spent(process) - before) / len(self.mine.places)
        self.result.worked.setdefault(act, []).append(each)


async def meet(count: int, rounds: int, file: Path, crowd: Crowd | None = None) -> Result:
    """Measure `count` matches with the referee and as many channels with the echo bot, by turns."""
    async with StandIn() as ours, StandIn("Echo") as bare, bot(bare, "echo") as echo:
        mine, other = Side(ours, count), Side(bare, count)
        if crowd is not None:
            await crowd(ours, file)
        entry, begun = await settle(mine, file), time.perf_counter()
        async with bot(ours, "referee", str(file)) as referee:
            started = time.perf_counter() - begun, await spent(referee)
            await ours.until(
                lambda: all(place.pins for place in mine.places), PATIENCE, "the live posts"
            )
            bench = Bench(mine, other, referee, echo, entry)
            for _ in range(WARM):
                await bench.round()
            bench.result = Result(started=started)
            for _ in range(rounds):
                await bench.round()
            for _ in range(EVENLY.get(count, 0)):
                await bench.evenly()
            bench.result.referee, bench.result.echo = await memory(referee), await memory(echo)
    return bench.result


def measure() -> Iterator[Row]:
    """All rows, measured on databases in the temporary folder."""
    logging.getLogger("alembic").setLevel(logging.WARNING)
    held: dict[int, Result] = {}
    for count, rounds in ROUNDS.items():
        with tempfile.TemporaryDirectory() as folder:
            held[count] = asyncio.run(meet(count, rounds, Path(folder) / "referee.sqlite"))
        yield from rows(count, held[count])
    few, many = min(held), max(held)
    first, last = held[few], held[many]
    yield Row(
        f"memory of the bot with {many} matches",
        f"{last.referee / 1e6:.0f} MB",
        f"echo bot {last.echo / 1e6:.0f} MB",
        f"{last.referee / last.echo:.1f} times",
    )
    if many > few:
        each = (last.referee - first.referee) / (many - few)
        yield Row("memory per match", f"{each / 1e3:.0f} kB", f"{few} against {many} matches")


def rows(count: int, result: Result) -> Iterator[Row]:
    """The rows for one number of matches."""
    acts = {"/board": "echo", "/order": "echo", "message": "echoed"}
    where = f"{count} match{'es' * (count > 1)} at once"
    for act, echo in acts.items():
        answers = ANSWERS.get(act, ("first response", "whole answer"))
        for which, answer in enumerate(answers):
            ours = [marks[which] for marks in result.marks[act]]
            bare = [marks[min(which, 1)] for marks in result.marks[echo]]
            goal = 0 if which else MANY if act == "message" and count >= 100 else WITHIN
            yield from compared(f"{act} to {answer}, {where}", ours, bare, goal)
    if result.steady:
        ours, bare = ([mark[0] for mark in result.steady[act]] for act in ("message", "echoed"))
        evenly = f"{count} matches, {A_SECOND} messages a second"
        yield from compared(f"message to tick, {evenly}", ours, bare, WITHIN)
    mine, other = (median(result.worked[act]) for act in ("message", "echoed"))
    yield Row(
        f"work of the event loop for a message, {where}",
        f"{1000 * mine:.2f} ms",
        f"echo bot {1000 * other:.2f} ms",
        f"{mine / other:.2f} times",
        "below 2 ms",
    )


def compared(what: str, ours: list[float], bare: list[float], goal: int) -> Iterator[Row]:
    """Two rows that compare the referee with the echo bot: the median and the 99th percentile."""
    for name, of in (("median", median), ("99th percentile", late)):
        mine, other = of(ours), of(bare)
        yield Row(
            f"{what}: {name} of {len(ours)}",
            f"{1000 * mine:.1f} ms",
            f"echo bot {1000 * other:.1f} ms",
            f"{mine / other:.2f} times",
            f"within {goal} times" if goal else "",
        )


def late(values: list[float]) -> float:
    """The 99th percentile."""
    return sorted(values)[math.ceil(0.99 * len(values)) - 1]
