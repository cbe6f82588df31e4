"""Every event of a system has its row in each table that tells events apart, and so has every
order."""

import ast
import inspect
import pickle
from collections.abc import Iterator, Mapping
from importlib import import_module
from textwrap import dedent
from typing import Any

import pytest

from rules import GAMES
from rules.border.game import Game
from rules.line.chapters import Unlisted
from rules.line.codec import Codec
from rules.line.events import Event
from rules.line.orders import Order, Undo, Unread
from tests.toy.game import GAME as TOY

EVERY: tuple[Game[Any], ...] = (*GAMES, TOY)
each_game = pytest.mark.parametrize("game", EVERY, ids=lambda game: game.id)

PLACES = ("apply", "telling.report")
"""The modules in which a system says what each event does, and how it is told."""


def kinds_below(kind: type[Any]) -> Iterator[type[Any]]:
    """All its subclasses, at any depth, that their modules define by name."""
    for one in kind.__subclasses__():
        if getattr(import_module(one.__module__), one.__name__, None) is one:
            yield one
        yield from kinds_below(one)


def home_of(game: Game[Any]) -> str:
    """The package of a system."""
    return game.expect.__module__.rpartition(".")[0]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_game_goes_to_another_process_by_its_id(game: Game[Any]) -> None:
    """A game that is pickled and unpickled is the very same object."""
    assert pickle.loads(pickle.dumps(game)) is game


def those_of(game: Game[Any], kind: type[Any], shared: str) -> set[type[Any]]:
    """The subclasses of a kind that this system has: its own, and those that all systems share."""
    homes = (f"{home_of(game)}.", shared)
    return {one for one in kinds_below(kind) if f"{one.__module__}.".startswith(homes)}


def of_gm(order: type[Any]) -> bool:
    """Is it an order of the GM?  Its module says so."""
    return order.__module__.endswith(".overrides")


def rows(game: Game[Any], place: str, name: str) -> Mapping[type[Any], Any]:
    """The table by type in one of a system's modules."""
    found: Mapping[type[Any], Any] = getattr(import_module(f"{home_of(game)}.{place}"), name)
    return found


@pytest.mark.parametrize("place", PLACES)
@each_game
def test_every_event_has_its_row(game: Game[Any], place: str) -> None:
    """The table of chapters covers all events of the system, and no others."""
    table = rows(game, place, "CHAPTERS")
    assert set(table) == those_of(game, Event, "rules.line.events.")


@each_game
def test_every_event_can_be_stored(game: Game[Any]) -> None:
    """The codec can store every event under its name."""
    codec = Codec(game.types)
    for kind in those_of(game, Event, "rules.line.events."):
        assert codec.knows(kind), kind


@pytest.mark.parametrize("place", PLACES)
@each_game
def test_chapters_are_closed(game: Game[Any], place: str) -> None:
    """Every `match` over the event in a chapter ends with `assert_never`, so that no event falls
    through."""
    for chapter in {*rows(game, place, "CHAPTERS").values()}:
        (node,) = ast.parse(dedent(inspect.getsource(chapter))).body
        for match in (one for one in ast.walk(node) if isinstance(one, ast.Match)):
            if ast.unparse(match.subject) == "event":
                last = match.cases[-1]
                assert ast.unparse(last.pattern) == "_", chapter
                assert ast.unparse(last.body[-1]) == "assert_never(event)", chapter


@each_game
def test_every_order_has_its_row(game: Game[Any]) -> None:
    """One table says, for each order that a seat can give, how it is judged and which candidates
    `legal` tries."""
    table = rows(game, "table", "TABLE")
    kinds = those_of(game, Order, "rules.line.orders.") - {Unread, Undo}
    asked = {one for one in kinds if not of_gm(one) and not {*kinds_below(one)} & kinds}
    assert {*table} - {Undo} == asked


@each_game
def test_what_is_not_listed_says_why(game: Game[Any]) -> None:
    """Each row has its candidates, or the reason why `legal` never offers the order."""
    for kind, row in rows(game, "table", "TABLE").items():
        if isinstance(row.candidates, Unlisted):
            assert row.candidates.why, kind
        else:
            assert callable(row.candidates) or callable(row.candidates.of), kind
