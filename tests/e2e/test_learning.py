"""A server lets the bot learn from play: its players are told, each offer is kept without names and
with what became of it, and everybody can see and erase their own."""

from pathlib import Path

import pytest

from bot.doors.learning import ENDED, TOLD
from bot.store import PhraseRow, PhraseStore

from .stage import Stage, stage
from .standin import Human, Message, Permission
from .test_commands import says


async def offered(scene: Stage, who: Human, text: str) -> Message:
    """Say an order that cannot be read in full; returns the offer below it."""
    post = who.say(scene.play, f"{scene.discord.bot.mention} {text}")
    return await scene.play.until(
        lambda found: next((one for one in found if one.replied is post and one.components), None)
    )


async def kept(scene: Stage) -> list[tuple[str, str]]:
    """What is kept of the duel: what was typed, and what it turned out to mean."""
    return [(one.said, one.means) for one in await rows(scene)]


async def rows(scene: Stage) -> list[PhraseRow]:
    """The same as whole rows of the database."""
    await scene.quiet()
    assert scene.referee is not None
    return await PhraseStore(scene.referee.store.database).of_match((await scene.table()).record.id)


def boss_of(scene: Stage) -> Human:
    """Somebody who manages the server."""
    return scene.home.member("Boss", [scene.home.role("Boss", Permission.MANAGE_GUILD)])


@pytest.mark.asyncio
async def test_nothing_is_kept_unless_the_server_wants_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Learning is off at first, and only whoever manages the server can turn it on.  Then players
    are told in the channel, in the pinned post and in each new match; turning it off erases all
    that was kept."""
    async with stage(monkeypatch, tmp_path) as scene:
        await scene.duel()
        boss = boss_of(scene)
        offer = await offered(scene, scene.ana, "L1 to 5,8 zorp")
        await scene.ana.answer(scene.ana.click(offer, "No"))
        assert await kept(scene) == []
        for who in (scene.ana, scene.gm):
            refused = await says(who, "setup learning", scene.play, on=True)
            assert refused == "only someone who manages the server may do that"
        told = await says(boss, "setup learning", scene.play, on=True)
        assert "The players of 1 match are told" in told
        await scene.quiet()
        assert [one.content for one in scene.play.from_bot].count(TOLD) == 1
        pinned = await scene.play.says("**duel** \u00b7 Crusade 7th")
        assert TOLD in pinned.content
        assert "of 0 matches" in await says(boss, "setup learning", scene.play, on=True)
        assert "I learn from play here" in await says(boss, "setup check", scene.play)
        offer = await offered(scene, scene.ana, "L1 to 5,8 zorp")
        await scene.ana.answer(scene.ana.click(offer, "No"))
        assert await kept(scene) == [("L1 to 5,8 zorp", "?")]
        other = scene.home.channel("other")
        await scene.duel("other", other)
        await scene.quiet()
        assert TOLD in [one.content for one in other.from_bot], "in play it is said at once"
        hall = scene.home.channel("hall")
        await says(scene.ana, "match new", hall, name="Fords", system="crusade7")
        await scene.quiet()
        (thread,) = hall.threads()
        assert TOLD in thread.messages[0].content
        told = await says(boss, "setup learning", scene.play, on=False)
        assert told.endswith("1 phrase is erased.")
        await scene.quiet()
        assert scene.play.from_bot[-1].content == ENDED
        assert TOLD not in pinned.content
        await offered(scene, scene.ana, "L1 to 5,8 zorp")
        assert await kept(scene) == []


@pytest.mark.asyncio
async def test_what_is_filed_edited_or_declined(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """An offer is kept when it is answered by its buttons, in words, by the form, by editing the
    message or after a press on ❓; an offer that nobody answers, and an order read at once, is not
    kept."""
    async with stage(monkeypatch, tmp_path) as scene:
        await scene.duel()
        bot, play, ana = scene.discord.bot.mention, scene.play, scene.ana
        await says(boss_of(scene), "setup learning", play, on=True)
        await offered(scene, ana, "L2 dances to 7,9 zorp")
        ana.say(play, f"{bot} L2 stays")
        assert await kept(scene) == []
        offer = await offered(scene, ana, "@Ben's goblin: L1 to 5,8 zorp <:orc:123456789> ha")
        await ana.answer(ana.click(offer, "File it"))
        assert (await kept(scene))[-1] == (
            "army 2's goblin: L1 to 5,8 zorp ha",
            "L1 moves to 5,8",
        )
        ana.say(play, f"{bot} undo")
        await offered(scene, ana, "ben and BEN's friends: L1 to 5,8 zorp")
        ana.say(play, f"{bot} yes")
        assert (await kept(scene))[-1] == (
            "army 2 and army 2's friends: L1 to 5,8 zorp",
            "L1 moves to 5,8",
        )
        ana.say(play, f"{bot} undo")
        offer = await offered(scene, ana, "L1 to 5,7 zorp")
        form = await ana.modal(ana.click(offer, "Edit"))
        await ana.answer(ana.submit_modal(form, {"lines": "1> L1 moves to 5,6"}))
        assert (await kept(scene))[-1] == ("L1 to 5,7 zorp", "L1 moves to 5,6")
        ana.say(play, f"{bot} undo")
        await offered(scene, ana, "L1 to 5,8 zorp")
        ana.say(play, f"{bot} no")
        assert (await kept(scene))[-1] == ("L1 to 5,8 zorp", "?")
        await offered(scene, ana, "L1 to 5,6 zorp")
        post = next(one for one in reversed(play.messages) if one.author.id == ana.id)
        ana.edit(post, f"{bot} L1 moves to 5,7")
        assert (await kept(scene))[-1] == ("L1 to 5,6 zorp", "L1 moves to 5,7")
        ana.say(play, f"{bot} undo")
        word = ana.say(play, "L1 mvoes to 5,6")
        await scene.discord.until(lambda: "❓" in word.reactions)
        letters = scene.discord.dm(ana)
        ana.react(word, "❓")
        await scene.quiet()
        await ana.answer(ana.click(letters.from_bot[-1], "File it"))
        assert (await kept(scene))[-1] == ("L1 mvoes to 5,6", "L1 moves to 5,6")
        found = await rows(scene)
        assert {(one.user, one.seat) for one in found} == {(str(ana.id), 1)}
        assert len(found) == 6


@pytest.mark.asyncio
async def test_everybody_sees_and_erases_his_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """`/privacy show` lists the phrases of whoever asks, and `/privacy erase` erases them."""
    async with stage(monkeypatch, tmp_path) as scene:
        await scene.duel()
        await says(boss_of(scene), "setup learning", scene.play, on=True)
        offer = await offered(scene, scene.ana, "L1 to 5,8 zorp")
        await scene.ana.answer(scene.ana.click(offer, "No"))
        assert await kept(scene) == [("L1 to 5,8 zorp", "?")]
        shown = await says(scene.ana, "privacy show", scene.play)
        assert "- 1 phrase of yours" in shown
        assert "L1 to 5,8 zorp\u201d in match #1: declined" in shown
        assert "phrase" not in await says(scene.ben, "privacy show", scene.play)
        asked = await scene.ana.answer(scene.ana.slash("privacy erase", here=scene.play))
        scene.ana.click(asked, "Erase it")
        assert await kept(scene) == []
        assert await says(scene.ana, "privacy show", scene.play) == "I keep nothing about you."
