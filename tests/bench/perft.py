"""How many positions `perft` makes in a second, compared with python-chess, on one core.

Both make and count every successor; neither counts moves in bulk.  A position of ours that several
actions lead to counts once, however often it was made.
"""

import time
from collections.abc import Callable, Iterator

import chess

from rules.crusade8x8.board import House, read_position
from rules.crusade8x8.search.generate import packed
from rules.crusade8x8.search.perft import count
from tests.bench.common import Row

TAIL = " w Sb3g3Rc1f1/Sb6g6Rc8f8 - - 0/0 - 0 1"
POSITIONS = (
    ("P1", "2pbn3/1cvavwvwvavcv1/8/8/8/8/1C^A^W^W^A^C^1/2PBN3", 3, 815_083),
    ("P4", "8/2b1n3/3wvw<3/2av5/2NA^W>3/4W^3/5B2/3P4", 3, 373_944),
    ("P3", "2nmbp2/rvcvavwvwvavcvrv/8/8/8/8/R^C^A^W^W^A^C^R^/2NMBP2", 2, 1_322_668),
)
CHESS = 197_281
"""perft(4) of the starting position of chess."""

ROUNDS = 3


def measure() -> Iterator[Row]:
    """Positions per second of chess and of ours, measured by turns; the best of `ROUNDS` each."""
    roots = [(name, packed(read_position(text + TAIL)), n, x) for name, text, n, x in POSITIONS]
    reference, rates = 0, dict.fromkeys((name for name, *_ in roots), 0)
    for _ in range(ROUNDS):
        reference = max(reference, rate(CHESS, lambda: chess_perft(chess.Board(), 4)))
        for name, at, depth, expected in roots:
            made = rate(expected, lambda at=at, depth=depth: count(at, depth, House(), ""))
            rates[name] = max(rates[name], made)
    yield Row("python-chess: perft(4), not in bulk", f"{reference:,} positions/s")
    for name, _, depth, expected in roots:
        yield Row(
            f"crusade8x8: perft {name} to depth {depth} ({expected:,})",
            f"{rates[name]:,} positions/s",
            f"python-chess {reference:,}",
            f"{rates[name] / reference:.2f}",
            "1, at least 0.5",
        )


def rate(expected: int, work: Callable[[], int]) -> int:
    """Positions per second of one run.  Raises AssertionError if the count is wrong."""
    start = time.perf_counter()
    counted = work()
    seconds = time.perf_counter() - start
    assert counted == expected, f"{counted} counted, {expected} published"
    return int(counted / seconds)


def chess_perft(board: chess.Board, depth: int) -> int:
    """Count positions by making and taking back every move, even the last ones."""
    if depth == 0:
        return 1
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += chess_perft(board, depth - 1)
        board.pop()
    return total
