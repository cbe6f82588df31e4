"""`/learn` and `/howto` as a newcomer meets them: a golden transcript, a restart, two at once."""

import re
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.chat.views.seats import hello
from bot.doors.pace import Pace
from bot.lessons.course import course_of
from bot.referee.news import MatchChanged

from .stage import Stage, stage
from .standin import Human, Message
from .test_commands import ask, says


@pytest_asyncio.fixture
async def scene(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> AsyncIterator[Stage]:
    """The duel, with somebody new on the server."""
    async with stage(monkeypatch, tmp_path) as built:
        await built.duel()
        yield built


VARYING = re.compile(r"\d{4}-\d\d-\d\dT[0-9:+]+|(?<=#\d\d )[0-9a-f]{10}\b")
"""Times of day, and heads of the log, which depend on a random seed."""


def labels(message: Message) -> list[str]:
    """The labels of the buttons, one string for each row."""
    return [
        " ".join(f"[{button['label']}]" for button in row["components"])
        for row in message.components
    ]


async def changed(built: Stage, message: Message, before: str) -> str:
    """Wait until the message differs from `before`; returns its text."""
    await built.discord.until(lambda: message.content != before, 20, "the next step")
    return message.content


async def press(built: Stage, who: Human, message: Message, name: str) -> str:
    """Press a button of the lesson; returns what the message says then."""
    before = message.content
    who.click(message, name)
    return await changed(built, message, before)


async def write(built: Stage, who: Human, message: Message, text: str) -> str:
    """Send a line through the form; returns what the message says then."""
    before = message.content
    form = await who.modal(who.click(message, "Write\u2026"))
    who.submit_modal(form, {"One line": text})
    return await changed(built, message, before)


@pytest.mark.asyncio
async def test_a_lesson_in_chat(scene: Stage, golden: Callable[[str, str], None]) -> None:
    """A private lesson from `/learn` to its end: buttons, the form, wrong lines, back, skip."""
    new = scene.home.member("New")
    message = await ask(new, "learn", scene.play, system="crusade7")
    assert message.only_for == new.id
    seen = [f"New: /learn system: crusade7\n\n{message.content}\n{chr(10).join(labels(message))}"]

    async def note(what: str, done: Any) -> None:
        text = await done
        seen.append(f"New: {what}\n\n{text}\n{chr(10).join(labels(message))}".rstrip())

    await note("[board]", press(scene, new, message, "board"))
    await note("writes: L1 hops", write(scene, new, message, "L1 hops"))
    await note("writes: zorp L1 3 forward", write(scene, new, message, "zorp L1 3 forward"))
    await note("[L1 moves 3 forward]", press(scene, new, message, "L1 moves 3 forward"))
    for step in course_of("crusade7").steps[2:8]:
        await note(f"[{step.write[0]}]", press(scene, new, message, step.write[0]))
    await note("[Back]", press(scene, new, message, "Back"))
    await note("[Skip]", press(scene, new, message, "Skip"))
    why = next(one for one in labels(message)[0].strip("[]").split("] [") if one[:3] == "why")
    await note(f"[{why}]", press(scene, new, message, why))
    assert "The lesson is over." in message.content
    assert message.components == []
    assert len((await scene.table()).match.links) == 6, "nothing of it reached the match"
    golden("chat/lesson-in-chat.txt", VARYING.sub("(varies)", "\n\n".join(seen)) + "\n")


@pytest.mark.asyncio
async def test_a_lesson_survives_a_restart(scene: Stage) -> None:
    """After a restart the lesson says that the bot was away and goes on from its step; after Stop,
    `/learn` goes on there too."""
    new = scene.home.member("New")
    message = await ask(new, "learn", scene.play, system="candlebre")
    await press(scene, new, message, "Skip")
    assert "step 2 of 8" in message.content
    await scene.leave()
    await scene.enter()
    text = await press(scene, new, message, "buy 3 infantry in Ashford")
    assert text.startswith("I was away meanwhile")
    assert "step 3 of 8" in text
    await press(scene, new, message, "Stop")
    assert "`/learn` goes on at this step" in message.content
    again = await ask(new, "learn", scene.play)
    assert "Candle'Bre" in again.content
    assert "step 3 of 8" in again.content
    assert "which lesson you have begun" in await says(new, "privacy show", scene.play)


@pytest.mark.asyncio
async def test_everybody_learns_alone(scene: Stage) -> None:
    """Two people who learn at once have a table each; an unknown system is refused."""
    new, eve = scene.home.member("New"), scene.home.member("Eve")
    first = await ask(new, "learn", scene.play)
    second = await ask(eve, "learn", scene.play, system="machinadei")
    assert "Crusade 7th Edition" in first.content, "the game that is played here"
    await press(scene, eve, second, "Skip")
    await press(scene, new, first, "Skip")
    assert "Legion1 advances 4" in second.content
    assert "L1 moves to 8,12" in first.content
    assert "there are lessons of" in await says(new, "learn", scene.play, system="chess")


@pytest.mark.asyncio
async def test_how_to_play(scene: Stage) -> None:
    """`/howto` shows the player to act possible orders, and the other player who is to act."""
    told = await says(scene.ana, "howto", scene.play)
    assert "You could write now:" in told
    assert "L1" in told
    assert "up to army 1" in await says(scene.ben, "howto", scene.play)
    assert "`/learn` is a lesson" in told
    elsewhere = scene.home.channel("elsewhere")
    assert "`/learn system:` teaches" in await says(scene.home.member("New"), "howto", elsewhere)


@pytest.mark.asyncio
async def test_a_lesson_by_letter_and_from_the_hello(scene: Stage) -> None:
    """`learn` in a direct message begins a lesson there, with its buttons; so does the button below
    the bot's greeting, privately for whoever presses it.  A system without lessons is refused in
    one sentence."""
    new, eve = scene.home.member("New"), scene.home.member("Eve")
    letters = scene.discord.dm(new)
    new.dm("learn chess")
    await letters.says("there are lessons of crusade7")
    new.dm("Learn machinadei!")
    begun = await letters.says("a lesson of ten minutes")
    assert "[Skip] [Stop]" in "\n".join(labels(begun))
    assert scene.bot is not None
    usual, scene.bot.looking = scene.bot.looking, Pace(burst=0, now=lambda: 0.0)
    new.dm("learn")
    await letters.says("faster than I can referee")
    scene.bot.looking = usual
    assert "step 2 of 8" in await press(scene, new, begun, "Skip")
    channel = scene.bot.get_partial_messageable(scene.play.id)
    await channel.send("Hello.", view=hello())
    below = await scene.play.says("Hello.")
    assert labels(below) == ["[Try a lesson] [New match\u2026] [Set me up]"]
    shown = await eve.answer(eve.click(below, "Try a lesson"))
    assert shown.only_for == eve.id
    assert "Crusade 7th Edition" in shown.content
    assert "step 2 of 9" in await press(scene, eve, shown, "Skip")


@pytest.mark.asyncio
async def test_practice_again_with_sides_changed(scene: Stage) -> None:
    """Below the end of a battle against the machine a button makes another one, in which the
    machine has the other side and begins; only its player may press it."""
    given = {"system": "crusade8x8", "opponent": "easy"}
    await ask(scene.ana, "match practice", scene.play, **given)
    thread = await scene.play.thread("practice")
    await ask(scene.ana, "order", thread, text="gm> timeout army 1 // she sleeps")
    assert scene.referee is not None
    table = await scene.table("practice")
    async with table.lock:
        await scene.referee.submit(table, 1, "resign", user=str(scene.ana.id), locked=True)
    scene.referee.news.tell(MatchChanged(table))
    end = await thread.says("**practice** is over")
    assert labels(end) == ["[Replay] [Luck] [Overrides] [Export and seed] [Again, sides changed]"]
    other = await scene.ben.answer(scene.ben.click(end, "Again, sides changed"))
    assert "whoever played the machine" in other.content
    ready = await scene.ana.answer(scene.ana.click(end, "Again, sides changed"))
    assert "You are army 2 and the GM" in ready.content, ready.content
    again = await scene.play.thread("practice 2")
    assert again.mention in ready.content
    await again.says("#2 ")
    moved = (await scene.table("practice 2")).match.live()
    assert [entry.seat for entry in moved][:2] == [0, 1]
