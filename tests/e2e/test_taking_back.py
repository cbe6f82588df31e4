"""Taking back any order of the turn: at once, by asking the other side, by asking the GM."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.support import must

from .stage import Stage, stage
from .standin import Message
from .standin.components import find
from .test_commands import until


@pytest_asyncio.fixture
async def scene(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> AsyncIterator[Stage]:
    """The duel: Ana has moved L1 (#6) and L2 (#7)."""
    async with stage(monkeypatch, tmp_path) as built:
        table = await built.duel()
        assert built.referee is not None
        must(await built.referee.submit(table, 1, "L1 moves to 5,7\nL2 moves to 7,7"))
        yield built


async def passed(scene: Stage) -> None:
    """Let Ana end her Move (#8) and Ben move G1 (#9)."""
    table = await scene.table()
    assert scene.referee is not None
    assert scene.bot is not None
    must(await scene.referee.submit(table, 1, "end phase"))
    must(await scene.referee.submit(table, 2, "G1 moves to 5,23"))
    scene.bot.changed(table)
    await scene.play.says("#9 G1")


async def refused(scene: Stage, text: str) -> Message:
    """Let Ana write an undo that is not granted; returns the reply."""
    said = scene.ana.say(scene.play, f"{scene.discord.bot.mention} {text}")
    await until(lambda: bool(scene.replies(said)))
    return next(one for one in scene.play.from_bot if one.replied is said)


@pytest.mark.asyncio
async def test_the_first_of_two(scene: Stage) -> None:
    """Ana takes L1's move back and L2's stands; L1's line is struck out in the turn's post."""
    me = scene.discord.bot.mention
    scene.ana.say(scene.play, f"{me} undo L1's move")
    table = await scene.table()
    await until(lambda: table.match.path()[-2:] == [5, 7])
    post = await scene.play.says("~~#6 L1")
    assert "taken back by" in post.content
    assert "#7 L2" in post.content


@pytest.mark.asyncio
async def test_ask_the_other_side(scene: Stage) -> None:
    """Ben has acted, so Ana asks him: only he is pinged, and only that order is taken back."""
    await passed(scene)
    reply = await refused(scene, "undo L1's move")
    why = "#6 cannot be taken back alone: #9 of army 2 came after it (G1 moves to 5,23)"
    assert why in reply.content
    private = await scene.ana.answer(scene.ana.click(reply, "Ask army 2"))
    assert private.content == "Asked army 2."
    asked = await scene.play.says("asks to take back #6")
    assert asked.content.startswith(
        f"{scene.ben.mention}: {scene.ana.mention} asks to take back #6 (L1 moves to 5,7). "
        "Nothing else would change.\n-# lapses <t:"
    )
    assert [one.id for one in asked.mentions] == [scene.ben.id]
    await scene.ben.answer(scene.ben.click(asked, "Agree"))
    table = await scene.table()
    await until(lambda: table.match.path()[-4:] == [5, 7, 8, 9])
    done = f"{scene.ana.mention} asked to take back #6 (L1 moves to 5,7): agreed (#10)."
    await until(lambda: asked.content == done)
    await until(lambda: not find(asked.components, "Agree"))


@pytest.mark.asyncio
async def test_refused_and_too_late(scene: Stage) -> None:
    """Ben refuses and nothing is taken back; a stranger may not answer."""
    await passed(scene)
    reply = await refused(scene, "undo #7")
    await scene.ana.answer(scene.ana.click(reply, "Ask army 2"))
    asked = await scene.play.says("asks to take back #7")
    stranger = scene.home.member("Sly")
    told = await stranger.answer(stranger.click(asked, "Agree"))
    assert "only those who play" in told.content
    await scene.ben.answer(scene.ben.click(asked, "Refuse"))
    await until(lambda: asked.content.endswith(": refused by army 2."))
    assert (await scene.table()).match.links[-1].number == 9


@pytest.mark.asyncio
async def test_ask_the_gm(scene: Stage) -> None:
    """Only the GM is pinged and may decide; the undo is filed with the request as its reason."""
    await passed(scene)
    assert scene.referee is not None
    must(await scene.referee.submit(await scene.table(), 0, "set L1 hp 20"))
    reply = await refused(scene, "undo L1's move")
    await scene.ana.answer(scene.ana.click(reply, "Ask the GM"))
    asked = await scene.play.says("asks to take back #6")
    assert asked.content.startswith(f"{scene.gm.mention}: ")
    told = await scene.ben.answer(scene.ben.click(asked, "Agree"))
    assert told.content == "the GM decides about this"
    await scene.gm.answer(scene.gm.click(asked, "Agree"))
    await until(lambda: "granted by the GM (#11)." in asked.content)
    table = await scene.table()
    (entry,) = await scene.referee.entries(table, [11])
    assert entry.reason == "army 1 asked, the GM agreed"
    assert 6 not in table.match.path()


@pytest.mark.asyncio
async def test_after_a_restart(scene: Stage) -> None:
    """Buttons and open requests survive a restart."""
    await passed(scene)
    reply = await refused(scene, "undo L1's move")
    await scene.leave()
    await scene.enter()
    await scene.ana.answer(scene.ana.click(reply, "Ask army 2"))
    asked = await scene.play.says("asks to take back #6")
    await scene.leave()
    await scene.enter()
    await scene.ben.answer(scene.ben.click(asked, "Agree"))
    await until(lambda: "agreed (#10)." in asked.content)


@pytest.mark.asyncio
async def test_a_rewind_says_what_became_void(scene: Stage) -> None:
    """The post of a GM's rewind says what became void, who is to act, and why; that player is
    pinged once, and each player can have their own void orders in private, to copy."""
    await passed(scene)
    me = scene.discord.bot.mention
    scene.gm.say(scene.play, f"{me} gm> rewind to #6 // L2 was to hold")
    post = await scene.play.says("goes back to the state after #6")
    assert f"**army 1 {scene.ana.mention} to act**" in post.content
    assert "Void: #7-#9 (L2, end, G1). Reason: L2 was to hold." in post.content
    assert [one.id for one in post.rang] == [scene.ana.id]
    private = await scene.ana.answer(scene.ana.click(post, "Copy my orders"))
    assert private.content == (
        "Your orders that became void:\n```\nL2 moves to 7,7\nend phase\n```"
    )
    other = await scene.ben.answer(scene.ben.click(post, "Copy my orders"))
    assert "G1 moves to 5,23" in other.content


@pytest.mark.asyncio
async def test_the_end_of_a_phase_taken_back(scene: Stage) -> None:
    """If Ana takes the end of her Move back, it is announced and nobody is pinged."""
    table = await scene.table()
    assert scene.referee is not None
    assert scene.bot is not None
    must(await scene.referee.submit(table, 1, "end phase", user=str(scene.ana.id)))
    must(await scene.referee.submit(table, 1, "undo", user=str(scene.ana.id)))
    scene.bot.changed(table)
    post = await scene.play.says("**Army 1 acts again**; army 2 ")
    assert "please wait." in post.content
    assert not post.mentions


@pytest.mark.asyncio
async def test_the_reason_of_an_override_by_a_form(scene: Stage) -> None:
    """If the GM forgot the reason of an override, a form asks for it, and the post of the turn
    shows it."""
    said = scene.gm.say(scene.play, f"{scene.discord.bot.mention} gm> set L1 hp 9")
    await until(lambda: bool(scene.replies(said)))
    reply = next(one for one in scene.play.from_bot if one.replied is said)
    assert reply.content.startswith("An override needs a reason.")
    form = scene.gm.click(reply, "Give the reason\u2026")
    await until(lambda: form.modal is not None)
    values = {"reason": "both agree", "lines": "set L1 hp 9"}
    await scene.gm.answer(scene.gm.submit_modal(form, values))
    post = await scene.play.says("Reason: both agree")
    assert "#8 **GM**: " in post.content
