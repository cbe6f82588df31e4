"""From an interaction to its first response and from a message to its receipt; memory per match.

The imagined Discord of tests/e2e runs here, twice: once with the referee on it and once with a
bare discord.py echo bot, each bot in a process of its own.  In every round all matches act at the
same moment, and the next round begins when everybody has an answer; the two bots take turns, so
that both meet the same weather.  In a last round messages come evenly.  A receipt is the post or
edit that shows the order as filed.
"""

import asyncio
import logging
import math
import os
import sys
import tempfile
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from bot.store import PlaceRecord
from tests.bench.common import Row, median
from tests.e2e.standin import Home, Human, Interaction, Place, StandIn
from tests.e2e.standin.pulse import Pulse
from tests.e2e.standin.world import Event
from tests.support import DUEL, must, referee_on

ROUNDS = {1: 20, 20: 4, 100: 2}
"""How many rounds for how many matches."""

WARM = 1
A_SECOND = 20
"""In one more round messages come one after another, so many in a second."""

PATIENCE = 60.0
WITHIN = 3
"""The goal: at most so many times the echo bot's time."""

Marks = list[tuple[float, float]]
"""When each was answered first, and when wholly, in seconds after it was sent."""


@dataclass(eq=False)
class Waiting:
    """One act that waits for its answer; `first` and `whole` say whether it came."""

    first: Callable[[], bool]
    whole: Callable[[], bool]
    ended: asyncio.Future[None]
    began: float = field(default_factory=time.perf_counter)
    marks: list[float] = field(default_factory=list)


class Stopwatch(Pulse):
    """The heartbeat of an imagined Discord, which notes the time at which answers come."""

    def __init__(self, guard: Callable[[], None]) -> None:
        super().__init__()
        self.guard = guard
        self._acts: list[Waiting] = []

    def touch(self) -> None:
        """Something changed."""
        super().touch()
        now = time.perf_counter()
        for act in self._acts:
            while len(act.marks) < 2 and (act.first, act.whole)[len(act.marks)]():
                act.marks.append(now - act.began)
            if len(act.marks) == 2 and not act.ended.done():
                act.ended.set_result(None)
        self._acts = [act for act in self._acts if len(act.marks) < 2]

    def start(self, first: Callable[[], bool], whole: Callable[[], bool]) -> Waiting:
        """Something was done just now."""
        act = Waiting(first, whole, asyncio.get_running_loop().create_future())
        self._acts.append(act)
        return act


class Side:
    """One imagined Discord with one bot on it, and a person in each of its channels."""

    def __init__(self, discord_: StandIn, count: int) -> None:
        self.discord = discord_
        self.watch = discord_.world.pulse = Stopwatch(discord_.check)
        self.home: Home = discord_.guild("Home")
        self.people: list[Human] = [self.home.member(f"Ana{n}") for n in range(count)]
        self.places: list[Place] = [self.home.channel(f"board-{n}") for n in range(count)]
        self.posts: dict[int, str] = {}
        discord_.world.listeners.append(self.note)

    def note(self, event: Event) -> None:
        """Keep the bot's newest post or edit in each channel; the pinned live post is none."""
        message = event.message
        if message is None or message.author is not self.discord.bot:
            return
        if not message.content.split("\n")[0].endswith("(live)"):
            self.posts[message.channel.id] = message.content

    def command(self, number: int, name: str, text: str) -> Waiting:
        """A slash command in one of the channels."""
        options = {"text": text} if text else {}
        given: list[Interaction] = []
        act = self.watch.start(
            lambda: bool(given) and given[0].answer is not None,
            lambda: bool(given) and bool(given[0].shown),
        )
        given.append(self.people[number].slash(name, options, here=self.places[number]))
        return act

    def message(self, number: int, text: str, receipt: str) -> Waiting:
        """A message in one of the channels."""
        place = self.places[number]
        self.posts.pop(place.id, None)

        def look() -> bool:
            return self.shows(place, receipt)

        act = self.watch.start(look, look)
        self.people[number].say(place, text)
        return act

    def shows(self, place: Place, receipt: str) -> bool:
        """Is this to be read in the bot's newest post?"""
        return receipt in self.posts.get(place.id, "")

    async def settled(self, receipt: str) -> None:
        """Wait until this is to be read in every channel."""

        def look() -> bool:
            return all(self.shows(place, receipt) for place in self.places)

        await self.discord.until(look, PATIENCE, receipt)

    async def all_act(self, act: Callable[[int], Waiting], pause: float = 0.0) -> Marks:
        """Everybody acts, at the same moment or one after another, and has an answer."""
        acts = []
        for number in range(len(self.places)):
            acts.append(act(number))
            if pause:
                await asyncio.sleep(pause)
        await asyncio.wait_for(asyncio.gather(*(one.ended for one in acts)), PATIENCE)
        self.discord.check()
        assert not self.discord.refusals, self.discord.refusals
        return [(one.marks[0], one.marks[1]) for one in acts]


