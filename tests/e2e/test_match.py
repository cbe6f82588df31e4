"""Whole matches by chat in every system, with and without the message-content intent."""

import random
import re
from collections.abc import AsyncIterator
from itertools import islice, pairwise
from pathlib import Path

import pytest
import pytest_asyncio

from bot.chat.sparring import levels_of
from bot.history.verify import verify_lines
from bot.referee.service import OpenMatch
from rules import GAMES, find
from rules.line.orders import AcceptDraw, DeclineDraw, EndPhase, OfferDraw, Order, Resign
from tests.sample import lot, sample
from tests.scenarios import SCENARIOS, Scenario

from .stage import Stage, stage
from .standin import Human, Message, Place
from .test_commands import ask, says, until

ENDINGS = (AcceptDraw, DeclineDraw, OfferDraw, Resign)
MORE = ("Cyd", "Dov", "Eve", "Fay")
"""Who takes the seats after the second."""

ORDERS = lot(21, 12)
"""How many orders of the battle are given by chat before somebody resigns."""


SYSTEMS = [game.id for game in GAMES]
EACH = [*((one, True) for one in SYSTEMS), *((one, False) for one in sample(SYSTEMS, 5, 3))]
"""The matches that are played: in which system, and with or without the message-content intent."""

with_and_without = pytest.mark.parametrize("content", [True, False], ids=["content", "no-content"])


