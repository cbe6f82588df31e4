"""People come and go: a greeting, open seats, a substitute with his pack, a note for later."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.lobby.welcome import HELLO
from tests.support import must

from .stage import Stage, stage
from .standin import Permission
from .standin.components import find
from .test_commands import says, until


@pytest_asyncio.fixture
async def scene(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> AsyncIterator[Stage]:
    """The duel; L1 has moved (#6)."""
    async with stage(monkeypatch, tmp_path) as built:
        table = await built.duel()
        assert built.referee is not None
        must(await built.referee.submit(table, 1, "L1 moves to 5,7"))
        yield built


@pytest.mark.asyncio
async def test_a_substitute_gets_a_pack(scene: Stage) -> None:
    """Ana gives up her seat: it is listed as open, Dan takes it with the button, is pinged, and
    gets board, key and her orders by direct message; nobody else gets them."""
    await says(scene.ana, "match leave", scene.play)
    post = await scene.play.says("army 1 is free")
    assert find(post.components, "Take army 1")
    listed = await says(scene.ben, "match list", scene.play, which="open")
    assert listed.startswith("**army 1** of #1 **duel**")
    dan = scene.home.member("Dan")
    await dan.answer(dan.click(post, "Take army 1"))
    told = await scene.play.says(f"army 1 is now {dan.mention}")
    assert "Army 1 is to act; the pack for it comes by direct message." in told.content
    assert [one.id for one in told.mentions] == [dan.id]
    letters = scene.discord.dm(dan)
    pack = await letters.says("**Your pack for army 1 in duel.** round 1")
    assert "your turn" in pack.content
    assert "#6 L1 moves to 5,7" in pack.content
    await letters.says("L1-L2 Legionna.")
    assert await says(scene.ben, "match list", scene.play, which="open") == "No seat is open here."
    assert not scene.discord.dm(scene.ben).from_bot


@pytest.mark.asyncio
async def test_the_gm_names_a_substitute(scene: Stage) -> None:
    """A substitute named by the GM is told whose seat it was; the pack comes by direct message."""
    dan = scene.home.member("Dan")
    await says(scene.gm, "gm substitute", scene.play, seat=2, who=dan)
    told = await scene.play.says(f"army 2 is now {dan.mention}")
    assert f"Taken over from {scene.ben.mention}. The pack" in told.content
    await scene.discord.dm(dan).says("not your turn")


@pytest.mark.asyncio
async def test_hello(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The greeting in a server has buttons for a new match and for setting the server up; only
    whoever manages the server can choose there the role of its GMs."""
    async with stage(monkeypatch, tmp_path, greeted=False) as hall:
        hello = await hall.play.says(HELLO.split("\n")[0])
        assert "Five systems: Crusade 7th Edition" in hello.content
        form = hall.ana.click(hello, "New match\u2026")
        await until(lambda: form.modal is not None)
        told = await hall.ana.answer(hall.ana.click(hello, "Set me up"))
        assert "then `/match new` makes one with a thread." in told.content
        assert "GM rights in every match here: no role" in told.content
        assert find(told.components, "2. the role of your GMs") is None
        assert find(told.components, "Try it") is not None
        role = hall.home.role("Umpires")
        boss = hall.home.member("Max", roles=[hall.home.role("Boss", Permission.MANAGE_GUILD)])
        told = await boss.answer(boss.click(hello, "Set me up"))
        boss.select(told, "2. the role of your GMs", role)
        chosen = f"<@&{role.id}> has GM rights in every match of this server."
        await until(lambda: told.content.startswith(chosen))
        assert f"every match here: <@&{role.id}>" in told.content


@pytest.mark.asyncio
async def test_setting_a_server_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whoever manages a server chooses where matches are played, how boards look and where players
    are looked for; a missing permission is named with what to do.  The choices survive a restart
    and hold for new matches."""
    async with stage(monkeypatch, tmp_path) as hall:
        wars, notices = hall.home.channel("wars"), hall.home.channel("notices")
        for one in (hall.home.everyone, hall.discord.person(hall.discord.bot)):
            wars.allow(one, deny=Permission.CREATE_PUBLIC_THREADS)
        boss = hall.home.member("Max", roles=[hall.home.role("Boss", Permission.MANAGE_GUILD)])
        told = await boss.answer(boss.slash("setup check", here=hall.play))
        assert "Permissions: I have every permission that I need." in told.content
        boss.select(told, "1. the channel of your matches", wars)
        await until(lambda: f"in threads of {wars.mention}" in told.content)
        missing = f"- Create Public Threads is missing in {wars.mention}: each match gets a thread"
        assert missing in told.content
        assert "*Server Settings > Roles*" in told.content
        for one in (hall.home.everyone, hall.discord.person(hall.discord.bot)):
            wars.allow(one, allow=Permission.CREATE_PUBLIC_THREADS)
        boss.click(told, "Check again")
        await until(lambda: missing not in told.content)
        boss.select(told, "cr:sb", "text")
        await until(lambda: "Boards of new matches: text only" in told.content)
        boss.select(told, "4. where matches that look for players are told", notices)
        await until(lambda: f"are told in {notices.mention}" in told.content)
        await hall.leave()
        await hall.enter()
        made = await says(hall.ana, "match new", hall.play, name="Fords")
        assert "It is played in <#" in made
        fords = await hall.table("Fords")
        assert fords.record.settings.board == "text"
        told = await notices.says("**Fords** \u00b7 Crusade 7th Edition looks for 1 player: <#")
        hall.ben.click(told, "Join")
        await until(lambda: "has all its players" in told.content)
        page = await boss.answer(boss.slash("setup check", here=hall.play))
        ready = await boss.answers(boss.click(page, "Try it"), 1)
        assert "Your battle is ready in <#" in ready[-1].content
        world = hall.discord.world
        threads = [one for one in world.channels.values() if one.parent_id == wars.channel.id]
        assert len(threads) == 2


@pytest.mark.asyncio
async def test_a_note_for_a_later_round(scene: Stage) -> None:
    """Ana in chat and Ben by command ask for a note in a later round; when round 2 begins only Ana
    gets hers, by direct message."""
    said = scene.ana.say(
        scene.play, f"{scene.discord.bot.mention} remind me in round 2: treaty ends"
    )
    await until(lambda: bool(scene.replies(said)))
    assert scene.replies(said) == ["I will write to you when round 2 begins."]
    told = await says(scene.ben, "remind round", scene.play, number=3, note="watch the hill")
    assert told == "I will write to you when round 3 begins."
    shown = await says(scene.ben, "remind show", scene.play)
    assert shown.splitlines()[-1] == (
        "- #1 **duel**, when round 3 begins: \u201cwatch the hill\u201d"
    )
    late = await says(scene.ben, "remind round", scene.play, number=1, note="too late")
    assert late == "round 1 has begun already: it is round 1"
    table = await scene.table()
    assert scene.referee is not None
    assert scene.bot is not None
    must(await scene.referee.submit(table, 0, "set round 2"))
    scene.bot.changed(table)
    letters = scene.discord.dm(scene.ana)
    letter = await letters.says("treaty ends")
    assert letter.content == "**duel**, round 2 begins: \u201ctreaty ends\u201d"
    assert not [one for one in scene.play.from_bot if "treaty" in one.content]
    assert not scene.discord.dm(scene.ben).from_bot
