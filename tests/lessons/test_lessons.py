"""Lessons: played through the console door to the end, as golden transcripts; back, skip, stop."""

import asyncio
import re
from collections.abc import Callable

import pytest

from bot.cases.casefile import PREFIX
from bot.lessons.course import course_of, systems_taught
from bot.lessons.desk import answered
from bot.lessons.pupil import LEARNER, PATIENCE, Pupil, Scratch
from bot.terminal.console import Console
from rules import GAMES
from tests.support import referee_on

SYSTEMS = [game.id for game in GAMES]
WRONG = "L1 hops"
TIME = re.compile(r"\d{4}-\d\d-\d\dT[0-9:+]+")


def transcript(system: str, lines: list[str]) -> list[str]:
    """What stands on the screen when these lines are typed at a table of the system."""

    async def played() -> list[str]:
        seen: list[str] = []
        async with referee_on(":memory:") as referee:
            table = await referee.create("own", system, scene=True)
            console = Console(referee, table, seen.append)
            for line in lines:
                seen.append(f"\n> {line}")
                await console.survive(line)
            assert not console.failed
            assert len(table.match.links) == 1, "nothing of a lesson reaches a real match"
            await console.school.close()
        return seen

    return asyncio.run(played())


def typed(system: str) -> list[str]:
    """A lesson as a good pupil types it; the numbers of orders are taken from what was read."""

    async def walked() -> list[str]:
        lines = ["learn"]
        scratch = Scratch()
        pupil = Pupil(scratch, system)
        table = await pupil.begin()
        console = Console(await scratch.referee(), table, lambda _: None, own=LEARNER)
        while True:
            lines.append(pupil.writes[0])
            console.replied = None
            await console.answer(lines[-1])
            assert pupil.heard(lines[-1], console.replied).done, lines[-1]
            if pupil.is_last:
                break
            await pupil.on()
        await scratch.close()
        return lines

    return asyncio.run(walked())


def test_every_system_has_a_lesson() -> None:
    """Six to nine steps, each with something to type, something to check and a hint."""
    assert list(systems_taught()) == SYSTEMS
    for system in SYSTEMS:
        course = course_of(system)
        assert 6 <= len(course.steps) <= 9
        for step in course.steps:
            assert sum(map(bool, (step.need, step.refused, step.asks))) == 1, step.title
            assert step.write
            assert step.right
            assert step.hint
            assert len(step.say) < 700
            assert all(PREFIX.fullmatch(line) for line in step.before)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_lesson_is_played_to_its_end(system: str, golden: Callable[[str, str], None]) -> None:
    """Typed at the console from `learn` to the last word."""
    seen = transcript(system, typed(system))
    text = TIME.sub("(time)", "\n".join(seen)) + "\n"
    assert "The lesson is over." in text
    golden(f"chat/lesson-{system}.txt", text)


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_step_is_done_before_it_begins(system: str) -> None:
    """Every step checks something that is not so yet; skipping leads to the same table."""

    async def walked() -> None:
        scratch = Scratch()
        pupil = Pupil(scratch, system)
        await pupil.begin()
        while True:
            step = pupil.step
            if step.need:
                assert not pupil.stands(), step.title
            if pupil.is_last:
                break
            skipped = Pupil(scratch, system, pupil.number)
            await skipped.go(1)
            assert pupil.table is not None
            console = Console(await scratch.referee(), pupil.table, lambda _: None, own=LEARNER)
            await console.answer(pupil.writes[0])
            await pupil.on()
            assert skipped.table is not None
            one, other = pupil.table.match.state, skipped.table.match.state
            game = pupil.table.game
            if not step.refused and not step.asks:
                assert game.view(one, 1, "text") == game.view(other, 1, "text"), step.title
        await scratch.close()

    asyncio.run(walked())


