"""Three Houses: the smallest system there is, for tests, and the one to copy for a new one.

Three seats (1 and 2 are a team), named provinces in a ring, plans in secret and at once, raids by
alternating turns, and a relic that is hidden in the middle of play, shown to one seat and revealed
piece by piece.  It lives here, not in `rules/`, so `installed` lays it in for as long as it is
needed.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

import rules
from grammar import language as languages

ROOMS = (
    *("orders", "events", "state", "apply", "naming", "turns", "candidates", "table", "adjudicate"),
    *("legal", "telling", "game"),
    *("language", "test_toy"),
)
"""The rooms of this system from the ground up; an arrow only points down.  The last two would stand
in `grammar/` and among the tests."""

SYSTEM = "toy"
PLACES = {
    "rules.toy": "tests.toy.game",
    "rules.toy.orders": "tests.toy.orders",
    "grammar.toy": "tests.toy.language",
}


@contextmanager
def installed() -> Iterator[None]:
    """Make the system known to the registry and to the reader."""
    before = rules.SYSTEMS
    for name, module in PLACES.items():
        sys.modules[name] = import_module(module)
    rules.SYSTEMS = (*before, SYSTEM)
    _forget()
    try:
        yield
    finally:
        rules.SYSTEMS = before
        for name in PLACES:
            sys.modules.pop(name, None)
        _forget()


def _forget() -> None:
    rules.games.cache_clear()
    languages.language.cache_clear()
    languages.library.cache_clear()
