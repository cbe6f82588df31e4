"""Three Houses: the smallest system, for tests, and the one to copy for a new system.

It has three seats (1 and 2 are a team), named provinces in a ring, secret simultaneous plans, raids
by alternating turns, and a relic that is hidden in the middle of play, shown to one seat and
revealed piece by piece.  It is not in `rules/`, so a test puts it in with `installed`.
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
"""The modules of this system from the ground up: each may import only those before it.  The last
two of a real system would be in `grammar/` and among the tests."""

SYSTEM = "toy"
PLACES = {
    "rules.toy": "tests.toy.game",
    "rules.toy.orders": "tests.toy.orders",
    "grammar.toy": "tests.toy.language",
}


@contextmanager
def installed() -> Iterator[None]:
    """Make the system known to the registry and to the reader until the block ends."""
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