def test_hints_back_skip_again_stop_and_going_on() -> None:
    """Twice wrong brings the hint; the words that go through a lesson; it goes on where it was."""
    lines = ["learn crusade7", "skip", *[WRONG] * PATIENCE, "back", "board", "L1 moves 2 forward"]
    lines += ["stop", "learn", "again", "skip", "L1?", "quit", "learn nonsense"]
    seen = transcript("crusade7", lines)
    text = "\n".join(seen)
    heads = [one.split(" \u00b7 ")[1].split("\n")[0] for one in seen if "Lesson, step" in one]
    assert heads == [
        "Look around",
        "Move one unit",
        "Look around",
        "Move one unit",
        "Too far",
        "Too far",
        "Too far",
        "Several at once",
    ]
    assert "Not yet. Write `L1 moves to 8,12`." in text
    assert "Write exactly `L1 moves to 8,12`" in text
    assert text.count("The lesson stops") == 2
    assert "there are lessons of crusade7, crusade8x8" in seen[-1]


def test_a_question_without_an_answer_does_no_step() -> None:
    """`describe` of nobody, and of several, leaves the step open; of somebody it is done."""
    seen = transcript("crusade7", ["learn", "describe griffin", "describe legionnaire", "L1?"])
    text = "\n".join(seen)
    assert "there is no unit griffin" in text
    assert "Not yet. Write `board`." in text
    assert text.index("which one is meant: L1, L2") < text.index("Lesson, step 2 of 9")


def test_in_chat_such_a_question_does_no_step_either() -> None:
    """Nor do odds of an order that would be refused, where odds are asked for."""

    async def asked(system: str, title: str, text: str) -> bool:
        titles = [step.title for step in course_of(system).steps]
        scratch = Scratch()
        pupil = Pupil(scratch, system, titles.index(title))
        await pupil.begin()
        pages, reply = await answered(pupil, text)
        assert pages
        done = pupil.heard(text, reply).done
        await scratch.close()
        return done

    for system, title, text, done in (
        ("machinadei", "Look around", "describe griffin", False),
        ("machinadei", "Look around", "describe legion", True),
        ("machinadei", "What would it bring?", "odds Bows9 shoots Mob1", False),
        ("machinadei", "What would it bring?", "odds Bows1 shoots Mob1", True),
    ):
        assert asyncio.run(asked(system, title, text)) == done, text


def test_a_game_that_is_over_has_a_way_on() -> None:
    """Who resigns in a lesson is told that `back` sets its table up again; then it goes on."""
    lines = ["learn", "skip", "resign", "L1 moves to 8,12", "back", "skip", "L1 moves to 8,12"]
    seen = transcript("crusade7", lines)
    over = [one for one in seen if "`back` sets it up again" in " ".join(one.split())]
    assert len(over) == 2
    assert "Lesson, step 3 of 9" in seen[-2]


def test_a_lesson_goes_on_another_day() -> None:
    """The step is kept with the matches, each system's by itself: a console that is opened anew
    goes on there; a lesson that was learnt to its end begins again."""

    async def walked() -> list[str]:
        seen: list[str] = []
        async with referee_on(":memory:") as referee:
            table = await referee.create("own", "crusade7", scene=True)
            for lines in (("learn", "skip", "skip"), ("learn machinadei", "skip", "stop")):
                console = Console(referee, table, lambda _: None)
                for line in lines:
                    await console.survive(line)
                await console.school.close()
            for system in ("crusade7", "machinadei"):
                console = Console(referee, table, seen.append)
                await console.survive(f"learn {system}")
                for _ in range(20):
                    await console.survive("skip")
                await console.survive(f"learn {system}")
                await console.school.close()
        return [one.split(" \u00b7 ")[0].strip() for one in seen if "Lesson, step" in one]

    heads = asyncio.run(walked())
    assert heads[0] == "Lesson, step 3 of 9"
    assert [one.split(",")[1].split()[1] for one in heads[:7]] == list("3456789")
    assert heads[7].startswith("Lesson, step 1 of")
    assert heads[8].startswith("Lesson, step 2 of")
    assert heads[-1].startswith("Lesson, step 1 of")


def test_a_number_in_the_lesson_is_that_of_the_order() -> None:
    """Who tried twice reads the number that his order has."""
    seen = transcript("crusade7", ["learn", "skip", "L2 moves to 9,12", "undo", "L1 moves to 8,12"])
    assert "#21 is the number of your order" in " ".join("\n".join(seen).split())


def test_another_way_of_doing_it_is_as_good() -> None:
    """The state is checked, not the text."""
    seen = transcript("crusade7", ["learn", "key", "push L1 one cell forward", "move L1 2 forward"])
    assert "Lesson, step 3 of 9" in "\n".join(seen)
