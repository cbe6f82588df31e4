"""Many matches at once: each keeps its own channel, order and posts.

The suite plays six; REFEREE_MATCHES=100 plays 100.
"""

import asyncio
import os
from pathlib import Path

import pytest

from .stage import stage

MATCHES = int(os.environ.get("REFEREE_MATCHES", "6"))


@pytest.mark.asyncio
async def test_many_matches(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Somebody moves in all matches at once; each report is posted in its own channel."""
    async with stage(monkeypatch, tmp_path) as scene:
        places = [scene.home.channel(f"board-{number}") for number in range(MATCHES)]
        assert scene.bot is not None
        scene.bot.doors.pace.burst = 10 * MATCHES
        for number, place in enumerate(places):
            await scene.duel(f"match {number}", place)
        for place in places:
            scene.ana.say(place, "L1 moves to 5,8; L2 stays")
        shown = [place.says("#7 L2 stays", 60) for place in places]
        assert len(await asyncio.gather(*shown)) == MATCHES
        for place in places:
            scene.ana.say(place, "end phase")
        reports = [place.says("· Move · army 1 · #6-#8", 60) for place in places]
        for number, report in enumerate(await asyncio.gather(*reports)):
            assert report.content.startswith(f"**match {number}**")
        for place in places:
            await place.says("· Move · army 2 <@", 60)
            told = [one for one in place.from_bot if "\n#6 L1" in one.content]
            assert len(told) == 1, "the orders of a turn stand in one post"
        assert scene.discord.refusals == []
