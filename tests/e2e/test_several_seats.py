"""Matches of three seats by chat: chits with secret contents, a clock, a substitute."""

import hashlib
import re
from pathlib import Path
from typing import Any

import pytest

from bot.cases.casefile import no_dice
from bot.history.verify import verify_lines
from bot.match.tree import fold
from rules.line.orders import EndPhase, Order
from tests.scenarios import FOUNDINGS, Scenario

from .stage import stage
from .standin import Place
from .standin.components import find
from .test_commands import ask, says, until
from .test_match import Course
from .test_time import DAY, HOUR, Hall

CHITS = Scenario(
    {"seats": "3", "rows": "18", "cols": "18"},
    (
        (1, "takes Brood nest"),
        (2, "takes Vanguard patrol"),
        (3, "takes Orc raiders"),
        (1, "ready"),
        (2, "ready"),
        (3, "ready"),
    ),
)
COURTS = Scenario(
    {"seats": "3", "leaders": "0", "fate": "off"},
    tuple(
        (seat, line)
        for seat, (house, claim, capital) in enumerate(FOUNDINGS[:3], 1)
        for line in (
            f"house {house}",
            f"claim {claim}",
            f"build barracks in {capital}",
            f"buy 3 cavalry in {capital}",
            "end phase",
        )
    ),
)


async def awaited(course: Course) -> int:
    """The one seat that is awaited."""
    table = await course.table()
    (seat,) = table.game.awaits(table.match.state)
    return seat


async def turn_of(course: Course, seat: int, word: str) -> None:
    """Let every seat before this one say `word`, until it is this one's turn."""
    while (before := await awaited(course)) != seat:
        await course.say(before, word)


def heard_by_others(course: Course) -> str:
    """Everything posted in public, and all direct messages to armies 2 and 3."""
    letters = [one.content for seat in (2, 3) for one in course.people[seat].inbox]
    return "\n".join((*course.thread.texts, *letters))


