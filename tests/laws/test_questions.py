"""Every question has a budget: when it runs out, what was found so far is told, with a note that
there is more."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from rules import find
from rules.border.questions import SHOWN, TOLD, UNSURE, gathered, with_budgets
from rules.line import work
from rules.line.adjudication import Die
from rules.line.errors import Refusal
from rules.line.work import spend
from tests.fuzz import played
from tests.toy.game import GAME as TOY

LISTED = ("legal", "deeds")

RULE = {
    "crusade7": "C7-BOUND-4",
    "crusade8x8": "C8-BOUND-4",
    "rulescrusade": "RC-BOUND-4",
    "machinadei": "MD-BOUND-4",
    "candlebre": "CB-BOUND-4",
}
"""The rule that is cited when the budget runs out, by system."""

each_system = pytest.mark.parametrize("system", sorted(RULE))


def lowest(die: Die) -> int:
    """Roll the lowest face of the die."""
    return die.faces[0]


def last_state(system: str) -> tuple[Any, Any, int]:
    """A game, a state from the middle of a random match, and whose turn it is."""
    game = find(system)
    for match in played(system)[0]:
        for state in reversed(match.match.states.values()):
            if game.outcome(state) is None and game.awaits(state):
                return game, state, game.awaits(state)[0]
    raise AssertionError("no match of this system is going on")


def about(name: str, game: Any, state: Any, seat: int) -> tuple[Any, ...]:
    """Arguments for the question of that name; whether it has an answer does not matter."""
    order = next(iter(game.legal(state, seat)))
    ref = next(iter(game.references(state, seat)), "A1")
    return {
        "odds": (state, seat, order),
        "threats": (state, seat, ref),
        "can_charge": (state, seat, ref, ref),
        "can_attack": (state, seat, ref, ref),
        "compared": (state, seat, ref, ref),
        "describe": (state, seat, ref),
        "card": (state, seat, ref),
        "reach": (state, seat, ref),
        "expect": (state, "round 1"),
        "legal": (state, seat),
        "deeds": (state, seat, ref, "attack"),
        "idle": (state,),
        "skip": (state, seat),
    }[name]


def asked_of(game: Any, name: str) -> Any:
    """The question of that name, asked of a game or of its plans; None if it is not offered."""
    return getattr(game if name in vars(game) else game.plans, name)


@each_system
def test_a_spent_question_says_that_there_is_more(
    system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """BOUND-4: a question without any budget left ends with a sentence that cites the rule, or with
    an empty list marked as cut; one that must be sure answers None."""
    game, state, seat = last_state(system)
    asked = {
        name: about(name, game, state, seat)
        for name in (*TOLD, *SHOWN, *LISTED, *UNSURE)
        if asked_of(game, name)
    }
    monkeypatch.setattr(work, "QUESTION", 0)
    for name, arguments in asked.items():
        question = asked_of(game, name)
        if name in TOLD:
            (only,) = question(*arguments)
            assert RULE[system] in only
        elif name in SHOWN:
            with pytest.raises(Refusal) as refused:
                question(*arguments)
            assert refused.value.rule == RULE[system]
        elif name in LISTED:
            found = question(*arguments)
            assert list(found) == []
            assert found.cut
        else:
            assert question(*arguments) is None


@each_system
def test_legal_streams_within_its_budget(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """BOUND-4: the orders found with few steps are the first of those found with many."""
    game, state, seat = last_state(system)
    whole = game.legal(state, seat)
    every = list(whole)
    assert not whole.cut
    lengths = []
    for steps in (10, 300, 3_000, 30_000):
        monkeypatch.setattr(work, "QUESTION", steps)
        listed = game.legal(state, seat)
        found = list(listed)
        assert found == every[: len(found)]
        assert listed.cut == (len(found) < len(every)) or found == every
        lengths.append(len(found))
    assert lengths == sorted(lengths)


def lines(many: int) -> Iterator[str]:
    """That many lines, each costing one step of work."""
    for number in range(many):
        spend()
        yield str(number)


ASKED: Any = with_budgets(
    "TOY-BOUND-4", replace(TOY, odds=lambda many: gathered(lines(many)), legal=lines)
)
"""A toy game whose questions take a number of lines."""


def test_what_was_found_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lines found before the budget ran out are told, followed by the note that there is
    more."""
    monkeypatch.setattr(work, "QUESTION", 4)
    assert ASKED.odds(3) == ("0", "1", "2")
    told = ASKED.odds(9)
    assert told[:-1] == ("0", "1", "2")
    assert told[-1].endswith("(TOY-BOUND-4).")
    listed = ASKED.legal(9)
    assert list(listed) == ["0", "1"]
    assert listed.cut


def test_who_asks_can_end_a_question() -> None:
    """A smaller budget set around a question stops it by raising `Spent`; nothing is told."""
    with work.budget(2), pytest.raises(work.Spent):
        ASKED.odds(9)
    with work.budget(3):
        listed = ASKED.legal(9)
        assert next(listed) == "0"
        with pytest.raises(work.Spent):
            next(listed)
    assert work.present() is None
