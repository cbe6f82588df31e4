"""Traces of turns on the picture, over whole recorded matches of every system that draws them."""

from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

import pytest

import grammar
from rules import find
from rules.crusade8x8.state import State
from rules.display.telling import Death, Frame, Traces
from rules.line.events import Event
from tests.render.test_picture import replayed

RECORDS = {
    "crusade7": ("legion-against-warband", 160),
    "crusade8x8": ("classic", 60),
    "machinadei": ("rome-against-celts", 100),
    "rulescrusade": ("yard", 100),
}
"""By system: a recorded match, and how many of its lines are used."""

STEP = 8


@cache
def stretches(system: str) -> tuple[tuple[Any, Any, tuple[Event, ...]], ...]:
    """For every few lines: the state before and after them, and their events."""
    record, count = RECORDS[system]
    steps = list(islice(replayed(system, record), count))
    found = []
    for at in range(0, len(steps) - STEP, STEP):
        events = tuple(event for _, brought in steps[at : at + STEP] for event in brought)
        found.append((steps[at][0], steps[at + STEP][0], events))
    return tuple(found)


def drawn(system: str, viewer: int | None) -> Iterator[tuple[Any, Traces]]:
    """The traces of each stretch, with the state over which they are drawn."""
    game = find(system)
    for before, after, events in stretches(system):
        yield after, game.traces(before, events, after, viewer)


@pytest.mark.parametrize("system", RECORDS)
@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_everything_lies_on_the_board(system: str, viewer: int | None) -> None:
    """Every way has at least two points, and no line, cross or frame leaves the board."""
    game = find(system)
    seen = 0
    for after, found in drawn(system, viewer):
        board = game.shapes(after, viewer)
        points = [point for arrow in found.arrows for point in arrow.points]
        points += [point for hit in found.hits for point in (hit.start, hit.end)]
        points += [death.at for death in found.deaths]
        assert all(0 <= row <= 1000 * board.rows for row, _ in points)
        assert all(0 <= column <= 1000 * board.columns for _, column in points)
        assert all(len(arrow.points) > 1 and arrow.seat in (1, 2) for arrow in found.arrows)
        assert all(frame.row + frame.rows <= board.rows for frame in found.frames)
        assert all(frame.column + frame.columns <= board.columns for frame in found.frames)
        assert all(death.label for death in found.deaths)
        seen += len(points) + len(found.frames)
    assert seen > 20


@pytest.mark.parametrize("system", RECORDS)
def test_nothing_is_drawn_that_is_not_told(system: str) -> None:
    """Every death that is drawn is also told in words, and no way is drawn without words."""
    for _, found in drawn(system, None):
        if found.arrows or found.deaths:
            assert found.words
        for death in found.deaths:
            kind = death.label if system != "crusade8x8" else "captured"
            assert any(kind in word for word in found.words)


@pytest.mark.parametrize("system", RECORDS)
def test_without_events_there_is_no_trace(system: str) -> None:
    """A state compared with itself leaves no trace."""
    game = find(system)
    _, after, _ = stretches(system)[-1]
    assert game.traces(after, (), after, None) == Traces()


@pytest.mark.parametrize("system", RECORDS)
def test_own_moves_are_framed_for_others_only(system: str) -> None:
    """Moves are framed for everybody but the player who made them: each player sees some of the
    public's frames, and both together see all of them."""
    for (_, one), (_, two), (_, everybody) in zip(
        drawn(system, 1), drawn(system, 2), drawn(system, None), strict=True
    ):
        frames = set(everybody.frames)
        assert set(one.frames) <= frames
        assert set(two.frames) <= frames
        assert set(one.frames) | set(two.frames) == frames


def after_line(position: str, line: str) -> tuple[State, tuple[Event, ...], State]:
    """The state before and after a line of White from a position, and its events."""
    game = find("crusade8x8")
    state: Any = game.blank

    def face(die: Any) -> int:
        return int(die.faces[0])

    options = {option.name: option.default for option in game.options}
    for event in game.setup(options, None, face):
        state = game.apply(state, event)
    for seat, text in ((0, f'position "{position}"'), (1, line)):
        (read,) = grammar.read("crusade8x8", text, (), gm=seat == 0)
        before = state
        events = game.adjudicate(state, seat, read.orders, face)
        for event in events:
            state = game.apply(state, event)
    return before, events, state


def test_pushed_and_captured() -> None:
    """A pushed unit's way is drawn as forced, the Caster's own way is not, and a captured unit
    leaves its letter."""
    place = "8/8/8/8/2r^5/8/2C^5/3N4 w Sb3g3Rc1f1/Sb6Rc8 - - 0/0 - 0 9"
    before, events, after = after_line(place, "Cc2-c3+c4-d5")
    found = find("crusade8x8").traces(before, events, after, None)  # type: ignore[attr-defined]
    assert [(arrow.points, arrow.seat, arrow.forced) for arrow in found.arrows] == [
        (((6500, 2500), (5500, 2500)), 1, False),
        (((4500, 2500), (3500, 3500)), 2, True),
    ]
    assert found.words[0] == "White Cc2-c3+c4-d5"
    assert set(found.frames) == {Frame(5, 2), Frame(3, 3)}
    mine = find("crusade8x8").traces(before, events, after, 1)  # type: ignore[attr-defined]
    assert mine.frames == (Frame(3, 3),)
    place = "8/8/8/3r^4/2A^5/8/8/3N4 w Sb3g3Rc1f1/Sb6Rc8 - - 0/0 - 0 9"
    before, events, after = after_line(place, "Ac4xd5")
    found = find("crusade8x8").traces(before, events, after, None)  # type: ignore[attr-defined]
    assert found.deaths == (Death((3500, 3500), "r"),)
    assert "captured: black Rogue at d5" in found.words
