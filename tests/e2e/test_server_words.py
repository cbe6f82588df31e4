"""Words that a server teaches its matches by `/setup words`, and that its players then use."""

from pathlib import Path

import pytest

from .stage import stage
from .standin import Permission
from .test_commands import says


@pytest.mark.asyncio
async def test_a_server_teaches_words(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whoever manages the server or has its GM role can teach words, and everybody there can list
    them. Orders are read with them, also after a restart; they can be removed; other servers do not
    have them."""
    async with stage(monkeypatch, tmp_path) as scene:
        await scene.duel()
        here, ana = scene.play, scene.ana
        boss = scene.home.member("Boss", [scene.home.role("Boss", Permission.MANAGE_GUILD)])
        role = scene.home.role("Umpire")
        uma = scene.home.member("Uma", [role])
        await says(boss, "setup gm-role", here, role=role)
        tall = {"phrase": "The  tall one", "means": "L1"}
        for who in (ana, scene.gm):
            assert "only someone who manages" in await says(who, "setup words", here, **tall)
        assert "has taught no words" in await says(ana, "setup words", here)
        taught = await says(boss, "setup words", here, **tall)
        assert taught == "In every match of this server: the tall one = L1"
        await says(uma, "setup words", here, phrase="*the* small one", means="L2")
        assert "without quotation marks" in await says(uma, "setup words", here, phrase="what")
        assert "one thing at a time" in await says(boss, "setup words", here, remove="x", **tall)
        ana.say(here, f"{scene.discord.bot.mention} the tall one moves to 5,8")
        await scene.quiet()
        assert (await scene.table()).match.head == 6
        for command, given, told in (
            ("odds", {"order": "what can reach the tall one"}, "What can reach L1 ("),
            ("odds", {"order": "the tall one against Goblin"}, "**L1 against Goblin ("),
            ("describe", {"what": "The Tall One"}, "Legionnaire L1 at "),
            ("card", {"name": "the tall one"}, "**L1 Legionnaire**"),
        ):
            assert told in await says(ana, command, here, **given)
        await scene.leave()
        await scene.enter()
        assert await says(ana, "setup words", here) == (
            "Every match of this server knows:\n- \\*the\\* small one = L2\n- the tall one = L1"
        )
        away = scene.discord.guild("Away")
        ivan, there = away.member("Ivan", [away.role("King", Permission.ADMINISTRATOR)]), "there"
        other = away.channel(there)
        assert "has taught no words" in await says(ivan, "setup words", other)
        assert "has not taught" in await says(ivan, "setup words", other, remove="the tall one")
        assert not await ivan.autocomplete("setup words", "remove", {}, here=other)
        (offered,) = await boss.autocomplete("setup words", "remove", {"remove": "tal"}, here=here)
        assert offered["value"] == "the tall one"
        assert "has forgotten" in await says(boss, "setup words", here, remove="The tall one")
        assert "tall" not in await says(ana, "setup words", here)
