"""Trouble around the game costs one line at most and is told in one sentence."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.config import ConfigError, address, read_config
from bot.terminal.console import CRASHES
from rules.crusade8x8 import GAME
from tests.places import ROOT
from tests.terminal.test_console import home

__all__ = ["home"]


def feed(monkeypatch: pytest.MonkeyPatch, lines: str) -> None:
    """Make these lines the standard input."""
    import io

    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))


def test_legal_of_what_is_no_unit(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`legal Ab2` means the Archer; `b9` and `z1` are no tiles; the game goes on."""
    feed(monkeypatch, "legal Ab2\nlegal Bb2\nlegal b9\nlegal z1\nlegal archer b2\n= phase play\n")
    assert main(["play", "crusade8x8", "--db", "a.sqlite"]) == 0
    out = capsys.readouterr().out
    assert "b9 is no tile" in out
    assert "z1 is no tile" in out
    assert "no legal order" not in out
    assert out.rstrip().endswith("true")


LONG, DIGITS = "a" * 5_000, "1" * 5_000

BEYOND = [
    ({}, ("key", "x", "--viewer", DIGITS)),
    ({"REFEREE_BACKUPS_KEPT": DIGITS}, ("list",)),
    *(({"REFEREE_MEMORY": one}, ("list",)) for one in (DIGITS, "much", "3")),
    ({"DATABASE_URL": LONG}, ("list",)),
    ({"DATABASE_URL": "a" * 300}, ("list",)),
    ({"DATABASE_URL": "postgresql://[::1"}, ("list",)),
    ({"DATABASE_URL": f"postgresql://h:{DIGITS}/x"}, ("list",)),
    ({"DATABASE_URL": "postgresql://h:99999999/x"}, ("list",)),
    *(({}, (command, LONG)) for command in ("backup", "restore", "cases", "phrases", "verify")),
    *(({}, (command, "/dev/zero")) for command in ("cases", "phrases", "verify", "import")),
    ({}, ("play", "crusade7", "--match", "\udcff")),
    ({}, ("import", LONG)),
    ({}, ("forum", "x", LONG)),
    ({}, ("play", "crusade7", f"gold={DIGITS}")),
    ({}, ("play", "crusade7", "--db", "a/" * 400)),
    ({}, ("perft", "crusade8x8", LONG, "1")),
    ({}, ("perft", "crusade8x8", "8/8/8/8/8/8/8/8 w -/- - - 0/0 - 0 1", "7")),
    ({}, ("why", "x", DIGITS)),
]
"""Settings and command lines that go far beyond every limit."""


@pytest.mark.parametrize(("settings", "words"), BEYOND, ids=range(len(BEYOND)))
def test_the_command_line_is_bounded(
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    settings: dict[str, str],
    words: tuple[str, ...],
) -> None:
    """What is too long, too large or no address is refused in one sentence, without a traceback."""
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    feed(monkeypatch, "")
    assert main(words) in (1, 2)
    said = capsys.readouterr().err
    assert said.startswith(f"referee {words[0]}: ")
    assert said.count("\n") == 1
    assert len(said) < 600


def test_a_defect_costs_one_line(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An exception in the game is told in one sentence, its traceback goes to a file beside the
    database, and the next line is answered."""

    def broken(*_: object) -> None:
        raise ZeroDivisionError("a defect")

    monkeypatch.setitem(vars(GAME), "legal", broken)
    feed(monkeypatch, "legal\nwarrior d2 moves d3\n")
    assert main(["play", "crusade8x8", "--db", "a.sqlite"]) == 1
    out = capsys.readouterr().out
    assert "(ZeroDivisionError): this line had no effect, the match goes on" in out
    assert "White: Wd2-d3" in out
    written = (home / CRASHES).read_text(encoding="utf-8")
    assert "'legal'" in written
    assert "a defect" in written


def test_reading_needs_no_backup(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If no backup can be written, matches can still be looked at; only writing is refused."""
    feed(monkeypatch, "")
    assert main(["play", "crusade8x8", "--db", "a.sqlite"]) == 0
    (home / "no-folder").write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("REFEREE_BACKUP_FOLDER", "no-folder")
    for words in (["list"], ["log", "crusade8x8-table"], ["export", "crusade8x8-table"]):
        assert main([*words, "--db", "a.sqlite"]) == 0
    assert main(["play", "crusade8x8", "--db", "a.sqlite"]) == 2
    assert "the backup" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("given", "used"),
    [
        ("postgresql://u:p@h/d", "postgresql+asyncpg://u:p@h/d"),
        ("postgres://h/d", "postgresql+asyncpg://h/d"),
        ("postgresql+asyncpg://h/d", "postgresql+asyncpg://h/d"),
        ("matches.sqlite", "matches.sqlite"),
    ],
)
def test_addresses_of_databases(given: str, used: str) -> None:
    """A PostgreSQL address is understood in any of its spellings; a file name is used as it is."""
    assert address(given) == used


def test_other_databases_and_odd_settings(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A kind of database that is not supported, and a `.env` that is not text, are told in one
    sentence."""
    monkeypatch.setenv("DATABASE_URL", "mysql://h/d")
    assert main(["list"]) == 2
    assert "mysql://...: that kind of database is not supported" in capsys.readouterr().err
    monkeypatch.delenv("DATABASE_URL")
    (home / ".env").write_bytes(b"DATABASE_URL=\xff\xfe")
    assert main(["list"]) == 2
    assert capsys.readouterr().err == "referee list: the file .env here is not UTF-8 text\n"
    with pytest.raises(ConfigError):
        read_config()


def test_a_backup_blames_what_is_damaged(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If a backup fails because the database is damaged, the database is named, not the copy."""
    feed(monkeypatch, "")
    main(["play", "crusade8x8", "--db", "a.sqlite"])
    with closing(sqlite3.connect("a.sqlite")) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    raw = bytearray(Path("a.sqlite").read_bytes())
    raw[4096 : len(raw) // 2] = b"\x55" * (len(raw) // 2 - 4096)
    Path("a.sqlite").write_bytes(raw)
    capsys.readouterr()
    assert main(["backup", "copy.sqlite", "--db", "a.sqlite"]) == 2
    assert "the database a.sqlite is damaged" in capsys.readouterr().err
    assert not Path("copy.sqlite").exists()


def test_two_pipes_at_once_lose_nothing(home: Path) -> None:
    """Two programs write 60 lines each into one new match: all 120 stand."""
    command = [sys.executable, "-m", "bot", "play", "crusade8x8", "setup=march", "--db", "a.sqlite"]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    (home / "lines").write_text("".join(f"gm> set round {one}\n" for one in range(1, 61)))
    with (home / "lines").open() as first, (home / "lines").open() as second:
        both = [
            subprocess.Popen(command, stdin=lines, stdout=subprocess.DEVNULL, env=env)
            for lines in (first, second)
        ]
        assert [one.wait(300) for one in both] == [0, 0]
    with closing(sqlite3.connect("a.sqlite")) as database:
        (count,) = database.execute("SELECT count(*) FROM entries").fetchone()
        assert count == 121
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
