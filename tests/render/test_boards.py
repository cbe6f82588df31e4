"""Boards, keys, cards and picture descriptions of each system, compared with golden files."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from typing import Any

import pytest

from bot.render.card import card_text, price_text
from bot.render.compact import PHONE, TERMINAL, WIDEST, chat_board, console_board
from bot.render.roll import roll_text
from bot.render.scene import scene_of
from rules import find
from rules.line.events import Event
from tests.render.test_picture import replayed

Golden = Callable[[str, str], None]

MOMENTS = {
    "crusade7": ("legion-against-warband", 165, 184),
    "crusade8x8": ("classic", 20, 22),
    "candlebre": ("two-seats", 150, 160),
    "machinadei": ("rome-against-celts", 40, 52),
    "rulescrusade": ("yard", 40, 52),
}
"""By system: a recorded match, and the first and the last line of the stretch that is shown."""

VIEWERS = (None, 0, 1)


@cache
def moment(system: str) -> tuple[Any, Any, tuple[Event, ...]]:
    """The state before and after a stretch of a recorded match, and its events."""
    record, first, last = MOMENTS[system]
    steps = list(islice(replayed(system, record), last + 1))
    events = tuple(event for _, brought in steps[first:last] for event in brought)
    return steps[first][0], steps[last][0], events


def shown(system: str) -> Iterator[str]:
    """Everything that chat and console show the public."""
    game = find(system)
    before, after, events = moment(system)
    yield "# chat\n"
    yield str(chat_board(game, after, None, before))
    yield "\n# chat, on a phone\n"
    yield str(chat_board(game, after, None, before, phone=True))
    yield "\n# console\n"
    yield str(console_board(game, after, None, before))
    yield "\n# key\n"
    yield roll_text(game.roll(after, None, before))
    names = game.card_names(after, None)
    for name, form in ((names[0], "markdown"), (names[-1], "text")):
        card = game.card(after, None, name)
        assert card is not None
        yield f"\n# card {name}, {form}\n"
        yield card_text(card, form)  # type: ignore[arg-type]
    yield "\n# prices\n"
    yield price_text(game.price_list(after, None), more="`/units page: 2`")
    yield "\n# words of the picture\n"
    scene = scene_of(game, after, None, "Fords", before, events)
    assert scene is not None
    yield scene.alt


@pytest.mark.parametrize("system", MOMENTS)
def test_as_it_comes_out(system: str, golden: Golden) -> None:
    """Every layout matches its golden file, so that a change shows its effect on all systems."""
    golden(f"chat/board-{system}.txt", "\n".join(shown(system)) + "\n")


@pytest.mark.parametrize("system", MOMENTS)
@pytest.mark.parametrize("viewer", VIEWERS)
def test_widths(system: str, viewer: int | None) -> None:
    """Boards have at most 60 columns in a chat and 80 in a terminal; a key has at most 45, a
    phone's width."""
    game = find(system)
    before, after, _ = moment(system)
    for text, most in (
        (chat_board(game, after, viewer, before), WIDEST),
        (console_board(game, after, viewer, before), TERMINAL),
    ):
        lines = [one for one in str(text).splitlines() if not one.startswith("-# ")]
        assert max(map(len, lines)) <= most
    assert max(map(len, roll_text(game.roll(after, viewer), "text").splitlines())) <= PHONE


@pytest.mark.parametrize("system", MOMENTS)
def test_a_quiet_board_has_no_marks(system: str) -> None:
    """A board compared with itself marks no change and no death."""
    game = find(system)
    _, after, _ = moment(system)
    board = game.compact(after, None, after)
    assert board is not None
    assert not any(cell.marked for cell in board.cells)
    assert console_board(game, after, None, after) == console_board(game, after, None)
