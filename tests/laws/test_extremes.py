"""The law of extremes: whatever is asked or ordered in the largest and strangest positions, the
work for it is bounded.  Calls of functions are counted, and never the time."""

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
from tests.extremes import LONGEST, PHASES, PLACES, WHOLE, position, questions, told

MOST = 12_000_000
"""Calls that one question or one order may take: what a whole budget of steps comes to."""

LOOK = 0.5
"""After so many seconds of work it is looked whether it has made too many calls already."""


class TooMuch(BaseException):
    """More calls than a question may take."""


@dataclass
class Counted:
    """How many functions were called."""

    calls: int = 0


@contextmanager
def counting() -> Iterator[Counted]:
    """The calls of functions in this thread are counted.  Raises `TooMuch`."""
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
    """How many functions are called until it is answered.  Raises `TooMuch`."""
    with counting() as found:
        work(*about)
    return found.calls


each_place = pytest.mark.parametrize(("system", "name", "phase"), PLACES)


@each_place
def test_every_question_and_order_is_bounded(system: str, name: str, phase: str) -> None:
    """BOUND-3, BOUND-4: every kind of question, board, key, card, picture and order of every seat,
    about the first, the last and some of the units between, and the report of what came of it."""
    game, state = position(system, name, phase)
    slow, asked = [], 0
    for what, work, about in questions(game, state, (system, name, phase) in WHOLE):
        asked += 1
        try:
            calls(work, *about)
        except Refusal:
            continue
        except TooMuch:
            slow.append(what)
    assert asked > 20
    assert not slow


@each_place
def test_no_crowd_keeps_a_phase_from_ending(system: str, name: str, phase: str) -> None:
    """BOUND-2, BOUND-3: what must be ordered for the match to go on is not refused for its size."""
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
    """BOUND-4: of 250 enemies with forty attacks each all are told; where each has an aura as well,
    those that are found before the budget ends, and that there is more."""
    game, state = position("crusade7", name, "heavy")
    assert game.threats is not None
    head, line, *more = game.threats(state, 1, "GU740")
    assert head.startswith("What can reach GU740 ")
    assert line.startswith("Heavy Support Fight: GU1-GU")
    assert [MORE in one for one in more] == ([] if whole else [True])
    assert calls(game.threats, state, 1, "GU740") <= MOST


def test_odds_of_a_crowd_that_fires_at_one_target() -> None:
    """BOUND-4: each of 299 models is refused in each of the ways in which the target is dead."""
    game, state = position("rulescrusade", "hulk", "play")
    (line,) = grammar.read("rulescrusade", "all marines fire at O1", game.names(state))
    assert game.odds is not None
    head, *_, last = game.odds(state, 1, line.orders[0])
    assert head.endswith("O1 is killed")
    assert MORE in last
    assert calls(game.odds, state, 1, line.orders[0]) <= MOST // 2


def test_a_key_looks_for_what_is_carried_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """RC-BOUND-4: not for each of 600 models among all the others; board, key, picture and words
    look at everybody a few times."""
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
"""What sentences of deep nesting are made of."""


@pytest.mark.parametrize("system", sorted({system for system, _ in PHASES}))
def test_deep_nesting_is_read_in_bounded_work(system: str) -> None:
    """BOUND-1: a line of brackets within brackets ends in an answer, whoever says it."""
    names = find(system).names(find(system).blank)
    for piece in NESTED:
        for gm in (False, True):
            grammar.read(system, "a first line makes the tables", names, gm)
            line = (piece * 2_000)[:2_000]
            assert calls(grammar.read, system, line, names, gm) < NESTED_MOST


NESTED_MOST = 50_000
"""Calls that the reading of such a line may take."""


@pytest.mark.parametrize("line", LONGEST)
def test_free_words_are_read_in_bounded_work(line: str) -> None:
    """BOUND-1: what could mean very much is not weighed to its end, however it is asked about."""
    game, state = position("crusade7", "muster", "move")
    understand(game, state, 1, "L1, go on, two forward")
    assert calls(understand, game, state, 1, line) < READ_MOST


@pytest.mark.parametrize("line", ["Claw1 charges Claw101", "skip to fight"])
def test_who_else_could_is_not_looked_for_to_the_end(line: str) -> None:
    """BOUND-1: where nobody is named, of 300 models not all are asked whether they could too."""
    game, state = position("rulescrusade", "hulk", "play")
    with budget(READING) as own:
        understand(game, state, 1, line)
    assert READING - own.left < ASKED_MOST


ASKED_MOST = 2_000_000
"""Steps that such a line may take, of which twice as many were spent before."""

READ_MOST = 10_000_000
"""Calls that the reading of a message may take: what its budget of steps comes to."""


def test_the_law_counts_what_it_sees() -> None:
    """A question that would go on for good is found, one that ends is counted."""

    def endless() -> None:
        while True:
            len("")

    with pytest.raises(TooMuch):
        calls(endless)
    assert calls(len, "") >= 1
    assert sys.getprofile() is None
