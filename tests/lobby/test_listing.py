"""Lists of matches read no more of a match than they show."""

from pathlib import Path

import pytest

from bot.lobby.listing import names, open_lines, server_lines
from bot.match.settings import Settings
from bot.referee.gate import Caller
from bot.store import PlaceRecord
from tests.support import referee_on

HOME = "9"


@pytest.mark.asyncio
async def test_only_what_is_shown_is_opened(tmp_path: Path) -> None:
    """Names stand in the rows of matches; of free seats only the matches are opened that have some;
    of a server only those that may be seen."""
    file, settings = tmp_path / "r.sqlite", Settings(server=HOME)
    kept = {
        "full": ((1, "ana"), (2, "ben")),
        "free": ((1, "ana"),),
        "foreign": ((1, "cleo"), (2, "ben")),
    }
    async with referee_on(file) as referee:
        for number, (name, seats) in enumerate(kept.items(), 1):
            table = await referee.create(name, "crusade8x8", seats=seats, settings=settings)
            await referee.mail.settle(PlaceRecord(table.record.id, str(number), HOME))
    ana = Caller("ana")
    async with referee_on(file) as referee:
        assert await names(referee, "", ana) == ["full", "free"]
        assert await names(referee, HOME, ana) == ["full", "free"] * 2
        assert referee.cache.sizes()["matches"] == 0
        (line,) = await open_lines(referee, HOME, ana)
        assert "of #2 **free**" in line
        assert referee.cache.sizes()["matches"] == 1
        assert [one[:3] for one in await server_lines(referee, HOME, ana)] == ["#1 ", "#2 "]
        assert referee.cache.sizes()["matches"] == 2
