"""`/board`, `/key`, `/card`, `/units`, `/screen` and `L1?` as people use them."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.render import pages

from .stage import Stage, stage
from .standin import Human, Message, Place
from .test_commands import ask, says, until


@pytest_asyncio.fixture
async def scene(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> AsyncIterator[Stage]:
    """The duel, on the first turn of Move."""
    async with stage(monkeypatch, tmp_path) as built:
        await built.duel()
        yield built


async def pictured(who: Human, here: Place, /, **options: object) -> Message:
    """Give `/board` and wait for the picture, which comes after the text."""
    shown = await ask(who, "board", here, **options)
    await until(lambda: bool(shown.attachments))
    return shown


@pytest.mark.asyncio
async def test_board_and_picture(scene: Stage) -> None:
    """`/board` shows a title, a narrow board and a picture with a description; so does the button
    "Board".  Everybody sees it if it is shared."""
    await ask(scene.ana, "order", scene.play, text="L1 moves to 5,8")
    shown = await pictured(scene.ben, scene.play)
    assert shown.only_for == scene.ben.id
    title, *board = shown.content.splitlines()
    assert title == "**duel** \u00b7 round 1, move phase, army 1"
    assert board[0] == "```"
    assert max(map(len, board)) <= 60
    assert sum(" L1 " in line for line in board) == 1
    assert board[-1].startswith("-# army 1: L")
    (picture,) = shown.attachments
    assert picture.filename == "duel.png"
    assert picture.content.startswith(b"\x89PNG")
    assert picture.description is not None
    assert picture.description.startswith("duel, Round 1 - Move phase - army 1. Moved: L1. Army 1")
    shared = await pictured(scene.ben, scene.play, share=True)
    assert shared.only_for is None
    assert len(shared.attachments) == 1
    post = next(one for one in scene.play.from_bot if "'Board'" in str(one.components))
    pressed = await scene.ben.answer(scene.ben.click(post, "Board"))
    await until(lambda: bool(pressed.attachments))
    assert (pressed.content, pressed.only_for) == (shown.content, scene.ben.id)
    full = await says(scene.ben, "board", scene.play, full=True)
    assert len(full) > len(shown.content)


@pytest.mark.asyncio
async def test_what_is_longer_than_is_said_at_once_is_in_a_file(
    scene: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """BOUND-4: a board, a key and an entry that are too long to show at once are shown in part; all
    of it, without chat markup, is in a file below, beside the picture if there is one."""
    order = await ask(scene.ana, "order", scene.play, text="L1 moves to 5,8")
    assert not order.attachments
    for name, told, options in (
        ("board", "23 _", {"full": True}),
        ("key", "Goblin1 HP 13", {"full": True}),
        ("why", "L1 moves to 5,8", {"entry": 6}),
    ):
        monkeypatch.setattr(pages, "AT_ONCE", 10_000)
        assert not (await ask(scene.ben, name, scene.play, **options)).attachments
        monkeypatch.setattr(pages, "AT_ONCE", 20)
        shown = await ask(scene.ben, name, scene.play, **options)
        (file,) = shown.attachments
        assert file.filename == "answer.txt"
        assert told in file.content.decode()
        assert not re.search("```|\x1b|\\\\_", file.content.decode())
        assert shown.content.endswith(pages.IN_FILE)
    shown = await ask(scene.ben, "board", scene.play)
    await until(lambda: len(shown.attachments) == 2)
    assert {one.filename for one in shown.attachments} == {"answer.txt", "duel.png"}


@pytest.mark.asyncio
async def test_the_grouped_key(scene: Stage) -> None:
    """The key lists units by army in 45 columns; `full: True` shows the system's own key."""
    await ask(scene.ana, "order", scene.play, text="L1 moves to 5,8")
    key = await says(scene.ben, "key", scene.play)
    assert key.startswith("```\nArmy 1")
    assert max(map(len, key.splitlines())) <= 45
    assert "27/27" in key
    assert "Legionnaire1 HP 27" in await says(scene.ben, "key", scene.play, full=True)


@pytest.mark.asyncio
async def test_what_a_match_shows(scene: Stage) -> None:
    """`/screen match` chooses text, picture or both for everybody; a bystander cannot change it."""
    eve = scene.home.member("Eve")
    assert "only those who play" in await says(eve, "screen match", scene.play, board="text")
    said = await says(scene.ana, "screen match", scene.play, board="text")
    assert said == "The board is shown as text only; `/board` shows no picture."
    await scene.play.says("The board is shown as text only")
    assert (await ask(scene.ben, "board", scene.play)).attachments == []
    await ask(scene.ana, "screen match", scene.play, board="picture")
    shown = await ask(scene.ben, "board", scene.play)
    assert "```" not in shown.content
    assert len(shown.attachments) == 1


