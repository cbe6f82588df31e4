"""Budgets of work: whatever reckons counts its own steps, and ends where its budget ends.

Steps are counted and never timed, so that every replay of a line decides the same.
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
"""Dice that one order may draw."""

UNCOUNTED = 10**12
"""A budget that only counts."""

LOOK = 1024
"""After so many steps it is asked whether a question is to stop."""


class Spent(Exception):
    """A budget is used up; `budget` says which one, `found` what a question had found by then."""

    def __init__(self, budget: "Budget") -> None:
        super().__init__("the budget of work is used up")
        self.budget = budget
        self.found: tuple[str, ...] = ()


@dataclass(eq=False, slots=True)
class Budget:
    """Steps of work that are left, and dice that the present order may still draw.

    What is spent here is spent of the `outer` budget as well: a question that tries lines pays for
    them.  `stop` lets whoever asked a question end it early; a line has none, it ends by its count.
    """

    left: int
    outer: "Budget | None" = None
    stop: Callable[[], bool] | None = None
    dice: int = DICE
    _looked: int = 0
    _token: "Token[Budget | None] | None" = None

    def spend(self, steps: int = 1) -> None:
        """Count steps.  Raises `Spent` once there are none left, or if it is to stop."""
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
        """Spend what the scarcest has left, of all; those up to `last` have spent the steps.

        So it is the same whether they come one by one or, where they were kept, all at once.
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
        """What is inside spends of this budget, within the one outside.

        It goes round a call, never round a `yield`: what is inside belongs to one caller.
        """
        self.outer = _PRESENT.get()
        self._token = _PRESENT.set(self)
        return self

    def __exit__(self, *_: object) -> None:
        if self._token is not None:
            _PRESENT.reset(self._token)


_PRESENT: ContextVar[Budget | None] = ContextVar("budget", default=None)


def present() -> Budget | None:
    """The innermost budget under which this runs; None: nobody counts."""
    return _PRESENT.get()


def spend(steps: int = 1) -> None:
    """Count steps of the budget under which this runs.  Raises `Spent`."""
    budget = _PRESENT.get()
    if budget is not None:
        budget.spend(steps)


def budget(steps: int, stop: Callable[[], bool] | None = None) -> Budget:
    """Whatever runs inside has so many steps, within the budget outside."""
    return Budget(steps, stop=stop)


T = TypeVar("T")


def within(steps: int, work: Callable[..., T], *given: Any) -> T | None:
    """What some work finds in so many steps; None if they do not suffice."""
    with budget(steps) as own:
        try:
            return work(*given)
        except Spent as spent:
            if spent.budget is not own:
                raise
    return None


def measured(work: Callable[..., T], *given: Any) -> tuple[T, int]:
    """What some work finds, and the steps that it spends."""
    with budget(UNCOUNTED) as own:
        found = work(*given)
    return found, UNCOUNTED - own.left


def kept(most: int) -> Callable[[Callable[..., T]], Callable[..., T]]:
    """For work whose last findings are kept: whoever asks again spends what the first one spent."""

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
    """The rule IDs of a system's last section, *Bounds of the referee*."""

    dice: str
    work: str


Judge = Callable[[Any, int, Sequence[Order], Any], tuple[Event, ...]]
"""`adjudicate` of a system: state, seat, line, dice."""

TOO_MUCH = (
    "this takes more reckoning than the referee allows for one order; "
    "name the way, or give it to fewer units at a time"
)


def bounded(bounds: Bounds) -> Callable[[Judge], Judge]:
    """An `adjudicate` whose line has a budget: one that spends it is refused under `bounds.work`,
    and nothing has changed."""

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
    """Why an order with more dice is refused."""
    return f"one order draws at most {DICE:,} dice"


class TooManyDice(Exception):
    """An order would draw more dice than it may.  Nothing of its line stands, drawn dice or not;
    the same dice lie ready for whatever is ordered instead."""


def counted(dice: Callable[[Any], int]) -> Callable[[Any], int]:
    """Dice of which one order may draw `DICE`.  Raises `TooManyDice` for one more."""

    def drawn(die: Any) -> int:
        own = _PRESENT.get()
        if own is not None:
            if own.dice <= 0:
                raise TooManyDice
            own.dice -= 1
        return dice(die)

    return drawn


def check_dice(count: int, rule: str) -> None:
    """May the present order draw so many dice more?  Asked before the first of them falls."""
    own = _PRESENT.get()
    if own is not None and count > own.dice:
        raise Refusal(rule, too_many())


def next_order() -> None:
    """Another order of the line begins: its dice are counted anew."""
    own = _PRESENT.get()
    if own is not None:
        own.dice = DICE
