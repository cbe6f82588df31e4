"""How the console reports the turn of a practice opponent: once, and in the order it happened."""

import asyncio
import re

import pytest

from bot.cases.starter import deal
from bot.match.settings import Settings
from bot.terminal.console import Console
from rules import GAMES
from tests.support import referee_on

HEADING = "army 2 (easy):"
LINES = {
    "crusade7": ["end phase"] * 6,
    "crusade8x8": ["warrior d2 moves d3", "warrior d3 moves d4", "end phase"],
    "rulescrusade": ["end turn", "end turn"],
    "machinadei": ["end phase"] * 5,
    "candlebre": ["end turn", "end turn"],
}


def answers(system: str, lines: list[str]) -> list[str]:
    """The answer of a terminal to each of these lines, with an easy opponent as army 2."""

    async def played() -> list[str]:
        found = []
        async with referee_on(":memory:", seed="5a" * 32) as referee:
            passing = Settings(autopass=True)
            table = await referee.create("Fords", system, settings=passing)
            await deal(referee, table)
            seen: list[str] = []
            given = {2: "easy"}
            console = Console(
                referee, table, seen.append, True, viewer=1, opponents=given, short=True
            )
            for line in lines:
                await console.answer(line)
                found.append("\n".join(seen))
                seen.clear()
        return found

    return asyncio.run(played())


@pytest.mark.parametrize("system", [game.id for game in GAMES])
def test_the_turn_of_the_opponent_is_told_once(system: str) -> None:
    """Each answer has at most one heading for the opponent's orders, each entry once and in order,
    no phase passed twice, and at the end one board, without any entries below it."""
    told = answers(system, LINES[system])
    assert sum(HEADING in text for text in told) >= 2
    for text in told:
        assert text.count(HEADING) <= 1
        boards = re.findall(r"^Fords   round", text, re.MULTILINE)
        assert len(boards) == 1
        before, _, board = text.partition("Fords   round")
        numbers = [int(one) for one in re.findall(r"^#(\d+) ", before, re.MULTILINE)]
        assert numbers == sorted(set(numbers))
        assert not re.search(r"^#\d+ ", board, re.MULTILINE)
        passes = re.findall(r"\w+ passed: [^.]*", text)
        assert len(passes) == len(set(passes))


def test_what_the_opponent_moved_is_marked() -> None:
    """A phase that passes by itself is not the player's last line: what changed before it is
    marked."""
    text = answers("crusade7", ["end phase"])[0]
    assert "passed: nobody casts" in text
    assert "* moved, hurt or changed since your last line" in text
    assert "Moved: " in text


def test_the_map_is_told_with_its_borders() -> None:
    """Below a map, the player reads what lies beyond each of his borders."""
    text = answers("candlebre", ["board"])[0]
    borders = text[text.index("borders of army 1:") :].splitlines()
    assert borders[1] == " ASH 60: 4 Inf, 1 Arc; GL1 -> CRO 50, FAR 40, GLE 50, RAV 50"
    assert len(borders) == 6
