"""The menu behind "Order…", which files orders for you, and the questions before final ones."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from tests.support import must

from .stage import Stage, stage
from .standin import Human, Interaction, Message
from .standin.components import find, walk
from .test_commands import says, until


@pytest_asyncio.fixture
async def scene(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> AsyncIterator[Stage]:
    """The duel: Ana to move, L1 and L2 against G1."""
    async with stage(monkeypatch, tmp_path) as built:
        await built.duel()
        yield built


async def panel(scene: Stage, who: Human) -> Message:
    """Press "Order…" below the live post; returns the private menu that opens."""
    live = await scene.play.says("**duel** · Crusade 7th")
    return await who.answer(who.click(live, "Order…"))


async def pick(who: Human, menu: Message, name: str, choice: Any) -> None:
    """Choose from a menu and wait until the message has changed."""
    before = (menu.content, menu.components)
    press = who.select(menu, name, choice)
    await changed(press, menu, before)


async def press(who: Human, message: Message, label: str) -> None:
    """Press a button and wait until the message has changed."""
    before = (message.content, message.components)
    await changed(who.click(message, label), message, before)


async def changed(pressed: Interaction, message: Message, before: tuple[Any, Any]) -> None:
    """Wait until the message differs from `before`; the press must have been answered."""
    await until(lambda: (message.content, message.components) != before)
    assert pressed.answer is not None


def labels(message: Message) -> list[str]:
    """The labels of the options of the menu on a message."""
    return [
        option["label"]
        for part in walk(message.components)
        if part["type"] == 3
        for option in part["options"]
    ]


async def to_sentence(scene: Stage, kind: str = "L1 stays") -> Message:
    """Let Ana pick L1 and an order; returns the menu with the sentence, nothing filed yet."""
    menu = await panel(scene, scene.ana)
    await pick(scene.ana, menu, "a unit", "L1")
    await pick(scene.ana, menu, "an order", kind)
    if "Which one?" in menu.content:
        await pick(scene.ana, menu, "an order", kind)
    return menu


# The menu


@pytest.mark.asyncio
async def test_unit_then_order_then_sentence_then_filed(scene: Stage) -> None:
    """Ana picks L1, a kind of order and one of its sentences, reads it and files it as #6."""
    table = await scene.table()
    menu = await panel(scene, scene.ana)
    assert menu.only_for == scene.ana.id
    assert labels(menu) == ["the whole army", "L1", "L2"]
    await pick(scene.ana, menu, "a unit", "L1")
    kinds = labels(menu)
    assert "L1 stays" in kinds
    moves = next(label for label in kinds if label.startswith("L1 moves to"))
    await pick(scene.ana, menu, "an order", moves)
    assert len(labels(menu)) == 25
    first = labels(menu)[0]
    await pick(scene.ana, menu, "an order", labels(menu)[-1])
    assert first not in labels(menu)
    sentence = labels(menu)[3]
    await pick(scene.ana, menu, "an order", sentence)
    assert f"This is what will be filed for army 1:\n**{sentence}**" in menu.content
    assert len(table.match.links) == 6
    await press(scene.ana, menu, "File it")
    assert menu.content.startswith(f"#6 {sentence}")
    await scene.play.says(f"#6 {sentence}")
    await press(scene.ana, menu, "More orders")
    assert labels(menu) == ["the whole army", "L2"]


@pytest.mark.asyncio
async def test_orders_of_the_army(scene: Stage) -> None:
    """Orders that are not about a unit are in the menu under "the whole army" alone."""
    menu = await panel(scene, scene.ana)
    await pick(scene.ana, menu, "a unit", "the whole army")
    assert "end phase" in labels(menu)
    assert not any(label.startswith("L1") for label in labels(menu))


@pytest.mark.asyncio
async def test_everything_after_a_restart(scene: Stage) -> None:
    """Each step of the menu works on a message that was posted before a restart of the bot."""

    async def again() -> None:
        await scene.leave()
        await scene.enter()

    menu = await panel(scene, scene.ana)
    await again()
    await pick(scene.ana, menu, "a unit", "L1")
    await again()
    await pick(scene.ana, menu, "an order", "L1 stays")
    await again()
    await press(scene.ana, menu, "File it")
    assert menu.content.startswith("#6 L1 stays")


