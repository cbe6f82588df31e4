"""`referee phrases`: the work of reading all phrases of a file is bounded."""

from pathlib import Path

import pytest

from bot.__main__ import main
from bot.doors import measure

SCENE = """\
# two of them
game: crusade7 gold=1000
gm> put Legionnaire L1 for army 1 at 5,5
gm> put Goblin G1 for army 2 at 9,9
gm> set phase move
gm> set turn army 1
seat: 1
"""


def test_a_file_of_phrases_has_its_most_reading(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """BOUND-3: a whole file of phrases has a budget of reading steps; when it is spent, the command
    fails with one sentence that names the line it had reached."""
    file = tmp_path / "many.phrases"
    file.write_text(SCENE + "L1 moves to 5,6 => L1 moves to 5,6\n" * 9, encoding="utf-8")
    assert main(["phrases", str(file)]) == 0
    monkeypatch.setattr(measure, "SPARE", 10)
    monkeypatch.setattr(measure, "USUAL", 10)
    capsys.readouterr()
    assert main(["phrases", str(file)]) == 2
    told = capsys.readouterr().err
    assert f"{file}:8: {measure.TOO_HARD}" in told
