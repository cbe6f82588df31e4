"""Finished matches are archived when their time is over, and nothing else is."""

import asyncio
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.config import ConfigError, read_config
from bot.lobby.retention import Retention, archive
from bot.referee.service import Referee
from tests.support import NOON, duel, must, referee_on

LONG = timedelta(days=365)


async def ended(referee: Referee, name: str) -> int:
    """A duel that army 1 gave up."""
    table = await duel(referee, name)
    must(await referee.submit(table, 1, "resign"))
    assert table.game.outcome(table.match.state) is not None
    return table.record.id


@pytest.mark.asyncio
async def test_what_ended_long_ago_is_archived(tmp_path: Path) -> None:
    """It becomes a file that verifies and can be imported again, and is gone from the database.
    What still goes on, ended lately, has a post that waits, or does not verify stays."""
    file, folder = tmp_path / "a.sqlite", tmp_path / "archive"
    async with referee_on(file) as referee:
        await ended(referee, "over / & <done>")
        await duel(referee, "goes on")
        posts = await ended(referee, "posts wait")
        await referee.mail.notice(posts, 5, "public", "not sent yet")
        wrong = await ended(referee, "wrong")
        with closing(sqlite3.connect(file)) as connection:
            connection.execute(
                f"UPDATE entries SET text = 'L1 stays' WHERE match_id = {wrong} AND number = 6"
            )
            connection.commit()
    async with referee_on(file) as referee:
        keeps = Retention(LONG, folder)
        referee._now = lambda: NOON + LONG
        assert await archive(referee, keeps) == []
        referee._now = lambda: NOON + LONG + timedelta(seconds=1)
        late = await ended(referee, "lately")
        (written,) = await archive(referee, keeps)
        assert [path.name for path in folder.iterdir()] == [written.name]
        assert written.name.startswith("match-1-over-done-")
        names = [record.name for record in await referee.store.all()]
        assert names == ["goes on", "posts wait", "wrong", "lately"]
        assert await archive(referee, keeps) == []
        version = await referee.store.version(late)
        assert version is not None
        assert await referee.store.erase(late, version - 1) is False, "it goes on at this moment"
        assert await referee.store.version(late) == version
    other = str(tmp_path / "b.sqlite")
    assert main(["verify", str(written)]) == 0
    assert await asyncio.to_thread(main, ["import", str(written), "--db", other]) == 0


def test_how_long_is_a_setting(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Days, with or without `d`; nothing: for ever; the folder is beside the database."""
    monkeypatch.chdir(tmp_path)
    for name in ("REFEREE_KEEP_FINISHED", "REFEREE_ARCHIVE_FOLDER", "DATABASE_URL"):
        monkeypatch.delenv(name, raising=False)
    assert read_config("x/a.sqlite").keep_finished is None
    monkeypatch.setenv("REFEREE_KEEP_FINISHED", "365d")
    config = read_config("x/a.sqlite")
    assert (config.keep_finished, config.archive_folder) == (365, tmp_path / "x" / "archive")
    for bad in ("0", "a year", "-1", "1.5d"):
        monkeypatch.setenv("REFEREE_KEEP_FINISHED", bad)
        with pytest.raises(ConfigError, match="REFEREE_KEEP_FINISHED"):
            read_config()
