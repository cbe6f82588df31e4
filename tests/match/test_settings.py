"""A match's settings: one value in the program, texts by name in the store."""

from dataclasses import fields, replace

import pytest

from bot.match.pending import Challenge, Consent, Proposal
from bot.match.settings import FORMS, Settings, changes_between, read_settings, written_settings
from bot.store import Store
from tests.support import duel, keep, referee_on

WRITTEN = {
    "status": "paused",
    "rests": "agreed",
    "locked": "yes",
    "autopass": "on",
    "audience": "members",
    "server": "9",
    "share": "1f0c93d2a7b4",
    "left_at": "2026-06-01T12:00:00+00:00",
    "board": "picture",
    "learning": "on",
    "opponents": "2:easy 3:hard",
    "scene": "yes",
    "own_from": "7",
    "chained_from": "8",
    "clock": "1d bank 2d",
    "grace": "0",
    "grace time": "12h",
    "open after": "2",
    "away": "act",
    "weekends": "rest",
    "holidays": "3",
    "challenges": '[{"entry": 4, "by": 2, "thread": "777", "number": 1, "question": "Why?"}]',
    "challenges made": "1",
    "proposal": '[{"number": 3, "text": "undo #5", "agreed": [1], "by": 1, "entries": [5]}]',
    "proposals": "3",
    "agreed": '{"what": "going on", "seats": [1, 3]}',
    "salt 10": "ten words",
    "salt 2": "two",
}
"""Every setting as databases have it, unlike what is usual."""


def test_settings_are_written_as_they_were_read() -> None:
    """Each setting has its text, and comes back as it was."""
    found = read_settings(WRITTEN)
    assert {form.name for form in FORMS.values()} == {
        name for name in WRITTEN if not name.startswith("salt ")
    }
    assert written_settings(found) == WRITTEN
    assert found.opponents == ((2, "easy"), (3, "hard"))
    assert found.challenges == (Challenge(4, 2, "777", 1, "Why?"),)
    assert found.proposals == (Proposal(3, "undo #5", (1,), 1, entries=(5,)),)
    assert found.agreed == Consent("going on", (1, 3))
    assert dict(found.salts) == {"10": "ten words", "2": "two"}
    assert (found.grace, found.open_after, found.rests) == (0, 2, True)
    unlike = [one.name for one in fields(Settings) if getattr(found, one.name) == one.default]
    assert unlike == ["others"]


def test_what_is_usual_is_not_written() -> None:
    """A match without settings has none in the store; `autopass: off` says nothing."""
    assert written_settings(Settings()) == {}
    assert read_settings({"status": "playing", "autopass": "off"}) == Settings()


@pytest.mark.parametrize(
    "strange",
    [
        {"weather": "rain", "clock 2": "1d"},
        {"challenges": '[{"entry": 4, "by": 2, "jury": [1]}]'},
        {"proposals": "many", "agreed": "[", "opponents": "easy"},
    ],
)
def test_what_another_version_wrote_survives(strange: dict[str, str]) -> None:
    """Unknown settings, and known ones that cannot be read, stay in the store as they are."""
    found = read_settings({**strange, "locked": "yes"})
    assert found.locked
    assert written_settings(replace(found, status="paused")) == {
        **strange,
        "locked": "yes",
        "status": "paused",
    }


def test_a_change_names_what_differs() -> None:
    """Whoever changes one setting writes this one; an empty text takes one away."""
    before = read_settings(WRITTEN)
    after = replace(before, status="playing", rests=False, clock="3d")
    assert changes_between(before, after) == {"status": "", "rests": "", "clock": "3d"}
    assert changes_between(before, before) == {}


@pytest.mark.asyncio
async def test_two_changes_at_once_both_stand() -> None:
    """Another process knows an older state of the settings, and takes nothing back."""
    async with referee_on(":memory:") as first:
        table = await duel(first)
        second: Store = first.store
        await second.save_settings(table.record.id, {"board": "both", "weather": "rain"})
        await keep(first, table, locked=True)
        record = await second.find("duel")
        assert record is not None
        assert record.settings == Settings(
            locked=True, board="both", scene=True, others=(("weather", "rain"),)
        )
