"""Luck tables: every row is exact; loaded dice and what was taken back are left out."""

import asyncio
from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import pytest

from bot.history.luck import MOST, decimal, luck_lines, luckier, outcomes, per_cent, row
from bot.referee.service import RefereeError
from rules import find
from rules.line.adjudication import Die
from rules.line.events import Event, Rolled
from rules.line.orders import GM
from rules.numbers.luck import Fallen, Thrown, thrown
from tests.places import GAMES
from tests.support import must, referee_on

D10, RED = tuple(range(1, 11)), (0, 0, 0, 1, 2, 3)


def dice(needs: Sequence[int], faces: Sequence[int]) -> list[Thrown]:
    """Throws of ten-sided dice: the number that each needed and the face that it showed."""
    found = []
    for need, face in zip(needs, faces, strict=True):
        rolled = [Rolled("d10", face, "")]
        found += thrown(1, "attack", rolled, Die("d10", D10, ""), lambda one, n=need: int(one >= n))
    return found


def test_a_row_is_exact() -> None:
    """A row agrees with a count of every way in which the dice could have fallen."""
    throws = dice((3, 3, 7), (2, 9, 8))
    ways = list(product(D10, repeat=3))
    hits = [(one >= 3) + (two >= 3) + (three >= 7) for one, two, three in ways]
    found = row("army 1", "attack", throws)
    assert (found.dice, found.got, found.expected) == (3, 2, "2.0")
    assert found.luckier == Fraction(sum(one >= 2 for one in hits), len(ways))


def test_points_are_exact_too() -> None:
    """A row is exact too for dice whose faces bring more than 0 or 1."""
    points = [Thrown(1, "red", face, RED) for face in (3, 0, 2)]
    ways = [sum(faces) for faces in product(RED, repeat=3)]
    assert luckier(points, 5) == Fraction(sum(one >= 5 for one in ways), len(ways))
    assert sum(outcomes(tuple(sorted(RED)), 3)) == len(ways)


def test_numbers_are_written_shortly() -> None:
    """Numbers have one decimal, halves rounded up; what can happen is never 0%, and what can fail
    never 100%."""
    assert [decimal(Fraction(*one)) for one in ((0, 1), (41, 10), (5, 100), (99, 100))] == [
        "0.0",
        "4.1",
        "0.1",
        "1.0",
    ]
    chances = (Fraction(1), Fraction(1, 1000), Fraction(999, 1000), Fraction(3, 8), None)
    assert [per_cent(one) for one in chances] == ["100%", "<1%", ">99%", "38%", "-"]
    assert luckier([Thrown(1, "x", 1, (0, 1))] * (MOST + 1), 3) is None
    assert luckier([Thrown(1, "x", 1, (0, 1))] * 2000, 0) == 1


def test_dice_are_taken_up_in_their_order() -> None:
    """`first` and `last` take dice in the order they fell; the dice before the last ones decided
    something else and are dropped."""
    fallen = Fallen([Rolled("d10", face, "") for face in (1, 2, 3, 4)])
    assert [one.face for one in fallen.first(1)] == [1]
    assert [one.face for one in fallen.last(2)] == [3, 4]
    assert fallen.waiting == []
    assert fallen.last(1) == []


@pytest.mark.parametrize(
    ("record", "kinds"),
    [
        ("machinadei/rome-against-celts.txt", {"attack", "area", "morale"}),
        ("candlebre/mercenaries.txt", {"attack"}),
        ("rulescrusade/yard.txt", {"red dice, points", "white dice, points"}),
        ("crusade7/elves-against-demons.txt", set()),
    ],
)
def test_every_die_of_a_recorded_match_is_accounted_for(record: str, kinds: set[str]) -> None:
    """The dice of a recorded match are loaded and count for nothing; taken as fair, each throw
    brings what one of its faces could."""
    from tests.laws.test_games import replayed

    match, entries = replayed((GAMES / record).read_text(encoding="utf-8"))
    game, state, found = match.game, match.states[0], list[Thrown]()
    loaded: list[Thrown] = []
    for entry in entries:
        loaded += game.luck(state, entry.events)
        found += game.luck(state, unloaded(entry.events))
        state = match.states[entry.number]
    assert {one.what for one in found} >= kinds
    assert all(one.brought in one.could for one in found)
    assert len(found) <= sum(
        isinstance(event, Rolled) for entry in entries for event in entry.events
    )
    assert loaded == []


def unloaded(events: Sequence[Event]) -> list[Event]:
    """The same events, with no die marked as loaded."""
    return [
        Rolled(one.die, one.face, one.why) if isinstance(one, Rolled) else one for one in events
    ]


def test_a_psychic_test_is_a_throw() -> None:
    """C7-PSI-4: the one die of crusade7, against the charge."""

    async def played() -> list[str]:
        async with referee_on(":memory:") as referee:
            table = await referee.create("m", "crusade7", scene=True)
            for line in (
                "put Praetorian Psionic PP1 for army 1 at 5,5",
                "put Straw Dummy SD1 for army 2 at 5,12",
                "set phase mana",
                "set turn army 1",
            ):
                must(await referee.submit(table, 0, line))
            must(await referee.submit(table, 1, "PP1 manifests Smite on SD1"))
            return await luck_lines(referee, table, GM)

    head, only = asyncio.run(played())
    assert head.split() == ["Luck", "dice", "hits", "expected", "luckier"]
    assert only.startswith("army 1, psychic tests     1")


def test_where_no_die_falls_it_is_said() -> None:
    """A system without dice is refused in a sentence, and so is a match in which no die has decided
    anything."""

    async def asked(system: str) -> str:
        async with referee_on(":memory:") as referee:
            table = await referee.create("m", system, scene=True)
            with pytest.raises(RefereeError) as told:
                await luck_lines(referee, table, None)
            return str(told.value)

    assert asyncio.run(asked("crusade8x8")) == "Crusade 8x8 is played without dice"
    assert asyncio.run(asked("machinadei")) == "no die has decided anything yet"


def test_what_was_taken_back_does_not_count() -> None:
    """A rewind takes its dice out of the table."""

    async def played() -> tuple[list[str], str]:
        async with referee_on(":memory:") as referee:
            table = await referee.create("m", "rulescrusade", scene=True)
            for line in (
                "put Marine M1 for army 1 at 5,5",
                "put Orc O1 for army 2 at 5,9",
                "set phase play",
                "set turn army 1",
            ):
                must(await referee.submit(table, 0, line))
            must(await referee.submit(table, 1, "M1 fires Bolter at O1"))
            lines = await luck_lines(referee, table, None)
            must(await referee.submit(table, 0, "rewind to #4"))
            with pytest.raises(RefereeError) as told:
                await luck_lines(referee, table, None)
            return lines, str(told.value)

    lines, after = asyncio.run(played())
    assert lines[1].startswith("army 1, red dice, points")
    assert after == "no die has decided anything yet"


def test_every_system_with_dice_has_luck() -> None:
    """Every system has luck tables except crusade8x8, which only rolls for armies."""
    systems = ("crusade7", "crusade8x8", "rulescrusade", "machinadei", "candlebre")
    assert [name for name in systems if find(name).luck is None] == ["crusade8x8"]
