"""Every form of the language that a system's `forms.phrases` lists is read, each word for word."""

from pathlib import Path

import pytest

from bot.cases.phrases import files_of, read_phrases, run_block
from tests.places import PHRASINGS

FILES = sorted(path for path in files_of(PHRASINGS) if path.name.startswith("forms"))


@pytest.mark.parametrize("file", FILES, ids=lambda path: f"{path.parent.name} {path.stem}")
def test_each_form_is_read(file: Path) -> None:
    """Right, without exception: these are rules, not a sample."""
    found = [verdict for block in read_phrases(file) for verdict in run_block(block)]
    wrong = [(one.phrase.text, one.came) for one in found if one.outcome != "right"]
    assert found
    assert wrong == []
