"""Budgets for questions to a game: a question that uses up its budget returns what it found so far.

`with_budgets` wraps all questions of a `Game` at once, so that none of any system is unbounded
(BOUND-4).
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import wraps
from typing import Any, Generic, TypeVar

from rules.border.game import Game
from rules.line import work
from rules.line.errors import Refusal
from rules.line.flow import HasFlow
from rules.line.work import Budget, Spent, budget, spend

S = TypeVar("S", bound=HasFlow)
T = TypeVar("T")

TOLD = ("odds", "threats", "can_charge", "can_attack", "compared", "describe")
"""Questions answered with lines; with a spent budget, the lines found so far and a note."""

SHOWN = ("card", "reach", "expect")
"""Questions answered with one value; with a spent budget they are refused."""

UNSURE = ("idle", "skip")
"""Questions whose answer is acted on only if it is certain; with a spent budget it is None."""

MORE = "There is more: the referee reckons no farther for one question"


def gathered(lines: Iterable[str]) -> tuple[str, ...]:
    """Collect the lines of an answer; if the budget ends, `Spent.found` holds those so far."""
    found: list[str] = []
    try:
        for line in lines:
            found.append(line)
    except Spent as spent:
        spent.found = (*found, *spent.found)
        raise
    return tuple(found)


class Listed(Iterator[T], Generic[T]):
    """An iterator with a budget of its own.  It ends early, with `cut` set, if that is used up."""

    def __init__(self, found: Iterator[T]) -> None:
        self._found = found
        self._budget = Budget(work.QUESTION)
        self.cut = False

    def __next__(self) -> T:
        try:
            with self._budget:
                spend()
                return next(self._found)
        except Spent as spent:
            if spent.budget is not self._budget:
                raise
        self.cut = True
        raise StopIteration


Question = Callable[..., Any]
Answer = Callable[[Spent], Any]
"""Makes the answer to give when the budget has been used up."""


def answered(question: Question, answer: Answer) -> Question:
    """Give a question a budget; if it is used up, `answer` gives the result."""

    @wraps(question)
    def asked(*about: Any, **more: Any) -> Any:
        with budget(work.QUESTION) as own:
            try:
                spend()
                return question(*about, **more)
            except Spent as spent:
                if spent.budget is not own:
                    raise
                return answer(spent)

    return asked


def listed(question: Question) -> Question:
    """Give a question that yields its answers one by one a budget for all of them."""

    @wraps(question)
    def asked(*about: Any, **more: Any) -> Listed[Any]:
        return Listed(question(*about, **more))

    return asked


def with_budgets(rule: str, game: Game[S]) -> Game[S]:
    """The game with a budget for each question; a spent one cites the rule ID `rule`."""

    def told(spent: Spent) -> tuple[str, ...]:
        return (*spent.found, f"{MORE} ({rule}).")

    def refused(spent: Spent) -> None:
        raise Refusal(rule, "this takes more reckoning than the referee allows for one question")

    found: dict[str, Any] = {}
    for names, answer in ((TOLD, told), (SHOWN, refused), (UNSURE, lambda spent: None)):
        for name in names:
            if question := getattr(game, name):
                found[name] = answered(question, answer)
    if game.plans:
        found["plans"] = replace(game.plans, deeds=listed(game.plans.deeds))
    return replace(game, legal=listed(game.legal), **found)