@pytest.mark.asyncio
async def test_ids_only(scene: Stage) -> None:
    """No custom_id holds a sentence, a name of a unit or more than 100 characters."""
    menu = await to_sentence(scene)
    for message in scene.discord.messages():
        for part in walk(message.components):
            name = part.get("custom_id")
            assert name is None or (len(name) <= 100 and "L1" not in name and " " not in name)
    assert find(menu.components, "File it") is not None


@pytest.mark.asyncio
async def test_an_old_button(scene: Stage) -> None:
    """If the match has moved on since, the button says so and files nothing."""
    menu = await to_sentence(scene)
    assert scene.referee is not None
    table = await scene.table()
    must(await scene.referee.submit(table, 0, "set phase fight"))
    count = len(table.match.links)
    await press(scene.ana, menu, "File it")
    assert menu.content == "that cannot be ordered any more: the match has moved on"
    assert len(table.match.links) == count


@pytest.mark.asyncio
async def test_a_double_click(scene: Stage) -> None:
    """Two quick presses file one order."""
    menu = await to_sentence(scene)
    presses = [scene.ana.click(menu, "File it") for _ in range(2)]
    await until(lambda: all(one.answer is not None for one in presses))
    await scene.play.says("#6 L1 stays")
    await scene.quiet()
    table = await scene.table()
    assert len(table.match.links) == 7
    assert menu.content.startswith("#6 L1 stays")


@pytest.mark.asyncio
async def test_other_people(scene: Stage) -> None:
    """The button on the live post opens each player's own menu and none for a stranger; Ana's menu
    files nothing once a substitute has her seat."""
    stranger = scene.home.member("Sly")
    live = await scene.play.says("**duel** · Crusade 7th")
    refused = await stranger.answer(stranger.click(live, "Order…"))
    assert refused.content == "you hold no seat in this match: /match join"
    assert refused.only_for == stranger.id
    menu = await panel(scene, scene.ben)
    assert "It is not the turn of army 2" in menu.content
    own = await to_sentence(scene)
    await says(scene.gm, "gm substitute", scene.play, seat=1, who=scene.home.member("Dan"))
    pressed = scene.ana.click(own, "File it")
    refused = (await scene.ana.answers(pressed, 1))[-1]
    assert refused.content == "army 1 is not your seat"
    assert len((await scene.table()).match.links) == 6


@pytest.mark.asyncio
async def test_several_seats(scene: Stage) -> None:
    """A player who holds both seats is asked first which of them gives the order."""
    table = await scene.table()
    assert scene.referee is not None
    await scene.referee.store.seat(table.record.id, 2, str(scene.ana.id), "now")
    menu = await panel(scene, scene.ana)
    assert menu.content == "Which seat gives the orders?"
    await press(scene.ana, menu, "army 1")
    await pick(scene.ana, menu, "a unit", "L1")
    await pick(scene.ana, menu, "an order", "L1 stays")
    await press(scene.ana, menu, "File it")
    assert menu.content.startswith("#6 L1 stays")


@pytest.mark.asyncio
async def test_a_locked_match(scene: Stage) -> None:
    """A button files nothing while the GM has locked all orders."""
    menu = await to_sentence(scene)
    await says(scene.gm, "gm lock", scene.play)
    pressed = scene.ana.click(menu, "File it")
    refused = await scene.ana.answers(pressed, 1)
    assert refused[-1].content == "the GM has locked all orders; nothing was filed"


# Questions


@pytest.mark.asyncio
async def test_resign_is_asked_about(scene: Stage) -> None:
    """`I resign` in chat raises a question that only Ana may answer: No files nothing, Resign ends
    the match."""
    table = await scene.table()
    word = scene.ana.say(scene.play, "I resign")
    question = await scene.play.says("army 1 resigns and the match ends")
    assert question.replied is word
    assert len(table.match.links) == 6
    refused = await scene.ben.answer(scene.ben.click(question, "Resign"))
    assert refused.content == "army 1 is not your seat"
    said = await scene.ana.answer(scene.ana.click(question, "No"))
    assert said.content == "Nothing was filed."
    await until(lambda: question.deleted)
    scene.ana.say(scene.play, f"{scene.discord.bot.mention} resign")
    again = await scene.play.until(
        lambda found: next((m for m in found if "resigns and" in m.content and m.components), None)
    )
    await scene.ana.answer(scene.ana.click(again, "Resign"))
    await scene.play.says("is over: **army 2")


