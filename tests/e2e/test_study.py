"""`/odds`, `/describe` and `/catch-up` as people use them."""

from collections.abc import AsyncIterator
from hashlib import sha256
from pathlib import Path

import pytest
import pytest_asyncio

from bot.chat.views.base import panel
from bot.chat.views.replay import Export, Luck, Replay
from bot.history.verify import verify_lines

from .stage import Stage, stage
from .test_commands import ask, says, until


@pytest_asyncio.fixture
async def scene(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> AsyncIterator[Stage]:
    """The duel, without the message-content intent."""
    async with stage(monkeypatch, tmp_path, content=False) as built:
        await built.duel()
        yield built


@pytest.mark.asyncio
async def test_odds(scene: Stage) -> None:
    """Ana asks what an attack would bring: only she sees it, and nothing is filed."""
    table = await scene.table()
    lines = "move G1 to 5,6; set phase fight; set turn army 1"
    await says(scene.gm, "gm line", scene.play, text=lines)
    count = len(table.match.links)
    told = await ask(scene.ana, "odds", scene.play, order="L1 attacks G1 with Gladius")
    assert told.only_for == scene.ana.id
    assert told.content.splitlines()[0] == (
        "**L1 attacks G1 with Gladius** (nothing was ordered or rolled)"
    )
    assert told.content.splitlines()[-1].startswith("- certain: G1 13 -")
    refused = await says(scene.ana, "odds", scene.play, order="L2 attacks G1 with Gladius")
    assert "C7-MELEE-1" in refused
    unread = await says(scene.ana, "odds", scene.play, order="L1 atacks G1 with Gladius")
    assert "attacks" in unread
    assert len(table.match.links) == count


@pytest.mark.asyncio
async def test_odds_are_asked_in_words(scene: Stage) -> None:
    """Who beats whom is answered in the channel and by direct message; for the odds of an order the
    bot names `/odds`, which answers in private."""
    me = f"<@{scene.discord.world.bot.id}>"
    asked = scene.ana.say(scene.play, f"{me} odds Legionnaire against Goblin?")
    await until(lambda: bool(scene.replies(asked)))
    assert scene.replies(asked)[0].startswith("**Legionnaire against Goblin (HP 13")
    own = scene.ana.say(scene.play, f"{me} odds L1 attacks G1 with Gladius")
    await until(lambda: bool(scene.replies(own)))
    assert scene.replies(own)[0].startswith("`/odds order: L1 attacks G1 with Gladius` answers you")
    wrong = scene.ben.say(scene.play, f"{me} odds Dragon against L1")
    await until(lambda: bool(scene.replies(wrong)))
    assert "Dragon" in scene.replies(wrong)[0]
    count = len((await scene.table()).match.links)
    direct = scene.ana.dm("odds of Legionnaire vs G1")
    told = await scene.discord.dm(scene.ana).says("Legionnaire against G1")
    assert told.replied is direct
    assert len((await scene.table()).match.links) == count


@pytest.mark.asyncio
async def test_describe(scene: Stage) -> None:
    """`/describe` tells the board in words, from a unit or a cell; a wrong name is explained."""
    told = await says(scene.ana, "describe", scene.play, what="L1")
    assert told.splitlines()[:3] == [
        "Legionnaire L1 at 5,5 (27 HP), army 1",
        "own Legionnaire L2 at 7,5 (27 HP): 2 away, down (2 down)",
        "enemy Goblin G1 at 5,25 (13 HP): 20 away, right (20 right)",
    ]
    assert "5,25: Goblin G1" in await says(scene.ben, "describe", scene.play, what="5,25")
    assert "there is no unit L9" in await says(scene.ben, "describe", scene.play, what="L9")


@pytest.mark.asyncio
async def test_catch_up(scene: Stage) -> None:
    """`/catch-up` tells a player what happened since their last order, and whose turn it is."""
    await says(scene.gm, "clock set", scene.play, clock="3d")
    await says(scene.ana, "order", scene.play, text="L1 moves to 5,8")
    told = await says(scene.ben, "catch-up", scene.play)
    assert told.splitlines()[0] == "**duel**, army 2, so far:"
    assert "#6 army 1: L1 moves to 5,8" in told
    assert told.splitlines()[-1] == "Now waiting for army 1."
    told = await says(scene.ana, "catch-up", scene.play)
    assert told.splitlines()[0] == "**duel**, army 1, since your #6:"
    assert told.splitlines()[1] == "Now waiting for you."
    assert told.splitlines()[2].startswith("Your deadline: <t:")
    assert "no seat" in await says(scene.gm, "catch-up", scene.play)


@pytest.mark.asyncio
async def test_replay_and_luck(scene: Stage) -> None:
    """Anybody can have the replay page of the match as a file, and the luck of its dice, by command
    and by button."""
    eve = scene.home.member("Eve")
    told = await ask(eve, "replay", scene.play)
    assert told.only_for == eve.id
    page = told.attachments[0]
    assert page.filename.endswith(".html")
    assert sha256(page.content).hexdigest() in told.content
    assert "as everybody may see it" in page.content.decode()
    own = await ask(scene.ana, "replay", scene.play, seat=1)
    assert "as army 1 sees it" in own.attachments[0].content.decode()
    assert "not your seat" in await says(scene.ben, "replay", scene.play, seat=1)
    assert "no die has decided anything yet" in await says(scene.ana, "luck", scene.play)
    assert scene.bot is not None
    table = await scene.table()
    channel = scene.bot.get_partial_messageable(scene.play.id)
    await channel.send("over", view=panel([Replay(table.record.id), Luck(table.record.id)]))
    message = scene.play.from_bot[-1]
    answer = await scene.ben.answer(scene.ben.click(message, "Replay"))
    assert sha256(answer.attachments[0].content).hexdigest() in answer.content
    answer = await scene.ben.answer(scene.ben.click(message, "Luck"))
    assert "no die has decided anything yet" in answer.content


@pytest.mark.asyncio
async def test_a_player_s_own_file_is_whole(scene: Stage) -> None:
    """The button "Export and seed" gives anybody a file with the seed, also if the match goes on
    with the next seed after a rewind."""
    assert scene.bot is not None
    table = await scene.table()
    await says(scene.gm, "gm line", scene.play, text="kill G1")
    channel = scene.bot.get_partial_messageable(scene.play.id)
    await channel.send("over", view=panel([Export(table.record.id)]))
    message = scene.play.from_bot[-1]
    for rewound in (False, True):
        if rewound:
            await says(scene.gm, "gm rewind", scene.play, to=5, reason="one more")
        answer = await scene.ben.answer(scene.ben.click(message, "Export and seed"))
        text = answer.attachments[0].content.decode()
        assert table.record.seed in text
        assert [line.split(":")[0] for line in verify_lines(text)] == ["ok", "ok", "note"]
