"""What measures many matches makes them, plays in them, and tells of all it was asked."""

from pathlib import Path

import pytest

from bot.store import Store
from rules import GAMES
from tests.bench.scale import answer, fill, look, rows

COUNT = 3 * len(GAMES)


@pytest.mark.asyncio
async def test_many_matches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Copies are matches of their own: orders go into each, their posts are sent, their clocks
    follow; and a bot that has a channel for each of them answers in two more."""
    monkeypatch.setattr("tests.bench.scale.LINES", 2 * COUNT)
    monkeypatch.setattr("tests.bench.scale.TALKING", 2)
    monkeypatch.setattr("tests.bench.chat.EVENLY", {2: 1})
    file = tmp_path / "many.sqlite"
    await fill(str(file), COUNT, posts=4)
    found = await look(str(file), COUNT)
    assert found["lines"] > COUNT // 2
    assert found["posts"][0] == 4
    assert found["clocks"][0] >= COUNT
    store = await Store.open(file)
    records = await store.all()
    assert [record.id for record in records] == [*range(1, COUNT + 1)]
    await store.close()
    answered = await answer(file, COUNT)
    assert min(*answered["tick"], *answered["online"]) > 0
    table = rows({COUNT: {**found, **answered, "size": 2**20}})
    assert all(line.count("|") == 3 for line in table)
