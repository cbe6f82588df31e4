"""The luck table: for each side the dice that decided something, expected against rolled."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import comb, gcd

from bot.history.secrets import opened_since, seen
from bot.match.tree import fold
from bot.referee.open_match import must_have
from bot.referee.service import OpenMatch, Referee, RefereeError
from rules.line.frozen import Frozen
from rules.line.orders import Seat
from rules.numbers.luck import Thrown

MOST = 3000
"""For more dice than this no chance is computed: it would take minutes."""


class LuckRow(Frozen):
    """The dice of one kind of throw of one side.

    `luckier`: the chance that such dice bring as much or more (None: too many dice to compute it).
    """

    who: str
    what: str
    dice: int
    got: int
    expected: str
    luckier: Fraction | None


async def luck_rows(referee: Referee, table: OpenMatch, viewer: int | None) -> list[LuckRow]:
    """The rows of the luck table; entries that hide something from the viewer do not count.

    Empty if no die has decided anything yet, or the system has no dice.
    """
    game, match = table.game, table.match
    if not game.luck:
        return []
    entries = await referee.counted(table, [one.number for one in match.live()])
    luck, state, found = game.luck, await referee.state_at(table, 0), list[Thrown]()
    for entry in entries:
        opened = opened_since(match, entry) if entry.secret != () else ()
        if seen(table, entry, state, viewer, opened, report=False).whole:
            found += luck(state, entry.events)
        state = fold(match.game, state, entry.events)
    kinds: dict[tuple[Seat, str], list[Thrown]] = {}
    for one in found:
        kinds.setdefault((one.seat, one.what), []).append(one)
    return [
        row(table.name_of(seat), what, throws) for (seat, what), throws in sorted(kinds.items())
    ]


def row(who: str, what: str, throws: Sequence[Thrown]) -> LuckRow:
    """Add up throws of one kind into a row."""
    got = sum(one.brought for one in throws)
    expected = sum((Fraction(sum(one.could), len(one.could)) for one in throws), Fraction(0))
    return LuckRow(who, what, len(throws), got, decimal(expected), luckier(throws, got))


def decimal(value: Fraction) -> str:
    """Write a number with one decimal (`4.1`), halves rounded up."""
    tenths = (20 * value.numerator + value.denominator) // (2 * value.denominator)
    return f"{tenths // 10}.{tenths % 10}"


def per_cent(chance: Fraction | None) -> str:
    """Write a chance as `38%`; `<1%` or `>99%` rather than 0% or 100% for what is not certain."""
    if chance is None:
        return "-"
    whole = (200 * chance.numerator + chance.denominator) // (2 * chance.denominator)
    if 0 < chance < 1 and whole in (0, 100):
        return "<1%" if whole == 0 else ">99%"
    return f"{whole}%"


def luckier(throws: Sequence[Thrown], got: int) -> Fraction | None:
    """The exact chance that dice like these bring `got` or more; None for more than `MOST` dice."""
    if len(throws) > MOST:
        return None
    ways = [1]
    for could, count in sorted(Counter(tuple(sorted(one.could)) for one in throws).items()):
        ways = product(ways, outcomes(could, count))
    return Fraction(sum(ways[max(0, got) :]), sum(ways))


def outcomes(could: tuple[int, ...], count: int) -> list[int]:
    """In how many ways `count` equal dice bring 0, 1, 2 ... in all (up to a common factor)."""
    faces = Counter(could)
    if set(faces) <= {0, 1}:
        shared = gcd(faces[0], faces[1])
        miss, hit = faces[0] // shared, faces[1] // shared
        return [comb(count, k) * hit**k * miss ** (count - k) for k in range(count + 1)]
    single = [faces[value] for value in range(max(could) + 1)]
    ways = [1]
    for _ in range(count):
        ways = product(ways, single)
    return ways


def product(left: Sequence[int], right: Sequence[int]) -> list[int]:
    """The ways of two groups of dice together: the product of two polynomials."""
    found = [0] * (len(left) + len(right) - 1)
    for one, first in enumerate(left):
        if first:
            for other, second in enumerate(right):
                found[one + other] += first * second
    return found


async def luck_lines(referee: Referee, table: OpenMatch, viewer: int | None) -> list[str]:
    """The luck table as lines in fixed-width columns.  Raises `RefereeError` if there is none."""
    must_have(table, table.game.luck, "is played without dice")
    rows = await luck_rows(referee, table, viewer)
    if not rows:
        raise RefereeError("no die has decided anything yet")
    cells = [HEADS] + [
        (f"{one.who}, {one.what}", str(one.dice), str(one.got), one.expected, per_cent(one.luckier))
        for one in rows
    ]
    wide = [max(len(line[column]) for line in cells) for column in range(len(HEADS))]
    return [
        "  ".join(
            text.rjust(width) if column else text.ljust(width)
            for column, (text, width) in enumerate(zip(line, wide, strict=True))
        )
        for line in cells
    ]


HEADS = ("Luck", "dice", "hits", "expected", "luckier")
MEANING = (
    "luckier: how often such dice bring as many hits or more; loaded dice and what was taken back "
    "do not count"
)
