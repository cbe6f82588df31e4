"""Questions to a game, each with a budget of its own: a spent one says what it has found.

`with_budgets` goes over the whole of a `Game`, so that no question of any system goes without a
bound (BOUND-4).
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
"""Questions that are answered in lines."""

SHOWN = ("card", "reach", "expect")
"""Questions that are answered with one thing, or not at all."""

UNSURE = ("idle", "skip")
"""Questions after which nothing happens unless the answer is sure."""

MORE = "There is more: the referee reckons no farther for one question"


def gathered(lines: Iterable[str]) -> tuple[str, ...]:
    """The lines of an answer; where the budget ends, `Spent` keeps those that were found."""
    found: list[str] = []
    try:
        for line in lines:
            found.append(line)
    except Spent as spent:
        spent.found = (*found, *spent.found)
        raise
    return tuple(found)


class Listed(Iterator[T], Generic[T]):
    """What a question finds, one by one; `cut`: its budget has ended before all was found."""

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
"""What is answered where the budget has ended."""


def answered(question: Question, answer: Answer) -> Question:
    """The same question with a budget."""

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
    """The same question, whose answers share a budget."""

    @wraps(question)
    def asked(*about: Any, **more: Any) -> Listed[Any]:
        return Listed(question(*about, **more))

    return asked


def with_budgets(rule: str, game: Game[S]) -> Game[S]:
    """The same game, its questions with budgets; `rule` is told where one is spent."""

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
