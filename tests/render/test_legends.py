"""Below a picture a legend explains every sign that occurs in it, and no other."""

from typing import Any

import pytest

from rules import find
from rules.display.telling import Hit
from rules.display.view import Shape
from tests.render.test_picture import replayed

SIGNS = {
    "machinadei": (
        "rome-against-celts",
        "black edge: the front",
        "dashed: the front arc, its field of fire",
    ),
    "candlebre": (
        "two-seats",
        "ASH1 60: a province, its owner, its value",
        "star: a leader",
        "M military, I infrastructure, E espionage: levels of research",
    ),
}
"""By system: a recorded match, and some of the entries in the legend of its last board."""


def legend(game: Any, state: Any) -> list[str]:
    """The entries below a board."""
    shapes = game.shapes(state, None).shapes
    return [one.label for one in shapes if isinstance(one, Shape) and one.kind == "legend"]


@pytest.mark.parametrize("system", SIGNS)
def test_signs_are_explained(system: str) -> None:
    """Lines, stars, letters of buildings and levels are explained once they occur, not before."""
    record, *signs = SIGNS[system]
    game: Any = find(system)
    states = [state for state, _ in replayed(system, record)]
    said = legend(game, states[-1])
    for sign in signs:
        assert sign in said
    assert not {"star: a leader", "black edge: the front"} & set(legend(game, game.blank))


def test_an_archers_shot_is_a_line() -> None:
    """C8-ARCH-1: a shot is drawn as a line from the Archer to the tile, beside the cross where the
    target stood."""
    game: Any = find("crusade8x8")
    shots = 0
    for before, events in replayed("crusade8x8", "classic"):
        note = next((one.note for one in events if type(one).__name__ == "Acted"), "")
        after = before
        for event in events:
            after = game.apply(after, event)
        traces = game.traces(before, events, after, None)
        if note == "Ab6*b5":
            shots += 1
            assert traces.hits == (Hit((2500, 1500), (3500, 1500)),)
        assert bool(traces.hits) == ("*" in note)
    assert shots == 1
