"""Matches of three seats by chat: chits under which nobody has a name, a clock, a substitute."""

from pathlib import Path

import pytest

from bot.history.exchange import verify_lines
from tests.scenarios import FOUNDINGS, Scenario

from .stage import stage
from .standin import Place
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
    """Everybody before this seat says that there is nothing more to do."""
    while (before := await awaited(course)) != seat:
        await course.say(before, word)


def heard_by_others(course: Course) -> str:
    """All that everybody has read, and all letters to armies 2 and 3."""
    letters = [one.content for seat in (2, 3) for one in course.people[seat].inbox]
    return "\n".join((*course.thread.texts, *letters))


@pytest.mark.asyncio
async def test_three_seats_and_chits(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Ana deals two chits by letter; where they lie all see, what they are nobody learns, also
    after a restart, until they are turned over; the log of the match verifies."""
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
        key = await says(built.ben, "key", course.thread)
        assert "ST1" in key
        assert "X2" not in key
        await verified(course)


async def deal(course: Course) -> None:
    """Two chits by letter, a restart in between; an order that would tell all is not taken."""
    hall = course.hall
    await course.letter(1, "deploy X1 as ST1 at 15,8")
    await hall.leave()
    await hall.enter()
    await course.letter(1, "deploy X2 as nothing at 15,9")
    await course.thread.says("X2 is deployed at 15,9")
    for who in (hall.ana, hall.ben, course.people[3], hall.gm):
        key = await says(who, "key", course.thread)
        assert "X1 chit at 15,8" in key
        assert ("X1 chit at 15,8: Stalker ST1" in key) == (who in (hall.ana, hall.gm))
        assert ("X2 chit at 15,9: nothing" in key) == (who in (hall.ana, hall.gm))
    links = len((await course.table()).match.links)
    hall.ana.say(course.thread, "deploy X2 as BL1 at 15,9")
    word = "is secret, and your message can be read by everybody"
    await until(lambda: any(word in one.content for one in hall.ana.inbox))
    assert len((await course.table()).match.links) == links


async def verified(course: Course) -> None:
    """The log as a player has it while the match goes on holds together."""
    copy = await ask(course.hall.ana, "match export", course.thread)
    assert verify_lines(copy.attachments[0].content.decode())[0].startswith("ok:")


class Court(Hall):
    """A match of three seats whose clock the test turns."""

    course: Course

    @property
    def play(self) -> Place:
        return self.course.thread

    async def turn(self) -> int:
        """A whole turn of whoever is awaited, without doing much."""
        seat = await awaited(self.course)
        while await awaited(self.course) == seat:
            await self.course.say(seat, "end phase")
        return seat


@pytest.mark.asyncio
async def test_three_courts_a_clock_and_a_substitute(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Two rounds of three Houses with three days for each turn: the second to play does not come,
    its turn is ended, Dov takes its seat; the bot restarts on the way and forgets nothing."""
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
        await court.wait(2 * DAY)
        assert built.bot is not None
        await built.bot.timekeeper.round()
        await court.away(HOUR)
        built.referee._now = built.now
        await court.live(court.stamp(DAY - HOUR))
        await court.wait(DAY - HOUR)
        await court.play.says(f"**army {late}** missed its deadline: its turn was ended.")
        await court.play.says("is open for a substitute: `/match take-seat`.")
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
        assert "army 1" in await says(built.ana, "board", court.play)
        await verified(course)
