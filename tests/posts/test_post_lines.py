"""The lines of one entry in a living post: which are kept, and that a name is said only once."""

import pytest

from bot.posts.lines import MOST, kept, once


def test_results_are_kept_before_what_led_to_them() -> None:
    """Of a battle of six rounds, the first rounds and the end are shown with the number of lines
    left out; a short report is shown whole."""
    rounds = [f"Round {number}: ..." for number in range(1, 7)]
    body = ["fight Brindle", *rounds, "**Army 1 wins Brindle after 6 rounds.** Honor 20 → 21"]
    shown = kept(body)
    assert len(shown) == MOST - 1
    assert shown[:2] == ["Round 1: ...", "Round 2: ..."]
    assert shown[2].startswith("**Army 1 wins")
    assert shown[2].endswith(" … 4 more: *Why…*")
    assert kept(body[:MOST]) == body[1:MOST]
    assert kept(body[:1]) == []


@pytest.mark.parametrize(
    ("name", "line", "said"),
    [
        ("**GM**: ", "GM: L7 HP 13 → 27", "**GM**: L7 HP 13 → 27"),
        ("army 2: ", "army 2: guard on", "army 2: guard on"),
        ("army 2: ", "army 2 declines the draw", "army 2 declines the draw"),
        ("army 2: ", "**army 2 breaks the alliance**", "**army 2 breaks the alliance**"),
        ("army 2: ", "army 21 is out", "army 2: army 21 is out"),
        ("army 2: ", "O1 moves to 5,6", "army 2: O1 moves to 5,6"),
        ("", "GM: next dice 5", "GM: next dice 5"),
    ],
)
def test_a_name_is_said_once(name: str, line: str, said: str) -> None:
    """The name of who gave an order stands before its line, unless the line begins with it."""
    assert "".join(once(name, line)) == said