@pytest.mark.asyncio
async def test_what_one_sees_oneself(scene: Stage) -> None:
    """`/screen mine`: a phone gets 45 columns, a screen reader words without text board or picture;
    other people still get the picture."""
    assert "45 columns" in await says(scene.ana, "screen mine", scene.play, phone=True)
    board = await says(scene.ana, "board", scene.play)
    assert all(len(line) <= 45 for line in board.splitlines() if not line.startswith(("**", "-#")))
    assert "in words" in await says(scene.ana, "screen mine", scene.play, reader=True)
    heard = await ask(scene.ana, "board", scene.play)
    assert heard.attachments == []
    assert "```" not in heard.content
    assert "L1" in heard.content
    assert "5,25" in heard.content
    assert len((await pictured(scene.ben, scene.play)).attachments) == 1
    kept = await says(scene.ana, "privacy show", scene.play)
    assert "boards come to you in words: on" in kept


@pytest.mark.asyncio
async def test_cards(scene: Stage) -> None:
    """`/card` and `L1?` in the channel show a unit or type; asking about no unit gets no answer."""
    card = await says(scene.ana, "card", scene.play, name="L1")
    assert card.startswith("**L1 Legionnaire** \u00b7 army 1")
    assert "there is no card of 'Dragon'" in await says(
        scene.ana, "card", scene.play, name="Dragon"
    )
    offered = await scene.ana.autocomplete("card", "name", {"name": "L"}, here=scene.play)
    assert {"L1", "L2"} <= {one["value"] for one in offered}
    asked = scene.ben.say(scene.play, "L1?")
    await until(lambda: bool(scene.replies(asked)))
    assert scene.replies(asked)[0].startswith("**L1 Legionnaire**")
    talk = [scene.ben.say(scene.play, text) for text in ("L9?", "what?", "really??")]
    last = scene.ben.say(scene.play, "card Legionnaire")
    await until(lambda: bool(scene.replies(last)))
    assert [scene.replies(one) for one in talk] == [[], [], []]


@pytest.mark.asyncio
async def test_units(scene: Stage) -> None:
    """`/units` lists twenty lines of what can be had, and says how to see the next page."""
    listed = (await says(scene.ana, "units", scene.play, of="Orc-Goblins")).splitlines()
    assert any("Goblin" in line and "gold" in line for line in listed)
    assert len(listed) <= 21
    everything = (await says(scene.gm, "units", scene.play)).splitlines()
    assert everything[-1].endswith("more: `/units page: 2`")
    assert "nothing of 'Penguins'" in await says(scene.ana, "units", scene.play, of="Penguins")
    assert "Elves: 10 types" in await says(scene.ana, "units", scene.play, show="factions")
    roster = await says(scene.ana, "units", scene.play, show="roster")
    assert "Army 1" in roster
    assert "Army 2" not in roster


@pytest.mark.asyncio
async def test_reach(scene: Stage) -> None:
    """`/reach` hatches cells on a picture and says the same in words; by ear only the words."""
    told = await ask(scene.ana, "reach", scene.play, unit="L1")
    lines = told.content.splitlines()
    assert lines[0] == "**L1 Legionnaire at 5,5**"
    assert lines[1].startswith("moves 3: row 2: 4-6; row 3: ")
    assert "Spear melee at exactly 2: nobody" in lines
    assert told.attachments[0].content.startswith(b"\x89PNG")
    assert "no 'L9' on the board" in await says(scene.ana, "reach", scene.play, unit="L9")
    await ask(scene.ana, "screen mine", scene.play, reader=True)
    heard = await ask(scene.ana, "reach", scene.play, unit="L1")
    assert heard.content == told.content
    assert heard.attachments == []


@pytest.mark.asyncio
async def test_what_goes_with_a_card(scene: Stage) -> None:
    """One's own unit's card has a button to order it, and every unit's card one for its reach."""
    card = await ask(scene.ana, "card", scene.play, name="L1")
    scene.ana.click(card, "Order L1\u2026")
    await until(lambda: card.content == "What does L1 do?")
    said = scene.ana.say(scene.play, f"{scene.discord.bot.mention} G1?")
    await scene.quiet()
    assert not said.reactions
    (card,) = [one for one in scene.play.from_bot if one.replied is said]
    assert [part["label"] for part in card.components[0]["components"]] == ["Reach"]
    reach = await scene.ana.answer(scene.ana.click(card, "Reach"))
    assert reach.only_for == scene.ana.id
    assert len(reach.attachments) == 1
