"""Direct messages of somebody who plays several matches: which match each one is for."""

from pathlib import Path

import pytest

from .stage import Stage, stage
from .standin import Place
from .test_evenings import at, starter


async def told(scene: Stage, text: str) -> str:
    """Send a direct message as Ana; returns the answer."""
    letter = scene.ana.dm(text)
    await scene.quiet()
    return (await letters(scene).next(letter)).content


def letters(scene: Stage) -> Place:
    """Ana's direct messages with the bot."""
    return scene.discord.dm(scene.ana)


@pytest.mark.asyncio
async def test_a_letter_goes_to_the_match_of_the_last_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """If two matches could take an order, it goes to the one that Ana last wrote for, also after a
    restart, and the answer names it; before she has written for any she is asked."""
    async with stage(monkeypatch, tmp_path) as scene:
        await scene.duel()
        other = scene.home.channel("other")
        await scene.duel("other", other)
        asked = await told(scene, "L1 moves to 5,8")
        assert "Which match is this for?" in asked
        assert "`#1: ...` duel; `#2: ...` other" in asked
        assert await told(scene, "#1: L1 moves to 5,8") == "#6 L1 moves to 5,8"
        assert await told(scene, "L2 moves to 7,8") == "**duel**: #7 L2 moves to 7,8"
        scene.ana.say(other, "L1 moves to 5,6")
        await other.says("#6 L1 moves to 5,6")
        assert await told(scene, "L2 moves to 7,7") == "**other**: #7 L2 moves to 7,7"
        assert (await told(scene, "L2?")).startswith("**other**: ")
        await scene.leave()
        await scene.enter()
        assert (await told(scene, "end phase")).startswith("**other**: ")


@pytest.mark.asyncio
async def test_a_letter_goes_to_the_only_match_where_it_is_an_order(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Legionnaires move in one match and Pawns in the other: an order goes without a question to
    the one that understands it.  An offer names its match too, and its button files it there."""
    async with stage(monkeypatch, tmp_path) as scene:
        await scene.duel()
        evening = at(scene, "pawns")
        await evening.begin("Pawns", "crusade8x8", {}, starter("crusade8x8"))
        assert (await told(scene, "Ac2-c3<")).startswith("**Pawns**: #2 White Ac2-c3")
        assert await told(scene, "L1 moves to 5,8") == "**duel**: #6 L1 moves to 5,8"
        guess = await told(scene, "L2 moves to 7,8 maybe")
        assert guess.startswith("**duel**: Did you mean **L2 moves to 7,8**?"), guess
        scene.ana.click(letters(scene).messages[-1], "File it")
        await scene.play.says("#7 L2 moves to 7,8")
