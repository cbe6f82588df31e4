"""The one exception that the rules raise: an order that was understood and is not allowed."""

from collections.abc import Callable
from typing import ParamSpec

P = ParamSpec("P")


class Refusal(Exception):
    """An order was understood but breaks a rule.

    `rule` is the ID of one rule of the system's RULES.md, `why` a sentence that names the unit
    and every number involved.  It never holds a class name, a path or a traceback.
    """

    def __init__(self, rule: str, why: str) -> None:
        super().__init__(f"{rule}: {why}")
        self.rule = rule
        self.why = why


def allows(check: Callable[P, object], *given: P.args, **named: P.kwargs) -> bool:
    """True if this check raises no `Refusal` when called with these arguments."""
    try:
        check(*given, **named)
    except Refusal:
        return False
    return True
