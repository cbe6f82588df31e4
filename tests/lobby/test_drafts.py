"""Drafts of matches: what is shown is what is read back, and nothing wrong can be chosen."""

from dataclasses import replace

import pytest

from bot.lobby.draft import MatchDraft, draft_text, read_draft
from bot.match.settings import Settings
from bot.referee.service import RefereeError
from rules import GAMES


@pytest.mark.parametrize("system", [game.id for game in GAMES])
def test_what_is_shown_is_read_back(system: str) -> None:
    """Any choice of any option, under any name; one line says what an option does and what is
    recommended; as recommended again it is no choice any more."""
    draft = MatchDraft("*Fords* `1`", system, "123", "")
    for option in draft.options:
        other = next((value for value in option.values if value != option.default), "")
        if not other:
            continue
        changed = draft.choosing(option.name, other)
        assert read_draft(draft_text(changed, option.name)) == changed
        told = draft_text(changed, option.name).split("\n")[-1]
        assert told.startswith(f"-# {option.name}: ")
        assert told.endswith(f"; {other}, recommended {option.default}")
        assert changed.choosing(option.name, option.default) == draft
        draft = changed
    assert read_draft(draft_text(draft)) == draft
    shell = {"autopass", "board", "watchers"}
    assert set(draft.chosen) - set(draft.house_rules) == shell
    assert draft.audience == "members"
    settings = draft.applied(Settings(autopass=True))
    assert (settings.autopass, settings.board) == (False, "text")
    assert MatchDraft("Fords", system).applied(settings) == replace(settings, autopass=True)


def test_what_cannot_be_chosen() -> None:
    """A value that there is not, one that breaks out of its place, an option that there is not; a
    text that is no draft."""
    draft = MatchDraft("Fords", "crusade7")
    for option, value in (
        ("reach", "far"),
        ("gold", "many"),
        ("clock", "soon"),
        ("clock", "1d`, gold=5"),
        ("magic", "on"),
    ):
        with pytest.raises(RefereeError):
            draft.choosing(option, value)
    assert draft.choosing("clock", "1d bank 7d").applied(Settings()).clock == "1d bank 7d"
    with pytest.raises(RefereeError, match="no draft"):
        read_draft("hello")