@pytest_asyncio.fixture
async def hall(
    content: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> AsyncIterator[Stage]:
    """A server with the bot, with or without the message-content intent."""
    async with stage(monkeypatch, tmp_path, content=content) as built:
        yield built


class Course:
    """One match, its orders chosen at random from a seed."""

    def __init__(self, hall: Stage, seed: int) -> None:
        self.hall = hall
        self.rng = random.Random(seed)
        self.people = {0: hall.gm, 1: hall.ana, 2: hall.ben}
        self.thread: Place = hall.play

    async def table(self) -> OpenMatch:
        """The match, from whichever bot is running now."""
        return await self.hall.table("Fords")

    async def begin(self, system: str, scenario: Scenario) -> None:
        """Make the match, let everybody join, start it, and turn off the questions."""
        options = " ".join(f"{name}={value}" for name, value in scenario.options.items())
        given = {"name": "Fords", "system": system, "gm": self.hall.gm, "options": options}
        await ask(self.hall.ana, "match new", self.hall.play, **given)
        self.thread = await self.hall.play.thread("Fords")
        await ask(self.hall.ben, "match join", self.thread)
        for seat in find(system).seats(scenario.options)[2:]:
            self.people[seat] = self.hall.home.member(MORE[seat - 3])
            await ask(self.people[seat], "match join", self.thread)
        await ask(self.hall.ana, "match start", self.thread)
        await self.thread.says("The dice follow a secret seed")
        for seat in self.seats:
            await ask(self.people[seat], "setup asking", self.thread, on=False)

    @property
    def seats(self) -> list[int]:
        """The seats of the players, without the GM's seat 0."""
        return [seat for seat in self.people if seat]

    async def say(self, seat: int, text: str) -> None:
        """Give an order in chat; fails with the bot's answers if it is not filed."""
        table = await self.table()
        count = len(table.match.links)
        bot = self.hall.bot
        assert bot is not None
        bot.doors.pace.burst = 10_000
        short = len(text.split()) < 2
        spoken = f"{self.hall.discord.bot.mention} {text}" if short or not bot.content else text
        post = self.people[seat].say(self.thread, spoken)
        await self.filed(table, count, post)

    async def give(self, seat: int, order: Order) -> None:
        """Give an order in chat, or by direct message if not everybody may know all of it."""
        table = await self.table()
        dice, state = random.Random(0), table.match.state
        events = table.game.adjudicate(state, seat, (order,), lambda die: dice.choice(die.faces))
        secret = any(table.game.known_to(event, state) is not None for event in events)
        await (self.letter if secret else self.say)(seat, str(order))

    async def letter(self, seat: int, text: str) -> None:
        """Give an order by direct message; GM lines have a reason, except `start`."""
        assert self.hall.bot is not None
        self.hall.bot.doors.pace.burst = 10_000
        table = await self.table()
        count = len(table.match.links)
        if not seat:
            text = f"gm> {text}" if text == "start" else f"gm> {text} // agreed beforehand"
        await self.filed(table, count, self.people[seat].dm(text))

    async def question(self, seat: int, text: str) -> None:
        """Ask by direct message; the bot must answer and file nothing."""
        links = len((await self.table()).match.links)
        person = self.people[seat]
        count = len(person.inbox)
        person.dm(text)
        await until(lambda: len(person.inbox) > count)
        assert len((await self.table()).match.links) == links

    async def filed(self, table: OpenMatch, count: int, post: Message) -> None:
        """Wait for a new entry; fails with the bot's answers to the post if none comes."""
        try:
            await until(lambda: len(table.match.links) > count)
        except TimeoutError:
            answers = [m.content for m in self.hall.discord.messages() if m.id > post.id]
            raise AssertionError(f"{post.content!r} was not filed: {answers}") from None

    async def set_up(self, scenario: Scenario) -> None:
        """Give the set-up by direct message; if the scenario says so, deploy every unit where it
        may stand."""
        for seat, line in scenario.lines:
            await (self.question if line.startswith("show") else self.letter)(seat, line)
        table = await self.table()
        for seat in self.seats if scenario.deploy else ():
            for unit in table.game.references(table.match.state, seat):
                cells = list(islice(table.game.legal(table.match.state, seat, unit), 500))
                if cells:
                    await self.letter(seat, str(self.best(cells, scenario)))
            await self.letter(seat, "ready")

    def best(self, orders: list[Order], scenario: Scenario) -> Order:
        """One of up to twelve random orders: the one that best brings the armies together, if the
        scenario can tell."""
        several = self.rng.sample(orders, min(12, len(orders)))
        return min(several, key=scenario.advance) if scenario.advance else several[0]

    async def order(self, scenario: Scenario, end: bool = True) -> None:
        """Give a random order for a seat that is to act; now and then end its phase, if `end` and
        rules allow."""
        table = await self.table()
        seat = self.rng.choice(table.game.awaits(table.match.state))
        refs = table.game.references(table.match.state, seat)
        found: list[Order] = []
        for unit in self.rng.sample(refs, min(4, len(refs))):
            found += islice(table.game.legal(table.match.state, seat, unit), 200)
        whole = list(islice(table.game.legal(table.match.state, seat), 60))
        ends = [one for one in whole if isinstance(one, EndPhase)]
        kinds = sorted({type(one).__name__ for one in found if not isinstance(one, ENDINGS)})
        if ends and (not kinds or self.rng.random() < 0.45) and (end or not kinds):
            await self.give(seat, ends[0])
        elif kinds:
            kind = self.rng.choice(kinds)
            same = [one for one in found if type(one).__name__ == kind]
            await self.give(seat, self.best(same, scenario))
        else:
            open_ = [one for one in whole if not isinstance(one, ENDINGS)]
            await self.give(seat, self.rng.choice(open_))

    async def resign(self, who: Human) -> None:
        """Resign, and confirm it with the button."""
        who.say(self.thread, f"{self.hall.discord.bot.mention} resign")
        question = await self.thread.says("resigns and the match ends")
        await who.answer(who.click(question, "Resign"))
        await self.thread.says("**Fords** is over")


@pytest.mark.parametrize(("system", "content"), EACH)
@pytest.mark.asyncio
async def test_a_whole_match(hall: Stage, system: str) -> None:
    """From `/match new` to the revealed seed, with a restart and a GM's rewind on the way: each
    post is there once and in order, and the exported match verifies die by die."""
    course = Course(hall, 7)
    scenario = SCENARIOS[system](course.rng)
    await course.begin(system, scenario)
    await course.set_up(scenario)
    for number in range(ORDERS):
        table = await course.table()
        if table.game.outcome(table.match.state) is not None:
            break
        await course.order(scenario)
        if number == ORDERS // 3:
            await hall.leave()
            await hall.enter()
        if number == ORDERS // 2:
            ruling = await says(hall.gm, "gm rule", course.thread, text="No fire across the fords")
            assert "No fire across the fords" in ruling
            back = len((await course.table()).match.links) - 1
            await course.order(scenario, end=False)
            await says(hall.gm, "gm rewind", course.thread, to=back, reason="misheard")
    table = await course.table()
    if table.game.outcome(table.match.state) is None:
        await course.resign(hall.ben)
    end = await course.thread.says("**Fords** is over")
    assert table.record.seed in end.content
    await check_posts(course, table)
    copy = await ask(hall.ana, "match export", course.thread)
    lines = verify_lines(copy.attachments[0].content.decode())
    assert lines[0].startswith("ok:")
    assert "from the revealed seed" in lines[0]


async def check_posts(course: Course, table: OpenMatch) -> None:
    """Assert that no order is told twice, no live one is missing, and each turn has one post."""
    await course.hall.quiet()
    texts = [message.content for message in course.thread.from_bot]
    everything = "\n".join(texts)
    turns = "\n".join(text for text in texts if "is over: " not in text)
    lines = re.findall(r"^(?:~~)?#(\d+) ", turns, re.MULTILINE)
    assert len(lines) == len(set(lines)), "an order stands in one post"
    heads = [text.split("\n")[0] for text in texts if text.startswith("**Fords** \u00b7 ")]
    found = (re.search(r"#(\d+)(?:-#(\d+))? [0-9a-f]{10}$", head) for head in heads)
    spans = sorted((int(one[1]), int(one[2] or one[1])) for one in found if one is not None)
    assert all(end < start for (_, end), (start, _) in pairwise(spans)), "each turn has one post"
    first = min(start for start, _ in spans)
    public = {one.number for one in table.match.live() if one.number >= first and one.seat}
    told = {number for start, end in spans for number in range(start, end + 1)}
    assert public <= told, (sorted(public - told), heads)
    assert everything.count("**Fords** is over:") == 1
    assert everything.count("The dice follow a secret seed") == 1
    seeds = [number for number, text in enumerate(texts) if table.record.seed in text]
    assert len(seeds) == 1
    assert "**Fords** is over:" in texts[seeds[0]]


@pytest.mark.parametrize(("system", "content"), [one for one in EACH if levels_of(find(one[0]))])
@pytest.mark.asyncio
async def test_against_the_practice_opponent(hall: Stage, system: str) -> None:
    """Ana plays the machine: it answers each turn by itself, also after a restart."""
    options = {"system": system, "opponent": "easy"}
    assert "You are army 1 and the GM" in await says(
        hall.ana, "match practice", hall.play, **options
    )
    course = Course(hall, 3)
    course.thread = await hall.play.thread("practice")
    await ask(hall.ana, "setup asking", course.thread, on=False)

    async def table() -> OpenMatch:
        return await hall.table("practice")

    course.table = table  # type: ignore[method-assign]
    for number in range(60):
        played = {entry.seat for entry in (await table()).match.live()}
        if number > 5 and played >= {1, 2}:
            break
        await until_awaited(await table(), 1)
        await course.order(Scenario({}))
        if number == 2:
            await hall.leave()
            await hall.enter()
    last = await table()
    assert {entry.seat for entry in last.match.live()} >= {1, 2}
    machine = max(entry.number for entry in last.match.live() if entry.seat == 2)
    await course.thread.says(f"#{machine}")


async def until_awaited(table: OpenMatch, seat: int) -> None:
    """Wait until a seat is to act."""
    await until(lambda: seat in table.game.awaits(table.match.state))


@with_and_without
@pytest.mark.asyncio
async def test_a_battle_by_hand(hall: Stage) -> None:
    """Ana edits one order and undoes another, the GM hurries the battle along, and Ana kills the
    Goblin; after that Ben's order is refused."""
    await hall.duel()
    table = await hall.table()
    assert hall.bot is not None
    here, bot = hall.play, hall.discord.bot.mention
    first = hall.ana.say(here, f"{bot} L1 moves to 5,8")
    await here.says("#6 L1 moves to 5,8")
    hall.ana.edit(first, f"{bot} L1 moves to 5,7")
    await here.says("~~#6 L1 moves to 5,8~~ taken back by")
    hall.ana.say(here, f"{bot} L2 moves to 7,8")
    await here.says("L2 moves to 7,8")
    hall.ana.say(here, f"{bot} undo")
    await here.says("taken back")
    await says(hall.gm, "gm line", here, text="move G1 to 5,12", reason="a faster game")
    await says(hall.gm, "gm line", here, text="set phase fight", reason="a faster game")
    await says(hall.gm, "gm line", here, text="set G1 hp 1", reason="a faster game")
    await says(hall.gm, "gm line", here, text="move L1 to 5,11", reason="a faster game")
    await says(hall.gm, "gm line", here, text="set turn army 1", reason="a faster game")
    hall.ana.say(here, f"{bot} L1 attacks G1 with Gladius")
    end = await here.says("is over: **army 1")
    assert table.record.seed in end.content
    after = hall.ben.say(here, f"{bot} G1 stays")
    await until(lambda: any("over" in one for one in hall.replies(after)))


@with_and_without
@pytest.mark.asyncio
async def test_the_gm_ends_the_match(hall: Stage) -> None:
    """The GM names a winner and the reason: the post of the end has both, the GM's act is told
    once, and when it is undone the match goes on."""
    await hall.duel()
    here, why = hall.play, "the bridge was held"
    hall.ana.say(here, f"{hall.discord.bot.mention} L1 moves to 5,8")
    await here.says("L1 moves to 5,8")
    await says(hall.gm, "gm line", here, text="set winner army 2", reason=why)
    end = await here.says("is over: **army 2")
    assert f"wins** ({why}, C7-END-6)" in end.content
    told = [one for one in here.texts if "**GM**" in one and why in one]
    assert len(told) == 1
    assert told[0].count(why) == 1
    await says(hall.gm, "gm line", here, text="undo", reason="it was not")
    table = await hall.table()
    assert table.game.outcome(table.match.state) is None
    assert table.game.awaits(table.match.state)
