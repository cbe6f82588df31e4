"""The law of extremes: any question or order takes bounded work, even in the largest and strangest
positions.  Function calls are counted, never time."""

import signal
import sys
from _lsprof import Profiler
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest

import grammar
from bot.reading.decide import READING, understand
from rules import find
from rules.border.questions import MORE
from rules.line.errors import Refusal
from rules.line.orders import EndPhase
from rules.line.work import budget
from rules.rulescrusade.state import State, Unit
from tests.extremes import LONGEST, PHASES, PLACES, WHOLE, asked, position, told
from tests.sample import lot

MOST = 12_000_000
"""Function calls that one question or one order may take: what a whole budget of steps amounts
to."""

LOOK = 0.5
"""Seconds of work after which the number of calls so far is checked."""


class TooMuch(BaseException):
    """Raised when a question takes more calls than it may."""


@dataclass
class Counted:
    """How many functions were called."""

    calls: int = 0


@contextmanager
def counting() -> Iterator[Counted]:
    """Count the function calls of this thread.  Raises `TooMuch`."""
    found, counter = Counted(), Profiler(subcalls=False)

    def look(*_: Any) -> None:
        if sum(one.callcount for one in counter.getstats()) > MOST:
            raise TooMuch

    before = signal.signal(signal.SIGVTALRM, look)
    signal.setitimer(signal.ITIMER_VIRTUAL, LOOK, LOOK)
    counter.enable()
    try:
        yield found
    finally:
        counter.disable()
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
        found.calls = sum(one.callcount for one in counter.getstats())
    if found.calls > MOST:
        raise TooMuch


def calls(work: Callable[..., Any], *about: Any) -> int:
    """How many functions are called until the work is done.  Raises `TooMuch`."""
    with counting() as found:
        work(*about)
    return found.calls


each_place = pytest.mark.parametrize(("system", "name", "phase"), PLACES)


@each_place
def test_every_question_and_order_is_bounded(system: str, name: str, phase: str) -> None:
    """BOUND-3, BOUND-4: every kind of question, board, key, card, picture and order is bounded for
    every seat, for the first, the last and some other units, and so is the report of the order."""
    slow, tried = [], 0
    for what, work, about in asked(system, name, phase, (system, name, phase) in WHOLE):
        tried += 1
        try:
            calls(work, *about)
        except Refusal:
            continue
        except TooMuch:
            slow.append(what)
    assert tried > lot(20, 3)
    assert not slow


@each_place
def test_no_crowd_keeps_a_phase_from_ending(system: str, name: str, phase: str) -> None:
    """BOUND-2, BOUND-3: ending a phase is never refused because there are too many units."""
    game, state = position(system, name, phase)
    refused = []
    for seat in game.awaits(state):
        try:
            calls(told, game, state, seat, EndPhase())
        except Refusal as refusal:
            refused.append(refusal.rule)
    assert not [rule for rule in refused if "-BOUND-" in rule]


@pytest.mark.parametrize(("name", "whole"), [("arsenal", True), ("banners", False)])
def test_what_can_reach_a_unit_of_a_crowd_with_many_attacks(name: str, whole: bool) -> None:
    """BOUND-4: all of 250 enemies with forty attacks each are listed; if each has an aura too,
    those found within the budget are listed, with a note that there are more."""
    game, state = position("crusade7", name, "heavy")
    assert game.threats is not None
    head, line, *more = game.threats(state, 1, "GU740")
    assert head.startswith("What can reach GU740 ")
    assert line.startswith("Heavy Support Fight: GU1-GU")
    assert [MORE in one for one in more] == ([] if whole else [True])
    assert calls(game.threats, state, 1, "GU740") <= MOST


def test_odds_of_a_crowd_that_fires_at_one_target() -> None:
    """BOUND-4: the odds of 299 models firing at one target stay bounded, although the rest are
    refused once it is dead."""
    game, state = position("rulescrusade", "hulk", "play")
    (line,) = grammar.read("rulescrusade", "all marines fire at O1", game.names(state))
    assert game.odds is not None
    head, *_, last = game.odds(state, 1, line.orders[0])
    assert head.endswith("O1 is killed")
    assert MORE in last
    assert calls(game.odds, state, 1, line.orders[0]) <= MOST // 2


def test_a_key_looks_for_what_is_carried_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """RC-BOUND-4: with 600 models the board, the key, the picture and its words go through all
    models a few times, not once for each model."""
    game, state = position("rulescrusade", "hulk", "play")
    looks: list[int] = []
    on_board = State.on_board

    def counted(state: State) -> list[Unit]:
        looks.append(1)
        return on_board(state)

    monkeypatch.setattr(State, "on_board", counted)
    game.view(state, None, "text")
    assert game.shapes is not None
    game.shapes(state, None)
    assert len(looks) < 20


NESTED = ("(", "[", "((a)", "not (", "if (", '"')
"""Pieces of deeply nested sentences."""


@pytest.mark.parametrize("system", sorted({system for system, _ in PHASES}))
def test_deep_nesting_is_read_in_bounded_work(system: str) -> None:
    """BOUND-1: a line of brackets within brackets gets an answer in bounded work, from a seat or
    the GM."""
    names = find(system).names(find(system).blank)
    for piece in NESTED:
        for gm in (False, True):
            grammar.read(system, "a first line makes the tables", names, gm)
            line = (piece * 2_000)[:2_000]
            assert calls(grammar.read, system, line, names, gm) < NESTED_MOST


NESTED_MOST = 50_000
"""Function calls that reading such a line may take."""


@pytest.mark.parametrize("line", LONGEST)
def test_free_words_are_read_in_bounded_work(line: str) -> None:
    """BOUND-1: reading free words that could mean very many things stops within its budget."""
    game, state = position("crusade7", "muster", "move")
    understand(game, state, 1, "L1, go on, two forward")
    assert calls(understand, game, state, 1, line) < READ_MOST


@pytest.mark.parametrize("line", ["Claw1 charges Claw101", "skip to fight"])
def test_who_else_could_is_not_looked_for_to_the_end(line: str) -> None:
    """BOUND-1: if a line names no unit, not all of 300 models are tried to see which could do it
    too."""
    game, state = position("rulescrusade", "hulk", "play")
    with budget(READING) as own:
        understand(game, state, 1, line)
    assert READING - own.left < ASKED_MOST


ASKED_MOST = 2_000_000
"""Steps that such a line may take; it once took twice as many."""

READ_MOST = 10_000_000
"""Function calls that reading a message may take: what its budget of steps amounts to."""


def test_the_law_counts_what_it_sees() -> None:
    """Work that would never end is caught, and work that ends is counted."""

    def endless() -> None:
        while True:
            len("")

    with pytest.raises(TooMuch):
        calls(endless)
    assert calls(len, "") >= 1
    assert sys.getprofile() is None
