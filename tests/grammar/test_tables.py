"""The parse tables of a grammar are cached in a file, which is used only if it is whole and fits
the grammar."""

import sys
from pathlib import Path
from typing import Any

import pytest
from lark import Lark

from grammar import tables

TEXT = 'line: WORD+\nWORD: /[a-z]+/\n%ignore " "\n'


class Counted(Lark):
    """A Lark that counts how often tables are made."""

    made = 0

    def __init__(self, text: str, **named: Any) -> None:
        Counted.made += 1
        super().__init__(text, **named)


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for bytecode and cached tables, with `Lark` counted."""
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(tables, "Lark", Counted)
    monkeypatch.setattr(Counted, "made", 0)
    return tmp_path


def words(text: str = TEXT) -> list[str]:
    """The words of a sentence parsed with this grammar."""
    return list(map(str, tables.lalr("words", text, ["line"], strict=True).parse("a bc").children))


def test_tables_are_made_once(kept: Path) -> None:
    assert words() == words() == ["a", "bc"]
    assert Counted.made == 1
    assert [file.suffix for file in kept.rglob("*") if file.is_file()] == [".tables"]


def test_another_text_has_other_tables(kept: Path) -> None:
    words()
    assert words(TEXT.replace("WORD+", "WORD WORD")) == ["a", "bc"]
    assert Counted.made == 2
    words()
    assert Counted.made == 3


def test_damaged_tables_are_made_anew(kept: Path) -> None:
    words()
    (file,) = (one for one in kept.rglob("*.tables"))
    for damaged in (file.read_bytes()[:-1], b"", file.read_bytes() + b"x"):
        file.write_bytes(damaged)
        before = Counted.made
        assert words() == ["a", "bc"]
        assert Counted.made == before + 1
    words()
    assert Counted.made == before + 1


def test_where_nothing_can_be_written_they_are_made_each_time(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (kept / "file").touch()
    monkeypatch.setattr(sys, "pycache_prefix", str(kept / "file"))
    assert words() == words() == ["a", "bc"]
    assert Counted.made == 2


def test_nothing_is_written_where_bytecode_is_not(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert words() == words() == ["a", "bc"]
    assert Counted.made == 2
    assert not list(kept.rglob("*.tables"))