@asynccontextmanager
async def bot(discord_: StandIn, *arguments: str) -> AsyncIterator[Process]:
    """A bot in a process of its own, from when it takes messages to its end."""
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
    """Stop a bot; returns the bytes that it held."""
    said, _ = await asyncio.wait_for(process.communicate(b""), PATIENCE)
    return int(said)


async def settle(side: Side, file: Path) -> int:
    """A duel for every channel, as if its bot had been away for a moment; its newest entry."""
    newest = 0
    async with referee_on(file) as referee:
        for number, (person, place) in enumerate(zip(side.people, side.places, strict=True)):
            seats = ((0, str(side.discord.world.owner.id)), (1, str(person.id)))
            table = await referee.create(f"match {number}", "crusade7", seats=seats, scene=True)
            for line in DUEL:
                must(await referee.submit(table, 0, line, report=False))
            where = PlaceRecord(table.record.id, str(place.id), str(side.home.id))
            await referee.mail.settle(where)
            await referee.mail.advance(str(place.id), str(place.id))
            newest = table.match.links[-1].number
    return newest


@dataclass
class Result:
    """What one number of matches came to: marks by act, and the bytes that each bot held."""

    marks: dict[str, Marks] = field(default_factory=dict)
    steady: dict[str, Marks] = field(default_factory=dict)
    echo: int = 0
    referee: int = 0

    def add(self, act: str, marks: Marks) -> None:
        """The marks of everybody's act."""
        self.marks.setdefault(act, []).extend(marks)


async def meet(count: int, rounds: int, file: Path) -> Result:
    """So many matches with the referee, and as many channels with the echo bot, turn about."""
    result = Result()
    async with StandIn() as ours, StandIn("Echo") as bare:
        mine, other = Side(ours, count), Side(bare, count)
        entry = await settle(mine, file)
        async with bot(ours, "referee", str(file)) as referee, bot(bare, "echo") as echo:
            await ours.until(
                lambda: all(place.pins for place in mine.places), PATIENCE, "the live posts"
            )
            for turn in range(rounds + WARM):
                found = Result() if turn < WARM else result
                await play(mine, other, found, entry)
                entry += 4
            await play(mine, other, steady := Result(), entry, 1 / A_SECOND)
            result.steady = steady.marks
            result.referee, result.echo = await memory(referee), await memory(echo)
    return result


async def play(mine: Side, other: Side, result: Result, entry: int, pause: float = 0.0) -> None:
    """One round: look, order, say, and take both back; the echo bot in between.

    With a pause between messages it is the last one, and nothing is taken back.
    """
    result.add("echo", await other.all_act(lambda n: other.command(n, "echo", "hello")))
    result.add("/board", await mine.all_act(lambda n: mine.command(n, "board", "")))
    await order(mine, result, "L1 moves to 5,7", f"**#{entry + 1}** ")
    said, receipt = f"hello {entry}", f"**#{entry + 2}** "
    result.add("echoed", await other.all_act(lambda n: other.message(n, said, said), pause))
    line = "L2 moves to 7,7"
    result.add("message", await mine.all_act(lambda n: mine.message(n, line, receipt), pause))
    if pause:
        return
    result.add("echo", await other.all_act(lambda n: other.command(n, "echo", "hello")))
    await order(mine, result, "undo", f"~~#{entry + 2} ")
    await order(mine, result, "undo", f"~~#{entry + 1} ")


async def order(mine: Side, result: Result, line: str, shown: str) -> None:
    """Everybody gives one order by `/order`; then the status posts are given time to follow."""
    result.add("/order", await mine.all_act(lambda n: mine.command(n, "order", line)))
    await mine.settled(shown)


def measure() -> Iterator[Row]:
    """With databases in the temporary folder."""
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
    """The figures of one number of matches."""
    acts = {"/board": "echo", "/order": "echo", "message": "echoed"}
    where = f"{count} match{'es' * (count > 1)} at once"
    for act, echo in acts.items():
        answers = ("receipt",) if act == "message" else ("first response", "whole answer")
        for which, answer in enumerate(answers):
            ours = [marks[which] for marks in result.marks[act]]
            bare = [marks[which] for marks in result.marks[echo]]
            yield from compared(f"{act} to {answer}, {where}", ours, bare, not which)
    if count > 1:
        ours, bare = ([mark[0] for mark in result.steady[act]] for act in ("message", "echoed"))
        where = f"{count} matches, {A_SECOND} messages a second"
        yield from compared(f"message to receipt, {where}", ours, bare, True)


def compared(what: str, ours: list[float], bare: list[float], goal: bool) -> Iterator[Row]:
    """The middle one, and the one that 99 of 100 do not exceed."""
    for name, of, aim in (
        ("median", median, f"within {WITHIN} times"),
        ("99th percentile", late, f"within {WITHIN} times, far below 3 s"),
    ):
        mine, other = of(ours), of(bare)
        yield Row(
            f"{what}: {name} of {len(ours)}",
            f"{1000 * mine:.1f} ms",
            f"echo bot {1000 * other:.1f} ms",
            f"{mine / other:.2f} times",
            aim if goal else "",
        )


def late(values: list[float]) -> float:
    """The one that 99 of 100 do not exceed."""
    return sorted(values)[math.ceil(0.99 * len(values)) - 1]