@pytest.mark.asyncio
async def test_an_answer_before_the_question_is_known(scene: Stage) -> None:
    """Ana says No before Discord has told the bot that its question is posted: the question is
    still deleted."""
    sent = scene.discord.faults.hold(
        "POST /channels/*/messages", lambda form: "resigns" in form["content"]
    )
    scene.ana.say(scene.play, "I resign")
    question = await scene.play.says("army 1 resigns and the match ends")
    said = await scene.ana.answer(scene.ana.click(question, "No"))
    assert said.content == "Nothing was filed."
    sent.release()
    await scene.discord.until(lambda: question.deleted)


@pytest.mark.asyncio
async def test_end_phase_is_asked_about(scene: Stage) -> None:
    """While units could still act, `end phase` raises a question that names them; the orders before
    it are filed at once."""
    table = await scene.table()
    asked = await scene.ana.answer(
        scene.ana.slash("order", text="L1 stays; end phase; L2 stays", here=scene.play)
    )
    assert asked.content.startswith("#6 L1 stays")
    assert "L2 could still act. End the phase?" in asked.content
    assert "L2 stays" in asked.content
    assert table.match.state.flow.turn == 1
    await press(scene.ana, asked, "End the phase")
    assert "#7 Army 1 ends its Move" in asked.content
    await scene.play.says("\u00b7 army 2")
    assert table.match.state.flow.turn == 2


@pytest.mark.asyncio
async def test_nothing_left_to_do_is_not_asked_about(scene: Stage) -> None:
    """If all units have acted, `end phase` is filed at once."""
    answer = await says(scene.ana, "order", scene.play, text="L1 stays; L2 stays; end phase")
    assert "Army 1 ends its Move" in answer
    assert "could still act" not in answer
    assert (await scene.table()).match.state.flow.turn == 2


@pytest.mark.asyncio
async def test_not_asked_again(scene: Stage) -> None:
    """After "End the phase, and do not ask me again" no question comes, until `/setup asking`."""
    asked = await scene.ana.answer(scene.ana.slash("order", text="done", here=scene.play))
    await press(scene.ana, asked, "End the phase, and do not ask me again")
    assert "Army 1 ends its Move" in asked.content
    table = await scene.table()
    assert scene.referee is not None
    must(await scene.referee.submit(table, 0, "set turn army 1"))
    assert "could still act" not in await says(scene.ana, "order", scene.play, text="done")
    must(await scene.referee.submit(table, 0, "set phase move"))
    must(await scene.referee.submit(table, 0, "set turn army 1"))
    assert "I shall ask" in await says(scene.ana, "setup asking", scene.play, on=True)
    assert "could still act" in await says(scene.ana, "order", scene.play, text="done")


@pytest.mark.asyncio
async def test_an_old_question(scene: Stage) -> None:
    """Once the GM has changed the phase, the button of a question from before files nothing."""
    asked = await scene.ana.answer(scene.ana.slash("order", text="done", here=scene.play))
    table = await scene.table()
    assert scene.referee is not None
    must(await scene.referee.submit(table, 0, "set phase fight"))
    count = len(table.match.links)
    pressed = scene.ana.click(asked, "End the phase")
    said = await scene.ana.answers(pressed, 1)
    assert said[-1].content == "the match has moved on since; nothing was filed"
    assert len(table.match.links) == count


@pytest.mark.asyncio
async def test_a_draw_is_asked_about(scene: Stage) -> None:
    """Ben offers a draw; Ana accepts, confirms it once, and the match ends in a draw."""
    await says(scene.ben, "order", scene.play, text="offer draw")
    asked = await scene.ana.answer(scene.ana.slash("order", text="accept draw", here=scene.play))
    assert "The match ends in a draw. Accept?" in asked.content
    await press(scene.ana, asked, "Accept the draw")
    await scene.play.says("is over: **a draw")


@pytest.mark.asyncio
async def test_editing_away_a_question(scene: Stage) -> None:
    """A message filed an order and raised a question: editing it takes the order back and files the
    new text."""
    post = scene.ana.say(scene.play, "L1 stays\nI resign\nL2 stays")
    await scene.play.says("resigns and the match ends")
    await scene.play.says("#6 L1 stays")
    scene.ana.edit(post, "L1 moves to 5,6")
    await scene.play.says("~~#6 L1 stays~~ taken back by")
    await scene.play.says("#8 L1 moves to 5,6")
