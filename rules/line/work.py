"""Budgets of work: long computations count their own steps and stop when the budget is used up.

Steps are counted, never timed, so that every replay of a line comes to the same result.
"""

from collections.abc import Callable, Sequence
from contextvars import ContextVar, Token
from dataclasses import dataclass
from functools import lru_cache, wraps
from typing import Any, NoReturn, TypeVar

from rules.line.errors import Refusal
from rules.line.events import Event
from rules.line.frozen import Frozen
from rules.line.orders import Order

LINE = 400_000
"""Steps that one line of orders may take."""

QUESTION = 1_000_000
"""Steps that one question may take."""

DICE = 2_000
"""How many dice one order may draw."""

UNCOUNTED = 10**12
"""Steps of a budget that only measures and is never used up."""

LOOK = 1024
"""How many steps pass between two calls of a budget's `stop`."""


class Spent(Exception):
    """A budget is used up.  `budget` is that budget, `found` the lines found until then."""

    def __init__(self, budget: "Budget") -> None:
        super().__init__("the budget of work is used up")
        self.budget = budget
        self.found: tuple[str, ...] = ()


@dataclass(eq=False, slots=True)
class Budget:
    """The steps of work that are left, and the dice that the present order may still draw.

    Steps spent here are spent from the `outer` budget as well, so a question that tries lines pays
    for them.  `stop` lets whoever asked a question end it early; a line has no `stop` and ends by
    its count alone.
    """

    left: int
    outer: "Budget | None" = None
    stop: Callable[[], bool] | None = None
    dice: int = DICE
    _looked: int = 0
    _token: "Token[Budget | None] | None" = None

    def spend(self, steps: int = 1) -> None:
        """Count steps, here and in all outer budgets.

        Raises `Spent` if one of them has none left, or if its `stop` says so.
        """
        one: Budget | None = self
        while one is not None:
            one.left -= steps
            if one.left < 0:
                self._end(steps, one)
            if one.stop is not None:
                one._looked += steps
                if one._looked >= LOOK:
                    one._looked = 0
                    if one.stop():
                        one.left = 0
                        raise Spent(one)
            one = one.outer

    def _end(self, steps: int, last: "Budget") -> NoReturn:
        """Charge every budget just what the scarcest one had left, then raise `Spent` for it.

        Those from this one up to `last` have been charged the full steps, which are given back
        first.  So the result is the same whether steps come one by one or, from a cache, all at
        once.
        """
        budgets, charged = [self], True
        while (outer := budgets[-1].outer) is not None:
            budgets.append(outer)
        for one in budgets:
            one.left += steps if charged else 0
            charged = charged and one is not last
        scarcest = min(budgets, key=lambda one: one.left)
        most = scarcest.left
        for one in budgets:
            one.left -= most
        raise Spent(scarcest)

    def __enter__(self) -> "Budget":
        """Make this the present budget, inside the one that was present before.

        Use it around a call, never around a `yield`, where code of another caller would run inside.
        """
        self.outer = _PRESENT.get()
        self._token = _PRESENT.set(self)
        return self

    def __exit__(self, *_: object) -> None:
        if self._token is not None:
            _PRESENT.reset(self._token)


_PRESENT: ContextVar[Budget | None] = ContextVar("budget", default=None)


def present() -> Budget | None:
    """The innermost budget in force; None if nothing is counted."""
    return _PRESENT.get()


def spend(steps: int = 1) -> None:
    """Count steps of the budget in force, if there is one.  Raises `Spent`."""
    budget = _PRESENT.get()
    if budget is not None:
        budget.spend(steps)


def budget(steps: int, stop: Callable[[], bool] | None = None) -> Budget:
    """A budget of so many steps, for `with`: it lies inside the budget in force."""
    return Budget(steps, stop=stop)


T = TypeVar("T")


def within(steps: int, work: Callable[..., T], *given: Any) -> T | None:
    """Call `work` with a budget of so many steps; None if it needs more."""
    with budget(steps) as own:
        try:
            return work(*given)
        except Spent as spent:
            if spent.budget is not own:
                raise
    return None


def measured(work: Callable[..., T], *given: Any) -> tuple[T, int]:
    """Call `work`; return its result and the steps that it spent."""
    with budget(UNCOUNTED) as own:
        found = work(*given)
    return found, UNCOUNTED - own.left


def kept(most: int) -> Callable[[Callable[..., T]], Callable[..., T]]:
    """Cache the latest `most` results of a function; a cached one costs the steps of the first."""

    def keeping(work: Callable[..., T]) -> Callable[..., T]:
        @lru_cache(maxsize=most)
        def reckoned(*about: Any) -> tuple[T, int]:
            return measured(work, *about)

        @wraps(work)
        def asked(*about: Any) -> T:
            own = _PRESENT.get()
            before = own.left if own is not None else 0
            found, steps = reckoned(*about)
            if own is not None:
                own.spend(steps - (before - own.left))
            return found

        return asked

    return keeping


class Bounds(Frozen):
    """The rule IDs for too many dice and too much work: *Bounds of the referee* in RULES.md."""

    dice: str
    work: str


Judge = Callable[[Any, int, Sequence[Order], Any], tuple[Event, ...]]
"""The `adjudicate` of a system: (state, seat, line, dice) to events."""

TOO_MUCH = (
    "this takes more reckoning than the referee allows for one order; "
    "name the way, or give it to fewer units at a time"
)


def bounded(bounds: Bounds) -> Callable[[Judge], Judge]:
    """Decorate an `adjudicate` so that each line has a budget of `LINE` steps.

    A line that uses it up is refused under `bounds.work`, one that draws too many dice under
    `bounds.dice`; nothing of it stands.
    """

    def within(judge: Judge) -> Judge:
        @wraps(judge)
        def judged(state: Any, seat: int, line: Sequence[Order], dice: Any) -> tuple[Event, ...]:
            with budget(LINE) as own:
                try:
                    return judge(state, seat, line, counted(dice))
                except TooManyDice:
                    raise Refusal(bounds.dice, too_many()) from None
                except Spent as spent:
                    if spent.budget is not own:
                        raise
                    raise Refusal(bounds.work, TOO_MUCH) from None

        return judged

    return within


def too_many() -> str:
    """The reason for refusing an order that draws more than `DICE` dice."""
    return f"one order draws at most {DICE:,} dice"


class TooManyDice(Exception):
    """An order would draw more dice than allowed.  Nothing of its line stands, not even drawn dice,
    so whatever is ordered instead draws the same dice again."""


def counted(dice: Callable[[Any], int]) -> Callable[[Any], int]:
    """`dice`, counted: each order may draw `DICE` of them.  Raises `TooManyDice` for one more."""

    def drawn(die: Any) -> int:
        own = _PRESENT.get()
        if own is not None:
            if own.dice <= 0:
                raise TooManyDice
            own.dice -= 1
        return dice(die)

    return drawn


def check_dice(count: int, rule: str) -> None:
    """Refuse under `rule` if the present order may not draw `count` more dice.

    Call it before the first of them is drawn.  Raises `Refusal`.
    """
    own = _PRESENT.get()
    if own is not None and count > own.dice:
        raise Refusal(rule, too_many())


def next_order() -> None:
    """Start counting dice anew, for the next order of the line."""
    own = _PRESENT.get()
    if own is not None:
        own.dice = DICE