@pytest.mark.asyncio
async def test_three_seats_and_chits(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Ana deploys two chits by direct message: everybody sees where they lie, but no opponent what
    they are, also after a restart, until they are revealed; the log of the match verifies."""
    async with stage(monkeypatch, tmp_path) as built:
        course = Course(built, 1)
        await course.begin("rulescrusade", CHITS)
        await course.set_up(CHITS)
        openly = {2: "deploy M1 at 3,15", 3: "deploy O1 at 9,2"}
        for _ in range(3):
            seat = await awaited(course)
            await (course.say(seat, openly[seat]) if seat in openly else deal(course))
            await course.say(seat, "done")
        assert "ST1" not in heard_by_others(course)
        await turn_of(course, 1, "end turn")
        await course.say(1, "done")
        await turn_of(course, 1, "end turn")
        assert "ST1" not in heard_by_others(course)
        await course.say(1, "X1 reveals")
        await course.thread.says("ST1")
        await course.say(1, "X2 reveals")
        key = await says(built.ben, "key", course.thread, full=True)
        assert "ST1" in key
        assert "X2" not in key
        assert_sealed_together(course)
        await verified(course)


def assert_sealed_together(course: Course) -> None:
    """The seals of several chits are one file on the post of the turn, each part below its SHA-256,
    and one phrase of the post names them all."""
    (post,) = [one for one in course.thread.from_bot if "Revealed" in one.content]
    assert "Revealed: army 1 (2 seals, one file below)" in post.content
    (file,) = [one for one in post.attachments if one.filename.startswith("seal")]
    assert file.filename == "seals-army-1.txt"
    parts = re.split(r"^(== .*\n)", file.content.decode(), flags=re.MULTILINE)[1:]
    heads, texts = parts[::2], parts[1::2]
    assert ["deploy X1 as ST1" in texts[0], "deploy X2 as nothing" in texts[1]] == [True, True]
    for head, text in zip(heads, texts, strict=True):
        lines = int(re.search(r"next (\d+) lines", head)[1])  # type: ignore[index]
        sealed = "".join(text.splitlines(keepends=True)[:lines])
        assert head.rstrip().endswith(hashlib.sha256(sealed.encode()).hexdigest())


async def deal(course: Course) -> None:
    """Deploy two chits by direct message, with a restart in between; an order that would reveal one
    in public is not filed."""
    hall = course.hall
    await course.letter(1, "deploy X1 as ST1 at 15,8")
    await hall.leave()
    await hall.enter()
    await course.letter(1, "deploy X2 as nothing at 15,9")
    await course.thread.says("X2 is deployed at 15,9")
    for who in (hall.ana, hall.ben, course.people[3], hall.gm):
        key = await says(who, "key", course.thread, full=True)
        assert "X1 chit at 15,8" in key
        assert ("X1 chit at 15,8: Stalker ST1" in key) == (who in (hall.ana, hall.gm))
        assert ("X2 chit at 15,9: nothing" in key) == (who in (hall.ana, hall.gm))
    links = len((await course.table()).match.links)
    hall.ana.say(course.thread, "deploy X2 as BL1 at 15,9")
    word = "is secret, and your message can be read by everybody"
    await until(lambda: any(word in one.content for one in hall.ana.inbox))
    assert len((await course.table()).match.links) == links


async def verified(course: Course) -> None:
    """Assert that the log verifies as a player can export it while the match goes on."""
    copy = await ask(course.hall.ana, "match export", course.thread)
    assert verify_lines(copy.attachments[0].content.decode())[0].startswith("ok:")


class Court(Hall):
    """A match of three seats, with a clock that the test sets."""

    course: Course

    @property
    def play(self) -> Place:
        return self.course.thread

    async def turn(self) -> int:
        """Play a whole turn of the seat that is to act, in one message: purchases, attacks, the
        end.  Returns the seat."""
        seat = await awaited(self.course)
        table = await self.course.table()
        lines = planned(table.game, table.match.state, seat)
        count = len(table.match.links)
        await self.course.say(seat, "\n".join((*lines, "end turn")))
        await until(lambda: len(table.match.links) > count + len(lines))
        assert await awaited(self.course) != seat
        return seat

    async def rounds(self, last: int) -> None:
        """Play turn after turn until round `last` begins."""
        while (await self.course.table()).match.state.flow.round < last:
            await self.turn()


def planned(game: Any, state: Any, seat: int) -> list[str]:
    """What the easy opponent would buy and attack, at most two orders of each, as it is typed."""
    opponent = game.opponent("easy")
    lines: list[str] = []
    for phase, most in (("purchase", 2), ("move", 2)):
        for _ in range(most):
            order = opponent.order(state, seat, len(lines))
            if isinstance(order, EndPhase):
                break
            lines.append(str(order))
            state = played(game, state, seat, order)
        assert state.flow.phase == phase
        if phase == "purchase":
            lines.append("end phase")
            state = played(game, state, seat, EndPhase())
    return lines


def played(game: Any, state: Any, seat: int, order: Order) -> Any:
    """The state after an order that rolls no dice."""
    return fold(game, state, game.adjudicate(state, seat, (order,), no_dice))


@pytest.mark.asyncio
async def test_three_courts_a_clock_and_a_substitute(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Ten rounds of three Houses with three days for each turn: the second to play is reminded but
    does not come, its turn is ended, and Dov takes its seat.  A restart on the way loses nothing;
    at the end there are news and a yearbook."""
    async with stage(monkeypatch, tmp_path) as built:
        court = Court(built)
        court.take_clock()
        course = court.course = Course(built, 1)
        await course.begin("candlebre", COURTS)
        await course.set_up(COURTS)
        said = await says(built.gm, "clock set", court.play, clock="3d", grace=0, open_after=1)
        assert said.startswith("Clock: 3d")
        first = await court.turn()
        late = await awaited(course)
        await court.live(f"deadline of army {late}")
        reminders = await says(course.people[late], "remind set", court.play, ladder="24h")
        assert "Reminders: 1d before a deadline" in reminders
        await court.wait(2 * DAY)
        await built.discord.dm(course.people[late]).says("is awaited until")
        assert built.bot is not None
        await built.bot.timekeeper.round()
        await court.away(HOUR)
        built.referee._now = built.now
        await court.live(court.stamp(DAY - HOUR))
        await court.wait(DAY - HOUR)
        await court.play.says(
            f"**army {late}** missed its deadline: its turn was ended, nothing filed."
        )
        await court.play.says("is open.** Also under `/match list which: open`")
        dov = built.home.member("Dov")
        gone = course.people[late]
        assert f"army {late} is now {dov.mention}" in await says(dov, "match take-seat", court.play)
        assert "hold no seat" in await says(gone, "legal", court.play)
        course.people[late] = dov
        await ask(dov, "setup asking", court.play, on=False)
        third = await court.turn()
        assert {first, late, third} == {1, 2, 3}
        assert await court.turn() == first
        summons = await court.play.says(f"deadline of army {late}")
        assert summons is not None
        assert await court.turn() == late
        assert any(dov.was_pinged(one) for one in court.play.from_bot)
        assert await awaited(course) == third
        await court.rounds(6)
        await built.leave()
        await built.enter()
        await court.rounds(11)
        assert "round 11, purchase" in await says(built.ana, "board", court.play)
        seat = await awaited(course)
        news = await says(course.people[seat], "catch-up", court.play)
        assert f"\nArmy {seat % 3 + 1}: " in news
        assert "One by one:" in news
        other = next(one for one in course.people if one not in (0, seat))
        posts = reversed(court.play.from_bot)
        report = next(one for one in posts if find(one.components, "News") is not None)
        page = await course.people[other].answer(course.people[other].click(report, "News"))
        assert f", army {other}, since your #" in page.content
        pages = await built.ana.answers(built.ana.slash("yearbook", here=court.play), 1)
        assert "round 11" in pages[-1].content
        assert pages[-1].attachments[0].filename == "yearbook.png"
        assert "rounds 1 to 11" in pages[-1].attachments[0].description
        await verified(course)
