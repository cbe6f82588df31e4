"""The one exception that the rules raise: an order that was understood and is not allowed."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Refusal(Exception):
    """An order was understood but breaks a rule.

    `rule` is the ID of one rule of the system's RULES.md, `why` a sentence that names the unit
    and every number involved.  It never holds a class name, a path or a traceback.
    """

    def __init__(self, rule: str, why: str) -> None:
        super().__init__(f"{rule}: {why}")
        self.rule = rule
        self.why = why


def required(found: T | None, rule: str, why: str) -> T:
    """What was looked for, if anything was found.  Raises `Refusal` if it is None or empty."""
    if found is None or found in ("", (), []):
        raise Refusal(rule, why)
    return found


def allows(check: Callable[P, object], *given: P.args, **named: P.kwargs) -> bool:
    """True if this check raises no `Refusal` when called with these arguments."""
    try:
        check(*given, **named)
    except Refusal:
        return False
    return True
