"""`/try` as people use it: only they see it, its buttons work, nothing is filed before `keep`."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from .stage import Stage, stage
from .standin import Human, Message
from .test_commands import ask, says


@pytest_asyncio.fixture
async def scene(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> AsyncIterator[Stage]:
    """The duel, without the message-content intent."""
    async with stage(monkeypatch, tmp_path, content=False) as built:
        await built.duel()
        yield built


async def press(who: Human, message: Message, label: str) -> Message:
    """Press a button; the answer is a message of its own."""
    return await who.answer(who.click(message, label))


@pytest.mark.asyncio
async def test_try_and_keep(scene: Stage) -> None:
    """Ana tries two moves, looks at the board, takes one back and keeps the other."""
    table = await scene.table()
    count = len(table.match.links)
    told = await ask(scene.ana, "try", scene.play, order="L1 moves to 5,8")
    assert told.only_for == scene.ana.id
    assert told.content.startswith(f"**Your sandbox** from #{count - 1} (nobody sees it")
    told = await ask(scene.ana, "try", scene.play, order="L2 moves to 7,8")
    assert told.content.splitlines()[1:] == ["1 L1 moves to 5,8", "2 L2 moves to 7,8"]
    refused = await says(scene.ana, "try", scene.play, order="L2 moves to 7,20")
    assert refused.startswith("**Your sandbox**")
    assert "C7-MOVE" in refused
    board = await press(scene.ana, told, "Board")
    assert "L1" in board.content
    assert board.only_for == scene.ana.id
    assert len(table.match.links) == count
    assert not any("5,8" in post.content for post in scene.play.from_bot if not post.only_for)
    told = await ask(scene.ana, "try", scene.play)
    back = await press(scene.ana, told, "Undo 2")
    assert "Taken back: L2 moves to 7,8" in back.content
    stale = await press(scene.ana, told, "Keep: files 2 orders")
    assert "another one by now" in stale.content
    told = await ask(scene.ana, "try", scene.play)
    kept = await press(scene.ana, told, "Keep: files 1 order")
    assert "**Your sandbox**: 1 of 1 orders are filed now." in kept.content
    assert table.match.live()[-1].seat == 1
    assert len(table.match.links) == count + 1


@pytest.mark.asyncio
async def test_who_may_try(scene: Stage) -> None:
    """Ben has a sandbox of his own and does not see Ana's; somebody without a seat has none."""
    await ask(scene.ana, "try", scene.play, order="L1 moves to 5,8")
    told = await says(scene.ben, "try", scene.play)
    assert "L1 moves" not in told
    assert "Nothing is tried yet" in told
    assert "no seat" in await says(scene.home.member("Eve"), "try", scene.play)
    assert "is empty now" in await says(scene.ana, "try", scene.play, order="drop")
